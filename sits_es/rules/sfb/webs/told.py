"""Webs. Anchors are units or bodies by name, points numbers; strands join two of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.words import end, hexes, points
from sits_es.rules.sfb.telling import OfDisplay, Telling, settled
from sits_es.rules.sfb.webs.facts import (
    AnchorLost,
    Strand,
    StrandLaid,
    UnitFreed,
    UnitTrapped,
    WebDissolved,
    WebEntered,
    WebPlaced,
    WebPowered,
)
from sits_es.rules.told import VITAL
from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.report.working import Context


def strands(each: Iterable[Strand]) -> str:
    """Strands in words: `Weaver to Spinner, Spinner to point 2`; `none`."""
    return ", ".join(f"{end(strand.one)} to {end(strand.other)}" for strand in each) or "none"


def reckoned(at: Context, name: str) -> str:
    """That a web with power is to be reckoned again, as its anchors or points have changed; told of the last change.

    Rule: G10.117, G10.12.
    """
    from sits_es.rules.sfb.points.facts import PointMoved, PointsLost

    known = at.board.webs.get(name)
    if known is None or not known.strength:
        return ""
    again = (AnchorLost, PointMoved, PointsLost, WebDissolved, WebPowered)
    if any(isinstance(fact, again) and fact.web == name for fact in at.later):
        return ""
    return settled(f"{name}: its strength, worked out again by the printed rules (G10.117, G10.12)")


class _Entered(OfDisplay[WebEntered]):
    rule = "G10.3, the printed rules"

    def sentence(self) -> str:
        left = f"strength {written(self.fact.traditional)} left by the printed rules"
        return f"{self.fact.web} has {left}, as entered for {self.fact.unit}."

    def steps(self, at: Context) -> Iterator[str]:
        left = f"By the printed rules {self.fact.web} has strength {written(self.fact.traditional)} left"
        yield f"{left}; this program multiplies that by 4, or by 1 for a cast web."


class _Placed(Telling[WebPlaced]):
    rule = "G10.11, G10.12, G10.115; G10.82 for its worth; the note on web casters"

    def sentence(self) -> str:
        fact = self.fact
        more = [f"strands {strands(fact.strands)}"] if fact.strands else []
        more += [f"{end(point.name)} at {point.place}" for point in fact.points]
        more.append(f"strength {written(fact.strength)}")
        return f"{fact.web} is on the map, player {fact.player}'s {fact.kind} web: {', '.join(more)}."

    def steps(self, at: Context) -> Iterator[str]:
        yield {
            "linear": "A linear web is the straight line between its anchors.",
            "globular": "A globular web is made of strands between anchors and points.",
            "cast": "The player enters a cast web's strength from its caster's chart.",
        }[self.fact.kind]
        yield _worth(self.fact.strength)

    def values(self, at: Context) -> Mapping[str, Any]:
        return _strength(self.fact.strength)


def _strength(strength: int) -> dict[str, Any]:
    from sits_es.rules.sfb.sums.webs import bpv

    return {"strength": written(strength), "bpv": written(bpv(strength))}


def _worth(strength: int) -> str:
    from sits_es.rules.sfb.sums.webs import worth_step

    return worth_step(strength)


class _Laid(Telling[StrandLaid]):
    rule = "G10.211; house: rounded down to the kilometre"
    shows = ("length", "cost")

    def sentence(self) -> str:
        fact = self.fact
        long = f"The strand of {fact.web} from {end(fact.one)} to {end(fact.other)} is {hexes(fact.length)} long"
        return f"{long}; it took {points(fact.cost)} of power ({self._given()})."

    def _given(self) -> str:
        return listed(f"{name} {written(power)}" for name, power in self.fact.by)

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        for name, power in self.fact.by:
            yield f"power of {name}", written(power), "as ordered"

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.webs import POWER_A_HEX, strand_steps

        fact, web = self.fact, at.board.webs.get(self.fact.web)
        ends = {fact.one, fact.other}
        paid = next((strand.paid for strand in web.strands if {strand.one, strand.other} == ends), 0) if web else 0
        # what was paid for stands on the board only before the fact that says so
        if POWER_A_HEX * (fact.length - paid) != fact.cost:
            paid = fact.length - fact.cost // POWER_A_HEX
        yield from strand_steps(fact.length, paid)
        beyond = sum(power for _, power in fact.by) - fact.cost
        left = f", {points(beyond)} more than it takes. What is over changes nothing" if beyond > 0 else ""
        yield f"Paid by {self._given()}{left}."


class _Powered(Telling[WebPowered]):
    rule = "G10.3; G10.82 for its worth"

    def sentence(self) -> str:
        given = f"{written(self.fact.traditional)} by the printed rules"
        return f"{self.fact.by} gives {self.fact.web} its strength: {given} counts as {written(self.fact.strength)}."

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "strength by the printed rules", written(self.fact.traditional), "the players' own"

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.webs import TIMES, power_step

        web = None if at.board is None else at.board.webs.get(self.fact.web)
        times = 1 if web is not None and web.kind == "cast" else TIMES
        yield power_step(self.fact.traditional, times)
        yield _worth(self.fact.strength)

    def values(self, at: Context) -> Mapping[str, Any]:
        return _strength(self.fact.strength)


class _AnchorLost(Telling[AnchorLost]):
    rule = "G10.117"

    def sentence(self) -> str:
        left = strands(self.fact.strands)
        return f"{self.fact.anchor} is no longer an anchor of {self.fact.web}; the web's strands are now {left}."

    def steps(self, at: Context) -> Iterator[str]:
        web, left = at.board.webs.get(self.fact.web), strands(self.fact.strands)
        if web is not None:
            yield f"Strands were {strands(web.strands)}."
        yield f"Without {self.fact.anchor}, its neighbours are joined by a straight line: {left}."
        yield "The players work out the strength again by the printed rules and enter it."

    def settle(self, at: Context) -> str:
        return reckoned(at, self.fact.web)


#: Why a web is gone, with the rule and what it asks for.
_DISSOLVED: Final = {
    "anchors": ("fewer than two anchors are left", "G10.117", "A web needs at least two anchors."),
    "parted": (
        "its anchors parted before it had power",
        "G10.211",
        "Before the web had power, its anchors moved farther apart than the length paid for.",
    ),
    "points": (
        "no point is joined to two others any longer",
        "G10.12",
        "Each point of a globular web must be joined to two others.",
    ),
}


class _Dissolved(Telling[WebDissolved]):
    loss = True

    def sentence(self) -> str:
        return f"{self.fact.web} dissolves: {_DISSOLVED[self.fact.cause][0]}."

    def cited(self, at: Context) -> str:
        return _DISSOLVED[self.fact.cause][1]

    def steps(self, at: Context) -> Iterator[str]:
        yield _DISSOLVED[self.fact.cause][2]
        yield self.sentence()


class _Trapped(Telling[UnitTrapped]):
    rule = "G10.51, G10.511"
    weight = VITAL

    def sentence(self) -> str:
        return f"{self.fact.unit} is in {self.fact.web}, {hexes(self.fact.exact)} from its line."

    def short(self) -> str:
        return self.sentence() if self.fact.exact else f"{self.fact.unit} is in {self.fact.web}, on its line."

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.webs import held_step, line_step

        board, web = at.board, at.board.webs[self.fact.web]
        for strand in web.strands:
            one, other = board.place_of(web, strand.one), board.place_of(web, strand.other)
            if one is not None and other is not None:
                yield line_step(end(strand.one), one, end(strand.other), other, board.units[self.fact.unit].place)
        yield held_step(self.fact.exact)
        yield f"The unit loses its inertia, and its warp speed falls by the web's strength, {written(web.strength)}."

    def values(self, at: Context) -> Mapping[str, Any]:
        return {"exact": written(self.fact.exact), "strength": written(at.board.webs[self.fact.web].strength)}


class _Freed(Telling[UnitFreed]):
    rule = "G10.51"

    def sentence(self) -> str:
        return f"{self.fact.unit} is no longer in a web."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"{self.fact.unit} is at least two hexes from every web that has power, or the web that held it is gone."
