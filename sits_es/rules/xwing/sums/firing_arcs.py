"""A ship's firing arcs: the shaded ones on its token, those of its turret, and those that its upgrades give.

Rule: the printed page, "Firing Arcs"; rules.md, Firing arcs.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.rules.xwing.sums.arcs import Sight, sight
from sits_es.rules.xwing.sums.areas import ARCS, in_order
from sits_es.rules.xwing.sums.bases import Placement
from sits_es.rules.xwing.sums.turrets import turret_problems
from sits_es.sentences import unknown


@frozen
class Firing:
    """Whether a ship's firing arcs hold a target. firing_arcs: all of them, in the order of ARCS; why: whence each is.

    sight: what they hold of the target; why has an arc with "shaded", "turret", "upgrade", each once, in this order.
    """

    firing_arcs: tuple[str, ...]
    why: dict[str, tuple[str, ...]]
    sight: Sight

    @property
    def holding(self) -> tuple[str, ...]:
        """The firing arcs that hold the target."""
        return self.sight.arcs

    @property
    def arc_range(self) -> dict[str, int]:
        """The attack range in each of these."""
        return self.sight.arc_range


def firing(
    one: Placement,
    other: Placement,
    *,
    shaded: Iterable[str] = (),
    turret: Iterable[str] = (),
    upgrades: Iterable[str] = (),
) -> Firing:
    """Which firing arcs of `one` hold `other`.

    shaded: on the token; turret: where its indicator points, nothing without one; upgrades: turret arcs, and arcs that
    primary weapons of upgrades state: nothing else of an upgrade counts. Raises NotAllowedError with all that is wrong.
    """
    whence = firing_arcs(shaded=shaded, turret=turret, upgrades=upgrades)
    return Firing(tuple(whence), whence, sight(one, other, whence))


def firing_arcs(
    *, shaded: Iterable[str] = (), turret: Iterable[str] = (), upgrades: Iterable[str] = ()
) -> dict[str, tuple[str, ...]]:
    """A ship's firing arcs in the order of ARCS, each with whence it is. Raises NotAllowedError."""
    given = {"shaded": tuple(shaded), "turret": tuple(dict.fromkeys(turret)), "upgrade": tuple(upgrades)}
    problems = [unknown("arc", arc, ARCS) for arc in (*given["shaded"], *given["upgrade"]) if arc not in ARCS]
    if given["turret"]:
        problems += turret_problems(given["turret"])
    if problems:
        raise NotAllowedError(problems)
    return {
        arc: tuple(source for source, arcs in given.items() if arc in arcs)
        for arc in in_order(arc for arcs in given.values() for arc in arcs)
    }
