"""What a system's report says of one event of the record: how a person would redo it on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import BLANK, Block, ReportLine, TextTable


class Context(Struct, frozen=True, kw_only=True):
    """One event in its place. event: of the class that its handler is for.

    board: as it stood right before the event, None before there was one.

    earlier, later: facts of the same exchange before and after it, in order.
    """

    event: Any
    board: Any
    earlier: Sequence[Event]
    later: Sequence[Event]

    @property
    def thrown(self) -> tuple[DiceRolled, ...]:
        """The dice thrown right before the event, in order."""
        rolls: list[DiceRolled] = []
        for fact in reversed(self.earlier):
            if not isinstance(fact, DiceRolled):
                break
            rolls.insert(0, fact)
        return tuple(rolls)


class Modifier(Struct, frozen=True, kw_only=True):
    """One number that goes into a result. value: as text, signed where it is added; rule: where it comes from."""

    name: str
    value: str
    rule: str


class Working(Struct, frozen=True, kw_only=True):
    """How an event comes about. steps: to be done in order; rule: where it stands; expected: the average, in words.

    values: the same for programs. What is empty is not told.
    """

    rule: str
    modifiers: tuple[Modifier, ...] = ()
    steps: tuple[str, ...] = ()
    expected: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def blocks(self) -> Iterator[Block]:
        """The numbers that go into it, and the steps."""
        if self.modifiers:
            yield BLANK
            rows = [(each.name, each.value, each.rule) for each in self.modifiers]
            yield TextTable(("What", "Number", "Where it comes from"), rows, spaced=True)
        if self.steps:
            yield BLANK
            for number, step in enumerate(self.steps, start=1):
                yield ReportLine(f"{number}. {step}", hang=len(f"{number}. "))

    def foot(self) -> Iterator[str]:
        """What stands below all else: the average and the rule."""
        if self.expected:
            yield f"Expected: {self.expected}"
        if self.rule:
            yield f"Rule: {self.rule}"
