"""Verbs about scenario files: new, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.output import Json, examples, group
from commands.sits.ship import Ships

app = group("Scenarios: write and check the files that new games start from.")


@app.command(
    epilog=examples("sits scenario new -o my-battle.toml", "sits scenario new --like convoy -o night-convoy.toml")
)
def new(
    like: Annotated[
        str | None, typer.Option("--like", metavar="NAME", help="Start from this bundled scenario.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write; otherwise it is printed.")] = None,
) -> None:
    """Write a scenario file with comments, to be filled in."""
    from commands.sits.files import template_like, write_new
    from sits_es.rules.sits.scenario.bundled import bundled, template

    texts = {name: bundle.text for name, bundle in bundled().items()}
    write_new(template_like(template(), like, "bundled scenario", texts), out, "sits scenario check")


@app.command(
    epilog=examples("sits scenario check my-battle.toml", "sits scenario check my-battle.toml --ships my-ships --json")
)
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenario files.")],
    ships: Ships = None,
    as_json: Json = False,
) -> None:
    """Check scenario files; every mistake is named at once, by key and line."""
    from commands.sits.files import check as check_files
    from commands.sits.files import class_files
    from sits_es.rules.sits.scenario.scenario import known_classes, read_scenario
    from sits_es.sentences import visible

    classes = known_classes(class_files(ships))
    check_files(files, lambda text, source: visible(read_scenario(text, source, classes).title), as_json=as_json)
