"""Boards of SITS to try the rules on: plain cruisers where a test wants them, and segments played by hand.

Orders are written as players write them ("Fearless: thrust 4"); dice show what the test says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeVar

from attrs import evolve as changed
from attrs import frozen
from msgspec.structs import replace

from sits_es.dice import Dice, DiceRolled, KeyedDice, ScriptedDice
from sits_es.events import Event
from sits_es.orders.frame import read_line
from sits_es.rules.sits import reasons
from sits_es.rules.sits.board import Board, copied, fold
from sits_es.rules.sits.cards.ship_class import Mount, ShipClass
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Fact, Order
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.order_rules import why_not
from sits_es.rules.sits.orders.language import LANGUAGE
from sits_es.rules.sits.orders.problems import problems
from sits_es.rules.sits.procedure import BREAK, opening, resolve
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.sums.tracks import marked
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.arcs import FACINGS, Facing, default_arc
from sits_es.space.attitude import Attitude
from sits_es.space.avid import WINDOWS, read_window
from sits_es.space.hexes import read_position
from sits_es.space.vectors import read_vectors

F = TypeVar("F", bound=Event)


def why(void: OrderVoided) -> str:
    """Why an order came to nothing, in words."""
    return reasons.told(void.ship, void.reasons)


def refused(board: Board, order: Order, given: Sequence[Order] = ()) -> list[str]:
    """Each reason why an order can't be carried out as things stand, in words."""
    return [found.message for found in why_not(board, board.ships[order.ship], order, given)]


def mount(name: Facing, **systems: Any) -> Mount:
    """A mount on a facing, with that facing's own arc."""
    arc = default_arc(name)
    return Mount(name=name, facing=name, arc=tuple(window for window in WINDOWS if window in arc), **systems)


#: What a hit takes, row by row; every facing has the same rows.
ROWS = (
    ("port-tubes", "port-laser", "ecm"),
    ("starboard-laser", "impellers"),
    ("forward-graser",),
    ("port-sidewall", "port-magazine", "port-fire-control"),
    ("thrust", "pivot", "roll"),
    ("ecm", "ecm", "ecm", "ecm"),
    ("decoys", "damage-control"),
    ("port-laser", "starboard-laser", "port-laser"),
    ("structure", "structure", "ecm"),
    ("bridge",),
)

#: Twenty-two tubes a broadside, as the flyer's example ship has; every other number is easy to add up.
CRUISER = ShipClass(
    name="Cruiser",
    hit_size=5,
    crew_quality=6,
    missile_quality=-10,
    countermissile_quality=20,
    point_defence_quality=30,
    laser_quality=10,
    rolled_ship_bonus=-10,
    decoy_value=5,
    tracks={
        "thrust": (6, 5, 4, 2, 1),
        "pivot": (1, 2, 3),
        "roll": (1, 2),
        "impellers": (3, 2, 1),
        "bridge": (1,),
        "damage-control": (3, 2, 1),
        "ecm": (20, 15, 10),
        "decoys": (4, 2),
        "port-sidewall": (30, 40, 60),
        "starboard-sidewall": (30, 40, 60),
        "hull": tuple(range(10, 0, -1)),
        "structure": (0, 3, 0, 4, 0),
        "forward-graser": (2, 1),
        "forward-energy-torpedo": (3, 2, 1),
        "forward-grav-lance": (1,),
        "port-tubes": (22, 11),
        "port-magazine": (220, 44),
        "port-fire-control": (0, 4),
        "port-laser": (4, 2),
        "port-countermissiles": (3, 2, 1),
        "port-point-defence": (4, 2),
        "starboard-tubes": (22, 11),
        "starboard-magazine": (220, 44),
        "starboard-fire-control": (0, 4),
        "starboard-laser": (4, 2),
        "starboard-countermissiles": (3, 2, 1),
        "starboard-point-defence": (4, 2),
    },
    mounts=(
        mount(
            "forward",
            graser_size=30,
            graser_recycle=2,
            torpedo_type="2ET",
            torpedo_recycle=3,
            lance_quality=40,
            lance_recycle=8,
        ),
        mount("port", missile_size="medium", reload=2, laser_size=20),
        mount("starboard", missile_size="medium", reload=2, laser_size=20),
    ),
    hits=dict.fromkeys(FACINGS, ROWS),
)


def cruiser(tracks: Mapping[str, tuple[int, ...]] | None = None, **numbers: Any) -> ShipClass:
    """The cruiser with some tracks or numbers changed; an empty track is left out altogether."""
    boxes = {**CRUISER.tracks, **(tracks or {})}
    return changed(CRUISER, tracks={track: found for track, found in boxes.items() if found}, **numbers)


def placed(
    ship: str, at: str, nose: str = "A", roll: int = 0, vectors: str = "", side: str = "", ship_class: str = "Cruiser"
) -> ShipPlaced:
    """A ship on the map, of the player and side that bear its own name unless a side is given."""
    return ShipPlaced(
        ship=ship,
        ship_class=ship_class,
        side=side or ship.lower(),
        player=side or ship.lower(),
        position=read_position(at),
        vectors=read_vectors(vectors).net(),
        attitude=Attitude(read_window(nose), roll),
    )


def board_of(
    *ships: ShipPlaced,
    classes: Iterable[ShipClass] = (CRUISER,),
    sidewall: Literal["strikes", "stops"] = "strikes",
    beams: Literal["together", "in turn"] = "together",
    turn: int = 1,
    segment: int = 1,
    **own_tables: Any,
) -> Board:
    """A board at the opening of a segment, as a value. own_tables: what the game has in place of the card's."""
    board = Board(
        tables=replace(card_tables(), **own_tables),
        options=Options(sidewall=sidewall, beams=beams),
        classes={card.name: card for card in classes},
        turn=turn,
        segment=segment,
    )
    return opened(fold(board, ships))


def after(board: Board, fact: Fact) -> Board:
    """The board after a fact."""
    return fold(board, (fact,))


def opened(board: Board) -> Board:
    """The board once the exchange that it stands at has opened."""
    return fold(board, opening(board))


def moved_on(board: Board) -> Board:
    """The board at the opening of the next exchange: the next segment, the turn break, or the next turn."""
    working = copied(board)
    working.turn, working.segment = (board.turn + 1, 1) if board.segment == BREAK else (board.turn, board.segment + 1)
    return opened(working)


def with_ship(board: Board, name: str, **fields: Any) -> Board:
    """The board with fields of one ship changed."""
    working = copied(board)
    working.ships[name] = changed(working.ships[name], **fields)
    return working


def without(board: Board, name: str, track: str, boxes: int | None = None, mark: str = "x") -> Board:
    """The board with the first boxes of a ship's track marked as destroyed, all of them unless told how many."""
    working = copied(board)
    marks = working.ships[name].boxes[track]
    for box in range(len(marks) if boxes is None else boxes):
        marks = marked(marks, box, mark)
    working.ships[name].boxes[track] = marks
    return working


def read(board: Board, *lines: str | Order) -> dict[str, list[Order]]:
    """Orders by player, from lines as players write them, or as they are."""
    given: dict[str, list[Order]] = {ship.player: [] for ship in board.ships.values()}
    for line in lines:
        order = read_line(line, LANGUAGE, board.segment) if isinstance(line, str) else line
        assert isinstance(order, Order)
        given[board.ships[order.ship].player].append(order)
    return given


@frozen
class Played:
    """An exchange that was played: its facts, and the board at its end."""

    facts: tuple[Event, ...]
    board: Board

    def all(self, form: type[F]) -> list[F]:
        """Every fact of one class, in order."""
        return [fact for fact in self.facts if isinstance(fact, form)]

    def one(self, form: type[F]) -> F:
        """The only fact of its class."""
        (fact,) = self.all(form)
        return fact

    @property
    def rolls(self) -> list[tuple[str, str, tuple[int, ...]]]:
        """Every roll: who, for what, and the faces."""
        return [(roll.actor, roll.purpose, roll.faces) for roll in self.all(DiceRolled)]


def play(board: Board, *lines: str | Order, faces: Iterable[int] = (), dice: Dice | None = None) -> Played:
    """Play the exchange at hand. faces: of every die thrown, in order, none left over; dice: instead."""
    given = read(board, *lines)
    scripted = ScriptedDice(faces)
    after_orders = fold(board, [order for forms in given.values() for order in forms])
    facts = tuple(resolve(copied(after_orders), given, dice or scripted))
    assert not scripted.faces, f"left over: {list(scripted.faces)}"
    return Played(facts, fold(after_orders, facts_of(facts)))


def facts_of(events: Iterable[Event]) -> list[Fact]:
    """What changes a board: everything but the dice."""
    return [event for event in events if isinstance(event, Fact)]


def melee() -> Board:
    """Two ships a side, close enough for every weapon, at the opening of segment 6."""
    return board_of(
        placed("Fearless", "0,0", "A", 0, "9A 4B", side="red"),
        placed("Gale", "-1,2 alt 1", "B", 1, "12B 3+", side="red"),
        placed("Sirius", "2,-1", "E", 0, "8D 2-", side="blue"),
        placed("Tern", "2,-3 alt -1", "D+", 2, "10E", side="blue"),
        segment=6,
    )


def possible(board: Board, ship: str) -> list[str]:
    """Many of the orders that a ship may have, legal or not."""
    if board.segment == BREAK:
        return [f"{ship}: repair {track} with {parties}" for track in CRUISER.tracks for parties in (1, 2)]
    shots = [f"fire {weapon} at {{}}" for weapon in CRUISER.weapons()]
    shots += [
        f"launch {mount} {salvoes} salvoes of {tubes} tubes at {{}} with {warhead}"
        for mount in CRUISER.launchers()
        for salvoes, tubes in ((1, 20), (5, 4), (2, 11))
        for warhead in ("nukes", "laser-heads")
    ]
    orders = [shot.format(other) for shot in shots for other in board.ships if other != ship]
    orders += [f"thrust {thrust}" for thrust in range(7)]
    orders += [f"pivot to {window}" for window in WINDOWS[::3]]
    orders += [f"roll {side} {steps}" for side in ("port", "starboard") for steps in (1, 4)]
    orders += ["decoy 1", "decoy 2 if launched at", "stop if launched at", "stop if damage taken"]
    orders += [f"{word} {facing}" for word in ("slide", "present") for facing in FACINGS]
    orders += ["plot A: 1A; A+: 1A 1+", f"plot {board.ships[ship].attitude.nose}: 1+"]
    return [f"{ship}: {order}" for order in orders]


def legal(board: Board, lines: Iterable[str]) -> list[str]:
    """Those of the lines that nothing is wrong with, given the ones kept before them."""
    kept: list[str] = []
    given: list[Order] = []
    for line in lines:
        order = read_line(line, LANGUAGE, board.segment)
        assert isinstance(order, Order)
        if not any(problems(board, board.segment, order, [*given, order])):
            kept.append(line)
            given.append(order)
    return kept


def skirmish(chance: Random, exchanges: int) -> Iterator[tuple[Board, list[str], Dice, Played]]:
    """A melee with random legal orders: the board before each exchange, its orders and dice, and what came of it."""
    board = melee()
    for number in range(exchanges):
        lines = [line for ship in board.ships for line in chance.sample(possible(board, ship), 14)]
        orders = legal(board, lines)
        dice = KeyedDice(chance.randbytes(32), "melee", board.turn, number)
        played = play(board, *orders, dice=dice)
        yield board, orders, dice, played
        board = moved_on(played.board)
