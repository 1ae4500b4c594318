"""Who bears on whom: for each unit the enemies that its weapons bear on, with range, mounts and what is between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.sums.bearing import Bearing
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.sights import sights
from sits_es.rules.sfb.sums.weapons import bearing_of
from sits_es.rules.sfb.sums.words import mounts as mounts_in_words

#: Enemies that are shown for each unit, the nearest of those that something bears on; fewer where units are many.
MOST_TARGETS: Final = 8
FEW_TARGETS: Final = 4

#: Enemies farther away than this are left out unless asked for, in km: no weapon of the printed game reaches so far.
REACH: Final = 100 * WHOLE


class LineOfFire(Struct, frozen=True, kw_only=True):
    """An enemy that a unit's weapons bear on. exact: km; seen: None in exactly the same place.

    groups: each group with the mounts of its weapons that bear, and how many it has; all_bear: whether no weapon of
    the unit is left out; between: what is in the way.
    """

    unit: str
    target: str
    exact: int
    seen: Bearing | None
    groups: tuple[tuple[str, tuple[str, ...], int], ...]
    all_bear: bool = True
    between: str | None = None

    @property
    def range(self) -> str:
        """The range as the rules count it, and exactly: `2 (2.0808)`."""
        return f"{self.exact // WHOLE} ({written(self.exact)})"

    @property
    def weapons(self) -> str:
        """What bears: `phasers 4 of 4 (2 top and 2 bottom)`."""
        said = [f"{name} {len(mounts)} of {number} ({mounts_in_words(mounts)})" for name, mounts, number in self.groups]
        return "; ".join(said)


def lines_of_fire(board: Board, player: str | None = None) -> Iterator[list[LineOfFire]]:
    """For each unit with weapons, in order of name, the enemies that they bear on, the nearest first.

    player: only what their units see.
    """
    units = board.out()
    if not units:
        return
    seen = sights([(unit.place, unit.facing) for unit in units])
    for number, unit in enumerate(units):
        groups = board.class_of(unit).weapons
        if not groups or player not in (None, unit.player):
            continue
        found = []
        for other, sight in zip(units, seen[number], strict=True):
            if sight is None or other.side == unit.side:
                continue
            bear = tuple(
                (group.name, mounts, group.number)
                for group in groups
                if (mounts := tuple(group.mounts[at] for at in bearing_of(group.arcs, group.mounts, sight.bearing)))
            )
            if bear:
                whole = len(bear) == len(groups) and all(len(mounts) == number for _, mounts, number in bear)
                found.append(
                    LineOfFire(
                        unit=unit.name,
                        target=other.name,
                        exact=sight.km,
                        seen=sight.bearing,
                        groups=bear,
                        all_bear=whole,
                    )
                )
        found.sort(key=lambda each: (each.exact, each.target))
        yield [_blocked(board, unit, each) for each in found[:MOST_TARGETS]] + found[MOST_TARGETS:]


def _blocked(board: Board, unit: Unit, found: LineOfFire) -> LineOfFire:
    target = board.units[found.target].place
    return replace(found, between=board.body_between(unit.place, target) or board.web_between(unit, target))


def rows(found: Sequence[LineOfFire]) -> Iterator[tuple[str, str, str, str, str]]:
    """Unit, target, range, where it is seen, what bears; the nearest of them."""
    for number, each in enumerate(found[:MOST_TARGETS]):
        seen = "same place" if each.seen is None else str(each.seen)
        bears = each.weapons if each.between is None else f"{each.weapons}, but {each.between} is between"
        yield "" if number else each.unit, each.target, each.range, seen, bears


def in_short(found: Sequence[LineOfFire]) -> Iterator[tuple[str, str, str]]:
    """A unit, what bears, and on which enemies with their ranges: a line for all on which the same weapons bear."""
    lines: dict[str, list[str]] = {}
    for each in found[:FEW_TARGETS]:
        way = "" if each.between is None else f" ({each.between} is between)"
        lines.setdefault(_weapons_in_short(each), []).append(f"{each.target} {each.exact // WHOLE}{way}")
    last = len(lines) - 1
    more = f" and {len(found) - FEW_TARGETS} more" if len(found) > FEW_TARGETS else ""
    for number, (weapons, said) in enumerate(lines.items()):
        yield "" if number else found[0].unit, weapons, ", ".join(said) + (more if number == last else "")


def _weapons_in_short(found: LineOfFire) -> str:
    if found.all_bear:
        return "all"
    parts = ((name, len(mounts), number) for name, mounts, number in found.groups)
    return ", ".join(name if bear == number else f"{name} {bear} of {number}" for name, bear, number in parts)
