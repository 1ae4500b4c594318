import pytest

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.views.panels import decoys_text, weapons
from tests.shared.view_samples import Change, Page


def test_every_weapon_stands_with_what_works_and_when_it_is_ready(page: Page, duel: Board, with_ship: Change) -> None:
    sirius = duel.ships["Sirius"]
    boxes = {**sirius.boxes, "port-laser": "x..", "starboard-laser": "xxx", "forward-grav-lance": "d"}
    board = with_ship(duel, "Sirius", boxes=boxes, counters={"port": 1, "forward-graser": 2}, spent={"port": 36})
    assert page(weapons(board, board.ships["Sirius"])) == [
        "  Weapon              Works  Kind          Ready                    Magazine",
        "  ─",
        "  forward-graser          4  size 30       in 2 segments (every 2)",
        "  forward-grav-lance      0  quality 40    down",
        "  port-laser              4  size 20       ready",
        "  port (launch)          12  medium tubes  in 1 segment (every 2)   84 missiles",
        "  starboard-laser         0  size 20       destroyed",
        "  starboard (launch)     12  medium tubes  ready (every 2)          120 missiles",
    ]


@pytest.mark.parametrize(
    ("spent", "active", "text"),
    [
        (0, 0, "4 left, 8% each"),
        (3, 2, "1 left, 8% each, 2 at work in this segment"),
        (5, 0, "0 left, 8% each"),
    ],
)
def test_decoys_left_and_at_work_are_told(duel: Board, with_ship: Change, spent: int, active: int, text: str) -> None:
    board = with_ship(duel, "Sirius", decoys_spent=spent, decoys_active=active)
    assert decoys_text(board, board.ships["Sirius"]) == text
