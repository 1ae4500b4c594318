"""Why a pool is what it is: its dice part by part, each with its reason. Rule: base game; rules.md, Dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from sits_es.events import Event
from sits_es.rules.star_wars.citations import printed
from sits_es.rules.star_wars.events.checks import AttackAimed, CheckMade
from sits_es.rules.star_wars.events.motion import StarshipFlew
from sits_es.rules.star_wars.orders.forms import ACTIONS, AdvantageOrdered, CheckOrdered, OfStarship
from sits_es.rules.star_wars.play.dice_pools import piloting_setback
from sits_es.rules.star_wars.report.flight_steps import met_by
from sits_es.rules.star_wars.starship_class import Skill
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.flying import times
from sits_es.rules.star_wars.sums.gunnery import difficulty
from sits_es.rules.star_wars.sums.narrative_dice import Pool
from sits_es.rules.star_wars.sums.paper import PoolPart, cloud_part, flight_parts, gain_parts, own_part, setback_part
from sits_es.rules.star_wars.sums.terrain import CLOUDED
from sits_es.rules.star_wars.sums.words import dice, pool_of_check
from sits_es.sentences import counted
from sits_es.space.hexes import Position

F = TypeVar("F", bound=OfStarship)

#: Upgrades that players may have agreed on, as far as they are looked for.
MOST_UPGRADES: Final = 200


def parts_of(board: Board, check: CheckMade, earlier: Sequence[Event]) -> list[PoolPart]:
    """The parts of a check's pool, in order; the last of them has the pool as it was thrown.

    board: as it stood right before the check; earlier: facts of the same exchange before it.
    """
    known = [*_known(board, check, earlier)] if check.starship in board.starships else []
    thrown = pool_of_check(check)
    reckoned = known[-1].pool if known else Pool()
    if reckoned != thrown:
        known.append(PoolPart(agreed(reckoned, thrown), thrown, "the players' own agreement"))
    return known


def _known(board: Board, check: CheckMade, earlier: Sequence[Event]) -> Iterator[PoolPart]:
    """What the board and the orders give; the rest the players agreed on."""
    starship = board.starships[check.starship]
    yield (first := _own(starship, check.skill))
    mine = [fact for fact in earlier if isinstance(fact, OfStarship) and fact.starship == check.starship]
    if check.source == "flight":
        if (flew := _last(mine, StarshipFlew)) is not None:
            yield from _flight(board, starship, flew, first.pool)
        return
    # of a slot's actions the first is tried, whatever comes of it
    action = next((fact for fact in mine if isinstance(fact, ACTIONS)), None)
    if (aimed := _last(mine, AttackAimed)) is not None:
        if aimed.target in board.starships:
            yield from _attack(board, starship, aimed, first.pool)
    elif isinstance(action, AdvantageOrdered):
        if action.target in board.starships:
            yield from _gain(board, starship, board.starships[action.target], first.pool)
    elif isinstance(action, CheckOrdered):
        yield from _ordered(board, starship, action, first.pool)


def _last(facts: Iterable[OfStarship], cls: type[F]) -> F | None:
    found = [fact for fact in facts if isinstance(fact, cls)]
    return found[-1] if found else None


def _own(starship: Starship, skill: Skill) -> PoolPart:
    return own_part(starship.name, skill, starship.crew.characteristic(skill), starship.crew.rank(skill))


def _attack(board: Board, starship: Starship, aimed: AttackAimed, pool: Pool) -> Iterator[PoolPart]:
    target = board.starships[aimed.target]
    mine, theirs = board.class_of(starship).silhouette, board.class_of(target).silhouette
    hard = difficulty(mine, theirs)
    pool += Pool(difficulty=hard)
    yield PoolPart(f"silhouette {mine} fires at silhouette {theirs}: {dice((hard,), ('difficulty',))}", pool)
    if aimed.shields:
        pool += Pool(setback=aimed.shields)
        shields = counted(aimed.shields, "shield")
        yield PoolPart(f"{shields} of the {aimed.zone} zone: {dice((aimed.shields,), ('setback',))}", pool)
    elif target.shields_of(aimed.zone) and board.in_kind(target.place, "gas-cloud"):
        yield PoolPart(f"{target.name} is in a gas cloud: its shields don't count", pool, printed("Gas Cloud"))
    yield from _cloud(board, starship, "gunnery", pool)


def _cloud(board: Board, starship: Starship, skill: Skill, pool: Pool) -> Iterator[PoolPart]:
    """What a gas cloud adds to a check of whoever is in it."""
    if skill in CLOUDED and board.in_kind(starship.place, "gas-cloud"):
        yield cloud_part(starship.name, pool)


def _setback(board: Board, met: Sequence[Position], where: str, pool: Pool) -> Iterator[PoolPart]:
    """What terrain adds to a Piloting check."""
    if setback := piloting_setback(board, met):
        fields = dict.fromkeys(field.name for place in met for field in board.terrain_at(place))
        yield setback_part(f"{where} ({', '.join(fields)})", setback, pool)


def _flight(board: Board, starship: Starship, flew: StarshipFlew, pool: Pool) -> Iterator[PoolPart]:
    parts = flight_parts(len(flew.path), board.class_of(starship).silhouette, pool)
    yield from parts
    yield from _setback(board, met_by(flew), "on the way", parts[-1].pool)


def _gain(board: Board, starship: Starship, target: Starship, pool: Pool) -> Iterator[PoolPart]:
    crew = target.crew
    parts = gain_parts(starship.name, starship.speed, target.name, crew.agility, crew.piloting, target.speed, pool)
    yield from parts
    yield from _setback(board, [starship.place], "in its hex", parts[-1].pool)


def _ordered(board: Board, starship: Starship, order: CheckOrdered, pool: Pool) -> Iterator[PoolPart]:
    pool += Pool(difficulty=max(0, order.difficulty))
    yield PoolPart(f"difficulty {order.difficulty}, as ordered: {dice((order.difficulty,), ('difficulty',))}", pool)
    if order.skill == "piloting":
        yield from _setback(board, [starship.place], "in its hex", pool)
    yield from _cloud(board, starship, order.skill, pool)


def agreed(reckoned: Pool, thrown: Pool) -> str:
    """What the players added to a pool: dice, then upgrades. Where nothing adds up to it, that it is on record so."""
    boost, setback = thrown.boost - reckoned.boost, thrown.setback - reckoned.setback
    upgrades = _upgrades((reckoned.ability, reckoned.proficiency), (thrown.ability, thrown.proficiency))
    harder = _upgrades((reckoned.difficulty, reckoned.challenge), (thrown.difficulty, thrown.challenge))
    if boost < 0 or setback < 0 or upgrades is None or harder is None:
        return "the rest is as it is on record"
    said = [dice((number,), (kind,)) for number, kind in ((boost, "boost"), (setback, "setback")) if number]
    said += [f"its own dice upgraded {times(upgrades)}"] if upgrades else []
    said += [f"the difficulty upgraded {times(harder)}"] if harder else []
    return f"agreed on with the order: {', '.join(said)}"


def _upgrades(plain: tuple[int, int], thrown: tuple[int, int]) -> int | None:
    """How many upgrades lead from the one to the other; None where none do. A better die is worth two plain ones."""
    number = thrown[0] + 2 * thrown[1] - plain[0] - 2 * plain[1]
    if not 0 <= number <= MOST_UPGRADES:
        return None
    after = Pool(ability=plain[0], proficiency=plain[1]).upgraded(number)
    return number if (after.ability, after.proficiency) == thrown else None
