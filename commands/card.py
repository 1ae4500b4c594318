"""The card of a unit: found by name, listed, and the verbs about them that a rule system has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from commands import completion
from commands.files import check as check_files
from commands.files import template_like, write_new
from commands.home import board_of, home, open_session
from commands.options import At, Json, NewFile, game_option, one_picture, reading
from commands.output import Form, show_json, warn
from commands.verbs import examples, group, systems
from sits_es.errors import NotAllowedError
from sits_es.orders.names import same
from sits_es.sentences import PLAIN, listed, quoted, unknown

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.rules.system import System


ClassName = Annotated[
    str,
    typer.Argument(metavar="CLASS", autocompletion=completion.classes, help="Name of a class, or a card's file."),
]
OwnCards = Annotated[
    Path | None,
    typer.Option("--units", "--ships", "--starships", help="A folder with your own cards, not the usual one."),
]
CardFiles = Annotated[list[Path], typer.Argument(help="Cards.")]
GamesCard = Annotated[str | None, game_option("--game", "The card as this game has it, also somebody else's.")]


class CardRules(NamedTuple):
    """What a rule system knows of its cards.

    read: a card from its text and its file's name. known: all classes, from a player's own files by name. samples:
    texts of sample cards by class; template: of a blank one. to_data, drawn: a card for programs and for people.
    on_record: the cards of a game by name, from its board.
    """

    system: System
    read: Callable[[str, str], Any]
    known: Callable[[Mapping[str, str]], Mapping[str, Any]]
    samples: Callable[[], Mapping[str, str]]
    template: Callable[[], str]
    to_data: Callable[[Any], dict[str, Any]]
    drawn: Callable[[Any], Iterable[Block]]
    on_record: Callable[[Any], Mapping[str, Any]] = attrgetter("classes")

    def find(self, name: str, folder: Path | None) -> Any:
        """The card in a file of that name, or of a class of that name among a player's own and the samples.

        folder: with a player's own, None for the usual one. GameError when there is none, or for faults in a file.
        """
        from sits_es.disk import read_text
        from sits_es.service.scenario import unit_files

        if Path(name).is_file():
            return self.read(read_text(Path(name)), name)
        known = self.known(unit_files(self.system, home(), folder))
        if (found := same(name, known)) is None:
            own = f"Cards of your own lie in {folder or home() / self.system.unit_folder}."
            raise NotAllowedError(f"{_no_such_class(name, known)} {own} Or name a card's file.")
        return known[found]

    def of_game(self, name: str, game: str, at: str | None) -> Any:
        """A card as a game or branch has it on record, whosever it is. NotAllowedError where there is none.

        at: where to look back at the game, as of `board_of`, which says what else is refused.
        """
        with open_session() as session:
            board = board_of(session, game, self.system, f"Name a game of {self.system.title}.", at)
        known = self.on_record(board)
        if (found := same(name, known)) is None:
            raise NotAllowedError(unknown("class", name, known, "classes"))
        return known[found]


def card_group(
    verb: str, shows: str, sample: str, rules: Callable[[], CardRules], **own: Callable[..., None]
) -> typer.Typer:
    """The group of a rule system's verbs about cards: list, new, check, show.

    verb: its word for a unit. shows: what a card shows. sample: a class, for lines to type. rules: asked for when a
    verb is called. own: verbs that it has in place of those here, by name.
    """
    app = group(f"{verb.capitalize()} cards: list, write, check and show their files.")
    line, file = f"sits {verb}", f"my-{verb}.toml"

    @reading
    def list_own(form: Form, units: OwnCards = None) -> None:
        """List the cards there are: the samples that come with the program, and your own."""
        list_cards(rules().system.name, units, form)

    app.command("list", epilog=examples(f"{line} list", f"{line} list --units my-{verb}s --json"))(
        own.get("list", list_own)
    )

    @app.command(epilog=examples(f"{line} new -o {file}", f'{line} new --like "{sample}" -o var/{verb}s/picket.toml'))
    def new(
        like: Annotated[str | None, typer.Option("--like", metavar="CLASS", help="Start from this sample.")] = None,
        out: NewFile = None,
    ) -> None:
        """Write a card with comments, to be filled in from one of your own."""
        known = rules()
        write_new(template_like(known.template(), like, "sample class", known.samples()), out, f"{line} check")

    def check(files: CardFiles, as_json: Json = False) -> None:
        """Check cards; every mistake is named at once, by key and line."""
        read = rules().read
        check_files(files, lambda text, source: read(text, source).name, as_json=as_json)

    app.command("check", epilog=examples(f"{line} check {file}", f"{line} check var/{verb}s/*.toml --json"))(
        own.get("check", check)
    )

    @app.command(
        help=f"Show a card: {shows}.",
        epilog=examples(
            f'{line} show "{sample}"',
            f"{line} show {file} --ascii --width 100",
            f'{line} show "{sample}" --game ours --at 1.3',
        ),
    )
    @one_picture
    def show(form: Form, name: ClassName, units: OwnCards = None, game: GamesCard = None, at: At = None) -> None:
        if game is None and at is not None:
            raise typer.BadParameter("--at looks back at a game: name the game with --game.")
        known = rules()
        card = known.find(name, units) if game is None else known.of_game(name, game, at)
        if form.as_json:
            show_json(known.to_data(card))
        else:
            form.show(known.drawn(card))

    return app


def list_cards(named: str | None, folder: Path | None, form: Form) -> None:
    """Print the cards of a rule system that somebody names, or of all; files that can't be read are warned of.

    folder: with a player's own, None for the usual ones.
    """
    from sits_es.service.card_list import card_list

    found = card_list(home(), named, folder)
    form.answer(found)
    if not form.as_json:
        warn(found.faults)


def _no_such_class(name: str, known: Iterable[str]) -> str:
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
