"""sits audit --all: every game of a folder checked in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back

ALONE = "--all checks every game here: give it no game, moment, search, proof, checkpoint or file.\n"


def test_all_games_are_checked_at_once_a_line_each(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.4", "--name", "what-if").code == 0
    told = played("audit", "--all")
    lines = told.out.splitlines()
    assert (told.code, told.err, lines[-1]) == (0, "", "2 games checked; all are sound.")
    assert lines[0] == "duel: 176 events sound, 9 exchanges recomputed."
    assert lines[1].endswith(" events sound, 3 exchanges recomputed.")
    assert played("audit", "--all", "--jobs", "2") == told
    found = played("audit", "--all", "--json").json
    assert found["ok"]
    assert [each["game"] for each in found["games"]] == ["duel", "what-if"]
    assert found["strays"] == []


def test_of_all_games_the_one_that_is_damaged_is_named(played: Sits, home: Path) -> None:
    assert played("new", "duel.toml", "--name", "other").code == 0
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = '{}' WHERE originator_id = 'duel' AND originator_version = 7")
    told = played("audit", "--all")
    assert told.code == 1
    assert told.err.startswith("Event 7 of duel ")
    assert told.out.splitlines() == [
        "other: 9 events sound, 0 exchanges recomputed.",
        "2 games checked; in 1 something is wrong.",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("audit", "Say which game: sits audit GAME, or check all of them: sits audit --all\n"),
        (
            "audit duel --all",
            "--all checks every game here: give it no game, moment, search, proof, checkpoint or file.\n",
        ),
        (
            "audit --all --search salvo",
            "--all checks every game here: give it no game, moment, search, proof, checkpoint or file.\n",
        ),
    ],
)
def test_an_audit_is_of_one_game_or_of_all(played: Sits, words: str, said: str) -> None:
    assert played(*words.split()) == (1, "", said)
