"""Pictures of a board: all of it, and where that is so wide that units stand in heaps, the heaps once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.report.blocks import Block, Heading, Picture, ReportLine
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.rules.sfb_n3d.views.scenes import Box, space
from sits_es.sentences import counted, listed

#: A board no wider than this is seen well in one picture, in km.
WIDE: Final = 200 * WHOLE

#: Units are in one group when each is nearer to another of it than this part of the board's width.
PART: Final = 64

#: Groups of which there is a picture unless in detail, the largest first; how far round a group is seen, in km.
MOST_PICTURES: Final = 1
ROUND: Final = 2 * WHOLE

#: Units that a heading names.
MOST_NAMES: Final = 3


def pictures(board: Board, *, facts: bool, detail: bool = False) -> Iterator[Block]:
    """The whole board, then its groups from near by; in detail all of them, otherwise the largest.

    facts: whether the first legend tells where units are.
    """
    yield Picture(space(board, facts=facts))
    found = groups(board)
    drawn = len(found) if detail else MOST_PICTURES
    for group in found[:drawn]:
        yield Heading(f"{_named(group)} from near by")
        yield Picture(space(board, box=_box(group, ROUND), facts=False))
    for group in found[drawn:]:
        across = written(max(_sides([unit.place for unit in group])))
        yield ReportLine(f"Close together, within {across} hexes: {listed(unit.name for unit in group)}.", 2)


def groups(board: Board) -> list[list[Unit]]:
    """Units that stand in one heap on a wide board, the largest group first; none where one picture shows all well."""
    units = board.out()
    width = max(_sides([*(unit.place for unit in units), *(body.place for body in board.bodies.values())]))
    if width <= WIDE:
        return []
    found: list[list[Unit]] = []
    for unit in units:
        near = [group for group in found if any(_apart(unit, other) < width // PART for other in group)]
        found = [group for group in found if group not in near]
        found.append([*(each for group in near for each in group), unit])
    several = [sorted(group, key=lambda unit: unit.name) for group in found if len(group) > 1]
    return sorted(several, key=lambda group: (-len(group), group[0].name))


def _apart(one: Unit, other: Unit) -> int:
    return max(_sides([one.place, other.place]))


def _sides(places: Sequence[Place]) -> tuple[int, int, int]:
    """How far places lie apart on each axis, km."""
    if not places:
        return 0, 0, 0
    one, two, three = (max(axis) - min(axis) for axis in _axes(places))
    return one, two, three


def _box(group: Sequence[Unit], margin: int) -> Box:
    places = [unit.place for unit in group]
    low = Place(*(min(axis) - margin for axis in _axes(places)))
    return Box(low, Place(*(max(axis) + margin for axis in _axes(places))))


def _axes(places: Sequence[Place]) -> tuple[list[int], list[int], list[int]]:
    return [place.x for place in places], [place.y for place in places], [place.z for place in places]


def _named(group: Sequence[Unit]) -> str:
    names = [unit.name for unit in group]
    if len(names) <= MOST_NAMES + 1:
        return listed(names)
    return f"{', '.join(names[:MOST_NAMES])} and {counted(len(names) - MOST_NAMES, 'other')}"
