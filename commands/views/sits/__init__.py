"""How SITS looks in a terminal and in a mail: boards, ships, segments, turns and single facts as Rich renderables.

Everything reads at 80 columns without colour, and no player's text is ever taken as markup.
"""

from commands.views.sits.board_view import board_view
from commands.views.sits.differences import differences
from commands.views.sits.segment_report import segment_report
from commands.views.sits.steps import step_view
from commands.views.sits.turn_report import turn_report

__all__ = ["board_view", "differences", "segment_report", "step_view", "turn_report"]
