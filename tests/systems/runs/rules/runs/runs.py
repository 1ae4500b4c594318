"""The rules of Runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from decimal import Decimal
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec
from attrs import Factory, define

from sits_es.coded import Coded
from sits_es.dice import Dice, DiceRolled, RollKey
from sits_es.errors import UnreadableError
from sits_es.events import Data, Event
from sits_es.orders.language import Language, shortest
from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.moments import Moment, label_by_name, read_moment
from sits_es.rules.supplied import BundledScenario
from sits_es.rules.system import Outcome, Owed, Problem, Setup, System
from sits_es.sentences import unknown
from sits_es.toml.sheet import Sheet

from . import events
from .language import LANGUAGE, PULSES

BREAK = LANGUAGE.break_step
#: How near two craft of different sides make contact, and how far a shot carries.
REACH, RANGE = Decimal(3), Decimal(8)

PASSAGE = """title = "A passage"
run = 3

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[[crafts]]
name = "Kestrel"
player = "red"
at = "0"
speed = "1.25"
armour = "6"

[[crafts]]
name = "Hawk"
player = "blue"
at = "7.25"
speed = "-0.75"
armour = "7.5"
"""
RED = """game passage
turn 1
player red
secret 1111111111111111111111111111111111111111111111111111111111111111
craft Kestrel
  halt if hit
  pulse 1    burn 0.25
  pulse 2-5  fire at Hawk
  pulse 7    burn -1
  break      patch
"""
BLUE = """game passage
turn 1
player blue
secret 2222222222222222222222222222222222222222222222222222222222222222
craft Hawk
  pulse 3,6  fire at Kestrel
"""


@define
class Craft:
    """A craft on the lane."""

    player: str
    side: str
    at: Decimal
    speed: Decimal
    armour: Decimal


@define
class Board:
    """run: pulses that are ordered together; pulse: the first of the run at hand, 9 in the turn break.

    passed: the last pulse of which all has happened; contacts: pairs of craft that have met.
    """

    run: int
    turn: int = 1
    pulse: int = 1
    passed: int = 0
    crafts: dict[str, Craft] = Factory(dict)
    contacts: list[tuple[str, str]] = Factory(list)

    def standing(self) -> list[str]:
        """Names of the craft that have armour left."""
        return sorted(name for name, craft in self.crafts.items() if craft.armour > 0)


def steps_of(first: int, run: int) -> tuple[int, ...]:
    """The pulses of a run that begins with one, or the turn break. run: how many there are at most."""
    return (BREAK,) if first == BREAK else tuple(range(first, min(first + run, BREAK)))


@lru_cache(maxsize=1024)
def _run_at(turn: int, first: int, run: int, players: tuple[str, ...]) -> Owed:
    """A run; it is asked for again and again."""
    moment = Moment(turn, first)
    label = label_by_name(moment, LANGUAGE.step_names)
    return Owed(moment=moment, label=label, orders_by=players, steps=steps_of(first, run))


def _placed(board: Board, fact: events.CraftPlaced) -> None:
    numbers = (Decimal(text) for text in (fact.at, fact.speed, fact.armour))
    board.crafts[fact.craft] = Craft(fact.player, fact.side, *numbers)


def _moved(board: Board, fact: events.CraftMoved) -> None:
    board.crafts[fact.craft].at, board.crafts[fact.craft].speed = Decimal(fact.at), Decimal(fact.speed)


def _hit(board: Board, fact: events.ShotLanded) -> None:
    board.crafts[fact.target].armour -= Decimal(fact.loss)


def _met(board: Board, fact: events.ContactMade) -> None:
    board.contacts.append((fact.craft, fact.other))


def _patched(board: Board, fact: events.CraftPatched) -> None:
    board.crafts[fact.craft].armour = Decimal(fact.armour)


def _passed(board: Board, fact: events.PulsePassed) -> None:
    board.passed = fact.pulse


def _told(_board: Board, _fact: Event) -> None:
    """It moves nothing by itself."""


HANDLERS: dict[type[Event], Callable[[Any, Any], None]] = {
    events.CraftPlaced: _placed,
    events.BurnOrdered: _told,
    events.FireOrdered: _told,
    events.HaltOrdered: _told,
    events.RunHalted: _told,
    events.PatchOrdered: _told,
    events.CraftMoved: _moved,
    events.ShotLanded: _hit,
    events.ContactMade: _met,
    events.CraftPatched: _patched,
    events.CraftLost: _told,
    events.PulsePassed: _passed,
}

#: How a game ends, by code.
ENDINGS = {"last-side": "The others have no craft left.", "no-side": "No craft is left."}

_TOLD: dict[type[Event], Callable[[Any], str]] = {
    events.CraftPlaced: lambda e: f"{e.craft} of {e.player} stands at {e.at}, speed {e.speed}, armour {e.armour}.",
    events.BurnOrdered: lambda e: f"{e.craft} is ordered in pulse {e.pulse}: burn {e.by}.",
    events.FireOrdered: lambda e: f"{e.craft} is ordered in pulse {e.pulse}: fire at {e.target}.",
    events.HaltOrdered: lambda e: f"{e.craft} is ordered in pulse {e.pulse}: halt if hit.",
    events.RunHalted: lambda e: f"{e.craft} is hit, and the run ends.",
    events.PatchOrdered: lambda e: f"{e.craft} is ordered in the turn break: patch.",
    events.CraftMoved: lambda e: f"{e.craft} comes to {e.at} at speed {e.speed}.",
    events.ShotLanded: lambda e: f"{e.craft} fires at {e.target}, which loses {e.loss} of its armour.",
    events.ContactMade: lambda e: f"{e.craft} and {e.other} are in contact.",
    events.CraftPatched: lambda e: f"{e.craft} is patched: armour {e.armour}.",
    events.CraftLost: lambda e: f"{e.craft} is lost.",
    events.PulsePassed: lambda e: f"Pulse {e.pulse} is over.",
    Outcome: lambda e: ENDINGS[e.why[0].code],
}


class Runs(System):
    """Everybody orders a run of pulses; a contact ends it, and what is left of the turn is ordered again."""

    name = "runs"
    title = "Runs"
    edition = "for tests"
    most_steps = BREAK

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each fact does to a board."""
        return HANDLERS

    def new_board(self, version: int, options: Data, tables: Data, classes: Data) -> Board:  # noqa: ARG002
        """An empty lane."""
        if not str(options.get("run")).isdecimal() or not 1 <= int(options["run"]) <= PULSES:
            raise UnreadableError(f"Option run is a number of pulses from 1 to {PULSES}.")
        return Board(run=int(options["run"]))

    def change_options(self, board: Board, changes: Data) -> None:
        """Agree on another length of runs."""
        board.run = self.new_board(1, {"run": board.run, **changes}, {}, {}).run

    def freeze(self, board: Board) -> Board:
        """A value of the board."""
        return deepcopy(board)

    thaw = freeze

    def pack(self, board: Board) -> bytes:
        """A board as JSON; decimals as text."""
        return msgspec.json.encode(board, order="sorted")

    def unpack(self, packed: bytes) -> Board:
        """A board from its bytes."""
        return msgspec.json.decode(packed, type=Board)

    def tell(self, fact: Event) -> str:
        """A fact as a sentence."""
        return _TOLD[type(fact)](fact)

    def faces_in_words(self, rolled: DiceRolled) -> tuple[str, ...]:
        """1 to 6."""
        return tuple(str(face + 1) for face in rolled.faces)

    # orders

    @property
    def language(self) -> Language:
        """The order language."""
        return LANGUAGE

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """Orders of a pulse, and of the turn break."""
        return (events.BurnOrdered, events.FireOrdered, events.HaltOrdered, events.PatchOrdered)

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's craft."""
        return tuple(name for name in sorted(board.crafts) if board.crafts[name].player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose craft it is."""
        craft = board.crafts.get(unit)
        return None if craft is None else craft.player

    def names(self, board: Board, order: Event, field: str) -> Iterable[str]:  # noqa: ARG002
        """Targets."""
        return board.crafts if field == "target" else ()

    def problems(self, board: Board, step: int, order: Event, given: Sequence[Event]) -> Iterator[Problem]:
        """A lost craft does nothing; fire goes at somebody else; once is enough to ask for a halt."""
        who = LANGUAGE.unit_of(order)
        if who not in board.standing():
            yield Problem(f"{who} is lost.")
        elif isinstance(order, events.HaltOrdered) and list(given).count(order) > 1:
            yield Problem(f"{who} asks for a halt twice in pulse {step}.")
        elif isinstance(order, events.FireOrdered) and (order.target == who or order.target not in board.crafts):
            others = [name for name in board.standing() if name != who]
            yield Problem(unknown("target", order.target, others), "target")

    def template(self, board: Board, player: str, game: str) -> str:
        """An order file, ready to edit."""
        examples = (
            ("break patch",) if board.pulse == BREAK else (f"pulse {board.pulse} burn 0.5", "pulse 3-4 fire at NAME")
        )
        blocks = [
            UnitBlock(
                name=name, notes=(f"at {craft.at}, speed {craft.speed}, armour {craft.armour}",), examples=examples
            )
            for name, craft in sorted(board.crafts.items())
            if craft.player == player and craft.armour > 0
        ]
        return write_template(game, board.turn, blocks, LANGUAGE, player=player)

    # exchanges

    def moment(self, board: Board) -> Moment:
        """The first pulse of the run at hand, or the turn break."""
        return Moment(board.turn, board.pulse)

    def owed(self, board: Board, players: Sequence[str]) -> Owed:
        """The run at hand: everybody seals orders for all of it."""
        return self._owed(board, board.pulse, players)

    def upcoming(self, board: Board, players: Sequence[str]) -> Sequence[Owed]:
        """The rest of the turn, as it is when no contact ends a run."""
        runs = range(board.pulse, BREAK, board.run)
        return [self._owed(board, first, players) for first in (*runs, BREAK)]

    def _owed(self, board: Board, first: int, players: Sequence[str]) -> Owed:
        return _run_at(board.turn, first, board.run, tuple(players))

    def advance(self, board: Board) -> None:
        """On to the pulse after the last that happened, the turn break, or the next turn."""
        if board.pulse == BREAK:
            board.turn, board.pulse, board.passed = board.turn + 1, 1, 0
        else:
            board.pulse = board.passed + 1

    def label(self, moment: Moment) -> str:
        """1.4, or 1.break."""
        return label_by_name(moment, LANGUAGE.step_names)

    def read_moment(self, text: str) -> Moment:
        """Read 1.4 or 1.break."""
        return read_moment(text, LANGUAGE.step_names, LANGUAGE.step)

    def resolve(self, board: Board, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
        """Pulse by pulse: burns, moves, fire; a contact or a loss ends the run. In the break: patching."""
        every: list[Any] = [form for player in sorted(orders) for form in orders[player]]
        if board.pulse == BREAK:
            return list(_patching(board, every))
        facts: list[Event] = []
        for pulse in steps_of(board.pulse, board.run):
            happened = list(_pulse(board, pulse, [form for form in every if form.pulse == pulse], dice))
            facts += [*happened, *_halts(board, pulse, every, happened)]
            if any(self.stops(fact) for fact in facts):
                break
        return facts

    def stops(self, fact: Event) -> bool:
        """Whether it ends a run."""
        return isinstance(fact, events.ContactMade | events.CraftLost | events.RunHalted)

    def outcome(self, board: Board) -> Outcome | None:
        """The last side with a craft wins."""
        sides = sorted({board.crafts[name].side for name in board.standing()})
        if len(sides) > 1:
            return None
        return Outcome(winner=sides[0] if sides else None, why=(Coded("last-side" if sides else "no-side"),))

    # scenarios

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:  # noqa: ARG002
        """Make a scenario ready."""
        sheet = Sheet.read(text, source)
        sheet.table((), ("title", "run", "players", "crafts"))
        players = {
            player: (sheet.text(("players", player, "name"), "Anna"), sheet.text(("players", player, "side"), "red"))
            for player in sheet.table(("players",))
        }
        placed = [
            events.CraftPlaced(
                craft=sheet.text(("crafts", at, "name"), "Kestrel"),
                player=(owner := sheet.choice(("crafts", at, "player"), players)),
                side=players[owner][1],
                at=_decimal(sheet, ("crafts", at, "at")),
                speed=_decimal(sheet, ("crafts", at, "speed")),
                armour=_decimal(sheet, ("crafts", at, "armour")),
            )
            for at in range(len(sheet.many(("crafts",), "[[crafts]]")))
        ]
        title, run = sheet.text(("title",), "A passage"), sheet.whole(("run",), 1, PULSES)
        sheet.refuse()
        return Setup(
            title=title, scenario=source, options={"run": run}, tables={}, classes={}, players=players, opening=placed
        )

    def bundled(self) -> Mapping[str, BundledScenario]:
        """A passage of two craft, with orders for its first turn."""
        return {"passage": BundledScenario(text=PASSAGE, orders={"turn1-blue.orders": BLUE, "turn1-red.orders": RED})}


def _decimal(sheet: Sheet, path: tuple[str | int, ...]) -> str:
    text = sheet.text(path, "1.5")
    try:
        return shortest(Decimal(text))
    except ArithmeticError:
        sheet.fault(path, 'it is not a decimal. Write one in quotes, such as "1.5".')
        return "0"


def _done(board: Board, fact: Event) -> Event:
    HANDLERS[type(fact)](board, fact)
    return fact


def _pulse(board: Board, pulse: int, forms: Sequence[Any], dice: Dice) -> Iterator[Event]:
    burns = {form.craft: Decimal(form.by) for form in forms if isinstance(form, events.BurnOrdered)}
    for name in board.standing():
        craft = board.crafts[name]
        speed = craft.speed + burns.get(name, Decimal(0))
        yield _done(board, events.CraftMoved(craft=name, at=shortest(craft.at + speed), speed=shortest(speed)))
    for form in forms:
        if isinstance(form, events.FireOrdered) and abs(_between(board, form.craft, form.target)) <= RANGE:
            yield from _shot(board, pulse, form, dice)
    for one, other in combinations(board.standing(), 2):
        apart = board.crafts[one].side != board.crafts[other].side
        if apart and abs(_between(board, one, other)) <= REACH and (one, other) not in board.contacts:
            yield _done(board, events.ContactMade(craft=one, other=other))
    yield _done(board, events.PulsePassed(pulse=pulse))


def _halts(board: Board, pulse: int, forms: Sequence[Any], facts: Sequence[Event]) -> Iterator[Event]:
    hit = {fact.target for fact in facts if isinstance(fact, events.ShotLanded) and fact.loss != "0"}
    asked = {form.craft for form in forms if isinstance(form, events.HaltOrdered) and form.pulse <= pulse}
    for name in sorted(hit & asked & {*board.standing()}):
        yield _done(board, events.RunHalted(craft=name))


def _between(board: Board, one: str, other: str) -> Decimal:
    return board.crafts[one].at - board.crafts[other].at


def _shot(board: Board, pulse: int, form: events.FireOrdered, dice: Dice) -> Iterator[Event]:
    if form.target not in board.standing():
        return
    faces = dice.throw(RollKey(form.craft, "fire", form.target, pulse), 2, 6)
    yield DiceRolled(actor=form.craft, purpose="fire", object=form.target, index=pulse, sides=6, faces=faces)
    loss = Decimal(max(0, sum(faces) - 4)) / 4
    yield _done(board, events.ShotLanded(craft=form.craft, target=form.target, loss=shortest(loss)))
    if board.crafts[form.target].armour <= 0:
        yield _done(board, events.CraftLost(craft=form.target))


def _patching(board: Board, forms: Iterable[Any]) -> Iterator[Event]:
    for name in dict.fromkeys(form.craft for form in forms):
        if name in board.standing():
            armour = shortest(board.crafts[name].armour + Decimal("0.5"))
            yield _done(board, events.CraftPatched(craft=name, armour=armour))


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = Runs()
