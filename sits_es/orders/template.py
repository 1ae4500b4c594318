"""The frame of a new order file: headers, and for each unit what its player may want to know, as comments."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from sits_es.orders.names import written
from sits_es.sentences import visible


@frozen(kw_only=True)
class UnitBlock:
    """One unit's part of a new file. notes: its state and what it may do; examples: lines of orders to choose from.

    orders: lines of orders that hold as they stand, such as standing orders.
    """

    name: str
    notes: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


def write_template(
    game: str, turn: int, units: Iterable[UnitBlock], *, player: str | None = None, notes: Iterable[str] = ()
) -> str:
    """Write a new order file, ready to edit. Notes and examples are comments: unedited it orders `orders` alone.

    turn: 1 up; notes: about the whole file. ValueError for a name that no file can hold.
    """
    head = [f"game {written(game)}", f"turn {turn}"]
    if player is not None:
        head.append(f"player {written(player)}")
    blocks = [[*_comments(notes), *head]]
    for unit in units:
        lines = [f"ship {written(unit.name)}", *(f"  {line}" for line in _comments(unit.notes))]
        blocks.append([*lines, *(f"  {line}" for line in _comments(unit.examples)), *(f"  {o}" for o in unit.orders)])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _comments(texts: Iterable[str]) -> list[str]:
    """Each line of each text as a comment; nothing in it can become an order."""
    return [f"# {visible(line)}".rstrip() for text in texts for line in text.splitlines() or [""]]
