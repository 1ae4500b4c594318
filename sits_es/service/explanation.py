"""One event of a record as a person would redo it: its sums by its rule system, its dice from the seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import asdict, evolve, frozen

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Event
from sits_es.game.events import (
    ExchangeOpened,
    FactsRecorded,
    GameCreated,
    GameEnded,
    GameStarted,
    OrdersGiven,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
)
from sits_es.game.story import Teller, teller
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, ReportLine, strong
from sits_es.report.working import Context, Working
from sits_es.rules.moments import Moment
from sits_es.rules.system import System
from sits_es.service.dice import SeededRoll, roll_from_seed
from sits_es.service.session import OpenGame

#: Where to find the rule for facts of a game's life, whatever its rule system.
_RULES: Mapping[type[Event], str] = {
    OrdersSealed: "seals: SHA-256 over place, player, orders and nonce; check them with sits audit --verify",
    OrdersRevealed: "reveals: orders and nonce must make the seal; check them with sits audit --verify",
    SeedMade: "the seed: SHA-256 over all seals and nonces of the exchange; check it with sits audit --verify",
    GameEnded: "the scenario's terms; sits show has the points",
    GameCreated: "the game's first fact holds its rules in full, so that no later release changes it",
    PlayerJoined: "the scenario's players",
    OrdersGiven: "orders in the open: signed before anybody else opens a nonce, so that nobody can choose the dice",
    FactsRecorded: "what players enter; what follows from it is worked out again by sits audit --verify",
    ExchangeOpened: "the order of play; it is written only where the game does not go on by number",
}


@frozen(kw_only=True)
class Explanation:
    """An event explained. at: its exchange, or "set-up"; text: it as a sentence; decides: what a roll decided."""

    event: int
    at: str
    kind: str
    text: str
    working: Working
    rolls: tuple[SeededRoll, ...]
    decides: str
    data: dict[str, Any]

    def blocks(self) -> Iterator[Block]:
        """For people."""
        working = self.working
        yield strong(f"#{self.event}, {self.at}", hang=0)
        yield ReportLine(self.text, hang=0)
        yield from working.blocks()
        for roll in self.rolls:
            yield BLANK
            yield from (ReportLine(line, indent, hang=0) for line, indent in roll.lines())
        for said in (f"It decides {self.decides}" if self.decides else "", *working.foot()):
            if said:
                yield BLANK
                yield ReportLine(said, hang=0)

    def as_json(self) -> dict[str, Any]:
        """For programs: the event's place, stored name and sentence; rule, modifiers, steps, average; its rolls; data.

        values: the numbers of the working by name; data: the event's fields as stored, and under which name.
        """
        return {
            "event": self.event,
            "at": self.at,
            "type": self.kind,
            "text": self.text,
            "rule": self.working.rule,
            "modifiers": [asdict(modifier) for modifier in self.working.modifiers],
            "steps": list(self.working.steps),
            "expected": self.working.expected,
            "values": dict(self.working.values),
            "rolls": [roll.as_json() for roll in self.rolls],
            "decides": self.decides,
            "data": self.data,
        }


@frozen(kw_only=True)
class Surroundings:
    """The exchange around an event, or set-up, and what explains its events.

    game: its name in the dice; first: the version of the first fact; moment: None for set-up; tell: says a fact.
    """

    rules: System
    game: str
    moment: Moment | None
    first: int
    facts: Sequence[Event]
    tell: Teller

    @property
    def seed(self) -> str:
        """The seed of its dice, in hexadecimal; empty where none were thrown."""
        return next((fact.seed for fact in self.facts if isinstance(fact, SeedMade)), "")

    def explained(self, number: int, board: object, data: dict[str, Any], seed: str) -> Explanation:
        """One of its events. number: its version; board: as it stood right before it; data: its fields as stored."""
        here = number - self.first
        event, earlier, later = self.facts[here], self.facts[:here], self.facts[here + 1 :]
        thrown, moment = _thrown(event, earlier, number), self.moment
        return Explanation(
            event=number,
            at="set-up" if moment is None else self.rules.label(moment),
            kind=REGISTRY.stored_name(type(event)).name,
            text=self.tell(event),
            working=_working(self.rules, Context(event=event, board=board, earlier=earlier, later=later)),
            rolls=tuple(
                roll_from_seed(self.rules, at, fact, seed, self.game, moment) for at, fact in thrown if moment and seed
            ),
            decides=_decided(event, later, number, self.tell),
            data=data,
        )


def explain(opened: OpenGame, which: str, *, board: Callable[[int], Any] | None = None) -> Explanation:
    """Explain an event. which: its number, 120 or #120; NotAllowedError where there is none.

    board: gives the board as it stood after an event, if somebody keeps boards.
    """
    number = opened.event_number(which)
    created, rules = opened.created, opened.rules
    first, last, moment = _exchange(opened, number)
    around = Surroundings(
        rules=rules,
        game=created.game,
        moment=moment,
        first=first,
        facts=opened.facts(first, last),
        tell=teller(rules),
    )
    stood = board or (lambda version: opened.fold(version).game.board)
    before = stood(number - 1) if number else None
    topic, state = opened.store.codec.encode(around.facts[number - first])
    return around.explained(number, before, {"stored_as": topic, **json.loads(state)}, around.seed)


def _working(rules: System, context: Context) -> Working:
    if (rule := _RULES.get(type(context.event))) is not None:
        return Working(rule=rule)
    working = report_of(rules.name).explain(context)
    return working if working.rule else evolve(working, rule=f"the rules of {rules.title}, {rules.edition}")


def _exchange(opened: OpenGame, number: int) -> tuple[int, int, Moment | None]:
    """First and last event of an event's exchange, and its moment; set-up has none.

    The facts that open an exchange are at the end of the one before.
    """
    history = opened.history
    found = history.holding(number)
    if found is not None and found.first is not None and found.last is not None:
        return found.first, found.last, found.moment
    if number >= history.set_up:
        return number, number, None  # what opens a fork is on its own
    begun = next(
        (each.version for each in opened.events(0, history.set_up - 1) if isinstance(each.event, GameStarted)),
        history.set_up - 1,
    )
    return 0, max(begun, number), None


def _thrown(event: Event, earlier: Sequence[Event], number: int) -> list[tuple[int, DiceRolled]]:
    """The rolls that decided an event, with their numbers: those right before it, or the event itself."""
    if isinstance(event, DiceRolled):
        return [(number, event)]
    found: list[tuple[int, DiceRolled]] = []
    for back, fact in enumerate(reversed(earlier), start=1):
        if not isinstance(fact, DiceRolled):
            break
        found.append((number - back, fact))
    return found[::-1]


def _decided(event: Event, later: Sequence[Event], number: int, tell: Any) -> str:
    """What a roll decided: the next event that is not a roll; empty for an event that is not a roll."""
    if not isinstance(event, DiceRolled):
        return ""
    for at, fact in enumerate(later, start=number + 1):
        if not isinstance(fact, DiceRolled):
            return f"#{at} {tell(fact)}"
    return ""
