"""What players enter of their own starships, and what they can't."""

from __future__ import annotations

from sits_es.rules.starwars.board import Board, CriticalHit
from sits_es.rules.starwars.harm.rules import entry_problems
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.order_refusals import orders_of


def fight() -> Board:
    """Hawk is damaged, Heron is lost, Kite is Ben's."""
    wounds = (CriticalHit(number=1, result=42), CriticalHit(number=3, result=87, text="engines out"))
    return board(
        starship("Hawk", trauma=2, strain=1, criticals=wounds),
        starship("Heron", trauma=9, gone=True, criticals=(CriticalHit(number=2, result=120),)),
        starship("Kite", "2A", "D"),
    )


def said(*lines: str, player: str = "Anna") -> list[tuple[int | None, str, str | None]]:
    found = entry_problems(fight(), player, orders_of(*lines))
    return [(each.at, each.message, each.field) for each in found]


def test_harm_shields_critical_hits_and_notes_are_entered_of_ones_own_starships() -> None:
    assert said() == []
    assert (
        said(
            "trauma +3",
            "trauma -5",
            "strain -1",
            "shields aft 0",
            "critical 1: hull breach",
            "critical 3 mended",
            "note: it limps",
        )
        == []
    )
    # what its last critical hit did may still be looked up
    assert said("Heron: critical 2: torn apart", "Heron: note: a good ship") == []


def test_no_more_harm_is_taken_off_than_there_is() -> None:
    assert said("trauma -3", "strain -2") == [
        (0, "Hawk has 2 hull trauma. It can't lose 3.", "change"),
        (1, "Hawk has 1 system strain. It can't lose 2.", "change"),
    ]
    assert said("trauma -2", "trauma -1") == [(1, "Hawk has 0 hull trauma. It can't lose 1.", "change")]


def test_a_critical_hit_is_known_by_its_number() -> None:
    assert said("critical 2: dents", "critical 3 mended", "critical 3 mended") == [
        (0, "Hawk has no critical hit number 2. Its critical hits: 1 and 3.", "critical"),
        (2, "Hawk has no critical hit number 3. Its critical hits: 1.", "critical"),
    ]
    assert said("Kite: critical 1 mended", player="Ben") == [
        (0, "Kite has no critical hit number 1. It has none.", "critical")
    ]


def test_of_others_starships_and_of_nobody_nothing_is_entered() -> None:
    assert said("Kite: trauma +1", "Kit: trauma +1") == [
        (0, "Kite is not Anna's. Enter what happened to your own starships.", "starship"),
        (1, "There is no starship Kit. Starships: Hawk, Heron.", "starship"),
    ]


def test_an_order_is_not_entered() -> None:
    assert said("fly F") == [
        (0, "Hawk: this is an order. Put it into an order file; it is not entered.", None),
    ]
