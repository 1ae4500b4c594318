"""Any fact of SFB 'n3D as a person would redo it on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d.ending.facts import DamageEntered, LossEntered, StopOrdered
from sits_es.rules.sfb_n3d.fact import Fact, OfUnit, Order
from sits_es.rules.sfb_n3d.fire.facts import FireOrdered
from sits_es.rules.sfb_n3d.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb_n3d.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb_n3d.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb_n3d.spheres.facts import SphereEndOrdered, SphereEntered, SphereOrdered
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.rules.sfb_n3d.views import (
    explain_blasts,
    explain_drift,
    explain_fire,
    explain_motion,
    explain_terrain,
    explain_turns,
    explain_webs,
)
from sits_es.rules.sfb_n3d.views.luck import SIDES, faces
from sits_es.rules.sfb_n3d.webs.facts import AnchorDropOrdered, CastOrdered, WebEntered, WebOrdered, WebPowerOrdered
from sits_es.rules.told import told_of
from sits_es.sentences import counted

#: Where what an order asks for stands, by its form.
ORDER_RULES: Final[Mapping[type[Event], str]] = {
    SpeedOrdered: "C1.4, C1.43",
    ThrustOrdered: "C2.111",
    TurnOrdered: "C3.1, C3.31",
    TacOrdered: "C5",
    HetOrdered: "C6.0",
    DecelerationOrdered: "C8.0, C8.41",
    OrbitOrdered: "P8.41",
    OrbitEndOrdered: "P8.4",
    BindOrdered: "C14.20",
    SphereOrdered: "G23.41",
    SphereEndOrdered: "G23.4",
    FireOrdered: "D2.1",
    LaunchOrdered: "F1.24, F4, FP3.1",
    ReleaseOrdered: "A3.4",
    WebOrdered: "G10.211",
    PointOrdered: "G10.12",
    JoinOrdered: "G10.12",
    PointMoveOrdered: "G10.12",
    WebPowerOrdered: "G10.3",
    AnchorDropOrdered: "G10.117",
    CastOrdered: "G10, note on web casters",
    StopOrdered: "house",
}


def explain(context: Context) -> Working:
    """How an event comes about; of one that isn't of SFB 'n3D, nothing."""
    if isinstance(context.event, Order):
        return _order(context)
    found = _EXPLAINED.get(type(context.event))
    if found is None:
        return told_of(context.event).working(context) if isinstance(context.event, Fact) else Working(rule="")
    return found(context)


def _order(context: Context) -> Working:
    order: OfUnit = context.event
    return Working(
        rule=f"{ORDER_RULES[type(order)]}: an order as its player gave it, sealed before it was revealed",
        steps=("It is carried out in that impulse if it can be then; otherwise it comes to nothing.",),
    )


def _roll(context: Context) -> Working:
    roll: DiceRolled = context.event
    keyed = "dice are worked out from the exchange's seed and the roll's own name (house)"
    if roll.sides != SIDES:
        return Working(rule=keyed, steps=(f"{counted(len(roll.faces), 'die')} with {roll.sides} sides.",))
    shown = faces(roll)
    about = f" for {roll.object}" if roll.object else ""
    return Working(
        rule=keyed,
        steps=(
            f"{roll.actor or 'The field'} rolls {roll.purpose}{about}.",
            f"Faces 0 to 5 are read as 1 to 6: {', '.join(map(str, shown))}.",
        ),
        expected=f"{written(len(shown) * 35, 1)} in all, 3.5 a die; here {sum(shown)}.",
        values={"dice": list(shown)},
    )


def _damage(context: Context) -> Working:
    fact: DamageEntered = context.event
    before = context.board.units[fact.unit].damage if context.board is not None else 0
    return Working(
        rule="the players' own displays: damage, shields and energy stay there",
        modifiers=(Modifier(name="damage", value=f"+{fact.points}", rule="as its player entered it"),),
        steps=(f"Points entered so far: {before} + {fact.points} = {before + fact.points}.",),
        values={"damage": before + fact.points},
    )


def _lost(context: Context) -> Working:
    fact: LossEntered = context.event
    rest = f"It explodes with {written(fact.strength)}, which every unit feels by range." if fact.strength else ""
    return Working(
        rule="the players' own displays; D5.2 for the explosion",
        steps=tuple(step for step in ("Its player entered that it is out of the game.", rest) if step),
    )


def _sphere(context: Context) -> Working:
    fact: SphereEntered = context.event
    step = f"By the printed rules the sphere has {written(fact.energy)} of energy left after what it met."
    return Working(rule="G23.4, the printed rules", steps=(step,))


def _web(context: Context) -> Working:
    fact: WebEntered = context.event
    left = f"By the printed rules {fact.web} has {written(fact.traditional)} left"
    step = f"{left}; here it counts four times, a cast web's once."
    return Working(rule="G10.3, the printed rules", steps=(step,))


_EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    DiceRolled: _roll,
    DamageEntered: _damage,
    LossEntered: _lost,
    SphereEntered: _sphere,
    WebEntered: _web,
    **explain_motion.EXPLAINED,
    **explain_turns.EXPLAINED,
    **explain_drift.EXPLAINED,
    **explain_fire.EXPLAINED,
    **explain_blasts.EXPLAINED,
    **explain_terrain.EXPLAINED,
    **explain_webs.EXPLAINED,
}
