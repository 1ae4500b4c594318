"""What pictures hold, before anybody draws them: hexes, a table with shapes, a space, an AVID."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from msgspec import Struct, field

if TYPE_CHECKING:
    from sits_es.report.graphs import BarScene, CurveScene, SpreadScene
    from sits_es.space.avid import Window


class HexPlace(Struct, frozen=True):
    """A place on a ground of hexes: axial numbers as in `space.hexes`, any whole numbers; level: above or below 0."""

    q: int
    r: int
    level: int = 0


class Pointer(Struct, frozen=True):
    """Where a thing on a map points. name: as the system writes it.

    azimuth: degrees clockwise from the top of the map; None straight up or down, and then `rising` says which.
    """

    name: str
    azimuth: float | None
    rising: bool = True


class SpacePoint(Struct, frozen=True):
    """A place in space, or a way through it, in whole units of the system's own; any whole numbers."""

    x: int
    y: int
    z: int


#: A place on the table: to the right and up, in the system's unit of length.
Corner = tuple[float, float]


class Marker(Struct, frozen=True, kw_only=True):
    """A thing in a picture. label: one to three characters that stand for it; side: whose it is, or empty.

    facts: what the legend says of it; sides: all sides in the order in which they take shapes and colours, where these
    are to be the same in several pictures. Without them sides count in the order in which they appear.

    place: where it stands, a `HexPlace` or a `SpacePoint` as the scene has them; future: where it will be next, if that
    is known; course: where it is heading. pointer: where it points on a map; heading: in a space, as a way of any
    length, None or all 0 for nowhere. On a table it has corners instead of a place, in order, three or more; front: a
    smaller shape in it, where its front is.
    """

    label: str
    name: str
    side: str = ""
    facts: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    place: Any = None
    future: Any = None
    course: Any = None
    pointer: Pointer | None = None
    heading: SpacePoint | None = None
    corners: tuple[Corner, ...] = ()
    front: tuple[Corner, ...] = ()


class MapWords(Struct, frozen=True, kw_only=True):
    """What a system calls what its map shows. An empty word: the map has no such thing, and its key doesn't name it.

    unit: what markers are; measure: a plane's unit of length; level, level_in_short: how high a place is; pointer:
    where a thing points; future, future_in_short: where it will be; course: where it is heading;
    ball, line: what circles and lines of a space stand for.
    directions: names of the six hex sides, clockwise from the top; compass: more about the top of the map; middle: what
    stands in hex 0,0 of a map of characters while it is empty.
    """

    unit: str = "unit"
    measure: str = ""
    level: str = ""
    level_in_short: str = ""
    pointer: str = ""
    future: str = ""
    future_in_short: str = "next"
    course: str = ""
    ball: str = ""
    line: str = ""
    directions: tuple[str, ...] = ()
    compass: str = ""
    middle: str = ""


#: How a kind of region is filled, so that kinds differ without their colours too.
Texture = Literal["stones", "waves", "rings"]


#: How an area is meant: `open` is its outline alone, `plain` is filled, `strong` is what an answer is about.
Weight = Literal["open", "plain", "strong"]

#: What a form is: hexes of one kind below everything that stands there; an area of a thing, a thing's own shape, what
#: of it is inside another's area, its front; lines; a ball, round from wherever it is seen; a line through space.
FormKind = Literal["region", "area", "thing", "overlap", "front", "line", "ball", "strand"]


class SceneForm(Struct, frozen=True, kw_only=True):
    """A shape as large as it is. spots: hexes of a region; the middle of a ball; the ends of a line; else corners.

    Spots are `HexPlace`s, `Corner`s or `SpacePoint`s, as the scene has them. name: which it is, and of: whose; inside:
    the thing that lies in an overlap; label: short words in its middle; facts: what the legend says of it, where forms
    of one label, name and facts are one line. weight: a ball that hides what is behind it is `strong`. what: what it is
    in a word of the game. sign: of an area, the number of its sign in pictures of letters, from the last one if below
    0; None: by its place in the scene.
    """

    kind: FormKind
    spots: tuple[Any, ...]
    radius: float = 0
    name: str
    of: str = ""
    inside: str = ""
    weight: Weight = "plain"
    label: str = ""
    facts: tuple[str, ...] = ()
    what: str = ""
    texture: Texture = "stones"
    sign: int | None = None

    @property
    def title(self) -> str:
        """What it is called: by its owner too, where it has one of another name."""
        return self.name if self.of in ("", self.name) else f"{self.of}: {self.name}"

    @property
    def told(self) -> str:
        """What the legend says, with what it is called."""
        if self.kind == "area":
            return ", ".join((self.title, *self.facts))
        name = f"{self.label[:3]} {self.name}" if self.kind == "region" else self.name
        return ": ".join(filter(None, (name, ", ".join(self.facts))))


class Volley(Struct, frozen=True, kw_only=True):
    """Fire from one unit at another. key: facts of one key are about one shot, the later ones say more of it.

    number: what was fired, or came of it, in a few words: `24 points`. missiles: whether something flies.
    """

    key: str
    unit: str
    target: str
    number: str
    missiles: bool = False


class MapScene(Struct, frozen=True):
    """A map of hexes with flat tops, seen from above: its markers in the order of the legend, then its regions."""

    markers: tuple[Marker, ...]
    words: MapWords = MapWords()
    regions: tuple[SceneForm, ...] = ()


#: A direction along an axis of a space: `-z` is where z falls.
Axis = Literal["x", "-x", "y", "-y", "z", "-z"]


class SpaceView(Struct, frozen=True):
    """A plane that a space is seen on. right, up: what lies there; near: what comes towards whoever looks."""

    title: str
    right: Axis
    up: Axis
    near: Axis


#: From above, from the right and from behind, where x is forward, y is up and z is to the left.
THREE_VIEWS = (
    SpaceView("Top", "-z", "x", "y"),
    SpaceView("Side", "x", "y", "-z"),
    SpaceView("Front", "-z", "y", "-x"),
)


class Gauge(Struct, frozen=True):
    """What lengths are told in. length: of one, in the system's units, 1 up; one, several: what they are called."""

    length: int
    one: str
    several: str


class SpaceScene(Struct, frozen=True, kw_only=True):
    """A space without hexes, seen on several planes at one scale: its markers in the order of the legend.

    axes: what lies in each direction, such as north; gauge: what the bars that show the scale are told in.
    All markers and forms are within what is shown; courses may leave it.
    """

    markers: tuple[Marker, ...]
    forms: tuple[SceneForm, ...] = ()
    words: MapWords = MapWords()
    axes: Mapping[Axis, str] = field(default_factory=dict)
    gauge: Gauge = Gauge(1, "unit", "units")
    views: tuple[SpaceView, ...] = THREE_VIEWS


#: What a mark on an AVID stands for: an end of what it is the AVID of, or something seen from there.
End = Literal["nose", "stern", "port", "starboard", "top", "bottom", "target"]


class Mark(Struct, frozen=True):
    """One thing that lies in a window of an AVID.

    name: the word for it in the legend. label: one to three characters that stand for a target in the picture.
    """

    kind: End
    name: str
    window: Window
    label: str = ""


class AvidScene(Struct, frozen=True):
    """An AVID: all fifty windows in their order, with what lies in each, and every mark in the order of the legend."""

    cells: Mapping[Window, tuple[Mark, ...]]
    marks: tuple[Mark, ...]


Scene: TypeAlias = "MapScene | SpaceScene | ShapeScene | AvidScene | CurveScene | BarScene | SpreadScene"


def short_labels(names: Iterable[str], later: Iterable[str] = ()) -> dict[str, str]:
    """A short label for each name: its initial, or initial and number where names share one (S1, S2), in their order.

    A name without a letter or digit counts as X. later: what comes and goes in a game; it is numbered on, and changes
    nobody else's label. For labels that stay the same all through, names holds what is out of the game too.
    """
    return {**_labels(tuple(names), tuple(later))}


@lru_cache(maxsize=64)
def _labels(names: tuple[str, ...], later: tuple[str, ...]) -> Mapping[str, str]:
    there = {name: _initial(name) for name in names}
    shared, given, labels = Counter(there.values()), Counter[str](), dict[str, str]()
    for name, initial in (there | {name: _initial(name) for name in later}).items():
        given[initial] += 1
        labels[name] = initial if (shared if name in there else given)[initial] == 1 else f"{initial}{given[initial]}"
    return labels


def _initial(name: str) -> str:
    return next((letter.upper() for letter in name if letter.isalnum()), "X")[:1]


class OfSide(Protocol):
    """A unit of a side."""

    @property
    def side(self) -> str:
        """The name of its side."""
        ...


def sides_by_name(units: Mapping[str, OfSide]) -> tuple[str, ...]:
    """The sides in the order in which they take shapes and colours: that of their units' names.

    units: all of a game by name, those out of it too, so that a side looks the same as long as the game lasts.
    """
    return tuple(dict.fromkeys(unit.side for _, unit in sorted(units.items())))


class ShapeScene(Struct, frozen=True, kw_only=True):
    """A table seen from above: its things and forms in the order of the legend, areas on top of those before them.

    ruler: the length of the line that shows the scale, above 0. edges: lower left and upper right of what is shown at
    the least, such as a table's corners.
    """

    markers: tuple[Marker, ...]
    forms: tuple[SceneForm, ...] = ()
    words: MapWords = field(default_factory=MapWords)
    ruler: int = 100
    edges: tuple[Corner, Corner] | None = None
