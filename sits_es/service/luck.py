"""What the dice of a game gave each player, compared with what dice give on average."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

from attrs import frozen

from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Picture, ReportLine, TextTable, strong
from sits_es.report.graphs import Bar, BarScene
from sits_es.report.luck import Luck, in_words
from sits_es.service.session import Session


@frozen(kw_only=True)
class Account:
    """The luck of a game. rows: by player and kind of roll. about: what the rule system says to read them by."""

    name: str
    rows: tuple[Luck, ...]
    about: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """Players who rolled."""
        return tuple(dict.fromkeys(row.player for row in self.rows))

    def overall(self, player: str) -> float:
        """All kinds of a player's rolls together, each counting the same, in units of what is usual."""
        distances = [row.distance for row in self.rows if row.player == player and row.square]
        return sum(distances) / sqrt(len(distances)) if distances else 0.0

    @property
    def scene(self) -> BarScene:
        """A bar for each kind of roll of each player, those of one kind together; none where nobody rolled."""
        kinds = list(dict.fromkeys(row.kind for row in self.rows))
        rows = sorted(self.rows, key=lambda row: kinds.index(row.kind))
        bars = tuple(
            Bar(name=row.kind, whose=row.player, number=row.distance, said=in_words(row.distance).partition(":")[0])
            for row in rows
        )
        return BarScene(title="luck by kind of roll", low="worse", high="better", bars=bars, whose=self.players)

    def blocks(self) -> Iterator[Block]:
        """For people."""
        if not self.rows:
            yield ReportLine(f"{self.name}: no roll has been thrown yet that can be good or bad.", hang=0)
            return
        for player in self.players:
            yield strong(f"{player}: all in all {in_words(self.overall(player))}.", hang=0)
            rows = [_cells(row) for row in self.rows if row.player == player]
            yield TextTable(("Rolls for", "Rolls", "Came to", "Average", "That is"), rows, spaced=True)
            yield BLANK
        yield Picture(self.scene)
        yield BLANK
        average = "Average: the same situations over every roll that could have been thrown."
        alone = "sits explain GAME EVENT has the same for a single roll."
        yield ReportLine(" ".join(filter(None, (average, self.about, alone))), hang=0)

    def as_json(self) -> dict[str, Any]:
        """For programs: name; by player the verdict on all, and by kind of roll rolls, observed, expected, verdict.

        expected: the average to two places, as text.
        """
        return {
            "name": self.name,
            "players": {
                player: {
                    "verdict": in_words(self.overall(player)),
                    "kinds": {row.kind: _row(row) for row in self.rows if row.player == player},
                }
                for player in self.players
            },
        }


def _cells(row: Luck) -> tuple[str, ...]:
    return row.kind, str(row.rolls), str(row.observed), decimal(row.mean), in_words(row.distance)


def _row(row: Luck) -> dict[str, Any]:
    return {
        "rolls": row.rolls,
        "observed": row.observed,
        "expected": decimal(row.mean),
        "verdict": in_words(row.distance),
    }


def decimal(number: Fraction) -> str:
    """A number to two places."""
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def account(session: Session, name: str) -> Account:
    """The luck of a game so far."""
    report = report_of(session.rules(name).name)
    rows = report.luck(session.facts(name), session.fold(name).game.board)
    return Account(name=name, rows=tuple(rows), about=report.about_luck)
