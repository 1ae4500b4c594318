"""Scenes as a page draws them: figures and grounds as plain values, flat on each plane that they are seen on.

A figure has a name that stays the same while it moves, so that only those that changed are told again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import level_text
from commands.render.pictures.shapes import area_said, lines_said, middle
from commands.render.pictures.space import flat
from sits_es.report.scenes import (
    HexPlace,
    MapMarker,
    MapScene,
    MapWords,
    Marker,
    Outline,
    PlanePoint,
    PlotMarker,
    PlotScene,
    Pointer,
    Scene,
    ShapeScene,
    SpaceScene,
)

#: What a page is told of something, ready to be written as JSON.
PageValues = dict[str, Any]


@frozen
class Sketch:
    """A scene in parts. figures: by name, in the order of the legend; ground: all else, and how it is seen."""

    figures: Mapping[str, PageValues]
    ground: PageValues


def sketched(scene: Scene | None) -> Sketch:
    """A scene as a page draws it; of one that is no ground, such as an AVID, nothing."""
    match scene:
        case MapScene():
            return _map(scene)
        case PlotScene():
            return _plot(scene)
        case SpaceScene():
            return _space(scene)
        case ShapeScene():
            return _table(scene)
        case _:
            return Sketch({}, {"kind": "nothing"})


def _map(scene: MapScene) -> Sketch:
    """Places are numbers of hexes; the page knows where a hex is, and sees its level from the side."""
    figures = {each.name: _figure(each, [_hex_figure(each)], scene.words) for each in scene.markers}
    regions = [
        {
            "label": printable(each.label),
            "name": printable(each.name),
            "said": ", ".join(map(printable, each.facts)),
            "texture": each.texture,
            "places": [[place.q, place.r] for place in each.places],
        }
        for each in scene.regions
    ]
    directions = [printable(each) for each in scene.words.directions]
    ground = {"kind": "hexes", "words": _words(scene.words), "directions": directions, "regions": regions}
    return Sketch(figures, ground)


def _hex_figure(marker: MapMarker) -> PageValues:
    ways = {"future": marker.future, "course": marker.course}
    seen = {name: _hex(place) for name, place in ways.items() if place not in (None, marker.place)}
    return {"at": _hex(marker.place), **_toward(marker.pointer), **seen}


def _hex(place: HexPlace | None) -> list[int]:
    return [] if place is None else [place.q, place.r, place.level]


def _plot(scene: PlotScene) -> Sketch:
    figures = {each.name: _figure(each, [_plane_figure(each)], scene.words) for each in scene.markers}
    ground: PageValues = {"kind": "planes", "planes": [""], "words": _words(scene.words)}
    return Sketch(figures, ground | _edges(None if scene.corners is None else [(p.x, p.y) for p in scene.corners]))


def _plane_figure(marker: PlotMarker) -> PageValues:
    ways = {"future": marker.future, "course": marker.course}
    seen = {name: _point(place) for name, place in ways.items() if place not in (None, marker.place)}
    return {"at": _point(marker.place), **_toward(marker.pointer), **seen}


def _point(place: PlanePoint | None) -> list[int]:
    return [] if place is None else [place.x, place.y]


def _space(scene: SpaceScene) -> Sketch:
    """Each thing as it is seen on every plane."""
    planes = [flat(scene, view) for view in scene.views]
    seen: dict[str, list[PageValues]] = {each.name: [] for each in scene.markers}
    for plane in planes:
        ends: dict[str, PlanePoint] = {
            each.figure.marker.name: each.place for each in plane.drawings if each.figure.later
        }
        for drawing in plane.drawings:
            if not drawing.figure.later:
                marker = drawing.figure.marker
                future, course = ends.get(marker.name), drawing.course
                seen[marker.name].append(
                    {
                        "at": _point(drawing.place),
                        **_toward(marker.pointer),
                        **({} if future is None else {"future": _point(future)}),
                        **({} if course in (None, drawing.place) else {"course": _point(course)}),
                    }
                )
    figures = {each.name: _figure(each, seen[each.name], scene.words) for each in scene.markers}
    ground: PageValues = {
        "kind": "planes",
        "planes": [
            f"{printable(view.title)}: {printable(up)} is up, {printable(right)} to the right"
            for view in scene.views
            for up, right in [[scene.axes.get(axis, axis) for axis in (view.up, view.right)]]
        ],
        "words": _words(scene.words),
        "gauge": [scene.gauge.length, printable(scene.gauge.one), printable(scene.gauge.several)],
        "balls": [
            {
                "label": printable(ball.label),
                "name": printable(ball.name),
                "said": ", ".join(map(printable, ball.facts)),
                "radius": ball.radius,
                "solid": ball.solid,
                "at": [_point(plane.circles[number].place) for plane in planes],
            }
            for number, ball in enumerate(scene.balls)
        ],
        "lines": [
            {
                "label": printable(line.label),
                "name": printable(line.name),
                "said": ", ".join(map(printable, line.facts)),
                "ends": [[_point(plane.strokes[number].start), _point(plane.strokes[number].end)] for plane in planes],
            }
            for number, line in enumerate(scene.lines)
        ],
    }
    return Sketch(figures, ground)


def _table(scene: ShapeScene) -> Sketch:
    """Things with shapes of their own; areas and lines are the ground, as they change with every thing that moves."""
    figures = {
        each.name: _figure(each, [{"at": _round(middle(each.corners))}], scene.words) | _shape(each)
        for each in scene.things
    }
    ground: PageValues = {
        "kind": "planes",
        "planes": [""],
        "words": _words(scene.words),
        "gauge": [1, printable(scene.words.measure), printable(scene.words.measure)],
        "areas": [
            {
                "of": each.of,
                "label": printable(each.label),
                "said": printable(area_said(each)),
                "weight": each.weight,
                "corners": list(map(_round, each.corners)),
            }
            for each in scene.areas
        ],
        "inside": [
            {"of": each.thing, "corners": list(map(_round, part))} for each in scene.overlaps for part in each.parts
        ],
        "lines": [
            {
                "label": "",
                "name": printable(each.name),
                "said": said,
                "of": each.of,
                "ends": [list(map(_round, each.ends))],
            }
            for each, said in zip(scene.strokes, _said_of_lines(scene), strict=True)
        ],
    }
    return Sketch(figures, ground | _edges(scene.edges))


def _said_of_lines(scene: ShapeScene) -> Iterator[str]:
    said = lines_said(scene)
    return (printable(next(said)) if each.facts else "" for each in scene.strokes)


def _shape(thing: Outline) -> PageValues:
    front = {"front": list(map(_round, thing.front))} if thing.front else {}
    return {"corners": list(map(_round, thing.corners)), **front}


def _round(corner: tuple[float, float]) -> list[float]:
    """To the hundredth of a unit: a page is no measure."""
    return [round(float(each), 2) + 0.0 for each in corner]


def _edges(corners: Sequence[tuple[float, float]] | None) -> PageValues:
    return {} if corners is None else {"edges": list(map(_round, corners))}


def _figure(marker: Marker, seen: Sequence[PageValues], words: MapWords) -> PageValues:
    """What is the same wherever a thing is seen from. seen: as it is on each plane."""
    level = {}
    if words.level and isinstance(marker, MapMarker):
        level = {"level": level_text(marker.place.level)}
    return {
        "label": printable(marker.label),
        "side": marker.side,
        "said": list(map(printable, marker.facts)),
        "seen": list(seen),
        **level,
    }


def _toward(pointer: Pointer | None) -> PageValues:
    """Where a thing points: degrees clockwise from the top of the picture, or whether it is towards whoever looks."""
    if pointer is None:
        return {}
    return {"toward": pointer.rising if pointer.azimuth is None else round(pointer.azimuth, 1)}


def _words(words: MapWords) -> PageValues:
    """What a page calls what it draws."""
    said = {"unit": words.unit, "level": words.level, "future": words.future, "course": words.course}
    return {name: printable(word) for name, word in {**said, "measure": words.measure}.items() if word}
