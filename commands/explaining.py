"""One event of a record as a person would redo it: its sums by its rule system, its dice from the seed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from commands.exchanges import exchanges
from commands.table import Table, steps_of
from commands.views.explanation import Happening, Working
from commands.views.registry import views_of
from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import REGISTRY, Event
from sits_es.game.events import GameStarted, SeedMade
from sits_es.game.fold import Fold
from sits_es.game.moments import Moment
from sits_es.game.story import teller
from sits_es.store.codec import Codec

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.store import Recorded


@frozen(kw_only=True)
class Roll:
    """A roll as it comes from its exchange's seed. message: what the seed signs; digest: of block 0, in hexadecimal.

    numbers: the digest's bytes as far as they were needed; limit: bytes from here on are passed over.
    same: whether the faces worked out anew are those on the record.
    """

    event: int
    fact: DiceRolled
    seed: str
    message: str
    digest: str
    numbers: tuple[int, ...]
    limit: int
    same: bool

    def lines(self) -> Iterator[str]:
        """The roll for people, to be redone with any program that knows HMAC."""
        key = [self.fact.actor, self.fact.purpose, self.fact.object, f"number {self.fact.index}"]
        yield f"#{self.event} roll of {', '.join(part for part in key if part)}: {_faces(self.fact)}"
        yield f"  HMAC-SHA-256, key (the exchange's seed): {self.seed}"
        yield f"  message: {self.message}"
        yield f"  gives {self.digest[:16]}...; bytes {', '.join(map(str, self.numbers))}"
        passed = f", bytes of {self.limit} and more passed over" if self.limit < 256 else ""
        same = "" if self.same else ": NOT what the seed gives"
        yield f"  each modulo {self.fact.sides}{passed}: {_faces(self.fact)}{same}"

    def as_json(self) -> dict[str, Any]:
        """The roll for programs."""
        return {
            "event": self.event,
            "actor": self.fact.actor,
            "purpose": self.fact.purpose,
            "object": self.fact.object,
            "index": self.fact.index,
            "sides": self.fact.sides,
            "faces": list(self.fact.faces),
            "hmac": {"key": self.seed, "message": self.message, "digest": self.digest},
            "recomputed": self.same,
        }


def _faces(fact: DiceRolled) -> str:
    return f"{len(fact.faces)}d{fact.sides} = {', '.join(map(str, fact.faces))}"


@frozen(kw_only=True)
class Explained:
    """An event explained. at: its exchange, or "set-up"; text: it as a sentence; decides: what a roll decided."""

    event: int
    at: str
    kind: str
    text: str
    working: Working
    rolls: tuple[Roll, ...]
    decides: str
    data: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
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

    def view(self) -> Iterator[RenderableType]:
        """For people, part by part."""
        from rich.text import Text

        from commands.views.tables import table_of

        yield Text(f"#{self.event}, {self.at}", style="bold")
        yield Text(self.text)
        if self.working.modifiers:
            yield Text()
            rows = [(each.name, each.value, each.rule) for each in self.working.modifiers]
            yield table_of(("What", "Number", "Where it comes from"), rows)
        if self.working.steps:
            yield Text()
            yield from (Text(f"{number}. {step}") for number, step in enumerate(self.working.steps, start=1))
        for roll in self.rolls:
            yield Text()
            yield from map(Text, roll.lines())
        if self.decides:
            yield Text()
            yield Text(f"It decides {self.decides}")
        if self.working.expected:
            yield Text()
            yield Text(f"Expected: {self.working.expected}")
        yield Text()
        yield Text(f"Rule: {self.working.rule}")


def explain(table: Table, name: str, which: str) -> Explained:
    """Explain an event. which: its number, 120 or #120. NotAllowedError for one that the record does not have."""
    number = table.event_number(name, which)
    record = table.record(name)
    recorded = record[number]
    fold = Fold().add_all(each.event for each in record[:number]) if number else None
    first, last, moment = _exchange(record, number)
    facts = [each.event for each in record[first : last + 1]]
    earlier, later = facts[: number - first], facts[number - first + 1 :]
    after = table.fold(name)
    tell = teller(after.system.tell, after.system.steps)
    board = fold.game.board if fold else None
    happening = Happening(event=recorded.event, board=board, earlier=earlier, later=later)
    views = views_of(after.game.system)
    thrown = _thrown(recorded.event, earlier, number)
    seed = next((fact.seed for fact in facts if isinstance(fact, SeedMade)), "")
    topic, state = Codec().encode(recorded.event)
    return Explained(
        event=number,
        at="set-up" if moment is None else moment.written(after.system.steps),
        kind=REGISTRY.stored_name(type(recorded.event)).name,
        text=tell(recorded.event),
        working=views.explain(happening),
        rolls=tuple(_roll(at, fact, seed, after.game.root, moment) for at, fact in thrown if moment and seed),
        decides=_decided(recorded.event, later, number, tell),
        data={"stored_as": topic, **json.loads(state)},
    )


def _exchange(record: Sequence[Recorded], number: int) -> tuple[int, int, Moment | None]:
    """First and last event of the exchange that an event belongs to, and its moment; all of set-up has none.

    The facts that open an exchange stand at the end of the one before it.
    """
    for each in exchanges(record, steps_of(record)):
        if each.first is not None and each.last is not None and each.first <= number <= each.last:
            return each.first, each.last, each.moment
    begun = next((at for at, each in enumerate(record) if isinstance(each.event, GameStarted)), len(record) - 1)
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
    """What a roll decided: the next event that is no roll; empty for an event that is none."""
    if not isinstance(event, DiceRolled):
        return ""
    for at, fact in enumerate(later, start=number + 1):
        if not isinstance(fact, DiceRolled):
            return f"#{at} {tell(fact)}"
    return ""


def _roll(number: int, fact: DiceRolled, seed: str, root: str, moment: Moment) -> Roll:
    """Work a roll out anew from its seed, and compare."""
    dice = KeyedDice(bytes.fromhex(seed), root, moment.turn, moment.segment)
    digest = dice.digest(fact.key)
    limit = 256 - 256 % fact.sides
    kept = [at for at, byte in enumerate(digest) if byte < limit][: len(fact.faces)]
    return Roll(
        event=number,
        fact=fact,
        seed=seed,
        message=dice.message(fact.key).decode(),
        digest=digest.hex(),
        numbers=tuple(digest[: kept[-1] + 1]) if kept else (),
        limit=limit,
        same=dice.throw(fact.key, len(fact.faces), fact.sides) == fact.faces,
    )
