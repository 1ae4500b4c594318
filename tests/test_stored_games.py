"""Games of yesterday, kept as they were written and never made again: they must open, replay and verify for ever."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.render.blocks import plain_text
from commands.render.reports import turn_summary
from sits_es.game.events import GameEnded
from sits_es.rules.moments import Moment
from sits_es.rules.sits.events.motion import ShipMoved
from sits_es.service import audit, replay
from sits_es.service.session import Session
from tests.shared.commands_told import run

STORED = Path(__file__).parent / "stored_games"

#: The last digest of the ten-turn action of four ships against four, from the day on which it was played.
EVENTS, HEAD = 4460, "b0a2b5b48483e5fe695fbac6b23f0158b0ca435dd26b60e5fe6955bf68384ea2"
OUTCOME = (
    "Turn 10 was the last of the scenario; blue leads by 10 points. Points: blue 28 (Gannet destroyed 12, Kestrel "
    "destroyed 10 and Sprite destroyed 6); red 18 (Heron destroyed 12 and Imp destroyed 6)."
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games with a copy of the stored one: the file itself is never opened."""
    shutil.copy(STORED / "squadron.db", tmp_path / "sits.db")
    monkeypatch.setenv("SITS_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def table(folder: Path) -> Iterator[Session]:
    with Session(folder) as opened:
        yield opened


def test_the_squadron_action_opens_with_the_head_it_was_stored_with(table: Session) -> None:
    head = table.store.head("squadron")
    assert (head.version + 1, head.digest) == (EVENTS, HEAD)
    assert len(table.events("squadron")) == EVENTS


def test_every_byte_of_it_is_sound_and_recomputing_gives_the_same_events(table: Session) -> None:
    found = audit.audit_game(table, "squadron", [])
    assert (found.faults, found.events, found.head, found.exchanges) == ((), EVENTS, HEAD, 90)


def test_it_comes_to_the_same_end_event_by_event_and_from_what_was_folded_before(table: Session) -> None:
    game = table.fold("squadron").game
    assert (game.moment, game.ended) == (Moment(11, 1), OUTCOME)
    (ended,) = [each.event for each in table.events("squadron") if isinstance(each.event, GameEnded)]
    assert ended.winner == "blue"
    lost = {ship.name: ship.destroyed for ship in game.board.ships.values() if ship.destroyed}
    assert sorted(lost) == ["Gannet", "Heron", "Imp", "Kestrel", "Sprite"]
    assert table.fold("squadron", 2000).game.moment == table.at("squadron", "#2000")[0].game.moment


def test_eight_ships_move_in_every_segment_as_long_as_they_are_in_the_game(table: Session) -> None:
    moves = Counter(each.event.ship for each in table.events("squadron") if isinstance(each.event, ShipMoved))
    assert len(moves) == 8
    assert moves["Bulwark"] == moves["Merlin"] == moves["Rampart"] == 80
    assert moves["Sprite"] < 24


def test_its_reports_can_be_written_for_every_turn(table: Session) -> None:
    run_of = list(table.history("squadron").played())
    played = list(replay.play_back(table, "squadron", run_of))
    for number in range(1, 11):
        of_turn = [each for each in played if each.moment.turn == number]
        assert len(of_turn) == 9
        assert plain_text(turn_summary(table.rules("squadron"), of_turn), 80).startswith(f"Turn {number} ---")


@pytest.mark.usefixtures("folder")
def test_the_report_of_a_turn_tells_shots_losses_repairs_and_points() -> None:
    told = run("replay", "squadron", "--from", "3.1", "--to", "3.break", "-v").flat
    for said in (
        "Kestrel explodes on less than 4: the roll is 2, it explodes",
        "Rampart forward-energy-torpedo at Kestrel: range 2, 250 points, 250 on the hull",
        "Heron tries to mend box 1 of bridge: rolls 9, needs 5 or less: not mended, lost for the game",
        "Points so far blue 16 (Kestrel destroyed 10 and Sprite destroyed 6) red 6 (Imp destroyed 6)",
        "The game ends with turn 10.",
    ):
        assert said in told


def test_the_bundled_orders_of_the_action_are_legal_and_play_ten_turns_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path))
    told = run("demo", "--scenario", "squadron", "--name", "squadron", "-v")
    assert (told.code, told.err) == (0, "")
    assert "Turn 10 ─" in told.out
    assert "squadron is over: Turn 10 was the last of the scenario;" in told.flat
    assert "90 exchanges recomputed from orders, seals and dice." in told.flat
