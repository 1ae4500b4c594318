"""Commands that go through a whole record do not hold it in memory."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.benchmarks.grown_stores import Stores
from tests.benchmarks.memory import peak

pytestmark = pytest.mark.long

#: Lengths of a game at which a command is measured, the length that counts, and the megabytes that it may take then.
SHORT, LONG, LONGEST, MOST = 5_000, 20_000, 100_000, 100


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Stores:
    return Stores(tmp_path_factory.mktemp("stores"))


@pytest.mark.parametrize(
    "words", ["audit list duel --json", "audit list duel turn --json", "doctor", "replay duel -o duel.html"]
)
def test_a_command_needs_so_little_more_for_each_event_that_100_000_fit_into_100_megabytes(
    stores: Stores, tmp_path: Path, words: str
) -> None:
    found = []
    for events in (SHORT, LONG):
        home = tmp_path / str(events)
        shutil.copytree(stores.long_game(events, () if events == SHORT else (SHORT,)), home)
        found.append(peak(home, *words.split()))
    short, long = found
    assert long + (long - short) / (LONG - SHORT) * (LONGEST - LONG) <= MOST
