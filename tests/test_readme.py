"""README and the documentation are true: their commands run as written, in their order, and print what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.readme import PAGES, README, ROOT, Reader, script, sessions
from tests.shared.commands_named import commands_in, commands_in_source, missing
from tests.shared.rows import each_row, long_beyond

EVERY = (README, *PAGES)
ORDER_HELPS = sorted(ROOT.glob("sits_es/rules/*/orders/help.toml"))
EXAMPLES = [(page, number, example) for page in EVERY for number, example in enumerate(sessions(page))]


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def wrong(page: Path, reader: Reader) -> list[str]:
    """The commands of a page that print something else than it shows, with what they print."""
    return [
        f"$ {example.command}\n{reader.answer(number)}"
        for where, number, example in EXAMPLES
        if where == page and not example.fits(reader.answer(number))
    ]


@pytest.mark.parametrize("page", long_beyond(1, EVERY), ids=page_name)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    assert wrong(page, Reader(page, tmp_path)) == []


def test_readme_shows_the_program_at_work() -> None:
    assert len(list(sessions(README))) > 5
    assert len(EXAMPLES) > 60


@each_row("page", (*EVERY, *ORDER_HELPS))
def test_every_command_that_a_page_names_is_there(page: Path) -> None:
    assert {
        line: gone for line in commands_in(page.read_text(encoding="utf-8")) if (gone := missing(line)) is not None
    } == {}


@each_row("room", ("sits_es", "commands", "projections"))
def test_every_command_that_the_program_tells_people_is_there(room: str) -> None:
    told = [(file, line) for file in sorted((ROOT / room).rglob("*.py")) for line in commands_in_source(file)]
    assert {(page_name(file), line): gone for file, line in told if (gone := missing(line)) is not None} == {}
    assert told or room == "projections"


@each_row(
    ("line", "gone"),
    [
        ("sits show duel --at 2.4", None),
        ("sits orders new|check", None),
        ("sits show duel --svgs map.svg", "--svgs"),
        ("sits calc plots WINDOW DOTS", "WINDOW"),
        ("sits calc plots DOTS WINDOW", None),
        ("sits fly", "fly"),
        ("sits orders fly", "fly"),
    ],
)
def test_a_command_that_is_not_there_is_noticed(line: str, gone: str | None) -> None:
    assert missing(line) == gone


@each_row("page", EVERY)
def test_a_link_leads_to_a_file_that_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = [place.partition("#")[0] for place in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in place]
    assert [place for place in places if place and not (page.parent / place).is_file()] == []


def test_the_two_set_up_commands_make_an_environment_install_and_run() -> None:
    assert script("install").splitlines()[-1].endswith("sits demo")
    assert script("test").splitlines()[-1].endswith("pytest --quiet -n auto")
    for name in ("install", "test"):
        assert script(name).startswith("python3 -m venv .venv && . .venv/bin/activate && pip install --quiet ")


def test_readme_names_the_owners_of_the_games_once() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.count("belong to their owners") == 1
