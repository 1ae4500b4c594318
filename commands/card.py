"""The card of a unit: found by name, listed, and the verbs about them that a rule system has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

from commands import completion
from commands.files import check as check_files
from commands.files import template_like, write_new
from commands.home import home
from commands.options import Json, NewFile, one_picture, reading
from commands.output import Form, show_json, warn
from commands.verbs import examples, group, systems
from sits_es.errors import NotAllowedError
from sits_es.orders.names import same
from sits_es.sentences import PLAIN, listed, quoted, unknown

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.rules.set_up import Scenarios


C = TypeVar("C")

ClassName = Annotated[
    str,
    typer.Argument(metavar="CLASS", autocompletion=completion.classes, help="Name of a class, or a card's file."),
]
OwnCards = Annotated[
    Path | None,
    typer.Option("--units", "--ships", "--starships", help="A folder with your own cards, not the usual one."),
]


class CardVerbs(NamedTuple):
    """What is typed about a rule system's cards.

    verb: their group, the word for a unit. system: its short name. shows: what a card shows. own, copy: files, and
    sample, like: sample classes, for the examples.
    """

    verb: str
    system: str
    shows: str
    own: str
    copy: str
    sample: str
    like: str


class CardRules(NamedTuple):
    """What a rule system knows of its cards.

    read: a card from its text and its file's name. known: all classes, from a player's own files by name. samples:
    texts of sample cards by class; template: of a blank one. to_data, drawn: a card for programs and for people.
    """

    scenarios: Scenarios
    read: Callable[[str, str], Any]
    known: Callable[[Mapping[str, str]], Mapping[str, Any]]
    samples: Callable[[], Mapping[str, str]]
    template: Callable[[], str]
    to_data: Callable[[Any], dict[str, Any]]
    drawn: Callable[[Any], Iterable[Block]]


def card_group(typed: CardVerbs, rules: Callable[[], CardRules]) -> typer.Typer:
    """The group of a rule system's verbs about cards: list, new, check, show. rules: asked for when one is called."""
    verb, folder = typed.verb, f"var/{typed.verb}s"
    app = group(f"{verb.capitalize()} cards: list, write, check and show their files.")

    @app.command("list", epilog=examples(f"sits {verb} list", f"sits {verb} list --units my-{verb}s --json"))
    @reading
    def list_own(form: Form, units: OwnCards = None) -> None:
        """List the cards there are: the samples that come with the program, and your own."""
        list_cards(typed.system, units, form)

    @app.command(
        epilog=examples(
            f"sits {verb} new -o {typed.own}", f'sits {verb} new --like "{typed.like}" -o {folder}/{typed.copy}'
        )
    )
    def new(
        like: Annotated[str | None, typer.Option("--like", metavar="CLASS", help="Start from this sample.")] = None,
        out: NewFile = None,
    ) -> None:
        """Write a card with comments, to be filled in from one of your own."""
        known = rules()
        text = template_like(known.template(), like, f"sample {verb}", known.samples())
        write_new(text, out, f"sits {verb} check")

    @app.command(epilog=examples(f"sits {verb} check {typed.own}", f"sits {verb} check {folder}/*.toml --json"))
    def check(files: Annotated[list[Path], typer.Argument(help="Cards.")], as_json: Json = False) -> None:
        """Check cards; every mistake is named at once, by key and line."""
        read = rules().read
        check_files(files, lambda text, source: read(text, source).name, as_json=as_json)

    @app.command(
        help=f"Show a card: {typed.shows}.",
        epilog=examples(f'sits {verb} show "{typed.sample}"', f"sits {verb} show {typed.own} --ascii --width 100"),
    )
    @one_picture
    def show(form: Form, name: ClassName, units: OwnCards = None) -> None:
        known = rules()
        card = find_card(name, units, known.scenarios, known.read, known.known)
        if form.as_json:
            show_json(known.to_data(card))
        else:
            form.show(known.drawn(card))

    return app


def find_card(
    name: str,
    folder: Path | None,
    rules: Scenarios,
    read: Callable[[str, str], C],
    known_classes: Callable[[Mapping[str, str]], Mapping[str, C]],
) -> C:
    """The card in a file of that name, or of a class of that name among a player's own and the samples.

    folder: with a player's own, None for the usual one of the rules. read: a card from its text and its file's name;
    known_classes: all there are, from a player's own files. GameError when there is none, or for faults in a file.
    """
    from sits_es.service.files import read_text
    from sits_es.service.scenario import unit_files

    if Path(name).is_file():
        return read(read_text(Path(name)), name)
    known = known_classes(unit_files(rules, home(), folder))
    if (found := same(name, known)) is None:
        own = f"Cards of your own lie in {folder or home() / rules.unit_folder}."
        raise NotAllowedError(f"{no_such_class(name, known)} {own} Or name a card's file.")
    return known[found]


def list_cards(named: str | None, folder: Path | None, form: Form) -> None:
    """Print the cards of a rule system that somebody names, or of all; files that can't be read are warned of.

    folder: with a player's own, None for the usual ones.
    """
    from sits_es.service.card_list import card_list

    found = card_list(home(), named, folder)
    form.answer(found)
    if not form.as_json:
        warn(found.faults)


def no_such_class(name: str, known: Iterable[str]) -> str:
    """Say that there is no class of that name, and what may have been meant.

    That is another rule system's class of that name, with the command that shows it, or the classes whose names hold
    the word, or else as of `unknown`. known: the classes that were looked through, by name.
    """
    from sits_es.rules import system
    from sits_es.service.card_list import card_list

    every = tuple(known)
    verbs = {package.__name__.rpartition(".")[2]: getattr(package, "CARDS", None) for package in systems()}
    for rules, cards in card_list(home(), None).cards.items():
        meant = same(name, [card.name for card in cards])
        if meant is not None and (verb := verbs.get(rules)) is not None:
            return f'{meant} is a class of {system(rules).title}. See it: sits {verb} show "{meant}".'
    holding = [each for each in every if name.strip() and name.casefold() in each.casefold()]
    if holding:
        called = name if PLAIN.fullmatch(name) else quoted(name)
        return f"There is no class {called}. Classes with that word: {listed(holding)}."
    return unknown("class", name, every, "classes")
