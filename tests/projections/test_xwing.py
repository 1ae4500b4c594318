"""The read models of X-Wing, from a short game made by hand."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.model import ReadModel
from projections.read_models import projections_for
from projections.xwing import DAMAGE_NOTES, MAP, MOVEMENT
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, GameCreated, GameStarted, PlayerJoined
from sits_es.rules.xwing.attacks.facts import AttackDeclared, AttackEntered, DisputeEntered, RulingEntered
from sits_es.rules.xwing.entries.facts import (
    CriticalEntered,
    DamageEntered,
    DamageRegained,
    EntryCounted,
    RoundEndEntered,
    ShipLost,
    ShipRemoved,
)
from sits_es.rules.xwing.moves.facts import ShipMoved, ShipPlaced, TurretRotated
from sits_es.rules.xwing.setting_up.facts import ShipListed, TableLaid
from tests.shared.grown_read_models import grown_and_rebuilt, held_alike, rows_of


def listed(ship: str, player: str, points: tuple[str, ...] = ()) -> ShipListed:
    return ShipListed(
        ship=ship,
        player=player,
        side=player,
        base="small",
        half_angle=None,
        shaded=("front",),
        turret="single" if points else None,
        points=points,
        weapons=(),
        shields=2,
        hull=3,
    )


def recorded(turn: int, entry: int, player: str) -> FactsRecorded:
    return FactsRecorded(turn=turn, segment=entry, player=player, lines=("Kestrel: end round",), by=(player,))


#: Two entries of the first round and one of the second.
GAME: tuple[Event, ...] = (
    GameCreated(
        game="patrol",
        title="A patrol",
        system="xwing",
        edition="arcs",
        version=1,
        play="hot seat",
        scenario="patrol",
        options={},
        tables={},
        classes={},
    ),
    PlayerJoined(player="anna", name="Anna", side="anna"),
    PlayerJoined(player="ben", name="Ben", side="ben"),
    TableLaid(width="914", height="914"),
    listed("Kestrel", "anna", ("left",)),
    listed("Hawk", "ben"),
    listed("Kite", "ben"),
    ShipPlaced(ship="Kestrel", x="0", y="0", facing="0"),
    GameStarted(),
    recorded(1, 1, "ben"),
    ShipPlaced(ship="Hawk", x="0.5", y="100", facing="180"),
    ShipPlaced(ship="Kite", x="60", y="100", facing="180"),
    EntryCounted(turn=1, entry=1),
    recorded(1, 2, "anna"),
    TurretRotated(ship="Kestrel", points=("rear",)),
    ShipMoved(ship="Kestrel", x="30", y="40", facing="45", template="2 bank right"),
    AttackEntered(ship="Kestrel", target="Hawk", weapon="Lasers"),
    RoundEndEntered(ship="Kestrel"),
    AttackDeclared(attack=1, ship="Kestrel", target="Hawk", weapon="Lasers", arcs=("left",), arc="left", range=1),
    EntryCounted(turn=1, entry=2, last=True),
    recorded(2, 1, "ben"),
    DisputeEntered(ship="Hawk", attack=1, text="not in the arc"),
    DamageEntered(ship="Hawk", shields=1, hull=3),
    CriticalEntered(ship="Kite", text="Loose plate"),
    DamageEntered(ship="Kite", shields=2, hull=0),
    DamageRegained(ship="Kite", shields=1, hull=0),
    ShipLost(ship="Hawk"),
    EntryCounted(turn=2, entry=1),
    recorded(2, 2, "anna"),
    RulingEntered(ship="Kestrel", attack=1, stands=False, text="bent"),
    EntryCounted(turn=2, entry=2),
    recorded(2, 3, "ben"),
    DamageRegained(ship="Hawk", shields=0, hull=1),
    ShipRemoved(ship="Kite", text="fled"),
    EntryCounted(turn=2, entry=3),
)


def rows(model: ReadModel, upto: int = len(GAME)) -> list[dict[str, Any]]:
    """The rows of a game as far as an event, without its name."""
    return rows_of(model, GAME[:upto])


def test_the_map_shows_every_ship_on_the_table_whenever_an_entry_could_be_made() -> None:
    stood = {
        (row["turn"], row["segment"], row["unit"]): tuple(
            row[name] for name in ("x", "y", "facing", "turret", "shields", "hull")
        )
        for row in rows(MAP)
    }
    assert stood == {
        (1, 1, "Kestrel"): ("0", "0", "0", "left", 2, 3),
        (1, 2, "Hawk"): ("0.5", "100", "180", "", 2, 3),
        (1, 2, "Kestrel"): ("0", "0", "0", "left", 2, 3),
        (1, 2, "Kite"): ("60", "100", "180", "", 2, 3),
        (2, 1, "Hawk"): ("0.5", "100", "180", "", 2, 3),
        (2, 1, "Kestrel"): ("30", "40", "45", "rear", 2, 3),
        (2, 1, "Kite"): ("60", "100", "180", "", 2, 3),
        (2, 2, "Kestrel"): ("30", "40", "45", "rear", 2, 3),
        (2, 2, "Kite"): ("60", "100", "180", "", 1, 3),
        (2, 3, "Kestrel"): ("30", "40", "45", "rear", 2, 3),
        (2, 3, "Kite"): ("60", "100", "180", "", 1, 3),
        (2, 4, "Hawk"): ("0.5", "100", "180", "", 1, 1),
        (2, 4, "Kestrel"): ("30", "40", "45", "rear", 2, 3),
    }


def test_before_the_game_begins_the_map_is_empty() -> None:
    assert rows(MAP, 8) == []


def test_movement_has_a_row_for_each_place_with_how_far_from_the_one_before() -> None:
    moves = [
        tuple(row[name] for name in ("number", "turn", "segment", "unit", "template", "from_x", "to_x", "distance"))
        for row in rows(MOVEMENT)
    ]
    assert moves == [
        (1, 1, 1, "Kestrel", "", None, "0", None),
        (2, 1, 1, "Hawk", "", None, "0.5", None),
        (3, 1, 1, "Kite", "", None, "60", None),
        (4, 1, 2, "Kestrel", "2 bank right", "0", "30", "50"),
    ]


def test_damage_notes_have_attacks_what_was_said_of_them_and_what_displays_lost() -> None:
    notes = [
        tuple(row[name] for name in ("number", "turn", "segment", "unit", "kind", "shields", "hull", "attack"))
        for row in rows(DAMAGE_NOTES)
    ]
    assert notes == [
        (1, 1, 2, "Kestrel", "attack", None, None, 1),
        (2, 2, 1, "Hawk", "dispute", None, None, 1),
        (3, 2, 1, "Hawk", "damage", 1, 3, None),
        (4, 2, 1, "Kite", "critical", None, None, None),
        (5, 2, 1, "Kite", "damage", 2, 0, None),
        (6, 2, 1, "Kite", "regained", 1, 0, None),
        (7, 2, 1, "Hawk", "lost", None, None, None),
        (8, 2, 2, "Kestrel", "ruling", None, None, 1),
        (9, 2, 3, "Hawk", "regained", 0, 1, None),
        (10, 2, 3, "Kite", "removed", None, None, None),
    ]
    assert rows(DAMAGE_NOTES)[1]["note"] == "Hawk's player disputes attack 1: not in the arc."


def test_a_game_has_the_read_models_of_every_game_and_these() -> None:
    names = [model.name for model in projections_for("xwing")]
    assert names == ["games", "audit_log", "xwing.map", "xwing.movement", "xwing.damage_notes"]


@settings(max_examples=25, deadline=None)
@given(cuts=st.sets(st.integers(0, len(GAME) - 2), max_size=8), batch=st.integers(1, 40))
def test_a_rebuild_equals_work_done_bit_by_bit(cuts: set[int], batch: int) -> None:
    grown, rebuilt = grown_and_rebuilt("xwing", "patrol", GAME, cuts, batch)
    assert grown == rebuilt
    assert len(grown["audit_log"]) == len(GAME)


@pytest.mark.parametrize("model", [MAP, MOVEMENT, DAMAGE_NOTES], ids=lambda model: model.name)
def test_rows_that_hold_are_the_same_in_their_table_and_followed_fact_by_fact(model: ReadModel) -> None:
    assert held_alike(model, GAME)
