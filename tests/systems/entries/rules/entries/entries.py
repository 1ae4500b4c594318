"""The rules of Entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec
from attrs import Factory, define

from sits_es.coded import Coded
from sits_es.events import Data, Event
from sits_es.orders.language import Language
from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.moments import Moment
from sits_es.rules.supplied import BundledScenario
from sits_es.rules.system import Outcome, Problem, Setup, System
from sits_es.sentences import unknown
from sits_es.toml.sheet import Sheet

from . import events
from .language import LANGUAGE

AMBUSH = """title = "Ambush at the gate"

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[[fighters]]
name = "Kestrel"
player = "red"
shields = 1
hull = 2

[[fighters]]
name = "Hawk"
player = "blue"
shields = 2
hull = 3
"""

#: What players enter in it, in order of name.
ENTERED = {
    "01-red.facts": "game gateway\nturn 1\nplayer red\nfighter Kestrel\n  place at 3 4\n",
    "02-blue.facts": "game gateway\nturn 1\nplayer blue\nfighter Hawk\n  place at 5 4\n  attack Kestrel for 1\n",
    "03-red.facts": "game gateway\nturn 1\nplayer red\nfighter Kestrel\n  attack Hawk for 3\n  done\n",
    "04-blue.facts": "game gateway\nturn 1\nplayer blue\nfighter Hawk\n  done\n",
    "05-red.facts": "game gateway\nturn 2\nplayer red\nfighter Kestrel\n  attack Hawk for 1\n",
}


@define
class Fighter:
    """A fighter's display. place: column and row, None before it is placed; done: through with this round."""

    player: str
    side: str
    shields: int
    hull: int
    place: tuple[int, int] | None = None
    done: bool = False


@define
class Board:
    """The displays, and which entry of which round comes next."""

    turn: int = 1
    entry: int = 1
    fighters: dict[str, Fighter] = Factory(dict)

    def standing(self) -> list[str]:
        """Names of the fighters that have hull left."""
        return sorted(name for name, fighter in self.fighters.items() if fighter.hull > 0)


def _listed(board: Board, fact: events.FighterListed) -> None:
    board.fighters[fact.fighter] = Fighter(fact.player, fact.side, fact.shields, fact.hull)


def _placed(board: Board, fact: events.FighterPlaced) -> None:
    board.fighters[fact.fighter].place = (fact.column, fact.row)


def _done(board: Board, fact: events.RoundEnded) -> None:
    board.fighters[fact.fighter].done = True


def _unshielded(board: Board, fact: events.ShieldsLost) -> None:
    board.fighters[fact.fighter].shields -= fact.number


def _holed(board: Board, fact: events.HullLost) -> None:
    board.fighters[fact.fighter].hull -= fact.number


def _counted(board: Board, _fact: events.EntryCounted) -> None:
    board.entry += 1
    if all(board.fighters[name].done for name in board.standing()):
        board.turn, board.entry = board.turn + 1, 1
        for fighter in board.fighters.values():
            fighter.done = False


def _told(_board: Board, _fact: Event) -> None:
    """What follows from it is a fact of its own."""


HANDLERS: dict[type[Event], Callable[[Any, Any], None]] = {
    events.FighterListed: _listed,
    events.FighterPlaced: _placed,
    events.AttackDeclared: _told,
    events.DamageTaken: _told,
    events.RoundEnded: _done,
    events.ShieldsLost: _unshielded,
    events.HullLost: _holed,
    events.FighterLost: _told,
    events.EntryCounted: _counted,
}

#: How a game ends, by code.
ENDINGS = {"last-side": "The others have no fighter left.", "no-side": "No fighter is left."}

_TOLD: dict[type[Event], Callable[[Any], str]] = {
    events.FighterListed: lambda e: f"{e.fighter} of {e.player} takes part: shields {e.shields}, hull {e.hull}.",
    events.FighterPlaced: lambda e: f"{e.fighter} is placed on column {e.column}, row {e.row}.",
    events.AttackDeclared: lambda e: f"{e.fighter} attacks {e.target} for {e.hits}.",
    events.DamageTaken: lambda e: f"{e.fighter} takes {e.damage}.",
    events.RoundEnded: lambda e: f"{e.fighter} is through with the round.",
    events.ShieldsLost: lambda e: f"{e.fighter} loses {e.number} of its shields.",
    events.HullLost: lambda e: f"{e.fighter} loses {e.number} of its hull.",
    events.FighterLost: lambda e: f"{e.fighter} is lost.",
    events.EntryCounted: lambda e: f"Entry {e.entry} of round {e.turn} is complete.",
    Outcome: lambda e: ENDINGS[e.why[0].code],
}


class Entries(System):
    """No orders at all: players enter what happens at their table, and the program works out what follows."""

    name = "entries"
    title = "Entries"
    edition = "for tests"

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each fact does to a board."""
        return HANDLERS

    def new_board(self, version: int, options: Data, tables: Data, classes: Data) -> Board:  # noqa: ARG002
        """An empty table."""
        return Board()

    def freeze(self, board: Board) -> Board:
        """A value of the board."""
        return deepcopy(board)

    thaw = freeze

    def pack(self, board: Board) -> bytes:
        """A board as JSON."""
        return msgspec.json.encode(board, order="sorted")

    def unpack(self, packed: bytes) -> Board:
        """A board from its bytes."""
        return msgspec.json.decode(packed, type=Board)

    def tell(self, fact: Event) -> str:
        """A fact as a sentence."""
        return _TOLD[type(fact)](fact)

    def moment(self, board: Board) -> Moment:
        """The next entry of the round."""
        return Moment(board.turn, board.entry)

    def outcome(self, board: Board) -> Outcome | None:
        """The last side with a fighter wins."""
        sides = sorted({board.fighters[name].side for name in board.standing()})
        if len(sides) > 1:
            return None
        return Outcome(winner=sides[0] if sides else None, why=(Coded("last-side" if sides else "no-side"),))

    # what people enter

    @property
    def language(self) -> Language:
        """How facts are entered."""
        return LANGUAGE

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """What people enter."""
        return (events.FighterPlaced, events.AttackDeclared, events.DamageTaken, events.RoundEnded)

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's fighters."""
        return tuple(name for name in sorted(board.fighters) if board.fighters[name].player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose fighter it is."""
        fighter = board.fighters.get(unit)
        return None if fighter is None else fighter.player

    def names(self, board: Board, order: Event, field: str) -> Iterable[str]:  # noqa: ARG002
        """Targets."""
        return board.fighters if field == "target" else ()

    def problems(self, board: Board, step: int, order: Event, given: Sequence[Event]) -> Iterator[Problem]:  # noqa: ARG002
        """Nothing is ordered, but what may be entered can be written and checked ahead."""
        yield from self._problems(board, order)

    def entry_problems(self, board: Board, player: str, entered: Sequence[Event]) -> Iterator[Problem]:
        """Only one's own fighters, and only what their displays allow."""
        board = self.thaw(board)
        for at, fact in enumerate(entered):
            if self.owner(board, LANGUAGE.unit_of(fact)) != player:
                yield Problem(f"{LANGUAGE.unit_of(fact)} is not a fighter of {player}.", LANGUAGE.unit, at)
                continue
            for problem in self._problems(board, fact):
                yield Problem(problem.message, problem.field, at)
            HANDLERS[type(fact)](board, fact)

    def _problems(self, board: Board, fact: Any) -> Iterator[Problem]:
        fighter = board.fighters[fact.fighter]
        if fighter.hull <= 0:
            yield Problem(f"{fact.fighter} is lost.")
        elif isinstance(fact, events.FighterPlaced):
            if fighter.place is not None:
                yield Problem(f"{fact.fighter} is placed already.")
        elif fighter.place is None:
            yield Problem(f"{fact.fighter} is not placed yet. Enter place at COLUMN ROW first.")
        elif isinstance(fact, events.AttackDeclared):
            others = [name for name in board.standing() if board.fighters[name].side != fighter.side]
            if fact.target not in others:
                yield Problem(unknown("target", fact.target, others), "target")

    def template(self, board: Board, player: str, game: str) -> str:
        """A file of facts, ready to edit."""
        blocks = [
            UnitBlock(
                name=name,
                notes=(f"shields {board.fighters[name].shields}, hull {board.fighters[name].hull}",),
                examples=("place at 3 4", "attack NAME for 2", "take 1", "done"),
            )
            for name in board.standing()
            if board.fighters[name].player == player
        ]
        return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=["Facts to be entered."])

    def enter(self, board: Board, player: str, entered: Sequence[Event]) -> list[Event]:  # noqa: ARG002
        """Shields, then hull, then the fighter."""
        followed: list[Event] = []

        def follow(fact: Event) -> None:
            HANDLERS[type(fact)](board, fact)
            followed.append(fact)

        for fact in entered:
            match fact:
                case events.AttackDeclared():
                    struck, damage = fact.target, fact.hits
                case events.DamageTaken():
                    struck, damage = fact.fighter, fact.damage
                case _:
                    continue
            fighter = board.fighters[struck]
            if stopped := min(damage, fighter.shields):
                follow(events.ShieldsLost(fighter=struck, number=stopped))
            if through := min(damage - stopped, fighter.hull):
                follow(events.HullLost(fighter=struck, number=through))
                if fighter.hull <= 0:
                    follow(events.FighterLost(fighter=struck))
        follow(events.EntryCounted(turn=board.turn, entry=board.entry))
        return followed

    # scenarios

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:  # noqa: ARG002
        """Make a scenario ready."""
        sheet = Sheet.read(text, source)
        sheet.table((), ("title", "players", "fighters"))
        players = {
            player: (sheet.text(("players", player, "name"), "Anna"), sheet.text(("players", player, "side"), "red"))
            for player in sheet.table(("players",))
        }
        listed = [
            events.FighterListed(
                fighter=sheet.text(("fighters", at, "name"), "Kestrel"),
                player=(owner := sheet.choice(("fighters", at, "player"), players)),
                side=players[owner][1],
                shields=sheet.whole(("fighters", at, "shields"), 0, 9),
                hull=sheet.whole(("fighters", at, "hull"), 1, 9),
            )
            for at in range(len(sheet.many(("fighters",), "[[fighters]]")))
        ]
        title = sheet.text(("title",), "Ambush at the gate")
        sheet.refuse()
        return Setup(title=title, scenario=source, options={}, tables={}, classes={}, players=players, opening=listed)

    def bundled(self) -> Mapping[str, BundledScenario]:
        """An ambush of two fighters."""
        return {"gateway": BundledScenario(text=AMBUSH, orders=ENTERED)}


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = Entries()
