"""Whose exchange it is in each stage of a slot, and what may come after it. Rule: house."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import KeyedDice
from sits_es.rules.starwars import STEPS
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.harm.rules import enter
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.ending import outcome
from sits_es.rules.starwars.slots.rules import carry_out
from sits_es.rules.starwars.starwars import SYSTEM
from sits_es.rules.system import Owed
from tests.rules.starwars.any_slots import crowd, orders_of
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.play.at_play import ordered, played
from tests.shared.rows import each_row

PLAYERS = ("Anna", "Ben", "Uma")
MISS = "ability:a ability:blank proficiency:blank difficulty:f difficulty:blank setback:blank"


def owed(on: Board) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The label of the exchange at hand, who orders, and who gives a part in the dice and nothing else."""
    found = course.owed(on, PLAYERS)
    assert (found.sealed, found.steps) == (False, (1,))
    return found.label, found.orders_by, found.nonces_by


def test_initiative_is_ordered_by_nobody_and_everybody_has_a_part_in_its_dice() -> None:
    rolls = {"Hawk": (1, 0, 0), "Kite": (1, 0, 0)}
    on = board(*(starship(name, initiative=pool) for name, pool in rolls.items()), stage="initiative")
    on.order = ()
    assert owed(on) == ("1.initiative", (), PLAYERS)
    played(on, dice="ability:blank ability:s")
    assert owed(on) == ("1.1", ("Ben",), ("Anna", "Uma"))


def test_a_player_acts_alone_in_each_stage_and_a_foe_in_between_names_the_side() -> None:
    on = board(starship("Hawk"), starship("Kite", facing="D", advantage=("Hawk",)))
    assert owed(on) == ("1.1", ("Anna",), ("Ben", "Uma"))
    played(on, "Hawk: fire forward-lasers at Kite")
    assert owed(on) == ("1.1-side", ("Ben",), ("Anna", "Uma"))
    played(on, "Kite: side A", dice=MISS)
    assert owed(on) == ("1.1-spend", ("Anna",), ("Ben", "Uma"))
    played(on)
    assert owed(on) == ("1.2", ("Ben",), ("Anna", "Uma"))
    played(on)
    assert owed(on) == ("2.1", ("Anna",), ("Ben", "Uma"))


def test_what_may_come_ends_with_the_next_round_and_asks_everybody_for_a_nonce() -> None:
    on = board(starship("Hawk"), starship("Kite"))
    found = list(course.upcoming(on, PLAYERS))
    a_round = ["1", "1-side", "1-spend", "2", "2-side", "2-spend"]
    assert [each.label for each in found] == [f"{turn}.{step}" for turn in (1, 2) for step in a_round]
    assert found[0] == course.owed(on, PLAYERS)
    assert {(each.orders_by, each.nonces_by) for each in found[1:]} == {((), PLAYERS)}


def test_one_starship_alone_has_its_slot_in_every_round() -> None:
    on = board(starship("Hawk"))
    assert [each.label for each in course.upcoming(on, PLAYERS)] == [
        f"{turn}.1{stage}" for turn in (1, 2) for stage in ("", "-side", "-spend")
    ]
    played(on)
    assert owed(on) == ("2.1", ("Anna",), ("Ben", "Uma"))


@each_row("step", [1, 2, 4, len(STEPS)])
def test_a_moment_is_written_and_read_as_players_say_it(step: int) -> None:
    at = course.owed(board(starship("Hawk")), PLAYERS).moment
    moment = type(at)(3, step)
    assert SYSTEM.label(moment) == f"3.{STEPS[step - 1]}"
    assert SYSTEM.read_moment(SYSTEM.label(moment)) == moment


@given(data=st.data())
@settings(max_examples=30)
def test_whatever_comes_next_was_among_what_might_come(data: st.DataObject) -> None:
    """Programs seal nonces for all of it ahead: an exchange that nobody foresaw would wait for somebody to write."""
    on, foreseen = crowd("initiative"), list[Owed]()
    on.rounds = 3
    while outcome(on) is None:
        at = course.owed(on, PLAYERS).moment
        assert not foreseen or at in {each.moment for each in foreseen}
        foreseen = list(course.upcoming(on, PLAYERS))
        assert [each.moment for each in foreseen] == sorted({each.moment for each in foreseen})
        who = (
            on.declared.by if on.stage == "side" and on.declared is not None else on.order[on.slot] if on.order else ""
        )
        orders = {on.starships[who].player: data.draw(orders_of(on, (who,), most=2))} if who else {}
        carry_out(on, orders, KeyedDice(data.draw(st.binary(min_size=32, max_size=32)), "game", at.turn, at.segment))
        course.advance(on)
        # strain comes and goes while others act
        name = data.draw(st.sampled_from(sorted(on.starships)))
        entered = ordered(f"{name}: strain {data.draw(st.sampled_from(('+9', '-9')))}")
        for fact in entered:
            fact.apply(on)
        enter(on, "Anna", entered)
