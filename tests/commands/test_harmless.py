"""Titles and words of others: whatever is in them, nothing that goes out does anything to a terminal or a reader."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sits_es.toml import Sheet
from tests.shared.commands_told import run
from tests.shared.duels import BLUE, RED, SCENARIO
from tests.shared.programs import Table
from tests.shared.rows import long_beyond
from tests.shared.streams import environment, many, statuses

#: Colours, a bell, a title for the window, text that runs backwards, text that isn't seen, a line of its own.
EVIL = (
    "Ev\x1b[31mil\x07\x9b8m\x1b]0;mine\x1b\\\u202eback\u2066\u200b\x7f\u2028\nduel is over: red wins\r\U000e0041<&>\"'é"
)
IN_TOML = "".join(f"\\U{ord(letter):08X}" for letter in EVIL)

LINES = (
    "show duel",
    "play duel red.orders blue.orders --to 1.3",
    "replay duel",
    "replay duel --step",
    "games",
    "audit list duel",
    "audit list duel duel",
    "audit verify duel",
    "explain duel 0",
    "stats duel luck",
    "fork duel --at 1.2 --name other",
    "diff duel other",
    "orders new duel --as red",
    "orders check red.orders blue.orders",
    "doctor",
    "mail status",
    "show duel -o map.svg",
    "audit export duel -o duel.jsonl",
)
JSON = (
    "games",
    "show duel",
    "replay duel",
    "audit list duel",
    "explain duel 0",
    "stats duel luck",
    "diff duel other",
    "orders check red.orders",
    "doctor",
)


def seen(text: str) -> set[str]:
    """What a terminal would obey in a text of several lines."""
    return {letter for letter in text if not letter.isprintable() and letter != "\n"}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a duel whose title and words are evil: an earlier release took them, or another program."""
    folder = tmp_path_factory.mktemp("evil")
    scenario = SCENARIO
    for innocent in ("A duel for tests", "Two cruisers close on each other.", "Open space."):
        scenario = scenario.replace(innocent, IN_TOML)
    for name, text in (("evil.toml", scenario), ("red.orders", RED), ("blue.orders", BLUE)):
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder))
        patch.chdir(folder)
        patch.setattr(Sheet, "_in_sight", lambda *_: None)
        assert run("new", "evil.toml", "--name", "duel").code == 0
    told = many(folder, list(LINES))
    assert statuses(told.stderr.decode()) == [0] * len(LINES)
    (folder / "said").write_bytes(told.stdout + told.stderr)
    return folder


def test_no_verb_lets_a_title_do_anything(games: Path) -> None:
    said = (games / "said").read_bytes().decode()
    assert "Ev" in said
    assert seen(said) == set()
    # a title that has lines of its own makes none here
    assert not [line for line in said.splitlines() if line.startswith("duel is over")]


def test_none_of_it_is_taken_from_a_scenario_any_more(games: Path) -> None:
    told = many(games, ["scenario check evil.toml", "new evil.toml --name third"])
    assert statuses(told.stderr.decode()) == [1, 1]
    assert seen(told.stderr.decode()) == set()
    assert told.stderr.decode().count("The text holds an invisible character.") == 6


@pytest.mark.long
def test_json_has_numbers_for_what_a_terminal_would_obey_and_says_the_same(games: Path) -> None:
    told = many(games, [f"{line} --json" for line in JSON])
    assert statuses(told.stderr.decode()) == [0] * len(JSON)
    said = told.stdout.decode()
    assert seen(said) == set()
    answers = []
    while said := said.lstrip():
        answer, end = json.JSONDecoder().raw_decode(said)
        answers.append(answer)
        said = said[end:]
    assert len(answers) == len(JSON)
    assert answers[JSON.index("games")][0]["title"] == EVIL


def test_files_for_other_programs_are_harmless_too(games: Path) -> None:
    svg, exported = ((games / name).read_text(encoding="utf-8") for name in ("map.svg", "duel.jsonl"))
    assert seen(svg) == seen(exported) == set()
    title = ElementTree.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title")  # noqa: S314 - our own
    assert title is not None
    assert title.startswith("duel: Ev")
    assert "<&>\"'é" in title
    first, *_ = exported.splitlines()
    assert json.loads(json.loads(first)["state"])["title"] == EVIL


@pytest.mark.parametrize("line", long_beyond(2, ["show duel", "$EVIL", "games", "audit list duel", "show $EVIL"]))
def test_on_a_terminal_only_our_own_colours_come_through(games: Path, line: str) -> None:
    ours, theirs = os.openpty()
    program = [sys.executable, "-c", "from commands.start import run; run()"]
    words = [EVIL.split("\n", maxsplit=1)[0] if word == "$EVIL" else word for word in line.split()]
    busy = subprocess.Popen(
        [*program, *words],
        env=environment(games, {"TERM": "xterm"}),
        cwd=games,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    while more := _read(ours):
        said += more
    os.close(ours)
    assert busy.wait(timeout=60) in (0, 1, 2)
    text = said.decode()
    assert "Ev" in text
    assert not [
        evil for evil in ("\x1b[31m", "\x07", "\x9b", "\x1b]", "\u202e", "\u2066", "\u200b", "\x7f") if evil in text
    ]


def _read(number: int) -> bytes:
    try:
        return os.read(number, 65536)
    except OSError:
        # the other end of a terminal is closed
        return b""


def test_words_that_come_by_mail_are_harmless_where_they_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch)
    table.play_a_turn()
    table.sits("anna", "dispute", "duel", "1.3", EVIL)
    table.sits("anna", "propose", "rewind", "duel", "1.3", "--words", EVIL)
    verbs = (["in"], ["status"], ["out"])
    said = "".join(table.sits(who, "mail", *verb) for _ in range(2) for who in ("anna", "ben") for verb in verbs)
    assert "Ev" in said
    assert seen(said) == set()
    assert not [line for line in said.splitlines() if line.startswith("duel is over")]
    for mail in table.sent():
        message = message_from_bytes(mail, policy=default)
        body = message.get_body(("plain",))
        assert body is not None
        assert mail.isascii()
        assert seen(body.get_content().replace("\r\n", "\n")) | seen(str(message["Subject"])) == set()
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "ben"))
    for line in ("audit list duel", "audit list duel --json", "games --json", "mail status --json"):
        told = run(*line.split())
        assert (told.code, seen(told.out)) == (0, set()), line
