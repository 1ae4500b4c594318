"""Where the numbers of a sum come from: a ship's card with track and box, or a table and whose it is."""

from __future__ import annotations

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ship.ship_class import ShipClass
from sits_es.rules.sits.ship.tracks import WHOLE, box_in_force
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.sits.views.board import row
from sits_es.sentences import counted


def of_table(tables: Tables, where: str, *key: str | int) -> str:
    """A place of a table in words, and whose it is. key: as `sources.source` has it."""
    return f"{where}: {source(tables, *key)}"


def of_card(board: Board, ship: str, what: str) -> str:
    """A number that a ship's card prints under a name of its own."""
    return f"{board.ships[ship].ship_class}'s card: {what}"


def of_track(board: Board, ship: str, track: str) -> str:
    """Where a rating comes from: the ship's card, the track with its boxes and the box in force."""
    return f"{of_card(board, ship, track)} {boxes(board, ship, track)}"


def boxes(board: Board, ship: str, track: str) -> str:
    """A track's boxes as its card has them now, and which is in force; of one that counts down how many are left."""
    marks, card = board.ships[ship].boxes.get(track, ""), board.class_of(board.ships[ship])
    if not marks:
        return "is not there"
    box = box_in_force(board.ships[ship], track)
    if counts_down(card, track):
        return f"of {counted(len(marks), 'box')}, {0 if box is None else len(marks) - box} left"
    return f"{cells(card, track, marks)}, {'no box' if box is None else f'box {box + 1}'} in force"


def cells(card: ShipClass, track: str, marks: str | None = None) -> str:
    """The boxes of a track in a row, `[16][14][11]`. marks: of its boxes; None for those of a whole ship."""
    return "".join(
        f"[{held.text}]" for held in row(card, track, WHOLE * len(card.tracks[track]) if marks is None else marks)
    )


def counts_down(card: ShipClass, track: str) -> bool:
    """Whether a track has as many boxes as it counts, so that its rating is the number of those left."""
    values = card.tracks[track]
    return track != "structure" and values == tuple(range(len(values), 0, -1))
