"""A unit has one sign in the terminal, in pictures and in a replay's page, and no sentence is a row of hex digits."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from commands.render.html.replay_data import replay_data
from sits_es.service.session import Session
from tests.shared.commands_told import run
from tests.shared.played_demos import DEMOS, played_folder

GLANCE = re.compile(r"[●■]([A-Z]\d?) ([A-Z][\w-]*)")
DRAWN = re.compile(r'data-name="([^"]+)"><title>.*?>([A-Z]\d?)</text></g>')
PAGE = re.compile(r'"([A-Z][\w-]*)": \{"label": "([A-Z]\d?)"')


@pytest.mark.parametrize("game", ["beacon", "pursuit"])
def test_a_unit_has_the_same_sign_in_terminals_pictures_and_pages(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(played_folder(game)))
    shown = {unit: sign for sign, unit in GLANCE.findall(run("show", game).out)}
    assert run("show", game, "-o", str(tmp_path / "map.svg")).code == 0
    drawn = dict(DRAWN.findall((tmp_path / "map.svg").read_text(encoding="utf-8")))
    with Session(played_folder(game), read_only=True) as session:
        parts = dict(replay_data(session.open_game(game), (), None).parts)
    last = [name for name in parts if name.startswith("shown-")][-1]
    paged = dict(PAGE.findall(json.dumps(parts[last])))
    assert len(shown) > 5
    for unit, sign in shown.items():
        assert drawn[unit] == sign == paged[unit], unit


@pytest.mark.parametrize("game", DEMOS.values())
def test_no_sentence_of_an_event_has_a_row_of_hexadecimal_digits(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", str(played_folder(game)))
    told = run("replay", game, "--json").json
    texts = [event["text"] for exchange in told["exchanges"] for event in exchange["events"]]
    assert len(texts) > 50
    assert [text for text in texts if re.search("[0-9a-f]{17}", text)] == []
