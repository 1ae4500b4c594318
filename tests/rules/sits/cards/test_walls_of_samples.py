"""Samples have walls for either reading of the sidewall, so that every bundled scenario plays under both."""

from __future__ import annotations

import re
from typing import Literal

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules import system
from sits_es.rules.sits.beams.facts import LanceFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.cards.reader import from_data, read_ship, to_data
from sits_es.rules.sits.cards.samples import sample_classes, sample_files
from sits_es.rules.sits.cards.walls import made_for
from sits_es.rules.sits.scenario.particulars import particulars
from sits_es.rules.sits.sums.variance import over_variance
from sits_es.rules.sits.sums.walls import wall_moments
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, placed, play

Reading = Literal["strikes", "stops"]
WALLED = [name for name, card in sample_classes().items() if "port-sidewall" in card.tracks]
SCENARIOS = tuple(system("sits").bundled())


@each_row("name", WALLED)
def test_a_sample_has_a_wall_and_a_bonus_for_either_reading(name: str) -> None:
    strikes, stops = (sample_classes()[name].under(reading) for reading in ("strikes", "stops"))
    for side in ("port-sidewall", "starboard-sidewall"):
        assert made_for(strikes.tracks[side]) == "strikes"  # a low number is the strong wall
        assert made_for(stops.tracks[side]) == "stops"  # a high one is
        assert len(strikes.tracks[side]) == len(stops.tracks[side])
    assert strikes.rolled_ship_bonus < 0 < stops.rolled_ship_bonus
    assert stops.walls == strikes.walls == {}


@each_row("name", WALLED)
def test_on_average_about_as_much_passes_under_either_reading(name: str) -> None:
    strikes, stops = (sample_classes()[name].under(reading) for reading in ("strikes", "stops"))
    assert over_variance(lambda varied: varied)[0] == pytest.approx(13.8, abs=0.1)
    for low, high in zip(strikes.tracks["port-sidewall"], stops.tracks["port-sidewall"], strict=True):
        passed = [wall_moments(100, low, "strikes", None)[0], wall_moments(100, high, "stops", None)[0]]
        assert float(passed[0]) == pytest.approx(float(passed[1]), abs=1.5)


@each_row("reading", ["strikes", "stops"])
@each_row("name", SCENARIOS)
def test_every_bundled_scenario_can_be_played_under_either_reading(name: str, reading: Reading) -> None:
    made = system("sits").setup(system("sits").bundled()[name].text, name, {}, {"sidewall": reading})
    assert made.options["sidewall"] == reading
    walls = [from_data(card).tracks.get("port-sidewall", ()) for card in made.classes.values()]
    assert {made_for(wall) for wall in walls} <= {reading, None}


@each_row(
    ("reading", "whole", "worn"),
    [("strikes", 55, 40), ("stops", 47, 42)],  # mirrored in 25, 30, 40, 55; in force of 47, 42, 32, 17
)
def test_a_whole_wall_is_the_hardest_to_lance_under_either_reading(reading: Reading, whole: int, worn: int) -> None:
    card = sample_classes()["Sample Heavy Cruiser"].under(reading)
    ships = (placed("Fearless", "0,0"), placed("Sirius", "0,0", ship_class=card.name))
    found = []
    for gone in (0, 1):
        board = board_of(*ships, classes=[board_of(ships[0]).classes["Cruiser"], card], sidewall=reading)
        found.append(_lanced(board, gone))
    assert found == [whole, worn]


def _lanced(board: Board, gone: int) -> int | None:
    board.ships["Sirius"].boxes["port-sidewall"] = "x" * gone + "." * (4 - gone)
    lines = "Fearless: fire forward-grav-lance at Sirius", "Sirius: present port"
    return play(board, *lines, faces=(0, 1, 0)).one(LanceFired).wall


def test_a_card_with_walls_for_both_is_written_as_it_was_read() -> None:
    card = sample_classes()["Sample Destroyer"]
    assert card.walls == {"stops": (8, dict.fromkeys(("port-sidewall", "starboard-sidewall"), (37, 27, 12)))}
    assert from_data(to_data(card)) == card
    assert "walls" not in to_data(card.under("stops"))


def test_a_wall_that_the_ship_has_not_is_a_fault() -> None:
    text = sample_files()["Sample Destroyer"].replace(
        "[walls.stops]", "[walls.strikes]\naft-sidewall = [9, 8]\n\n[walls.stops]"
    )
    with pytest.raises(UnreadableError) as refusal:
        read_ship(text, "d.toml")
    (fault,) = refusal.value.problems
    assert fault.endswith("walls.strikes.aft-sidewall: the ship has no such wall among its tracks. Write it there too.")


def test_a_card_that_has_walls_for_one_reading_alone_is_refused_under_the_other() -> None:
    card = re.sub(r"(?ms)^\[walls\.stops\].*?(?=^\[mounts)", "", sample_files()["Sample Light Cruiser"])
    text = system("sits").bundled()["duel"].text
    with pytest.raises(UnreadableError) as refusal:
        system("sits").setup(text, "duel", {"mine.toml": card}, {"sidewall": "stops"})
    (fault,) = refusal.value.problems
    assert fault == (
        "--option sidewall: port-sidewall and starboard-sidewall of Sample Light Cruiser are made for strikes: their "
        "numbers rise as boxes are lost, so under stops, a damaged wall would protect better. Choose sidewall "
        "strikes, or set mixed_walls to true."
    )
    strikes = system("sits").setup(text, "duel", {"mine.toml": card})
    assert strikes.options["sidewall"] == "strikes"


def test_a_sample_under_either_reading_is_no_card_of_the_games_own() -> None:
    for reading in ("strikes", "stops"):
        made = system("sits").setup(system("sits").bundled()["duel"].text, "d", {}, {"sidewall": reading})
        board = system("sits").new_board(made.options, made.tables, made.classes)
        assert not any("Ship cards" in said for said in particulars(board))
