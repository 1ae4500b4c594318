"""Launches: where seeking weapons are placed and how they face, and what is carried goes out."""

from attrs import evolve

from sits_es.events import Event
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.cards.unit_class import Launcher
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.launching.facts import LaunchOrdered, ReleaseOrdered, SeekerLaunched, UnitReleased
from sits_es.rules.sfb.launching.rules import launch
from sits_es.rules.sfb.sums.facings import read_facing
from sits_es.rules.sfb.sums.places import Inertia, Place
from tests.rules.sfb.boards import at_work, board, card, of, play, unit
from tests.shared.rows import each_row

DRONE = LaunchOrdered(unit="Hawk", launcher="drone-rack", target="Kite")


def launched(on: Board, *orders: LaunchOrdered | ReleaseOrdered) -> list[Event]:
    """The facts of one impulse of launches, its beginning left out."""
    return [*play(at_work(on, *orders), 1, launch)][1:]


def why(fact: object) -> tuple[object, ...]:
    assert isinstance(fact, OrderVoided)
    return (fact.why.code, *fact.why.values)


def tube(**more: object) -> Board:
    """Hawk with one plasma tube, and Kite."""
    launcher = Launcher(name="tube", launches="Drone", **more)  # type: ignore[arg-type]
    return board(unit("Hawk"), unit("Kite", "3,0,0"), cards=(card("Cruiser", launchers=(launcher,)),))


def test_a_drone_is_placed_where_its_ship_is_and_straight_at_its_target() -> None:
    on = board(unit("Hawk", "1,0,0", "yaw 300 pitch 10 roll 90", speed=12), unit("Kite", "1,2,2"))
    (fact,) = launched(on, DRONE)
    assert fact == SeekerLaunched(
        unit="Hawk",
        launcher="drone-rack",
        seeker="Hawk-drone-rack-1",
        unit_class="Drone",
        target="Kite",
        aim=None,
        place=Place(10_000),
        facing=read_facing("yaw 90 pitch 45"),
        speed=200_000,
    )
    drone = on.units["Hawk-drone-rack-1"]
    assert (drone.player, drone.side, drone.target, drone.since) == ("Anna", "alliance", "Kite", 1)


def test_shots_are_counted_and_end() -> None:
    on = board(unit("Hawk"), unit("Kite", "3,0,0"), unit("Hawk-drone-rack-2", card="Drone"))
    facts = launched(on, *[DRONE] * 5)
    names = [fact.seeker for fact in facts if isinstance(fact, SeekerLaunched)]
    # the second name was taken; nobody shares one
    assert names == ["Hawk-drone-rack-1", "Hawk-drone-rack-3", "Hawk-drone-rack-4", "Hawk-drone-rack-5"]
    assert why(facts[-1]) == ("no-shots", "drone-rack", 4)


def test_nothing_is_launched_at_what_is_gone() -> None:
    (fact,) = launched(board(unit("Hawk"), unit("Kite", gone="lost")), DRONE)
    assert why(fact) == ("target-gone", "Kite")


def test_a_ballistic_weapon_is_aimed_at_a_place() -> None:
    (fact,) = launched(board(unit("Hawk")), LaunchOrdered(unit="Hawk", launcher="drone-rack", aim=Place(0, 0, 30_000)))
    assert isinstance(fact, SeekerLaunched)
    assert (fact.target, fact.aim, fact.facing) == (None, Place(0, 0, 30_000), read_facing("yaw 90"))


def test_in_the_very_same_place_a_drone_points_as_its_ship_without_its_roll() -> None:
    (fact,) = launched(board(unit("Hawk", facing="yaw 30 roll 20"), unit("Kite")), DRONE)
    assert isinstance(fact, SeekerLaunched)
    assert fact.facing == read_facing("yaw 30")


@each_row(
    ("faces", "outside"),
    [
        ("yaw 310", None),  # the tube points 60 to the left of the ship, the target is 10 to the right of that
        ("yaw 10", None),  # 70 to the right of the torpedo: exactly on the edge of its FA
        ("yaw 10.0001", ("outside-fa", "tube", -700_001, 0)),
    ],
)
def test_a_fixed_tube_turns_its_torpedo_and_needs_the_target_in_its_fa(
    faces: str, outside: tuple[object, ...] | None
) -> None:
    on = tube(placing="fixed", yaw=600_000)
    on.units["Hawk"].facing = read_facing(faces)
    (fact,) = launched(on, evolve(DRONE, launcher="tube"))
    if outside is None:
        assert isinstance(fact, SeekerLaunched)
        assert fact.facing.yaw == (on.units["Hawk"].facing.yaw + 600_000) % 3_600_000
    else:
        assert why(fact) == outside


def test_a_fixed_tube_keeps_the_ships_pitch_and_roll() -> None:
    on = tube(placing="fixed")
    on.units["Hawk"].facing = read_facing("yaw 20 pitch 5 roll 40")
    (fact,) = launched(on, evolve(DRONE, launcher="tube"))
    assert isinstance(fact, SeekerLaunched)
    assert fact.facing == read_facing("yaw 20 pitch 5 roll 40")


@each_row(
    ("swivel", "target", "yaw"),
    [
        ("FP", Place(30_000, 0, 30_000), "45"),
        ("FP", Place(-30_000, 0, 10), "120"),  # FP reaches 120 to each side
        ("LP", Place(-20_000, 0, 10_000), "153.4349"),
        ("AP", Place(-30_000, 0, 0), "180"),
    ],
)
def test_a_swivel_points_its_torpedo_as_near_to_the_target_as_it_can(swivel: str, target: Place, yaw: str) -> None:
    on = tube(placing="swivel", swivel=swivel)
    on.units["Kite"].place = target
    (fact,) = launched(on, evolve(DRONE, launcher="tube"))
    assert isinstance(fact, SeekerLaunched)
    assert fact.facing == read_facing(f"yaw {yaw}")


def test_a_swivel_of_a_ship_upside_down_still_points_its_torpedo_at_the_target() -> None:
    on = tube(placing="swivel", swivel="FP")
    on.units["Hawk"].facing = read_facing("roll 180")
    on.units["Kite"].place = Place(0, 0, 30_000)
    (fact,) = launched(on, evolve(DRONE, launcher="tube"))
    assert isinstance(fact, SeekerLaunched)
    assert fact.facing == read_facing("yaw 90 roll 180")


def test_a_swivel_fires_no_steeper_than_sixty_degrees() -> None:
    on = tube(placing="swivel", swivel="FP")
    on.units["Kite"].place = Place(10_000, 20_000, 0)
    (fact,) = launched(on, evolve(DRONE, launcher="tube"))
    assert why(fact) == ("does-not-bear", "tube", 0, 634_349)


def test_what_is_carried_goes_out_as_its_carrier_flies() -> None:
    carrier = unit("Hawk", "1,2,3", "yaw 90 roll 10", speed=8, inertia="0.5,0,0")
    on = board(carrier, unit("Wasp", card="Fighter", aboard="Hawk", speed=3), unit("Kite"))
    facts = launched(on, ReleaseOrdered(unit="Hawk", carried="Wasp"), ReleaseOrdered(unit="Hawk", carried="Wasp"))
    assert facts[0] == UnitReleased(
        unit="Wasp",
        carrier="Hawk",
        place=Place(10_000, 20_000, 30_000),
        facing=read_facing("yaw 90 roll 10"),
        speed=30_000,
        inertia=Inertia(5_000_000),
    )
    assert on.units["Wasp"].out
    assert why(facts[1]) == ("not-aboard", "Wasp")


def test_a_mine_lies_where_it_was_laid() -> None:
    """A3.4: it is placed where its carrier is; it doesn't drift on with the carrier's inertia, by house."""
    carrier = unit("Hawk", "1,2,3", speed=8, inertia="0.5,0,0")
    on = board(carrier, unit("Mine-1", card="Mine", aboard="Hawk"), unit("Kite"))
    (fact,) = launched(on, ReleaseOrdered(unit="Hawk", carried="Mine-1"))
    assert isinstance(fact, UnitReleased)
    assert (fact.place, fact.inertia) == (Place(10_000, 20_000, 30_000), Inertia())


def test_the_order_in_which_ships_are_ordered_makes_no_difference() -> None:
    def facts(*orders: LaunchOrdered) -> list[SeekerLaunched]:
        on = board(unit("Hawk"), unit("Heron", "0,0,1"), unit("Kite", "3,0,0"))
        return of(play(at_work(on, *orders), 1, launch), SeekerLaunched)

    orders = (DRONE, evolve(DRONE, unit="Heron"), LaunchOrdered(unit="Kite", launcher="drone-rack", target="Hawk"))
    assert facts(*orders) == facts(*reversed(orders))
    assert [fact.seeker for fact in facts(*orders)] == [
        "Hawk-drone-rack-1",
        "Heron-drone-rack-1",
        "Kite-drone-rack-1",
    ]


def test_a_target_straight_above_is_dead_ahead_of_what_is_launched_at_it() -> None:
    (fact,) = launched(board(unit("Hawk", facing="yaw 30"), unit("Kite", "0,2,0")), DRONE)
    assert isinstance(fact, SeekerLaunched)
    assert fact.facing == read_facing("yaw 30 pitch 90")


def test_what_was_released_can_be_launched_at_in_the_same_impulse() -> None:
    on = board(unit("Hawk"), unit("Kite", "3,0,0"), unit("Kiwi", card="Fighter", aboard="Kite"))
    facts = launched(on, evolve(DRONE, target="Kiwi"), ReleaseOrdered(unit="Kite", carried="Kiwi"))
    assert [type(fact) for fact in facts] == [UnitReleased, SeekerLaunched]
