"""The deck of miracle cards, and how a hand is counted. Rule: sits rules 10, after the second edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

#: Ranks and suits with the letters that stand for them on the record: "10H" is the ten of hearts.
RANKS: Final = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

#: All 52 cards, in the order in which an unshuffled deck lies.
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

#: What a miracle can do by itself, and the ruling, which is anything else. Rule: sits rules 10.
Miracle = Literal["ignore ECM", "double ECM", "save decoy", "no explosion", "repair again", "ruling"]

#: Counts that are a miracle; above the last of them the hand goes back. Rule: sits rules 10.
MIRACLE: Final = (19, 20, 21)

#: Commander's grade -> the turn of the first draw, and turns from one draw to the next; others draw none.
DRAWS: Final = {"superb": (6, 4), "excellent": (4, 3), "legendary": (2, 3)}


def draws_in(grade: str, turn: int) -> bool:
    """Whether a commander of a grade draws a card in the break of a turn, 1 up."""
    if grade not in DRAWS:
        return False
    first, every = DRAWS[grade]
    return turn >= first and (turn - first) % every == 0


def next_draw(grade: str, turn: int) -> int | None:
    """The turn, this one or later, whose break brings the next card; None for a commander who draws none."""
    if grade not in DRAWS:
        return None
    return next(later for later in range(turn, turn + sum(DRAWS[grade])) if draws_in(grade, later))


def worth(card: str) -> str:
    """What a card counts at blackjack, in words."""
    rank = card[:-1]
    return "1 or 11" if rank == "A" else rank if rank.isdecimal() else "10"


def count(hand: Iterable[str]) -> int:
    """What a hand counts at blackjack: court cards 10, an ace 11, or 1 where 11 would be over 21; 0 up."""
    ranks = [card[:-1] for card in hand]
    total = sum(1 if rank == "A" else int(rank) if rank.isdecimal() else 10 for rank in ranks)
    return total + 10 if "A" in ranks and total + 10 <= MIRACLE[-1] else total


def is_miracle(hand: Iterable[str]) -> bool:
    """Whether a hand is a miracle."""
    return count(hand) in MIRACLE


def left_after(hand: Sequence[str]) -> tuple[str, ...]:
    """The cards of the deck that are not in the hand, in the deck's order."""
    return tuple(card for card in DECK if card not in hand)


def in_words(card: str) -> str:
    """A card as people name it: the ten of hearts."""
    return f"the {RANKS[card[:-1]]} of {SUITS[card[-1]]}"
