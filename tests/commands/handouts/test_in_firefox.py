"""A game as one file, opened in Firefox: the same is seen there as in Chromium, and the record is checked alike."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.shared.commands_told import run
from tests.shared.firefox import Firefox
from tests.shared.handouts import GAMES

pytestmark = pytest.mark.long


@pytest.mark.parametrize("game", [*GAMES.values(), "both"])
def test_firefox_shows_checks_and_steps_through_the_same(folder: Path, fox: Firefox, game: str) -> None:
    name = "duel" if game == "both" else game
    fox.open(folder / f"{game}.html")
    fox.run("window.faults = []; addEventListener('error', (event) => faults.push(event.message))")
    version = fox.run("return sits.last()") // 2
    assert (
        fox.run("return sits.state(arguments[0])", version) == run("show", name, "--at", f"#{version}", "--json").json
    )
    fox.run("sits.choose(arguments[0]); document.getElementById('on').click()", version)
    assert fox.run("return document.querySelector('.now b').textContent") == f"#{version + 1}"
    assert fox.run("return document.querySelectorAll('.picture svg').length") > 0
    assert {each["fault"] for each in fox.run("return sits.check()")} == {""}
    assert fox.run("return faults") == []


def test_firefox_shows_a_game_in_space_or_says_why_it_cannot(folder: Path, fox: Firefox) -> None:
    fox.open(folder / "duel.html")
    fox.run("document.getElementById('as-space').click()")
    told = (
        "return document.getElementById('no-space').textContent || (sits.space() && sits.space().spent ? 'drawn' : '')"
    )
    end = monotonic() + 20
    while not (found := fox.run(told)):
        assert monotonic() < end, "neither is seen"
        sleep(0.1)
    lacking = "This browser cannot draw in space: WebGL is missing or switched off. The map shows the same."
    assert found in {"drawn", lacking}
    assert fox.run("return document.querySelectorAll('.picture svg').length > 0") == (found == lacking)
