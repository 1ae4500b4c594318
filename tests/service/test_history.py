"""The history of a branch, found by its seals alone, is what a walk along all of its events finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import NotNowError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, GameCreated, OrdersSealed, TurnClosed
from sits_es.game.exchanges import Exchange, Walk, exchanges
from sits_es.rules.moments import Moment
from sits_es.service.forks import fork_game
from sits_es.service.session import OpenGame, Session
from sits_es.store import GameStore
from tests.benchmarks.grown_stores import Stores, opened
from tests.service.conftest import play_on
from tests.shared.duels import BLUE, CHANGED, RED
from tests.shared.store_samples import effort


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


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Stores:
    return Stores(tmp_path_factory.mktemp("long"))


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
    with pytest.raises(NotNowError, match=r"^duel has not reached 2\.3: it is at 2\.1\.$"):
        played.open_game("duel").history.read_at("2.3")


def test_before_the_first_orders_there_is_one_exchange_and_nothing_was_played(begun: Session) -> None:
    history = begun.open_game("duel").history
    assert (history.last, history.set_up) == (None, begun.open_game("duel").head.version + 1)
    assert [each.moment for each in history.listed()] == [Moment()]
    play_on(begun, "duel", "1.1", RED, BLUE)
    assert [each.moment for each in begun.open_game("duel").history.listed()] == [Moment(), Moment(1, 2)]


def test_a_moment_that_was_asked_for_is_not_read_again(forked: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    history = forked.open_game("deeper").history
    wanted = history.listed()
    monkeypatch.setattr(GameStore, "read", None)
    monkeypatch.setattr(GameStore, "read_runs", None)
    assert history.listed() == wanted


#: Exchanges of a course of any shape: how far turn and segment go on, who seals, or 0 for an entry, and what follows.
#: Something follows whatever is sealed before other seals: seals in a row are of one exchange.
COURSES = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 3), st.integers(0, 90)), max_size=14
).filter(lambda course: not any(one[2] and other[2] and not one[3] for one, other in pairwise(course)))
#: A short turn, one that is long by what people enter at one moment of it, and a turn that ends with its first seal.
UNEQUAL = [(0, 1, 2, 9), (0, 1, 2, 9), *[(1, 1, 0, 90)], *[(0, 0, 0, 90)] * 12, (0, 0, 1, 90), (1, 1, 1, 0)]


@settings(max_examples=60, deadline=None)
@given(before=st.integers(0, 200), course=COURSES | st.just(UNEQUAL), data=st.data())
def test_a_moment_is_found_however_unequal_the_turns_are(
    before: int, course: list[tuple[int, int, int, int]], data: st.DataObject
) -> None:
    created = GameCreated(
        game="duel", title="Duel", system="sits", edition="", version=1, play="hot seat", scenario="", options={},
        tables={}, classes={},
    )  # fmt: skip
    facts: list[Event] = [created, *[TurnClosed(turn=1)] * before]
    whole, turn, segment = list[Exchange](), 1, 0
    for turns, segments, seals, events in course:
        turn, segment = turn + turns, max(segments, 1) if turns else max(segment + segments, 1)
        at = {"turn": turn, "segment": segment}
        whole.append(
            Exchange(
                moment=Moment(turn, segment), opened=len(facts) - 1, first=len(facts),
                last=len(facts) + max(seals, 1) + events - 1, recorded=not seals,
            )
        )  # fmt: skip
        facts += [OrdersSealed(**at, player=str(number), commitment="00" * 32) for number in range(seals)] or [
            FactsRecorded(**at, player="red", lines=(), by=())
        ]
        facts += [TurnClosed(turn=1)] * events
    with Session(Path(), file=Path(":memory:")) as session:
        session.begin("duel", facts)
        history = session.open_game("duel").history
        assert list(history.played()) == whole
        assert history.last == (whole[-1] if whole else None)
        start = Moment(data.draw(st.integers(1, turn + 1)), data.draw(st.integers(1, 4)))
        for begin in {start, *(each.moment for each in whole)}:
            assert list(history.played(begin)) == [each for each in whole if each.moment >= begin]
            end = Moment(begin.turn + data.draw(st.integers(0, 3)), data.draw(st.integers(1, 4)))
            assert list(history.played(begin, end)) == [each for each in whole if begin <= each.moment <= end]
        edges = {each.opened + by for each in whole for by in (0, 1, 64, 65, 192, 193)}
        for version in sorted(edges & set(range(len(facts)))):
            held = [each for each in whole if each.opened < version]
            assert history.holding(version) == (held[-1] if held else None)
            turn = held[-1].moment.turn if held else 0
            assert [each.first for each in history.last_turn(version)] == [
                each.first for each in held if each.moment.turn == turn
            ]


#: What commands ask of a game: a moment and an event in its middle, its last turn, how it stands, and its label.
ASKED: dict[str, Callable[[OpenGame, int], object]] = {
    "a moment": lambda game, turn: game.version_of(f"{turn}.4"),
    "an event": lambda game, _: game.history.holding(game.head.version // 2),
    "the last turn": lambda game, _: game.history.last_turn(game.head.version),
    "the end": lambda game, turn: list(game.history.played(Moment(2 * turn, 1))),
    "how it stands": lambda game, _: game.fold(),
    "how it stood": lambda game, turn: game.fold(game.version_of(f"{turn}.4")),
    "its label": lambda game, _: game.called,
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_of_a_game_costs_as_much_however_long_it_is(stores: Stores, asked: str) -> None:
    assert 0 < steps_of(stores.long_game(8000), ASKED[asked]) < 1.2 * steps_of(stores.long_game(1000), ASKED[asked])


def steps_of(folder: Path, ask: Callable[[OpenGame, int], object]) -> int:
    """How many steps SQLite takes for what a session that has read nothing asks of a game, and of a turn of it."""
    with opened(folder) as session:
        turn = session.open_game("duel").fold().game.moment.turn // 2
    with opened(folder) as session:
        return effort(session.store, lambda: ask(session.open_game("duel"), turn))
