import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from commands.render.pictures import render_text
from commands.render.pictures.avid import MARKS, NAMES, NARROW, DiscPlan, _spot
from commands.stream import IN_ASCII
from sits_es.rules.sits.views.scenes import avid_scene
from sits_es.space.attitude import ROLL_STEPS, Attitude
from sits_es.space.avid import WINDOWS, Window
from tests.commands.test_pictures_space import others
from tests.shared.rows import each_row

FLYER = avid_scene(Attitude(Window("A+")), {"Target": Window("B+")})

#: The flyer's ship: nose A+, a target seen through B+, as 80 columns of ASCII show it.
FLYER_PICTURE = """\
                        A
                      {   }
           {   }                 {   }
                      [ ^ ]                        ^  nose      A+
               [   ]  (   )  [   ]                 u  stern     D-
               (   )         (   )                 <  port      E/F
 F {   }  [   ]       [   ]       [ T ]  {   } B   >  starboard B/C
          (   )       ( b )       (   )            t  top       D++
                [   ]       [   ]                  b  bottom    A--
                (   )       (   )                  T  Target    B+
        [   ]         [   ]         [   ]
{ < }   (   )         (   )         (   )   { > }  [] above the map plane
                [   ]       [   ]                  {} level with it
                (   )       (   )                  () below the map plane
          [   ]       [ t ]       [   ]            rings from the rim inward:
 E {   }  (   )       (   )       (   )  {   } C      amber 0 degrees
               [   ]         [   ]                    blue 30 degrees
               (   )  [   ]  (   )                    green 60 degrees
                      ( u )                           purple 90 degrees
           {   }                 {   }
                      {   }
                        D"""

attitudes = st.builds(Attitude, st.sampled_from(WINDOWS), st.integers(0, ROLL_STEPS - 1))
bearings = st.dictionaries(st.text(max_size=30), st.sampled_from(WINDOWS), max_size=8)


def test_the_flyers_ship_and_target_are_drawn_as_the_flyer_draws_them() -> None:
    assert render_text(FLYER).plain.translate(IN_ASCII) == FLYER_PICTURE


def test_unicode_changes_nothing_but_the_signs_of_nose_and_stern() -> None:
    assert render_text(FLYER).plain == FLYER_PICTURE.replace("^", "▲").replace("( u )", "( ◡ )").replace("u  s", "◡  s")


def test_the_scene_has_all_fifty_windows_and_the_flyers_marks_in_theirs() -> None:
    held = {window: [mark.name for mark in marks] for window, marks in FLYER.cells.items() if marks}
    assert list(FLYER.cells) == list(WINDOWS)
    assert held == {
        "A+": ["nose"],
        "D-": ["stern"],
        "E/F": ["port"],
        "B/C": ["starboard"],
        "D++": ["top"],
        "A--": ["bottom"],
        "B+": ["Target"],
    }


@pytest.mark.parametrize("plan", [MARKS, NAMES, NARROW])
def test_no_two_windows_of_the_text_picture_touch(plan: DiscPlan) -> None:
    taken = [
        (column + at, row)
        for column, row in (_spot(window, plan) for window in WINDOWS)
        for at in range(plan.inner + 2)
    ]
    assert len(set(taken)) == len(taken) == 50 * (plan.inner + 2)


@each_row("plan", [MARKS, NAMES, NARROW])
@each_row("side", ["A", "A/B", "B", "B/C", "C", "C/D", "D", "D/E", "E", "E/F", "F", "F/A"])
def test_rings_follow_each_other_from_the_rim_inward_on_every_bearing(plan: DiscPlan, side: str) -> None:
    rings = [side, side + "+", side + "++", "+++"] if "/" not in side else [side, side + "+", "+++"]
    spots = [_spot(Window(name), plan) for name in rings]
    from_the_middle = [abs(column) / plan.columns["amber"] + abs(2 * row + 1) / 19 for column, row in spots]
    assert from_the_middle == sorted(from_the_middle, reverse=True)
    assert len(set(from_the_middle)) == len(rings)


def test_an_avid_with_nothing_on_it_names_every_window() -> None:
    drawn = render_text(avid_scene(None)).plain.translate(IN_ASCII)
    for left, right, level in (("[", "]", "+"), ("(", ")", "-")):
        for window in (name for name in WINDOWS if name.endswith(level)):
            assert any(f"{left}{text}{right}" in drawn for text in (f"{window:<4}", f"{window:^4}")), window
    for window in WINDOWS[:12]:
        assert any(f"{{{text}}}" in drawn for text in (f"{window:<4}", f"{window:^4}")), window


def test_a_window_without_room_for_all_its_marks_says_so_and_the_list_has_them() -> None:
    crowd = {name: Window("D-") for name in ("Sirius", "Saladin", "Thunder")}
    drawn = render_text(avid_scene(Attitude(Window("A+")), crowd)).plain.translate(IN_ASCII)
    assert "(u* )" in drawn
    assert "*  more: see the list" in drawn
    for line in ("S1 Sirius    D-", "S2 Saladin   D-", "T  Thunder   D-"):
        assert line in drawn


@settings(max_examples=60)
@given(attitudes, bearings, st.integers(20, 120))
def test_no_line_is_too_long_and_ascii_is_ascii_whatever_the_targets_are_called(
    attitude: Attitude, seen: dict[str, Window], width: int
) -> None:
    drawn = render_text(avid_scene(attitude, seen), width).plain.translate(IN_ASCII)
    assert max(cell_len(line) for line in drawn.splitlines()) <= max(width, 40)
    assert others(drawn) <= others(repr(seen) + repr(seen).upper())
    assert all(letter == "\n" or letter.isprintable() for letter in drawn)


@settings(max_examples=40)
@given(attitudes, bearings)
def test_without_colour_the_brackets_still_tell_every_window(attitude: Attitude, seen: dict[str, Window]) -> None:
    drawn = render_text(avid_scene(attitude, seen)).plain.translate(IN_ASCII).splitlines()
    disc = "\n".join(line[:49] for line in drawn[:22])
    assert [disc.count(bracket) for bracket in "{}[]()"] == [12, 12, 19, 19, 19, 19]
