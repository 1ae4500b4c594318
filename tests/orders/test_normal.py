from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Event
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.names import problem_of
from sits_es.orders.normal import comments, spans, unbroken, write_line, write_sheet
from sits_es.orders.sheet import OrderSheet
from tests.shared.order_samples import RAFTS, SLOOPS, Anchored, Mended, Sailed
from tests.shared.order_sheets import sheet_of
from tests.shared.rows import each_row

SECRET = "0f" * 32


def test_the_normal_form_groups_ships_and_joins_segments() -> None:
    text = f"""\
turn 3   # the headers' order does not matter
secret {SECRET}
player red
game duel
ship Gull
  4 sail to x 1
  1,2,4 sail to "y z" 0
ship "St. Kitts"
  anchor
ship gull
ship Gull
  1 sail to w 2
  break mend fore-sail
  break mend main-sail
  3 sail to "y z" 0
"""
    normal = """\
game duel
turn 3
player red

ship Gull
  4      sail to x 1
  1-4    sail to "y z" 0
  1      sail to w 2
  break  mend fore-sail
  break  mend main-sail

ship "St. Kitts"
  anchor

ship gull
"""
    sheet = read_sheet(text, SLOOPS)
    written = write_sheet(sheet, SLOOPS)
    again = read_sheet(written, SLOOPS)
    assert [again.at(segment) for segment in range(1, 6)] == [sheet.at(segment) for segment in range(1, 6)]
    assert written == normal


def test_lines_come_by_segment_where_the_order_within_a_segment_leaves_a_choice() -> None:
    head = "game duel\nturn 1\n\nship Gull\n"
    text = f"{head}4 sail to x 1\n2-3 sail to y 1\n3,1,4 sail to z 1\n"
    assert write_sheet(read_sheet(text, SLOOPS), SLOOPS) == (
        f"{head}  1      sail to z 1\n  2-3    sail to y 1\n  4      sail to x 1\n  3-4    sail to z 1\n"
    )


def test_an_order_that_goes_on_is_one_line_below_those_that_stand_above_it_in_any_segment() -> None:
    head = "game duel\nturn 1\n\nship Gull\n"
    text = f"{head}1 sail to x 1\n2 sail to y 1\n3-4 sail to z 1\n1-4 anchor\n"
    assert write_sheet(read_sheet(text, SLOOPS), SLOOPS) == (
        f"{head}  1      sail to x 1\n  2      sail to y 1\n  3-4    sail to z 1\n  anchor\n"
    )


def test_the_same_order_twice_in_a_segment_stays_twice() -> None:
    head = "game duel\nturn 1\n\nship Gull\n"
    text = f"{head}1-2 anchor\n1-3 anchor\n"
    assert write_sheet(read_sheet(text, SLOOPS), SLOOPS) == f"{head}  1-3    anchor\n  1-2    anchor\n"


def test_a_language_without_orders_for_the_whole_turn_writes_their_range() -> None:
    head = "game duel\nturn 1\n\nship Gull\n"
    assert write_sheet(read_sheet(f"{head}1-2 anchor", RAFTS), RAFTS) == f"{head}  1-2    anchor\n"


def test_a_secret_is_never_written() -> None:
    assert write_sheet(OrderSheet(game="duel", turn=1, secret=SECRET), SLOOPS) == "game duel\nturn 1\n"


@each_row(
    ("segments", "text"),
    [((3,), "3"), ((3, 4), "3-4"), ((1, 3, 5, 6), "1,3,5-6"), ((), ""), (tuple(range(1, 9)), "1-8")],
)
def test_segments_in_a_row_are_written_as_ranges(segments: tuple[int, ...], text: str) -> None:
    assert spans(segments) == text


names = st.one_of(
    st.sampled_from(["Gull", "St. Kitts", "to", "ship", "anchor", "1", "a # b", "x'y-z"]),
    st.text(st.characters(categories=["Ll", "Lu", "Nd"], include_characters=" -'._#:;,"), min_size=1, max_size=12),
).filter(lambda name: problem_of(name) is None)


@st.composite
def sheets(draw: st.DrawFn) -> OrderSheet:
    ships = draw(st.lists(names, max_size=3, unique=True))
    sails = st.builds(Sailed, ship=st.sampled_from(ships or ["x"]), to=names, knots=st.integers(0, 12))
    few = draw(st.lists(sails, min_size=1, max_size=3))
    anchors = st.builds(Anchored, ship=st.sampled_from(ships or ["x"]))
    mends = st.builds(Mended, ship=st.sampled_from(ships or ["x"]), sail=names)
    orders: dict[int, list[Event]] = {
        segment: draw(st.lists(st.one_of(st.sampled_from(few), anchors) if segment < 5 else mends, max_size=4))
        for segment in range(1, 6)
    }
    return sheet_of(draw(names), draw(st.integers(1, 9999)), orders if ships else {}, SLOOPS, player=draw(names))


@given(st.data())
def test_whatever_is_ordered_is_read_again_from_its_normal_form(data: st.DataObject) -> None:
    sheet = data.draw(sheets())
    text = write_sheet(sheet, SLOOPS)
    again = read_sheet(text, SLOOPS)
    assert (again.game, again.turn, again.player) == (sheet.game, sheet.turn, sheet.player)
    assert again.units == sheet.units
    assert all(again.at(segment) == sheet.at(segment) for segment in range(1, 6))
    assert write_sheet(again, SLOOPS) == text


@given(st.data())
def test_a_sealed_order_is_read_again_as_it_was(data: st.DataObject) -> None:
    sheet = data.draw(sheets())
    for segment in sheet.steps:
        for form in sheet.at(segment):
            assert read_line(write_line(form, SLOOPS), SLOOPS, segment) == form


def test_a_sealed_order_is_its_ship_and_its_words() -> None:
    assert write_line(Sailed(ship="Gull", to="New York", knots=3), SLOOPS) == 'Gull: sail to "New York" 3'
    assert write_line(Mended(ship="St. Kitts", sail="jib"), SLOOPS) == '"St. Kitts": mend jib'


def test_comments_of_a_template_fit_a_mail_and_an_order_in_them_is_never_broken() -> None:
    note = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    given = [note, f"  fire x at y  # {note}", "  order " + "z" * 80]
    broken = comments(given, "  ")
    assert unbroken(broken) == [f"  # {line}" for line in given]
    assert broken == [
        "  # one two three four five six seven eight nine ten eleven twelve thirteen",
        "  #     fourteen",
        "  #   fire x at y",
        "  #       # one two three four five six seven eight nine ten eleven twelve",
        "  #       # thirteen fourteen",
        "  #   order " + "z" * 80,
    ]
