"""Slots belong to sides, whose players choose who acts in each. Rule: base game; rules.md, Slots."""

from __future__ import annotations

from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.orders.template import template
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.rules import problems_at
from sits_es.rules.starwars.views.board import awaited, initiative_line, name_of
from sits_es.rules.starwars.views.standing import standing
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.order_refusals import said
from tests.rules.starwars.play.at_play import kinds, ordered, play, played, voided


def sides(*order: str) -> Board:
    """Hawk and Heron of Anna against Kite of Ben. order: who rolled each slot."""
    return board(
        starship("Hawk"),
        starship("Heron", "6D"),
        starship("Kite", "9A"),
        order=order or ("Hawk", "Kite", "Heron"),
        by_side=True,
    )


def test_in_a_slot_of_its_side_any_starship_may_act_and_each_once_in_a_round() -> None:
    """Hawk rolled the first slot, and Heron acts in it; then the third is for Hawk alone."""
    on = sides()
    assert [each.name for each in on.ready()] == ["Hawk", "Heron"]
    assert kinds(played(on, "Heron: fly F")) == ["SlotTaken", "StarshipFlew"]
    assert on.acting() == on.starships["Kite"]
    played(on, "Kite: fly F")
    assert on.acting() == on.starships["Hawk"]
    assert kinds(played(on, "Hawk: fly F")) == ["SlotTaken", "StarshipFlew"]
    assert (on.turn, on.slot, on.acted) == (2, 0, ())


def test_one_starship_acts_in_a_slot_and_it_is_the_one_that_is_ordered_first() -> None:
    lines = ("Heron: fly F", "Hawk: fly F")
    assert said(sides(), *lines) == [
        "Hawk can't act in this slot: Heron does. Give Hawk's orders in a later slot of its side."
    ]
    on = sides()
    facts = played(on, *lines)
    assert kinds(facts) == ["SlotTaken", "StarshipFlew", "OrderVoided"]
    assert voided(facts) == [("fly F", "one-a-slot", "Heron")]


def test_who_has_acted_does_not_act_again_in_the_round() -> None:
    on = sides("Hawk", "Heron", "Kite")
    played(on, "Hawk: fly F")
    assert said(on, "Hawk: fly F") == ["Hawk has already acted in this round. This slot is for Heron."]
    assert voided(played(on, "Hawk: fly F")) == [("fly F", "has-acted", "Heron")]


def test_a_foe_is_told_whose_slot_it_is() -> None:
    assert said(sides(), "Kite: fly F") == [
        "Kite can't take orders now. This slot is for Hawk or Heron, and Anna gives the orders."
    ]


def test_an_order_for_another_stage_takes_no_slot() -> None:
    on = sides()
    assert voided(play(on, "Heron: spend 1 advantage: luck", "Hawk: fly F")) == [
        ("spend 1 advantage: luck", "one-a-slot", "Hawk")
    ]
    assert on.chosen == "Hawk"


def test_where_nobody_is_ordered_the_slot_goes_by_and_each_can_act_in_a_later_one() -> None:
    on = sides("Hawk", "Heron", "Kite")
    assert kinds(played(on)) == ["SlotLeft"]
    assert [each.name for each in on.ready()] == ["Hawk", "Heron"]
    assert kinds(played(on, "Heron: fly F")) == ["SlotTaken", "StarshipFlew"]
    assert (on.slot, on.acted) == (2, ("Heron",))


def test_where_one_starship_alone_is_left_and_is_ordered_nothing_its_slot_passes() -> None:
    on = sides("Kite", "Hawk", "Heron")
    assert kinds(played(on)) == ["SlotPassed"]


def test_a_side_with_fewer_starships_than_slots_has_its_first_ones() -> None:
    """Heron is lost: the slot that it rolled comes first, and is Hawk's; the third goes to nobody."""
    on = sides("Heron", "Kite", "Hawk")
    on.starships["Heron"].gone = True
    assert on.acting() == on.starships["Hawk"]
    played(on, "Hawk: fly F")
    played(on, "Kite: fly F")
    assert (on.turn, on.slot) == (2, 0)


def test_the_slot_that_a_side_has_nobody_for_goes_to_no_other_side() -> None:
    """Heron is lost and Hawk has acted: the second slot is nobody's, and Kite has its own."""
    on = sides("Heron", "Hawk", "Kite")
    on.starships["Heron"].gone = True
    played(on, "Hawk: fly F")
    assert (on.turn, on.slot) == (1, 2)
    assert on.acting() == on.starships["Kite"]


def test_who_is_shut_down_is_not_chosen() -> None:
    on = sides()
    on.starships["Hawk"].shut_down = True
    assert on.acting() == on.starships["Heron"]


def test_where_everybody_is_shut_down_the_round_waits_for_strain_to_be_mended() -> None:
    on = sides()
    for each in on.starships.values():
        each.shut_down = True
    played(on)
    assert (on.turn, on.slot) == (2, 0)
    assert awaited(on) == "Nobody can act: Hawk is shut down."
    assert voided(played(on, "Hawk: fly F")) == [("fly F", "shut-down", "0", "6")]
    on.starships["Kite"].shut_down = False
    played(on)
    assert on.acting() == on.starships["Kite"]


def test_of_several_players_of_a_side_the_slot_is_for_who_rolled_it_then_for_another() -> None:
    """Rule: house."""
    on = board(
        starship("Hawk"), starship("Heron", "6D", player="Uma"), starship("Kite", "9A"), order=("Heron", "Hawk", "Kite")
    )
    on.by_side = True
    assert course.owed(on, ("Anna", "Ben", "Uma")).orders_by == ("Uma",)
    on.starships["Heron"].gone = True
    assert course.owed(on, ("Anna", "Ben", "Uma")).orders_by == ("Anna",)


def test_the_choice_is_told_on_the_board_and_in_an_order_file() -> None:
    on = sides()
    assert name_of(on) == "Round 1, slot 1: red"
    assert awaited(on) == "Anna orders a manoeuvre and an action for Hawk or Heron."
    assert initiative_line(on) == "Slots: red, blue, red."
    file = template(on, "Anna", "duel")
    assert "starship Hawk" in file
    assert "starship Heron" in file
    played(on, "Heron: fly F")
    assert initiative_line(on) == "Slots: red, blue, red. Heron has acted."
    assert standing(on)["now"]["have_acted"] == ["Heron"]
    assert name_of(on) == "Round 1, slot 2: Kite (blue)"


def test_what_is_foretold_goes_by_who_is_ordered_first() -> None:
    given = ordered("Heron: fly F", "Hawk: fly F")
    assert forecast(sides(), "Anna", {1: given}) == ["Heron flies F: to 0,5 facing A, 1 of 3 movement"]
    assert [len([*problems_at(sides(), 1, order, given)]) for order in given] == [0, 1]


def test_the_last_round_is_over_with_the_last_slot_in_which_anybody_can_act() -> None:
    on = sides("Kite", "Heron", "Hawk")
    on.rounds = 1
    on.starships["Heron"].gone = True
    assert kinds(played(on, "Kite: fly F")) == ["SlotTaken", "StarshipFlew"]
    assert kinds(played(on, "Hawk: fly F")) == ["SlotTaken", "StarshipFlew", "TimeRanOut"]
