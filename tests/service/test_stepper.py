"""What somebody looks at who goes through a game, and where each step leads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sits_es.service.session import Session
from sits_es.service.timeline import PACES, Stepper
from tests.shared.played_demos import DEMOS, forked_folder, played_folder


@pytest.fixture
def stepper() -> Iterator[Stepper]:
    with Session.open(forked_folder()) as session:
        yield Stepper.over(session, "duel")


def test_it_begins_where_the_units_stand_and_looks_at_somebody(stepper: Stepper) -> None:
    assert (stepper.version, stepper.unit, stepper.only, stepper.playing) == (8, "Sirius", None, False)
    assert [each.name for each in stepper.branches] == ["duel", "what-if"]


def test_with_a_moment_it_begins_there_which_is_its_end() -> None:
    with Session.open(forked_folder()) as session:
        stepper = Stepper.over(session, "duel", "1.3")
        assert (stepper.version, stepper.timeline.chapter(stepper.version).label) == (69, "1.2")
        assert stepper.step(1) == "There is no later event."


@pytest.mark.parametrize("game", DEMOS.values())
def test_in_every_rule_system_units_stand_where_it_begins(game: str) -> None:
    with Session.open(played_folder(game)) as session:
        stepper = Stepper.over(session, game)
        assert stepper.timeline.chapter(stepper.version).last == stepper.version
        assert stepper.timeline.report.units(stepper.timeline.board(stepper.version))


def test_steps_lead_on_and_say_where_nothing_more_comes(stepper: Stepper) -> None:
    assert stepper.end(-1) == ""
    assert stepper.step(-1) == "There is no earlier event."
    assert stepper.step(1) == ""
    assert stepper.version == 1
    assert stepper.end(1) == ""
    assert stepper.version == stepper.timeline.head
    assert stepper.step(1) == "There is no later event."
    assert stepper.chapter(1) == "There is no later moment."
    assert stepper.turn(1) == "There is no later turn."
    assert stepper.deed(1, "loss") == "There is no later loss."
    assert stepper.deed(1) == "There is no later shot or loss."
    assert stepper.end(-1) == ""
    assert stepper.version == 0
    assert (stepper.chapter(1), stepper.timeline.chapter(stepper.version).label) == ("", "1.1")
    assert (stepper.turn(1), stepper.timeline.chapter(stepper.version).label) == ("", "2.1")


def test_it_looks_at_whoever_the_event_is_about_until_somebody_is_chosen(stepper: Stepper) -> None:
    stepper.deed(1, "shot")
    assert stepper.unit == "Sirius"
    stepper.deed(1, "shot")
    assert stepper.unit == "Fearless"
    assert stepper.next_unit(1) == ""
    assert stepper.unit == "Sirius"
    stepper.step(1)
    stepper.step(1)
    assert stepper.unit == "Sirius"
    stepper.deed(-1, "shot")
    assert stepper.follow() == ""
    assert stepper.unit == "Fearless"


def test_one_units_events_alone(stepper: Stepper) -> None:
    assert stepper.show_only("Fearless") == ""
    assert stepper.timeline.concerns(stepper.version, "Fearless")
    for _ in range(20):
        assert stepper.step(1) == ""
        assert "Fearless" in stepper.timeline.named(stepper.version)
        assert stepper.unit == "Fearless"
    stepper.end(1)
    assert stepper.step(1) == "There is no later event of Fearless."
    stepper.show_only(None)
    stepper.end(-1)
    stepper.step(1)
    assert stepper.version == 1


def test_it_plays_on_to_the_end_and_begins_again(stepper: Stepper) -> None:
    stepper.version = stepper.timeline.head - 2
    stepper.tick()
    assert stepper.version == stepper.timeline.head - 2  # it does not play
    stepper.play()
    for _ in range(4):
        stepper.tick()
    assert (stepper.version, stepper.playing) == (stepper.timeline.head, False)
    stepper.play()
    assert (stepper.version, stepper.playing) == (0, True)
    stepper.play()
    assert not stepper.playing


def test_the_pace_has_two_ends(stepper: Stepper) -> None:
    assert stepper.wait == 0.5
    for _ in PACES:
        said = stepper.change_pace(1)
    assert (said, stepper.wait) == ("32 events a second.", 1 / 32)
    for _ in PACES:
        said = stepper.change_pace(-1)
    assert (said, stepper.wait) == ("0.5 events a second.", 2)


def test_another_branch_is_come_to_where_this_one_stands(stepper: Stepper) -> None:
    stepper.version = next(each.last for each in stepper.timeline.chapters if each.label == "1.4")
    assert stepper.go_to("what-if") == "This is what-if."
    assert stepper.timeline.name == "what-if"
    assert stepper.timeline.chapter(stepper.version).label == "1.4"
    assert stepper.go_to("duel") == "This is duel."
    assert stepper.timeline.chapter(stepper.version).label == "1.4"


def test_two_branches_go_side_by_side(stepper: Stepper) -> None:
    assert stepper.swap() == "There is no second branch. Put one beside this one first: v"
    assert stepper.there == 0
    stepper.version = next(each.last for each in stepper.timeline.chapters if each.label == "1.4")
    here = stepper.version
    stepper.put_beside("what-if")
    assert stepper.beside is not None
    there = stepper.there
    assert stepper.beside.chapter(there).label == "1.4"
    stepper.swap()
    assert (stepper.timeline.name, stepper.version, stepper.there) == ("what-if", there, here)
    stepper.alone()
    assert stepper.beside is None


def test_reading_again_finds_nothing_new_where_nobody_played(stepper: Stepper) -> None:
    stepper.put_beside("what-if")
    assert stepper.again() == "0 new events."
