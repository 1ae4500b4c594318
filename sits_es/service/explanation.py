"""One event of a record as a person would redo it: its sums by its rule system, its dice from the seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import REGISTRY, Event
from sits_es.game.events import (
    BotSeated,
    DiceCommitted,
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
from sits_es.sentences import listed
from sits_es.service.session import OpenGame

#: Where to find the rule for facts of a game's life, whatever its rule system.
_RULES: Mapping[type[Event], str] = {
    OrdersSealed: "seals: SHA-256 over place, player, orders and nonce; check them with sits audit verify",
    OrdersRevealed: "reveals: orders and nonce must produce the seal; check them with sits audit verify",
    SeedMade: "the seed: SHA-256 over all seals and nonces of the exchange; check it with sits audit verify",
    GameEnded: "the scenario's terms; sits show has the points",
    GameCreated: "the game's first event holds its rules in full, so no later release changes them",
    PlayerJoined: "the scenario's players",
    BotSeated: "house: the program plays this seat and can give the same orders as a person",
    DiceCommitted: "fair dice: a nonce's SHA-256 is the one before it, or this for the first; check: sits audit verify",
    OrdersGiven: "orders in the open: signed before anybody else opens a nonce, so nobody can choose the dice",
    FactsRecorded: "facts that players entered; sits audit verify works out again what follows from them",
    ExchangeOpened: "the order of play; this event is written only if the next exchange does not have the next number",
}


class Explanation(Struct, frozen=True, kw_only=True):
    """An event explained. at: its exchange, or "set-up"; text: it as a sentence; decides: what a roll decided.

    again: of dice, whether anybody can throw them again.
    """

    event: int
    at: str
    kind: str
    text: str
    working: Working
    rolls: tuple[SeededRoll, ...]
    decides: str
    data: dict[str, Any]
    again: str = ""

    def blocks(self) -> Iterator[Block]:
        """For people."""
        working = self.working
        yield strong(f"#{self.event}, {self.at}", hang=0)
        yield ReportLine(self.text, hang=0)
        yield from working.blocks()
        for roll in self.rolls:
            yield BLANK
            yield from (ReportLine(line, indent, hang=0) for line, indent in roll.lines())
        for said in (f"It decides {self.decides}" if self.decides else "", *working.foot(), self.again):
            if said:
                yield BLANK
                yield ReportLine(said, hang=0)

    def as_json(self) -> dict[str, Any]:
        """For programs. values: the numbers of the working by name; data: the event's fields as stored."""
        return {
            "event": self.event,
            "at": self.at,
            "type": self.kind,
            "text": self.text,
            "rule": self.working.rule,
            "modifiers": [structs.asdict(modifier) for modifier in self.working.modifiers],
            "steps": list(self.working.steps),
            "expected": self.working.expected,
            "values": dict(self.working.values),
            "rolls": [roll.as_json() for roll in self.rolls],
            "decides": self.decides,
            "data": self.data,
        }


class Surroundings(Struct, frozen=True, kw_only=True):
    """The exchange around an event, or set-up. first: version of its first fact; moment: None for set-up."""

    rules: System
    game: str
    moment: Moment | None
    first: int
    facts: Sequence[Event]
    tell: Teller

    @property
    def seed(self) -> str:
        """The seed of its dice, in hexadecimal; empty if none were thrown."""
        return next((fact.seed for fact in self.facts if isinstance(fact, SeedMade)), "")

    def explained(self, number: int, board: object, data: dict[str, Any], seed: str) -> Explanation:
        """One of its events. number: its version; board: as it stood right before it; data: its fields as stored."""
        here = number - self.first
        event, earlier, later = self.facts[here], self.facts[:here], self.facts[here + 1 :]
        moment, context = self.moment, Context(event=event, board=board, earlier=earlier, later=later)
        thrown = (event,) if isinstance(event, DiceRolled) else context.thrown
        begun = number if isinstance(event, DiceRolled) else number - len(thrown)
        return Explanation(
            event=number,
            at="set-up" if moment is None else self.rules.label(moment),
            kind=REGISTRY.stored_name(type(event)).name,
            text=self.tell(event),
            working=_working(self.rules, context),
            rolls=tuple(
                roll_from_seed(self.rules, at, fact, seed, self.game, moment)
                for at, fact in enumerate(thrown, begun)
                if moment and seed
            ),
            decides=_decided(event, later, number, self.tell),
            data=data,
        )


def explain(opened: OpenGame, which: str, *, board: Callable[[int], Any] | None = None) -> Explanation:
    """Explain an event. which: its number, 120 or #120; board: gives boards after events, if somebody keeps them."""
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
    fact = around.facts[number - first]
    topic, state = opened.store.codec.encode(fact)
    found = around.explained(number, before, {"stored_as": topic, **json.loads(state)}, around.seed)
    return replace(found, again=_again(opened) if found.rolls or isinstance(fact, SeedMade) else "")


def _again(opened: OpenGame) -> str:
    """Whether anybody at the one machine of a game can throw its dice again; nothing for games elsewhere."""
    game = opened.fold().game
    if game.play != "hot seat" or game.what_if:
        return ""
    if game.links:
        return (
            f"Nobody can throw these dice again: {listed(game.links)} fixed their parts in the dice before the first "
            "order."
        )
    return "Anybody with this folder can throw these dice again in a copy; --fair-dice prevents that in a new game."


def _working(rules: System, context: Context) -> Working:
    if (rule := _RULES.get(type(context.event))) is not None:
        return Working(rule=rule)
    working = report_of(rules.name).explain(context)
    return working if working.rule else replace(working, rule=f"the rules of {rules.title}, {rules.edition}")


def _exchange(opened: OpenGame, number: int) -> tuple[int, int, Moment | None]:
    """First and last event of an event's exchange, and its moment; set-up has none."""
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


def _decided(event: Event, later: Sequence[Event], number: int, tell: Teller) -> str:
    """What a roll decided: the next event that is not a roll; empty for an event that is not a roll."""
    next_ones = enumerate(later if isinstance(event, DiceRolled) else (), start=number + 1)
    return next((f"#{at} {tell(fact)}" for at, fact in next_ones if not isinstance(fact, DiceRolled)), "")


class SeedBlock(Struct, frozen=True, kw_only=True):
    """A block of bytes that a roll was made of. message: what the seed signs for it; digest: its HMAC-SHA-256, in hex.

    numbers: the bytes that were used, from the first on; faces: what they give, without those that are passed over.
    """

    message: str
    digest: str
    numbers: tuple[int, ...]
    faces: tuple[int, ...]


class SeededRoll(Struct, frozen=True, kw_only=True):
    """A roll as it comes from its exchange's seed. which: its number among rolls of one name, in the system's words.

    blocks: 1 up; limit: bytes from here up are passed over, 256 where none are; shown: the faces in the system's words.
    """

    event: int
    fact: DiceRolled
    which: str
    seed: str
    blocks: tuple[SeedBlock, ...]
    limit: int
    shown: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether the seed gives the faces on record."""
        return tuple(face for block in self.blocks for face in block.faces) == self.fact.faces

    def lines(self) -> Iterator[tuple[str, int]]:
        """The roll for people, who can redo it with any program that knows HMAC: lines and their indents."""
        key = [self.fact.actor, self.fact.purpose, self.fact.object, self.which]
        yield f"#{self.event} roll of {', '.join(part for part in key if part)}: {self._faces()}", 0
        yield "HMAC-SHA-256 with the seed as its key, in hexadecimal:", 2
        yield self.seed, 4
        for number, block in enumerate(self.blocks):
            yield f"block {number}, message and digest:", 2
            yield block.message, 4
            yield block.digest, 4
            faces = ", ".join(map(str, block.faces)) or "none"
            yield f"{self._bytes(block)}; each modulo {self.fact.sides}: {faces}", 4
        if not self.same:
            yield f"the record has {self._faces()}, which is NOT what the seed gives", 2
        if self.shown != tuple(map(str, self.fact.faces)):
            yield f"which show {', '.join(self.shown)}", 2

    def _bytes(self, block: SeedBlock) -> str:
        """The bytes that were used, and those of them that are passed over."""
        passed = sorted({number for number in block.numbers if number >= self.limit})
        less = f", without {listed(map(str, passed))} ({self.limit} and above are skipped)" if passed else ""
        return f"bytes {', '.join(map(str, block.numbers))}{less}"

    def _faces(self) -> str:
        return f"{len(self.fact.faces)}d{self.fact.sides} = {', '.join(map(str, self.fact.faces))}"

    def as_json(self) -> dict[str, Any]:
        """The roll for programs: its event, key and faces, what the seed signs (hmac), and whether they agree."""
        return {
            "event": self.event,
            "actor": self.fact.actor,
            "purpose": self.fact.purpose,
            "object": self.fact.object,
            "index": self.fact.index,
            "sides": self.fact.sides,
            "faces": list(self.fact.faces),
            "passed_over_from": self.limit,
            "hmac": [
                {
                    "key": self.seed,
                    "message": block.message,
                    "digest": block.digest,
                    "bytes": list(block.numbers),
                    "faces": list(block.faces),
                }
                for block in self.blocks
            ],
            "recomputed": self.same,
        }


def roll_from_seed(rules: System, number: int, fact: DiceRolled, seed: str, root: str, moment: Moment) -> SeededRoll:
    """Redo a roll from its seed. number: its event's; root: the root game's name. Rule: `sits_es.dice`, house."""
    dice = KeyedDice(bytes.fromhex(seed), root, moment.turn, moment.segment)
    limit = 256 - 256 % fact.sides
    blocks: list[SeedBlock] = []
    wanted = len(fact.faces)
    for at in count():
        digest = dice.digest(fact.key, at)
        kept = [place for place, byte in enumerate(digest) if byte < limit][:wanted]
        used = digest[: kept[-1] + 1] if len(kept) == wanted and kept else digest if wanted else b""
        blocks.append(
            SeedBlock(
                message=dice.message(fact.key, at).decode(),
                digest=digest.hex(),
                numbers=tuple(used),
                faces=tuple(digest[place] % fact.sides for place in kept),
            )
        )
        wanted -= len(kept)
        if not wanted:
            break
    return SeededRoll(
        event=number,
        fact=fact,
        which=rules.roll_in_words(fact),
        seed=seed,
        blocks=tuple(blocks),
        limit=limit,
        shown=rules.faces_in_words(fact),
    )
