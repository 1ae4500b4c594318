"""A game that a newer program recorded in another format is refused, in words that say what to do."""

from __future__ import annotations

import pytest
from attrs import evolve

from commands.home import open_session
from sits_es.game import events
from sits_es.game.play import first_facts
from sits_es.rules import system
from tests.shared.commands_told import Sits, run

REFUSAL = (
    "The game tomorrow is recorded in format 2, but this version of SITS-ES only reads formats up to 1. "
    "Install a newer version to open the game."
)


@pytest.fixture
def newer(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> Sits:
    """Commands in a folder with a game of a newer format, and a bundle of it in `tomorrow.bundle`."""
    rules = system("sits")
    created, *others = first_facts("tomorrow", rules, rules.setup(rules.bundled()["duel"].text, "duel", {}))
    assert isinstance(created, events.GameCreated)
    assert created.format == 1
    with monkeypatch.context() as later:
        later.setattr(events, "FORMAT", 2)
        with open_session() as session:
            session.begin("tomorrow", [evolve(created, format=2), *others])
        assert run("export", "tomorrow", "-o", "tomorrow.bundle").code == 0
    return sits


@pytest.mark.parametrize(
    "words",
    [
        ("show", "tomorrow"),
        ("play", "tomorrow", "--drift", "red", "--drift", "blue", "--to", "1.1"),
        ("fork", "tomorrow", "--at", "1.1", "--name", "what-if"),
        ("audit", "verify", "tomorrow"),
        ("audit", "all"),
    ],
    ids=" ".join,
)
def test_it_is_not_opened_and_the_player_is_told_to_install_a_newer_version(
    newer: Sits, words: tuple[str, ...]
) -> None:
    told = newer(*words)
    assert told.code == 1
    assert REFUSAL in " ".join(told.err.split())


def test_it_is_not_imported(newer: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", "other")
    told = newer("import", "tomorrow.bundle")
    assert told.code == 1
    assert REFUSAL in " ".join(told.err.split())
    assert "tomorrow" not in newer("games").out


def test_a_format_below_the_first_is_none() -> None:
    rules = system("sits")
    created = first_facts("today", rules, rules.setup(rules.bundled()["duel"].text, "duel", {}))[0]
    assert isinstance(created, events.GameCreated)
    with pytest.raises(ValueError, match=r"^format must be 1 or more: 0$"):
        evolve(created, format=0)
