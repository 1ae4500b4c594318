"""An order file ready to edit: each ship's state, and what it may do, as comments beside the orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from sits_es.orders.normal import UnitBlock, spans, write_template
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import BEYOND_REPAIR
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import MiracleOrdered
from sits_es.rules.sits.missiles.facts import DecoyOrdered
from sits_es.rules.sits.order_rules import OrderRules, offered
from sits_es.rules.sits.orders.forecast import beams, course, in_sights
from sits_es.rules.sits.orders.language import LANGUAGE, write_order
from sits_es.rules.sits.repairs.facts import PARTIES_A_BOX, RepairOrdered
from sits_es.rules.sits.sums.aiming import magazine, seen_through
from sits_es.rules.sits.sums.deck import count, in_words, is_miracle, next_draw
from sits_es.rules.sits.sums.missiles import missile_row
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.sight import frames
from sits_es.rules.sits.sums.thrust_chart import dots
from sits_es.rules.sits.sums.tracks import box_to_mend, conditions, decoys_left, has_bridge, rating, strength
from sits_es.rules.sits.tables.printed_charts import pivot_row, roll_row
from sits_es.rules.sits.tables.values import SEGMENTS, PaceRow
from sits_es.rules.sits.turns.rules import windows_by_distance
from sits_es.sentences import counted, listed
from sits_es.space.avid import distance
from sits_es.space.bearing import bearing_between
from sits_es.space.vectors import vectors_in_words


def template(board: Board, player: str, game: str) -> str:
    """An order file for the player's ships at the exchange at hand. Unedited it orders nothing."""
    mine = [ship for ship in board.standing() if ship.player == player]
    if board.segment > SEGMENTS:
        notes = [f"{player}'s orders for the break of turn {board.turn}. Text after # is a comment."]
        blocks = [_break_block(board, ship) for ship in mine]
    else:
        notes = [
            (f"{player}'s orders for turn {board.turn}, from segment {board.segment} on. Text after # is a comment."),
            "Write the segment, then the order, as in the examples. 3-5 repeats an order in each of those segments.",
            "Notes on later segments assume that all ships drift and nobody fires.",
        ]
        rest: dict[int, tuple[Order, ...]] = dict.fromkeys(range(board.segment, SEGMENTS), ())
        coming = [board, *(after.board for after in course(board, rest))]
        blocks = [_block(coming, ship) for ship in mine]
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=notes)


def _block(coming: Sequence[Board], ship: Ship) -> UnitBlock:
    """A ship's block. coming: the board before each segment from the one at hand on, if all drift."""
    board, reach = coming[0], dict(beams(coming[0], ship))
    sights = _sights(coming, ship, max(reach.values(), default=0))
    return UnitBlock(
        name=ship.name,
        notes=(*_state(board, ship), *sights, *_helm(board, ship), *_weapons(board, ship, reach)),
        examples=tuple(_examples(board, ship)),
    )


def _state(board: Board, ship: Ship) -> Iterator[str]:
    moves = " | ".join(str(move) or "-" for move in fill_grid(ship.vectors, board.tables).moves)
    yield f"{ship.ship_class} at {ship.position}; vectors {vectors_in_words(ship.vectors)}; {ship.attitude}"
    yield f"movement grid 1-{SEGMENTS}: {moves}"
    yield from conditions(ship)
    gained = ", ".join(f"{number} in {window}" for window, number in dots(ship.chart, board.tables)) or "none"
    yield f"thrust {ship.thrust}; pulses crossed off: {len(ship.chart.thrusts)} of {SEGMENTS}; dots: {gained}"


def _sights(coming: Sequence[Board], ship: Ship, farthest: int) -> Iterator[str]:
    """Each ship of another side: where it is seen, and what can fire or launch at it in each coming segment.

    farthest: what the ship's beams can reach, in hexes.
    """
    board = coming[0]
    for other in board.standing():
        if other.side == ship.side:
            continue
        hexes = _range(board, ship, other.name)
        row = missile_row(board.tables, hexes)
        many = "salvoes" if Fraction(row.max_salvoes) > 1 else "salvo"
        yield (
            f"{other.name}: range {hexes}, window {frames(*seen_through(board, ship, other))}; "
            f"missiles: {row.max_salvoes} {many} a turn, range modifier {row.range_modifier}"
        )
        steps = [
            (
                hexes := _range(each, each.ships[ship.name], other.name),
                in_sights(each, ship.name, other.name, hexes <= farthest),
            )
            for each in coming
        ]
        first = board.segment
        for said, found in groupby(steps, key=itemgetter(1)):
            ranges = [hexes for hexes, _ in found]
            ends = " to ".join(dict.fromkeys(map(str, (ranges[0], ranges[-1]))))
            steps_told, can = spans(range(first, first + len(ranges))), said or "nothing to fire or launch"
            yield f"{other.name} in segment{'s' * (len(ranges) > 1)} {steps_told}, range {ends}: {can}"
            first += len(ranges)


def _range(board: Board, ship: Ship, other: str) -> int:
    return bearing_between(ship.position, board.ships[other].position, board.tables.range_table).range


def _helm(board: Board, ship: Ship) -> Iterator[str]:
    if not has_bridge(ship):
        yield "no thrust, pivot or roll can be ordered: repair a bridge box in the turn break first"
        return
    card = board.class_of(ship)
    if most := strength(card, ship, "thrust"):
        yield f"thrust may be 0 to {most}"
    if (pace := rating(card, ship, "pivot")) is not None:
        near = [window for window in windows_by_distance(ship) if distance(ship.attitude.nose, window) == 1]
        takes = _takes("pivot", pace, pivot_row(board.tables, pace))
        yield f"{takes}; one window away: {', '.join(near)}"
    if (pace := rating(card, ship, "roll")) is not None:
        yield _takes("roll", pace, roll_row(board.tables, pace))


def _weapons(board: Board, ship: Ship, reach: Mapping[str, int]) -> Iterator[str]:
    """Beams with their reach, launchers with what is left, decoys and miracle cards; what is destroyed is left out."""
    card = board.class_of(ship)
    beams: dict[str, list[str]] = {}
    for weapon, hexes in reach.items():
        beams.setdefault(f"reach {hexes}{_again(board, ship, weapon)}", []).append(weapon)
    if beams:
        yield f"beams: {'; '.join(f'{listed(weapons)}, {said}' for said, weapons in beams.items())}"
    for name in card.launchers():
        mount = card.mount(name)
        if mount is not None and (tubes := strength(card, ship, mount.track("tubes"))):
            left = f"{counted(tubes, 'tube')}, {counted(magazine(board, ship, mount), mount.stores)} left"
            yield f"{name} launcher: {left}{_again(board, ship, name)}"
    if decoys := decoys_left(card, ship):
        yield f"decoys left: {decoys}"
    yield from _hand(board, ship)


def _again(board: Board, ship: Ship, weapon: str) -> str:
    """When a weapon or launcher that is not ready is ready again; counters run on over the turn break."""
    if not (left := ship.counters.get(weapon, 0)):
        return ""
    ready = board.segment + left
    return f", ready in segment {ready}" if ready <= SEGMENTS else f", ready in segment {ready - SEGMENTS} of next turn"


def _takes(turn: str, rating: int, row: PaceRow | None) -> str:
    """How long a pivot or roll takes at a rating; row: of the game's own chart, where it has one. sits rules 2, 12."""
    if row is None:
        return f"{turn} takes {counted(rating, 'segment')} a window"
    return f"{turn} takes {listed(map(str, row.due))} segments for 1 to {len(row.due)} windows, by the game's own chart"


def _examples(board: Board, ship: Ship) -> Iterator[str]:
    """Orders that could be given now; as comments they order nothing."""
    at = board.segment
    yield "you can order now:"
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
        held = f"{listed(map(in_words, ship.hand))}, adding up to {count(ship.hand)}" if ship.hand else "none"
        worth = "a miracle to spend before the next draw; " if is_miracle(ship.hand) else ""
        yield f"miracle cards: {held}; {worth}next draw in the break of turn {following}"


def _break_block(board: Board, ship: Ship) -> UnitBlock:
    card = board.class_of(ship)
    mendable = any(box_to_mend(ship, track) is not None for track in {*card.tracks} - BEYOND_REPAIR)
    crews = strength(card, ship, "damage-control")
    # without a bridge nothing can be steered, so that is mended first
    steers = has_bridge(ship)
    orders = sorted(_offered(board, ship), key=lambda each: steers or getattr(each, "track", "") != "bridge")
    examples = tuple(f"  break  {write_order(each)}{_gain(board, ship, each)}" for each in orders)
    many = "1 working party" if crews == 1 else f"{crews} working parties"
    parties = f"damage control: {many}, at most {PARTIES_A_BOX} on a box"
    return UnitBlock(
        name=ship.name,
        notes=(f"{parties}; 1d10 of {card.crew_quality} or less repairs it", *_hand(board, ship)),
        examples=examples or ("no working parties left" if mendable else "nothing to repair",),
    )


def _gain(board: Board, ship: Ship, order: Order) -> str:
    """How many are sent, as an example, and what the track is worth before and after."""
    if not isinstance(order, RepairOrdered) or (box := box_to_mend(ship, order.track)) is None:
        return ""
    card = board.class_of(ship)
    now, then = rating(card, ship, order.track), card.tracks[order.track][box]
    if order.track == "bridge" and not has_bridge(ship):
        return " with 1  # first: until then no thrust, pivot or roll"
    told = f"{'none' if now is None else now} -> {then}" if now != then else f"stays {now}, one more hit to lose"
    return f" with 1  # {told}"
