"""sits follow GAME --json: events as they come, for other programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from tests.readme import ROOT
from tests.shared.commands_told import Sits
from tests.shared.played_demos import forked_folder

SITS = [sys.executable, "-c", "from commands.start import run; run()"]


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def exported(sits: Sits, game: str) -> list[dict[str, Any]]:
    assert sits("audit", "export", game, "-o", f"{game}.jsonl").code == 0
    return events(Path(f"{game}.jsonl").read_text(encoding="utf-8"))


def test_what_stands_on_record_is_told_from_any_event_on(played: Sits) -> None:
    whole = exported(played, "duel")
    assert events(played("follow", "duel", "--json", "--since", "0", "--for", "0").out) == whole
    told = played("follow", "duel", "--json", "--since", "40", "--for", "0")
    assert (told.code, told.err, events(told.out)) == (0, "", whole[40:])
    for none in (("--since", str(len(whole))), ()):
        assert played("follow", "duel", "--json", *none, "--for", "0").out == ""


def test_a_branch_begins_with_what_it_inherits(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", str(forked_folder()))
    told = events(sits("follow", "what-if", "--json", "--since", "0", "--for", "0").out)
    own = [event["version"] for event in told if event["stream"] == "what-if"]
    assert [event["version"] for event in told] == list(range(len(told)))
    assert {event["stream"] for event in told[: own[0]]} == {"duel"}
    assert told[own[0]]["topic"] == "game.Forked/1"
    assert [event["previous"] for event in told[1:]] == [event["digest"] for event in told[:-1]]
    assert {
        event["stream"] for event in events(sits("follow", "duel", "--json", "--since", "0", "--for", "0").out)
    } == {"duel"}


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("--json",), "Name the game whose events you want: sits follow GAME --json\n"),
        (
            ("duel", "--since", "3"),
            "--since needs a game and --json: sits follow GAME --json --since N\n",
        ),
        (("dual", "--json"), "There is no game dual in games. Games here: duel.\n"),
    ],
)
def test_what_makes_no_sense_is_refused(played: Sits, words: tuple[str, ...], refusal: str) -> None:
    assert played("follow", *words) == (1, "", refusal)


@pytest.mark.parametrize("beyond", [1, 10**30])
def test_events_beyond_the_next_one_are_not_waited_for(played: Sits, beyond: int) -> None:
    end = len(exported(played, "duel")) - 1
    told = played("follow", "duel", "--json", "--since", str(end + 1 + beyond), "--for", "0")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        f"duel ends at event #{end}, so --since takes 0 to {end + 1}. If you have later events of this game, the "
        "record here was rolled back.\n"
    )


def test_one_game_can_be_followed_in_words(played: Sits) -> None:
    assert played("follow", "duel", "--for", "0").out.startswith("Following duel in ")


class Listener:
    """Another program, which writes down each line that it gets."""

    def __init__(self, folder: Path, start: int) -> None:
        self.process = begin(folder, "follow", "duel", "--json", "--since", str(start), "--for", "60")

    def take(self, number: int) -> list[dict[str, Any]]:
        """So many events, as soon as they have come."""
        assert self.process.stdout is not None
        out: IO[str] = self.process.stdout
        return [json.loads(out.readline()) for _ in range(number)]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def begin(folder: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "SITS_HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([*SITS, *words], env=env, cwd=folder, stdout=subprocess.PIPE, text=True)


@pytest.mark.long
def test_a_listener_that_is_killed_and_goes_on_loses_and_doubles_nothing(begun: Sits, home: Path) -> None:
    heard: list[dict[str, Any]] = []
    for turn, (upto, sizes) in enumerate((("1.1", (3, 17)), ("1.4", (1, 40)), ("1.break", (5, 50)))):
        for number, size in enumerate(sizes):
            listener = Listener(home.absolute(), len(heard))
            if turn + number:  # the first is there before anything is played
                heard += listener.take(1)
            if number == 0:
                assert begun("play", "duel", "red.orders", "blue.orders", "--to", upto).code == 0
                assert begun("fork", "duel", "--at", "1.1", "--name", f"what-if-{turn}").code == 0
            heard += listener.take(size)
            listener.kill()
    last = Listener(home.absolute(), len(heard))
    whole = exported(begun, "duel")
    heard += last.take(len(whole) - len(heard))
    last.kill()
    assert heard == whole


def test_it_ends_when_nobody_listens_any_more(played: Sits, home: Path) -> None:
    assert played("games").code == 0
    with begin(home.absolute(), "follow", "duel", "--json", "--since", "0") as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["version"] == 0
        process.stdout.close()
        assert process.wait(timeout=60) == 0
