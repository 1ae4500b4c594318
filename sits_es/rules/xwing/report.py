"""What X-Wing says of its events and boards: which part of it stands where. Nobody rolls, so nobody has luck."""

from __future__ import annotations

from typing import Final

from sits_es.report import Report
from sits_es.rules.parts import Part
from sits_es.rules.told import MarksOfFacts
from sits_es.rules.xwing.board import Board


class XwingReport(MarksOfFacts, Report[Board]):
    """The report of X-Wing."""

    around_named = "Firing arcs"
    turn_named = "round"

    standing = Part("views.standing")
    board = Part("views.board:board_view")
    scene = Part("views.scenes")
    glance = Part("views.glance")
    lines = Part("views.glance")
    unit = Part("views.board:ship_in_full")
    units = Part("views.board")
    sheet = Part("views.board")
    around = Part("views.scenes")
    overview = Part("views.board")
    exchange = Part("views.rounds:entry_report")
    turn = Part("views.rounds:round_report")
    measures = Part("views.standing")
    tallies = Part("views.standing")
    apart = Part("views.standing")
    differences = Part("views.standing")
    to_try = Part("views.board")


#: The report, as `sits_es.report` finds it.
REPORT: Final = XwingReport()
