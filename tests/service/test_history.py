"""The history of a branch, found by its seals alone, is what a walk along all of its events finds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sits_es.errors import NotNowError
from sits_es.events import Event
from sits_es.game.exchanges import Exchange, Walk, exchanges
from sits_es.rules.moments import Moment
from sits_es.service.forks import fork_game
from sits_es.service.session import OpenGame, Session
from tests.service.conftest import play_on
from tests.shared.duels import BLUE, CHANGED, RED


def walked(facts: Sequence[Event]) -> list[Exchange]:
    """The exchanges of a record, by a walk along every fact of it."""
    walk = Walk()
    for fact in facts:
        walk = walk.past(fact)
    owed = walk.owed
    at_hand = [] if owed is None else [Exchange(moment=owed, opened=len(facts) - 1)]
    return [*exchanges(enumerate(facts)), *at_hand]


@pytest.fixture
def forked(played: Session) -> Session:
    """The duel, a what-if of it that was played on, a what-if of that before its own beginning, and one untouched."""
    fork_game(played.open_game("duel"), "1.3", "what-if")
    play_on(played, "what-if", "1.6", CHANGED)
    fork_game(played.open_game("what-if"), "1.5", "deeper")
    play_on(played, "deeper", "1.5")
    fork_game(played.open_game("deeper"), "1.2", "earlier")
    fork_game(played.open_game("duel"), "2.1", "end")
    return played


@pytest.mark.parametrize("name", ["duel", "what-if", "deeper", "earlier", "end"])
def test_every_exchange_of_a_branch_is_found_by_its_seals(forked: Session, name: str) -> None:
    history, whole = forked.open_game(name).history, walked(forked.open_game(name).facts())
    assert history.listed() == whole
    for exchange in whole:
        assert history.at(exchange.moment) == exchange
    for version in range(len(forked.open_game(name).facts())):
        held = [each for each in whole if each.played and each.opened < version <= (each.last or 0)]
        assert history.holding(version) == (held[0] if held else None)
        opened = [each for each in whole if each.opened <= version]
        assert history.open_at(version) == (opened[-1] if opened else None)


def test_a_stretch_is_found_without_the_rest(forked: Session) -> None:
    history = forked.open_game("duel").history
    assert [each.moment.segment for each in history.played(Moment(1, 3), Moment(1, 5))] == [3, 4, 5]
    assert [each.moment.segment for each in history.played(end=Moment(1, 2))] == [1, 2]
    assert list(history.played(Moment(2, 1))) == []


def test_a_moment_that_was_not_reached_is_refused_with_where_the_game_stands(played: Session) -> None:
    with pytest.raises(NotNowError, match=r"^duel has not come to 2\.3: it stands at 2\.1\.$"):
        played.open_game("duel").history.read_at("2.3")


def test_before_the_first_orders_there_is_one_exchange_and_nothing_was_played(begun: Session) -> None:
    history = begun.open_game("duel").history
    assert (len(history), history.set_up) == (0, begun.open_game("duel").head.version + 1)
    assert [each.moment for each in history.listed()] == [Moment()]
    play_on(begun, "duel", "1.1", RED, BLUE)
    assert [each.moment for each in begun.open_game("duel").history.listed()] == [Moment(), Moment(1, 2)]


def test_a_moment_that_was_asked_for_is_not_read_again(forked: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    history = forked.open_game("deeper").history
    wanted = history.listed()
    monkeypatch.setattr(OpenGame, "events", None)
    assert history.listed() == wanted
