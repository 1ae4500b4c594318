"""One position in one line: which game's, at which moment, and how everything stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from sits_es.notation.lines import NotReadableError, read_statement
from sits_es.notation.literals import in_order, written_text
from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace


@frozen(kw_only=True)
class WrittenPosition:
    """A position. game: the stream; set_up: the first hex digits of the digest of its first event; moment: as written.

    board: what is not as it is on an empty board; place: of the moment in the file, place_of_game: of the name there.
    """

    game: str
    set_up: str
    moment: str
    board: Mapping[str, Any]
    place: TextPlace = field(default=TextPlace(1, 1))
    place_of_game: TextPlace = field(default=TextPlace(1, 1))


def written_position(position: WrittenPosition) -> str:
    """The line, without its end."""
    head = f"position {written_text(position.game)} {position.set_up} at {position.moment}"
    return f"{head} {in_order(position.board)}"


def read_position(text: str, source: str) -> WrittenPosition:
    """Read a line, after which there may be comments. source: what the file is called. Raises OrderFaults."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.split(";", 1)[0].strip()]
    if not lines:
        raise OrderFaults([OrderFault(1, 1, "There is no position in the file.", _EXPECTED)], source, text)
    number, line = lines[0]
    faults = [OrderFault(later, 1, "A position is one line.", "nothing after it") for later, _ in lines[1:]]
    try:
        said = read_statement(number, line.rstrip("\r"))
    except NotReadableError as stumble:
        raise OrderFaults([stumble.fault, *faults], source, text) from None
    if said.kind != "position":
        faults.append(OrderFault.at(said.place, "This is no position.", _EXPECTED))
    if faults:
        raise OrderFaults(faults, source, text)
    game, set_up, moment, board = said.values
    return WrittenPosition(
        game=game, set_up=set_up, moment=moment, board=board, place=said.places[3], place_of_game=said.places[0]
    )


_EXPECTED = "a line such as `sits show GAME --line` writes"
