"""README and the documentation are true: their commands run as written, in their order, and print what is shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from commands.main import app
from tests.readme import PAGES, README, ROOT, Reader, script, sessions

EVERY = (README, *PAGES)
EXAMPLES = [(page, number, example) for page in EVERY for number, example in enumerate(sessions(page))]
#: Files of all these with commands in code marks, or in blocks for a shell.
SPAN = re.compile(r"`(sits [^`\n]+)`")
SHELL = re.compile(r"(?ms)^```sh\n(.*?)^```$")


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return cache(lambda page: Reader(page, tmp_path_factory.mktemp("reader")))


@pytest.mark.parametrize(
    ("page", "number"),
    [(page, number) for page, number, _ in EXAMPLES],
    ids=[f"{page_name(page)}: {example.command}" for page, _, example in EXAMPLES],
)
def test_a_command_prints_what_the_page_shows(page: Path, number: int, readers: Any) -> None:
    example = next(each for where, at, each in EXAMPLES if (where, at) == (page, number))
    answer = readers(page).answer(number)
    assert example.fits(answer), f"$ {example.command}\n{answer}"


def test_readme_shows_the_program_at_work() -> None:
    assert len(list(sessions(README))) > 5
    assert len(EXAMPLES) > 60


def commands_in(page: Path) -> Iterator[str]:
    """Commands that a page names in a sentence or in a block for a shell."""
    text = page.read_text(encoding="utf-8")
    said = re.sub(r"(?ms)^```.*?^```$", "", text)
    yield from SPAN.findall(re.sub(r"\n[ ]*(?=\S)", " ", said))
    for block in SHELL.findall(text):
        yield from re.findall(r"(?:^|\s|&& )(sits(?: [^\n&|#]+|$))", block)


def missing(line: str) -> str | None:
    """What of a command there is not: a verb or an option; None where all of it is there."""
    command: Any = get_command(app)
    words = shlex.split(line.replace("'", ""))[1:]
    while words and hasattr(command, "commands"):
        # several at once: sits orders new|check
        verbs = words.pop(0).split("|")
        if verbs == ["COMMAND"] or verbs[0].startswith("-"):
            return None
        if gone := [verb for verb in verbs if verb not in command.commands]:
            return gone[0]
        _, command, _ = command.resolve_command(None, [verbs[-1]])
    known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    return next((option for option in options if option not in known | {"--help", "-h"}), None)


@pytest.mark.parametrize("page", EVERY, ids=page_name)
def test_every_command_that_a_page_names_is_there(page: Path) -> None:
    assert {line: gone for line in commands_in(page) if (gone := missing(line)) is not None} == {}


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("sits show duel --at 2.4", None),
        ("sits orders new|check", None),
        ("sits show duel --svgs map.svg", "--svgs"),
        ("sits fly", "fly"),
        ("sits orders fly", "fly"),
    ],
)
def test_a_command_that_is_not_there_is_noticed(line: str, gone: str | None) -> None:
    assert missing(line) == gone


@pytest.mark.parametrize("page", EVERY, ids=page_name)
def test_a_link_leads_to_a_file_that_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = [place.partition("#")[0] for place in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in place]
    assert [place for place in places if place and not (page.parent / place).is_file()] == []


def test_the_two_set_up_commands_make_an_environment_install_and_run() -> None:
    assert script("install").splitlines()[-1].endswith("sits demo")
    assert script("test").splitlines()[-1].endswith("pytest --quiet")
    for name in ("install", "test"):
        assert script(name).startswith("python3 -m venv .venv && . .venv/bin/activate && pip install --quiet ")


def test_readme_names_the_owners_of_the_games_once() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.count("belong to their owners") == 1
