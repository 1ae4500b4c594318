"""The points of globular webs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sits_es.rules.sfb.points.facts import PointLaid, PointMoved, PointsLost
from sits_es.rules.sfb.sums.words import end, hexes, points
from sits_es.rules.sfb.telling import Telling
from sits_es.rules.sfb.webs.told import reckoned, strands
from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.report.working import Context


class _Laid(Telling[PointLaid]):
    rule = "G10.12, G10.211"
    shows = ("length", "cost")

    def sentence(self) -> str:
        fact = self.fact
        how = f"{hexes(fact.length)} from {end(fact.start)}, for {points(fact.cost)} of power"
        return f"{fact.unit} lays {end(fact.point)} of {fact.web} at {fact.place}, {how}."

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.webs import strand_steps

        fact = self.fact
        yield f"The point is where {fact.unit} is: {fact.place}; the strand to it begins at {end(fact.start)}."
        yield from strand_steps(fact.length)


class _Moved(Telling[PointMoved]):
    rule = "G10.12"
    shows = ("place",)

    def sentence(self) -> str:
        return f"{self.fact.unit} draws {end(self.fact.point)} of {self.fact.web} inward to {self.fact.place}."

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.places import range_step

        fact, web = self.fact, at.board.webs.get(self.fact.web)
        if web is not None and fact.point in web.points:
            yield range_step(fact.unit, fact.place, end(fact.point), web.points[fact.point])
        yield (
            "The ship is less than 0.5 hexes from the point and nearer the web's middle, "
            "so it draws the point to itself."
        )
        yield "Drawing the point takes six points of power, which don't add to the web's strength."

    def settle(self, at: Context) -> str:
        return reckoned(at, self.fact.web)


class _Lost(Telling[PointsLost]):
    rule = "G10.12; house: repeated until no point is lost"

    def sentence(self) -> str:
        lost, which = listed(map(end, self.fact.points)), "each" if self.fact.points[1:] else "it"
        return f"{self.fact.web} loses {lost}: {which} was joined to fewer than two others."

    def steps(self, at: Context) -> Iterator[str]:
        web = at.board.webs.get(self.fact.web)
        if web is not None:
            yield f"Strands: {strands(web.strands)}."
        yield "A point joined to fewer than two others is lost, and so is any point that this leaves with fewer."
        yield f"Lost: {listed(map(end, self.fact.points))}."

    def settle(self, at: Context) -> str:
        return reckoned(at, self.fact.web)
