"""Planes as SVG: each in its frame at one scale, with what has a shape of its own, signs of things, and its bar.

All shapes of a plane stand in one group whose units are those of the plane, x to the right and y upward, so that
whoever reads the file finds the very places: `data-kind` says what a shape is, `data-of` whose, `data-name` which.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import (
    ON_END,
    Colour,
    Figure,
    around,
    figure_of,
    level_text,
    pointed,
    scales,
    signs,
    whose,
)
from commands.render.pictures.planes import (
    TO_CORNER,
    Plane,
    PlanePicture,
    Spot,
    Thing,
    crowds,
    hex_middle,
    layouts,
    middle,
    plane_picture,
)
from commands.render.pictures.svg import KeyRow, PictureParts, shape, svg_text, tag
from sits_es.report.scenes import MapScene, MapWords, Marker, SceneForm, ShapeScene, SpaceScene, Texture

#: Space left of everything and between two planes; above a frame for its title, below it for its bar.
LEFT: Final = 40.0
GAP: Final = 30.0
HEAD: Final = 26.0
FOOT: Final = 34.0

#: How large a sign is; how far the middles of two are apart, and from the frame, at the least; rings round a place.
SIZE: Final = 13.0
APART: Final = 2.6 * SIZE
EDGE: Final = 1.6 * SIZE
RINGS: Final = 6

#: How forms are filled and drawn: parts of their colour, and how wide and how dashed their line is in the picture.
FORMS: Final[dict[tuple[str, str], tuple[float, float, float, tuple[float, float] | None]]] = {
    ("area", "open"): (0.0, 0.5, 1.0, (4, 3)),
    ("area", "plain"): (0.1, 0.7, 1.2, (4, 3)),
    ("area", "strong"): (0.3, 1.0, 2.0, None),
    ("thing", "plain"): (0.45, 1.0, 1.5, None),
    ("overlap", "plain"): (0.6, 1.0, 1.0, None),
    ("front", "plain"): (1.0, 1.0, 0, None),
    ("line", "plain"): (1.0, 1.0, 1.6, (7, 4)),
    ("region", "plain"): (1.0, 1.0, 1.2, None),
    ("ball", "open"): (0.0, 1.0, 1.5, None),
    ("ball", "strong"): (0.3, 1.0, 1.5, None),
    ("strand", "plain"): (1.0, 1.0, 3.0, (7, 3)),
}
#: The line of a course.
COURSE: Final = {"stroke_width": 2, "stroke_dasharray": "2 6"}
#: Numbers that can be read where a course runs through them.
HALO: Final = "sx-ink sx-halo"


class Badge(Struct, frozen=True):
    """The shape of a side, its lengths in parts of the badge's size.

    corners: 0 for a circle. turned: degrees from the top to the first of them. reach: from the middle to a corner.
    clear: how far from the middle a number is written above or below it.
    """

    corners: int
    turned: int
    reach: float
    clear: float


#: Circle, square, diamond and triangle, as in the text picture; a fifth side begins again.
BADGES: Final = (Badge(0, 0, 1, 1.62), Badge(4, 45, 1.3, 1.62), Badge(4, 0, 1.5, 2.05), Badge(3, 180, 1.5, 2.05))


def arrow_svg(start: tuple[float, float], end: tuple[float, float], head: float, class_: str, **line: object) -> str:
    """A line with a filled head, so large, at its end."""
    (x, y), (to_x, to_y) = start, end
    angle = math.atan2(to_y - y, to_x - x)
    back = [(to_x - head * math.cos(angle + turn), to_y - head * math.sin(angle + turn)) for turn in (0.45, -0.45)]
    (x2, y2), (other_x, other_y) = back
    drawn = tag("line", x1=x, y1=y, x2=(x2 + other_x) / 2, y2=(y2 + other_y) / 2, class_=class_, **line)
    return drawn + shape(((to_x, to_y), *back), class_)


def badge_svg(figure: Figure, x: float, y: float, size: float) -> str:
    """The shape of a side with a thing's label in it: filled where the thing is, hollow where it will be."""
    class_ = f"sx-{figure.colour}-side" + (" sx-hollow" if figure.later else "")
    dashes = "4 2" if figure.later else "none"
    form = BADGES[figure.side % len(BADGES)]
    if form.corners:
        ring = (around(360 * step / form.corners + form.turned, form.reach * size) for step in range(form.corners))
        corners = ((x + right, y + down) for right, down in ring)
        drawn = shape(corners, class_, stroke_width=2, stroke_dasharray=dashes)
    else:
        drawn = tag("circle", cx=x, cy=y, r=size, class_=class_, stroke_width=2, stroke_dasharray=dashes)
    words = printable(figure.marker.label)
    letter = size * min(1.15, 2.2 / max(1, len(words)))
    return drawn + svg_text(x, y, words, letter, "sx-ink" if figure.later else "sx-on", font_weight="bold")


def key_of(sentences: Iterable[str], markers: Sequence[Marker]) -> Iterator[KeyRow]:
    """The legend: sentences, then each thing in words."""
    yield from (KeyRow(printable(words), faint=True) for words in sentences)
    for marker in markers:
        told = f"{whose(marker)}: {', '.join(marker.facts)}" if marker.facts else whose(marker)
        yield KeyRow(printable(told), badge_svg(figure_of(markers, marker), 0, 0, 7.5))


#: A ball is seen however small it is.
LEAST_RADIUS: Final = 1.5


class Layout(Struct, frozen=True):
    """How planes lie in a picture. room: for all; inside: room inside a frame; least: a frame is across and high.

    above: the first title; gauges: of what lengths are told in so many go into the room at the least, 0: any number.
    """

    room: tuple[float, float]
    inside: float
    least: tuple[float, float]
    above: float
    gauges: int


OF_A_SPACE: Final = Layout((1300.0, 1000.0), 36.0, (240.0, 160.0), 50.0 + HEAD, 4)
OF_A_MAP: Final = Layout((1100.0, 1000.0), 24.0, (240.0, 80.0), 50.0 + HEAD, 14)
OF_A_TABLE: Final = Layout((1000.0, 900.0), 20.0, (0.0, 0.0), 60.0, 0)


class Panel(Struct, frozen=True, kw_only=True):
    """A plane in the picture. left, top: of its frame; unit: the length of one of the scene's units."""

    plane: Plane
    layout: Layout
    left: float
    top: float
    unit: float

    @property
    def width(self) -> float:
        """Of the frame."""
        return max(self.plane.edges.across * self.unit + 2 * self.layout.inside, self.layout.least[0])

    @property
    def height(self) -> float:
        """Of the frame."""
        return max(self.plane.edges.high * self.unit + 2 * self.layout.inside, self.layout.least[1])

    @property
    def origin(self) -> Spot:
        """Where the plane's place 0, 0 is in the picture; what is to be seen is in the middle of the frame."""
        edges = self.plane.edges
        right, up = (edges.left + edges.right) / 2 * self.unit, (edges.bottom + edges.top) / 2 * self.unit
        return self.left + self.width / 2 - right, self.top + self.height / 2 + up

    def at(self, spot: Spot) -> Spot:
        """A place in the picture."""
        x, y = self.origin
        return x + spot[0] * self.unit, y - spot[1] * self.unit

    @property
    def times(self) -> int:
        """How many hexes one drawn hex is across."""
        return next(step for step in scales() if step * TO_CORNER * self.unit >= LEAST_HEX)

    def holds(self, place: Spot) -> bool:
        """Whether a sign at a place in the picture is inside the frame."""
        right, down = place[0] - self.left, place[1] - self.top
        return EDGE <= right <= self.width - EDGE and EDGE <= down <= self.height - EDGE


#: A thing, its own place, and where its sign is drawn: there, or as near as no other sign is.
Pinned = tuple[Thing, Spot, Spot]


def planes_svg(scene: SpaceScene | ShapeScene | MapScene) -> PictureParts:
    """The planes, and their legend beside."""
    picture = plane_picture(scene)
    layout = {ShapeScene: OF_A_TABLE, MapScene: OF_A_MAP, SpaceScene: OF_A_SPACE}[type(scene)]
    panels = list(_laid_out(picture, layout))
    room = min((panel.width / 3 / panel.unit for panel in panels), default=1.0)
    length = picture.ruler or picture.bar(1, max(1.0, math.floor(room)))
    parts: list[str] = []
    told: list[str] = []
    for panel in panels:
        things, left_out = _placed(panel)
        parts += _plane(panel, things, picture, length)
        told += crowds(panel.plane.title, left_out) if panel.plane.title else ()
        if panel.plane.kind == "hexes" and (times := panel.times) > 1:
            told.append(f"Each hex drawn is {times} hexes across.")
    right = max((panel.left + panel.width for panel in panels), default=0.0)
    low = max((panel.top + panel.height for panel in panels), default=layout.above - HEAD - FOOT)
    key = [*key_of((*told, *_sentences(picture)), picture.markers), *_rows(picture)]
    return PictureParts(width=right + LEFT, height=low + FOOT + 40, parts=parts, key=key)


def _laid_out(picture: PlanePicture, layout: Layout) -> Iterator[Panel]:
    """The planes at the largest scale at which they go into the room, in rows; no levels where all are on one."""
    planes = [plane for plane in picture.planes if plane.kind != "levels" or plane.edges.high]
    ways = [(_unit(way, picture, layout), way) for way in layouts(planes)]
    unit, rows = max(ways, key=lambda each: each[0])
    top = layout.above
    for row in rows:
        left, below = LEFT, top
        for plane in row:
            panel = Panel(plane=plane, layout=layout, left=left, top=top, unit=unit)
            yield panel
            left, below = left + panel.width + GAP, max(below, top + panel.height + FOOT + HEAD)
        top = below


def _unit(rows: Sequence[Sequence[Plane]], picture: PlanePicture, layout: Layout) -> float:
    """The length of a unit at which rows of planes go into the room."""
    most = layout.room[0] / layout.gauges / picture.gauge.length if layout.gauges else math.inf
    gap, besides = (0.0, 0.0) if picture.is_table else (GAP, HEAD + FOOT)
    for row in rows:
        across = sum(plane.edges.across for plane in row)
        most = min(most, (layout.room[0] - len(row) * (2 * layout.inside + gap)) / max(1, across))
    high = sum(max(plane.edges.high for plane in row) for row in rows)
    return min(most, (layout.room[1] - len(rows) * (2 * layout.inside + besides)) / max(1, high))


#: How large a hex is from its middle to a corner at the least; where it would be smaller, one stands for several.
LEAST_HEX: Final = 24.0
#: The colour of a texture, by its class; its sign alone tells as much.
TEXTURES: Final[dict[Texture, str]] = {"stones": "sx-amber", "waves": "sx-blue", "rings": "sx-purple"}
#: The corner of a hex that has its label, and those that have the signs of its texture: things there point to sides.
LABELLED: Final = 4
SIGNED: Final = (0, 1, 2, 3, 5)
#: Where the names of the hex sides stand, clockwise from the top: in parts of the frame, to the right and down.
AROUND: Final = ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.0, 1.0), (0.0, 0.0))


def _hexagon(x: float, y: float, size: float) -> list[Spot]:
    """The corners of a hex with a flat top. size: from its middle to a corner."""
    return [(x + right, y + down) for right, down in (around(60 * step + 30, size) for step in range(6))]


def _hexes(panel: Panel) -> Iterator[tuple[str, Spot]]:
    """The hexes of a map, each with its number, and where that one has its middle for which a larger one stands."""
    edges, times = panel.plane.edges, panel.times
    across, high = (room / panel.unit / times / 2 for room in (panel.width, panel.height))
    mid_x, mid_y = (edges.left + edges.right) / 2 / times, (edges.bottom + edges.top) / 2 / times
    column = 1.5 * TO_CORNER
    for q in range(math.floor((mid_x - across) / column), math.ceil((mid_x + across) / column) + 1):
        for r in range(math.floor(-mid_y - high - q / 2), math.ceil(-mid_y + high - q / 2) + 1):
            yield f"{q * times},{r * times}", hex_middle(q * times, r * times)


def _ground(panel: Panel) -> Iterator[str]:
    """What hexes look like, or the levels of a map seen from the side, no number on another."""
    edges, kind = panel.plane.edges, panel.plane.kind
    if kind == "hexes":
        size = TO_CORNER * panel.times * panel.unit
        for name, spot in _hexes(panel):
            yield shape(_hexagon(*panel.at(spot), size), "sx-hex", stroke_width=1.2, data_hex=name)
    elif kind == "levels":
        step = next(step for step in scales() if step * panel.unit >= 16)
        for level in range(math.ceil(edges.bottom / step) * step, math.floor(edges.top) + 1, step):
            (_, y), end, wide = panel.at((0, level)), panel.left + panel.width, 1.0 if level else 2.0
            yield tag("line", x1=panel.left, y1=y, x2=end, y2=y, class_="sx-hex", stroke_width=wide)
            yield svg_text(panel.left + 6, y, level_text(level), 11, "sx-faint", text_anchor="start")


def _numbers(panel: Panel) -> Iterator[str]:
    """The numbers of hexes in which nothing stands."""
    size, held = TO_CORNER * panel.times * panel.unit, {thing.at for thing in panel.plane.things}
    for name, spot in _hexes(panel):
        x, y = panel.at(spot)
        if spot not in held and panel.holds((x, y + 0.66 * size)):
            yield svg_text(x, y + 0.66 * size, name, max(7.0, 0.2 * size), "sx-faint")


def _regions(panel: Panel) -> Iterator[str]:
    """The signs and labels of what lies in the hexes, where they are large enough."""
    size = TO_CORNER * panel.unit
    lying: dict[Spot, list[SceneForm]] = {}
    for form in panel.plane.forms if size >= LEAST_HEX / 2 else ():
        for spot in form.spots:
            lying.setdefault(spot, []).append(form)
    for spot, forms in lying.items():
        x, y = panel.at(spot)
        corners = [(0.74 * right, 0.74 * down) for right, down in _hexagon(0, 0, size)]
        for number, corner in enumerate(SIGNED):
            right, down = corners[corner]
            yield _sign(forms[number % len(forms)].texture, x + right, y + down, 0.1 * size)
        words = "+".join(printable(each.label)[:3] for each in forms[:2])
        letters = 0.2 if len(words) < 3 else 0.16
        yield svg_text(x + corners[LABELLED][0], y + corners[LABELLED][1], words, letters * size, font_weight="bold")


def _sign(texture: Texture, x: float, y: float, size: float) -> str:
    """One sign of a texture: a stone, a wave, or a ring in a ring."""
    if texture == "stones":
        edge = (around(72 * step, size) for step in range(5))
        return shape(((x + right, y + down) for right, down in edge), "sx-line", stroke_width=1.2)
    if texture == "waves":
        way = f"M{x - size:.1f} {y:.1f}q{size / 2:.1f} {-size:.1f} {size:.1f} 0t{size:.1f} 0"
        return tag("path", d=way, class_="sx-line", stroke_width=1.2)
    return "".join(tag("circle", cx=x, cy=y, r=part * size, class_="sx-line", stroke_width=1.2) for part in (1.0, 0.5))


def _plane(
    panel: Panel, things: Sequence[tuple[Thing, Spot, Spot]], picture: PlanePicture, length: int
) -> Iterator[str]:
    """One plane in its frame. things: with where their signs are drawn; length: of the bar."""
    plane, unit = panel.plane, panel.unit
    if title := plane.titled(("\N{UPWARDS ARROW}", "\N{RIGHTWARDS ARROW}")):
        yield svg_text(panel.left, panel.top - 12, title, 15, text_anchor="start", font_weight="bold")
    frame = {"x": panel.left, "y": panel.top, "width": panel.width, "height": panel.height}
    yield tag("rect", **frame, class_="sx-hex", stroke_width=1.5)
    box = f"{panel.left:.1f} {panel.top:.1f} {panel.width:.1f} {panel.height:.1f}"
    if plane.kind != "flat":
        yield tag("svg", "\n".join(_ground(panel)), viewBox=box, **frame)
    x, y = panel.origin
    placed = f"translate({x:.6f} {y:.6f}) scale({unit:.12g} {-unit:.12g})"
    colours = picture.colours
    forms = [_form(form, unit, colours.get(form.inside or form.of)) for form in plane.forms]
    forms = forms[::-1] if plane.kind == "hexes" else forms  # of several in a hex the first is seen
    yield tag("g", "\n".join(forms) or " ", transform=placed, data_kind="table")
    if plane.kind == "hexes":
        yield tag("g", "".join((*_regions(panel), *_numbers(panel))) or " ", class_="hex")
        for side, (right, down) in zip(picture.words.directions, AROUND, strict=False):
            x, y = panel.left + 14 + right * (panel.width - 28), panel.top + 14 + down * (panel.height - 28)
            yield svg_text(x, y, printable(side), 18, HALO, font_weight="bold")
    for form in plane.forms:
        if form.label and form.kind != "region":
            weight = "normal" if form.kind == "area" else "bold"
            yield svg_text(*panel.at(middle(form.spots)), printable(form.label), 13, HALO, font_weight=weight)
    # courses are cut off at the edge of the frame
    courses = "".join(
        arrow_svg(place, panel.at(thing.course), 10.0, f"sx-{thing.figure.colour}-side", **COURSE)
        for thing, _, place in things
        if thing.course is not None and panel.at(thing.course) != place
    )
    yield tag("svg", courses or " ", viewBox=box, **frame)
    for thing, own, place in things:
        if own != place:
            ends = {"x1": own[0], "y1": own[1], "x2": place[0], "y2": place[1]}
            yield tag("line", **ends, class_=f"sx-{thing.figure.colour}-side", stroke_width=1)
    for thing, _, place in things:
        yield _thing(thing, panel, place, picture.words)
    low, end = panel.top + panel.height + 14, panel.left + length * unit
    yield tag("line", x1=panel.left, y1=low, x2=end, y2=low, class_="sx-line", stroke_width=3)
    yield svg_text(end + 8, low, picture.told(length), 13, "sx-faint", text_anchor="start")


def _form(form: SceneForm, unit: float, colour: Colour | None, *, sample: bool = False) -> str:
    """A form in the plane's own units. sample: for the legend, without its words for a reader who points at it."""
    fill, line, wide, dashes = FORMS[form.kind, form.weight]
    owner = "sx-line" if colour is None else f"sx-{colour}-side"
    class_ = {"front": "sx-on", "ball": "sx-ball", "region": TEXTURES[form.texture]}.get(form.kind, owner)
    told: dict[str, str] = {}
    if not sample:
        told = {"data_kind": form.kind, "data_of": printable(form.of), "data_name": printable(form.name)}
        told |= {"data_thing": printable(form.inside)} if form.inside else {}
    told |= {"fill_opacity": str(fill)} if fill != 1 else {}
    told |= {"stroke_opacity": str(line)} if line != 1 else {}
    told |= {"stroke_dasharray": " ".join(_exact(length / unit) for length in dashes)} if dashes else {}
    told |= {"class_": class_, "stroke_width": _exact(wide / unit)}
    title = "" if sample else tag("title", escape(printable(form.title)))
    if form.kind == "region":
        return "".join(_polygon(_hexagon(spot[0], spot[1], TO_CORNER), title, **told) for spot in form.spots)
    match form.spots:
        case ((x, y),):
            radius = max(form.radius, LEAST_RADIUS / unit)
            return tag("circle", title, cx=_exact(x), cy=_exact(y), r=_exact(radius), **told)
        case ((x, y), (to_x, to_y)):
            return tag("line", title, x1=_exact(x), y1=_exact(y), x2=_exact(to_x), y2=_exact(to_y), **told)
    return _polygon(form.spots, title, **told)


def _polygon(corners: Iterable[Spot], title: str, **told: str) -> str:
    return tag("polygon", title, points=" ".join(f"{_exact(x)},{_exact(y)}" for x, y in corners), **told)


def _exact(number: float) -> str:
    """A number to the millionth."""
    return f"{round(number, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


def _thing(thing: Thing, panel: Panel, place: Spot, words: MapWords) -> str:
    """A thing at its place in the picture, with its words for a reader who points at it.

    Above one that points out of the picture or into it stands the sign for that; a shape shows its front by itself.
    """
    figure, (x, y), size = thing.figure, place, SIZE
    name = printable(figure.marker.name)
    parts = [tag("title", escape(printable(f"{figure.marker.name} {words.future}") if figure.later else name))]
    if thing.base is not None:
        size = max(5.0, min(11.0, 0.2 * thing.base * panel.unit))
    elif figure.pointer is not None:
        if toward := pointed(figure.pointer):
            end = x + 2.4 * SIZE * toward[0], y + 2.4 * SIZE * toward[1]
            parts.append(arrow_svg(place, end, 0.9 * SIZE, f"sx-{figure.colour}-side", stroke_width=3))
        else:
            parts.append(svg_text(x, y - 1.7 * SIZE, ON_END[figure.pointer.rising], 11, font_weight="bold"))
    parts.append(badge_svg(figure, x, y, size))
    if words.level and panel.plane.kind == "hexes":
        toward = pointed(figure.pointer) if figure.pointer else None
        # not where it points
        away = BADGES[figure.side % len(BADGES)].clear * size * (-1 if toward and toward[1] > 0.3 else 1)
        parts.append(svg_text(x, y + away, level_text(figure.level), 11, HALO, font_weight="bold"))
    return tag("g", "".join(parts), class_="future" if figure.later else "unit", data_name=name)


def _placed(panel: Panel) -> tuple[list[Pinned], list[tuple[str, str]]]:
    """Things, and the labels of what there is no room for, each after that of the nearest thing that is drawn."""
    placed: list[Pinned] = []
    left_out: list[tuple[str, str]] = []
    several, before = Counter(thing.at for thing in panel.plane.things), Counter[Spot]()
    for thing in panel.plane.things:
        own, many = panel.at(thing.at), several[thing.at]
        if panel.plane.kind == "hexes" and many > 1:  # they share the hex
            right, down = around(360 * before[thing.at] / many - 90, 0.5 * TO_CORNER * panel.unit)
            own = own[0] + right, own[1] + down
            before[thing.at] += 1
        inside = filter(panel.holds, _near(own))
        place = next((each for each in inside if all(math.dist(each, other) >= APART for *_, other in placed)), None)
        if thing.base is not None:
            placed.append((thing, own, own))
        elif place is not None:
            placed.append((thing, own, place))
        else:
            here = min(placed, key=lambda each: math.dist(each[1], own))[0]
            left_out.append((here.figure.marker.label, thing.figure.marker.label))
    return placed, left_out


def _near(place: Spot) -> Iterator[Spot]:
    """The place itself and places round it, from near to far."""
    yield place
    for ring in range(1, RINGS + 1):
        for step in range(6 * ring):
            right, down = around(360 * step / (6 * ring) + 90, ring * APART)
            yield place[0] + right, place[1] + down


def _sentences(picture: PlanePicture) -> Iterator[str]:
    """What the signs mean, those that are as in the text on a line."""
    words, kinds = picture.words, {form.kind for plane in picture.planes for form in plane.forms}
    if picture.is_table:
        if "front" in kinds and words.pointer:
            yield f"The light triangle in a {words.unit} is its {words.pointer}."
        return
    pointers = (thing.figure.pointer for plane in picture.planes for thing in plane.things)
    yield ", ".join(signs(words, pointers))
    if words.ball and "ball" in kinds:
        yield f"Circle: {words.ball}."
    if words.line and "strand" in kinds:
        yield f"Dashed: {words.line}."


def _rows(picture: PlanePicture) -> Iterator[KeyRow]:
    """What is said of forms, those of a space with a sample."""
    for form in picture.legend:
        if form.kind in ("area", "line"):
            yield from [KeyRow(printable(form.told))] if form.facts else []
            continue
        spots = ((-12.0, 0.0), (12.0, 0.0)) if form.kind == "strand" else ((0.0, 0.0),)
        if form.kind == "region":
            hex_ = shape(_hexagon(0, 0, 10.0), TEXTURES[form.texture], stroke_width=1.2)
            yield KeyRow(printable(form.told), hex_ + _sign(form.texture, 0, 0, 5.0))
            continue
        sample = _form(replace(form, spots=spots, radius=9), 1.0, None, sample=True)
        label = svg_text(0, 0, printable(form.label), 11, HALO, font_weight="bold") if form.label else ""
        yield KeyRow(printable(form.told), sample + label)
