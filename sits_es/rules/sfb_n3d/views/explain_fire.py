"""Fire and seeking weapons as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.ending.facts import OrderVoided, RunStopped, UnitLost
from sits_es.rules.sfb_n3d.fire.facts import WeaponFired
from sits_es.rules.sfb_n3d.launching.facts import SeekerLaunched, SeekerSpent, SeekerStruck
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.story.codes import why_in_words
from sits_es.rules.sfb_n3d.sums import weapons
from sits_es.rules.sfb_n3d.sums.arcs import MOUNTS, arcs_of
from sits_es.rules.sfb_n3d.sums.bearing import Bearing, bearing
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.paper import range_step, sight_steps, towards_step
from sits_es.rules.sfb_n3d.sums.words import hexes
from sits_es.rules.sfb_n3d.views.luck import faces
from sits_es.sentences import counted, listed


def _voided(context: Context) -> Working:
    fact: OrderVoided = context.event
    steps = [f"{why_in_words(fact)}."]
    board: Board | None = context.board
    if board is not None and fact.why.code == "does-not-bear" and fact.unit in board.units:
        steps += _no_mount(board, fact)
    return Working(
        rule="house: an order that cannot be carried out when its impulse comes is void, the rest stands",
        steps=tuple(steps),
        values={"code": fact.why.code, "values": list(fact.why.values)},
    )


def _no_mount(board: Board, fact: OrderVoided) -> Iterator[str]:
    """Why each mount of a group doesn't bear, from the bearing that the fact holds. Rule: D2.1."""
    name, yaw, pitch = fact.why.values
    group = board.class_of(board.units[fact.unit]).weapon(str(name))
    for mount in dict.fromkeys(group.mounts if group else ()):
        why = weapons.why_not(weapons.Weapon(group.arcs if group else (), mount), Bearing(int(yaw), int(pitch)))
        yield f"{mount.capitalize()} mount: {why or 'it bears'}."


def _stopped(context: Context) -> Working:
    fact: RunStopped = context.event
    return Working(
        rule="house: a run of impulses ends after an impulse in which a stop is met",
        steps=(tell(fact), "What was ordered for later impulses of this run is not carried out; it is ordered again."),
    )


def _fired(context: Context) -> Working:
    fact: WeaponFired = context.event
    board: Board = context.board
    unit, target = board.units[fact.unit], board.units[fact.target]
    group = board.class_of(unit).weapon(fact.weapon)
    seen = bearing(unit.place, unit.facing, target.place)
    steps = [*sight_steps(fact.unit, unit.place, unit.facing, fact.target, target.place)]
    arcs = () if group is None else group.arcs
    if seen is not None:
        holding = listed(arcs_of(seen))
        steps.append(f"Arcs that hold yaw {written(seen.yaw)}: {holding}; the group has {'+'.join(arcs) or 'none'}.")
    steps += [
        f"{mount.capitalize()} mount{_reach(mount)}: it bears, {fact.mounts.count(mount)} of them fire."
        for mount in dict.fromkeys(fact.mounts)
    ]
    dice = [face for roll in context.thrown for face in faces(roll)]
    if dice:
        steps.append(f"Dice: {', '.join(map(str, dice))}. What they do stands in the players' own tables.")
    return Working(
        rule="D1.4, D2.1, D2.11, D2.12; D2.3 for special mounts, E8.23 for maulers",
        modifiers=(
            Modifier(name="range", value=str(fact.exact // WHOLE), rule=f"{hexes(fact.exact)}, rounded down (D1.4)"),
            Modifier(name="weapons", value=str(len(fact.mounts)), rule="those of the group that bear, as ordered"),
        ),
        steps=tuple(steps),
        expected="3.5 a die." if dice else "",
        values={
            "range": fact.exact // WHOLE,
            "exact": written(fact.exact),
            "yaw": None if fact.yaw is None else written(fact.yaw),
            "pitch": None if fact.pitch is None else written(fact.pitch),
            "mounts": list(fact.mounts),
            "dice": dice,
        },
    )


def _reach(mount: str) -> str:
    """The pitch that a mount reaches, in brackets; nothing for the special ones."""
    if mount not in MOUNTS:
        return ""
    low, high = MOUNTS[mount]
    return f" (pitch {low} to {high})"


def _launched(context: Context) -> Working:
    fact: SeekerLaunched = context.event
    board: Board = context.board
    unit = board.units[fact.unit]
    target = board.units.get(fact.target or "")
    place = fact.aim if target is None else target.place
    launcher = board.class_of(unit).launcher(fact.launcher)
    placing = "free" if launcher is None else launcher.placing
    how = {
        "free": f"It is placed with its target dead ahead: {fact.facing}.",
        "fixed": f"Its tube is fixed: the ship's pitch and roll, the ship's yaw and the tube's make {fact.facing}.",
        "swivel": f"Its tube swivels up to 120 each way: as near to the target as that allows, {fact.facing}.",
    }[placing]
    steps = [f"It goes out at its launcher's place, {fact.place}."]
    if place is not None:
        steps.append(towards_step(fact.place, place, fact.target or "Its aim"))
    steps += [how, "The target must be within its FA arc (yaw -70 to 70) and a centre mount's pitch (-60 to 60)."]
    return Working(
        rule="A3.4, F1.24; FP3.1 for fixed tubes, D2.34 and D2.35 for swivels, F4 for ballistic ones",
        steps=tuple(steps),
        values={"place": str(fact.place), "facing": fact.facing.decimals(), "speed": written(fact.speed)},
    )


def _struck(context: Context) -> Working:
    fact: SeekerStruck = context.event
    board: Board = context.board
    one, other = board.units[fact.unit], board.units[fact.target]
    return Working(
        rule="F2.3",
        steps=(
            range_step(fact.unit, one.place, fact.target, other.place),
            f"{written(fact.exact)} is less than 1.0000: it is in the same hex and strikes. At 1.0000 it would not.",
        ),
        values={"exact": written(fact.exact)},
    )


def _spent(context: Context) -> Working:
    fact: SeekerSpent = context.event
    board: Board = context.board
    unit = board.units[fact.unit]
    flies = board.class_of(unit).endurance
    steps = {
        "endurance": f"It has flown {counted(board.clock - unit.since, 'impulse')}, and its card gives it {flies}.",
        "target": f"{unit.target} is out of the game, so it has nothing left to seek.",
        "planet": "It came nearer to a body's middle than its radius.",
    }
    rules = {"endurance": "house: the card's endurance", "target": "F2.21", "planet": "P2.1, P2.231"}
    return Working(rule=rules[fact.cause], steps=(steps[fact.cause],))


def _gone(context: Context) -> Working:
    fact: UnitLost = context.event
    step = f"{fact.unit} was aboard {fact.carrier}, which is out of the game."
    return Working(rule="house: what is aboard is lost with its carrier", steps=(step,))


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    OrderVoided: _voided,
    RunStopped: _stopped,
    WeaponFired: _fired,
    SeekerLaunched: _launched,
    SeekerStruck: _struck,
    SeekerSpent: _spent,
    UnitLost: _gone,
}
