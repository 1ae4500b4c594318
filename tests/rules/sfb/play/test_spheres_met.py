"""Expanding spheres in play: formed, met and ended. The example is that of G23.41."""

from collections.abc import Callable

import pytest

from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.spheres.facts import SphereEnded, SphereEndOrdered, SphereFormed, SphereOrdered, SphereStruck
from sits_es.rules.sfb.spheres.rules import cross, form
from sits_es.rules.sfb.sums.places import Place
from tests.rules.sfb.boards import at_work, board, of, play, unit


def approach(*ranges: int) -> Callable[[Resolution], None]:
    """Kite and Hawk both move, so that they are this far apart after impulse 1, 2 and so on."""

    def move(work: Resolution) -> None:
        half, rest = divmod(ranges[work.now - 1], 2)
        work.board.units["Hawk"].place, work.board.units["Kite"].place = Place(-half), Place(half + rest)

    return move


def met(on: Board, *ranges: int) -> list[tuple[int, int, int]]:
    """Before, after and strength of each time that Kite met Hawk's sphere."""
    facts = play(at_work(on), range(1, len(ranges) + 1), approach(*ranges), cross)
    struck = of(facts, SphereStruck)
    assert all((fact.unit, fact.target) == ("Hawk", "Kite") for fact in struck)
    return [(fact.before, fact.after, fact.strength) for fact in struck]


def half_a_hex() -> Board:
    return board(unit("Hawk", "-0.5,0,0", sphere=(5_000, 100_000)), unit("Kite", "0.5,0,0"))


@pytest.mark.parametrize("ranges", [(6_286, 2_572), (6_250, 2_500)])
def test_two_units_at_speed_six_meet_a_sphere_of_half_a_hex_at_their_second_step(ranges: tuple[int, int]) -> None:
    assert met(half_a_hex(), *ranges) == [(*ranges, 383_333)]


def test_a_unit_meets_a_sphere_from_within_and_on_its_very_radius() -> None:
    assert met(half_a_hex(), 4_000, 6_000) == [(10_000, 4_000, 383_333), (4_000, 6_000, 383_333)]
    assert met(half_a_hex(), 5_000, 4_999) == [(10_000, 5_000, 383_333)]
    assert met(half_a_hex(), 5_001, 10_000) == []


def test_who_stays_on_the_radius_meets_it_once() -> None:
    assert met(half_a_hex(), 5_000, 5_000, 5_000) == [(10_000, 5_000, 383_333)]


def test_a_sphere_stays_until_it_is_ended() -> None:
    on = board(unit("Hawk", "-0.5,0,0"), unit("Kite", "0.5,0,0"))
    orders = (
        SphereOrdered(unit="Hawk", impulse=1, radius=10_000, energy=60_000),
        SphereOrdered(unit="Hawk", impulse=2, radius=10_000, energy=60_000),
        SphereEndOrdered(unit="Hawk", impulse=3),
        SphereEndOrdered(unit="Hawk", impulse=4),
    )
    facts = play(at_work(on, *orders), range(1, 5), form)
    assert of(facts, SphereFormed) == [SphereFormed(unit="Hawk", radius=10_000, energy=60_000)]
    assert of(facts, SphereEnded) == [SphereEnded(unit="Hawk")]
    assert [void.why.code for void in of(facts, OrderVoided)] == ["sphere-is-up", "no-sphere"]
    assert on.units["Hawk"].sphere is None


def test_a_sphere_that_is_formed_with_a_unit_on_its_radius_is_met_at_once() -> None:
    on = board(unit("Hawk", "-0.5,0,0"), unit("Kite", "0.5,0,0"))
    work = at_work(on, SphereOrdered(unit="Hawk", impulse=2, radius=10_000, energy=60_000))
    facts = play(work, range(1, 5), form, cross)
    assert [(fact.target, fact.strength) for fact in of(facts, SphereStruck)] == [("Kite", 220_000)]


def test_every_other_unit_meets_it_and_a_ship_never_its_own() -> None:
    on = board(
        unit("Hawk", sphere=(5_000, 10_000)),
        unit("Heron", "1,0,0"),
        unit("Kite", "0,1,0"),
        unit("Kite-drone-1", "0,0,1", card="Drone"),
    )

    def close(work: Resolution) -> None:
        for each in work.board.out():
            each.place = Place(each.place.x // 4, each.place.y // 4, each.place.z // 4)

    facts = of(play(at_work(on), 1, close, cross), SphereStruck)
    assert [fact.target for fact in facts] == ["Heron", "Kite", "Kite-drone-1"]
