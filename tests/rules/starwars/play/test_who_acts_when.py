"""Initiative, and the slots of a round in its order. Rule: house; base game."""

from __future__ import annotations

import pytest

from sits_es.dice import DiceRolled
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.facts import InitiativeSet
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.play.at_play import kinds, of, play, played, voided
from tests.shared.rows import each_row


def before() -> Board:
    """Three starships before initiative."""
    on = board(
        starship("Hawk", initiative=(1, 0, 0)),
        starship("Kite", "3A", initiative=(0, 1, 0)),
        starship("Kestrel", "4A", initiative=(1, 0, 1)),
        stage="initiative",
    )
    on.order = ()
    return on


@each_row(
    ("dice", "order", "rolled"),
    [
        # Hawk, Kestrel and Kite roll, in the order of their names
        ("ability:s ability:ss boost:blank proficiency:blank", ("Kestrel", "Hawk", "Kite"), ((2, 0), (1, 0), (0, 0))),
        ("ability:sa ability:s boost:blank proficiency:s", ("Hawk", "Kestrel", "Kite"), ((1, 1), (1, 0), (1, 0))),
        ("ability:aa ability:a boost:s proficiency:blank", ("Kestrel", "Hawk", "Kite"), ((1, 1), (0, 2), (0, 0))),
        (
            "ability:s ability:blank boost:blank proficiency:triumph",
            ("Hawk", "Kite", "Kestrel"),
            ((1, 0), (1, 0), (0, 0)),
        ),
    ],
)
def test_initiative_goes_by_success_then_advantage_then_name(
    dice: str, order: tuple[str, ...], rolled: tuple[tuple[int, int], ...]
) -> None:
    on = before()
    facts = play(on, dice=dice)
    assert facts[-1] == InitiativeSet(order=order, rolled=rolled)
    assert on.order == order


def test_each_die_of_initiative_is_an_event_of_its_own() -> None:
    on = before()
    rolls = of(play(on, dice="ability:s ability:ss boost:sa proficiency:aa"), DiceRolled)
    assert [(roll.actor, roll.purpose, roll.index, roll.sides) for roll in rolls] == [
        ("Hawk", "initiative: ability", 0, 8),
        ("Kestrel", "initiative: ability", 0, 8),
        ("Kestrel", "initiative: boost", 0, 6),
        ("Kite", "initiative: proficiency", 0, 12),
    ]


def test_where_the_scenario_says_who_acts_when_nobody_rolls_and_the_first_slot_comes_at_once() -> None:
    on = before()
    InitiativeSet(order=("Kite", "Hawk", "Kestrel"), rolled=()).apply(on)
    assert course.label(course.moment(on)) == "1.1"
    assert on.acting() == on.starships["Kite"]


def test_who_was_lost_before_initiative_has_no_place_in_it_and_who_is_shut_down_has() -> None:
    on = before()
    on.starships["Hawk"].gone = True
    on.starships["Kite"].shut_down = True
    played(on, dice="ability:s boost:blank proficiency:ss")
    assert on.order == ("Kite", "Kestrel")
    assert on.acting() == on.starships["Kestrel"]


def test_nobody_orders_anything_before_initiative() -> None:
    facts = play(before(), "Hawk: fly F", dice="ability:s ability:s boost:blank proficiency:s")
    assert voided(facts) == [("fly F", "initiative-first")]


def test_the_order_is_the_same_in_every_round() -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"), starship("Heron", "5D"))
    acted = []
    for _ in range(6):
        acting = on.acting()
        assert acting is not None
        acted.append((on.turn, acting.name))
        assert kinds(played(on)) == ["SlotPassed"]
    assert acted == [(turn, name) for turn in (1, 2) for name in ("Hawk", "Kite", "Heron")]


@pytest.mark.parametrize("how", ["gone", "shut_down"])
def test_the_slot_of_a_starship_that_is_lost_or_shut_down_is_left_out(how: str) -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"), starship("Heron", "5D"))
    setattr(on.starships["Kite"], how, True)
    played(on)
    assert (on.turn, on.slot) == (1, 2)
    setattr(on.starships["Hawk"], how, True)
    played(on)
    assert (on.turn, on.slot) == (2, 2)


def test_where_everybody_is_shut_down_rounds_go_by_until_somebody_is_restored() -> None:
    on = board(starship("Hawk", shut_down=True), starship("Kite", "5A", shut_down=True))
    for turn in (1, 2, 3):
        assert (on.turn, on.slot, on.stage) == (turn, 0, "act")
        assert voided(played(on, "Hawk: fly F")) == [("fly F", "shut-down", "0", "6")]
    on.starships["Kite"].shut_down = False
    played(on)
    assert (on.turn, on.slot) == (4, 1)


def test_nobody_acts_in_the_slot_of_another() -> None:
    on = board(starship("Hawk"), starship("Heron", "2A"), starship("Kite", "5A"))
    facts = played(on, "Heron: fly F", "Hawk: fly F", "Kite: accelerate")
    assert voided(facts) == [("fly F", "not-its-slot", "Hawk", "Anna"), ("accelerate", "not-its-slot", "Hawk", "Anna")]
    assert kinds(facts) == ["OrderVoided", "StarshipFlew", "OrderVoided"]


def test_a_starship_with_no_order_passes_its_slot_whatever_others_are_ordered() -> None:
    on = board(starship("Hawk"), starship("Heron", "2A"))
    assert kinds(played(on, "Heron: fly F")) == ["SlotPassed", "OrderVoided"]


def test_the_second_exchange_of_a_slot_comes_only_when_there_is_something_to_spend() -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"))
    played(on, "Hawk: fly F")
    assert (on.slot, on.stage) == (1, "act")
    played(on, "Kite: check computers difficulty 0", dice="ability:s proficiency:blank")
    assert (on.turn, on.slot, on.stage) == (2, 0, "act")
    played(on, "Hawk: check computers difficulty 0", dice="ability:a proficiency:blank")
    assert (on.turn, on.slot, on.stage) == (2, 0, "spend")
    assert played(on) == []
    assert (on.turn, on.slot, on.stage) == (2, 1, "act")
    assert on.checks == ()
