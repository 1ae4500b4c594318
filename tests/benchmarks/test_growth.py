"""The rows of the table of growth still run: tiny stores, commands in this process; nothing here judges a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.service.audit import audit_game
from tests.benchmarks.bench import QUICK, Bench
from tests.benchmarks.grown_stores import Stores, events_of, opened
from tests.benchmarks.growth import ROWS, lines, main
from tests.benchmarks.stopwatch import by_process

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Stores:
    return Stores(tmp_path_factory.mktemp("stores"))


@pytest.fixture
def bench(stores: Stores, tmp_path: Path) -> Bench:
    return Bench(stores=stores, work=tmp_path, sizes=QUICK, rounds=0)


@pytest.mark.parametrize("name", [row.name for row in ROWS])
def test_every_row_can_be_measured(bench: Bench, name: str) -> None:
    _, line = lines(bench, [name])
    assert line.startswith(name)
    assert not list(bench.work.iterdir()), "a copy was left behind"


def test_the_long_game_is_sound_and_goes_on_from_the_shorter_one(stores: Stores) -> None:
    short, long = stores.long_game(200), stores.long_game(400, (200, 300))
    assert 200 <= events_of(short, "duel") < events_of(long, "duel")
    with opened(long) as session, opened(short) as before:
        assert audit_game(session.open_game("duel")).faults == ()
        head = before.open_game("duel").head
        (same,) = session.open_game("duel").events(head.version, head.version)
        assert same.digest == head.digest


def test_deep_and_shallow_forks_stand_at_the_same_moment(stores: Stores) -> None:
    with opened(stores.forks(3)) as session:
        deep, shallow = session.open_game("deep").fold().game, session.open_game("shallow").fold().game
        assert deep.moment == shallow.moment
        assert len(session.store.spans("deep")) == 4
        assert len(session.store.spans("shallow")) == 2


def test_the_script_prints_the_rows_that_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["fork-again", "derive", "--quick", "--keep", str(tmp_path)])
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["row", "fork-again", "derive"]
    with pytest.raises(SystemExit):
        main(["no-such-row"])


def test_a_command_is_measured_in_a_process_of_its_own_and_must_succeed(tmp_path: Path) -> None:
    took = by_process(tmp_path, "--version")
    assert took.out.startswith("sits-es ")
    assert took.clock > 0
    with pytest.raises(RuntimeError, match="sits show nothing ended with 1: There is no game nothing"):
        by_process(tmp_path, "show", "nothing")
