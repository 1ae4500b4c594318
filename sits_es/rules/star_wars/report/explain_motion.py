"""Set-up, initiative, flights, speeds and orders that came to nothing, as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.star_wars.citations import FLY, PageHeading, printed
from sits_es.rules.star_wars.events import motion
from sits_es.rules.star_wars.orders.forms import FireOrdered, FlyOrdered, OfStarship
from sits_es.rules.star_wars.play.flying import flight_of
from sits_es.rules.star_wars.report.explain_words import known
from sits_es.rules.star_wars.report.flight_steps import steps_of
from sits_es.rules.star_wars.report.rolls import shown_dice
from sits_es.rules.star_wars.report.standing import way_to
from sits_es.rules.star_wars.state import Board
from sits_es.rules.star_wars.story.codes import why_in_words
from sits_es.rules.star_wars.sums.flying import most_turns, times
from sits_es.rules.star_wars.sums.narrative_dice import INITIATIVE
from sits_es.rules.star_wars.sums.paper import faces_in_kinds
from sits_es.rules.star_wars.sums.terrain import EFFECTS
from sits_es.rules.star_wars.sums.words import dice, hex_name, net
from sits_es.sentences import counted, listed, without_full_stop
from sits_es.space.hexes import Position

#: The heading of each kind of terrain on the printed page.
_HEADINGS: Final[Mapping[motion.TerrainKind, PageHeading]] = {
    "asteroid-field": "Asteroid Field",
    "gas-cloud": "Gas Cloud",
    "gravity-well": "Gravity Well",
}


def _placed(context: Context) -> Working:
    fact: motion.StarshipPlaced = context.event
    steps = [f"Hex {hex_name(fact.q, fact.r)}; from the middle of the map: {way_to(Position(fact.q, fact.r))}."]
    board: Board | None = context.board
    if board is not None and (card := board.classes.get(fact.starship_class)) is not None:
        steps.append(
            f"Its card: silhouette {card.silhouette}, speed up to {card.speed}, armour {card.armour}, hull "
            f"{card.hull}, strain {card.strain}, shields {'/'.join(map(str, card.shields))}."
        )
    if any(fact.initiative):
        steps.append(f"Its initiative is rolled with {dice(fact.initiative, INITIATIVE)}.")
    return Working(rule="the scenario, and the starship's card", steps=tuple(steps))


def _terrain(context: Context) -> Working:
    fact: motion.TerrainPlaced = context.event
    return Working(
        rule=f"{printed(_HEADINGS[fact.kind])}; the scenario says where, and how many setback dice",
        modifiers=(Modifier(name="setback", value=f"+{fact.setback}", rule="all Piloting checks in it"),),
        steps=(EFFECTS[fact.kind], f"It lies in {counted(len(fact.hexes), 'hex')}."),
    )


def _initiative(context: Context) -> Working:
    fact: motion.InitiativeSet = context.event
    if not fact.rolled:
        return Working(rule="the scenario gives the order", steps=("Nobody rolls; the order is the same all game.",))
    thrown: dict[str, list[DiceRolled]] = {}
    for earlier in context.earlier:
        if isinstance(earlier, DiceRolled):
            thrown.setdefault(earlier.actor, []).append(earlier)
    results = [*zip(fact.order, fact.rolled, strict=False)]
    steps = [
        f"{name}: {faces_in_kinds(shown_dice(thrown.get(name, ()))) or 'no dice'}; that is {net(*came_to)}."
        for name, came_to in results
    ]
    for (one, first), (other, second) in pairwise(results):
        if first[0] == second[0]:
            why = "by name" if first == second else "by its advantage"
            steps.append(f"{one} and {other} have as many successes: {one} is first {why}.")
    return Working(
        rule="base game: the most net success acts first, then the most advantage; then by name (house)",
        steps=tuple(steps) or ("Nobody has rolled.",),
        values={"order": list(fact.order), "rolled": [list(each) for each in fact.rolled]},
    )


def _flew(context: Context) -> Working:
    fact: motion.StarshipFlew = context.event
    found = known(context, fact.starship)
    turns = sum(step != "F" for step in fact.steps)
    steps: list[str] = []
    modifiers: tuple[Modifier, ...] = ()
    if found is not None:
        board, starship = found
        silhouette = board.class_of(starship).silhouette
        steps += steps_of(board, fact)
        modifiers = (
            Modifier(name="movement", value=f"{fact.movement} of {starship.speed}", rule="up to its speed"),
            Modifier(
                name="turns",
                value=f"{turns} of {most_turns(silhouette)}",
                rule=f"silhouette {silhouette}: at most {times(most_turns(silhouette))}",
            ),
        )
    steps.append(f"It ends in {hex_name(fact.q, fact.r)}, facing {fact.facing}.")
    return Working(
        rule=FLY,
        modifiers=modifiers,
        steps=tuple(steps),
        values={"hexes": len(fact.path), "movement": fact.movement, "turns": turns, "facing": fact.facing},
    )


def _speed(context: Context) -> Working:
    fact: motion.SpeedChanged = context.event
    found = known(context, fact.starship)
    steps = (f"Its speed is {fact.speed} now.",)
    if found is not None:
        board, starship = found
        most = board.class_of(starship).speed
        steps = (f"From speed {starship.speed} to {fact.speed}; its card allows 0 to {most}.",)
    return Working(rule="base game: one point of speed in a manoeuvre", steps=steps, values={"speed": fact.speed})


def _faults(context: Context, fact: motion.OrderVoided) -> Iterator[str]:
    """Every step of a flight that breaks a rule, and what a weapon can do that can't reach its target or bear on it."""
    found = known(context, fact.starship)
    if found is None:
        return
    board, starship = found
    mine = [each for each in context.earlier if isinstance(each, OfStarship) and each.starship == fact.starship]
    # of a slot's manoeuvres, and of its actions, the first is tried
    fly = next((order for order in mine if isinstance(order, FlyOrdered)), None)
    fire = next((order for order in mine if isinstance(order, FireOrdered)), None)
    if fact.why.code == "flight-unlawful" and fly is not None:
        yield from (_capital(f"{said}.") for said in flight_of(board, starship, fly).sentences())
    if fact.why.code in ("out-of-range", "does-not-bear"):
        attack = fire or board.declared
        weapon = None if attack is None else board.class_of(starship).weapon(attack.weapon)
        if weapon is not None:
            yield f"{starship.name} faces {starship.facing}."
            yield f"{weapon.name}: up to {weapon.reach} range, bearing {listed(weapon.arcs)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _voided(context: Context) -> Working:
    fact: motion.OrderVoided = context.event
    return Working(
        rule="house: an order that cannot be carried out when its slot comes is void, the rest stands",
        steps=(_capital(f"{without_full_stop(why_in_words(fact))}."), *_faults(context, fact)),
        values={"code": fact.why.code, "values": list(fact.why.values)},
    )


def _passed(_happening: Context) -> Working:
    return Working(rule="house: nobody has to act", steps=("Nothing was ordered for its slot.",))


def _time(context: Context) -> Working:
    board: Board | None = context.board
    last = "" if board is None or not board.rounds else f" of {board.rounds}"
    return Working(rule="the scenario's last round", steps=(f"The last slot of the last round{last} is over.",))


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    motion.StarshipPlaced: _placed,
    motion.TerrainPlaced: _terrain,
    motion.InitiativeSet: _initiative,
    motion.StarshipFlew: _flew,
    motion.SpeedChanged: _speed,
    motion.OrderVoided: _voided,
    motion.SlotPassed: _passed,
    motion.TimeRanOut: _time,
}
