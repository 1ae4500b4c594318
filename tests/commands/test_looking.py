"""A command that only looks makes nothing, and needs no folder that can be written to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from tests.shared.commands_told import Sits, run
from tests.shared.programs import Table

#: How commands run without the superuser's right to write everywhere; as they are for anybody else.
HUMBLY = (
    ("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override")
    if getattr(os, "geteuid", int)() == 0
    else ()
)

LOOKS = (
    "games",
    "games --all --json",
    "games branches x",
    "doctor",
    "mail status",
    "mail log x",
    "mail in --quiet",
    "mail out",
    "show x",
    "audit list x",
    "audit all",
    "audit verify x",
    "stats x",
    "explain x 1",
    "replay x",
    "report x 1 -o x.html",
    "diff x y",
    "follow --for 0",
    "orders help",
    "orders new x --as red",
    "play x red.orders",
    "agree x",
    "keys show",
    "card list",
    "scenario list",
)


@pytest.mark.parametrize("words", LOOKS)
def test_a_command_that_looks_makes_nothing_where_there_is_nothing(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SITS_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    run(*words.split())
    assert [*tmp_path.rglob("*")] == []


def test_the_first_game_makes_the_folder_for_its_player_alone(sits: Sits, home: Path) -> None:
    home.rmdir()
    assert sits("games").out.startswith("There are no games here yet.")
    assert sits("new", "duel.toml", "--name", "duel").code == 0
    assert home.stat().st_mode & 0o777 == 0o700
    assert {path.name for path in home.iterdir()} == {"sits.db"}
    assert "duel" in sits("games").out


@pytest.mark.skipif(os.name != "posix" or (bool(HUMBLY) and which("setpriv") is None), reason="modes stop nobody here")
def test_looking_needs_no_right_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, monkeypatch)
    table.play_a_turn()
    looks = [words.split() for words in ("mail status", "games", "show duel", "explain duel 40", "audit all")]
    wanted = [table.sits("anna", *words) for words in looks]
    looks.append(["report", "duel", "1", "-o", str(tmp_path / "turn.html")])
    (tmp_path / "anna" / "read.db").unlink()
    shut = [tmp_path / "anna", *(tmp_path / "anna").rglob("*")]
    for path in shut:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        told = [
            subprocess.run(
                [*HUMBLY, sys.executable, "-m", "commands.start", *words], check=False, capture_output=True, text=True
            )
            for words in looks
        ]
    finally:
        for path in shut:
            path.chmod(0o700)
    assert [(each.returncode, each.stderr) for each in told] == [(0, "")] * len(looks)
    assert [each.stdout for each in told[: len(wanted)]] == wanted
    assert (tmp_path / "turn.html").is_file()
