"""Points so far, ships out of order and miracle cards, as players and programs read them."""

from __future__ import annotations

from attrs import evolve as changed

from sits_es.dice import DiceRolled
from sits_es.report import Stage
from sits_es.rules.sits.board import Board, copied, fold
from sits_es.rules.sits.ending.facts import TermsSet
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, MiracleSpent
from sits_es.rules.sits.scenario.terms import Points
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.views.board import conditions_of, score_so_far, standing
from sits_es.rules.sits.views.panels import hand_text, ship_panel
from sits_es.rules.sits.views.segment import segment_report, told_in
from sits_es.rules.sits.views.turn import highlights
from tests.shared.view_samples import Change, Page

TERMS = TermsSet(turns=6, margin=1, points={"Sample cruiser": Points(destroyed=12, disabled=5)})
DRAWN = (
    DiceRolled(actor="Sirius", purpose="miracle card", object="", index=1, sides=51, faces=(9,)),
    CardDrawn(ship="Sirius", card="10H", hand=("AS", "10H"), count=21, came_to="miracle", lapsed=False),
    MiracleSpent(ship="Sirius", miracle="ruling", text="the wedge holds", hand=("AS", "10H"), count=21),
    BoxesReopened(ship="Sirius", track="ecm", boxes=(0, 2)),
)


def hurt(duel: Board, with_ship: Change) -> Board:
    """Sirius without power and bridge, a sidewall down."""
    boxes = {"thrust": "xxxxx", "bridge": "x", "port-sidewall": "ddd"}
    return fold(with_ship(duel, "Sirius", boxes={**duel.ships["Sirius"].boxes, **boxes}), (TERMS,))


def test_points_stand_side_by_side_with_what_they_are_for(page: Page, duel: Board, with_ship: Change) -> None:
    assert page(score_so_far(hurt(duel, with_ship))) == [
        "",
        "Points so far",
        "  blue 0",
        "  red 5 (Sirius disabled 5)",
        "  The game ends with turn 6.",
    ]


def test_without_points_there_is_no_score(duel: Board) -> None:
    assert list(score_so_far(duel)) == []


def test_ships_out_of_order_are_named_with_what_is_wrong(page: Page, duel: Board, with_ship: Change) -> None:
    lines = page(conditions_of(hurt(duel, with_ship)), 200)
    assert lines == [
        "",
        "Out of order",
        (
            "  Sirius: disabled: no power left for its drive; no bridge: it cannot be steered, weapons fire under "
            "local control; port-sidewall down: disabled, not destroyed"
        ),
    ]
    assert list(conditions_of(duel)) == []


def test_a_panel_says_what_state_the_ship_is_in(page: Page, duel: Board, with_ship: Change) -> None:
    board = hurt(duel, with_ship)
    assert any(
        "State" in line and "disabled: no power left" in line for line in page(ship_panel(board, board.ships["Sirius"]))
    )
    assert not any("State" in line for line in page(ship_panel(board, board.ships["Fearless"])))


def test_programs_read_points_terms_conditions_and_hands(duel: Board, with_ship: Change) -> None:
    found = standing(with_ship(hurt(duel, with_ship), "Fearless", hand=("AS",)))
    assert found["points"] == {
        "blue": {"points": 0, "ships": {}},
        "red": {"points": 5, "ships": {"Sirius": {"state": "disabled", "points": 5}}},
    }
    assert found["terms"] == {"turns": 6, "margin": 1}
    assert list(found["conditions"]) == ["Sirius"]
    assert found["miracle_cards"] == {"Fearless": ["AS"]}


def with_cards(duel: Board, *hand: str) -> Board:
    working = copied(duel)
    card = working.classes["Sample cruiser"]
    working.classes["Sample cruiser"] = changed(card, commander="excellent")
    working.ships["Sirius"].hand = hand
    return working


def test_a_hand_lies_open_with_its_count_and_the_next_draw(duel: Board) -> None:
    board = with_cards(duel, "AS", "10H")
    assert hand_text(board, board.ships["Sirius"]) == (
        "the ace of spades and the ten of hearts: 21, a miracle; next draw in the break of turn 4"
    )
    board = with_cards(duel)
    assert hand_text(board, board.ships["Sirius"]) == "none in hand; next draw in the break of turn 4"
    assert hand_text(duel, duel.ships["Sirius"]) == ""


def test_draws_and_miracles_have_a_part_of_the_report(page: Page, duel: Board) -> None:
    lines = page(told_in(duel, DRAWN)["Miracles"], 200)
    assert lines == [
        (
            "  Sirius's commander draws the ten of hearts; the hand, the ace of spades and the ten of hearts, adds "
            "up to 21: a miracle. dice 9 (Sirius, miracle card, card 2)"
        ),
        (
            '  Sirius spends a miracle (the ace of spades and the ten of hearts, 21): an umpire decides: "the '
            'wedge holds".'
        ),
        "  Repairs may be tried again on Sirius's ecm, boxes 1 and 3.",
    ]
    report = page(segment_report(Stage(label="2.5", before=duel, facts=DRAWN, after=duel), SYSTEM.tell))
    assert "Miracles" in report


def test_the_story_of_a_turn_tells_them_in_a_line_each() -> None:
    told = list(highlights(DRAWN))
    assert len(told) == 2
    assert told[0].startswith("Sirius's commander draws the ten of hearts")
    assert told[1].startswith("Sirius spends a miracle")
