"""Manoeuvres: the Fly manoeuvre in play, and changes of speed. Rule: rules.md, Fly, Stacking, Terrain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.starwars.flying.facts import SpeedChanged, StarshipFlew
from sits_es.rules.starwars.slots.facts import OrderVoided
from sits_es.rules.starwars.sums.flying import turned
from sits_es.space.hexes import HexVector, Position
from tests.rules.starwars.fleets import board, place, starship, terrain
from tests.rules.starwars.play.at_play import kinds, of, play, played, voided
from tests.shared.rows import each_row


def test_a_starship_flies_in_the_direction_that_it_is_facing_and_turns_at_any_point() -> None:
    on = board(starship("Hawk", facing="A"))
    assert played(on, "Hawk: fly F R F L F") == [
        StarshipFlew(
            starship="Hawk",
            steps=("F", "R", "F", "L", "F"),
            path=((0, -1), (1, -2), (1, -3)),
            q=1,
            r=-3,
            facing="A",
            movement=3,
        )
    ]
    assert on.starships["Hawk"].place == place("2A 1B")


def test_no_hexes_is_a_flight_too() -> None:
    on = board(starship("Hawk", facing="A", speed=0))
    (flew,) = played(on, "Hawk: fly R R R")
    assert isinstance(flew, StarshipFlew)
    assert (flew.path, flew.movement, flew.facing) == ((), 0, "D")


@each_row(
    ("card", "speed", "steps", "fault"),
    [
        ("Fighter", 3, "F F F", None),
        ("Fighter", 3, "F F F F", (4, "movement")),
        ("Fighter", 0, "F", (1, "movement")),
        ("Fighter", 3, "L R L", None),
        ("Fighter", 3, "L R L F R", (5, "turns")),
        ("Corvette", 3, "L L", None),
        ("Corvette", 3, "L F L F R", (5, "turns")),
        ("Station", 1, "L F", None),
        ("Station", 1, "L F R", (3, "turns")),
    ],
)
def test_a_flight_that_breaks_a_rule_comes_to_nothing_as_a_whole(
    card: str, speed: int, steps: str, fault: tuple[int, str] | None
) -> None:
    """Up to its current speed in hexes; turns: 3 up to silhouette 4, 2 from 5 to 7, 1 from 8 on."""
    on = board(starship("Hawk", card=card, speed=speed))
    facts = played(on, f"Hawk: fly {steps}")
    if fault is None:
        assert kinds(facts) == ["StarshipFlew"]
    else:
        assert voided(facts) == [(f"fly {steps}", "flight-unlawful", *map(str, fault))]
        assert (on.starships["Hawk"].place, on.starships["Hawk"].facing) == (Position(), "A")


def test_the_first_step_that_breaks_a_rule_is_named() -> None:
    on = board(starship("Hawk", speed=1), starship("Kite", "2A", card="Corvette"))
    assert voided(played(on, "Hawk: fly F F R R R R")) == [
        ("fly F F R R R R", "flight-unlawful", "2", "movement")  # its hex is occupied too, and step 6 is a fourth turn
    ]


@each_row(
    ("flies", "stands", "may"),
    [("Fighter", "Fighter", True), ("Fighter", "Corvette", False), ("Corvette", "Fighter", False)],
)
def test_who_shares_a_hex(flies: str, stands: str, may: bool) -> None:
    """A hex with a starship of silhouette 5 or more can't be entered; several of 4 or less may share one."""
    for whose in ("Kite", "Heron"):  # a foe's and one's own
        on = board(starship("Hawk", card=flies), starship(whose, "1A", card=stands))
        facts = played(on, "Hawk: fly F F")
        assert voided(facts) == ([] if may else [("fly F F", "flight-unlawful", "1", "occupied")])


def test_what_is_lost_stands_in_nobodys_way_and_what_is_shut_down_does() -> None:
    on = board(starship("Hawk"), starship("Kite", "1A", card="Corvette", gone=True))
    assert kinds(play(on, "Hawk: fly F")) == ["StarshipFlew"]
    on = board(starship("Hawk"), starship("Kite", "1A", card="Corvette", shut_down=True))
    assert kinds(play(on, "Hawk: fly F")) == ["OrderVoided"]


def test_entering_a_hex_of_a_gravity_well_spends_two_movement() -> None:
    on = board(starship("Hawk", speed=3), terrain("Maw", "gravity-well", "", "1A", "2A"))
    assert voided(play(on, "Hawk: fly F F")) == [("fly F F", "flight-unlawful", "2", "movement")]
    (flew,) = of(play(on, "Hawk: fly F"), StarshipFlew)
    assert flew.movement == 2


@each_row(
    ("speed", "line", "now"),
    [(4, "accelerate", 5), (5, "accelerate", None), (1, "decelerate", 0), (0, "decelerate", None)],
)
def test_a_starship_changes_its_speed_by_one_from_0_to_what_its_card_allows(
    speed: int, line: str, now: int | None
) -> None:
    """A Fighter's card allows speed 5. Rule: base game, Accelerate and Decelerate."""
    on = board(starship("Hawk", speed=speed))
    facts = played(on, f"Hawk: {line}")
    if now is None:
        assert voided(facts) == [(line, "speed-beyond", str(speed), "5")]
    else:
        assert facts == [SpeedChanged(starship="Hawk", speed=now)]
    assert on.starships["Hawk"].speed == (speed if now is None else now)


def test_a_slot_has_one_manoeuvre() -> None:
    on = board(starship("Hawk"))
    facts = played(on, "Hawk: accelerate", "Hawk: fly F", "Hawk: decelerate")
    assert voided(facts) == [("fly F", "manoeuvred-already"), ("decelerate", "manoeuvred-already")]
    assert on.starships["Hawk"].speed == 4


def test_a_manoeuvre_that_came_to_nothing_was_the_slots_manoeuvre_all_the_same() -> None:
    on = board(starship("Hawk", speed=1))
    facts = played(on, "Hawk: fly F F", "Hawk: fly F")
    assert voided(facts) == [("fly F F", "flight-unlawful", "2", "movement"), ("fly F", "manoeuvred-already")]


@given(
    steps=st.lists(st.sampled_from("FFLR"), min_size=1, max_size=8),
    card=st.sampled_from(["Fighter", "Corvette", "Station"]),
    speed=st.integers(0, 5),
    facing=st.sampled_from("ABCDEF"),
    well=st.sets(st.sampled_from(["1A", "1B", "2A", "1A 1B"])),
)
def test_net_motion_is_kept(steps: list[str], card: str, speed: int, facing: str, well: set[str]) -> None:
    """The path leads from hex to hex as the steps say, and the end is where it leads."""
    on = board(
        starship("Hawk", card=card, speed=speed, facing=facing),  # type: ignore[arg-type]  # by row
        starship("Kite", "2C", card="Corvette"),
        terrain("Maw", "gravity-well", *sorted(well)),
    )
    facts = play(on, f"Hawk: fly {' '.join(steps)}")
    hawk = on.starships["Hawk"]
    if of(facts, OrderVoided):
        assert (hawk.place, hawk.facing) == (Position(), facing)
        return
    (flew,) = of(facts, StarshipFlew)
    at, path = Position(), []
    for step in steps:
        if step == "F":
            at += HexVector.unit(facing)
            path.append((at.q, at.r))
        else:
            facing = turned(facing, step)
    assert (flew.path, flew.q, flew.r, flew.facing) == (tuple(path), at.q, at.r, facing)
    assert (hawk.place, hawk.facing) == (at, facing)
    assert len(path) <= flew.movement <= speed
