"""sits luck: what the dice gave each player against what dice give."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.report.luck import Luck, in_words
from sits_es.rules.sits.missiles.facts import LayerFought
from tests.shared.commands_told import Sits
from tests.shared.played_demos import played_folder
from tests.shared.rows import each_row

RED = {"Bulwark", "Gannet", "Kestrel", "Sprite"}


def layers(ships: Iterable[str]) -> list[LayerFought]:
    wanted = set(ships)
    with open_session() as table:
        facts = [recorded.event for recorded in table.open_game("squadron").events()]
    return [fact for fact in facts if isinstance(fact, LayerFought) and fact.target in wanted]


def test_kills_of_each_players_defences_are_added_up(sits: Sits, home: Path) -> None:
    shutil.copy(played_folder("squadron") / "sits.db", home / "sits.db")
    told = sits("stats", "squadron", "luck", "--json").json
    assert set(told["players"]) == {"red", "blue"}
    ecm = [fact for fact in layers(RED) if fact.layer == "ECM"]
    row = told["players"]["red"]["kinds"]["ECM kills"]
    assert (row["rolls"], row["observed"]) == (len(ecm), sum(fact.kills for fact in ecm))
    assert abs(float(row["expected"]) - row["observed"]) < row["observed"] / 2
    assert told["players"]["red"]["verdict"]


def test_it_is_told_in_plain_words(sits: Sits, home: Path) -> None:
    shutil.copy(played_folder("squadron") / "sits.db", home / "sits.db")
    told = sits("stats", "squadron", "luck")
    assert told.code == 0
    assert "red, overall:" in told.out
    assert "sits explain GAME EVENT shows it for a single roll." in told.flat


def test_a_game_without_rolls_has_no_luck_in_it(begun: Sits) -> None:
    assert begun("stats", "duel", "luck").out == "duel: no roll so far counts as good or bad.\n"
    assert begun("stats", "duel", "luck", "--json").json == {"name": "duel", "players": {}}


@each_row(
    ("distance", "words"),
    [
        (0.0, "about average"),
        (0.99, "about average"),
        (-0.99, "about average"),
        (1.0, "lucky (1 game in 3)"),
        (-1.5, "unlucky (1 game in 3)"),
        (2.0, "very lucky (1 game in 22)"),
        (-3.5, "extremely unlucky (1 game in 370)"),
    ],
)
def test_a_distance_from_the_average_has_a_name(distance: float, words: str) -> None:
    assert in_words(distance) == words


@pytest.mark.parametrize(("better", "distance"), [(1, 2.0), (-1, -2.0)])
def test_more_is_luck_or_bad_luck_by_the_kind_of_roll(better: int, distance: float) -> None:
    row = Luck(
        player="red", kind="ECM kills", rolls=9, observed=16, mean=Fraction(10), square=Fraction(9), better=better
    )
    assert row.distance == distance


def test_where_no_die_could_change_anything_there_is_no_luck() -> None:
    row = Luck(player="red", kind="explosions", rolls=1, observed=3, mean=Fraction(3), square=Fraction(0), better=-1)
    assert row.distance == 0.0
