"""The deck of miracle cards and how a hand is counted."""

from __future__ import annotations

from itertools import combinations

from sits_es.rules.sits.sums.deck import DECK, MIRACLE, count, in_words, is_miracle, left_after
from tests.shared.rows import each_row


def test_a_deck_has_52_cards_13_of_each_suit_and_no_two_alike() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {suit: sum(card.endswith(suit) for card in DECK) for suit in "CDHS"} == dict.fromkeys("CDHS", 13)


@each_row(
    ("hand", "counted"),
    [
        ("", 0),
        ("2C", 2),
        ("10H", 10),
        ("JC", 10),
        ("QC", 10),
        ("KC", 10),
        ("AC", 11),
        ("AC AD", 12),  # one of them counts 1
        ("AC AD 9H", 21),
        ("AC 10D", 21),
        ("AC 10D KH", 21),  # 31 would be over
        ("AC 10D KH 2C", 23),
        ("KC QC 9D", 29),
        ("9C 10D", 19),
    ],
)
def test_a_hand_counts_as_at_blackjack(hand: str, counted: int) -> None:
    assert count(hand.split()) == counted


@each_row(("hand", "miracle"), [("8C 10D", False), ("9C 10D", True), ("AC 9D", True), ("AC 10D", True)])
def test_19_20_and_21_are_a_miracle(hand: str, miracle: bool) -> None:
    assert is_miracle(hand.split()) is miracle


def test_a_hand_over_21_is_not_a_miracle() -> None:
    assert not is_miracle(["KC", "QC", "2D"])


def test_no_two_cards_count_more_than_21() -> None:
    assert max(count(pair) for pair in combinations(DECK, 2)) == MIRACLE[-1]


def test_the_cards_left_are_those_not_in_the_hand_in_the_decks_order() -> None:
    assert left_after(["2C", "AC"]) == DECK[2:]


@each_row(
    ("card", "words"), [("10H", "the ten of hearts"), ("AS", "the ace of spades"), ("QD", "the queen of diamonds")]
)
def test_cards_have_names(card: str, words: str) -> None:
    assert in_words(card) == words
