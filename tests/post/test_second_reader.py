"""Letters of games that were played by mail, read by a program that shares no code with this one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from sits_es.game.events import SeedMade
from tests.post import second_reader
from tests.shared.postal import Table, cruisers, script, thrust

READER: Final = Path(second_reader.__file__)


def read(table: Table, change: Callable[[bytes], bytes] = bytes) -> subprocess.CompletedProcess[str]:
    """What the second reader, a program of its own, makes of all letters. change: what befell the last of them."""
    kept = table.folder / "kept"
    kept.mkdir()
    for number, letter in enumerate(table.sent, 1):
        content = change(letter.content) if letter is table.sent[-1] else letter.content
        (kept / f"{number:03}.eml").write_bytes(content)
    words = [sys.executable, "-I", str(READER), str(kept)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def peers(folder: Path) -> Table:
    table = cruisers(folder, ("red", "blue"))
    table.order("red", "blue", ahead=2)
    return table


def stopped(folder: Path) -> Table:
    table = cruisers(folder, ("red", "blue"))
    table.give("red", "ship Fearless\n  1 launch port 1 salvo at Sirius", "1.8")
    table.give("blue", f"{thrust('blue')}\n  stop if launched at", "1.8")
    table.carry()
    for who in ("red", "blue"):
        table.give(who, upto="1.break")
    table.carry()
    return table


def umpired(folder: Path) -> Table:
    table = cruisers(folder, ("red", "blue"), neutral="gil", reads=True)
    table.order("red", "blue", ahead=3)
    return table


def alone(folder: Path) -> Table:
    table = Table(folder=folder, scenario="ambush").begin()
    table.play(script("ambush"))
    return table


def keeper_changes(folder: Path) -> Table:
    table = peers(folder)
    table.next_keeper("red", "blue")
    table.order("red", "blue", ahead=2)
    return table


def test_it_is_short_and_imports_nothing_of_ours() -> None:
    text = READER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    assert not re.search(r"import sits_es|from (sits_es|tests)", text)


@pytest.mark.parametrize(
    ("play", "least"),
    [(peers, 2), *(pytest.param(*row, marks=pytest.mark.long) for row in (
        (stopped, 9), (umpired, 3), (alone, 4), (keeper_changes, 4)
    ))],
)  # fmt: skip
def test_letters_give_the_seeds_on_record(play: Callable[[Path], Table], least: int, tmp_path: Path) -> None:
    table = play(tmp_path)
    told = read(table)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines() == [f"{made.turn}.{made.segment} {made.seed}" for made in table.facts(SeedMade)]
    assert len(told.stdout.splitlines()) >= least


@pytest.mark.long
def test_a_letter_that_was_changed_is_not_believed(tmp_path: Path) -> None:
    table = peers(tmp_path)
    told = read(table, lambda letter: re.sub(rb"(\nBundle: )(\w)", lambda m: m[1] + (b"1", b"0")[m[2] != b"0"], letter))
    last = tmp_path / "kept" / f"{len(table.sent):03}.eml"
    assert (told.returncode, told.stderr) == (1, f"{last}: the bundle was changed\n")
