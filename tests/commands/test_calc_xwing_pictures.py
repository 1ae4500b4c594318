"""Pictures of `sits calc xwing`: the shapes of the SVG file are read again, and never contradict the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from rich.cells import cell_len

from sits_es.rules.xwing.sums.areas import ARCS
from tests.rules.xwing.sums.sampled import places
from tests.shared.commands_told import run
from tests.shared.rows import each_row

SVG = "{http://www.w3.org/2000/svg}"

Corners = list[tuple[float, float]]


class Drawing:
    """What a file shows, read with nothing but an XML reader."""

    def __init__(self, path: Path) -> None:
        self.root = Xml.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own drawing
        self.shapes = [shape for shape in self.root.iter() if "data-kind" in shape.attrib]

    def corners(self, kind: str, of: str, name: str) -> list[Corners]:
        return [
            [(float(x), float(y)) for x, y in (spot.split(",") for spot in shape.attrib["points"].split())]
            for shape in self.shapes
            if (shape.attrib["data-kind"], shape.attrib.get("data-of"), shape.attrib.get("data-name"))
            == (kind, of, name)
        ]


def inside(spot: tuple[float, float], corners: Corners) -> bool:
    """Whether a spot is inside a shape, by the number of sides to its right."""
    x, y = spot
    found = False
    for (one_x, one_y), (other_x, other_y) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (one_y > y) != (other_y > y) and one_x + (y - one_y) / (other_y - one_y) * (other_x - one_x) > x:
            found = not found
    return found


def size(corners: Corners) -> float:
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in pairs)) / 2


def spots_in(corners: Corners, steps: int = 24) -> Corners:
    """Spots all over a base, by its corners."""
    (x, y), (right_x, right_y), _, (down_x, down_y) = corners
    parts = [(step + 0.5) / steps for step in range(steps)]
    return [
        (x + a * (right_x - x) + b * (down_x - x), y + a * (right_y - y) + b * (down_y - y))
        for a in parts
        for b in parts
    ]


def drawn_as(arc: str) -> str:
    return f"{arc.replace('-', ' ')} arc"


def asked(verb: str, words: Sequence[str], path: Path) -> tuple[dict[str, object], Drawing]:
    told = run("calc", "xwing", verb, *words, "--json", "-o", str(path))
    assert (told.code, told.err) == (0, f"The picture is in {path}.\n")
    return json.loads(told.out), Drawing(path)


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, object], Drawing]]:
    """Forty questions, asked and drawn."""
    folder = tmp_path_factory.mktemp("drawn")
    pairs = ((one, other) for one, other in places(400, 21) if one.base.token)
    return [
        asked("arc", (str(one), str(other)), folder / f"{number}.svg")
        for number, (one, other) in enumerate(islice(pairs, 40))
    ]


@pytest.mark.long
def test_an_arc_as_drawn_holds_as_much_of_the_target_as_drawn_as_the_answer_says(
    questions: list[tuple[dict[str, object], Drawing]],
) -> None:
    held = 0
    for told, drawing in questions:
        (target,) = drawing.corners("thing", "B", "B")
        (ship,) = drawing.corners("thing", "A", "A")
        spots = spots_in(target)
        area = told["area"]
        assert isinstance(area, dict)
        for arc in ARCS:
            (shape,) = drawing.corners("area", "A", drawn_as(arc))
            points = [spot for spot in spots if inside(spot, shape)]
            # a line through the target parts no more spots wrongly than there are on two diagonals
            assert abs(len(points) / len(spots) * size(target) - area.get(arc, 0)) <= 3 * size(target) / 24
            assert not points or arc in area
            assert not any(inside(spot, ship) for spot in points), "what lies beneath a base is in no arc"
            held += bool(points)
    assert held > 60


def test_what_is_drawn_as_inside_is_as_large_as_the_answer_says(
    questions: list[tuple[dict[str, object], Drawing]],
) -> None:
    seen = 0
    for told, drawing in questions:
        area = told["area"]
        assert isinstance(area, dict)
        for arc in ARCS[:5]:
            parts = drawing.corners("overlap", "A", drawn_as(arc))
            # 0.1 is as far as the answer is rounded, the rest is the rim, drawn with straight sides
            assert sum(map(size, parts)) == pytest.approx(area.get(arc, 0), abs=0.06 + 0.001 * area.get(arc, 0))
            seen += len(parts)
    assert seen > 30


def test_arcs_as_drawn_begin_at_the_base_and_end_300_mm_from_it(tmp_path: Path) -> None:
    _, drawing = asked("arc", ("small@10,20,30", "medium@100,100,0"), tmp_path / "a.svg")
    (ship,) = drawing.corners("thing", "A", "A")
    for arc in ARCS:
        (shape,) = drawing.corners("area", "A", drawn_as(arc))
        assert not any(inside(spot, shape) for spot in spots_in(ship))
        far = max(((x - 10) ** 2 + (y - 20) ** 2) ** 0.5 for x, y in shape)
        assert far <= 320 * 2**0.5
    (bullseye,) = drawing.corners("area", "A", "bullseye arc")
    assert size(bullseye) == pytest.approx(15 * 300, abs=0.01)


def test_the_picture_of_a_relation_has_both_full_arcs_and_the_midway_line(tmp_path: Path) -> None:
    told, drawing = asked("relation", ("small@200,10,0", "medium@0,0,0"), tmp_path / "r.svg")
    assert told["relation"] == "flanking"
    (target,) = drawing.corners("thing", "A", "A")
    ahead, astern = (
        [spot for spot in spots_in(target) if inside(spot, drawing.corners("area", "B", f"full {name} arc")[0])]
        for name in ("front", "rear")
    )
    assert len(ahead) > len(astern) > 0
    lines = [shape.attrib for shape in drawing.shapes if shape.attrib["data-kind"] == "line"]
    assert sorted(abs(float(line["x2"])) for line in lines) == [330, 330]
    assert {line["data-name"] for line in lines} == {"midway line"}


def test_the_picture_of_firing_arcs_shows_those_alone(tmp_path: Path) -> None:
    words = ("small@0,0,0", "medium@-60,140.5,30", "--shaded", "front", "--turret", "rear")
    told, drawing = asked("firing", words, tmp_path / "f.svg")
    assert told["in"] == ["front"]
    names = [shape.attrib["data-name"] for shape in drawing.shapes if shape.attrib["data-kind"] == "area"]
    assert names == ["front arc", "rear arc"]


def test_the_picture_of_a_range_has_its_bands_and_the_line_that_was_measured(tmp_path: Path) -> None:
    told, drawing = asked("range", ("small@0,0,0", "large@150,150,45"), tmp_path / "b.svg")
    (line,) = (shape.attrib for shape in drawing.shapes if shape.attrib["data-kind"] == "line")
    across, up = (float(line[f"{axis}2"]) - float(line[f"{axis}1"]) for axis in "xy")
    assert (across**2 + up**2) ** 0.5 == pytest.approx(told["distance"], abs=0.001)
    bands = [drawing.corners("area", "A", f"range {number}")[0] for number in (1, 2, 3)]
    end = float(line["x2"]) - 0.001, float(line["y2"]) - 0.001
    assert [inside(end, band) for band in bands] == [False, True, True]


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("mine", encoding="utf-8")
    told = run("calc", "xwing", "range", "small@0,0,0", "small@0,90,0", "-o", str(tmp_path / "a.svg"))
    assert told.code == 1
    assert told.err == f"{tmp_path / 'a.svg'} already exists and is never overwritten. Name another file.\n"


@each_row("line", ["arc small@0,0,0 medium@-60,140.5,30", "relation small@9,9,9 large@90,0,45"])
@each_row("width", [40, 80, 100])
@each_row("ascii_only", [True, False])
def test_the_terminal_picture_keeps_to_its_columns_and_characters(line: str, width: int, ascii_only: bool) -> None:
    more = ["--ascii"] if ascii_only else []
    told = run("calc", "xwing", *line.split(), "--width", str(width), *more)
    assert told.code == 0
    assert max(map(cell_len, told.out.split("\n"))) <= width
    assert told.out.isascii() or not ascii_only
    assert re.search(r"A column is [0-9.]+ mm, a row [0-9.]+ mm\.", " ".join(told.out.split()))
