"""What differs between two branches: where they part, and what that came to for each ship."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from attrs import frozen

from commands.exchanges import exchange_at, exchanges
from commands.table import Table, steps_of
from commands.views.registry import views_of
from sits_es.errors import NotAllowedError
from sits_es.game.events import GameForked, OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.moments import read_moment
from sits_es.game.story import teller
from sits_es.rules import system

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.store import Recorded


@frozen(kw_only=True)
class Parting:
    """The first event that differs. at: its version; one, other: what each branch has there, in words."""

    at: int
    one: str
    other: str


@frozen(kw_only=True)
class Comparison:
    """Two branches held against each other at a moment. rows: unit, what, in the one, in the other."""

    one: str
    other: str
    moment: str
    parting: Parting | None
    rows: tuple[tuple[str, str, str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        first = None
        if self.parting is not None:
            first = {"event": self.parting.at, self.one: self.parting.one, self.other: self.parting.other}
        ships: dict[str, dict[str, dict[str, str]]] = {}
        for unit, what, ours, theirs in self.rows:
            ships.setdefault(unit, {})[what] = {self.one: ours, self.other: theirs}
        return {"at": self.moment, "first_difference": first, "ships": ships}

    def view(self) -> Iterator[RenderableType]:
        """For people, part by part."""
        from rich.text import Text

        from commands.views.tables import table_of

        if self.parting is None:
            yield Text(f"{self.one} and {self.other} hold the same events as far as both go.")
        else:
            yield Text(f"The first event that differs is #{self.parting.at}:")
            yield Text(f"  {self.one}: {self.parting.one}")
            yield Text(f"  {self.other}: {self.parting.other}")
        yield Text()
        if not self.rows:
            yield Text(f"At {self.moment} every ship is the same in both.")
            return
        yield Text(f"At {self.moment}:")
        yield table_of(("Ship", "What", self.one, self.other), self.rows)


def compare(table: Table, one: str, other: str, at: str | None) -> Comparison:
    """Compare two branches at a moment, by default the last one to which both have come.

    Raises NotAllowedError for games of different rules, NotNowError for a moment that one of them has not reached.
    """
    left, right = table.record(table.must_know(one)), table.record(table.must_know(other))
    folds = table.fold(one), table.fold(other)
    rules, views = folds[0].system, views_of(folds[0].game.system)
    if folds[1].game.system != rules.name:
        raise NotAllowedError(f"{one} is a game of {rules.name}, {other} one of {folds[1].game.system}.")
    steps = rules.steps
    listed = exchanges(left, steps_of(left)), exchanges(right, steps_of(right))
    moment = read_moment(at, steps) if at else min(listed[0][-1].moment, listed[1][-1].moment)
    versions = [exchange_at(each, moment, steps, name).opened for each, name in zip(listed, (one, other), strict=True)]
    boards = [table.fold(name, version).game.board for name, version in zip((one, other), versions, strict=True)]
    return Comparison(
        one=one,
        other=other,
        moment=moment.written(steps),
        parting=_parting(left, right, rules.name),
        rows=tuple(views.differences(*boards)),
    )


def _parting(left: list[Recorded], right: list[Recorded], system_name: str) -> Parting | None:
    """The first game event that differs; a fork's own opening, its new seals and its kept seed are no difference."""
    rules = system(system_name)
    tell = teller(rules.tell, rules.steps)
    ours, theirs = _story(left), _story(right)
    for mine, yours in zip_longest(ours, theirs):
        if mine is None or yours is None:
            return None
        if mine.event != yours.event:
            return Parting(at=mine.version, one=tell(mine.event), other=tell(yours.event))
    return None


def _story(record: list[Recorded]) -> list[Recorded]:
    left_out = (GameForked, OrdersSealed, OrdersRevealed, SeedMade)
    return [recorded for recorded in record if not isinstance(recorded.event, left_out)]
