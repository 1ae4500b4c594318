"""Both readings of the sidewall on the same attack: a what-if that opens with the other one and keeps the dice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.dice import DiceRolled
from sits_es.game.events import SeedMade
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.service.replay import facts_of
from tests.shared.commands_told import Sits
from tests.shared.played_demos import played_folder

AT = "3.4"


@pytest.fixture
def both(sits: Sits, home: Path) -> Sits:
    """The stored action by the flyer's reading, and a fork that plays one of its segments by the other."""
    shutil.copy(played_folder("squadron") / "sits.db", home / "sits.db")
    opened = sits(
        "fork", "squadron", "--at", AT, "--name", "stops", "--option", "sidewall=stops", "--option", "mixed_walls=true"
    )
    assert (opened.code, opened.err) == (0, "")
    played = sits("play", "stops", "--to", AT)
    assert (played.code, played.err) == (0, "")
    return sits


def of_segment(name: str) -> list[object]:
    """The facts of the segment in a branch."""
    with open_session() as table:
        return [*facts_of(table.open_game(name), table.open_game(name).history.read_at(AT))]


def walls(facts: list[object]) -> dict[str, WallMet]:
    return {fact.shot: fact for fact in facts if isinstance(fact, WallMet)}


@pytest.mark.usefixtures("both")
def test_the_same_attack_meets_the_same_wall_with_the_same_dice_and_the_rest_strikes() -> None:
    ours, theirs = of_segment("squadron"), of_segment("stops")
    assert [fact.seed for fact in ours if isinstance(fact, SeedMade)] == [
        fact.seed for fact in theirs if isinstance(fact, SeedMade) and fact.kept
    ]
    flyers, others = walls(ours), walls(theirs)
    assert set(flyers) == set(others) == {"Merlin starboard-laser at Kestrel", "Kestrel port-laser at Merlin"}
    for shot, strikes in flyers.items():
        stops = others[shot]
        same = ("ship", "facing", "damage", "strength", "bonus", "variance", "percent", "parts", "charted")
        assert [getattr(strikes, name) for name in same] == [getattr(stops, name) for name in same]
        assert (strikes.reading, strikes.strikes) == ("strikes", strikes.charted)
        assert (stops.reading, stops.strikes) == ("stops", stops.damage - stops.charted)
        assert strikes.strikes + stops.strikes == strikes.damage


@pytest.mark.usefixtures("both")
def test_rolls_that_both_readings_ask_for_show_the_same_faces() -> None:
    ours, theirs = (
        {fact.key: fact.faces for fact in of_segment(name) if isinstance(fact, DiceRolled)}
        for name in ("squadron", "stops")
    )
    assert set(ours) != set(theirs)  # more points strike, so more hits are rolled
    for key in set(ours) & set(theirs):
        assert ours[key] == theirs[key]


def test_diff_sets_both_outcomes_side_by_side(both: Sits) -> None:
    found = both("diff", "squadron", "stops", "--at", "3.5", "--json").json
    first = found["first_difference"]["said"]
    assert "7 strike the hull" in first["squadron"]
    assert "17 strike the hull" in first["stops"]
    assert found["units"]["Kestrel"]["hull track"] == {
        "squadron": "rating 13; 13 destroyed of 26",
        "stops": "rating 7; 19 destroyed of 26",
    }
    told = both("diff", "squadron", "stops", "--at", "3.5")
    assert "7 strike the hull" in told.flat
    assert "17 strike the hull" in told.flat


def test_the_fork_verifies_by_its_own_reading_and_the_stored_game_by_its_own(both: Sits) -> None:
    for name in ("squadron", "stops"):
        told = both("audit", "verify", name)
        assert (told.code, told.err) == (0, ""), told.err


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("sidewall=sponge", 'Option sidewall is "sponge"; it can be strikes or stops.'),
        ("plot_ahead=many", 'Option plot_ahead is "many"; it can be on or off.'),
        (
            "weather=fair",
            "There is no option weather. Options: sidewall, beams, plot_ahead, mixed_walls, own_side_targets.",
        ),
    ],
)
def test_an_option_that_is_none_is_refused_and_nothing_is_forked(
    sits: Sits, home: Path, option: str, said: str
) -> None:
    shutil.copy(played_folder("squadron") / "sits.db", home / "sits.db")
    told = sits("fork", "squadron", "--at", AT, "--name", "stops", "--option", option)
    assert (told.code, told.err) == (1, f"{said}\n")
    assert "stops" not in sits("games").out
