"""A player's own ship classes, and the samples, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
    from sits_es.rules.sits.ship.ship_class import ShipClass


def class_files(folder: Path | None) -> Mapping[str, str]:
    """A player's own class files, name -> text, from a folder or from ships in the folder of their games."""
    from commands.home import home
    from sits_es.service.files import check_folder, read_text

    if folder is not None:
        check_folder(folder, "class files")
    return {str(path): read_text(path) for path in sorted((folder or home() / "ships").glob("*.toml"))}


def find_class(name: str, folder: Path | None) -> ShipClass:
    """The class in a file, or of a name among a player's own and the samples. GameError when there is none."""
    from commands.known_classes import no_such_class
    from sits_es.orders.names import same
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
    from commands.sits.in_force import board_of
    from sits_es.orders.names import same
    from sits_es.sentences import unknown

    known = board_of(game, "Name a game of SITS.", at).classes
    if (found := same(name, known)) is None:
        raise NotAllowedError(unknown("class", name, known, "classes"))
    return known[found]
