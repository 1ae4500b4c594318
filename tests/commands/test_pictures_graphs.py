"""Curves and bars, drawn for a terminal of any width and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from commands.render.pictures import render_svg, render_text
from commands.stream import IN_ASCII
from sits_es.report.graphs import Bar, BarScene, Curve, CurveScene, Spread, SpreadBar, SpreadScene
from tests.commands.test_pictures_space import others

words = st.text("abz éßя<&\"'", min_size=1, max_size=30)
numbers = st.none() | st.fractions(0, 400, max_denominator=100)


@st.composite
def curve_scenes(draw: st.DrawFn) -> CurveScene:
    moments = tuple(f"{at // 9 + 1}.{at % 9 + 1}" for at in range(draw(st.integers(1, 250))))
    curves = tuple(
        Curve(
            name=draw(words),
            side=draw(st.sampled_from(["red", "blue", "", "grey"])),
            numbers=draw(st.lists(numbers, min_size=1, max_size=3)) * len(moments),
        )
        for _ in range(draw(st.integers(0, 30)))
    )
    cut = tuple(Curve(name=curve.name, side=curve.side, numbers=curve.numbers[: len(moments)]) for curve in curves)
    still = tuple(draw(st.lists(words, max_size=3)))
    return CurveScene(title=draw(words), measure=draw(words), moments=moments, curves=cut, still=still)


bar_scenes = st.builds(
    BarScene,
    title=words,
    low=st.just("worse"),
    high=st.just("better"),
    bars=st.lists(
        st.builds(Bar, name=words, whose=st.sampled_from(["red", "blue", "ann"]), number=st.floats(-9, 9), said=words),
        max_size=9,
    ).map(tuple),
)

spread_scenes = st.builds(
    SpreadScene,
    title=words | st.just(""),
    bars=st.lists(
        st.builds(
            SpreadBar,
            what=words,
            whose=st.sampled_from(["red", "blue", "ann"]),
            spread=st.lists(st.integers(0, 400), min_size=1, max_size=20).map(Spread.of),
            came=st.none() | st.integers(0, 400),
        ),
        max_size=9,
    ).map(tuple),
)


@given(scene=curve_scenes() | bar_scenes | spread_scenes, width=st.integers(40, 240))
def test_no_line_is_longer_than_the_page(scene: CurveScene | BarScene | SpreadScene, width: int) -> None:
    drawn = render_text(scene, width).plain
    assert max(map(cell_len, drawn.split("\n"))) <= width
    assert others(drawn.translate(IN_ASCII)) <= others(repr(scene))


@given(scene=curve_scenes() | bar_scenes | spread_scenes)
def test_an_svg_can_be_read_and_names_everybody(scene: CurveScene | BarScene | SpreadScene) -> None:
    page = ET.fromstring(render_svg(scene, "duel: numbers"))  # noqa: S314 - our own text
    said = " ".join(page.itertext())
    names = [bar.what if isinstance(bar, SpreadBar) else bar.name for bar in _rows_of(scene)]
    assert all(" ".join(name.split()) in said for name in names)


def _rows_of(scene: CurveScene | BarScene | SpreadScene) -> Sequence[Curve | Bar | SpreadBar]:
    return scene.curves if isinstance(scene, CurveScene) else scene.bars


def test_a_curve_steps_from_moment_to_moment() -> None:
    scene = CurveScene(
        title="hull boxes lost",
        measure="",
        moments=("start", "1.1", "1.2", "1.3"),
        curves=(
            Curve(name="Fearless", side="red", numbers=(0, 0, 2, 3)),
            Curve(name="Sirius", side="blue", numbers=(None, 1, 1, None)),
        ),
        still=("Gale",),
    )
    assert render_text(scene, width=60).plain.translate(IN_ASCII).split("\n") == [
        "hull boxes lost",
        "3 |                  a-----",
        "  |            a-----",
        "  |      b-----------",
        "0 |a-----------",
        "  +------------------------",
        "   start 1.1   1.2   1.3",
        "   a Fearless (red): 0 to 3",
        "   b Sirius (blue): 1",
        "     Always 0: Gale",
    ]


def test_where_there_are_more_moments_than_columns_one_stands_for_several() -> None:
    moments = tuple(str(at) for at in range(200))
    scene = CurveScene(title="points", measure="", moments=moments, curves=(Curve(name="red", numbers=range(200)),))
    drawn = render_text(scene, width=60).plain.translate(IN_ASCII).split("\n")
    assert drawn[1].startswith("199 |")
    assert drawn[1].endswith("a")
    assert drawn[-2].endswith("199")
    assert drawn[-1].strip() == "a red: 0 to 199"


def test_bars_go_to_both_sides_and_say_what_they_are() -> None:
    scene = BarScene(
        title="luck by kind of roll",
        low="worse",
        high="better",
        bars=(
            Bar(name="ECM kills", whose="blue", number=1.5, said="lucky"),
            Bar(name="laser kills", whose="red", number=-3.0, said="extremely unlucky"),
            Bar(name="explosions", whose="red", number=0.0, said="about average"),
        ),
    )
    assert render_text(scene, width=70).plain.translate(IN_ASCII).split("\n") == [
        "luck by kind of roll",
        "                           worse   better",
        "ECM kills, blue                  |########         lucky",
        "laser kills, red ################|                 extremely unlucky",
        "explosions, red                  |                 about average",
    ]
    narrow = render_text(scene, width=40).plain.translate(IN_ASCII).split("\n")
    assert narrow[2:] == [
        "ECM kills, blue         |####    +1.5",
        "laser kills, red #######|        -3.0",
        "explosions, red         |        +0.0",
    ]


#: Of 21 plays one is below the low number and one above the high one.
HULL = SpreadBar(what="hull", whose="blue", spread=Spread.of([0, *[8] * 9, *[10] * 10, 40]), came=20)
RED = SpreadBar(what="hull", whose="red", spread=Spread.of([*[10] * 10, *[20] * 11]), came=10)
TUBES = SpreadBar(what="tubes", whose="red", spread=Spread.of([0]))


def test_a_spread_goes_from_5_to_95_percent_with_its_middle_its_mean_and_what_it_came_to() -> None:
    scene = SpreadScene(title="1.1: the same orders on other dice", bars=(HULL, RED, TUBES))
    assert render_text(scene, width=80).plain.translate(IN_ASCII).split("\n") == [
        "1.1: the same orders on other dice",
        "             5%  # middle  95%  * mean  x came to  from 0",
        "--------------------------------------------------------------------------------",
        "hull   blue   8        10   10    10.1         20             ===#             x",
        "       red   10        20   20    15.2         10                x======*======#",
        "tubes  red    0         0    0     0.0             #",
    ]
    # where there is little room the middle and the mean are left
    assert render_text(SpreadScene(title="", bars=(TUBES,)), width=40).plain.translate(IN_ASCII).split("\n") == [
        "            # middle  * mean  from 0",
        "----------------------------------------",
        "tubes  red         0     0.0  #",
    ]


def test_a_spread_in_svg_has_its_numbers_in_words() -> None:
    said = " ".join(ET.fromstring(render_svg(SpreadScene(title="", bars=(HULL,)), "duel")).itertext())  # noqa: S314
    assert "hull, blue: 8 to 10, middle 10, mean 10.1; came to 20" in " ".join(said.split())


@pytest.mark.parametrize("number", [Fraction(0), Fraction(7)])
def test_a_number_that_never_changes_is_one_line(number: Fraction) -> None:
    scene = CurveScene(
        title="range", measure="hexes", moments=("1.1",), curves=(Curve(name="a to b", numbers=[number]),)
    )
    drawn = render_text(scene, width=40).plain.translate(IN_ASCII)
    assert f"a a to b: {number}" in drawn
    assert drawn.startswith("range, in hexes\n")


@pytest.mark.parametrize(("curves", "rows"), [(1, 10), (4, 10), (5, 16)])
def test_many_curves_have_more_rows_to_lie_in(curves: int, rows: int) -> None:
    scene = CurveScene(
        title="hull boxes lost",
        measure="",
        moments=("start", "1.1"),
        curves=tuple(Curve(name=f"ship {at}", side="red", numbers=(0, 10 * at)) for at in range(1, curves + 1)),
    )
    lines = render_text(scene, width=60).plain.translate(IN_ASCII).split("\n")
    assert sum("|" in line for line in lines) == rows
