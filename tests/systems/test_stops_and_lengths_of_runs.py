"""A `stop if` by mail makes void what was sealed for later runs; a fork may agree on another length of runs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from commands.home import open_session
from sits_es.game.events import ExchangeOpened, OrdersRevealed, OrdersSealed
from sits_es.rules.moments import Moment
from sits_es.rules.sfb.ending.facts import RunEnded
from tests.shared.commands_told import run
from tests.systems.office import GAME, Office
from tests.systems.plans import Plan
from tests.systems.table import fold_of, write
from tests.systems.test_entering_beside_orders import SCENARIO

#: Five hexes apart and half a hex nearer each impulse: they are within four hexes in impulse 3.
RED = "unit Kestrel\n  stop if range to Hawk at most 4\n  impulse 1-12 turn pitch 1"
BLUE = "unit Hawk\n  impulse 1-12 turn pitch -1"
PLAN = Plan(scenario=SCENARIO, acts=2, fork_at="", otherwise=("", ""), searched="")
PLAYERS = ("red", "blue")


@pytest.mark.long
@pytest.mark.parametrize(("umpired", "seed"), [(False, 4), (True, None)], ids=["peers, late and twice", "umpired"])
def test_a_stop_by_mail_makes_void_what_was_sealed_for_later_runs(
    umpired: bool, seed: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = None if seed is None else Random(seed)  # noqa: S311 - no secret hangs on it
    office = Office(tmp_path, monkeypatch, PLAN, "sfb", umpired=umpired, slow=slow)
    office.begin()
    for who, orders in (("red", RED), ("blue", BLUE)):
        office.sits(who, "orders", "seal", office.write(who, office.fold(who), orders), "--to", "1.9")
    office.carry()
    assert len(set(office.heads().values())) == 1
    for who in office.people:
        found = office.facts(who)
        assert [(fact.impulse, fact.stopped) for fact in found if isinstance(fact, RunEnded)] == [(3, True)]
        assert {fact.segment for fact in found if isinstance(fact, OrdersSealed)} == {1}
        assert [fact.segment for fact in found if isinstance(fact, ExchangeOpened)] == [4]
        fold = office.fold(who)
        assert fold.system.label(fold.game.moment) == "1.4"
        # nobody turned beyond the stop
        assert {fold.game.board.units[name].facing.pitch for name in ("Kestrel", "Hawk")} == {30_000, 3_570_000}
        (stands,) = office.json(who, "mail", "status", GAME)
        assert stands["stands"].startswith("at 1.4 since ")
        assert [each["seat"] for each in stands["owed"]] == ["blue", "red"]
    # both order again, with the very same files; the watch is kept again, and Hawk is within four hexes at once
    for who, orders in (("red", RED), ("blue", BLUE)):
        office.sits(who, "orders", "seal", office.write(who, office.fold(who), orders), "--to", "1.4")
    office.carry()
    assert len(set(office.heads().values())) == 1
    assert [fact.impulse for fact in office.facts("blue") if isinstance(fact, RunEnded)] == [3, 4]
    for who in office.people:
        assert office.json(who, "audit", "verify", GAME)["ok"] is True
        (stands,) = office.json(who, "mail", "status", GAME)
        assert "trouble" not in stands


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same at one table: the run that was to take four impulses ended with the third."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert run("new", write(tmp_path / "scenario.toml", SCENARIO), "--name", GAME).code == 0
    assert run("play", GAME, *files(tmp_path), "--to", "1.1").code == 0
    return tmp_path


def files(folder: Path, game: str = GAME) -> list[str]:
    """Everybody's orders for turn 1."""
    given = zip(PLAYERS, (RED, BLUE), strict=True)
    return [write(folder / who, f"game {game}\nturn 1\nplayer {who}\n{orders}\n") for who, orders in given]


def test_a_run_that_ends_early_is_a_run_of_its_own_from_there_on(stopped: Path) -> None:
    del stopped
    assert [each["at"] for each in run("replay", GAME, "--json").json["exchanges"]] == ["1.1"]
    owed = fold_of().game.owed
    assert owed is not None
    assert (fold_of().game.moment, owed.steps) == (Moment(1, 4), (4, 5, 6, 7))
    assert [each.moment.segment for each in fold_of().game.upcoming][:3] == [4, 8, 12]


def test_a_moment_within_a_run_is_replayed_with_it_and_elsewhere_names_where_it_begins(stopped: Path) -> None:
    del stopped
    said = "1.2 of game is in the run that begins at 1.1. Write 1.1, or 1.4 for after it.\n"
    for words in (("show", GAME), ("fork", GAME, "--name", "other"), ("rewind", GAME)):
        told = run(*words, "--at", "1.2")
        assert (told.code, told.err) == (1, said)
    whole = run("replay", GAME, "1.1")
    for moments in (["1.2"], ["1.3", "1.3"], ["1.2", "1.20"]):
        assert (run("replay", GAME, *moments).code, run("replay", GAME, *moments).out) == (0, whole.out)
    assert run("replay", GAME, "1.4").err == (
        "game: nothing between those moments has been played. On record: 1.1 to 1.1.\n"
    )


def test_lines_of_impulses_that_are_over_may_stay_as_they_were_and_may_not_change(stopped: Path) -> None:
    red, _ = files(stopped)
    assert run("orders", "check", red).code == 0
    text = Path(red).read_text("utf-8").replace("turn pitch 1", "turn pitch 2")
    told = run("orders", "check", write(stopped / "changed", text))
    assert told.code == 1
    assert [line.strip() for line in told.err.splitlines() if "over" in line or "expected" in line] == [
        f"{stopped}/changed:6:11: 1.3 is over; game is at 1.4.",
        "expected: impulse 4 or later",
    ]


def test_an_order_without_an_impulse_holds_once_in_each_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert run("new", write(tmp_path / "scenario.toml", SCENARIO), "--name", GAME).code == 0
    never = RED.replace("at most 4", "at most 1").replace("1-12", "1-8")
    red = write(tmp_path / "red", f"game {GAME}\nturn 1\nplayer red\n{never}\n")
    assert run("play", GAME, red, write(tmp_path / "blue", f"game {GAME}\nturn 1\nplayer blue\n")).code == 0
    with open_session() as session:
        told = [
            fact.lines
            for fact in session.open_game(GAME).facts()
            if isinstance(fact, OrdersRevealed) and fact.player == "red"
        ]
    stop = "Kestrel: stop if range to Hawk at most 1"
    # the line without an impulse does not say how far to play: the others end with the second run
    assert [[line for line in lines if "stop" in line] for lines in told] == [[f"impulse {at} {stop}"] for at in (1, 5)]
    assert fold_of().game.moment == Moment(1, 9)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same at one table, with the first run of four impulses played to its end."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert run("new", write(tmp_path / "scenario.toml", SCENARIO), "--name", GAME).code == 0
    files = [write(tmp_path / who, f"game {GAME}\nturn 1\nplayer {who}\n{BLUE * (who == 'blue')}\n") for who in PLAYERS]
    assert run("play", GAME, *files, "--to", "1.9").code == 0
    return tmp_path


def test_a_fork_agrees_on_another_length_of_runs(home: Path) -> None:
    told = run("fork", GAME, "--at", "1.5", "--name", "longer", "--option", "run=6")
    assert (told.code, told.err) == (0, "")
    assert run("show", "longer", "--json").json["at"] == "1.5"
    files = [write(home / f"{who}2", f"game longer\nturn 1\nplayer {who}\n") for who in PLAYERS]
    for at, following in (("1.5", "1.11"), ("1.11", "1.17"), ("1.17", "1.23"), ("1.23", "1.29"), ("1.29", "1.break")):
        assert run("play", "longer", *files, "--to", at).code == 0
        assert run("show", "longer", "--json").json["at"] == following
    assert run("audit", "verify", "longer", "--json").json["ok"] is True
    assert run("audit", "verify", "longer").code == 0
    assert run("diff", GAME, "longer").code == 0
    # the game that it left is as it was
    assert run("show", GAME, "--json").json["at"] == "1.13"


@pytest.mark.parametrize(
    ("option", "answer"),
    [
        ("run=0", 'Option run is "0"; it can be 1 to 32 impulses.'),
        ("run=33", 'Option run is "33"; it can be 1 to 32 impulses.'),
        ("run=two", 'Option run is "two"; it can be 1 to 32 impulses.'),
        ("length=4", "There is no option length. Options: run, field, turns, own_side_targets."),
    ],
)
@pytest.mark.usefixtures("home")
def test_a_length_that_cannot_be_is_refused(option: str, answer: str) -> None:
    told = run("fork", GAME, "--at", "1.5", "--name", "other", "--option", option)
    assert (told.code, told.out) == (1, "")
    assert " ".join(told.err.split()) == answer
    assert [row["name"] for row in run("games", "--json").json] == [GAME]
