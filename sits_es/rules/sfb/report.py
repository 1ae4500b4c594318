"""What SFB 'n3D says of its events and boards, before anybody draws it: which part of it stands where."""

from __future__ import annotations

from typing import Final

from sits_es.report import Report
from sits_es.rules.parts import Part
from sits_es.rules.sfb.board import Board
from sits_es.rules.told import MarksOfFacts

__all__ = ["REPORT", "SfbReport"]


class SfbReport(MarksOfFacts, Report[Board]):
    """The report of SFB 'n3D."""

    about_luck = (
        "Six-sided dice are listed by what they were rolled for; each averages 3.5. Low rolls count as lucky, as "
        "in most printed tables."
    )
    around_named = "Near by"

    standing = Part("views.standing:standing")
    board = Part("views.board:board_view")
    scene = Part("views.scenes:space")
    solids = Part("views.solids")
    glance = Part("views.glance:glance")
    lines = Part("views.glance:lines")
    unit = Part("views.board:unit_in_full")
    units = Part("exchanges:all_units")
    sheet = Part("views.board:sheet")
    forecast = Part("orders.forecast:led_to")
    around = Part("views.scenes:around")
    overview = Part("views.board:overview")
    exchange = Part("views.runs:run_report")
    turn = Part("views.runs:turn_report")
    steps = Part("views.steps:step_view")
    explain = Part("views.dice:explain")
    luck = Part("views.dice:luck")
    measures = Part("views.measures:measures")
    tallies = Part("views.measures:tallies")
    apart = Part("views.measures:apart")
    differences = Part("views.standing:differences")
    to_try = Part("views.board:to_try")


#: The report, as `sits_es.report` finds it.
REPORT: Final = SfbReport()
