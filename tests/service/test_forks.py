"""What a what-if takes from the games that it left: its nearest ancestor that played an exchange gives it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from sits_es.events import Event
from sits_es.game.events import GameForked, SeedMade
from sits_es.rules.moments import Moment
from sits_es.service.audit import verify_exchanges
from sits_es.service.forks import Inheritance, branches_of, fork_game
from sits_es.service.replay import exchanges_between, play_back
from sits_es.service.session import OpenGame, Session
from sits_es.store import GameStore
from tests.benchmarks.grown_stores import Stores
from tests.service.conftest import play_on
from tests.shared.counting import counting
from tests.shared.duels import CHANGED
from tests.shared.played_demos import played_folder
from tests.shared.store_samples import a_store, cursor_of, effort, numbers

#: The moment of ambush at which people enter what they moved, before they fire.
MOVED = Moment(1, 11)


def seed_of(session: Session, name: str, segment: int) -> str:
    """The seed of an exchange as it stands on a branch's own record."""
    facts = session.open_game(name).facts()
    (seed,) = {fact.seed for fact in facts if isinstance(fact, SeedMade) and (fact.turn, fact.segment) == (1, segment)}
    return seed


@pytest.fixture
def line(played: Session) -> Session:
    """duel, from it what-if at 1.3, played to 1.4, and from that deeper at 1.4, played to 1.4."""
    fork_game(played.open_game("duel"), "1.3", "what-if")
    play_on(played, "what-if", "1.4", CHANGED)
    fork_game(played.open_game("what-if"), "1.4", "deeper")
    play_on(played, "deeper", "1.4")
    return played


def test_a_game_that_is_nobodys_fork_inherits_nothing(line: Session) -> None:
    assert Inheritance(line.open_game("duel")).facts(Moment(1, 1)) == []
    assert Inheritance(line.open_game("duel")).seed(Moment(1, 1)) is None
    assert Inheritance(line.open_game("duel")).orders(Moment(1, 1)) == {}


@pytest.mark.parametrize(("name", "segment", "of"), [
    ("what-if", 3, "duel"),
    ("what-if", 8, "duel"),
    ("deeper", 4, "what-if"),
    ("deeper", 6, "duel"),  # what-if has not come so far, and would take it from duel
    ("deeper", 3, "what-if"),
    ("deeper", 1, "duel"),
])  # fmt: skip
def test_the_nearest_ancestor_that_played_an_exchange_gives_it(line: Session, name: str, segment: int, of: str) -> None:
    inherited = Inheritance(line.open_game(name))
    found = inherited.seed(Moment(1, segment))
    assert found is not None
    assert found.hex() == seed_of(line, of, segment)
    assert sorted(inherited.orders(Moment(1, segment))) == ["blue", "red"]


def test_what_nobody_played_is_inherited_by_nobody(line: Session) -> None:
    assert Inheritance(line.open_game("deeper")).seed(Moment(2, 1)) is None


def test_an_entry_at_a_moment_is_not_its_exchange(tmp_path: Path) -> None:
    copytree(played_folder("ambush"), tmp_path / "var")
    with Session(tmp_path / "var") as session:
        entry, exchange = (each for each in session.open_game("ambush").history.listed() if each.moment == MOVED)
        assert (entry.recorded, exchange.recorded) == (True, False)
        fork_game(session.open_game("ambush"), "1.1", "what-if")
        taken = Inheritance(session.open_game("what-if")).facts(MOVED)
        assert taken == session.open_game("ambush").facts(exchange.opened + 1, exchange.last)


def test_a_branch_that_was_left_among_the_seals_has_not_played_their_exchange(line: Session) -> None:
    among = line.open_game("duel").history.at(Moment(1, 5)).opened + 1
    forked = GameForked(
        turn=1, segment=5, branch="among", parent="duel", at_version=among, at_digest="0" * 64, what_if=True
    )
    line.open_game("duel").branch("among", among, [forked])
    fork_game(line.open_game("among"), "1.3", "from-among")
    inherited = Inheritance(line.open_game("from-among"))
    assert inherited.facts(Moment(1, 5)) == Inheritance(line.open_game("what-if")).facts(Moment(1, 5)) != []


def test_a_branch_that_became_the_game_takes_nothing_over_behind_its_beginning(line: Session) -> None:
    opened = line.open_game("duel").history.at(Moment(1, 5)).opened
    forked = GameForked(
        turn=1, segment=5, branch="ruled", parent="duel", at_version=opened, at_digest="0" * 64, what_if=False
    )
    line.open_game("duel").branch("ruled", opened, [forked])
    fork_game(line.open_game("ruled"), "1.5", "if-ruled")
    inherited = Inheritance(line.open_game("if-ruled"))
    assert inherited.seed(Moment(1, 4)) == bytes.fromhex(seed_of(line, "duel", 4))
    assert inherited.seed(Moment(1, 5)) is None


def test_ancestors_that_were_left_where_they_end_are_not_read(line: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = "duel"
    for number in range(8):
        fork_game(line.open_game(parent), f"#{line.open_game(parent).head.version}", f"end-{number}")
        parent = f"end-{number}"
    asked: list[str] = []
    facts = OpenGame.facts

    def counted(opened: OpenGame, first: int = 0, last: int | None = None) -> list[Event]:
        asked.append(opened.name)
        return facts(opened, first, last)

    monkeypatch.setattr(OpenGame, "facts", counted)
    assert Inheritance(line.open_game(parent)).seed(Moment(2, 1)) is None
    assert asked == []
    # the second of them goes on, and all that come from it inherit what it plays
    monkeypatch.setattr(OpenGame, "facts", facts)
    orders = [f"game end-1\nturn 2\nplayer {player}\nsecret {7:064x}\n" for player in ("red", "blue")]
    play_on(line, "end-1", "2.1", *orders)
    inherited = Inheritance(line.open_game(parent)).seed(Moment(2, 1))
    assert inherited is not None
    assert inherited == Inheritance(line.open_game("end-2")).seed(Moment(2, 1))
    assert Inheritance(line.open_game("end-1")).seed(Moment(2, 1)) is None


#: Forks in a line, each an exchange further than the one that it leaves.
FEW, MANY = 10, 40

WORK: dict[str, Callable[[Session], object]] = {
    "replay": lambda session: list(play_back(session.open_game("deep"), exchanges_between(session.open_game("deep")))),
    "verify": lambda session: verify_exchanges(session.open_game("deep"), exchanges_between(session.open_game("deep"))),
    "show": lambda session: session.open_game("deep").fold(),
    "branches": lambda session: branches_of(session.open_game("deep")),
}


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    made = Stores(tmp_path_factory.mktemp("deep"))
    return {depth: made.forks(depth) for depth in (FEW, MANY)}


@pytest.mark.parametrize("what", WORK)
def test_what_the_store_does_grows_with_the_forks_and_not_with_their_square(stores: dict[int, Path], what: str) -> None:
    steps = {}
    for depth, folder in stores.items():
        with Session(folder) as session:
            steps[depth] = effort(session.store, lambda: WORK[what](session))
    assert 0 < steps[MANY] < steps[FEW] * MANY / FEW * 1.3


@pytest.mark.parametrize("what", ["replay", "branches"])
def test_nothing_is_read_or_folded_twice(stores: dict[int, Path], what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session(stores[MANY]) as session, monkeypatch.context() as patch:
        count = counting(patch)
        WORK[what](session)
    assert count.read
    assert count.once(), [count.read.most_common(3), count.folded.most_common(3)]


def test_runs_of_events_are_read_as_each_would_be(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("0", numbers(10), after=-1)
        for depth in range(1, 6):
            store.fork(str(depth), str(depth - 1), 9 + 3 * (depth - 1), numbers(3))
        whole = list(store.read("5"))
        runs = [(-1, 0), (3, 11), (12, 13), (15, 99)]
        assert list(store.read_runs(store.ancestry("5"), runs)) == [
            each for each in whole if any(after < each.version <= upto for after, upto in runs)
        ]
        assert lines_asked_for(store, lambda: list(store.read_runs(store.ancestry("5"), runs))) == 1


def lines_asked_for(store: GameStore, work: Callable[[], object]) -> int:
    """How many statements ask for lineage."""
    statements: list[str] = []
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(statements.append)
    work()
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(None)
    return sum("lineage" in text for text in statements)
