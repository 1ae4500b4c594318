"""A session reads each event once and folds it once, whoever asks and however often."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from sits_es.game.fold import Fold
from sits_es.service import explanation, replay
from sits_es.service.forks import fork_game
from sits_es.service.session import Session
from tests.service.conftest import play_on
from tests.shared.counting import Count, counting
from tests.shared.duels import BLUE, CHANGED, RED


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Counts from now on."""
    return counting(monkeypatch)


def again(session: Session) -> Session:
    """Another session of the same folder, which knows nothing yet."""
    return Session(session.folder)


def test_everything_that_is_asked_of_one_branch_is_read_once_and_folded_once(played: Session, count: Count) -> None:
    with again(played) as session:
        session.open_game("duel").fold()
        session.open_game("duel").history.listed()
        session.open_game("duel").events()
        session.open_game("duel").facts(3, 40)
        session.open_game("duel").version_of("2.1")
        session.open_game("duel").fold()
        assert count.once()
        assert len(count.read) == session.open_game("duel").head.version + 1


@pytest.mark.parametrize(
    "act",
    [
        lambda session: play_on(session, "duel", "2.1", *(text.replace("turn 1", "turn 2") for text in (RED, BLUE))),
        lambda session: fork_game(session.open_game("duel"), "1.4", "what-if"),
        lambda session: explanation.explain(session.open_game("duel"), "60"),
        lambda session: list(
            replay.play_back(
                session.open_game("duel"), replay.exchanges_between(session.open_game("duel"), "1.7", "1.8")
            )
        ),
    ],
    ids=["play", "fork", "explain", "replay"],
)
def test_an_act_reads_and_folds_the_game_once(played: Session, count: Count, act: Callable[[Session], Any]) -> None:
    with again(played) as session:
        act(session)
        assert count.once()
        assert count.read


def test_after_playing_the_game_goes_on_from_what_is_known(played: Session, count: Count) -> None:
    orders = [text.replace("turn 1", "turn 2") for text in (RED, BLUE)]
    with again(played) as session:
        play_on(session, "duel", "2.1", *orders)
        play_on(session, "duel", "2.2", *orders)
        assert session.open_game("duel").fold().game.moment.segment == 3
        assert max(count.folded.values()) == 1


def test_what_was_written_is_read_though_nobody_asked_for_the_head(played: Session, tmp_path: Path) -> None:
    facts = played.open_game("duel").facts()
    with Session(tmp_path) as session:
        session.begin("duel", facts[:10])
        for first in range(10, 50, 10):
            fold = Fold().add_all(facts[: first + 10])
            session.open_game("duel").append(facts[first : first + 10], after=first - 1, fold=fold)
        assert session.open_game("duel").facts() == facts[:50]


def test_a_fork_whose_end_was_read_is_read_from_its_first_event(played: Session) -> None:
    fork_game(played.open_game("duel"), "1.3", "what-if")
    play_on(played, "what-if", "1.3", CHANGED)
    with again(played) as session:
        whole, opened = list(session.store.read("what-if")), session.open_game("what-if")
        first = next(each.version for each in whole if each.stream == "what-if")
        for version in (opened.head.version, first, first - 1, 0):
            assert opened.events(version, version) == [whole[version]]


def test_what_another_program_wrote_is_seen(played: Session) -> None:
    with again(played) as session:
        assert session.open_game("duel").fold().game.ended is None
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        played.open_game("duel").append([ended], after=played.open_game("duel").head.version)
        assert session.open_game("duel").fold().game.ended == "Only red has ships left."


def test_a_fold_that_was_handed_out_is_not_changed_by_who_goes_on_from_a_copy(played: Session) -> None:
    fold = played.open_game("duel").fold(100)
    board = fold.system.freeze(fold.game.board)
    fold.copy().add_all(played.open_game("duel").facts(101))
    assert fold.system.freeze(fold.game.board) == board
    assert played.open_game("duel").fold(100) is fold


@pytest.mark.parametrize("version", [0, 17, 100, 175])
def test_a_fold_of_the_past_is_what_its_events_come_to(played: Session, version: int) -> None:
    folded = Fold().add_all(played.open_game("duel").facts(0, version))
    with again(played) as session:
        assert session.open_game("duel").fold(version).game == folded.game


def test_an_unknown_game_is_refused_with_the_games_there_are(played: Session, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with pytest.raises(NotAllowedError, match=f"^There is no game deul in {folder}\\. Games here: duel\\.$"):
        played.open_game("deul").fold()
    with Session(tmp_path / "empty") as session, pytest.raises(NotAllowedError, match="no games here yet"):
        session.open_game("duel").fold()


def test_where_the_program_stumbles_over_a_record_that_no_rules_give_its_first_fault_is_told(played: Session) -> None:
    def stumble(session: Session, *faults: str) -> None:
        with session:
            session.rule_faults = lambda _: faults
            session.open_game("duel").fold()
            raise KeyError("nobody")

    with pytest.raises(UnreadableError) as refusal:
        stumble(again(played), "duel 1.1, event #13: it is odd.", "duel 1.2, event #20: it is odd.")
    assert str(refusal.value) == "duel 1.1, event #13: it is odd. A damaged record can't answer that."
    with pytest.raises(KeyError):  # a fault of the program's own
        stumble(again(played))
