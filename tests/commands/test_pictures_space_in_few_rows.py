"""A space in few rows: nothing that has no room in its planes goes untold, and what balls and lines are is named."""

from __future__ import annotations

from msgspec.structs import replace
from rich.cells import cell_len

from commands.render.pictures import render_text
from sits_es.report.glance import VITAL, Glance, Glimpse, UnitGlance
from sits_es.report.scenes import Marker, SceneForm, SpacePoint, SpaceScene
from tests.shared.glances import drawn
from tests.shared.rows import each_row

CROWD = tuple(Marker(label=f"B{at}", name=f"Boat {at}", side="red", place=SpacePoint(at // 3, 0, 0)) for at in range(9))
FAR = Marker(label="F", name="Far", side="blue", place=SpacePoint(0, 0, 9000))
ROCK = SceneForm(
    kind="ball", name="Skerry", label="S", spots=(SpacePoint(400, 0, 400),), radius=150, weight="strong", what="rock"
)
NET = SceneForm(kind="strand", name="net-1", spots=(SpacePoint(0, 0, 0), SpacePoint(900, 0, 0)))
SCENE = SpaceScene(markers=(*CROWD, FAR))


def lines(scene: SpaceScene, width: int, rows: int) -> list[str]:
    return [line.rstrip() for line in render_text(scene, width=width, rows=rows).plain.splitlines()]


@each_row("rows", range(10, 25))
@each_row("width", [28, 39, 69, 100])
def test_every_thing_is_on_the_first_plane_or_told_below_it(width: int, rows: int) -> None:
    shown = lines(SCENE, width, rows)
    assert max(map(cell_len, shown)) <= width
    assert all(f"B{at}" in "\n".join(shown) for at in range(9))
    assert "F" in "\n".join(shown)


def test_what_balls_and_lines_are_stands_beside_the_bar_or_below() -> None:
    scene = replace(SCENE, markers=(FAR,), forms=(ROCK, NET))
    *_, bar = lines(scene, 60, 14)
    assert bar.endswith("S Skerry (rock)  ~ net-1")
    *_, bar, below = lines(scene, 30, 14)
    assert bar.strip().startswith("├")
    assert below == "S Skerry (rock)  ~ net-1"


def test_a_ball_and_the_one_round_it_are_named_once() -> None:
    around = replace(ROCK, radius=300, weight="open")
    *_, bar = lines(replace(SCENE, markers=(FAR,), forms=(ROCK, around)), 60, 14)
    assert bar.count("Skerry") == 1


def test_a_label_is_not_under_a_thing() -> None:
    over = Marker(label="B", name="Boat", side="red", place=ROCK.spots[0])
    shown = lines(replace(SCENE, markers=(over, FAR), forms=(ROCK,)), 60, 16)
    assert sum("S" in line and "Skerry" not in line for line in shown) >= 1


def test_a_glance_fits_where_its_picture_must_tell_more_than_there_is_room_for() -> None:
    units = tuple(UnitGlance(name=marker.name, side=marker.side) for marker in (*CROWD, FAR))
    happened = [Glimpse(f"Loss {at}", VITAL, "1.1") for at in range(30)]
    for rows in range(14, 24):
        shown = drawn(Glance(title="turn 1", scene=SCENE, units=units, happened=happened), 80, rows)
        assert len(shown) <= rows
        assert all(f"B{at}" in "\n".join(shown) for at in range(9))
