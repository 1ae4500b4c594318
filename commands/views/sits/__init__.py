"""How SITS looks in a terminal and in a mail: boards, ships, segments, turns and single facts as Rich renderables.

Everything reads at 80 columns without colour, and no player's text is ever taken as markup.
"""

from commands.views.sits.board import board_view, map_svg
from commands.views.sits.comparison import differences
from commands.views.sits.explain import explain
from commands.views.sits.luck import luck
from commands.views.sits.score import standing
from commands.views.sits.segment import segment_report
from commands.views.sits.steps import step_view
from commands.views.sits.turn import turn_report

__all__ = [
    "board_view",
    "differences",
    "explain",
    "luck",
    "map_svg",
    "segment_report",
    "standing",
    "step_view",
    "turn_report",
]
