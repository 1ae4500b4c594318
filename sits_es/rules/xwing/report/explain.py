"""Any fact of X-Wing as it would be measured again at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from sits_es.events import Event
from sits_es.orders.language import shortest
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.xwing import citations
from sits_es.rules.xwing.events import entered, followed, setup
from sits_es.rules.xwing.report.explain_attacks import attack_entered, attack_proved, attack_spoken_of
from sits_es.rules.xwing.state import Ship, Stand
from sits_es.rules.xwing.sums.bases import within_a_turn
from sits_es.rules.xwing.sums.paper import firing_steps, turret_step
from sits_es.rules.xwing.weapons import firing_arcs_of
from sits_es.sentences import listed


def explain(context: Context) -> Working:
    """How an event comes about; of one that isn't of X-Wing, nothing."""
    found = _EXPLAINED.get(type(context.event))
    return Working(rule="") if found is None else found(context)


def _listed(context: Context) -> Working:
    fact: setup.ShipListed = context.event
    whence = firing_arcs_of(fact.shaded, fact.points, fact.weapons)
    steps = [*firing_steps(whence)]
    if fact.turret is not None:
        steps.insert(0, f"Its {fact.turret} turret arc indicator points to {listed(fact.points)} from set-up on.")
    return Working(
        rule=citations.LISTED,
        steps=tuple(steps),
        values={"firing_arcs": [*whence]},
    )


def _moved(context: Context) -> Working:
    fact: entered.ShipMoved = context.event
    before = None if context.board is None else context.board.ships[fact.ship].stand
    if before is None:
        return Working(rule=citations.ENTERED)
    far = Stand(fact.x, fact.y, fact.facing).away_from(before)
    turned = within_a_turn(Decimal(fact.facing) - Decimal(before.facing))
    way = "It keeps its facing." if not turned else f"It turns {_turn(turned)}."
    return Working(
        rule=f"{citations.ENTERED}; the place is what counts, {fact.template} is the players' word for the way",
        steps=(f"{fact.ship} was at {before}.", f"Its middle is {far} mm from there.", way),
        values={"from": [before.x, before.y, before.facing], "distance": far},
    )


def _turn(degrees: Decimal) -> str:
    clockwise = degrees <= 180
    return f"{shortest(degrees if clockwise else 360 - degrees)} degrees {'' if clockwise else 'counter-'}clockwise"


def _rotated(context: Context) -> Working:
    fact: entered.TurretRotated = context.event
    ship: Ship | None = None if context.board is None else context.board.ships[fact.ship]
    before = () if ship is None else (f"Before it pointed to {listed(ship.points)}.",)
    by = (f"By a ruling: {fact.ruling}",) if fact.ruling else ()
    return Working(
        rule=citations.ROTATE,
        steps=(*before, *by, turret_step(fact.ship, fact.points)),
        values={"turret": [*fact.points]},
    )


def _display(context: Context) -> Working:
    fact: entered.DamageEntered | entered.DamageRegained = context.event
    sign = -1 if isinstance(fact, entered.DamageEntered) else 1
    ship: Ship | None = None if context.board is None else context.board.ships[fact.ship]
    kinds = [(kind, getattr(fact, kind)) for kind in ("shields", "hull") if getattr(fact, kind)]
    left = {} if ship is None else {kind: getattr(ship, kind) for kind, _ in kinds}
    sums = [
        f"{kind.capitalize()}: {left[kind]} {'-' if sign < 0 else '+'} {many} = {left[kind] + sign * many}."
        for kind, many in kinds
        if kind in left
    ]
    return Working(
        rule=citations.ENTERED,
        modifiers=tuple(Modifier(name=kind, value=f"{sign * many:+}", rule="its display") for kind, many in kinds),
        steps=tuple(sums),
    )


def _lost(context: Context) -> Working:
    fact: followed.ShipLost = context.event
    return Working(rule=citations.LOST, steps=(f"{fact.ship} has 0 hull left.",))


def _counted(context: Context) -> Working:
    fact: followed.EntryCounted = context.event
    following = f"round {fact.turn + 1}, entry 1" if fact.last else f"round {fact.turn}, entry {fact.entry + 1}"
    return Working(rule=citations.ROUND_END, steps=(f"What comes next is {following}.",))


def _said(context: Context) -> Working:
    del context
    return Working(rule=citations.ENTERED)


def _table(context: Context) -> Working:
    fact: setup.TableLaid = context.event
    return Working(rule=citations.SCENARIO, values={"table": [fact.width, fact.height]})


_EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    setup.TableLaid: _table,
    setup.ShipListed: _listed,
    entered.ShipPlaced: _said,
    entered.ShipMoved: _moved,
    entered.TurretRotated: _rotated,
    entered.AttackEntered: attack_entered,
    entered.DamageEntered: _display,
    entered.DamageRegained: _display,
    entered.CriticalEntered: _said,
    entered.NoteEntered: _said,
    entered.ShipRemoved: _said,
    entered.DisputeEntered: attack_spoken_of,
    entered.RulingEntered: attack_spoken_of,
    entered.RoundEndEntered: _said,
    followed.AttackDeclared: attack_proved,
    followed.ShipLost: _lost,
    followed.EntryCounted: _counted,
}
