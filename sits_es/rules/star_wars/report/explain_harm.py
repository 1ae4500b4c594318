"""Hull trauma, system strain, critical hits and what they lead to, as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.star_wars.citations import ASTEROID_HARM, printed
from sits_es.rules.star_wars.events import harm
from sits_es.rules.star_wars.events.checks import CheckMade
from sits_es.rules.star_wars.report.explain_words import known
from sits_es.rules.star_wars.sums.paper import asteroid_steps
from sits_es.sentences import counted


def _check(context: Context) -> CheckMade | None:
    """The check that the harm came of: the last one before it."""
    return next((fact for fact in reversed(context.earlier) if isinstance(fact, CheckMade)), None)


def _trauma(context: Context) -> Working:
    fact: harm.TraumaSuffered = context.event
    steps, rule = [], "the players' own table"
    if fact.why.code == "weapon":
        steps += _weapon(context, fact)
        rule = "base game: the weapon's damage and each net success, less armour"
    elif fact.why.code == "asteroids":
        steps += _asteroids(context, fact)
        rule = ASTEROID_HARM
    steps.append(f"{fact.damage} damage - {fact.armour} stopped by armour = {fact.trauma} hull trauma.")
    steps.append(f"Hull trauma so far: {fact.total - fact.trauma} + {fact.trauma} = {fact.total}.")
    return Working(
        rule=rule,
        modifiers=(
            Modifier(name="damage", value=f"+{fact.damage}", rule="before armour"),
            Modifier(name="armour", value=f"-{fact.armour}", rule="the target's card; never below 0"),
        ),
        steps=tuple(steps),
        values={"damage": fact.damage, "armour": fact.armour, "trauma": fact.trauma, "total": fact.total},
    )


def _weapon(context: Context, fact: harm.TraumaSuffered) -> list[str]:
    made, board = _check(context), context.board
    who, name = (str(value) for value in fact.why.values)
    attacker = None if board is None else board.starships.get(who)
    weapon = None if attacker is None else board.class_of(attacker).weapon(name)
    if made is None or weapon is None:
        return []
    return [f"{name}: damage {weapon.damage} + {counted(made.success, 'net success')} = {fact.damage}."]


def _asteroids(context: Context, fact: harm.TraumaSuffered) -> list[str]:
    made, found = _check(context), known(context, fact.starship)
    if made is None or found is None:
        return []
    return asteroid_steps(max(0, -made.advantage), found[0].class_of(found[1]).armour)


def _strain(context: Context) -> Working:
    fact: harm.StrainSuffered = context.event
    steps = [f"System strain so far: {fact.total - fact.strain} + {fact.strain} = {fact.total}."]
    if fact.why.code == "asteroids":
        steps.insert(0, f"1 for each net threat: {fact.strain}.")
    return Working(
        rule=printed("Asteroid Field"), steps=tuple(steps), values={"strain": fact.strain, "total": fact.total}
    )


def _critical(context: Context) -> Working:
    fact: harm.CriticalSuffered = context.event
    steps = [f"The die of 1 to 100 shows {fact.rolled}."]
    found = known(context, fact.starship)
    if found is not None:
        steps.append(f"It has {counted(len(found[1].criticals), 'critical hit')} already, each of which adds 10.")
    steps.append(f"{fact.rolled} + {fact.added} = {fact.result}, to be looked up in the players' own table.")
    steps.append(f"Enter what it says: critical {fact.critical}: and the words.")
    return Working(
        rule=f"base game: critical hits; {printed('Asteroid Field')}: those of a despair",
        modifiers=(
            Modifier(name="die", value=str(fact.rolled), rule="1 to 100"),
            Modifier(name="earlier critical hits", value=f"+{fact.added}", rule="10 for each (base game)"),
        ),
        steps=tuple(steps),
        expected="50.5 on the die.",
        values={"rolled": fact.rolled, "added": fact.added, "result": fact.result},
    )


def _beyond(context: Context, what: str, field: str, threshold: str) -> list[str]:
    found = known(context, context.event.starship)
    if found is None:
        return []
    board, starship = found
    most = getattr(board.class_of(starship), threshold)
    total = getattr(starship, field)
    return [f"{what} {total}, threshold {most}: {'beyond it' if total > most else 'within it'}."]


def _lost(context: Context) -> Working:
    steps = (*_beyond(context, "Hull trauma", "trauma", "hull"), "It is out of the fight and off the map.")
    return Working(rule="base game: hull trauma beyond the threshold", steps=steps)


def _shut(context: Context) -> Working:
    steps = (
        *_beyond(context, "System strain", "strain", "strain"),
        "Its speed is 0, and it has no slot until its player enters less strain.",
    )
    return Working(rule="base game: system strain beyond the threshold; that it has no slot: house", steps=steps)


def _restored(context: Context) -> Working:
    steps = (*_beyond(context, "System strain", "strain", "strain"), "It has its slot again, at speed 0.")
    return Working(rule="base game: system strain beyond the threshold; that it has no slot: house", steps=steps)


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    harm.TraumaSuffered: _trauma,
    harm.StrainSuffered: _strain,
    harm.CriticalSuffered: _critical,
    harm.StarshipLost: _lost,
    harm.StarshipShutDown: _shut,
    harm.StarshipRestored: _restored,
}
