"""What Runs says of its boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sits_es.orders.language import shortest
from sits_es.report import Report
from sits_es.report.blocks import Block, Heading, ReportLine
from sits_es.report.scenes import Gauge, MapWords, SpaceMarker, SpacePoint, SpaceScene, short_labels


class RunsReport(Report):
    """The lane, craft by craft."""

    def standing(self, board: Any) -> Mapping[str, Any]:
        """Each craft; decimals as text, so that they stay exact."""
        return {
            name: {"at": shortest(craft.at), "speed": shortest(craft.speed), "armour": shortest(craft.armour)}
            for name, craft in sorted(board.crafts.items())
        }

    def board(self, board: Any, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        """A line for each craft."""
        del player, detail
        yield Heading(f"Turn {board.turn}, pulse {board.pulse}", major=True)
        for name, craft in self.standing(board).items():
            yield ReportLine(f"{name} at {craft['at']}, speed {craft['speed']}, armour {craft['armour']}", 2)

    def scene(self, board: Any) -> SpaceScene:
        """The lane as a space that has nothing beside it."""
        labels = short_labels(board.crafts)
        return SpaceScene(
            markers=tuple(
                SpaceMarker(
                    label=labels[name],
                    name=name,
                    side=craft.side,
                    place=SpacePoint(int(craft.at * 100), 0, 0),
                    heading=SpacePoint(int(craft.speed * 100), 0, 0),
                )
                for name, craft in sorted(board.crafts.items())
            ),
            words=MapWords(unit="craft", pointer="course"),
            gauge=Gauge(100, "length", "lengths"),
        )

    def differences(self, one: Any, other: Any) -> list[tuple[str, str, str, str]]:
        """Whatever of a craft is not the same."""
        ours, theirs = self.standing(one), self.standing(other)
        return [
            (name, what, ours[name][what], theirs[name][what])
            for name in ours
            for what in ours[name]
            if ours[name][what] != theirs[name][what]
        ]


#: The report, as `sits_es.report.report_of` finds it.
REPORT = RunsReport()
