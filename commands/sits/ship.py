"""Ship classes: their files listed, written, checked and shown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.card import list_cards, no_such_class
from commands.files import check as check_files
from commands.files import template_like, write_new
from commands.home import home
from commands.options import At, Json, NewFile, OneSystem, game_option, one_picture, reading
from commands.output import Form, show_json
from commands.verbs import group
from sits_es.errors import NotAllowedError
from sits_es.orders.names import same
from sits_es.sentences import unknown

if TYPE_CHECKING:
    from sits_es.rules.sits.ship.ship_class import ShipClass


app = group("Ship classes: list, write, check and show the files that hold a ship's card.")

Ships = Annotated[
    Path | None, typer.Option("--ships", help="A folder with your own ship class files; var/ships by default.")
]


@app.command("list")
@reading
def list_ships(
    form: Form,
    rules: OneSystem = None,
    ships: Annotated[
        Path | None, typer.Option("--ships", "--units", help="A folder with your own files; the usual ones by default.")
    ] = None,
) -> None:
    """List what can be flown, in every rule system: the samples that come with the program, and your own.

    sits ship list
    sits ship list --rules sits
    sits ship list --ships my-ships --json
    """
    # a folder has the files of one game
    named = rules or ("sits" if ships is not None else None)
    list_cards(named, ships, form)


@app.command()
def new(
    like: Annotated[str | None, typer.Option("--like", metavar="CLASS", help="Start from this sample class.")] = None,
    out: NewFile = None,
) -> None:
    """Write a class file with comments, to be filled in from a card of your own.

    sits ship new -o my-cruiser.toml
    sits ship new --like "Sample Destroyer" -o var/ships/picket.toml
    """
    from sits_es.rules.sits.ship.samples import sample_files, template

    write_new(template_like(template(), like, "sample class", sample_files()), out, "sits ship check")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Class files.")],
    tables: Annotated[
        Path | None, typer.Option("--tables", help="A file of tables of your own; the bundled ones by default.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check class files; every mistake is named at once, by key and line.

    The sizes of their weapons, and the types of their missiles and torpedoes, must be in the tables.

    sits ship check my-cruiser.toml
    sits ship check my-cruiser.toml --tables my-tables.toml
    sits ship check var/ships/*.toml --json
    """
    from sits_es.rules.sits.ship.reader import read_ship
    from sits_es.rules.sits.tables.tables import card_tables, read_tables_file
    from sits_es.service.files import read_text

    in_force = card_tables() if tables is None else read_tables_file(read_text(tables), str(tables))
    check_files(files, lambda text, source: read_ship(text, source, in_force).name, as_json=as_json)


@app.command()
@one_picture
def show(
    form: Form,
    ship_class: Annotated[
        str,
        typer.Argument(metavar="CLASS", autocompletion=completion.classes, help="Name of a class, or a class file."),
    ],
    ships: Ships = None,
    game: Annotated[str | None, game_option("--game", "The card as this game has it, also somebody else's.")] = None,
    at: At = None,
) -> None:
    """Draw the card of a class: its tracks as boxes, its arcs on the sphere, its hit rows.

    sits ship show "Sample Heavy Cruiser"
    sits ship show my-cruiser.toml --ascii --width 100
    sits ship show "Sample Light Cruiser" --game duel
    sits ship show "Sample Light Cruiser" --game duel --at 1.3
    """
    from sits_es.rules.sits.ship.reader import to_data

    if game is None and at is not None:
        raise typer.BadParameter("--at looks back at a game: name the game with --game.")
    found = find_class(ship_class, ships) if game is None else class_of_game(ship_class, game, at)
    if form.as_json:
        show_json(to_data(found))
        return
    from sits_es.rules.sits.report.ship_card import ship_card

    form.show(ship_card(found))


def class_files(folder: Path | None) -> Mapping[str, str]:
    """A player's own class files, name -> text, from a folder or from ships in the folder of their games."""
    from sits_es.service.files import check_folder, read_text

    if folder is not None:
        check_folder(folder, "class files")
    return {str(path): read_text(path) for path in sorted((folder or home() / "ships").glob("*.toml"))}


def find_class(name: str, folder: Path | None) -> ShipClass:
    """The class in a file, or of a name among a player's own and the samples. GameError when there is none."""
    from sits_es.rules.sits.scenario.scenario import known_classes
    from sits_es.rules.sits.ship.reader import read_ship
    from sits_es.service.files import read_text

    if Path(name).is_file():
        return read_ship(read_text(Path(name)), name)
    known = known_classes(class_files(folder))
    if (found := same(name, known)) is None:
        raise NotAllowedError(f"{no_such_class(name, known)} Or name a class file.")
    return known[found]


def class_of_game(name: str, game: str, at: str | None = None) -> ShipClass:
    """A class as a game or branch has it on record, whosever card it is. NotAllowedError where there is none.

    at: where to look back at the game, as of `Session.version_of`, which says what else is refused.
    """
    from commands.sits.tables import board_of

    known = board_of(game, "Name a game of SITS.", at).classes
    if (found := same(name, known)) is None:
        raise NotAllowedError(unknown("class", name, known, "classes"))
    return known[found]
