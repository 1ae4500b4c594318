"""What Star Wars hex combat says of its events and boards: which part of it stands where."""

from __future__ import annotations

from typing import Final

from sits_es.report import Report
from sits_es.rules.parts import Part
from sits_es.rules.starwars.board import Board
from sits_es.rules.told import MarksOfFacts


class StarWarsReport(MarksOfFacts, Report[Board]):
    """The report of Star Wars hex combat."""

    about_luck = (
        "Narrative dice by purpose: successes less failures, and advantage less threat, compared with the average of "
        "the same dice. The Rolls column counts the dice; the hundred-sided dice for critical hits are left out."
    )
    around_named = "Near by"
    turn_named = "round"

    standing = Part("views.standing")
    board = Part("views.board:board_view")
    scene = Part("views.scenes:map_of")
    solids = Part("views.solids")
    glance = Part("views.glance")
    lines = Part("views.glance")
    unit = Part("views.board:starship_in_full")
    units = Part("views.board:every_name")
    sheet = Part("views.board")
    forecast = Part("orders.forecast:scene")
    around = Part("views.scenes")
    overview = Part("views.board")
    exchange = Part("views.slot_report:slot_report")
    turn = Part("views.slot_report:round_report")
    explain = Part("views.dice")
    luck = Part("views.dice")
    measures = Part("views.glance")
    tallies = Part("views.glance")
    apart = Part("views.glance")
    differences = Part("views.standing")
    to_try = Part("views.board")


#: The report, as `sits_es.report` finds it.
REPORT: Final = StarWarsReport()
