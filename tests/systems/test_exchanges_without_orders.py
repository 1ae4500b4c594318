"""Exchanges for which nobody owes orders, such as an initiative that is only rolled, and slots that are let pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from sits_es.game.events import OrdersGiven
from tests.shared.commands_told import run
from tests.systems import table
from tests.systems.office import Office
from tests.systems.plans import file_of, plans
from tests.systems.table import GAME, Table, fold_of, write

pytestmark = pytest.mark.usefixtures("examples")


@pytest.fixture
def begun(home: Path) -> Table:
    """A game in which initiative is rolled without planning."""
    return table.begun("slots at once", home)


def stands() -> str:
    """Where the game stands."""
    return str(run("show", GAME, "--json").json["at"])


def test_a_game_that_begins_with_such_an_exchange_says_how_it_goes_on(begun: Table) -> None:
    assert begun.told[0].out.splitlines()[1:] == ["game: nobody owes orders for 1.1.", "  sits play game"]
    (row,) = begun.json("games")
    assert row["owed"] == []
    assert "  game: nobody owes orders for 1.1\n" in run("doctor").out
    assert "Event #5; nobody owes orders for 1.1." in run("show", GAME).out


def test_it_is_played_without_a_file(begun: Table) -> None:
    told = begun.sits("play", GAME)
    assert "Kestrel rolls 2d8 for initiative" in told.out
    assert stands() == "1.2"
    assert begun.sits("audit", "verify", GAME).out.splitlines()[1].startswith("1 exchange checked: ")


@pytest.mark.usefixtures("begun")
def test_orders_for_the_slot_after_it_come_too_early(home: Path) -> None:
    told = run("play", GAME, write(home / "red", file_of(fold_of(), "red", "starship Kestrel\n  fly to 3")))
    assert told.err.startswith(f"{home}/red:6:3: Kestrel: initiative is rolled first, without orders: sits play GAME.")
    assert stands() == "1.1"


def test_the_slot_of_one_who_gives_no_file_says_whose_it_is_and_how_to_go_on(begun: Table) -> None:
    begun.sits("play", GAME)
    owed = fold_of().game.owed
    assert owed is not None
    (actor,) = owed.orders_by
    assert run("play", GAME).err == (
        f"game: {actor}'s orders for 1.2 are missing. Write them: sits orders new game --as {actor}; "
        "or pass: sits play game --pass\n"
    )


def test_whoever_acts_in_the_open_passes_and_does_not_drift(begun: Table) -> None:
    begun.sits("play", GAME)
    owed = fold_of().game.owed
    assert owed is not None
    (actor,) = owed.orders_by
    assert run("play", GAME, "--drift", actor).err == (
        f"game: {actor} acts in the open at 1.2. To pass without orders: sits play game --pass\n"
    )
    assert stands() == "1.2"


def test_slots_are_let_pass_one_by_one_and_the_next_initiative_comes_by_itself(begun: Table) -> None:
    begun.sits("play", GAME)
    assert "has had its slot" in begun.sits("play", GAME, "--pass").out
    assert stands() == "1.3"
    # the last slot of the turn: initiative is rolled again, and somebody owes orders once more
    begun.sits("play", GAME, "--pass")
    assert stands() == "2.2"
    assert run("audit", "verify", GAME).code == 0


def test_without_going_on_by_itself_where_somebody_says_how_far(begun: Table) -> None:
    begun.sits("play", GAME)
    begun.sits("play", GAME, "--pass")
    begun.sits("play", GAME, "--pass", "--to", "1.3")
    assert stands() == "2.1"
    told = begun.sits("play", GAME)
    assert told.out.splitlines()[-2].startswith("game is at 2.2; ")


def test_where_it_stands_at_such_an_exchange_the_way_on_is_told(begun: Table) -> None:
    begun.sits("play", GAME)
    begun.sits("play", GAME, "--pass")
    told = begun.sits("play", GAME, "--pass", "--to", "1.3")
    assert told.out.splitlines()[-2] == "game is at 2.1; nobody owes orders: sits play game"


@pytest.mark.usefixtures("begun")
def test_nobody_passes_where_nobody_acts_in_the_open() -> None:
    assert run("play", GAME, "--pass").err == (
        "game: nobody owes orders for 1.1. Nobody acts alone there, so nobody can pass.\n"
    )


def test_nobody_passes_where_all_seal_their_orders(home: Path) -> None:
    table.begun("slots", home)
    assert run("play", GAME, "--pass").err == (
        "game: everybody owes orders for 1.1. Nobody acts alone there, so nobody can pass.\n"
    )


def test_who_has_a_file_does_not_pass(begun: Table, home: Path) -> None:
    begun.sits("play", GAME)
    fold = fold_of()
    actor = fold.game.owed.orders_by[0]  # type: ignore[union-attr]  # it is open
    orders = begun.plan.orders(fold, actor)
    told = begun.sits("play", GAME, write(home / "file", file_of(fold, actor, orders)), "--pass")
    assert "attacks" in told.out


@pytest.mark.long
def test_by_mail_it_is_played_by_the_programs_and_nobody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path, monkeypatch, plans()["slots at once"], "slots", umpired=False)
    office.begin()
    for who in office.people:
        assert office.json(who, "show", GAME)["at"] == "1.2"
    owed = office.fold("red").game.owed
    assert owed is not None
    (first,) = owed.orders_by
    second = "blue" if first == "red" else "red"
    for _ in range(2):  # said again, it is the same
        said = office.sits(first, "orders", "pass", GAME)
        assert said.startswith("You pass in game 1.2; your pass goes out with the next letters.\n")
    assert office.run(second, "orders", "pass", GAME).err.startswith(
        f"You do not act alone in game now: {first} owes orders in the open for game 1.2 by "
    )
    office.carry()
    # a file without orders does the same
    office.sits(second, "orders", "seal", office.write(second, office.fold("red"), ""))
    office.carry()
    assert office.json("blue", "show", GAME)["at"] == "2.2"
    assert len(set(office.heads().values())) == 1
    assert {fact.turn for fact in office.facts("red") if isinstance(fact, OrdersGiven)} == {1}


@pytest.mark.long
def test_by_mail_nobody_passes_where_all_seal_their_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Office(tmp_path, monkeypatch, plans()["slots"], "slots", umpired=False)
    office.begin()
    assert office.run("red", "orders", "pass", GAME).err.startswith(
        "You do not act alone in game now: blue and red owe orders for game 1.1 by "
    )


def test_nobody_passes_when_the_game_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weak = plans()["slots at once"]
    plan = evolve(weak, scenario=weak.scenario.replace("hull = 9", "hull = 1").replace("guns = 4", "guns = 9"))
    office = Office(tmp_path, monkeypatch, plan, "slots", umpired=False)
    office.begin()
    while office.fold("red").game.ended is None:
        office.act()
    assert office.run("red", "orders", "pass", GAME).err.startswith("game is over: ")
