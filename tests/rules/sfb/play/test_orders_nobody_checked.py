"""Every order that the checker refuses, sealed all the same: it comes to nothing in play, or does no harm."""

from __future__ import annotations

from typing import Final

import pytest

from sits_es.dice import KeyedDice
from sits_es.events import Event
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.ending.facts import OrderVoided, RunStopped
from sits_es.rules.sfb.fact import Entry, OfUnit
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.launching.facts import SeekerLaunched
from sits_es.rules.sfb.motion.facts import SpeedChanged, ThrustChanged
from sits_es.rules.sfb.orders.language import write_order
from sits_es.rules.sfb.procedure import carry_out
from sits_es.rules.sfb.sums.facings import Turn
from sits_es.rules.sfb.telling import tell
from sits_es.rules.sfb.turns.facts import HighEnergyTurned, TacBegun, UnitTurned
from tests.rules.sfb.boards import board, by_player, of, unit
from tests.rules.sfb.order_refusals import REFUSED, meeting, orders_of
from tests.shared.rows import each_row

#: Lines whose last order is refused and does no harm: the last of the impulse's counts, which could have been alone.
HARMLESS: Final = {
    ("5 speed 3", "5 speed 4"): "the last speed counts",
    ("break speed 3", "break speed 3"): "the last speed counts",
    ("5 turn yaw 1", "5 turn pitch 1"): "both count together against the limit",
    ("1 tac warp", "1 tac sublight"): "that is what tac both is",
    ("1 fire 4 phasers at Kestrel",): "those fire that there are",
    ("1 fire 2 phasers at Kestrel", "1 fire 2 phasers at Kestrel"): "those fire that there are",
    ("5 speed 3", "5 decelerate"): "the deceleration comes after the speed",
    ("5 thrust 1", "5 decelerate for 4"): "the deceleration comes after the thrust",
    ("1 stop if range to Kestral at most 3",): "it is never met",
    ("1 stop if Hawk bears",): "it is met as `stop if range to Weft at most 9999` is",
    ("1 stop if Kite bears",): "it is never met",
}
#: Refused for what an earlier exchange has done: see the test of its own.
OF_EARLIER: Final = ("30 decelerate for 5", "break thrust 1")


def unchecked(on: Board, given: list[OfUnit]) -> list[Event]:
    """A whole turn, or the break, of orders that nobody checked."""
    on.run = 32
    return carry_out(on, by_player(on, given), KeyedDice(bytes(32), "game", on.turn, on.impulse))


@each_row("lines", [lines for lines, *_ in REFUSED if tuple(lines) != OF_EARLIER])
def test_what_the_checker_refuses_comes_to_nothing_in_play_or_does_no_harm(lines: list[str]) -> None:
    given = orders_of(*lines)
    refused, on = given[-1], meeting()
    if isinstance(refused, Entry):
        return  # nobody can seal it: see test_sfb_sealed_entries
    if refused.impulse == BREAK:
        on.impulse = BREAK
    voided = [(fact.unit, fact.order) for fact in of(unchecked(on, given), OrderVoided)]
    came_to_nothing = (refused.unit, write_order(refused)) in voided
    assert came_to_nothing is (tuple(lines) not in HARMLESS)
    assert on.impulse == BREAK or on.passed == 32 or tuple(lines) in HARMLESS


def test_a_wait_that_goes_on_in_the_next_turn_voids_thrust_in_the_break() -> None:
    on = meeting()
    unchecked(on, orders_of("30 decelerate for 5"))
    on.impulse = BREAK
    (void,) = of(unchecked(on, orders_of("break thrust 1")), OrderVoided)
    assert tell(void).endswith(
        "it cannot use impulse energy up to and including 2.3, after an emergency deceleration (C8.41)."
    )


def test_the_last_speed_counts_and_an_emergency_deceleration_comes_after_speed_and_thrust() -> None:
    assert [fact.after for fact in of(unchecked(meeting(), orders_of("5 speed 3", "5 speed 4")), SpeedChanged)] == [
        30_000,
        40_000,
    ]
    on = meeting()
    facts = unchecked(on, orders_of("5 speed 3", "5 thrust 1", "5 decelerate"))
    assert [fact.after for fact in of(facts, SpeedChanged)] == [30_000, 0]
    assert [fact.after for fact in of(facts, ThrustChanged)] == [10_000, 0]
    assert on.units["Hawk"].place == meeting().units["Hawk"].place


def test_two_turns_of_an_impulse_are_held_against_one_limit() -> None:
    facts = unchecked(meeting(), orders_of("5 turn yaw 1", "5 turn yaw 1"))
    assert [fact.turn for fact in of(facts, UnitTurned) if fact.unit == "Hawk"] == [Turn(yaw=10_000)]
    assert len(of(facts, OrderVoided)) == 1


def test_two_manoeuvres_begun_together_are_both() -> None:
    assert of(unchecked(meeting(), orders_of("1 tac warp", "1 tac sublight")), TacBegun) == of(
        unchecked(meeting(), orders_of("1 tac both")), TacBegun
    )


def test_a_ship_turns_by_high_energy_once_in_an_impulse_and_not_otherwise_then() -> None:
    twice = unchecked(meeting(), orders_of("5 het to yaw 90", "5 het to yaw 180"))
    turned = unchecked(meeting(), orders_of("5 turn yaw 1", "5 het to yaw 90"))
    said = "it makes another turn in this impulse. A high-energy turn must be a unit's only turn (C6.0)."
    for facts, made in ((twice, 1), (turned, 0)):
        assert len(of(facts, HighEnergyTurned)) == made
        (void,) = of(facts, OrderVoided)
        assert tell(void).endswith(said)


def test_no_more_weapons_fire_than_there_are() -> None:
    on = board(unit("Hawk"), unit("Kestrel", "5,0,0"))
    (fired,) = of(unchecked(on, orders_of("1 fire 4 phasers at Kestrel")), WeaponFired)
    assert len(fired.mounts) == 3


def test_what_comes_out_of_its_carrier_neither_fires_nor_launches_nor_watches_in_that_impulse() -> None:
    on = board(unit("Ark", card="Station"), unit("Hawk", aboard="Ark"), unit("Kestrel", "5,0,0"))
    lines = [
        "1 Ark: release Hawk",
        "1 fire phasers at Kestrel",
        "1 launch drone-rack at Kestrel",
        "1 stop if range to Kestrel at most 9",
    ]
    facts = unchecked(on, orders_of(*lines))
    assert of(facts, WeaponFired) == of(facts, SeekerLaunched) == of(facts, RunStopped) == []
    said = "it is released in this impulse. It takes orders from the next impulse (A3.4)."
    assert [tell(fact).endswith(said) for fact in of(facts, OrderVoided)] == [True] * 3
    again = board(unit("Ark", card="Station"), unit("Hawk", aboard="Ark"), unit("Kestrel", "5,0,0"))
    assert len(of(unchecked(again, orders_of(lines[0], "2 fire phasers at Kestrel")), WeaponFired)) == 1


@each_row(("name", "card"), [("Hawk", "Drone"), ("Hawk", "Mine"), ("Hawk", "Station")])
def test_nobody_gives_a_speed_in_the_turn_break_to_what_nobody_steers(name: str, card: str) -> None:
    """A drone is as fast as its card says, a mine and a base stay where they are."""
    on = board(unit(name, card=card), unit("Kestrel", "5,0,0"), impulse=BREAK)
    (void,) = unchecked(on, orders_of("break speed 31"))
    assert isinstance(void, OrderVoided)
    assert void.why.code == "no-helm"
    assert on.units[name].speed == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 fire lasers at Kestrel", "There is no weapon lasers. Did you mean phasers? Weapons: phasers."),
        ("1 launch tube at Kestrel", "There is no launcher tube. Launchers: drone-rack."),
    ],
)
def test_what_the_card_has_not_is_neither_fired_nor_launched(line: str, said: str) -> None:
    (void,) = of(unchecked(meeting(), orders_of(line)), OrderVoided)
    assert tell(void).endswith(said)
