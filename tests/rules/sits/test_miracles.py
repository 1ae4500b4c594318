"""Miracle cards: who draws when, what a miracle does, and when it cannot be spent."""

from __future__ import annotations

from typing import Literal

import pytest
from attrs import evolve as changed

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Coded
from sits_es.orders.faults import OrderFaults
from sits_es.orders.frame import read_line
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.damage.facts import ExplosionChecked, ShipDestroyed
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, LayerIgnored, MiracleOrdered, MiracleSpent
from sits_es.rules.sits.missiles.facts import LayerFought
from sits_es.rules.sits.orders.language import LANGUAGE, write_order
from sits_es.rules.sits.orders.problems import future_problems, problems
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.sums.deck import DECK, draws_in, left_after, next_draw
from tests.shared.rows import each_row
from tests.shared.sits_boards import Played, board_of, cruiser, moved_on, placed, play, read, why, with_ship

Grade = Literal["regular", "superb", "excellent", "legendary"]
EXCELLENT = cruiser(commander="excellent")
MIRACLE = ("AS", "10H")

#: Fearless's starboard broadside bears on Sirius, and Sirius's port one on Fearless.
SHIPS = (placed("Fearless", "0,0"), placed("Sirius", "6,-3"))


def game(turn: int = 1, segment: int = 1, commander: Grade = "excellent") -> Board:
    """Two cruisers broadside to broadside, whose commanders draw miracle cards by their grade alone."""
    return board_of(*SHIPS, classes=[changed(EXCELLENT, commander=commander)], turn=turn, segment=segment)


def holding(board: Board, **hands: tuple[str, ...]) -> Board:
    for ship, hand in hands.items():
        board = with_ship(board, ship, hand=hand)
    return board


def face_of(card: str, hand: tuple[str, ...] = ()) -> int:
    """The face of the die that draws a card to a hand."""
    return left_after(hand).index(card)


@each_row(
    ("grade", "turns"),
    [
        ("regular", []),
        ("superb", [6, 10, 14, 18]),
        ("excellent", [4, 7, 10, 13, 16, 19]),
        ("legendary", [2, 5, 8, 11, 14, 17, 20]),
    ],
)
def test_a_commander_draws_in_the_turns_of_their_grade(grade: str, turns: list[int]) -> None:
    assert [turn for turn in range(1, 21) if draws_in(grade, turn)] == turns
    following = [next_draw(grade, turn) for turn in range(1, 17)]
    assert following == [next((each for each in turns if each >= turn), None) for turn in range(1, 17)]


def test_both_draw_one_card_each_from_a_deck_of_52_in_order_of_their_names() -> None:
    played = play(game(4, BREAK), faces=[face_of("AS"), face_of("2C")])
    assert [(roll.actor, roll.purpose, roll.index, roll.sides) for roll in played.all(DiceRolled)] == [
        ("Fearless", "miracle card", 0, 52),
        ("Sirius", "miracle card", 0, 52),
    ]
    assert [(drawn.card, drawn.count, drawn.came_to) for drawn in played.all(CardDrawn)] == [
        ("AS", 11, "held"),
        ("2C", 2, "held"),
    ]
    assert played.board.ships["Fearless"].hand == ("AS",)


def test_a_card_in_hand_is_not_in_the_deck_any_more() -> None:
    board = holding(game(7, BREAK), Fearless=("AS",), Sirius=("AC",))
    played = play(board, faces=[face_of("10H", ("AS",)), 0])
    first, second = played.all(CardDrawn)
    assert [roll.sides for roll in played.all(DiceRolled)] == [51, 51]
    assert (first.hand, first.count, first.came_to) == (MIRACLE, 21, "miracle")
    assert second.card == DECK[1]
    assert [roll.index for roll in played.all(DiceRolled)] == [1, 1]


def test_over_21_the_hand_goes_back() -> None:
    hand = ("KC", "8D")
    board = holding(game(10, BREAK), Fearless=hand, Sirius=hand)
    played = play(board, faces=[face_of("4C", hand), face_of("3C", hand)])
    over, held = played.all(CardDrawn)
    assert (over.count, over.came_to, over.hand) == (22, "over", (*hand, "4C"))
    assert played.board.ships["Fearless"].hand == ()
    assert (held.count, held.came_to) == (21, "miracle")
    assert SYSTEM.tell(over) == (
        "Fearless's commander draws the four of clubs; the hand adds up to 22, over 21: it returns to the deck, "
        "which is reshuffled."
    )


def test_a_miracle_not_spent_before_the_next_draw_is_given_up() -> None:
    played = play(holding(game(7, BREAK), Fearless=MIRACLE), faces=[face_of("2C"), 0])
    drawn = played.all(CardDrawn)[0]
    assert (drawn.lapsed, drawn.hand, drawn.count) == (True, ("2C",), 2)
    assert played.all(DiceRolled)[0].sides == 52


@each_row(("turn", "commander"), [(3, "excellent"), (5, "excellent"), (4, "regular"), (4, "superb")])
def test_nobody_draws_in_other_turns_nor_does_a_commander_without_a_grade(turn: int, commander: Grade) -> None:
    assert play(game(turn, BREAK, commander)).facts == ()


def attack(board: Board, *miracles: str) -> Played:
    """Twenty-two missiles of Fearless at Sirius; by these dice Sirius explodes at its second structure box."""
    return play(board, "Fearless: launch starboard 1 salvo at Sirius", *miracles, dice=KeyedDice(b"1" * 32, "x", 1, 1))


def test_without_miracles_the_attack_ends_in_an_explosion() -> None:
    played = attack(game())
    assert [fought.layer for fought in played.all(LayerFought)] == [
        "ECM",
        "countermissiles",
        "point defence",
        "lasers",
    ]
    assert played.one(ExplosionChecked) == ExplosionChecked(ship="Sirius", roll=2, below=3, explodes=True)


def test_missiles_ignore_the_ecm_layer() -> None:
    played = attack(holding(game(), Fearless=MIRACLE), "Fearless: miracle ignore ECM")
    assert [fought.layer for fought in played.all(LayerFought)] == ["countermissiles", "point defence", "lasers"]
    assert played.one(LayerIgnored) == LayerIgnored(
        attack="Fearless starboard at Sirius", target="Sirius", shooter="Fearless", missiles=22
    )
    assert played.one(MiracleSpent).hand == MIRACLE
    assert played.board.ships["Fearless"].hand == ()
    assert played.all(LayerFought)[0].incoming == 22
    assert "ECM variance" not in [purpose for _, purpose, _ in played.rolls]


def test_own_ecm_kills_are_doubled_for_the_segment() -> None:
    once = attack(game()).all(LayerFought)[0]
    played = attack(holding(game(), Sirius=MIRACLE), "Sirius: miracle double ECM")
    twice = played.all(LayerFought)[0]
    assert (once.layer, once.doubled, once.kills) == ("ECM", False, 6)
    assert (twice.layer, twice.doubled, twice.kills, twice.left) == ("ECM", True, 12, 10)
    assert played.one(MiracleSpent).ship == "Sirius"
    assert played.board.ships["Sirius"].wonder == "double ECM"
    assert moved_on(played.board).ships["Sirius"].wonder is None


def test_one_miracle_doubles_ecm_against_every_attack_of_the_segment() -> None:
    ships = (*SHIPS, placed("Fury", "0,3", side="fearless"))
    board = holding(board_of(*ships, classes=[EXCELLENT]), Sirius=MIRACLE)
    launches = [f"{ship}: launch starboard 1 salvo at Sirius" for ship in ("Fearless", "Fury")]
    played = play(board, *launches, "Sirius: miracle double ECM", dice=KeyedDice(b"1" * 32, "x", 1, 1))
    assert [fought.doubled for fought in played.all(LayerFought) if fought.layer == "ECM"] == [True, True]
    assert len(played.all(MiracleSpent)) == 1


def test_doubled_kills_are_never_more_than_came_in() -> None:
    ship_class = changed(EXCELLENT, tracks={**EXCELLENT.tracks, "ecm": (80,)})
    played = attack(holding(board_of(*SHIPS, classes=[ship_class]), Sirius=MIRACLE), "Sirius: miracle double ECM")
    assert (played.all(LayerFought)[0].kills, played.all(LayerFought)[0].left) == (22, 0)


def test_a_decoy_survives_its_use() -> None:
    orders = ("Sirius: decoy 2 if launched at", "Sirius: miracle save decoy")
    plain = attack(game(), orders[0]).board.ships["Sirius"]
    saved = attack(holding(game(), Sirius=MIRACLE), *orders).board.ships["Sirius"]
    assert (plain.decoys_active, plain.decoys_spent) == (2, 2)
    assert (saved.decoys_active, saved.decoys_spent) == (2, 1)
    assert saved.hand == ()


def test_one_explosion_roll_succeeds() -> None:
    played = attack(holding(game(), Sirius=MIRACLE), "Sirius: miracle no explosion")
    saved = played.all(ExplosionChecked)[0]
    assert (saved.roll, saved.below, saved.explodes) == (2, 3, False)
    assert SYSTEM.tell(saved) == "Sirius explodes if it rolls below 3: it rolls 2 and holds together by a miracle."
    at = played.facts.index(saved)
    assert isinstance(played.facts[at + 1], MiracleSpent)
    assert [lost.cause for lost in played.all(ShipDestroyed)] != [Coded("exploded")]


@each_row("miracle", ["ignore ECM", "double ECM", "save decoy", "no explosion"])
def test_a_miracle_without_its_occasion_is_kept(miracle: str) -> None:
    played = play(holding(game(), Fearless=MIRACLE), f"Fearless: miracle {miracle}")
    assert played.all(MiracleSpent) == []
    assert played.board.ships["Fearless"].hand == MIRACLE


def lost_repairs() -> Board:
    """Fearless in the turn break with a miracle, and boxes on which repairs failed."""
    working = copied(holding(game(1, BREAK), Fearless=MIRACLE))
    working.ships["Fearless"].boxes |= {"ecm": "x#.", "port-laser": "t."}
    return working


def test_failed_repairs_may_be_tried_again_in_the_same_turn_break() -> None:
    played = play(lost_repairs(), "Fearless: miracle repair again", "Fearless: repair ecm with 2", faces=[7, 6])
    assert [(fact.track, fact.boxes) for fact in played.all(BoxesReopened)] == [("ecm", (1,)), ("port-laser", (0,))]
    assert [(tried.box, tried.repaired, tried.lost) for tried in played.all(RepairTried)] == [
        (1, False, False),
        (1, True, False),
    ]
    boxes = played.board.ships["Fearless"].boxes
    assert (boxes["ecm"], boxes["port-laser"]) == ("x..", "x.")


def test_the_checker_knows_that_a_miracle_opens_boxes_again() -> None:
    working = copied(lost_repairs())
    working.ships["Fearless"].boxes["ecm"] = "#.."
    board = working
    alone = read(board, "Fearless: repair ecm")["fearless"]
    both = read(board, "Fearless: miracle repair again", "Fearless: repair ecm")["fearless"]
    assert [(found.message, found.warns) for *_, found in future_problems(board, {BREAK: alone})] == [
        ("Fearless: repair of ecm has failed twice, so its lost boxes stay lost.", False)
    ]
    assert list(future_problems(board, {BREAK: both})) == []
    assert not [found for order in both for found in problems(board, BREAK, order, both)]


def test_any_other_miracle_is_spent_with_a_text_for_an_umpire() -> None:
    played = play(holding(game(), Fearless=MIRACLE), 'Fearless: miracle "the wedge holds"')
    spent = played.one(MiracleSpent)
    assert (spent.miracle, spent.text, spent.hand, spent.count) == ("ruling", "the wedge holds", MIRACLE, 21)
    assert SYSTEM.tell(spent) == (
        'Fearless spends a miracle (the ace of spades and the ten of hearts, 21): an umpire decides: "the wedge holds".'
    )


REFUSED = {
    "regular": "Fearless: its commander is regular; only superb, excellent or legendary commanders draw miracle cards.",
    "empty": "Fearless has no miracle to spend: it holds no card. A miracle is 19, 20 or 21.",
    "18": "Fearless has no miracle to spend: its hand adds up to 18. A miracle is 19, 20 or 21.",
    "segment": "Fearless: the miracle repair again is for the turn break. Write: break miracle repair again.",
    "break": (
        "Fearless: the miracle double ECM is for a segment, not for the turn break. In the break, write repair again, "
        "or a ruling in quotes."
    ),
}


@each_row(
    ("board", "order", "said"),
    [
        (game(commander="regular"), "double ECM", "regular"),
        (game(), "double ECM", "empty"),
        (holding(game(), Fearless=("8C", "KD")), "double ECM", "18"),
        (holding(game(), Fearless=MIRACLE), "repair again", "segment"),
        (holding(game(1, BREAK), Fearless=MIRACLE), "double ECM", "break"),
    ],
)
def test_a_miracle_that_cannot_be_spent_is_refused_and_void_when_ordered_all_the_same(
    board: Board, order: str, said: str
) -> None:
    line = f"Fearless: miracle {order}"
    given = read(board, line)["fearless"]
    assert [problem.message for problem in problems(board, board.segment, given[0], given)] == [REFUSED[said]]
    played = play(board, line)
    assert (why(played.one(OrderVoided)), played.all(MiracleSpent)) == (REFUSED[said], [])


def test_a_ship_spends_one_miracle_in_a_segment() -> None:
    board = holding(game(), Fearless=MIRACLE)
    given = read(board, "Fearless: miracle double ECM", "Fearless: miracle ignore ECM")["fearless"]
    assert [problem.message for problem in problems(board, 1, given[1], given)] == [
        "Fearless has two miracle orders for this segment. Keep one."
    ]


@each_row(
    "text", ["ignore ECM", "double ECM", "save decoy", "no explosion", "repair again", '"the wedge holds, we say"']
)
def test_orders_for_miracles_are_written_as_they_are_read(text: str) -> None:
    order = read_line(f"Fearless: miracle {text}", LANGUAGE, 1)
    loud = text if text.startswith('"') else text.upper()
    assert write_order(order) == f"miracle {text}"
    assert read_line(f"Fearless: MIRACLE {loud}", LANGUAGE, 1) == order
    assert read_line(f"Fearless: miracle {text}", LANGUAGE, BREAK) == order


@each_row("text", ['""', '"  "', f'"{"x" * 201}"'])
def test_a_text_that_says_nothing_or_too_much_is_refused(text: str) -> None:
    with pytest.raises(OrderFaults, match="The text of a miracle says what an umpire should decide"):
        read_line(f"Fearless: miracle {text}", LANGUAGE, 1)


def test_only_a_ruling_has_a_text() -> None:
    with pytest.raises(ValueError, match='a miracle "ruling" does not go with text ""'):
        MiracleOrdered(ship="Fearless", miracle="ruling")
    with pytest.raises(ValueError, match='a miracle "double ECM" does not go with text "please"'):
        MiracleOrdered(ship="Fearless", miracle="double ECM", text="please")
