"""Fire, seeking weapons, explosions, mines and spheres as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Happening, Modifier, Working
from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.events import fire
from sits_es.rules.sfb_n3d.play.moving import speed_left
from sits_es.rules.sfb_n3d.report.explain_words import (
    NO_DICE,
    decimal,
    faces,
    range_step,
    sight_steps,
    thrown,
    towards_step,
)
from sits_es.rules.sfb_n3d.state import Board
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.story.codes import why_in_words
from sits_es.rules.sfb_n3d.story.words import hexes, points
from sits_es.rules.sfb_n3d.sums import expanding_spheres, weapons
from sits_es.rules.sfb_n3d.sums.arcs import MOUNTS, arcs_of
from sits_es.rules.sfb_n3d.sums.bearings import Bearing, bearing
from sits_es.rules.sfb_n3d.sums.explosions import WEB_STEP
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.sentences import counted, listed


def _voided(happening: Happening) -> Working:
    fact: fire.OrderVoided = happening.event
    steps = [f"{why_in_words(fact)}."]
    board: Board | None = happening.board
    if board is not None and fact.why.code == "does-not-bear" and fact.unit in board.units:
        steps += _no_mount(board, fact)
    return Working(
        rule="house: an order that cannot be carried out when its impulse comes is void, the rest stands",
        steps=tuple(steps),
        values={"code": fact.why.code, "values": list(fact.why.values)},
    )


def _no_mount(board: Board, fact: fire.OrderVoided) -> Iterator[str]:
    """Why each mount of a group doesn't bear, from the bearing that the fact holds. Rule: D2.1."""
    name, yaw, pitch = fact.why.values
    group = board.class_of(board.units[fact.unit]).weapon(str(name))
    for mount in dict.fromkeys(group.mounts if group else ()):
        why = weapons.why_not(weapons.Weapon(group.arcs if group else (), mount), Bearing(int(yaw), int(pitch)))
        yield f"{mount.capitalize()} mount: {why or 'it bears'}."


def _stopped(happening: Happening) -> Working:
    fact: fire.RunStopped = happening.event
    return Working(
        rule="house: a run of impulses ends after an impulse in which a stop is met",
        steps=(tell(fact), "What was ordered for later impulses of this run is not carried out; it is ordered again."),
        expected=NO_DICE,
    )


def _fired(happening: Happening) -> Working:
    fact: fire.WeaponFired = happening.event
    board: Board = happening.board
    unit, target = board.units[fact.unit], board.units[fact.target]
    group = board.class_of(unit).weapon(fact.weapon)
    seen = bearing(unit.place, unit.facing, target.place)
    steps = [*sight_steps(board, fact.unit, fact.target)]
    arcs = () if group is None else group.arcs
    if seen is not None:
        holding = listed(arcs_of(seen))
        steps.append(f"Arcs that hold yaw {written(seen.yaw)}: {holding}; the group has {'+'.join(arcs) or 'none'}.")
    steps += [
        f"{mount.capitalize()} mount{_reach(mount)}: it bears, {fact.mounts.count(mount)} of them fire."
        for mount in dict.fromkeys(fact.mounts)
    ]
    dice = [face for roll in thrown(happening) for face in faces(roll)]
    if dice:
        steps.append(f"Dice: {', '.join(map(str, dice))}. What they do stands in the players' own tables.")
    return Working(
        rule="D1.4, D2.1, D2.11, D2.12; D2.3 for special mounts, E8.23 for maulers",
        modifiers=(
            Modifier(name="range", value=str(fact.exact // WHOLE), rule=f"{hexes(fact.exact)}, rounded down (D1.4)"),
            Modifier(name="weapons", value=str(len(fact.mounts)), rule="those of the group that bear, as ordered"),
        ),
        steps=tuple(steps),
        expected="3.5 a die." if dice else NO_DICE,
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


def _launched(happening: Happening) -> Working:
    fact: fire.SeekerLaunched = happening.event
    board: Board = happening.board
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
        expected=NO_DICE,
        values={"place": str(fact.place), "facing": fact.facing.decimals(), "speed": written(fact.speed)},
    )


def _struck(happening: Happening) -> Working:
    fact: fire.SeekerStruck = happening.event
    board: Board = happening.board
    one, other = board.units[fact.unit], board.units[fact.target]
    return Working(
        rule="F2.3",
        steps=(
            range_step(fact.unit, one.place, fact.target, other.place),
            f"{written(fact.exact)} is less than 1.0000: it is in the same hex and strikes. At 1.0000 it would not.",
        ),
        expected=NO_DICE,
        values={"exact": written(fact.exact)},
    )


def _spent(happening: Happening) -> Working:
    fact: fire.SeekerSpent = happening.event
    board: Board = happening.board
    unit = board.units[fact.unit]
    flies = board.class_of(unit).endurance
    steps = {
        "endurance": f"It has flown {counted(board.clock - unit.since, 'impulse')}, and its card gives it {flies}.",
        "target": f"{unit.target} is out of the game, so it has nothing left to seek.",
        "planet": "It came nearer to a body's middle than its radius.",
    }
    rules = {"endurance": "house: the card's endurance", "target": "F2.21", "planet": "P2.1, P2.231"}
    return Working(rule=rules[fact.cause], steps=(steps[fact.cause],), expected=NO_DICE)


def _gone(happening: Happening) -> Working:
    fact: fire.UnitLost = happening.event
    step = f"{fact.unit} was aboard {fact.carrier}, which is out of the game."
    return Working(rule="house: what is aboard is lost with its carrier", steps=(step,), expected=NO_DICE)


def _exploded(happening: Happening) -> Working:
    fact: fire.ExplosionMade = happening.event
    where = {"mine": "the mine's card", "seeking": "the weapon's card", "loss": "its player's own display, as entered"}
    return Working(
        rule="D5.2; M2.50 for mines",
        modifiers=(Modifier(name="strength", value=written(fact.strength), rule=where[fact.cause]),),
        steps=(f"Every unit feels {points(fact.strength)} divided by the square of its exact range.",),
        expected=NO_DICE,
        values={"strength": written(fact.strength)},
    )


def _felt(happening: Happening) -> Working:
    fact: fire.ExplosionFelt = happening.event
    board: Board = happening.board
    made = [each for each in happening.earlier if isinstance(each, fire.ExplosionMade) and each.source == fact.source]
    unit = board.units[fact.unit]
    source = made[-1].place if made else board.units[fact.source].place
    squared = max(1, (unit.place - source).squared())
    full = made[-1].strength if made else fact.strength
    steps = [range_step(fact.source, source, fact.unit, unit.place)]
    if fact.in_web:
        less = fact.exact // WEB_STEP
        steps.append(
            f"One of the two is in a web: {written(full)} - 1 for each whole 0.1 hex between them ({less}), "
            f"not below 0 = {written(fact.strength)}."
        )
    steps.append(
        f"{written(fact.strength)} / {decimal(squared / WHOLE**2, 8)} (the range squared) = "
        f"{decimal(fact.strength * WHOLE / squared, 4)}, fractions dropped: {fact.damage}."
    )
    if fact.exact == 0:
        steps.append("In the very same place the range counts as one kilometre, 0.0001 (house).")
    return Working(
        rule="D5.2; G10.72 in a web",
        modifiers=(
            Modifier(name="strength", value=written(full), rule=f"the explosion of {fact.source}"),
            Modifier(name="range", value=written(fact.exact), rule="exact, not rounded down (D5.2)"),
        ),
        steps=tuple(steps),
        expected=NO_DICE,
        values={"strength": written(fact.strength), "exact": written(fact.exact), "damage": fact.damage},
    )


def schedule_step(unit: str, speed: int, impulse: int) -> str:
    """Why a unit is scheduled to move in an impulse. Rule: M2.40, P2.223, P3.2; the chart is house."""
    before, now = (number * speed // (IMPULSES * WHOLE) for number in (impulse - 1, impulse))
    return (
        f"{unit} at warp speed {written(speed)}: {impulse - 1} x {written(speed)} / {IMPULSES} is {before} "
        f"whole hexes, "
        f"{impulse} x {written(speed)} / {IMPULSES} is {now}: it is scheduled to move in impulse {impulse}."
    )


def _mine(happening: Happening) -> Working:
    fact: fire.MineTriggered = happening.event
    board: Board = happening.board
    mine, by = board.units[fact.unit], board.units[fact.by]
    card = board.class_of(mine)
    steps = [
        schedule_step(fact.by, speed_left(board, by), board.now),
        range_step(fact.unit, mine.place, fact.by, by.place),
        f"The zone of a {card.name} is {hexes(card.zone)}.",
    ]
    if fact.die:
        goes = "goes off" if fact.detonated else "does not go off"
        steps.append(f"The die shows {fact.die}; {card.detonates} or less sets it off: it {goes}.")
    return Working(
        rule="M2.40; the chart of impulses is house",
        steps=tuple(steps),
        expected=f"it goes off in {card.detonates} of 6 throws." if fact.die else NO_DICE,
        values={"exact": written(fact.exact), "die": fact.die, "detonated": fact.detonated},
    )


def _formed(happening: Happening) -> Working:
    fact: fire.SphereFormed = happening.event
    strength = expanding_spheres.strength(fact.radius, fact.energy)
    return Working(
        rule="G23.41, G23.42",
        modifiers=(
            Modifier(name="radius", value=written(fact.radius), rule="as ordered, 0 to 3.9999 (G23.41)"),
            Modifier(name="energy", value=written(fact.energy), rule="as ordered"),
        ),
        steps=(_strength(fact.radius, fact.energy, strength),),
        expected=NO_DICE,
        values={"strength": written(strength)},
    )


def _strength(radius: int, energy: int, strength: int) -> str:
    return f"Strength = (4 - {written(radius)} / 3) x {written(energy)} = {written(strength)}."


def _ended(happening: Happening) -> Working:
    fact: fire.SphereEnded = happening.event
    step = f"{fact.unit} has no sphere from here on: it was ended, or its ship is gone."
    return Working(rule="G23.4", steps=(step,), expected=NO_DICE)


def _sphere(happening: Happening) -> Working:
    fact: fire.SphereStruck = happening.event
    board: Board = happening.board
    up = board.units[fact.unit].sphere
    steps = [f"{fact.target} was {hexes(fact.before)} from {fact.unit} and is {hexes(fact.after)} from it now."]
    if up is not None:
        radius, energy = up
        steps.append(
            f"The radius is {written(radius)}: "
            + ("it is exactly there." if fact.after == radius else "it lies between the two.")
        )
        steps.append(_strength(radius, energy, fact.strength))
    return Working(
        rule="G23.41, G23.42; what counts as crossing is house",
        steps=tuple(steps),
        expected=NO_DICE,
        values={"before": written(fact.before), "after": written(fact.after), "strength": written(fact.strength)},
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Happening], Working]]] = {
    fire.OrderVoided: _voided,
    fire.RunStopped: _stopped,
    fire.WeaponFired: _fired,
    fire.SeekerLaunched: _launched,
    fire.SeekerStruck: _struck,
    fire.SeekerSpent: _spent,
    fire.UnitLost: _gone,
    fire.ExplosionMade: _exploded,
    fire.ExplosionFelt: _felt,
    fire.MineTriggered: _mine,
    fire.SphereFormed: _formed,
    fire.SphereEnded: _ended,
    fire.SphereStruck: _sphere,
}
