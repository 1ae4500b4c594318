"""Pictures of a battle: the AVID and the hex map, one scene for terminal, plain ASCII and SVG alike."""

from commands.render.pictures.avid_picture import avid_scene
from commands.render.pictures.labels import short_labels
from commands.render.pictures.map_picture import map_scene
from commands.render.pictures.scene import AvidScene, MapMarker, MapScene, Scene
from commands.render.pictures.svg import render_svg
from commands.render.pictures.text import render_text

__all__ = [
    "AvidScene",
    "MapMarker",
    "MapScene",
    "Scene",
    "avid_scene",
    "map_scene",
    "render_svg",
    "render_text",
    "short_labels",
]
