"""Pictures of a battle: the AVID and the hex map, one scene for terminal, plain ASCII and SVG alike."""

from commands.views.pictures.avid_picture import avid_scene
from commands.views.pictures.labels import short_labels
from commands.views.pictures.map_picture import map_scene
from commands.views.pictures.scene import AvidScene, MapMarker, MapScene, Scene
from commands.views.pictures.svg import render_svg
from commands.views.pictures.text import render_text

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
