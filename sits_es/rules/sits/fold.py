"""What each fact does to the board. Handlers work on a board in place; `fold` is the pure form for the outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from attrs import evolve as changed

from sits_es.events import Event
from sits_es.rules.sits.events import damage, defence, fire, miracles, motion
from sits_es.rules.sits.orders import forms
from sits_es.rules.sits.play.deck import MIRACLE
from sits_es.rules.sits.play.thrust_chart import ThrustChart
from sits_es.rules.sits.scenario.terms import TermsSet, Victory
from sits_es.rules.sits.ship.tracks import fresh_boxes, marked, put_down, tried
from sits_es.rules.sits.state import HIT, Attack, Board, Launch, Pivot, Roll, Ship, freeze, thaw

E = TypeVar("E", bound=Event)
BoardHandler = Callable[[Board, Any], None]

#: Handlers by class of event. An event without one is not a fact of SITS.
HANDLERS: dict[type[Event], BoardHandler] = {}


def _does(cls: type[E]) -> Callable[[Callable[[Board, E], None]], Callable[[Board, E], None]]:
    def register(handler: Callable[[Board, E], None]) -> Callable[[Board, E], None]:
        HANDLERS[cls] = handler
        return handler

    return register


def fold(board: Board, facts: Iterable[Event]) -> Board:
    """The board after all the facts: thawed once, frozen once."""
    working = thaw(board)
    for fact in facts:
        HANDLERS[type(fact)](working, fact)
    return freeze(working)


def _nothing(_board: Board, _fact: Event) -> None:
    """A fact that is told and kept, and moves nothing on the board."""


for _told in (
    *forms.SEGMENT_ORDERS,
    *forms.BREAK_ORDERS,
    fire.OrderVoided,
    fire.OrdersStopped,
    fire.WallMet,
    fire.TorpedoesStopped,
    defence.AttackArrived,
    damage.HullStruck,
    damage.HitScored,
    damage.DamageWasted,
    damage.ExplosionChecked,
    motion.DotGained,
    miracles.LayerIgnored,
):
    HANDLERS[_told] = _nothing


@_does(motion.ShipPlaced)
def _placed(board: Board, fact: motion.ShipPlaced) -> None:
    board.ships[fact.ship] = Ship(
        name=fact.ship,
        ship_class=fact.ship_class,
        side=fact.side,
        player=fact.player,
        position=fact.position,
        vectors=fact.vectors,
        attitude=fact.attitude,
        boxes=fresh_boxes(board.classes[fact.ship_class]),
    )


@_does(TermsSet)
def _terms(board: Board, fact: TermsSet) -> None:
    board.victory = Victory(turns=fact.turns, points=fact.points, margin=fact.margin)


@_does(forms.SlideOrdered)
def _slide(board: Board, fact: forms.SlideOrdered) -> None:
    board.ships[fact.ship].slide = fact.facing


@_does(forms.PresentOrdered)
def _present(board: Board, fact: forms.PresentOrdered) -> None:
    board.ships[fact.ship].present = fact.facing


@_does(motion.FutureMarked)
def _future(board: Board, fact: motion.FutureMarked) -> None:
    ship = board.ships[fact.ship]
    ship.future = fact.at
    ship.decoys_active = 0
    ship.slide = ship.present = ship.wonder = None
    ship.fired = ()
    ship.cut = ship.turned = False


@_does(motion.ThrustChanged)
def _thrust(board: Board, fact: motion.ThrustChanged) -> None:
    ship = board.ships[fact.ship]
    ship.thrust = fact.after
    ship.cut = fact.cause == "order" and fact.after == 0


@_does(motion.PlotsNamed)
def _plots(board: Board, fact: motion.PlotsNamed) -> None:
    board.ships[fact.ship].plots = {choice.window: choice.vector for choice in fact.plots}


@_does(motion.PivotBegun)
def _pivot(board: Board, fact: motion.PivotBegun) -> None:
    ship = board.ships[fact.ship]
    ship.pivot = Pivot(start=ship.attitude, to=fact.to, path=fact.path, due=fact.due)


@_does(motion.RollBegun)
def _roll(board: Board, fact: motion.RollBegun) -> None:
    board.ships[fact.ship].roll = Roll(side=fact.side, due=fact.due)


@_does(motion.PulseCrossed)
def _pulse(board: Board, fact: motion.PulseCrossed) -> None:
    ship = board.ships[fact.ship]
    ship.chart = ThrustChart((*ship.chart.thrusts, fact.thrust), (*ship.chart.noses, fact.nose))


@_does(motion.FutureDisplaced)
def _displaced(board: Board, fact: motion.FutureDisplaced) -> None:
    board.ships[fact.ship].future = fact.at


@_does(motion.HalvesKept)
def _halves(board: Board, fact: motion.HalvesKept) -> None:
    board.ships[fact.ship].halves = fact.halves


@_does(motion.ShipMoved)
def _moved(board: Board, fact: motion.ShipMoved) -> None:
    ship = board.ships[fact.ship]
    ship.position, ship.future = fact.end, None


@_does(motion.TurnSpent)
def _turn_spent(board: Board, fact: motion.TurnSpent) -> None:
    _spend(board.ships[fact.ship], fact.by, fact.segments)


def _spend(ship: Ship, by: str, segments: int) -> None:
    if by == "pivot" and ship.pivot is not None:
        ship.pivot = changed(ship.pivot, spent=segments)
    elif by == "roll" and ship.roll is not None:
        ship.roll = changed(ship.roll, spent=segments)


@_does(motion.ShipTurned)
def _turned(board: Board, fact: motion.ShipTurned) -> None:
    ship = board.ships[fact.ship]
    ship.attitude = fact.attitude
    turn = ship.pivot if fact.by == "pivot" else ship.roll
    if turn is not None and fact.windows < fact.of:
        _spend(ship, fact.by, turn.spent + 1)
    elif fact.by == "pivot":
        ship.pivot, ship.turned = None, True
    else:
        ship.roll = None


@_does(motion.ThrustBroke)
def _broke(board: Board, fact: motion.ThrustBroke) -> None:
    ship = board.ships[fact.ship]
    ship.chart = ThrustChart()
    ship.plots = {}


@_does(motion.GridFilled)
def _grid(board: Board, fact: motion.GridFilled) -> None:
    board.ships[fact.ship].vectors = fact.vectors


@_does(fire.BeamFired)
def _beam(board: Board, fact: fire.BeamFired) -> None:
    _fired(board, fact.shooter, fact.weapon)


@_does(fire.LanceFired)
def _lance(board: Board, fact: fire.LanceFired) -> None:
    _fired(board, fact.shooter, fact.weapon)


def _fired(board: Board, shooter: str, weapon: str) -> None:
    ship = board.ships[shooter]
    ship.fired = (*ship.fired, weapon)
    ship.counters[weapon] = board.class_of(ship).recycle(weapon)


@_does(fire.SalvoLaunched)
def _launched(board: Board, fact: fire.SalvoLaunched) -> None:
    ship = board.ships[fact.shooter]
    mount = board.class_of(ship).mount(fact.mount)
    if mount is None:
        raise KeyError(fact.mount)
    ship.counters[fact.mount] = mount.reload
    ship.spent[fact.mount] = ship.spent.get(fact.mount, 0) + mount.takes(fact.salvoes, fact.tubes)
    launch = Launch(turn=board.turn, salvoes=fact.salvoes)
    ship.launches[fact.target] = (*ship.launches.get(fact.target, ()), launch)
    board.attacks[fact.attack] = Attack(launched=fact, left=fact.missiles)


@_does(defence.DecoysDeployed)
def _decoys(board: Board, fact: defence.DecoysDeployed) -> None:
    ship = board.ships[fact.ship]
    ship.decoys_active += fact.count
    ship.decoys_spent += fact.count


@_does(defence.LayerFought)
def _layer(board: Board, fact: defence.LayerFought) -> None:
    board.attacks[fact.attack].left = fact.left


@_does(defence.AttackSpent)
def _spent(board: Board, fact: defence.AttackSpent) -> None:
    del board.attacks[fact.attack]


@_does(damage.BoxDestroyed)
def _box(board: Board, fact: damage.BoxDestroyed) -> None:
    boxes = board.ships[fact.ship].boxes
    boxes[fact.track] = marked(boxes[fact.track], fact.box, HIT)


@_does(damage.WallDisabled)
def _wall(board: Board, fact: damage.WallDisabled) -> None:
    boxes = board.ships[fact.ship].boxes
    boxes[fact.track] = put_down(boxes[fact.track])


@_does(damage.ShipDestroyed)
def _destroyed(board: Board, fact: damage.ShipDestroyed) -> None:
    ship = board.ships[fact.ship]
    ship.destroyed, ship.future = fact.cause.code, None


@_does(damage.CountersRun)
def _counters(board: Board, fact: damage.CountersRun) -> None:
    board.ships[fact.ship].counters = dict(fact.counters)


@_does(damage.RepairTried)
def _repair(board: Board, fact: damage.RepairTried) -> None:
    boxes = board.ships[fact.ship].boxes
    boxes[fact.track] = tried(boxes[fact.track], fact.box, repaired=fact.repaired, lost=fact.lost)


@_does(miracles.CardDrawn)
def _drawn(board: Board, fact: miracles.CardDrawn) -> None:
    board.ships[fact.ship].hand = () if fact.count > MIRACLE[-1] else fact.hand


@_does(miracles.MiracleSpent)
def _miracle(board: Board, fact: miracles.MiracleSpent) -> None:
    ship = board.ships[fact.ship]
    ship.hand, ship.wonder = (), fact.miracle
    if fact.miracle == "save decoy":
        ship.decoys_spent -= 1


@_does(miracles.BoxesReopened)
def _reopened(board: Board, fact: miracles.BoxesReopened) -> None:
    boxes = board.ships[fact.ship].boxes
    for box in fact.boxes:
        boxes[fact.track] = marked(boxes[fact.track], box, HIT)
