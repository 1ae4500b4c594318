"""An order file once it has been read: whose it is, and what it orders in which step of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, field, frozen
from attrs.validators import ge, matches_re, optional

from sits_es.events import Event
from sits_es.orders.faults import TextPlace
from sits_es.values import Value


@frozen(kw_only=True)
class OrderLine(Value):
    """One line of orders: the same orders for a unit in each of its steps. Two lines that order the same are equal.

    steps: of the turn, in order, each once; forms: what is ordered, in the order written.
    each_exchange: written without a step where orders name theirs: it counts once for each exchange, at its first step,
    and not in every step.
    line, column, end: where the line is (1 up; `end` is the column after its last word), 0 when it is in no file.
    places: field of an order -> its words' place; the language's word for a unit is the unit's own line, "in_steps" the
    line's steps. whole_turn: written without a step, so that it holds in every one.
    numbered_by: the field in which each order names its step, where the language has one; otherwise empty.
    """

    unit: str
    steps: tuple[int, ...]
    forms: tuple[Event, ...]
    each_exchange: bool = False
    line: int = field(default=0, eq=False)
    column: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)
    places: Mapping[str, TextPlace] = field(factory=dict, eq=False, repr=False)
    whole_turn: bool = field(default=False, eq=False)
    numbered_by: str = field(default="", eq=False)

    def at(self, step: int) -> tuple[Event, ...]:
        """The line's orders in one of its steps, each time the same objects: two lines may order the same."""
        if self.numbered_by and step not in self._numbered:
            self._numbered[step] = tuple(evolve(form, **{self.numbered_by: step}) for form in self.forms)
        return self._numbered.get(step, self.forms)

    @cached_property
    def _numbered(self) -> dict[int, tuple[Event, ...]]:
        return {}


@frozen(kw_only=True)
class OrderSheet(Value):
    """The orders of one player for one turn of one game.

    turn: 1 up; player: whose file it is, if it says so; secret: 64 hex digits from which nonces are made, or None.
    units: every unit named, in order of first mention, with orders or without.
    places: "game", "turn", "player" and "secret" -> what follows it; "ship X", by the language's word for a unit,
    -> the first line of X.
    """

    game: str
    turn: int = field(validator=ge(1))
    player: str | None = None
    secret: str | None = field(default=None, repr=False, validator=optional(matches_re("[0-9a-f]{64}")))
    units: tuple[str, ...] = ()
    lines: tuple[OrderLine, ...] = ()
    places: Mapping[str, TextPlace] = field(factory=dict, eq=False, repr=False)

    @property
    def steps(self) -> tuple[int, ...]:
        """Steps of the turn in which anything is ordered, in order."""
        return tuple(sorted({step for line in self.lines for step in line.steps}))

    def of_unit(self, unit: str) -> tuple[OrderLine, ...]:
        """The lines of one unit, in the order of the file."""
        return tuple(line for line in self.lines if line.unit == unit)

    def with_lines(self, *steps: int) -> Iterator[tuple[int, OrderLine, Event]]:
        """Orders of an exchange with their steps and lines. steps: of the exchange, in order.

        Step by step: unit by unit in order of first mention, then as written.
        """
        rank = {unit: at for at, unit in enumerate(self.units)}
        lines = sorted(self.lines, key=lambda line: rank.get(line.unit, len(rank)))
        for step in steps:
            for line in lines:
                if step in line.steps and (step == steps[0] or not line.each_exchange):
                    for form in line.at(step):
                        yield step, line, form

    def at(self, *steps: int) -> tuple[Event, ...]:
        """Orders of an exchange, by its steps: unit by unit in order of first mention, each unit's as written."""
        return tuple(form for _, _, form in self.with_lines(*steps))

    def by_step(self, exchanges: Iterable[Sequence[int]]) -> dict[int, tuple[Event, ...]]:
        """Orders of some exchanges by step, steps without an order too. exchanges: the steps of each, in order."""
        found: dict[int, tuple[Event, ...]] = {}
        for steps in exchanges:
            found |= dict.fromkeys(steps, ())
            for step, _, form in self.with_lines(*steps):
                found[step] += (form,)
        return found
