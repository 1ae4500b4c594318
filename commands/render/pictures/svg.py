"""Scenes as SVG files that stand alone: for a report, a browser or a printer."""

from __future__ import annotations

from commands.render.pictures import avid_svg, map_svg
from commands.render.pictures.scene import AvidScene, Scene


def render_svg(scene: Scene, title: str) -> str:
    """The scene as an SVG file under this title, in colours for white paper that follow a dark screen."""
    return avid_svg.draw_avid(scene, title) if isinstance(scene, AvidScene) else map_svg.draw_map(scene, title)
