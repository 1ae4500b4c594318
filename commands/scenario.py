"""Verbs about scenarios and their files: list, show, new, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands import completion
from commands.files import check as check_files
from commands.files import template_like, write_new
from commands.home import home
from commands.options import Json, NewFile, OneSystem, OwnCards, reading, rules_option
from commands.output import Form, show_json
from commands.verbs import group
from sits_es.sentences import visible

app = group("Scenarios: list, show, write and check the files that new games start from.")

RulesName = Annotated[str | None, rules_option("The rule system, if neither the file nor its name says which.")]


@app.command("list")
@reading
def list_scenarios(
    form: Form,
    rules: OneSystem = None,
) -> None:
    """List the scenarios that come with the program: what each is, its sides and units, and how long it lasts.

    sits scenario list
    sits scenario list --rules sfb --json
    """
    from sits_es.service.scenario import bundled_scenarios, list_blocks

    found = bundled_scenarios(rules)
    if form.as_json:
        show_json([each.row() for each in found])
        return

    form.show(list_blocks(found))


@app.command()
@reading
def show(
    form: Form,
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="NAME", autocompletion=completion.scenarios, help="Name of a bundled scenario, or a file."
        ),
    ],
    cards: OwnCards = None,
    rules: RulesName = None,
) -> None:
    """Show a scenario: its text, its units, how they are set up, and how it ends.

    sits scenario show duel
    sits scenario show my-battle.toml --cards my-cards --json
    """
    from sits_es.service.scenario import find_scenario

    found = find_scenario(scenario, rules, home(), cards)
    form.answer(found)


@app.command()
def new(
    like: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", autocompletion=completion.scenarios, help="Start from this bundled scenario."),
    ] = None,
    rules: RulesName = None,
    out: NewFile = None,
) -> None:
    """Write a commented scenario file to fill in.

    sits scenario new -o my-battle.toml
    sits scenario new pursuit -o my-chase.toml
    sits scenario new convoy -o night-convoy.toml
    """
    from sits_es.service.scenario import blank, bundled_texts

    text = template_like("", like, "bundled scenario", bundled_texts(rules)) if like else blank(rules)
    write_new(text, out, "sits scenario check")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenario files.")],
    cards: OwnCards = None,
    rules: RulesName = None,
    as_json: Json = False,
) -> None:
    """Check scenario files: every mistake is reported at once, by key and line.

    sits scenario check my-battle.toml
    sits scenario check my-battle.toml --cards my-cards --json
    """
    from sits_es.service.scenario import files_for, rules_of

    def title_of(text: str, source: str) -> str:
        found = rules_of(text, source, rules)
        return visible(found.setup(text, source, files_for(found, text, source, home(), cards)).title)

    check_files(files, title_of, as_json=as_json)
