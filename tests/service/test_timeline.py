"""Going through a game event by event: what comes next, what somebody looks at, and where each step leads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sits_es.errors import NotAllowedError
from sits_es.game.story import teller
from sits_es.rules import system_names
from sits_es.service.session import MOST_KEPT, Session
from sits_es.service.timeline import PACES, Stepper, Stop, Timeline
from tests.shared.played_demos import DEMOS, forked_folder, played_folder


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """The duel and a what-if."""
    with Session(forked_folder()) as opened:
        yield opened


@pytest.fixture(scope="module")
def duel(session: Session) -> Timeline:
    return Timeline(session.open_game("duel"))


@pytest.fixture(scope="module", params=DEMOS)
def any_game(request: pytest.FixtureRequest) -> Iterator[Timeline]:
    """The bundled game of each rule system."""
    name = DEMOS[request.param]
    with Session(played_folder(name)) as opened:
        yield Timeline(opened.open_game(name))


def test_every_rule_system_is_stepped_through_here() -> None:
    assert sorted(DEMOS) == sorted(system_names())


def test_chapters_follow_each_other_without_a_gap(any_game: Timeline) -> None:
    ends = [each.last for each in any_game.chapters]
    assert [each.first for each in any_game.chapters] == [0, *(last + 1 for last in ends[:-1])]
    assert ends[-1] == any_game.head
    assert [each.number for each in any_game.chapters] == [*range(len(ends))]
    for version in range(any_game.head + 1):
        chapter = any_game.chapter(version)
        assert chapter.first <= version <= chapter.last


def test_step_by_step_every_event_is_come_to_once_either_way(any_game: Timeline) -> None:
    there, at = [0], any_game.next_stop(0, 1)
    while at is not None:
        there.append(at)
        at = any_game.next_stop(at, 1)
    assert there == any_game.stops("event") == [*range(any_game.head + 1)]
    assert any_game.next_stop(0, -1) is None
    assert any_game.next_stop(any_game.head, -1) == any_game.head - 1


def test_a_board_is_the_one_that_the_session_folds(any_game: Timeline) -> None:
    freeze = any_game.rules.freeze
    for version in (*range(0, any_game.head, 17), any_game.head, any_game.head // 2, 1):
        expected = any_game.opened.reopen().fold(version)
        board = any_game.board(version)
        assert (board is None) == (expected.game.board is None)
        if board is not None:
            assert freeze(board) == freeze(expected.game.board)
    assert len(any_game.opened._folds) <= MOST_KEPT


def test_every_system_says_what_is_a_shot_and_what_is_a_loss(any_game: Timeline) -> None:
    deeds = {any_game.deed(version) for version in range(any_game.head + 1)}
    assert deeds == {None, "shot", "loss"}


def test_a_jump_comes_to_every_shot_and_every_loss_and_to_nothing_else(any_game: Timeline) -> None:
    kinds: tuple[Stop, ...] = ("shot", "loss", "shot or loss")
    for wanted in kinds:
        meant = [
            version
            for version in range(1, any_game.head + 1)
            if any_game.deed(version) in (("shot", "loss") if wanted == "shot or loss" else (wanted,))
        ]
        there, at = [], any_game.next_stop(0, 1, wanted)
        while at is not None:
            there.append(at)
            at = any_game.next_stop(at, 1, wanted)
        assert there == meant
        assert any_game.next_stop(meant[-1], -1, wanted) == (meant[-2] if len(meant) > 1 else None)


def test_units_are_those_of_the_board_and_a_filter_leaves_what_names_one(any_game: Timeline) -> None:
    board = any_game.board(any_game.head)
    assert any_game.units
    assert all(any_game.rules.owner(board, unit) is not None for unit in any_game.units)
    for unit in any_game.units:
        left = any_game.stops("event", unit)
        assert 0 < len(left) <= any_game.head
        assert all(unit in any_game.named(version) for version in left)
        assert any_game.next_stop(left[0], 1, unit=unit) == (left[1] if len(left) > 1 else None)
        assert any_game.next_stop(0, 1, "shot or loss", unit) in (None, *left)


def test_every_unit_has_a_card_and_whoever_is_on_the_map_a_picture(any_game: Timeline) -> None:
    # the end of the first chapter is where everybody stands
    version = any_game.chapters[len(any_game.chapters) // 2].last
    board = any_game.board(version)
    there = [unit for unit in any_game.units if any_game.rules.owner(board, unit) is not None]
    assert there
    for unit in there:
        assert list(any_game.report.unit(board, unit) or ())
    assert any(any_game.report.around(board, unit) is not None for unit in there)
    assert any_game.report.unit(board, "nobody of that name") is None
    assert any_game.report.around(board, "nobody of that name") is None


def test_texts_are_the_sentences_of_the_record(duel: Timeline) -> None:
    tell = teller(duel.rules)
    assert [duel.text(version) for version in range(duel.head + 1)] == [tell(fact) for fact in duel.opened.facts()]
    assert duel.text(22) == "Sirius changes thrust from 0 to 4."


def test_moments_and_turns_begin_where_they_do(duel: Timeline) -> None:
    first, second = (next(each for each in duel.chapters if each.label == label) for label in ("1.1", "1.2"))
    assert duel.next_stop(0, 1, "moment") == first.first
    assert duel.next_stop(first.first, 1, "moment") == second.first
    assert duel.next_stop(second.first + 3, -1, "moment") == second.first
    assert duel.next_stop(second.first, -1, "moment") == first.first
    assert duel.next_stop(0, -1, "moment") is None
    assert duel.next_stop(duel.head, 1, "moment") is None
    turn = next(each for each in duel.chapters if each.label == "2.1")
    assert duel.stops("turn") == [0, first.first, turn.first]
    assert [duel.next_stop(version, 1, "turn") for version in (0, first.first, turn.first)] == [
        first.first,
        turn.first,
        None,
    ]
    assert [duel.next_stop(version, -1, "turn") for version in (0, first.first, turn.first, turn.first + 1)] == [
        None,
        0,
        first.first,
        turn.first,
    ]


def test_the_first_shot_of_the_duel_is_a_launch_and_the_first_loss_a_box(duel: Timeline) -> None:
    shot, loss = duel.next_stop(0, 1, "shot"), duel.next_stop(0, 1, "loss")
    assert shot is not None
    assert loss is not None
    assert duel.text(shot).startswith("Sirius launches 1 salvo of 10 from port at Fearless")
    assert "loses box" in duel.text(loss)


def test_what_a_fork_shares_is_the_same_event_in_both(session: Session, duel: Timeline) -> None:
    other = Timeline(session.open_game("what-if"))
    left = next(each for each in duel.chapters if each.label == "1.3").first - 1
    assert duel.shared_with(other) == other.shared_with(duel) == left
    assert duel.shared_with(duel) == duel.head
    assert [duel.beside(version, other) for version in (0, 30, left)] == [0, 30, left]


def test_after_a_fork_the_same_moment_is_beside(session: Session, duel: Timeline) -> None:
    other = Timeline(session.open_game("what-if"))
    here, there = (next(each for each in line.chapters if each.label == "1.4") for line in (duel, other))
    assert duel.beside(here.first, other) == there.first
    assert duel.beside(here.first + 2, other) == there.first + 2
    assert duel.beside(here.last, other) == there.last
    assert other.beside(there.last, duel) == here.last
    # the what-if never came so far
    later = next(each for each in duel.chapters if each.label == "2.1")
    assert duel.beside(later.last, other) == other.head
    opened = next(each for each in other.chapters if each.label == "a fork")
    assert other.beside(opened.first, duel) == opened.first


def test_a_game_that_is_not_there_is_refused(session: Session) -> None:
    with pytest.raises(NotAllowedError, match=r"There is no game nowhere in .*\. Games here: duel, what-if\."):
        Timeline(session.open_game("nowhere"))


@pytest.fixture
def stepper() -> Iterator[Stepper]:
    with Session(forked_folder()) as session:
        yield Stepper.over(session.open_game("duel"))


def test_it_opens_at_the_last_event_and_looks_at_somebody(stepper: Stepper) -> None:
    assert (stepper.version, stepper.unit, stepper.only, stepper.playing) == (593, "Sirius", None, False)
    assert [each.name for each in stepper.branches] == ["duel", "what-if"]


def test_with_a_moment_it_begins_there_which_is_its_end() -> None:
    with Session(forked_folder()) as session:
        stepper = Stepper.over(session.open_game("duel", "1.3"))
        assert (stepper.version, stepper.timeline.chapter(stepper.version).label) == (69, "1.2")
        assert stepper.step(1) == "There is no later event."


def test_steps_lead_on_and_say_where_nothing_more_comes(stepper: Stepper) -> None:
    assert stepper.end(-1) == ""
    assert stepper.step(-1) == "There is no earlier event."
    assert stepper.step(1) == ""
    assert stepper.version == 1
    assert stepper.end(1) == ""
    assert stepper.version == stepper.timeline.head
    assert stepper.step(1) == "There is no later event."
    assert stepper.step(1, "moment") == "There is no later moment."
    assert stepper.step(1, "turn") == "There is no later turn."
    assert stepper.step(1, "loss") == "There is no later loss."
    assert stepper.step(1, "shot or loss") == "There is no later shot or loss."
    assert stepper.end(-1) == ""
    assert stepper.version == 0
    assert (stepper.step(1, "moment"), stepper.timeline.chapter(stepper.version).label) == ("", "1.1")
    assert (stepper.step(1, "turn"), stepper.timeline.chapter(stepper.version).label) == ("", "2.1")


def test_it_looks_at_whoever_the_event_is_about_until_somebody_is_chosen(stepper: Stepper) -> None:
    stepper.end(-1)
    stepper.step(1, "shot")
    assert stepper.unit == "Sirius"
    stepper.step(1, "shot")
    assert stepper.unit == "Fearless"
    assert stepper.next_unit(1) == ""
    assert stepper.unit == "Sirius"
    stepper.step(1)
    stepper.step(1)
    assert stepper.unit == "Sirius"
    stepper.step(-1, "shot")
    assert stepper.follow() == ""
    assert stepper.unit == "Fearless"


def test_one_units_events_alone(stepper: Stepper) -> None:
    stepper.end(-1)
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
    assert stepper.swap() == "There is no second branch. Add one first: v"
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
