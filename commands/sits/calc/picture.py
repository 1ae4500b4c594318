"""The AVID below an answer, or in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from commands.calc.page import ShownBelow

if TYPE_CHECKING:
    from sits_es.space.attitude import Attitude
    from sits_es.space.avid import Window


def avid_picture(
    title: str, attitude: Attitude | None, targets: Mapping[str, Window], *, picture: bool, svg: str | None
) -> ShownBelow | None:
    """Write the SVG if one is asked for, and give what shows the picture if that is; None otherwise.

    title: of the SVG file. targets: names -> the windows of the map they are seen through.
    NotAllowedError when the file can't be written.
    """
    if not picture and svg is None:
        return None
    from sits_es.rules.sits.report.scenes import avid_scene

    scene = avid_scene(attitude, targets)
    if svg is not None:
        from commands.render.pictures import render_svg

        _save(render_svg(scene, title), svg)
    if not picture:
        return None

    def show(width: int, *, ascii_only: bool) -> None:
        from commands.output import show as print_view
        from commands.render.pictures import render_text

        typer.echo()
        print_view(render_text(scene, ascii=ascii_only, width=width), width)

    return show


def _save(text: str, file: str) -> None:
    from sits_es.service.files import new_file

    with new_file(Path(file)) as out:
        out.write(text)
    typer.echo(f"The AVID is in {file}.", err=True)
