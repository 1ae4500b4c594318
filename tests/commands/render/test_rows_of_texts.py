from collections.abc import Sequence
from itertools import combinations, permutations, product

from hypothesis import given
from hypothesis import strategies as st

from commands.render.pictures.canvas import NEAR, Cell, Lettering, rows_for
from tests.shared.rows import each_row

#: A frame of nine rows.
ROWS = range(9)


def within(cell: Cell) -> bool:
    return cell[1] in ROWS


@each_row(
    ("texts", "up", "rows"),
    [
        ([(0, 4, 4), (0, 4, 4)], [1, 2], [5, 4]),  # the second is farther up
        ([(0, 4, 4), (4, 4, 4)], [1, 2], [4, 4]),  # beside each other there is room
        ([(0, 4, 4), (2, 4, 4), (4, 5, 4)], [3, 2, 1], [3, 4, 5]),
        ([(0, 4, 4), (0, 4, 4), (8, 4, 4)], [3, 2, 1], [4, 5, 4]),  # what is elsewhere stays in its row
        ([(0, 0, 4)] * 5, [5, 4, 3, 2, 1], [0, 1, 2, 3, None]),  # a row at most three away
        ([(0, 0, 4), (3, 0, 4), (6, 0, 4), (9, 0, 4), (0, 1, 4)], [5, 4, 3, 2, 1], [0, 1, 2, 3, 3]),
    ],
)
def test_texts_get_rows_near_their_own_in_the_order_of_what_they_name(
    texts: list[Lettering], up: list[float], rows: list[int | None]
) -> None:
    assert list(rows_for(texts, up, within)) == rows


def test_three_in_one_place_keep_their_order_whatever_comes_first() -> None:
    for up in permutations((1.0, 2.0, 3.0)):
        rows = rows_for([(0, 4, 4)] * 3, up, within)
        down = [row for _, row in sorted(zip(up, rows, strict=True), reverse=True)]
        assert down in ([3, 4, 5], [4, 5, 6], [2, 3, 4])


PLACES = st.tuples(st.integers(0, 9), st.sampled_from(ROWS), st.integers(1, 4), st.floats(0, 0.9))


def cells(text: Lettering, line: int) -> frozenset[Cell]:
    return frozenset((text[0] + at, line) for at in range(text[2]))


def apart(texts: list[Lettering], rows: Sequence[int | None]) -> bool:
    there = [cells(text, line) for text, line in zip(texts, rows, strict=True) if line is not None]
    return all(one.isdisjoint(other) for one, other in combinations(there, 2))


@given(st.lists(PLACES, max_size=9))
def test_no_text_stands_on_another_far_from_its_row_or_above_what_is_farther_up(
    found: list[tuple[int, int, int, float]],
) -> None:
    texts = [each[:3] for each in found]
    rows = rows_for(texts, [-(row + down) for _, row, _, down in found], within)
    assert apart(texts, rows)
    placed = [(line, row) for line, (_, row, _) in zip(rows, texts, strict=True) if line is not None]
    assert all(line in ROWS and line - row in NEAR for line, row in placed)
    down = sorted(zip(found, rows, strict=True), key=lambda each: each[0][1] + each[0][3])
    for (one, line), (other, below) in combinations(down, 2):
        same_columns = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
        assert not same_columns or None in (line, below) or (line or 0) <= (below or 0)


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(ROWS), st.integers(3, 4), st.floats(0, 0.9)), max_size=4))
def test_all_have_room_where_they_can_as_near_to_their_rows_as_can_be(found: list[tuple[int, int, int, float]]) -> None:
    found.sort(key=lambda each: each[1] + each[3])
    texts, up = [each[:3] for each in found], [-(row + down) for _, row, _, down in found]
    lines = [[row + off for off in NEAR if row + off in ROWS] for _, row, _ in texts]
    in_order = (rows for rows in product(*lines) if list(rows) == sorted(rows) and apart(texts, rows))
    least = min(
        (sum(abs(line - row) for line, (_, row, _) in zip(rows, texts, strict=True)) for rows in in_order), default=None
    )
    rows = rows_for(texts, up, within)
    if least is not None:
        placed = [line for line in rows if line is not None]
        assert len(placed) == len(texts)
        assert sum(abs(line - row) for line, (_, row, _) in zip(placed, texts, strict=True)) == least
