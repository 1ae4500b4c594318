"""What ends a run of impulses early. Rule: house."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from sits_es.dice import ScriptedDice
from sits_es.events import Event
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.ending.facts import Condition, OrderVoided, RunEnded, RunStopped, StopOrdered
from sits_es.rules.sfb.ending.rules import heed
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.launching.facts import LaunchOrdered, SeekerLaunched, SeekerStruck
from sits_es.rules.sfb.motion.facts import SpeedOrdered
from sits_es.rules.sfb.procedure import carry_out
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, SphereStruck
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.turns.facts import HighEnergyTurned
from sits_es.rules.sfb.webs.facts import UnitTrapped
from tests.rules.sfb.boards import at_work, board, by_player, of, parts, unit
from tests.shared.rows import each_row

SHOT: dict[str, Any] = {"weapon": "phasers", "mounts": (), "exact": 0, "yaw": 0, "pitch": 0}


def felt(who: str, damage: int) -> ExplosionFelt:
    """What somebody felt of an explosion."""
    return ExplosionFelt(unit=who, source="Mine", exact=1, strength=damage, damage=damage, in_web=False)


def launched(at: str) -> SeekerLaunched:
    """A launch."""
    return SeekerLaunched(
        unit="Kestrel",
        launcher="drone-rack",
        seeker="D",
        unit_class="Drone",
        target=at,
        aim=None,
        place=Place(),
        facing=Facing(),
        speed=1,
    )


@each_row(
    ("condition", "fact"),
    [
        ("launched at", launched("{}")),
        ("fired at", WeaponFired(unit="Kestrel", target="{}", **SHOT)),
        ("struck", SeekerStruck(unit="D", target="{}", exact=1)),
        ("struck", felt("{}", 1)),
        ("struck", SphereStruck(unit="Kestrel", target="{}", before=2, after=1, strength=1)),
        ("trapped", UnitTrapped(unit="{}", web="web-1", exact=1)),
        (
            "broken down",
            HighEnergyTurned(unit="{}", to=Facing(), facing=Facing(), die=6, needed=6, broke_down=True),
        ),
    ],
)
def test_a_run_stops_when_what_was_named_befalls_the_unit_and_nobody_else(condition: Condition, fact: Event) -> None:
    def befell(who: str) -> Event:
        field = "target" if getattr(fact, "target", None) is not None else "unit"
        return evolve(fact, **{field: who})

    for who, met in (("Swift", True), ("Kestrel", False)):
        work = at_work(board(unit("Swift"), unit("Kestrel")), StopOrdered(unit="Swift", condition=condition))
        work.begin(1)
        work.facts.append(befell(who))
        assert heed(work, 0) is met
        assert bool(of(work.facts, RunStopped)) is met


def test_an_explosion_that_does_no_damage_strikes_nobody() -> None:
    work = at_work(board(unit("Swift")), StopOrdered(unit="Swift", condition="struck"))
    work.begin(1)
    work.facts.append(felt("Swift", 0))
    assert not heed(work, 0)


def test_what_happened_in_an_earlier_impulse_stops_nothing_later() -> None:
    work = at_work(board(unit("Swift")), StopOrdered(unit="Swift", condition="struck"))
    work.begin(1)
    work.facts.append(felt("Swift", 3))
    assert not heed(work, 1)


@pytest.mark.parametrize(("away", "met"), [("5,0,0", True), ("5.0001,0,0", False)])
def test_a_range_is_met_at_exactly_that_range(away: str, met: bool) -> None:
    stop = StopOrdered(unit="Swift", condition="range at most", target="Kestrel", range=parts(5))
    work = at_work(board(unit("Swift"), unit("Kestrel", away)), stop)
    work.begin(1)
    assert heed(work, 0) is met


@each_row(("facing", "met"), [("yaw 0", True), ("yaw 100", True), ("yaw 101", False)])
def test_a_target_bears_when_any_weapon_does(facing: str, met: bool) -> None:
    stop = StopOrdered(unit="Swift", condition="target bears", target="Kestrel")
    work = at_work(board(unit("Swift", facing=facing), unit("Kestrel", "3,0,0")), stop)
    work.begin(1)
    assert heed(work, 0) is met


def run(on: Board, *orders: OfUnit) -> list[Event]:
    """The facts of an exchange of eight impulses."""
    return carry_out(on, by_player(on, orders), ScriptedDice([]))


def test_an_order_counts_from_its_impulse_on_until_the_run_ends() -> None:
    on = board(unit("Swift"), unit("Kestrel", "4,0,0", "yaw 180", speed="32"))
    stop = StopOrdered(unit="Swift", impulse=4, condition="range at most", target="Kestrel", range=parts(2))
    facts = run(on, stop)
    assert of(facts, RunStopped) == [
        RunStopped(unit="Swift", condition="range at most", target="Kestrel", range=20_000)
    ]
    assert of(facts, RunEnded) == [RunEnded(impulse=4, stopped=True)]
    assert on.passed == 4
    late = StopOrdered(unit="Swift", impulse=2, condition="range at most", target="Kestrel", range=parts(1))
    on = board(unit("Swift"), unit("Kestrel", "4,0,0", "yaw 180", speed="32"))
    assert of(run(on, late), RunEnded) == [RunEnded(impulse=3, stopped=True)]


def test_a_stop_ends_the_run_after_its_impulse_and_orders_for_later_ones_are_not_carried_out() -> None:
    on = board(unit("Swift"), unit("Kestrel", "9,0,0", "yaw 180"))
    orders = [
        StopOrdered(unit="Swift", condition="launched at"),
        LaunchOrdered(unit="Kestrel", impulse=2, launcher="drone-rack", target="Swift"),
        SpeedOrdered(unit="Swift", impulse=3, speed=parts(4)),
    ]
    facts = run(on, *orders)
    assert of(facts, RunEnded) == [RunEnded(impulse=2, stopped=True)]
    assert on.units["Swift"].speed == 0


def test_each_stop_that_was_met_is_told() -> None:
    on = board(unit("Swift"), unit("Kestrel", "1,0,0"))
    orders = [
        StopOrdered(unit=name, condition="range at most", target=other, range=parts(2))
        for name, other in (("Swift", "Kestrel"), ("Kestrel", "Swift"))
    ]
    assert [fact.unit for fact in of(run(on, *orders), RunStopped)] == ["Swift", "Kestrel"]


def test_a_run_without_a_stop_goes_on_to_its_agreed_length() -> None:
    on = board(unit("Swift"))
    assert run(on) == [RunEnded(impulse=8)]


def test_the_stop_of_a_unit_that_is_gone_is_voided_once() -> None:
    on = board(unit("Swift", gone="lost"), unit("Kestrel"))
    stop = StopOrdered(unit="Swift", condition="range at most", target="Kestrel", range=parts(9))
    facts = run(on, stop)
    assert [void.why.code for void in of(facts, OrderVoided)] == ["unit-gone"]
    assert of(facts, RunEnded) == [RunEnded(impulse=8)]
