"""What a player's orders come to before the dice: where a flight ends, what an attack rolls. Rule: house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.rules.star_wars.orders.attack import lie_of
from sits_es.rules.star_wars.orders.expected import carry_out
from sits_es.rules.star_wars.orders.forms import (
    AdvantageOrdered,
    CheckOrdered,
    FireOrdered,
    FlyOrdered,
    OfStarship,
    SideOrdered,
    SpeedOrdered,
    SpendOrdered,
)
from sits_es.rules.star_wars.orders.lookout import attack_odds, flight_end, odds, side_means
from sits_es.rules.star_wars.orders.outflanking import away
from sits_es.rules.star_wars.orders.problems import problems
from sits_es.rules.star_wars.orders.spending import OF
from sits_es.rules.star_wars.play.attack import target_names_side
from sits_es.rules.star_wars.play.dice_pools import (
    asteroid_field,
    flight_pool,
    gain_advantage_pool,
    skill_pool,
    standing_shields,
)
from sits_es.rules.star_wars.play.flying import flight_of
from sits_es.rules.star_wars.state import Board, Starship, copied
from sits_es.rules.star_wars.sums.terrain import asteroid_harm
from sits_es.rules.star_wars.sums.words import SKILLS, zones
from sits_es.sentences import counted, listed


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[OfStarship]]) -> list[str]:
    """What each order of the player leads to, in the order written, as if no die brought harm on the way.

    orders: all in one step, the slot at hand. An order that can't be given is left out, as if it weren't written.
    """
    followed = _followed(board, player, orders)
    return [line for work, starship, taken in followed for line in _of(work, starship, taken[-1], taken)]


def led_to(board: Board, player: str, orders: Mapping[int, Sequence[OfStarship]]) -> Board | None:
    """The board after the player's orders, as of `forecast`; None where there are none that can be given."""
    boards = [work for work, _, _ in _followed(board, player, orders)]
    return boards[-1] if boards else None


def _followed(
    board: Board, player: str, orders: Mapping[int, Sequence[OfStarship]]
) -> Iterator[tuple[Board, Starship, Sequence[OfStarship]]]:
    """The working board and the starship before each order that can be given, with all up to that one.

    Each is carried out when the next is asked for.
    """
    work, taken = copied(board), list[OfStarship]()
    for order in (each for given in orders.values() for each in given):
        starship = work.starships.get(order.starship)
        if starship is None or starship.player != player or any(problems(board, order, [*taken, order])):
            continue
        taken.append(order)
        yield work, starship, taken
        carry_out(work, order)


def _of(board: Board, starship: Starship, order: OfStarship, taken: Sequence[OfStarship]) -> Iterator[str]:
    match order:
        case FlyOrdered():
            yield f"{starship.name} flies {' '.join(order.steps)}: {flight_end(board, starship, order)}"
            yield from _asteroids(board, starship, order)
        case SpeedOrdered():
            yield f"{starship.name} goes at speed {starship.speed + order.change}"
        case FireOrdered():
            yield from _attack(board, starship, order)
        case AdvantageOrdered():
            pool = gain_advantage_pool(board, starship, board.starships[order.target], order)
            yield f"{starship.name} tries to gain the advantage over {order.target}: {odds(pool)}"
        case CheckOrdered():
            yield f"{starship.name} makes a {SKILLS[order.skill]} check: {odds(skill_pool(board, starship, order))}"
        case SideOrdered() if board.declared is not None:
            yield f"side {order.side}: {side_means(board, board.declared, order.side)}"
        case SpendOrdered():
            yield _left(board, order, taken)


def _asteroids(board: Board, starship: Starship, order: FlyOrdered) -> Iterator[str]:
    """The check of a flight through an asteroid field, and what threat and despair would do."""
    flight = flight_of(board, starship, order)
    met = (starship.place, *flight.path)
    field = asteroid_field(board, met) if flight.path else None
    if field is not None:
        harm = asteroid_harm(1, 0, board.class_of(starship).armour)
        yield f"   Piloting check through {field}: {odds(flight_pool(board, starship, met, order))}"
        yield (
            f"   each net threat would be {harm.hull_trauma} hull trauma and {harm.system_strain} system strain, "
            "each despair a critical hit"
        )


def _attack(board: Board, starship: Starship, order: FireOrdered) -> Iterator[str]:
    """The proof of an attack: range, arcs, zones, dice and damage."""
    target = board.starships[order.target]
    where = f"{starship.name} fires {order.weapon} at {target.name}: {away((target.place - starship.place).hexes)}"
    if target_names_side(starship, target):
        yield f"{where}; {target.name} holds the advantage, so {target.player} names the side before it is rolled"
        return
    lie = lie_of(starship, target, order.toward)
    zone = order.zone or lie.zones[0]
    shields = counted(standing_shields(board, target, zone), "shield")
    choice = f", of {listed(lie.zones)}" if len(lie.zones) > 1 else ""
    yield f"{where}, in {zones(lie.arcs)}; it attacks the {zone} zone{choice}: {shields}"
    yield f"   Gunnery check: {attack_odds(board, starship, order)}"
    weapon = board.class_of(starship).weapon(order.weapon)
    if weapon is not None:
        armour = board.class_of(target).armour
        yield (
            f"   a success does {weapon.damage} and 1 for each net success, less {armour} armour; a critical hit "
            f"takes {weapon.critical} advantage or 1 triumph"
        )


def _left(board: Board, order: SpendOrdered, taken: Sequence[OfStarship]) -> str:
    """What is left of a check with this line and those above it. taken: up to this one."""
    check = next(each for each in board.checks if each.source == order.source)
    left = board.left_of(check)[order.what]
    spent = sum(
        each.number
        for each in taken
        if isinstance(each, SpendOrdered) and (each.source, each.what) == (order.source, order.what)
    )
    what = f"{order.number} {order.what} of its check {OF[order.source]}"
    return f"{order.starship} spends {what}: {order.text}; {left - spent} left"
