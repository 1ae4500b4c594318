"""What the dice of a game gave each player against what dice give on average."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from attrs import frozen

from commands.table import Table
from commands.views.luck_rows import Luck, in_words
from commands.views.registry import views_of

if TYPE_CHECKING:
    from rich.console import RenderableType


@frozen(kw_only=True)
class Account:
    """The luck of a game. rows: by player and kind of roll."""

    name: str
    rows: tuple[Luck, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Players who rolled."""
        return tuple(dict.fromkeys(row.player for row in self.rows))

    def overall(self, player: str) -> float:
        """All kinds of a player's rolls together, each counting the same, in units of what is usual."""
        distances = [row.distance for row in self.rows if row.player == player and row.square]
        return sum(distances) / sqrt(len(distances)) if distances else 0.0

    def as_json(self) -> dict[str, Any]:
        """For programs; averages to two places, as text."""
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

    def view(self) -> Iterator[RenderableType]:
        """For people, part by part."""
        from rich.text import Text

        from commands.views.tables import table_of

        if not self.rows:
            yield Text(f"{self.name}: no roll has been thrown yet that can be good or bad.")
            return
        for player in self.players:
            yield Text(f"{player}: all in all {in_words(self.overall(player))}.", style="bold")
            rows = [_cells(row) for row in self.rows if row.player == player]
            yield table_of(("Rolls for", "Rolls", "Came to", "Average", "That is"), rows)
            yield Text()
        yield Text(
            "Average: the same situations over every roll that could have been thrown. Layers of defence and sidewalls "
            "are rolled by the defender. sits explain GAME EVENT has the same for a single roll."
        )


def _row(row: Luck) -> dict[str, Any]:
    return {
        "rolls": row.rolls,
        "observed": row.observed,
        "expected": _decimal(row.mean),
        "verdict": in_words(row.distance),
    }


def _cells(row: Luck) -> Sequence[str]:
    return row.kind, str(row.rolls), str(row.observed), _decimal(row.mean), in_words(row.distance)


def _decimal(number: Fraction) -> str:
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def account(table: Table, name: str) -> Account:
    """The luck of a game so far."""
    record = table.record(name)
    views = views_of(table.fold(name).game.system)
    return Account(name=name, rows=tuple(views.luck(recorded.event for recorded in record)))
