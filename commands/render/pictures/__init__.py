"""Draws scenes in characters and as SVG: AVID, hex map, planes of a space or table, curves, bars and spreads.

What a picture shows is worked out once, as a list of marks or a view, and then drawn in characters or as SVG. Each
module is imported when the first scene of its kind is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from sits_es.report.graphs import BarScene, CurveScene, SpreadScene
from sits_es.report.scenes import AvidScene, MapScene, Scene, ShapeScene, SpaceScene

if TYPE_CHECKING:
    from commands.render.pictures.svg import PictureParts

__all__ = ["heading", "parts_of", "render_apart", "render_svg", "render_text"]

#: No picture can be read in fewer columns than this.
NARROWEST: Final = 40
#: Without its legend it can be in these, and in no fewer rows.
NARROWEST_BARE: Final = 28
FEWEST_ROWS: Final = 10


def render_text(scene: Scene, width: int = 80, rows: int | None = None) -> Text:
    """The scene in characters. Styles only repeat what signs and words say already.

    width: columns, no line is longer; below 40 the picture is drawn as for 40. rows: the most that it may have, 10 up,
    and then it is drawn without its legend, in 28 columns up.
    """
    width = max(width, NARROWEST if rows is None else NARROWEST_BARE)
    match scene:
        case AvidScene():
            from commands.render.pictures.avid import avid_text

            drawn = avid_text(scene, width)
        case MapScene():
            from commands.render.pictures.hex_map import HexSheet

            drawn = HexSheet(scene, width, rows).drawn()
        case SpaceScene() | ShapeScene():
            from commands.render.pictures.planes_text import planes_text

            drawn = planes_text(scene, width, rows=rows)
        case CurveScene():
            from commands.render.pictures.graphs import curves_text

            drawn = curves_text(scene, width)
        case BarScene():
            from commands.render.pictures.graphs import bars_text

            drawn = bars_text(scene, width)
        case SpreadScene():
            from commands.render.pictures.graphs import spreads_text

            drawn = spreads_text(scene, width)
    return Text("\n", no_wrap=True, end="\n").join(Text.assemble(*drawn.spans(row)) for row in range(drawn.height))


def render_svg(scene: Scene, title: str) -> str:
    """The scene as an SVG file under this title, in colours for white paper that follow a dark screen."""
    from commands.render.pictures.svg import below, page

    width, height, parts = below(parts_of(scene))
    return page(width, height, title or heading(scene), parts)


def render_apart(scene: Scene) -> tuple[str, list[tuple[str, str]]]:
    """The scene as an SVG file without its legend, and the legend's lines: an SVG of the sign, or nothing, and words.

    Words are escaped.
    """
    from commands.render.pictures.svg import apart

    return apart(parts_of(scene), heading(scene))


def heading(scene: Scene) -> str:
    """What stands above a picture of numbers; nothing above another."""
    return scene.heading if isinstance(scene, CurveScene | BarScene | SpreadScene) else ""


def parts_of(scene: Scene) -> PictureParts:
    """The scene as SVG and its legend, not yet put together."""
    match scene:
        case AvidScene():
            from commands.render.pictures.avid import avid_svg

            return avid_svg(scene)
        case CurveScene():
            from commands.render.pictures.graphs import curves_svg

            return curves_svg(scene)
        case BarScene():
            from commands.render.pictures.graphs import bars_svg

            return bars_svg(scene)
        case SpreadScene():
            from commands.render.pictures.graphs import spreads_svg

            return spreads_svg(scene)
        case _:
            from commands.render.pictures.planes_svg import planes_svg

            return planes_svg(scene)
