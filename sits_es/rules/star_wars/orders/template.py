"""An order file ready to edit: for the starship at hand what it may do, what it is asked, or what it has to spend."""

from __future__ import annotations

from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.star_wars.orders.forms import (
    AdvantageOrdered,
    FireOrdered,
    FlyOrdered,
    OfStarship,
    SideOrdered,
)
from sits_es.rules.star_wars.orders.language import LANGUAGE, write_order
from sits_es.rules.star_wars.orders.lookout import (
    attack_odds,
    flight_end,
    handling,
    odds,
    seen,
    side_means,
    standing,
)
from sits_es.rules.star_wars.orders.spending import OF
from sits_es.rules.star_wars.orders.suggestions import what_to_do, what_to_spend
from sits_es.rules.star_wars.orders.whose_slot import at_hand, due, unable
from sits_es.rules.star_wars.play.dice_pools import gain_advantage_pool
from sits_es.rules.star_wars.starship_class import SIDES
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.words import SKILLS
from sits_es.sentences import listed


def template(board: Board, player: str, game: str) -> str:
    """An order file of a player for the stage at hand. Unedited it orders nothing."""
    starship = due(board)
    notes = [f"Orders of {player} for round {board.turn}. What follows a # is a comment.", at_hand(board)]
    blocks: list[UnitBlock] = []
    if starship is None or starship.player != player:
        notes.append(f"{player} has nothing to order now.")
    elif (said := unable(board, starship)) is not None:
        notes.append(said)
    elif board.stage == "side":
        notes.append("Name one side. Without an order the attacker has its choice after all.")
        blocks.append(_side_block(board, starship))
    elif board.stage == "spend":
        notes.append("Spend as often as there is something left, or nothing; write what it is spent on.")
        blocks.append(_spend_block(board, starship))
    else:
        notes.append("One manoeuvre and one action, in the order in which they are written; either may be left out.")
        blocks.append(_act_block(board, starship))
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=notes)


def _act_block(board: Board, starship: Starship) -> UnitBlock:
    lines = [_with_outlook(board, starship, order) for order in what_to_do(board, starship)]
    return UnitBlock(
        name=starship.name,
        notes=(*standing(board, starship), handling(board, starship), *seen(board, starship)),
        examples=(
            "what could be ordered now:",
            *lines,
            "a check takes more after it, such as: with 1 boost 2 setback 1 upgrade 1 harder",
        ),
    )


def _with_outlook(board: Board, starship: Starship, order: OfStarship) -> str:
    """An order with what would come of it."""
    match order:
        case FlyOrdered():
            said = flight_end(board, starship, order)
        case FireOrdered():
            said = attack_odds(board, starship, order) or "the side is named by the foe"
        case AdvantageOrdered():
            said = odds(gain_advantage_pool(board, starship, board.starships[order.target], order))
        case _:
            return f"  {write_order(order)}"
    return f"  {write_order(order)}  # {said}"


def _side_block(board: Board, starship: Starship) -> UnitBlock:
    """What each side would mean for the attack that waits."""
    declared = board.declared
    if declared is None:
        return UnitBlock(name=starship.name)
    attacker, target = board.starships[declared.starship], board.starships[declared.target]
    lines = []
    for side in SIDES:
        order = write_order(SideOrdered(starship=starship.name, side=side))
        lines.append(f"  {order}  # {side_means(board, declared, side)}")
    wish = f", and wishes for the {declared.zone} zone" if declared.zone else ""
    return UnitBlock(
        name=starship.name,
        notes=(
            *standing(board, starship),
            f"{attacker.name} facing {attacker.facing} fires {declared.weapon}{wish}",
            f"name the side of {attacker.name}, as on the map, on which {target.name} is taken to lie",
        ),
        examples=("what could be ordered now:", *lines),
    )


def _spend_block(board: Board, starship: Starship) -> UnitBlock:
    """What each check of the slot has left, and what it can be spent on."""
    notes, lines = [*standing(board, starship)], []
    for check in board.checks:
        left = [f"{number} {what}" for what, number in board.left_of(check).items() if number]
        about = f" ({check.against or check.about})" if check.against or check.about else ""
        notes.append(f"{SKILLS[check.skill]} check {OF[check.source]}{about}: {listed(left, 'nothing')} to spend")
        lines += [f"  {write_order(order)}" for order in what_to_spend(board, starship, check.source)]
    return UnitBlock(name=starship.name, notes=tuple(notes), examples=("what could be ordered now:", *lines))
