"""Scenes as text: for a terminal, or for a mail that may hold nothing but ASCII."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from commands.render.pictures.avid_text import draw_avid
from commands.render.pictures.map_text import draw_map
from commands.render.pictures.scene import AvidScene, Scene

#: No picture can be read in fewer columns than this.
NARROWEST: Final = 40


def render_text(scene: Scene, ascii: bool = False, width: int = 80) -> Text:  # noqa: A002 - as callers say it
    """The scene in characters. Styles only repeat what signs and words say already.

    ascii: 7-bit characters only. width: columns, no line is longer; below 40 the picture is drawn as for 40.
    """
    width = max(width, NARROWEST)
    draw = (
        draw_avid(scene, width, ascii_only=ascii)
        if isinstance(scene, AvidScene)
        else draw_map(scene, width, ascii_only=ascii)
    )
    return Text("\n", no_wrap=True, end="\n").join(Text.assemble(*draw.spans(row)) for row in range(draw.height))
