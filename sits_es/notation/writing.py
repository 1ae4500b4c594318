"""Writing a notation: each fact of a stream as its line, or lines, in the order of the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from sits_es.events import Event
from sits_es.game.departures import PlayerResigned
from sits_es.game.events import (
    BETWEEN,
    FactsRecorded,
    GameCreated,
    GameForked,
    GameStarted,
    OrdersDefaulted,
    OrdersGiven,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
)
from sits_es.game.exchanges import Exchange, exchanges
from sits_es.notation.agreed import AGREEABLE, may_decide, results
from sits_es.notation.comments import is_order
from sits_es.notation.fields import WIDTH, written_fields
from sits_es.notation.literals import fields, shortened, written, written_text
from sits_es.notation.reading import FIRST
from sits_es.rules.system import System
from sits_es.sentences import one_line

#: Digits of a digest that an exchange ends with: enough to know it by.
DIGITS: Final = 16
#: A fact as a game stores it: its name, and its fields as plain data.
AsData = Callable[[Event], tuple[str, dict[str, Any]]]


@frozen(kw_only=True)
class Recording:
    """A stream's own part of a record, and how it is written.

    facts: by version, without a gap; digests: of the chain, by version; stored: gives a fact as the game stores it;
    tell: a sentence for a result, or None where none are written.
    """

    rules: System
    facts: Mapping[int, Event]
    digests: Callable[[int], str]
    stored: AsData
    tell: Callable[[Event], str] | None = None


def written_score(recordings: Sequence[Recording]) -> Iterator[str]:
    """The lines of a file with these streams, parents before their forks, without line ends."""
    yield FIRST
    for recording in recordings:
        yield ""
        yield from _Writer(recording).stream()


def result_line(rules: System, fact: Event, stored: AsData) -> str:
    """What came of an exchange, as one short line: who, what, and its fields.

    Whoever it is about comes first: the unit, or who rolls. What is not so, not known or empty is left out, and what
    would make it long.
    """
    name, data = stored(fact)
    rest = {name: value for name, value in sorted(data.items()) if value or (value == 0 and value is not False)}
    who = next((rest.pop(each) for each in (rules.language.unit, "actor") if isinstance(rest.get(each), str)), "")
    parts = [written_text(who) if who else "", name.rpartition(".")[2], fields(rest.items(), shortened)]
    return " ".join(part for part in parts if part)


class _Writer:
    """Writes one stream."""

    def __init__(self, recording: Recording) -> None:
        self._of = recording
        self._rules = recording.rules
        self._order_types = (*recording.rules.order_types,)

    def stream(self) -> Iterator[str]:
        """Its beginning, its exchanges, its head."""
        facts = self._of.facts
        first, last = min(facts), max(facts)
        run = exchanges(facts.items())
        yield from self._beginning(first, run[0].opened if run else last)
        for exchange in run:
            yield ""
            yield from self._exchange(exchange)
        yield ""
        yield f"head {last} {self._of.digests(last)}"

    def _beginning(self, first: int, last: int) -> Iterator[str]:
        """The facts with which a game or a fork begins, up to its first exchange."""
        given, over = True, last
        for version in range(first, last + 1):
            fact = self._of.facts[version]
            if given:
                yield from self._given(fact)
            elif may_decide(fact) and over == last:
                over = version - 1
            elif over == last:
                yield self._result(version)
            given = given and not isinstance(fact, GameStarted)
        yield from self._ends(over, last)

    def _exchange(self, exchange: Exchange) -> Iterator[str]:
        first, last = exchange.first or 0, exchange.last or 0
        yield f"at {self._rules.written(exchange.moment)}"
        over = self._over(exchange)
        came = {
            first + at for at in results([self._of.facts[each] for each in range(first, over + 1)], self._order_types)
        }
        for version in range(first, over + 1):
            yield from [self._result(version)] if version in came else self._in_exchange(self._of.facts[version])
        yield from self._ends(over, last)

    def _over(self, exchange: Exchange) -> int:
        """The last event that follows from what was given: what players decide comes after it."""
        first, last = exchange.first or 0, exchange.last or 0
        closed = exchange.recorded
        for version in range(first, last + 1):
            fact = self._of.facts[version]
            if isinstance(fact, BETWEEN) or (closed and isinstance(fact, PlayerResigned)):
                return version - 1
            closed = closed or isinstance(fact, SegmentClosed)
        return last

    def _ends(self, over: int, last: int) -> Iterator[str]:
        yield f"end {over} {self._of.digests(over)[:DIGITS]}"
        for version in range(over + 1, last + 1):
            yield from self._given(self._of.facts[version])

    def _given(self, fact: Event) -> Iterator[str]:
        """A fact that follows from nothing."""
        if isinstance(fact, GameStarted):
            yield "start"
            return
        name, data = self._of.stored(fact)
        heads = {GameCreated: "game", PlayerJoined: "player", GameForked: "variation"}
        head = heads.get(type(fact), f"fact {name}")
        line = f"{head} {written(data)}"
        if len(line) <= WIDTH and not isinstance(fact, GameCreated | GameForked):
            yield line
            return
        yield head
        yield from written_fields(data)

    def _in_exchange(self, fact: Event) -> Iterator[str]:
        """Lines of what was given in an exchange; none for an order, which its player's line has said."""
        match fact:
            case OrdersSealed():
                yield f"seal {written_text(fact.player)} {fact.commitment}"
            case OrdersRevealed():
                yield from self._lines(f"orders {written_text(fact.player)} {fact.nonce}", fact.lines)
            case OrdersGiven():
                yield from self._lines(f"open {written_text(fact.player)}", fact.lines)
            case OrdersDefaulted():
                yield from self._lines(f"default {self._signed(fact.player, fact.by)}", fact.lines)
            case FactsRecorded():
                yield from self._lines(f"enter {self._signed(fact.player, fact.by)}", fact.lines)
            case SeedMade():
                yield f"seed {fact.seed}{' kept' if fact.kept else ''}"
            case _ if isinstance(fact, AGREEABLE):
                yield from self._given(fact)

    @staticmethod
    def _signed(player: str, by: Sequence[str]) -> str:
        return f"{written_text(player)} by {written(list(by))}"

    @staticmethod
    def _lines(head: str, lines: Sequence[str]) -> Iterator[str]:
        yield head
        for line in lines:
            as_it_is = is_order(line) and line == line.strip() and line.isprintable()
            yield f"  {line}" if as_it_is else f"  text {_quoted(line)}"

    def _result(self, version: int) -> str:
        fact = self._of.facts[version]
        line = f"  {version} {result_line(self._rules, fact, self._of.stored)}"
        return line if self._of.tell is None else f"{line} ; {one_line(self._of.tell(fact))}"


def _quoted(text: str) -> str:
    said = written_text(text)
    return said if said.startswith('"') else f'"{said}"'
