"""Why advantage or triumph can't be spent so: how much of it is left, and what a critical hit takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.orders.expected import before
from sits_es.rules.star_wars.orders.forms import OfStarship, Source, SpendOrdered
from sits_es.rules.star_wars.play.spending import is_critical_hit
from sits_es.rules.star_wars.starship_class import StarshipWeapon
from sits_es.rules.star_wars.state import Board, Starship


def spending_problems(
    board: Board, starship: Starship, order: SpendOrdered, given: Sequence[OfStarship]
) -> Iterator[Refusal]:
    """Why it can't be spent so. given: all orders of the file; lines above have spent what they say."""
    check = board.check_of(order.source)
    name, other = starship.name, board.checks[0].source if board.checks else order.source
    if check is None:
        yield Refusal(f"{name} made no check {OF[order.source]}. It made one {OF[other]}.", "source")
        return
    left = board.left_of(check)[order.what]
    spent = sum(
        each.number
        for each in (*before(order, given), order)
        if isinstance(each, SpendOrdered) and (each.source, each.what) == (order.source, order.what)
    )
    if spent > left:
        more = f", and its lines so far spend {spent}" if spent > order.number else f", not {spent}"
        yield Refusal(f"{name} can spend {left} {order.what} of its check {OF[order.source]}{more}.", "number")
    if is_critical_hit(order):
        yield from _critical_problems(board, starship, order)


#: Which check is meant, in words.
OF: dict[Source, str] = {"flight": "in flight", "action": "for its action"}


def attacked_with(board: Board) -> StarshipWeapon | None:
    """The weapon of this slot's attack, where it did hull trauma; None otherwise."""
    acting = board.acting()
    if acting is None or board.aimed is None or not board.hurt:
        return None
    return board.class_of(acting).weapon(board.aimed[0])


def _critical_problems(board: Board, starship: Starship, order: SpendOrdered) -> Iterator[Refusal]:
    """What a critical hit takes: an attack that did hull trauma, and its weapon's price. Rule: base game."""
    weapon, name = attacked_with(board), starship.name
    if weapon is None or order.source != "action":
        yield Refusal(f"{name}: a critical hit takes an attack of this slot that did hull trauma.", "text")
    elif board.aimed is not None and board.on_map(board.aimed[1]) is None:
        yield Refusal(f"{name}: {board.aimed[1]} is lost, and a critical hit does no more to it.", "text")
    elif order.what == "advantage" and order.number < weapon.critical:
        yield Refusal(
            f"{name}: a critical hit with {weapon.name} takes {weapon.critical} advantage or 1 triumph, not "
            f"{order.number} advantage.",
            "number",
        )
