"""What is longer than the screen goes into a pager, on a terminal alone; the colours and all of it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.shared.rows import long_beyond
from tests.shared.streams import shell
from tests.shared.terminals import Shown, on_a_terminal

#: A pager that shows nothing and keeps what it is given.
KEEPS = "import sys; open('paged.txt', 'w', encoding='utf-8').write(sys.stdin.read()); print('PAGED')"


@pytest.fixture
def pager(tmp_path: Path) -> str:
    (tmp_path / "keeps.py").write_text(KEEPS, encoding="utf-8")
    return f"{sys.executable} keeps.py"


def paged(folder: Path) -> str | None:
    kept = folder / "paged.txt"
    return kept.read_text(encoding="utf-8") if kept.exists() else None


@pytest.mark.parametrize(
    "words", long_beyond(1, [("docs", "json"), ("rules", "8"), ("orders", "help"), ("docs", "json", "--width", "60")])
)
def test_what_is_longer_than_the_screen_is_paged_with_its_colours(
    tmp_path: Path, pager: str, words: tuple[str, ...]
) -> None:
    told = on_a_terminal(tmp_path, *words, env={"SITS_PAGER": pager})
    assert (told.code, told.text) == (0, "PAGED\n")
    all_of_it = on_a_terminal(tmp_path, *words, env={"SITS_PAGER": "cat"})
    assert "\x1b[1m" in all_of_it.raw
    assert paged(tmp_path) == all_of_it.raw.replace("\r\n", "\n")


def test_what_fits_is_not_paged(tmp_path: Path, pager: str) -> None:
    lines = len(on_a_terminal(tmp_path, "docs", env={"SITS_PAGER": "cat"}).text.splitlines())
    assert (
        on_a_terminal(tmp_path, "docs", rows=lines + 1, env={"SITS_PAGER": pager})
        .text.splitlines()[0]
        .startswith("Documen")
    )
    assert paged(tmp_path) is None
    assert on_a_terminal(tmp_path, "docs", rows=lines, env={"SITS_PAGER": pager}).text == "PAGED\n"
    assert paged(tmp_path) is not None


@pytest.mark.parametrize(
    "more",
    long_beyond(
        2,
        [
            {"TERM": "dumb"},
            {"SITS_PAGER": "", "PAGER": "nosuch"},
            {"SITS_PAGER": ""},
            {"SITS_PAGER": "cat"},
            {"TERM": ""},
        ],
    ),
)
def test_nothing_is_paged_where_nobody_wants_it_or_the_terminal_cannot(
    tmp_path: Path, pager: str, more: dict[str, str]
) -> None:
    told = on_a_terminal(tmp_path, "docs", "json", env={"PAGER": pager, **more})
    assert told.code == 0
    assert told.text.splitlines()[0].startswith("What --json prints")
    assert told.text.rstrip().endswith("of the answer.") or "sits calc" in told.text
    assert paged(tmp_path) is None


def test_nothing_is_paged_where_nobody_can_turn_pages(tmp_path: Path, pager: str) -> None:
    told = on_a_terminal(tmp_path, "docs", "json", env={"SITS_PAGER": pager}, keyboard=False)
    assert told.text.startswith("What --json prints")
    assert paged(tmp_path) is None


def test_json_is_never_paged_and_neither_is_what_goes_elsewhere(tmp_path: Path, pager: str) -> None:
    assert on_a_terminal(tmp_path, "docs", "--json", env={"SITS_PAGER": pager}).text.startswith("[\n")
    assert shell(tmp_path, "SITS docs json", SITS_PAGER=pager).stdout.startswith("# What `--json` prints")
    assert paged(tmp_path) is None


@pytest.mark.parametrize("named", ["SITS_PAGER", "PAGER"])
@pytest.mark.parametrize("called", long_beyond(1, ["nosuch -x", "'"]))
def test_a_pager_that_is_not_there_is_named_and_everything_printed(tmp_path: Path, named: str, called: str) -> None:
    told = on_a_terminal(tmp_path, "docs", "json", env={named: called})
    assert told.code == 0
    assert told.text.startswith("What --json prints")
    assert told.text.endswith(f"{named} is {called}, which is not a program here, so everything was printed at once.\n")


def test_a_pager_that_fails_is_named(tmp_path: Path) -> None:
    told = on_a_terminal(tmp_path, "docs", "json", env={"SITS_PAGER": "false"})
    assert told.code == 0
    assert told.text == "SITS_PAGER is false, which ended with status 1. To see all of it: PAGER=cat\n"


def test_one_that_is_left_at_once_ends_the_output_and_nothing_else(tmp_path: Path) -> None:
    told = on_a_terminal(tmp_path, "docs", "json", env={"SITS_PAGER": "true"})
    assert told == Shown(0, "")


def test_a_refusal_comes_after_what_was_held_back(tmp_path: Path, pager: str) -> None:
    told = on_a_terminal(tmp_path, "rules", "nosuch", env={"SITS_PAGER": pager})
    assert told.code == 1
    assert "nosuch" in told.text
    assert paged(tmp_path) is None


@pytest.mark.skipif(shutil.which("less") is None, reason="less is not installed here")
def test_less_is_told_to_keep_colours_and_what_it_showed(tmp_path: Path) -> None:
    told = on_a_terminal(
        tmp_path, "docs", "json", keys=[("space goes on, b back, q leaves", "q")], env={"PAGER": "less"}
    )
    assert told.code == 0
    assert told.text.strip().startswith("What --json prints")
    assert "ESC[" not in told.text
    assert "\x1b[?1049h" not in told.raw
    assert len(told.text.splitlines()) < 40
