"""What Entries says of its boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sits_es.report import Report
from sits_es.report.blocks import Block, Heading, ReportLine


class EntriesReport(Report):
    """The table, fighter by fighter."""

    def standing(self, board: Any) -> Mapping[str, Any]:
        """Each fighter's field, None before it is placed, and its display."""
        return {
            name: {"place": fighter.place, "shields": fighter.shields, "hull": fighter.hull}
            for name, fighter in sorted(board.fighters.items())
        }

    def board(self, board: Any, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        """A line for each fighter."""
        del player, detail
        yield Heading(f"Round {board.turn}, entry {board.entry}", major=True)
        for name, fighter in self.standing(board).items():
            where = _field(fighter["place"])
            yield ReportLine(f"{name}: {where}, shields {fighter['shields']}, hull {fighter['hull']}", 2)

    def differences(self, one: Any, other: Any) -> list[tuple[str, str, str, str]]:
        """Whatever of a fighter is not the same."""
        ours, theirs = self.standing(one), self.standing(other)
        return [
            (name, what, *(_field(said) if what == "place" else str(said) for said in (value, theirs[name][what])))
            for name, display in ours.items()
            for what, value in display.items()
            if value != theirs[name][what]
        ]


def _field(place: tuple[int, int] | None) -> str:
    return "not placed" if place is None else f"column {place[0]}, row {place[1]}"


#: The report, as `sits_es.report.report_of` finds it.
REPORT = EntriesReport()
