"""The read models of Star Wars hex combat, from a short game made by hand."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.model import ReadModel
from projections.read_models import projections_for
from projections.starwars import DAMAGE_NOTES, MAP, MOVEMENT
from sits_es.events import Coded, Event
from sits_es.game.events import (
    FactsRecorded,
    GameCreated,
    GameStarted,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.rules.schema import data_of
from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.flying.facts import SpeedChanged, StarshipFlew
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    CriticalSuffered,
    NoteEntered,
    ShieldsEntered,
    StarshipLost,
    StarshipRestored,
    StarshipShutDown,
    StrainEntered,
    StrainSuffered,
    TraumaEntered,
    TraumaSuffered,
)
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced, TerrainPlaced
from sits_es.rules.starwars.slots.facts import InitiativeSet, SlotPassed
from sits_es.rules.starwars.starship_class import Crew
from sits_es.rules.starwars.starwars import SYSTEM
from tests.shared.grown_read_models import grown_and_rebuilt, held_alike, rows_of
from tests.shared.starwars_samples import CLASSES

HEX = "0" * 64
CREW = Crew(agility=3, intellect=2, cunning=2)
WEAPON = Coded("weapon", ("Raider", "missiles"))


def placed(starship: str, player: str, q: int, r: int, speed: int) -> StarshipPlaced:
    return StarshipPlaced(
        starship=starship,
        player=player,
        side=player,
        starship_class="Fighter",
        q=q,
        r=r,
        facing="A",
        speed=speed,
        crew=CREW,
        initiative=(2, 0, 0),
    )


#: Initiative, Raider's flight and attack, a critical hit; facts that are entered; Kestrel's slot, and Raider's end.
GAME: tuple[Event, ...] = (
    GameCreated(
        game="patrol",
        title="A patrol",
        system="starwars",
        edition="first",
        version=1,
        play="hot seat",
        scenario="patrol",
        options={},
        tables={},
        classes={name: data_of(card) for name, card in CLASSES.items()},
    ),
    PlayerJoined(player="anna", name="Anna", side="anna"),
    TerrainPlaced(name="Belt", kind="asteroid-field", hexes=((0, 1),), setback=1),
    placed("Kestrel", "anna", 0, 0, 3),
    placed("Raider", "ben", 0, 3, 4),
    GameStarted(),
    OrdersSealed(turn=1, segment=1, player="anna", commitment=HEX),
    SeedMade(turn=1, segment=1, seed=HEX),
    InitiativeSet(order=("Raider", "Kestrel"), rolled=((2, 0), (1, 1))),
    SegmentClosed(turn=1, segment=1),
    OrdersSealed(turn=1, segment=2, player="ben", commitment=HEX),
    SeedMade(turn=1, segment=2, seed=HEX),
    StarshipFlew(
        starship="Raider",
        steps=("F", "F", "R"),
        path=((0, 2), (0, 1)),
        q=0,
        r=1,
        facing="B",
        movement=2,
    ),
    TraumaSuffered(starship="Raider", why=Coded("asteroids", ("Belt",)), damage=10, armour=2, trauma=8, total=8),
    StrainSuffered(starship="Raider", why=Coded("asteroids", ("Belt",)), strain=1, total=1),
    AttackAimed(
        starship="Raider",
        weapon="missiles",
        target="Kestrel",
        hexes=1,
        band="close",
        toward=None,
        arcs=("forward",),
        zones=("aft",),
        zone="aft",
        shields=0,
    ),
    TraumaSuffered(starship="Kestrel", why=WEAPON, damage=9, armour=2, trauma=7, total=7),
    SegmentClosed(turn=1, segment=2),
    OrdersSealed(turn=1, segment=4, player="ben", commitment=HEX),
    SeedMade(turn=1, segment=4, seed=HEX),
    CriticalSuffered(starship="Kestrel", why=WEAPON, critical=1, rolled=33, added=0, result=33),
    SegmentClosed(turn=1, segment=4),
    FactsRecorded(turn=1, segment=5, player="anna", lines=("note",), by=("anna",)),
    CriticalEntered(starship="Kestrel", critical=1, text="engines out"),
    StrainEntered(starship="Kestrel", change=9),
    StarshipShutDown(starship="Kestrel"),
    ShieldsEntered(starship="Kestrel", zone="aft", shields=0),
    NoteEntered(starship="Kestrel", text="drifts"),
    OrdersSealed(turn=1, segment=5, player="anna", commitment=HEX),
    SeedMade(turn=1, segment=5, seed=HEX),
    SlotPassed(starship="Kestrel"),
    SegmentClosed(turn=1, segment=5),
    TurnClosed(turn=1),
    FactsRecorded(turn=2, segment=2, player="anna", lines=("note",), by=("anna",)),
    CriticalMended(starship="Kestrel", critical=1),
    StrainEntered(starship="Kestrel", change=-4),
    StarshipRestored(starship="Kestrel"),
    OrdersSealed(turn=2, segment=2, player="ben", commitment=HEX),
    SeedMade(turn=2, segment=2, seed=HEX),
    SpeedChanged(starship="Raider", speed=5),
    TraumaEntered(starship="Raider", change=3),
    StarshipLost(starship="Raider"),
    SegmentClosed(turn=2, segment=2),
)


def rows(model: ReadModel, upto: int = len(GAME)) -> list[dict[str, Any]]:
    """The rows of a game as far as an event, without its name."""
    return rows_of(model, GAME[:upto])


def test_the_map_shows_every_starship_as_it_began_and_after_each_exchange() -> None:
    stood = {
        (row["turn"], row["segment"], row["starship"]): (row["q"], row["r"], row["facing"], row["speed"])
        for row in rows(MAP)
    }
    kestrel, start, flown = (0, 0, "A", 3), (0, 3, "A", 4), (0, 1, "B", 4)
    assert stood == {
        (0, 0, "Kestrel"): kestrel,
        (0, 0, "Raider"): start,
        (1, 1, "Kestrel"): kestrel,
        (1, 1, "Raider"): start,
        (1, 2, "Kestrel"): kestrel,
        (1, 2, "Raider"): flown,
        (1, 4, "Kestrel"): kestrel,
        (1, 4, "Raider"): flown,
        (1, 5, "Kestrel"): (0, 0, "A", 0),  # shut down
        (1, 5, "Raider"): flown,
        (2, 2, "Kestrel"): (0, 0, "A", 0),  # Raider is lost
    }


def test_before_the_game_begins_the_map_is_empty() -> None:
    assert rows(MAP, 5) == []


def test_movement_has_a_row_for_each_flight() -> None:
    assert rows(MOVEMENT) == [
        {
            "turn": 1,
            "segment": 2,
            "starship": "Raider",
            "steps": "F F R",
            "from_q": 0,
            "from_r": 3,
            "to_q": 0,
            "to_r": 1,
            "facing": "B",
            "hexes": 2,
            "movement": 2,
        }
    ]


def test_damage_notes_have_what_was_suffered_and_what_was_entered() -> None:
    notes = [
        tuple(row[name] for name in ("number", "turn", "segment", "starship", "kind", "points", "critical"))
        for row in rows(DAMAGE_NOTES)
    ]
    assert notes == [
        (1, 1, 2, "Raider", "trauma", 8, None),
        (2, 1, 2, "Raider", "strain", 1, None),
        (3, 1, 2, "Kestrel", "trauma", 7, None),
        (4, 1, 4, "Kestrel", "critical", None, 1),
        (5, 1, 5, "Kestrel", "critical", None, 1),
        (6, 1, 5, "Kestrel", "strain", 9, None),
        (7, 1, 5, "Kestrel", "shut-down", None, None),
        (8, 1, 5, "Kestrel", "shields", 0, None),
        (9, 1, 5, "Kestrel", "note", None, None),
        (10, 2, 2, "Kestrel", "mended", None, 1),
        (11, 2, 2, "Kestrel", "strain", -4, None),
        (12, 2, 2, "Kestrel", "restored", None, None),
        (13, 2, 2, "Raider", "trauma", 3, None),
        (14, 2, 2, "Raider", "lost", None, None),
    ]


def test_a_note_is_a_players_own_words_or_the_fact_as_a_sentence() -> None:
    said = {row["number"]: row["note"] for row in rows(DAMAGE_NOTES)}
    assert (said[5], said[9]) == ("engines out", "drifts")
    assert said[14] == SYSTEM.tell(StarshipLost(starship="Raider"))


def test_a_fact_is_of_the_starship_that_acts_or_suffers() -> None:
    assert SYSTEM.unit_of(GAME[12]) == "Raider"
    assert SYSTEM.unit_of(GAME[8]) is None


def test_a_game_has_the_read_models_of_every_game_and_these() -> None:
    names = [model.name for model in projections_for("starwars")]
    own = ["starwars.map", "starwars.movement", "starwars.damage_notes"]
    assert names == ["games", "audit_log", *own]


@settings(max_examples=25, deadline=None)
@given(cuts=st.sets(st.integers(0, len(GAME) - 2), max_size=8), batch=st.integers(1, 40))
def test_a_rebuild_equals_work_done_bit_by_bit(cuts: set[int], batch: int) -> None:
    grown, rebuilt = grown_and_rebuilt("starwars", "patrol", GAME, cuts, batch)
    assert grown == rebuilt
    assert len(grown["audit_log"]) == len(GAME)


@pytest.mark.parametrize("model", [MAP, MOVEMENT, DAMAGE_NOTES], ids=lambda model: model.name)
def test_rows_that_hold_are_the_same_in_their_table_and_followed_fact_by_fact(model: ReadModel) -> None:
    assert held_alike(model, GAME)
