"""Units in space as the plain values that a page is given: where each stands, how it lies, where its weapons bear.

Places are to the right of the map, to its top, and up from its plane, in its unit of length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from commands.render.html.marks import PageValues
from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import badge, figure_of, level_text, side_colours, sides_of
from commands.render.pictures.planes import along, hex_middle
from sits_es.game.story import teller
from sits_es.report import report_of
from sits_es.report.scenes import Axis, MapScene, Marker, Scene, SceneForm, SpaceScene
from sits_es.report.solids import FiringArc, Solid
from sits_es.rules.system import System
from sits_es.rules.told import contexts
from sits_es.sentences import visible
from sits_es.service.replay import PlayedExchange

#: Degrees from one side of a hex to the next.
SIXTH: Final = 60


def has_heights(scene: Scene | None) -> bool:
    """Whether a picture is of something that has heights."""
    return isinstance(scene, SpaceScene) or (isinstance(scene, MapScene) and bool(scene.words.level))


class Space:
    """The space of a game, as far as it was told. arcs: every set of arcs that came up, by the number it goes by."""

    def __init__(self) -> None:
        self.units: dict[str, PageValues] = {}
        self.ground: PageValues = {}
        self.arcs: dict[tuple[FiringArc, ...], int] = {}
        self._known: tuple[object, ...] = ()

    def changes(self, scene: Scene | None, solids: Mapping[str, Solid], own: str | None) -> PageValues:
        """What is other than before: u: units by name, None for one that is gone; g: the ground.

        own: the side of whoever looks: what others have left of walls and weapons is not theirs to see; None for all.
        """
        if (scene, solids) == self._known or not isinstance(scene, MapScene | SpaceScene):
            return {}
        self._known = scene, solids
        units = {
            each.name: self._unit(scene, each, solid if own in (None, each.side) else replace(solid, walls=(), arcs=()))
            for each in scene.markers
            if (solid := solids.get(each.name)) is not None
        }
        ground = _ground(scene)
        told: PageValues = {name: each for name, each in units.items() if self.units.get(name) != each}
        told |= dict.fromkeys(name for name in self.units if name not in units)
        change = ({"u": told} if told else {}) | ({"g": ground} if ground != self.ground else {})
        self.units, self.ground = units, ground
        return change

    def _unit(self, scene: MapScene | SpaceScene, marker: Marker, solid: Solid) -> PageValues:
        """One unit: where it stands, will be and is heading, its nose and top, its height, and what it looks like."""
        at = _point(scene, marker.place)
        told: PageValues = {
            "at": at,
            "to": marker.future and _point(scene, marker.future),
            "c": marker.course and _point(scene, marker.course),
            "d": [round(part, 3) + 0.0 for part in (*solid.ahead, *solid.top)],
            "h": _height(scene, marker.place),
            "b": solid.build,
            "w": list(solid.walls),
            "a": self.arcs.setdefault(solid.arcs, len(self.arcs)) if solid.arcs else None,
            "f": solid.flies_to,
        }
        return {name: value for name, value in told.items() if value not in (None, "", [], at) or name == "at"}


#: Each direction of a space, and the one away from it.
OPPOSITE: Final[Mapping[Axis, Axis]] = {"x": "-x", "y": "-y", "z": "-z", "-x": "x", "-y": "y", "-z": "z"}


def _point(scene: MapScene | SpaceScene, place: Any) -> list[float]:
    if isinstance(scene, MapScene):
        return [*map(_rounded, hex_middle(place.q, place.r)), place.level]
    above = scene.views[0]
    return [_rounded(along(place, axis) / scene.gauge.length) for axis in (above.right, above.up, above.near)]


def _rounded(number: float) -> float:
    return round(number, 2) + 0.0


def _height(scene: MapScene | SpaceScene, place: Any) -> str:
    """How high a place is, in words of the game."""
    if isinstance(scene, MapScene):
        return printable(f"{scene.words.level_in_short} {level_text(place.level)}")
    *_, high = _point(scene, place)
    up = scene.views[0].near
    return printable(f"{abs(high):g} {scene.axes.get(up if high > 0 else OPPOSITE[up], '')}" if high else "0")


def _ground(scene: MapScene | SpaceScene) -> PageValues:
    """The plane of the map, and what else there is. compass: what lies at which azimuth; forms: by short names."""
    if isinstance(scene, MapScene):
        compass = [[printable(name), SIXTH * at] for at, name in enumerate(scene.words.directions)]
    else:
        up, right = scene.views[0].up, scene.views[0].right
        ways = enumerate((up, right, OPPOSITE[up], OPPOSITE[right]))
        compass = [[printable(scene.axes[axis]), 90 * at] for at, axis in ways if axis in scene.axes]
    forms = scene.forms if isinstance(scene, SpaceScene) else ()
    return {
        "hexes": isinstance(scene, MapScene),
        "compass": compass,
        "course": printable(scene.words.course),
        "future": printable(scene.words.future),
        "forms": [_form(scene, form) for form in forms if form.kind in ("ball", "strand")],
    }


def _form(scene: MapScene | SpaceScene, form: SceneForm) -> PageValues:
    """A ball, or a line with two ends: places, radius, name, what is said of it, whether it hides what is behind."""
    length = scene.gauge.length if isinstance(scene, SpaceScene) else 1
    told: PageValues = {
        "at": list(map(partial(_point, scene), form.spots)),
        "r": _rounded(form.radius / length),
        "l": printable(form.name) if form.label else "",
        "t": printable(form.told),
        "solid": form.weight == "strong",
    }
    return {name: value for name, value in told.items() if value}


def run_in_space(rules: System, run: Sequence[PlayedExchange], own: str | None) -> PageValues | None:
    """How it stood in space before a run of exchanges and after each, with its shots; None if nothing has heights.

    own: as of `Space.changes`.
    """
    report, tell, space = report_of(rules.name), teller(rules), Space()
    steps: list[PageValues] = []
    sides: tuple[str, ...] = ()

    def stood(label: str, board: Any, shots: Iterable[list[Any]]) -> None:
        nonlocal sides
        scene = report.scene(board)
        if not isinstance(scene, MapScene | SpaceScene) or not has_heights(scene):
            return
        space.changes(scene, report.solids(board), own)
        sides = sides_of(scene.markers) or sides
        figures = {
            each.name: {
                "side": printable(each.side),
                "said": list(map(printable, each.facts)),
                "sign": badge(figure_of(scene.markers, each)),
            }
            for each in scene.markers
        }
        step = {"at": label, "ground": space.ground, "units": space.units, "figures": figures, "shots": list(shots)}
        steps.append(step)

    for each in run:
        board = rules.thaw(each.before)
        if not steps:
            stood(f"before {rules.label(each.moment)}", board, ())
        shots: dict[str, list[Any]] = {}
        for context in contexts(board, each.facts):
            if (shot := report.volley(context)) is not None:
                told = [shot.unit, shot.target, shot.number, int(shot.missiles), visible(tell(context.event))]
                shots[shot.key] = told
        stood(rules.label(each.moment), board, shots.values())
    if not steps:
        return None
    colours = dict(zip(map(printable, sides), side_colours(sides), strict=True))
    return {"steps": steps, "arcs": arcs_told(space.arcs), "colours": colours}


def arcs_told(arcs: Mapping[tuple[FiringArc, ...], int]) -> list[list[Any]]:
    """Sets of arcs in the order of their numbers, each arc as name, patches, reach, what is told, whether its own."""
    return [[[arc.name, arc.patches, arc.reach, printable(arc.told), arc.own] for arc in each] for each in arcs]
