"""What SITS says of its events and boards: which part of it stands where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from sits_es.report import Report
from sits_es.rules.parts import Part
from sits_es.rules.sits.board import Board
from sits_es.rules.told import MarksOfFacts


class SitsReport(MarksOfFacts, Report[Board]):
    """The report of SITS."""

    about_luck: ClassVar[str] = "The defender rolls for defence layers and sidewalls."
    around_named: ClassVar[str] = "AVID"
    avids: ClassVar[bool] = True

    standing = Part("views.board")
    board = Part("views.board:board_view")
    scene = Part("views.scenes:map_of")
    solids = Part("views.solids")
    unit = Part("views.board:ship_in_full")
    units = Part("views.board:ships_of")
    sheet = Part("views.panels:sheet")
    overview = Part("views.board")
    forecast = Part("views.scenes:led_to")
    around = Part("views.scenes:around")
    exchange = Part("views.segment:segment_report")
    steps = Part("views.segment:step_view")
    turn = Part("views.turn:turn_report")
    glance = Part("views.glance")
    lines = Part("views.glance")
    measures = Part("views.glance")
    faces = Part("words:faces_of")
    explain = Part("views.dice")
    luck = Part("views.dice")
    tallies = Part("views.board")
    apart = Part("views.board")
    differences = Part("views.panels")

    def to_try(self, game: str) -> Sequence[tuple[str, str]]:
        """What the bundled duel is good for."""
        return (
            (f"sits show {game} --at 1.4", "the board as it stood"),
            (f"sits replay {game} 2.3", "one segment in full"),
            (f"sits replay {game} 1.3 1.5 --step", "event by event"),
            (f"sits fork {game} --at 1.3 --name what-if", "same dice, other orders"),
            (f"sits audit list {game} salvo", "search the record"),
            ("sits new duel --name ours", "a game of your own"),
        )


#: The report, as `sits_es.report` finds it.
REPORT: Final = SitsReport()
