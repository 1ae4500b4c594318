"""Who is in which web. Rule: G10.51, G10.511."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from sits_es.rules.sfb_n3d.board import Board, Unit, Web
from sits_es.rules.sfb_n3d.motion.facts import InertiaChanged
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place
from sits_es.rules.sfb_n3d.sums.webs import REACH, distance, in_web
from sits_es.rules.sfb_n3d.webs.facts import UnitFreed, UnitTrapped


@frozen
class _Line:
    """A strand of a web with power, and the box that holds everything in it."""

    web: str
    one: Place
    other: Place
    low: Place
    high: Place

    def holds(self, at: Place) -> bool:
        """Whether a place is less than two hexes from it."""
        low, high = self.low, self.high
        return (
            low.x <= at.x <= high.x
            and low.y <= at.y <= high.y
            and low.z <= at.z <= high.z
            and in_web(at, self.one, self.other)
        )


def hold(work: Resolution) -> None:
    """Record who has come into a web with power and who is free again; who comes in loses all inertia at once.

    Of several webs the strongest counts, of equals the first by name (house). Asked for before
    anything turns, so that webs count that got power now or since the last exchange, after everything has moved, and
    when webs have been laid.
    """
    board = work.board
    lines = [*_lines(board)]
    for unit in board.out():
        line = next((line for line in lines if line.holds(unit.place)), None)
        if line is None:
            if unit.trapped is not None:
                work.record(UnitFreed(unit=unit.name))
            continue
        if unit.trapped != line.web:
            nearest = min(distance(unit.place, each.one, each.other) for each in lines if each.web == line.web)
            work.record(UnitTrapped(unit=unit.name, web=line.web, exact=nearest))
        lose_inertia(work, unit)


def lose_inertia(work: Resolution, unit: Unit) -> None:
    """All inertia of a unit in a web is lost. Rule: G10.511."""
    if unit.inertia and unit.trapped is not None:
        lost = Inertia(-unit.inertia.x, -unit.inertia.y, -unit.inertia.z)
        work.record(InertiaChanged(unit=unit.name, cause="web", change=lost, inertia=Inertia(), by=unit.trapped))


def strength(board: Board, unit: Unit) -> int:
    """The strength of the web that holds a unit, in ten-thousandths; 0 where none does."""
    web = board.webs.get(unit.trapped) if unit.trapped is not None else None
    return 0 if web is None else web.strength


def _lines(board: Board) -> Iterator[_Line]:
    """Every strand of a web with power, the strongest web's first."""
    webs: list[Web] = [web for web in board.webs.values() if web.strength > 0]
    for web in sorted(webs, key=lambda web: (-web.strength, web.name)):
        for strand in web.strands:
            one, other = board.place_of(web, strand.one), board.place_of(web, strand.other)
            if one is None or other is None:
                continue
            low = Place(*(min(pair) - REACH for pair in zip(_three(one), _three(other), strict=True)))
            high = Place(*(max(pair) + REACH for pair in zip(_three(one), _three(other), strict=True)))
            yield _Line(web.name, one, other, low, high)


def _three(place: Place) -> tuple[int, int, int]:
    return place.x, place.y, place.z
