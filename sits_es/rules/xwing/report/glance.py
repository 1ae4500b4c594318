"""A round of X-Wing at a glance: shields and hull left, every ship in a few words, and what was entered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sits_es.events import REGISTRY, Event
from sits_es.report import Stage
from sits_es.report.blocks import Phrase
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Measure, Told, UnitGlance, changed
from sits_es.rules.xwing.events.entered import (
    CriticalEntered,
    DamageEntered,
    DisputeEntered,
    RulingEntered,
    ShipMoved,
    ShipPlaced,
    ShipRemoved,
    TurretRotated,
)
from sits_es.rules.xwing.events.followed import ShipLost
from sits_es.rules.xwing.report.rounds import UNTOLD
from sits_es.rules.xwing.report.scenes import scene
from sits_es.rules.xwing.report.sightings import sightings
from sits_es.rules.xwing.state import Board, Ship
from sits_es.sentences import listed, without_full_stop

#: What nobody may miss, and what is a detail; all else is usual.
_VITAL: Final[tuple[type[Event], ...]] = (
    DamageEntered,
    CriticalEntered,
    DisputeEntered,
    RulingEntered,
    ShipRemoved,
    ShipLost,
)
_DETAILS: Final[tuple[type[Event], ...]] = (ShipPlaced, ShipMoved, TurretRotated)


def glance(run: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
    """What the entries of a round brought; without any, the table alone. tell: a fact as a sentence. Rule: house."""
    first = run[0].before if run else board
    return Glance(
        title=f"round {run[0].before.turn}" if run else f"before round {board.turn}, entry {board.entry}",
        measures=measures(board),
        scene=scene(board) if any(board.placed()) else None,
        units=tuple(_ships(first, board)),
        happened=(told for stage in run for told in _entered(stage, tell)),
    )


def measures(board: Board) -> Iterator[Measure]:
    """Ships in the game, and what their displays have left."""
    ships = board.ships.values()
    sides = sorted({ship.side for ship in ships})
    of_side = {side: [ship for ship in ships if ship.side == side] for side in sides}
    yield Measure(
        name="ships left",
        sides=tuple((side, sum(ship.gone is None for ship in of_side[side])) for side in sides),
        most=tuple(len(of_side[side]) for side in sides),
    )
    for name, most in (("hull", "most_hull"), ("shields", "most_shields")):
        yield Measure(
            name=name,
            sides=tuple(
                (side, sum(getattr(ship, name) for ship in of_side[side] if ship.gone is None)) for side in sides
            ),
            most=tuple(sum(getattr(ship, most) for ship in of_side[side]) for side in sides),
        )


# ships


def _ships(before: Board, after: Board) -> Iterator[UnitGlance]:
    """Ships by side, those out of the game last; each with the enemies in its firing arcs."""
    held: dict[str, list[str]] = {}
    for each in sightings(after):
        if each.sight.holds:
            nearest = min(hold.range or 0 for hold in each.sight.holds)
            held.setdefault(each.ship, []).append(f"{each.enemy} at range {nearest}")
    for ship in sorted(after.ships.values(), key=lambda each: (each.gone is not None, each.side, each.name)):
        was = before.ships.get(ship.name, ship)
        yield UnitGlance(name=ship.name, side=ship.side, told=_ship(was, ship, held.get(ship.name, [])))


def _ship(was: Ship, ship: Ship, held: Sequence[str]) -> Iterator[Told]:
    if ship.gone is not None:
        yield Told([Phrase(f"OUT: {ship.gone}", "bad")], VITAL)
        return
    yield Told(changed("hull", ship.hull, ship.most_hull, was.hull), VITAL)
    yield Told(changed("shields", ship.shields, ship.most_shields, was.shields), VITAL)
    if ship.criticals:
        yield Told([Phrase(f"CRITICAL {'; '.join(ship.criticals)}", "bad")], VITAL)
    yield Told("not placed" if ship.stand is None else str(ship.stand), USUAL)
    if ship.points:
        yield Told(f"turret {', '.join(ship.points)}", DETAIL)
    if held:
        yield Told(f"holds {listed(held)}", USUAL)


# what was entered


def _entered(stage: Stage, tell: Callable[[Event], str]) -> Iterator[Told]:
    place = f"{stage.before.turn}.{stage.before.entry}"
    for fact in stage.facts:
        if REGISTRY.stored_name(type(fact)).name in UNTOLD:
            continue
        weight = VITAL if isinstance(fact, _VITAL) else DETAIL if isinstance(fact, _DETAILS) else USUAL
        yield Told(without_full_stop(tell(fact)), weight, place)
