"""What differs between two branches: where they part, and what that meant for each unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.game.events import FactsRecorded, GameForked, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.story import teller
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, ReportLine, TextTable
from sits_es.report.differences import Contrast
from sits_es.rules.moments import Moment
from sits_es.rules.system import System
from sits_es.service.history import time_of
from sits_es.service.session import OpenGame
from sits_es.store import Recorded

#: Events that tell no story of their own.
_UNTOLD: Final = (FactsRecorded, GameForked, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade)


class FirstDifference(Struct, frozen=True, kw_only=True):
    """The first event that differs. at: its version; one, other: what each branch has there, in words."""

    at: int
    one: str
    other: str


class Comparison(Struct, frozen=True, kw_only=True):
    """Two branches compared at a moment. rows: unit, what, in the one, in the other; None if nothing is compared.

    after: as that exchange, the last that both have played, left them; beside: the other's point, if another one.
    ends: of two that don't differ, the one that ends first, and its last event that the other has too.
    """

    one: str
    other: str
    moment: str
    parting: FirstDifference | None
    rows: Sequence[Contrast] | None
    after: bool = False
    beside: str = ""
    unit: str = "unit"
    ends: tuple[str, int] | None = None

    def blocks(self) -> Iterator[Block]:
        """For people."""
        if self.ends is not None:
            name, last = self.ends
            yield _line(f"{self.one} and {self.other} hold the same events up to #{last}, where {name} ends.")
        elif self.parting is None:
            yield _line(f"{self.one} and {self.other} hold the same events up to the moment compared.")
        else:
            yield _line(f"The first event that differs is #{self.parting.at}:")
            yield _line(f"  {self.one}: {self.parting.one}")
            yield _line(f"  {self.other}: {self.parting.other}")
        yield BLANK
        when = f"{'After' if self.after else 'At'} {self.moment}{f' and {self.beside}' if self.beside else ''}"
        if self.rows is None:
            yield _line("The rules of these games offer no way to compare boards.")
            return
        if not self.rows:
            yield _line(f"{when} every {self.unit} is the same in both.")
            return
        yield _line(f"{when}:")
        yield TextTable((self.unit.capitalize(), "What", self.one, self.other), self.rows, spaced=True)

    def as_json(self) -> dict[str, Any]:
        """For programs: where the two part, and by unit and what differs, what each game has there."""
        first = None
        if self.parting is not None:
            said = {self.one: self.parting.one, self.other: self.parting.other}
            first = {"event": self.parting.at, "said": said}
        units: dict[str, dict[str, dict[str, str]]] = {}
        for unit, what, ours, theirs in self.rows or ():
            units.setdefault(unit, {})[what] = {self.one: ours, self.other: theirs}
        told = {"at": self.moment, "first_difference": first, "units": units}
        return told | {"with": self.beside} if self.beside else told


def _line(text: str) -> ReportLine:
    return ReportLine(text, hang=0)


def compare(one: OpenGame, other: OpenGame, at: str | None, beside: str | None = None) -> Comparison:
    """Compare two branches at a moment, by default the last one to which both have come.

    If both have played that one in the open, they are compared as it left them. at, beside: points as
    `OpenGame.version_of` reads them; beside: the other's, if it is not the same, and then both may be one branch.
    Raises NotAllowedError for games of different rules, NotNowError for a point that one of them has not reached.
    """
    rules = one.rules
    if other.rules.name != rules.name:
        raise NotAllowedError(
            f"{one.name} is a game of {rules.name}, but {other.name} is a game of {other.rules.name}."
        )
    games, names, after, there = (one, other), [one.name, other.name], False, ""
    upto: Sequence[int | None] = (None, None)
    if beside is not None or (at is not None and (at.startswith("#") or time_of(at) is not None)):
        upto = versions = [one.version_of(at), other.version_of(beside or at)]
        moment = at or f"#{versions[0]}"
        if beside not in (None, at) or one.name == other.name:
            names = [f"{game.name} #{version}" for game, version in zip(games, versions, strict=True)]
            there = beside or at or f"#{versions[1]}"
    else:
        if at:
            common = rules.read_moment(at)
        else:
            common = max(
                set.intersection(*({each.moment for each in game.history.listed()} for game in games)), default=Moment()
            )
        moment, ends = rules.label(common), [game.history.at(common) for game in games]
        opened = [game.fold(end.opened).game.owed for game, end in zip(games, ends, strict=True)]
        # what follows a slot may be another moment in each branch, and then none is common after it
        after = (
            at is None and all(end.played for end in ends) and not any(owed is None or owed.sealed for owed in opened)
        )
        versions = [end.last if after and end.last is not None else end.opened for end in ends]
    boards = [game.fold(version).game.board for game, version in zip(games, versions, strict=True)]
    left, right = (_story(game.events(0, end)) for game, end in zip(games, upto, strict=True))
    parting = _parting(left, right, rules)
    name, short = (names[0], left) if len(left) < len(right) else (names[1], right)
    grew = len(left) != len(right) and one.stream != other.stream
    return Comparison(
        one=names[0],
        other=names[1],
        moment=moment,
        beside=there,
        parting=parting,
        ends=(name, short[-1].version) if parting is None and grew else None,
        rows=report_of(rules.name).differences(*boards),
        after=after,
        unit=rules.language.unit,
    )


def _story(record: Sequence[Recorded]) -> list[Recorded]:
    """The game events; a fork's opening, new seals, kept seed and the lines as given don't count."""
    return [each for each in record if not isinstance(each.event, _UNTOLD)]


def _parting(left: Sequence[Recorded], right: Sequence[Recorded], rules: System) -> FirstDifference | None:
    """The first game event that differs."""
    tell = teller(rules)
    return next(
        (
            FirstDifference(at=mine.version, one=tell(mine.event), other=tell(yours.event))
            for mine, yours in zip(left, right, strict=False)
            if mine.event != yours.event
        ),
        None,
    )
