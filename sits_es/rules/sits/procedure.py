"""The sequence of play, as the card prints it: what happens in a segment and in the turn break, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import Factory, define
from msgspec import Struct

from sits_es.dice import Dice, ScriptedDice
from sits_es.events import Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.rules import fire_beams, use_beams
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.rules import heed_stops
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.rules import begin_miracles, draw_cards
from sits_es.rules.sits.missiles.rules import deploy_decoys, forget_missiles, launch_missiles, resolve_missiles
from sits_es.rules.sits.motion.facts import FutureMarked
from sits_es.rules.sits.motion.rules import break_thrust, change_thrust, mark_futures, move_ships, resolve_thrust
from sits_es.rules.sits.order_rules import OrderRules
from sits_es.rules.sits.repairs.rules import control_damage, regenerate, send_parties
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.turns.rules import begin_turns, turn_ships

Step = Callable[[Resolution], None]

#: The segment's steps 3 to 8, in order; 1 happens when the segment opens, 2 is the players' writing. Rule: card.
SEGMENT: tuple[Step, ...] = (
    begin_miracles,  # house: miracles that are left to a ruling
    fire_beams,  # 3: reveal fire orders, fire beams, resolve their damage
    launch_missiles,  # 3: launch missiles
    change_thrust,  # 4: reveal long orders
    begin_turns,
    deploy_decoys,
    resolve_thrust,  # 5: dots, pulses, displaced markers
    move_ships,  # 6: everybody to their marker
    turn_ships,
    resolve_missiles,  # 6: longest-ranged first, then damage
    break_thrust,  # 7: thrust break
    regenerate,  # 8: regeneration
    heed_stops,  # house: orders plotted ahead end where their owner said so
)

#: The turn break. Rule: card, "Turn Break Procedure".
TURN_BREAK: tuple[Step, ...] = (begin_miracles, control_damage, draw_cards)

#: What takes a step's place where everybody else drifts and nothing is hit, so that no dice are needed.
FORETOLD: Mapping[Step, Step] = {
    fire_beams: use_beams,
    resolve_missiles: forget_missiles,
    control_damage: send_parties,
}
#: Steps that nothing comes of then.
UNTOLD: tuple[Step, ...] = (heed_stops, draw_cards)

#: The exchange after the last segment of a turn.
BREAK = SEGMENTS + 1


def opening(board: Board) -> list[FutureMarked]:
    """Step 1 of the segment at hand; the turn break opens with nothing."""
    return [] if board.segment == BREAK else mark_futures(board)


def procedure(board: Board) -> tuple[Step, ...]:
    """The steps of the exchange at hand."""
    return TURN_BREAK if board.segment == BREAK else SEGMENT


def resolve(board: Board, orders: Mapping[str, Sequence[Order]], dice: Dice) -> list[Event]:
    """Everything that comes of the exchange at hand. orders: by player, each in the order written.

    board: a working board, which every fact has changed when this returns.
    """
    work = Resolution(board, orders, dice)
    for step in procedure(board):
        step(work)
    return work.facts


class Failed(Struct, frozen=True):
    """An order that comes to nothing in a forecast. found: each reason with what could be ordered instead, or empty."""

    order: Order
    found: tuple[tuple[Refusal, str], ...]


@define
class Foretold(Resolution):
    """An exchange as it is foretold. failed: the orders that come to nothing in it."""

    failed: list[Failed] = Factory(list)

    def void(self, order: Order, found: Sequence[Refusal]) -> None:
        """Note what comes to nothing, and what could be ordered instead as things stand then."""
        rules, ship = OrderRules.of(order), self.board.ships[order.ship]
        told = tuple((why, rules.instead(self.board, ship, why.why.code if why.why else "")) for why in found)
        self.failed.append(Failed(order, told))
        Resolution.void(self, order, found)


def foretell(board: Board, orders: Sequence[Order]) -> Foretold:
    """What comes of some orders in the exchange at hand if nobody else orders anything and nothing is hit.

    board: a working board that the orders have changed, which every fact has changed when this returns.
    """
    by_player: dict[str, list[Order]] = {}
    for order in orders:
        by_player.setdefault(board.ships[order.ship].player, []).append(order)
    work = Foretold(board, by_player, ScriptedDice(()))
    for step in procedure(board):
        if step not in UNTOLD:
            FORETOLD.get(step, step)(work)
    return work
