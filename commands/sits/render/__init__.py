"""How SITS looks in a terminal and in a mail: boards, ships, segments, turns and single facts as Rich renderables.

Everything reads at 80 columns without colour, and no player's text is ever taken as markup.
"""

from commands.sits.render.board import board_view, map_svg
from commands.sits.render.segment_report import segment_report
from commands.sits.render.steps import step_view
from commands.sits.render.turn_report import turn_report

__all__ = [
    "board_view",
    "map_svg",
    "segment_report",
    "step_view",
    "turn_report",
]
