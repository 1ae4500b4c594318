"""An order file ready to edit: each ship's state, and what it may do, as comments beside the orders."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import BEYOND_REPAIR
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import MiracleOrdered
from sits_es.rules.sits.missiles.facts import DecoyOrdered
from sits_es.rules.sits.order_rules import OrderRules, offered
from sits_es.rules.sits.orders.language import LANGUAGE, write_order
from sits_es.rules.sits.repairs.facts import PARTIES_A_BOX, RepairOrdered
from sits_es.rules.sits.sums.aiming import magazine, seen_through
from sits_es.rules.sits.sums.deck import count, in_words, is_miracle, next_draw
from sits_es.rules.sits.sums.missiles import missile_row
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.thrust_chart import dots
from sits_es.rules.sits.sums.tracks import box_to_mend, conditions, decoys_left, rating, strength
from sits_es.rules.sits.tables.printed_charts import pivot_row, roll_row
from sits_es.rules.sits.tables.values import SEGMENTS, PaceRow
from sits_es.rules.sits.turns.rules import windows_by_distance
from sits_es.sentences import counted, listed
from sits_es.space.avid import distance
from sits_es.space.bearing import bearing_between
from sits_es.space.vectors import vectors_in_words


def template(board: Board, player: str, game: str) -> str:
    """An order file for the player's ships at the exchange at hand. Unedited it orders nothing."""
    step = "break" if board.segment > SEGMENTS else str(board.segment)
    notes = [
        f"Orders of {player} for turn {board.turn}, from step {step} on. What follows a # is a comment.",
        "Write: segment, then the order, as in the examples. 3-5 repeats an order in each of those segments.",
    ]
    mine = [ship for ship in board.standing() if ship.player == player]
    blocks = [_break_block(board, ship) if board.segment > SEGMENTS else _block(board, ship) for ship in mine]
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=notes)


def _block(board: Board, ship: Ship) -> UnitBlock:
    return UnitBlock(
        name=ship.name,
        notes=(*_state(board, ship), *_sights(board, ship), *_helm(board, ship)),
        examples=tuple(_examples(board, ship)),
    )


def _state(board: Board, ship: Ship) -> Iterator[str]:
    moves = " | ".join(str(move) or "-" for move in fill_grid(ship.vectors, board.tables).moves)
    yield f"{ship.ship_class} at {ship.position}; vectors {vectors_in_words(ship.vectors)}; {ship.attitude}"
    yield f"movement grid, segments 1 to {SEGMENTS}: {moves}"
    yield from conditions(ship)
    gained = ", ".join(f"{number} in {window}" for window, number in dots(ship.chart, board.tables)) or "none"
    yield f"thrust {ship.thrust}; pulses crossed off: {len(ship.chart.thrusts)} of {SEGMENTS}; dots: {gained}"


def _sights(board: Board, ship: Ship) -> Iterator[str]:
    for other in board.standing():
        if other.side == ship.side:
            continue
        seen = bearing_between(ship.position, other.position, board.tables.range_table)
        _, window = seen_through(board, ship, other)
        row = missile_row(board.tables, seen.range)
        many = "salvoes" if Fraction(row.max_salvoes) > 1 else "salvo"
        yield (
            f"{other.name}: range {seen.range}, window {seen.window or 'none'} (ship's frame {window or 'none'}); "
            f"missiles: {row.max_salvoes} {many} a turn, range modifier {row.range_modifier}"
        )


def _helm(board: Board, ship: Ship) -> Iterator[str]:
    card = board.class_of(ship)
    yield f"thrust may be 0 to {strength(card, ship, 'thrust')}"
    if (pace := rating(card, ship, "pivot")) is not None:
        near = [window for window in windows_by_distance(ship) if distance(ship.attitude.nose, window) == 1]
        takes = _takes("pivot", pace, pivot_row(board.tables, pace))
        yield f"{takes}; one window away: {', '.join(near)}"
    if (pace := rating(card, ship, "roll")) is not None:
        yield _takes("roll", pace, roll_row(board.tables, pace))
    yield f"decoys left: {decoys_left(card, ship)}"
    yield from _hand(board, ship)
    for name in card.launchers():
        mount = card.mount(name)
        if mount is not None:
            tubes = strength(card, ship, mount.track("tubes"))
            left = magazine(board, ship, mount)
            yield f"{name} launcher: {counted(tubes, 'tube')}, {counted(left, mount.stores)} left"


def _takes(turn: str, rating: int, row: PaceRow | None) -> str:
    """How long a pivot or roll takes at a rating; row: of the game's own chart, where it has one. sits rules 2, 12."""
    if row is None:
        return f"{turn} takes {counted(rating, 'segment')} a window"
    return f"{turn} takes {listed(map(str, row.due))} segments for 1 to {len(row.due)} windows, by the game's own chart"


def _examples(board: Board, ship: Ship) -> Iterator[str]:
    """Orders that could be given now; as comments they order nothing."""
    at = board.segment
    yield "what could be ordered now:"
    orders = [*_offered(board, ship)]
    for other in board.standing():
        yield from (f"  {at}  {write_order(order)}" for order in orders if _target(order) == other.name)
    for order in orders:
        if not _target(order):
            when = "" if isinstance(order, StopOrdered) else f"{at}{_until(order)}  "
            yield f"  {when}{write_order(order)}"


def _offered(board: Board, ship: Ship) -> Iterator[Order]:
    """What each form suggests for the exchange at hand, in the order of the language."""
    for form in LANGUAGE.forms:
        rules = OrderRules.row(form)
        if rules.in_break if board.segment > SEGMENTS else rules.in_segments:
            yield from offered(board, ship, rules)


def _target(order: Order) -> str:
    """What it aims at; empty for what aims at nothing."""
    return getattr(order, "target", "")


def _until(order: Order) -> str:
    """What waits for an occasion is ordered for the rest of the turn."""
    waits = isinstance(order, DecoyOrdered) or (isinstance(order, MiracleOrdered) and not order.text)
    return f"-{SEGMENTS}" if waits else ""


def _hand(board: Board, ship: Ship) -> Iterator[str]:
    """The miracle cards in hand and when the next is drawn; silent where none are played."""
    following = next_draw(board.class_of(ship).commander, board.turn)
    if following is not None:
        held = f"{listed(map(in_words, ship.hand))}, counting {count(ship.hand)}" if ship.hand else "none"
        worth = "a miracle to spend before the next draw; " if is_miracle(ship.hand) else ""
        yield f"miracle cards: {held}; {worth}next draw in the break of turn {following}"


def _break_block(board: Board, ship: Ship) -> UnitBlock:
    card = board.class_of(ship)
    mendable = any(box_to_mend(ship, track) is not None for track in {*card.tracks} - BEYOND_REPAIR)
    crews = strength(card, ship, "damage-control")
    orders = [*_offered(board, ship)]
    alone = " with 1"  # as an example of how more are sent
    examples = tuple(f"  break  {write_order(each)}{alone * isinstance(each, RepairOrdered)}" for each in orders)
    many = "1 working party" if crews == 1 else f"{crews} working parties"
    parties = f"damage control: {many}, at most {PARTIES_A_BOX} on a box"
    return UnitBlock(
        name=ship.name,
        notes=(f"{parties}; 1d10 of {card.crew_quality} or less mends it", *_hand(board, ship)),
        examples=examples or ("nobody to mend anything" if mendable else "nothing to mend",),
    )
