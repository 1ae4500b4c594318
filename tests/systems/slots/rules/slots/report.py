"""What Slots says of its boards and dice: which part of it stands where."""

from __future__ import annotations

from sits_es.report import Report
from sits_es.rules.parts import Part
from sits_es.rules.told import MarksOfFacts

from .board import Board


class SlotsReport(MarksOfFacts, Report[Board]):
    """Zones and hulls, and how many successes everybody rolled."""

    standing = Part("views.standing")
    states = Part("views.standing")
    luck = Part("views.luck")


#: The report, as `sits_es.report.report_of` finds it.
REPORT = SlotsReport()
