"""Files that are handed out tell nothing of what one side has sealed and not opened, nor of what came later.

A game is played twice, with the same chances, as in `test_nothing_leaks`; all that stands in the files that others make
must be the same, but for what was encrypted and hashed. Pages are looked into where they are packed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from sits_es.game.fold import Fold
from tests.endurance.chances import same_chances
from tests.shared.duels import SCENARIO
from tests.shared.handouts import unpacked
from tests.systems.office import GAME, Office
from tests.systems.plans import plans
from tests.systems.test_nothing_leaks import CANARY, VEILED, opened, red_seals

#: Files that can be made of a game, by what is typed.
FILES = (
    ("replay", GAME, "-o", "game.html"),
    ("report", GAME, "-o", "turn.html"),
    ("report", GAME, "-v", "-o", "full.html"),
    ("report", GAME, "-o", "turn.txt"),
    ("report", GAME, "-o", "turn.svg"),
    ("report", GAME, "-o", "turn.json"),
)


def handed_out(office: Office, who: str, files: Iterable[tuple[str, ...]] = FILES) -> dict[str, str]:
    """What stands in every file that somebody's program makes of the game, by what was typed."""
    found = {}
    for words in files:
        path = Path(words[-1])
        said = office.run(who, *words)
        assert said.code == 0, said
        found[" ".join(words)] = f"{said.out}{said.err}{unpacked(path)}"
        path.unlink(missing_ok=True)
    return found


def veiled(files: dict[str, str]) -> dict[str, str]:
    """The same without digests, keys, times and what is encrypted."""
    return {typed: VEILED.sub("~", text) for typed, text in files.items()}


def _seals(fold: Fold) -> bool:
    """Whether red and others owe sealed orders."""
    owed = fold.game.owed
    return owed is not None and owed.sealed and "red" in owed.orders_by


def played_once_and_sealed(
    folder: Path, which: str, orders: str | None, patch: pytest.MonkeyPatch, *, umpired: bool
) -> Office:
    """A game of which at least one exchange is played; red alone has sealed the next, and all letters are delivered.

    orders: what red sealed; None for what the plan says.
    """
    folder.mkdir()
    office = Office(folder, patch, plans()[which], which, umpired=umpired)
    with same_chances(Random(which)):  # noqa: S311 -- to be the same, not secret
        office.begin()
        office.act()
        while not _seals(office.fold("red")):
            office.act()
        red_seals(office, orders)
    return office


@pytest.mark.long
@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(("which", "umpired"), [("sits", True), ("sfb", False)])
def test_whatever_one_has_sealed_everybody_elses_files_are_the_same(
    which: str, umpired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    nothing = played_once_and_sealed(tmp_path / "nothing", which, "", monkeypatch, umpired=umpired)
    planned = played_once_and_sealed(tmp_path / "planned", which, None, monkeypatch, umpired=umpired)
    for who in planned.people:
        first, second = handed_out(nothing, who), handed_out(planned, who)
        if who in planned.fold(who).game.players:
            own: list[tuple[str, ...]] = [
                ("report", GAME, "--as", who, "-o", "own.txt"),
                ("report", GAME, "--as", who, "-o", "own.html"),
            ]
            if who != "red":  # red's own order page says what red has sealed
                own.append(("orders", "new", GAME, "--as", who, "-o", "orders.html"))
            first |= handed_out(nothing, who, own)
            second |= handed_out(planned, who, own)
        assert CANARY not in "".join([*first.values(), *second.values()])
        for typed, text in veiled(first).items():
            assert text == veiled(second)[typed], (who, typed)
    for office in (nothing, planned):
        opened(office)
    first, second = (handed_out(office, "blue", FILES[:1]) for office in (nothing, planned))
    assert CANARY not in "".join([*first.values(), *second.values()]), "one's own comments are in no file"
    assert veiled(first) != veiled(second)


@pytest.mark.usefixtures("examples")
def test_a_file_that_ends_earlier_for_those_who_look_on_tells_nothing_of_what_came_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red's later orders and how they came out, and the name of a branch, stand in no file of an earlier moment."""
    early = (("replay", "-o", "game.html"), *((words[0], *words[2:]) for words in FILES[1:]))
    made: list[dict[str, str]] = []
    for number, thrust in enumerate(("2", "4")):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        office = Office(folder, monkeypatch, plans()["sits"], "sits", umpired=False)
        Path("duel.toml").write_text(SCENARIO, encoding="utf-8")
        monkeypatch.setattr(os, "urandom", bytes)  # both games have one id
        office.sits("red", "new", "duel.toml", "--name", "duel")
        for segment, says in ((1, "1 thrust 3"), (2, f"2 thrust {thrust}\n  2 pivot to C")):
            orders = f"# {CANARY}\ngame duel\nturn 1\nplayer red\nsecret {'11' * 32}\nship Fearless\n  {says}\n"
            Path("red.orders").write_text(orders, encoding="utf-8")
            none = f"game duel\nturn 1\nplayer blue\nsecret {'22' * 32}\n"
            Path("blue.orders").write_text(none, encoding="utf-8")
            office.sits("red", "play", "duel", "red.orders", "blue.orders", "--to", f"1.{segment}")
        office.sits("red", "fork", "duel", "--at", "1.2", "--name", CANARY.lower())
        files = {}
        for words in early:
            office.sits("red", words[0], "duel", *words[1:], "--at", "1.2")
            files[" ".join(words)] = unpacked(Path(words[-1]))
            Path(words[-1]).unlink()
        made.append(files)
        assert CANARY not in json.dumps(files)
        assert CANARY.lower() not in json.dumps(files)
    assert made[0] == made[1]
