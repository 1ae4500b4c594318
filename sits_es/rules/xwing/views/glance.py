"""A round of X-Wing at a glance: shields and hull left, every ship in a few words, and what was entered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cache, partial
from typing import Final

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Phrase
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Glimpse, UnitGlance, UnitLine, changed
from sits_es.report.steps import stored_name
from sits_es.rules.told import Told
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.views.scenes import scene
from sits_es.rules.xwing.views.sightings import sightings
from sits_es.rules.xwing.views.standing import measures
from sits_es.sentences import listed, without_full_stop

#: What the next heading, or what comes of it, tells better, by its stored name.
UNTOLD: Final = frozenset(
    f"game.{name}"
    for name in ("ExchangeOpened", "OrdersSealed", "OrdersRevealed", "SeedMade", "SegmentClosed", "TurnClosed")
)


def glance(run: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
    """What the entries of a round brought; without any, the table alone. tell: a fact as a sentence. Rule: house."""
    first = run[0].before if run else board
    return Glance(
        title=f"round {run[0].before.turn}" if run else f"before round {board.turn}, entry {board.entry}",
        measures=measures(board),
        scene=scene(board) if any(board.placed()) else None,
        units=tuple(map(UnitGlance.of, lines(first, board))),
        happened=(told for stage in run for told in _entered(stage, tell)),
    )


# ships


def lines(before: Board, board: Board) -> Iterator[UnitLine]:
    """Ships by side, those out of the game last; each with the enemies in its firing arcs."""
    held = cache(partial(_held, board))
    for ship in sorted(board.ships.values(), key=lambda each: (each.gone is not None, each.side, each.name)):
        was = before.ships.get(ship.name, ship)
        yield UnitLine(name=ship.name, side=ship.side, told=_ship(was, ship, held), values=copy(ship))


def _held(board: Board) -> dict[str, list[str]]:
    """The enemies in each ship's firing arcs, with the least range."""
    held: dict[str, list[str]] = {}
    for each in sightings(board):
        if each.sight.holds:
            nearest = min(hold.range or 0 for hold in each.sight.holds)
            held.setdefault(each.ship, []).append(f"{each.enemy} at range {nearest}")
    return held


def _ship(was: Ship, ship: Ship, held: Callable[[], dict[str, list[str]]]) -> Iterator[Glimpse]:
    if ship.gone is not None:
        yield Glimpse([Phrase(f"OUT: {ship.gone}", "bad")], VITAL)
        return
    yield Glimpse(changed("hull", ship.hull, ship.most_hull, was.hull), VITAL)
    yield Glimpse(changed("shields", ship.shields, ship.most_shields, was.shields), VITAL)
    if ship.criticals:
        yield Glimpse([Phrase(f"CRITICAL {'; '.join(ship.criticals)}", "bad")], VITAL)
    yield Glimpse("not placed" if ship.stand is None else str(ship.stand), USUAL)
    if ship.points:
        yield Glimpse(f"turret {', '.join(ship.points)}", DETAIL)
    if enemies := held().get(ship.name):
        yield Glimpse(f"holds {listed(enemies)}", USUAL)


# what was entered


def _entered(stage: Stage, tell: Callable[[Event], str]) -> Iterator[Glimpse]:
    place = f"{stage.before.turn}.{stage.before.entry}"
    for fact in stage.facts:
        weight = Told.of(fact).weight if hasattr(fact, "apply") else USUAL
        if weight is not None and stored_name(fact) not in UNTOLD:
            yield Glimpse(without_full_stop(tell(fact)), weight, place)
