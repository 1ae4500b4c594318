"""Every kind of event of a fight, and how it is redone from its explanation's text alone; see `redone_on_paper`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.shared.fire_on_paper import arrival, beam, box, hit, lance, layer, roll, salvo, torpedoes, wall
from tests.shared.motion_on_paper import displacement, dot, grid, pivot, pulse, thrust_break
from tests.shared.redone_on_paper import DoesNotFollowError, Paper

#: By the stored name of an event, how it is redone.
BY_KIND: dict[str, Callable[[Paper], Iterator[str]]] = {
    "sits.SalvoLaunched": salvo,
    "sits.AttackArrived": arrival,
    "sits.LayerFought": layer,
    "sits.WallMet": wall,
    "sits.BeamFired": beam,
    "sits.LanceFired": lance,
    "sits.HitScored": hit,
    "sits.BoxDestroyed": box,
    "sits.PulseCrossed": pulse,
    "sits.DotGained": dot,
    "sits.FutureDisplaced": displacement,
    "sits.FutureMarked": grid,
    "sits.GridFilled": grid,
    "sits.PivotBegun": pivot,
    "sits.ThrustBroke": thrust_break,
    "dice.Rolled": roll,
}


def redo(kind: str, text: str) -> list[str]:
    """An explanation redone: what was worked out. Raises DoesNotFollowError and MissingError."""
    try:
        paper = Paper(text)
        by = torpedoes if kind == "sits.BeamFired" and "torpedo" in paper.sentence else BY_KIND[kind]
        return list(by(paper))
    except (ValueError, IndexError, KeyError, StopIteration) as fault:
        message = f"the text can't be worked with: {fault!r}"
        raise DoesNotFollowError(message) from fault
