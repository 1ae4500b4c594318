"""The verb card: cards of units listed, written, checked and shown, of any rule system."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands import completion
from commands.files import check as check_files
from commands.files import write_new
from commands.home import home, open_game
from commands.options import At, Json, NewFile, OneSystem, OwnCards, game_option, one_picture, reading, rules_option
from commands.output import Form, show_json, warn
from commands.verbs import group
from sits_es.errors import NotAllowedError
from sits_es.orders.names import known_as, same
from sits_es.sentences import PLAIN, either, listed, nearest, quoted

if TYPE_CHECKING:
    from sits_es.rules.supplied import Cards
    from sits_es.rules.system import System

app = group("Unit cards: list, write, check and show them.")

CardRules = Annotated[str | None, rules_option("The rule system, if neither the file nor the class names it.")]


@app.command("list")
@reading
def list_cards(form: Form, rules: OneSystem = None, cards: OwnCards = None) -> None:
    """List the cards: the samples that come with the program, and your own.

    sits card list
    sits card list --rules sfb --json
    """
    from sits_es.service.card_list import card_list

    found = card_list(home(), rules, cards)
    form.answer(found)
    if not form.as_json:
        warn(found.faults)


@app.command()
def new(
    like: Annotated[
        str | None,
        typer.Argument(metavar="[CLASS]", autocompletion=completion.classes, help="Start from this sample."),
    ] = None,
    rules: CardRules = None,
    out: NewFile = None,
) -> None:
    """Write a commented card file to fill in.

    sits card new -o var/cards/picket.toml
    sits card new "Sample Light Cruiser" -o my-cruiser.toml
    sits card new --rules starwars -o my-freighter.toml
    """
    from sits_es.rules import system
    from sits_es.service.scenario import named_systems, rules_for

    if like is None:
        text = cards_of(rules_for(rules)).template()
    else:
        samples: dict[str, str] = {}
        for name in named_systems(rules):
            known = system(name).cards
            samples |= {} if known is None else known.files()
        text = samples[known_as("sample class", like, samples, "sample classes")]
    write_new(text, out, "sits card check")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Cards.")],
    tables: Annotated[
        Path | None, typer.Option("--tables", help="A file of your own tables; by default the bundled ones.")
    ] = None,
    rules: CardRules = None,
    as_json: Json = False,
) -> None:
    """Check cards: all mistakes are reported together, each with its key and line.

    The tables must hold everything that a card takes from them, such as weapon types.

    sits card check my-cruiser.toml
    sits card check var/cards/*.toml --json
    """
    from sits_es.disk import read_text
    from sits_es.service.scenario import rules_of

    def name_of(text: str, source: str) -> str:
        by = None if tables is None else (read_text(tables), str(tables))
        name: str = cards_of(rules_of(text, source, rules)).check(text, source, by).name
        return name

    check_files(files, name_of, as_json=as_json)


@app.command()
@one_picture
def show(
    form: Form,
    name: Annotated[
        str,
        typer.Argument(metavar="CLASS", autocompletion=completion.classes, help="Name of a class, or a card file."),
    ],
    rules: CardRules = None,
    cards: OwnCards = None,
    game: Annotated[
        str | None, game_option("--game", "Show the card as this game has it, even if it is another player's.")
    ] = None,
    at: At = None,
) -> None:
    """Show a card: its defences, arcs, weapons and the rest.

    sits card show "Sample Light Cruiser"
    sits card show my-cruiser.toml --ascii --width 100
    sits card show "Sample cruiser" --rules sfb
    sits card show "Sample Light Cruiser" --game ours --at 1.3
    """
    if game is None and at is not None:
        raise typer.BadParameter("--at looks back at a game: name the game with --game.")
    if game is None:
        known, card = found(name, rules, cards)
    else:
        with open_game(game, at) as opened:
            known = cards_of(opened.rules)
            card = one_of(name, known.of_game(opened.fold().game.board))
    if form.as_json:
        show_json(known.data(card))
    else:
        form.show(known.drawn(card))


def cards_of(rules: System) -> Cards[Any]:
    """What a rule system knows of its cards. NotAllowedError if it has none."""
    if rules.cards is None:
        raise NotAllowedError(f"{rules.title} has no cards: the scenario describes its units.")
    return rules.cards


def found(name: str, rules: str | None, folder: Path | None) -> tuple[Cards[Any], Any]:
    """The card in a file of that name, or of a class of that name among a player's own and the samples.

    rules: to look in, None for all; folder: with a player's own, None for the usual one. GameError when there is none,
    where several systems have one, or for faults in a file.
    """
    from sits_es.disk import read_text
    from sits_es.rules import system
    from sits_es.service.card_list import card_list
    from sits_es.service.scenario import rules_of, unit_files

    if Path(name).is_file():
        text = read_text(Path(name))
        known = cards_of(rules_of(text, name, rules))
        return known, known.read(text, name)
    listing = card_list(home(), rules, folder)
    names = {each: [card.name for card in cards] for each, cards in listing.cards.items()}
    having = [each for each, classes in names.items() if name in classes]
    having = having or [each for each, classes in names.items() if same(name, classes) is not None]
    if len(having) == 1:
        known = cards_of(system(having[0]))
        return known, one_of(name, known.known(unit_files(system(having[0]), home(), folder)))
    if having:
        which = either(f"--rules {each}" for each in having)
        several = listed(system(each).title for each in having)
        raise NotAllowedError(f"{several} have a class {name}. Say which: {which}")
    own = f"Your own cards are in {listing.folder}. Or name a card's file."
    every = list(dict.fromkeys(each for classes in names.values() for each in classes))
    raise NotAllowedError([*listing.faults, f"{no_such_class(name, every)} {own}"])


def one_of(name: str, known: Mapping[str, Any]) -> Any:
    """The card of that name. NotAllowedError if there is none."""
    return known[known_as("class", name, known, "classes")]


def no_such_class(name: str, every: list[str]) -> str:
    """Say that there is no class of that name: which of `every` have the word in their names, or which may be meant."""
    called = name if PLAIN.fullmatch(name) else quoted(name)
    if holding := [each for each in every if name.strip() and name.casefold() in each.casefold()]:
        return f"There is no class {called}. Classes with that word: {listed(holding)}."
    likely = nearest(name, every)
    meant = "" if likely is None else f" Did you mean {likely}?"
    return f"There is no class {called}.{meant} See: sits card list."
