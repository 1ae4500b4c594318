"""sits demo where each file is for the exchange or the entry at hand: slots, facts, and what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.game.events import FactsRecorded, OrdersGiven, OrdersRevealed
from sits_es.rules import system, system_names
from sits_es.service.demo import Script, ScriptFile
from tests.shared.commands_told import Told, run
from tests.shared.rows import long_beyond
from tests.systems.table import write

pytestmark = pytest.mark.usefixtures("examples")

#: Bundled scenarios of such systems, and how many exchanges and entries their demonstration has.
DEMOS = {"narrows-at-once": 8, "narrows-by-hand": 6, "beacon": 10}
TAKEN = "There is already another game {0}. Give the demo a name: sits demo {0} --name NAME\n"


def shown(scenario: str, *words: str) -> Told:
    """A demonstration that succeeds."""
    told = run("demo", scenario, *words)
    assert (told.code, told.err) == (0, ""), told
    return told


def lines_of(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Who ordered or entered which lines, in order; those who gave none are left out."""
    with open_session() as session:
        facts = session.open_game(name).facts()
    given = (fact for fact in facts if isinstance(fact, OrdersGiven | OrdersRevealed | FactsRecorded))
    return [(fact.player, fact.lines) for fact in given if fact.lines]


def bundles() -> Iterator[tuple[Any, str, Any]]:
    """Every scenario with files of a system whose files are for the exchange at hand."""
    for rules in map(system, system_names()):
        for name, bundle in rules.bundled().items() if rules.language.stepless else ():
            if bundle.orders:
                yield rules, name, bundle


@pytest.mark.usefixtures("home")
def test_every_file_that_comes_with_a_scenario_is_played_in_order_of_name() -> None:
    for rules, scenario, bundle in bundles():
        shown(scenario, "--rules", rules.name)
        script = Script(rules, bundle, scenario)
        with open_session() as session:
            assert script.left(session.open_game(scenario)) == [], scenario
        expected = [(each.player, each.lines) for each in script._files if each.lines]
        assert [(player, tuple(sorted(lines))) for player, lines in lines_of(scenario)] == expected


def test_no_two_systems_bring_a_scenario_of_the_same_name() -> None:
    brought = [name for rules in map(system, system_names()) for name in rules.bundled()]
    assert len(brought) == len(set(brought)), "sits new NAME could not tell whose it is"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("scenario", DEMOS)
def test_it_is_played_once_and_then_read_from_the_record(scenario: str) -> None:
    first, again = shown(scenario), shown(scenario)
    assert "The demo was played here before" not in first.out
    assert "The demo was played here before; this is what happened." in again.out
    assert first.out.splitlines()[1:] == again.out.splitlines()[1:]
    assert f" sound, {DEMOS[scenario]} e" in first.out
    assert " recomputed from " in first.out
    assert len(run("replay", scenario, "--json").json["exchanges"]) == DEMOS[scenario]


@pytest.mark.parametrize("scenario", DEMOS)
@pytest.mark.parametrize("steps", long_beyond(1, [1, 2, 4]))
def test_one_that_broke_off_goes_on_as_if_it_had_not(
    scenario: str, steps: int, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shown(scenario)
    monkeypatch.setenv("SITS_HOME", str(home / "others"))
    step, done = Script._step, [0]

    def breaks_off(*args: Any) -> list[ScriptFile] | None:
        if done[0] == steps:
            raise RuntimeError("the lights went out")
        done[0] += 1
        return step(*args)

    with monkeypatch.context() as patch:
        patch.setattr(Script, "_step", breaks_off)
        with pytest.raises(AssertionError, match="broke off"):
            run("demo", scenario)
    assert len(run("replay", scenario, "--json").json["exchanges"]) == steps
    again = shown(scenario)
    assert again.out.splitlines()[1:] == whole.out.splitlines()[1:]


@pytest.mark.usefixtures("home")
def test_an_initiative_and_a_choice_that_no_file_is_for_are_played_without_orders() -> None:
    shown("narrows-at-once")
    with open_session() as session:
        acts = [fact for fact in session.open_game("narrows-at-once").facts() if isinstance(fact, OrdersGiven)]
    assert [(fact.turn, fact.segment, fact.player, len(fact.lines)) for fact in acts] == [
        (1, 2, "blue", 1),
        (1, 3, "blue", 0),  # it keeps what it rolled: the next file is red's
        (1, 4, "red", 1),
        (1, 5, "red", 1),
        (2, 2, "red", 0),
        (2, 3, "blue", 1),
    ]


@pytest.mark.usefixtures("home")
def test_facts_are_entered_where_nobody_owes_orders() -> None:
    shown("narrows-by-hand")
    with open_session() as session:
        facts = [
            fact
            for fact in session.open_game("narrows-by-hand").facts()
            if isinstance(fact, FactsRecorded | OrdersGiven)
        ]
    assert [type(fact).__name__ for fact in facts] == [*["FactsRecorded"] * 2, *["OrdersGiven"] * 3, "FactsRecorded"]


@pytest.mark.usefixtures("home")
def test_a_game_of_recorded_facts_and_sealed_dials_says_what_is_recomputed() -> None:
    assert "orders, seals and dice" in shown("beacon").out
    assert "orders, seals and dice" in shown("narrows-by-hand").out


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("scenario", DEMOS)
def test_under_another_name_dice_are_others_and_what_does_not_fit_them_is_left_out(scenario: str) -> None:
    for name in ("one", "another", "a third"):
        told = shown(scenario, "--name", name)
        assert told.out.startswith(f"{name}: ")
        assert run("audit", "verify", name).code == 0
        assert "The demo was played here before" in shown(scenario, "--name", name).out


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("scenario", DEMOS)
def test_a_game_that_somebody_began_is_not_the_demo(scenario: str) -> None:
    rules = "slots" if scenario.startswith("narrows") else "xwing"
    assert run("new", scenario, "--rules", rules, "--name", scenario).code == 0
    assert run("demo", scenario, "--name", scenario) == (1, "", TAKEN.format(scenario))


def test_a_game_that_was_begun_with_other_facts_or_dice_is_not_the_demo(home: Path) -> None:
    assert run("new", "beacon", "--rules", "xwing", "--name", "beacon").code == 0
    file = write(home / "red", "game beacon\nturn 1\nplayer red\nship Kestrel\n  place at 1,1 facing 0\n")
    assert run("record", "beacon", file).code == 0
    assert run("demo", "beacon", "--name", "beacon") == (1, "", TAKEN.format("beacon"))
    assert run("new", "narrows-at-once", "--rules", "slots", "--name", "narrows-at-once").code == 0
    assert run("play", "narrows-at-once").code == 0
    named = run("demo", "narrows-at-once", "--name", "narrows-at-once")
    assert named == (1, "", TAKEN.format("narrows-at-once"))
    assert shown("beacon").out.startswith("beacon-demo: ")
    assert shown("narrows-at-once").out.startswith("narrows-at-once-demo: ")


def test_what_people_do_after_the_demo_stays_as_it_is(home: Path) -> None:
    shown("beacon")
    assert run("play", "beacon", "--drift", "red", "--drift", "blue").code == 0
    file = write(home / "blue", "game beacon\nturn 2\nplayer blue\nship Hawk\n  note: we go on\n")
    assert run("record", "beacon", file).code == 0
    assert "we go on" in shown("beacon").out
    assert lines_of("beacon")[-1] == ("blue", ("Hawk: note: we go on",))


def test_a_demo_that_people_took_up_halfway_is_not_played_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(
            Script,
            "play_on",
            lambda script, opened, _: script._step(opened, opened.fold(), script._files),
        )
        shown("beacon")
    file = write(home / "blue", "game beacon\nturn 1\nplayer blue\nship Hawk\n  place at 9,9 facing 0\n")
    assert run("record", "beacon", file).code == 0
    shown("beacon")
    assert [player for player, _ in lines_of("beacon")] == ["red", "blue"]


@pytest.mark.usefixtures("home")
def test_a_scenario_that_no_system_has_is_refused_with_those_of_all() -> None:
    told = run("demo", "nowhere")
    assert told.err.startswith("There is no scenario nowhere with orders to show. Choose from: ")
    assert {*DEMOS, "duel", "pursuit", "ambush"} <= {*told.err.partition("Choose from: ")[2].rstrip(".\n").split(", ")}
