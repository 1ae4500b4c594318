"""The marks of a picture as the plain values that a page is given: figures that move, and the ground below them.

A figure has a name that stays the same while it moves, so that only those that changed are told again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import level_text, sides_of
from commands.render.pictures.planes import Plane, PlanePicture, Spot, Thing, plane_picture
from sits_es.report.scenes import MapScene, Scene, SceneForm, ShapeScene, SpaceScene

#: What a page is told of something, ready to be written as JSON.
PageValues = dict[str, Any]

#: What goes with the figure of a thing: its own shape, and its areas.
OWN: Final = ("thing", "front", "area")


class PageScene(Struct, frozen=True):
    """A scene in parts. figures: by name, in the order of the legend; ground: all else, and how it is seen.

    sides: in the order in which they take shapes and colours.
    """

    figures: Mapping[str, PageValues]
    ground: PageValues
    sides: tuple[str, ...] = ()


def page_scene(scene: Scene | None) -> PageScene:
    """A scene as a page draws it; of one that has no ground, such as an AVID, nothing."""
    if not isinstance(scene, SpaceScene | ShapeScene | MapScene):
        return PageScene({}, {"kinds": [], "forms": []})
    picture = plane_picture(scene)
    gauge, owners = picture.gauge, {each.name: each.side for each in picture.markers}
    ground: PageValues = {
        "kinds": [plane.kind for plane in picture.planes],
        "titles": [_title(plane) for plane in picture.planes],
        "directions": list(map(printable, picture.words.directions)),
        "gauge": [gauge.length, printable(gauge.one), printable(gauge.several)],
        "wanted": [list(map(_rounded, plane.wanted)) for plane in picture.planes],
        # what has a figure of its own goes with that: it changes with every thing that moves
        "forms": [
            [_form(form, owners) for form in plane.forms if form.kind not in OWN or form.of not in owners]
            for plane in picture.planes
        ],
        "key": _key(
            (f"{form.label} {form.name}", ", ".join(form.facts))
            for form in picture.legend
            if form.kind != "area" and (form.label or form.facts)
        ),
    }
    return PageScene(_figures(picture), ground, sides_of(picture.markers))


def _title(plane: Plane) -> str:
    up, right = plane.ways if len(plane.ways) > 1 else ("", "")
    return printable(f"{plane.title}: {up} is up, {right} to the right" if right else plane.title)


def _figures(picture: PlanePicture) -> Mapping[str, PageValues]:
    """What is the same wherever a thing is seen from, and how it is seen on each plane."""
    found: dict[str, PageValues] = {
        each.name: {
            "label": printable(each.label),
            "side": each.side,
            "said": list(map(printable, each.facts)),
            "seen": [],
        }
        for each in picture.markers
    }
    for plane in picture.planes:
        for thing in plane.things:
            figure = found[thing.figure.marker.name]
            if thing.figure.later:
                figure["seen"][-1]["future"] = _rounded(thing.at)
                continue
            figure["seen"].append(_thing(thing, plane.forms))
            if picture.words.level:
                figure["level"] = level_text(thing.figure.level)
    return found


def _thing(thing: Thing, forms: Iterable[SceneForm]) -> PageValues:
    """A thing as it is seen on a plane; toward: degrees clockwise from the top, or whether towards whoever looks."""
    seen: PageValues = {"at": _rounded(thing.at)}
    pointer, name = thing.figure.pointer, thing.figure.marker.name
    if thing.base is not None:
        seen["forms"] = [_form(form, {}) for form in forms if form.kind in OWN and form.of == name]
    elif pointer is not None:
        seen["toward"] = pointer.rising if pointer.azimuth is None else round(pointer.azimuth, 1)
    if thing.course is not None and thing.course != thing.at:
        seen["course"] = _rounded(thing.course)
    return seen


def _form(form: SceneForm, owners: Mapping[str, str]) -> PageValues:
    """A form by short names: its class, places, radius, label, title, whose side it is; what is empty is left out."""
    hexes = form.kind == "region"
    told = {
        "k": f"{form.kind} {form.texture if hexes else form.weight}",
        "hexes" if hexes else "at": list(map(_rounded, form.spots)),
        "r": form.radius,
        "l": printable(form.label),
        "t": "" if form.kind in ("thing", "front", "overlap") else printable(form.told),
        "s": owners.get(form.inside or form.of, ""),
    }
    return {name: value for name, value in told.items() if value}


def _key(rows: Iterable[tuple[str, str]]) -> list[list[str]]:
    """What is told of the ground: what a thing is called, with its label, and what is said of it."""
    return [[printable(name), printable(said)] for name, said in dict.fromkeys(rows)]


def _rounded(spot: Spot) -> list[float]:
    """To the hundredth of a unit: a page is no measure. Whole numbers stay whole."""
    return [each if isinstance(each, int) else round(each, 2) + 0.0 for each in spot]
