"""The read models of SFB 'n3D, from a short game made by hand."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.model import ReadModel
from projections.read_models import projections_for
from projections.sfb import DAMAGE_NOTES, MAP, MOVEMENT
from sits_es.events import Event
from sits_es.game.events import (
    GameCreated,
    GameStarted,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.rules.sfb.board import BREAK
from sits_es.rules.sfb.cards.unit_class import to_data
from sits_es.rules.sfb.ending.facts import DamageEntered, ImpulseBegun, LossEntered, RunEnded
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.launching.facts import SeekerLaunched, SeekerStruck, UnitReleased
from sits_es.rules.sfb.motion.facts import InertiaChanged, SpeedChanged, UnitMoved, UnitPlaced
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, MineTriggered
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.turns.facts import HighEnergyTurned, UnitTurned
from tests.shared.grown_read_models import grown_and_rebuilt, held_alike, rows_of
from tests.shared.sfb_samples import CLASSES

HEX = "0" * 64


def placed(unit: str, player: str, place: Place, **more: Any) -> UnitPlaced:
    kind = more.pop("unit_class", "War Cruiser")
    return UnitPlaced(unit=unit, unit_class=kind, player=player, side=player, place=place, facing=Facing(), **more)


#: Two runs of the first turn, the second cut short by a stop, its break, and a run of the second turn.
GAME: tuple[Event, ...] = (
    GameCreated(
        game="duel",
        title="A duel",
        system="sfb",
        edition="first",
        version=1,
        play="hot seat",
        scenario="duel",
        options={},
        tables={},
        classes={name: to_data(CLASSES[name]) for name in ("War Cruiser", "Drone")},
    ),
    PlayerJoined(player="anna", name="Anna", side="anna"),
    placed("Kestrel", "anna", Place(30_000), speed=80_000, inertia=Inertia(5)),
    placed("Hawk", "ben", Place(), speed=0),
    placed("Wasp", "anna", Place(), aboard="Kestrel"),
    placed("mine-1", "ben", Place(40_000)),
    GameStarted(),
    OrdersSealed(turn=1, segment=1, player="anna", commitment=HEX),
    SeedMade(turn=1, segment=1, seed=HEX),
    ImpulseBegun(impulse=1),
    UnitTurned(unit="Kestrel", cause="order", turn=Turn(yaw=40_000), facing=Facing(yaw=40_000)),
    UnitMoved(unit="Kestrel", moved=Place(2_500), place=Place(32_500), speed=80_000),
    WeaponFired(unit="Hawk", weapon="phasers", target="Kestrel", mounts=("top",), exact=32_500, yaw=0, pitch=0),
    SeekerLaunched(
        unit="Kestrel",
        launcher="rack",
        seeker="drone-1",
        unit_class="Drone",
        target="Hawk",
        aim=None,
        place=Place(32_500),
        facing=Facing(yaw=1_800_000),
        speed=200_000,
    ),
    RunEnded(impulse=8),
    SegmentClosed(turn=1, segment=1),
    DamageEntered(unit="Kestrel", points=4, note="both phasers"),
    ImpulseBegun(impulse=9),
    SpeedChanged(unit="Kestrel", before=80_000, after=90_000),
    UnitMoved(unit="Kestrel", moved=Place(2_500), place=Place(35_000), speed=90_000),
    MineTriggered(unit="mine-1", by="Kestrel", exact=5_000, die=1, detonated=True),
    ExplosionFelt(unit="Kestrel", source="mine-1", exact=5_000, strength=10_000, damage=4, in_web=False),
    ImpulseBegun(impulse=11),
    SeekerStruck(unit="drone-1", target="Hawk", exact=9_000),
    UnitReleased(
        unit="Wasp", carrier="Kestrel", place=Place(35_000), facing=Facing(), speed=10_000, inertia=Inertia(5)
    ),
    RunEnded(impulse=11, stopped=True),
    SegmentClosed(turn=1, segment=9),
    RunEnded(impulse=32),
    SegmentClosed(turn=1, segment=12),
    SegmentClosed(turn=1, segment=BREAK),
    TurnClosed(turn=1),
    ImpulseBegun(impulse=2),
    HighEnergyTurned(unit="Kestrel", to=Facing(yaw=5), facing=Facing(yaw=5), die=1, needed=6),
    UnitMoved(unit="Kestrel", moved=Place(2_500), place=Place(37_500), speed=90_000),
    InertiaChanged(unit="Kestrel", cause="web", change=Inertia(-5), inertia=Inertia(), by="web-1"),
    LossEntered(unit="Hawk"),
    RunEnded(impulse=8),
    SegmentClosed(turn=2, segment=1),
)


def rows(model: ReadModel, upto: int = len(GAME)) -> list[dict[str, Any]]:
    """The rows of a game as far as an event, without its name."""
    return rows_of(model, GAME[:upto])


def test_the_map_shows_every_unit_in_the_game_when_each_exchange_opened() -> None:
    stood = {(row["turn"], row["segment"], row["unit"]): (row["x"], row["yaw"], row["speed"]) for row in rows(MAP)}
    start = {"Hawk": (0, 0, 0), "Kestrel": (30_000, 0, 80_000), "Wasp": (0, 0, 0), "mine-1": (40_000, 0, 0)}
    after = {
        "Hawk": (0, 0, 0),
        "Kestrel": (32_500, 40_000, 80_000),
        "Wasp": (0, 0, 0),
        "drone-1": (32_500, 1_800_000, 200_000),
        "mine-1": (40_000, 0, 0),
    }
    stopped = {"Hawk": (0, 0, 0), "Kestrel": (35_000, 40_000, 90_000), "Wasp": (35_000, 0, 10_000)}
    last = {"Kestrel": (37_500, 5, 90_000), "Wasp": (35_000, 0, 10_000)}
    assert stood == {
        (*at, unit): row
        for at, units in (
            ((1, 1), start),
            ((1, 9), after),
            ((1, 12), stopped),
            ((1, 33), stopped),
            ((2, 1), stopped),
            ((2, 9), last),
        )
        for unit, row in units.items()
    }


def test_the_map_knows_inertia_and_who_is_aboard() -> None:
    last = {(row["turn"], row["segment"], row["unit"]): row for row in rows(MAP)}
    assert (last[1, 1, "Wasp"]["aboard"], last[1, 12, "Wasp"]["aboard"]) == ("Kestrel", None)
    assert (last[1, 12, "Wasp"]["inertia_x"], last[2, 1, "Kestrel"]["inertia_x"]) == (5, 5)
    assert last[2, 9, "Kestrel"]["inertia_x"] == 0
    assert last[1, 9, "drone-1"]["side"] == "anna"


def test_before_the_game_begins_the_map_is_empty() -> None:
    assert rows(MAP, 6) == []


def test_movement_has_a_row_for_each_impulse_in_which_a_unit_moved() -> None:
    moves = [
        tuple(row[name] for name in ("turn", "impulse", "unit", "from_x", "to_x", "speed")) for row in rows(MOVEMENT)
    ]
    assert moves == [
        (1, 1, "Kestrel", 30_000, 32_500, 80_000),
        (1, 9, "Kestrel", 32_500, 35_000, 90_000),
        (2, 2, "Kestrel", 35_000, 37_500, 90_000),
    ]


def test_damage_notes_have_hits_and_what_was_entered() -> None:
    notes = [
        tuple(row[name] for name in ("number", "turn", "impulse", "unit", "kind", "points"))
        for row in rows(DAMAGE_NOTES)
    ]
    assert notes == [
        (1, 1, 1, "Kestrel", "fire", None),
        (2, 1, 8, "Kestrel", "damage", 4),
        (3, 1, 9, "Kestrel", "explosion", 4),
        (4, 1, 11, "Hawk", "seeking", None),
        (5, 2, 2, "Hawk", "lost", None),
    ]
    assert rows(DAMAGE_NOTES)[1]["note"] == "both phasers"


def test_a_game_has_the_read_models_of_every_game_and_these() -> None:
    names = [model.name for model in projections_for("sfb")]
    assert names == ["games", "audit_log", "sfb.map", "sfb.movement", "sfb.damage_notes"]


@settings(max_examples=25, deadline=None)
@given(cuts=st.sets(st.integers(0, len(GAME) - 2), max_size=8), batch=st.integers(1, 40))
def test_a_rebuild_equals_work_done_bit_by_bit(cuts: set[int], batch: int) -> None:
    grown, rebuilt = grown_and_rebuilt("sfb", "duel", GAME, cuts, batch)
    assert grown == rebuilt
    assert len(grown["audit_log"]) == len(GAME)


@pytest.mark.parametrize("model", [MAP, MOVEMENT, DAMAGE_NOTES], ids=lambda model: model.name)
def test_rows_that_hold_are_the_same_in_their_table_and_followed_fact_by_fact(model: ReadModel) -> None:
    assert held_alike(model, GAME)
