"""Draws scenes for terminal, plain ASCII and SVG: AVID, hex map, plane, space, shapes on a table, curves and bars.

Each drawer is imported when the first scene of its kind is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rich.text import Text

from sits_es.report.graphs import BarScene, CurveScene
from sits_es.report.scenes import AvidScene, MapScene, PlotScene, Scene, ShapeScene, SpaceScene

__all__ = ["render_apart", "render_svg", "render_text"]

#: No picture can be read in fewer columns than this.
NARROWEST: Final = 40
#: Without its legend it can be in these, and in no fewer rows.
NARROWEST_BARE: Final = 28
FEWEST_ROWS: Final = 10


def render_text(
    scene: Scene,
    ascii: bool = False,  # noqa: A002 - as callers say it
    width: int = 80,
    rows: int | None = None,
) -> Text:
    """The scene in characters. Styles only repeat what signs and words say already.

    ascii: 7-bit characters only. width: columns, no line is longer; below 40 the picture is drawn as for 40.
    rows: the most that it may have, 10 up, and then it is drawn without its legend, in 28 columns up.
    """
    width = max(width, NARROWEST if rows is None else NARROWEST_BARE)
    match scene:
        case AvidScene():
            from commands.render.pictures.avid import avid_text

            drawn = avid_text(scene, width, ascii_only=ascii)
        case MapScene():
            from commands.render.pictures.hex_map import map_text

            drawn = map_text(scene, width, ascii_only=ascii, rows=rows)
        case PlotScene():
            from commands.render.pictures.plane_text import draw_plot

            drawn = draw_plot(scene, width, ascii_only=ascii, rows=rows)
        case ShapeScene():
            from commands.render.pictures.shapes_text import draw_shapes

            drawn = draw_shapes(scene, width, ascii_only=ascii, rows=rows)
        case SpaceScene():
            from commands.render.pictures.space_text import draw_space

            drawn = draw_space(scene, width, ascii_only=ascii, rows=rows)
        case CurveScene():
            from commands.render.pictures.graphs import curves_text

            drawn = curves_text(scene, width, ascii_only=ascii)
        case BarScene():
            from commands.render.pictures.graphs import bars_text

            drawn = bars_text(scene, width, ascii_only=ascii)
    return Text("\n", no_wrap=True, end="\n").join(Text.assemble(*drawn.spans(row)) for row in range(drawn.height))


def render_svg(scene: Scene, title: str) -> str:
    """The scene as an SVG file under this title, in colours for white paper that follow a dark screen."""
    draw: Callable[[Any, str], str]
    match scene:
        case AvidScene():
            from commands.render.pictures.avid import avid_svg as draw
        case MapScene():
            from commands.render.pictures.hex_map import map_svg as draw
        case PlotScene():
            from commands.render.pictures.plane_svg import draw_plot as draw
        case ShapeScene():
            from commands.render.pictures.shapes_svg import draw_shapes as draw
        case SpaceScene():
            from commands.render.pictures.space_svg import draw_space as draw
        case CurveScene():
            from commands.render.pictures.graphs import curves_svg as draw
        case BarScene():
            from commands.render.pictures.graphs import bars_svg as draw
    return draw(scene, title)


def render_apart(scene: Scene) -> tuple[str, list[tuple[str, str]]]:
    """The scene as an SVG file without its legend, and the legend's lines: an SVG of the sign, or nothing, and words.

    Words are escaped. Of a scene that is no ground the legend stays in the picture.
    """
    from commands.render.pictures.svg import UNBROKEN, PictureParts, apart

    sheet_of: Callable[[Any, int], PictureParts]
    match scene:
        case MapScene():
            from commands.render.pictures.hex_map import sheet_of
        case PlotScene():
            from commands.render.pictures.plane_svg import sheet_of
        case ShapeScene():
            from commands.render.pictures.shapes_svg import sheet_of
        case SpaceScene():
            from commands.render.pictures.space_svg import sheet_of
        case _:
            return render_svg(scene, ""), []
    return apart(sheet_of(scene, UNBROKEN))
