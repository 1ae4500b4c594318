"""The stepper's keys, driven through whole games of every rule system."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.binding import Binding

from commands.watch.widgets import BINDINGS, KEYS
from sits_es.service.session import Session
from sits_es.service.timeline import Timeline
from tests.commands.watch.conftest import Driven
from tests.shared.played_demos import DEMOS, played_folder
from tests.shared.rows import long_beyond


def heads(screens: list[str]) -> list[str]:
    """Where each screen says that it is, such as `#20`."""
    return [next(word for word in screen.split("\n")[0].split() if word.startswith("#")) for screen in screens]


@pytest.mark.parametrize("name", long_beyond(1, DEMOS.values()))
def test_a_whole_game_is_gone_through_moment_by_moment_and_back(demo: Callable[[str], Driven], name: str) -> None:
    with Session(played_folder(name)) as session:
        line = Timeline(session.open_game(name))
    firsts = [f"#{each.first}" for each in line.chapters]
    on, back = ["right_square_bracket"] * (len(firsts) - 1), ["left_square_bracket"] * (len(firsts) - 1)
    shown = demo(name).screens(name, ["home", *on, "end", *["left_square_bracket"], *back], size=(140, 40))
    assert all(screen.count("\n") == 39 for screen in shown)
    first, *seen = heads(shown)
    assert first == f"#{line.head}"
    assert seen[: len(firsts)] == firsts
    assert seen[len(firsts)] == f"#{line.head}"
    # from the last event to where its moment begins, unless it is the only one
    if line.chapters[-1].first < line.head:
        assert seen[len(firsts) + 1 :] == firsts[::-1]
    else:
        assert seen[len(firsts) + 1 :] == [*firsts[-2::-1], firsts[0]]


@pytest.mark.parametrize("name", long_beyond(1, ["duel", "squadron"]))
def test_every_loss_of_a_game_is_come_to(demo: Callable[[str], Driven], name: str) -> None:
    with Session(played_folder(name)) as session:
        losses = Timeline(session.open_game(name)).stops("loss")
    some = losses[:30]
    assert len(some) > 20
    shown = demo(name).screens(name, ["home", "4", *["l"] * len(some)])
    assert heads(shown[3:]) == [f"#{loss}" for loss in some]
    for screen in shown[3:]:
        # what is explained above is marked in the list below
        explained = screen.split("\n")[2].split(",")[0]
        assert any(line.startswith(f"! {explained} ") for line in screen.split("\n")), screen


@pytest.mark.long
def test_an_exchange_and_the_next_are_gone_through_event_by_event(demo: Callable[[str], Driven]) -> None:
    shown = demo("duel").screens("duel", ["home"] + ["right_square_bracket"] * 7 + ["n"] * 40)
    first = int(heads(shown)[8].removeprefix("#"))
    assert heads(shown)[8:] == [f"#{number}" for number in range(first, first + 41)]
    assert shown[8].split("\n")[0].startswith(" duel  1.7  ")
    assert shown[-1].split("\n")[0].startswith(" duel  1.8  ")


def test_where_a_game_stands_and_that_it_is_over_is_said(demo: Callable[[str], Driven]) -> None:
    assert demo("duel").screen("duel", "end").split("\n")[0].endswith("  the game stands here")
    assert demo("ambush").screen("ambush", "end").split("\n")[0].endswith("  over")


#: Keys in an order in which each has something to do, and what leaves again what it has opened.
TYPED = (
    "home",
    *("right", "n", "left", "p", "right_square_bracket", "right_square_bracket", "left_square_bracket"),
    *("right_curly_bracket", "left_curly_bracket", "end", "home", "space", "plus", "minus", "space"),
    *("s", "s", "S", "l", "l", "L", "d", "D", "2", "3", "pagedown", "down", "up", "pageup", "4", "5", "1", "z", "z"),
    *("u", "U", "e", "f", "escape", "b", "escape", "v", "enter", "right_curly_bracket", "right_square_bracket"),
    *("6", "w", "x", "r", "o", "escape", "P", "question_mark", "escape"),
)


def test_every_key_of_the_help_does_something(duel: Driven) -> None:
    every = [binding.key for binding in Binding.make_bindings(BINDINGS)]
    assert len(every) == len(set(every))
    assert {*every} == {*TYPED, "q"} - {"escape", "enter"}
    shown = duel.screens("duel", TYPED, size=(140, 40))
    for key, before, after in zip(TYPED, shown[:-1], shown[1:], strict=True):
        assert before != after, key


def test_q_leaves(duel: Driven) -> None:
    left: list[bool] = []
    duel.screens("duel", ["q"], seen=lambda app: left.append(app._exit))
    assert left == [True]


def test_the_help_names_every_key(duel: Driven) -> None:
    told = duel.screen("duel", "question_mark", size=(140, 60))
    for heading, keys in KEYS.items():
        assert f" {heading} " in told
        for key, (_, does) in keys.items():
            assert f"{key:<11}{does}" in told


def test_it_plays_on_and_pauses(duel: Driven) -> None:
    shown = duel.screens("duel", ["home", "space", "plus", "space"])[1:]
    assert "playing, 2 a second" not in shown[0]
    assert "playing, 2 a second" in shown[1].split("\n")[0]
    assert "playing, 4 a second" in shown[2].split("\n")[0]
    assert shown[2].endswith("4 events a second.")
    assert "playing" not in shown[3].split("\n")[0]


def test_what_leads_nowhere_says_so(duel: Driven) -> None:
    assert duel.screen("duel", "home", "left").endswith("\nThere is no earlier event.")
    assert duel.screen("duel", "end", "l").endswith("\nThere is no later loss.")
    assert duel.screen("duel", "6").endswith("\nPut a second branch beside this one first: v")
    assert duel.screen("duel", "w").endswith("\nThere is no second branch. Add one first: v")


def test_a_game_without_branches_says_how_to_make_one(demo: Callable[[str], Driven]) -> None:
    said = "This game has no other branch. Ask what would have happened instead: sits fork"
    assert demo("beacon").screen("beacon", "b").endswith(said)


def test_another_branch_is_gone_to_at_the_same_moment(duel: Driven) -> None:
    keys = ["home", *["right_square_bracket"] * 4]
    there = duel.screens("duel", [*keys, "b", "enter"])[-1].split("\n")
    assert there[0].startswith(" what-if  1.4  #")
    assert there[-1] == "This is what-if."


def test_with_at_it_ends_where_the_game_stood_then(duel: Driven) -> None:
    shown = duel.screens("duel", ["end"], at="#69")[-1]
    assert "#69 of 69" in shown.split("\n")[0]
    assert "#70" not in shown
