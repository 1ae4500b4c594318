import pytest

from sits_es.report.blocks import Phrase
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.sums.tracks import DISABLED, HIT, LOST, TRIED, WHOLE
from sits_es.rules.sits.views.panels import changes, legend, tracks
from sits_es.rules.sits.words import TONES, box, row
from tests.shared.rows import each_row
from tests.shared.view_samples import Change, Page


@each_row(("mark", "shown"), [(WHOLE, "4"), (HIT, "x4"), (TRIED, "t4"), (LOST, "#4"), (DISABLED, "~4")])
def test_the_state_of_a_box_is_told_by_its_shape(mark: str, shown: str) -> None:
    assert box(mark, "4") == shown


@pytest.mark.parametrize(
    ("track", "marks", "shown"),
    [
        ("thrust", ".....", "[6][5][4][2][1]"),
        ("thrust", "xt#..", "[x6][t5][#4][2][1]"),
        ("port-sidewall", "xdd", "[x30][~40][~60]"),
        ("structure", "......", "[ ][ ][2][ ][4][!]"),  # plain, numbered and last boxes
        ("structure", "xxxxxx", "[x][x][x2][x][x4][x!]"),
    ],
)
def test_a_track_is_a_row_of_boxes(duel: Board, track: str, marks: str, shown: str) -> None:
    held = row(duel.classes["Sample cruiser"], track, marks)
    assert "".join(f"[{each.text}]" for each in held) == shown
    assert [each.tone for each in held] == [TONES[mark] for mark in marks]


def test_the_legend_says_what_the_shapes_mean(page: Page) -> None:
    assert page(legend()) == ["  Boxes: [4] whole, [x4] destroyed, [t4] a repair failed, [#4] lost, [~4] down"]


def test_the_page_of_tracks_shows_the_ship_and_then_its_mounts(page: Page, duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", boxes={**duel.ships["Sirius"].boxes, "port-tubes": "x..", "ecm": "xt."})
    assert page(tracks(board, board.ships["Sirius"])) == [
        "  Damage tracks",
        "    thrust             [6][5][4][2][1]    pivot              [1][2][3]",
        "    roll               [1][2]             impellers          [2][1]",
        "    bridge             [1]                damage-control     [3][2][1]",
        "    ecm                [x25][t20][10]     decoys             [4][2]",
        "    port-sidewall      [30][40][60]       starboard-sidewall [30][40][60]",
        "    hull               [24][23][22][21][20][19][18][17][16][15][14][13][12]",
        "                       [11][10][9][8][7][6][5][4][3][2][1]",
        "    structure          [ ][ ][2][ ][4][!]",
        "  forward",
        "    graser             [4][2][1]          grav-lance         [1]",
        "  port",
        "    tubes              [x12][8][4]        magazine           [120][80]",
        "    fire-control       [0][4]             laser              [6][4][2]",
        "    countermissiles    [4][2]             point-defence      [5][3][1]",
        "  starboard",
        "    tubes              [12][8][4]         magazine           [120][80]",
        "    fire-control       [0][4]             laser              [6][4][2]",
        "    countermissiles    [4][2]             point-defence      [5][3][1]",
    ]


def test_only_tracks_that_changed_are_compared(duel: Board, with_ship: Change) -> None:
    after = with_ship(duel, "Sirius", boxes={**duel.ships["Sirius"].boxes, "roll": "x."})
    assert list(changes(duel, after)) == [
        ("Sirius", "roll", (Phrase("1"), Phrase("2")), (Phrase("x1", "bad"), Phrase("2")))
    ]
    assert not list(changes(after, after))
