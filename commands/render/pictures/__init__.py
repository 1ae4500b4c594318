"""Draws scenes: the AVID, the hex map and the plane, each the same for terminal, plain ASCII and SVG."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from commands.render.pictures import avid_svg, avid_text, map_svg, map_text, plane_svg, plane_text
from sits_es.report.scenes import AvidScene, MapScene, PlotScene, Scene

__all__ = ["render_svg", "render_text"]

#: No picture can be read in fewer columns than this.
NARROWEST: Final = 40


def render_text(scene: Scene, ascii: bool = False, width: int = 80) -> Text:  # noqa: A002 - as callers say it
    """The scene in characters. Styles only repeat what signs and words say already.

    ascii: 7-bit characters only. width: columns, no line is longer; below 40 the picture is drawn as for 40.
    """
    width = max(width, NARROWEST)
    match scene:
        case AvidScene():
            draw = avid_text.draw_avid(scene, width, ascii_only=ascii)
        case MapScene():
            draw = map_text.draw_map(scene, width, ascii_only=ascii)
        case PlotScene():
            draw = plane_text.draw_plot(scene, width, ascii_only=ascii)
    return Text("\n", no_wrap=True, end="\n").join(Text.assemble(*draw.spans(row)) for row in range(draw.height))


def render_svg(scene: Scene, title: str) -> str:
    """The scene as an SVG file under this title, in colours for white paper that follow a dark screen."""
    match scene:
        case AvidScene():
            return avid_svg.draw_avid(scene, title)
        case MapScene():
            return map_svg.draw_map(scene, title)
        case PlotScene():
            return plane_svg.draw_plot(scene, title)
