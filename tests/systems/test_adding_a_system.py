"""Adding a rule system touches nothing else: its own package, put beside the others, is all there is to it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import sits_es.rules
from sits_es.rules import system, system_names
from tests.shared.commands_told import run
from tests.systems import table
from tests.systems.installed import installed
from tests.systems.table import GAME

#: A system of each kind under a name that nobody has heard of, and words of its own for its files and events; the last
#: are ones that come with the program, with all of their rooms.
NAMES = {
    "slots": "barges",
    "sfb": "hunts",
    "xwing": "wings",
    "starwars": "gnats",
}

#: What is easily written wrong in a package, and what its author is told.
SLIPS = [
    (
        "fight/facts.py",
        '@event("barges.',
        '@event("barge.',
        "Stored names of sits_es.rules.barges begin with barges; barge.StarshipPlaced doesn't.",
    ),
    (
        "exchanges.py",
        "board.slot += 1",
        "board.slot += 0",
        "advance of barges must move on from 1.1, or the game never ends.",
    ),
    (
        "barges.py",
        '    owed = Part("exchanges")\n',
        "",
        "Slots has advance and resolve and lacks owed: exchanges need all of them.",
    ),
    (
        "fight/told.py",
        "Told[AttackRolled]",
        "Told[StarshipLost]",
        "sits_es.rules.barges.fight.told has no class for AttackRolled.",
    ),
    (
        "fight/rules.py",
        "OrderRules[AttackOrdered]",
        "OrderRules[OrderVoided]",
        "sits_es.rules.barges.fight.rules has no class for AttackOrdered.",
    ),
]


def under_another_name(name: str, folder: Path) -> Path:
    """A copy of a system's package in a folder, with its name wherever the package says it."""
    new = NAMES[name]
    package = folder / "rules" / new
    (found,) = [Path(each) / name for each in sits_es.rules.__path__ if (Path(each) / name).is_dir()]
    shutil.copytree(found, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / f"{name}.py").rename(package / f"{new}.py")
    for path in (path for path in package.rglob("*") if path.suffix in {".py", ".toml"}):
        text = path.read_text("utf-8").replace(f"rules.{name}", f"rules.{new}")
        text = text.replace(f'"{name}', f'"{new}')
        path.write_text(text, encoding="utf-8")
    return folder / "rules"


@pytest.mark.long
@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("name", NAMES)
def test_a_system_is_added_by_its_package_alone(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, before = NAMES[name], system_names()
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    with installed(under_another_name(name, tmp_path)):
        assert system_names() == tuple(sorted([*before, new]))
        game = table.played(name, tmp_path, rules=new)
        assert game.json("show", GAME)["system"] == new
        assert game.json("audit", "verify", GAME)["ok"] is True
        assert game.sits("audit", "verify", GAME).code == 0
        assert {row["name"].partition(".")[0] for row in game.json("audit", "list", GAME)} <= {"game", "dice", new}
        game.sits("fork", GAME, "--at", game.moments[1], "--name", "other")
        assert game.sits("diff", GAME, "other").code == 0
        scenarios = game.json("scenario", "list", "--rules", new)
        assert [each["name"] for each in scenarios] == list(system(new).bundled())
        assert all(game.sits("scenario", "show", each["name"], "--rules", new).code == 0 for each in scenarios)
        assert game.json("card", "list", "--rules", new)["faults"] == []
        assert f"{new} ({system(new).edition})" in game.sits("doctor").out
    assert system_names() == before


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(("file", "right", "wrong", "words"), SLIPS)
def test_a_slip_of_a_package_is_named(
    file: str, right: str, wrong: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    folder = under_another_name("slots", tmp_path)
    text = (folder / "barges" / file).read_text("utf-8")
    assert right in text
    (folder / "barges" / file).write_text(text.replace(right, wrong), encoding="utf-8")
    with installed(folder), pytest.raises(AssertionError) as broke:
        table.played("slots", tmp_path, rules="barges")
    assert broke.value.__cause__ is not None
    assert broke.value.__cause__.args == (words,)


@pytest.mark.usefixtures("examples")
def test_a_scenario_that_tells_players_nothing_is_listed_by_its_title_alone() -> None:
    assert run("scenario", "list", "--rules", "slots").out.splitlines()[1:5] == [
        "  Rules: slots.",
        "narrows: The Narrows",
        "  no last turn",
        "narrows-at-once: The Narrows",
    ]


@pytest.mark.usefixtures("examples")
def test_a_system_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    with installed(under_another_name("slots", tmp_path)):
        table.begun("slots", tmp_path, rules="barges")
    told = run("show", GAME)
    assert told.code == 1
    assert told.err == ("There is no rule system barges. Installed: sfb, sits, slots, starwars, xwing.\n")
