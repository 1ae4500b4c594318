"""What a page is given so that a player can point orders together: every form, its choices, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import pytest

from commands.home import open_session
from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.rules.order_guide import guide_of
from sits_es.service.order_panel import order_panel
from sits_es.service.orders import check_text, read_entry
from tests.shared.commands_told import Sits, run
from tests.shared.panels import PANELS, first_line, first_text, whole_file
from tests.shared.rows import long_beyond

#: So many of them are looked at in README's lane.
QUICK: Final = 4


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The bundled games, played, in a folder of their own."""
    folder = tmp_path_factory.mktemp("panels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder / "games"))
        patch.chdir(folder)
        for game in dict.fromkeys(game for game, _, _ in PANELS):
            assert run("demo", game).code == 0
        yield


def panel(game: str, at: str, player: str) -> dict[str, Any]:
    with open_session() as session:
        return order_panel(session.open_game(game, at), player)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("place", long_beyond(QUICK, PANELS))
def test_every_form_of_the_help_is_there(place: tuple[str, str, str]) -> None:
    game, at, player = place
    found = panel(game, at, player)
    with open_session() as session:
        orders = guide_of(session.open_game(game).rules.name).orders
    assert {form["text"] for form in found["forms"]} == {form for order in orders for form in order.forms}
    assert all(len(unit["ways"]) == len(found["forms"]) for unit in found["units"])


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("place", long_beyond(QUICK, PANELS))
def test_what_is_chosen_at_first_passes_the_check_and_what_is_not_possible_is_refused(
    place: tuple[str, str, str],
) -> None:
    game, at, player = place
    found = panel(game, at, player)
    unit = max(found["units"], key=lambda each: sum("why" not in way for way in each["ways"]))
    with open_session() as session:
        fold = session.open_game(game, at).fold()
        for form, way in zip(found["forms"], unit["ways"], strict=True):
            group = found["groups"][form["group"]]
            text = whole_file(found, unit, first_line(group, way["parts"]))
            if group["file"]:
                problems = refusals(fold, text, player)
            else:
                problems = check_text(session, "orders", text, player, at=at).problems
            said = (form["text"], text, problems)
            if "why" not in way:
                assert not problems or first_text(way["parts"]) in way.get("said", {}), said
            else:
                assert problems, said


def refusals(fold: Any, text: str, player: str) -> tuple[str, ...]:
    """Why facts can't be entered."""
    try:
        read_entry(fold, "facts", text, player)
    except GameError as refusal:
        return refusal.problems
    return ()


#: Forms that no bundled game comes to.
NEVER: Final = {
    *(f"miracle {each}" for each in ("ignore ECM", "double ECM", "save decoy", "no explosion", "repair again")),
    'miracle "TEXT"',
    "bind to SHIP and SHIP",
    "sphere RADIUS energy ENERGY",
    "sphere off",
    "release ABOARD",
    "end tractor UNIT",
    "join point POINT of WEB at POWER",
    "move point POINT of WEB",
    "sphere energy LEFT",
    "tractor UNIT power TRACTOR",
    "displaced to AT",
    "inertia DRIFT",
}


@pytest.mark.long
@pytest.mark.usefixtures("games")
def test_every_form_is_possible_in_one_of_them() -> None:
    found = [panel(*each) for each in PANELS]
    every = {form["text"] for each in found for form in each["forms"]}
    ways = chain.from_iterable(
        zip(each["forms"], unit["ways"], strict=True) for each in found for unit in each["units"]
    )
    assert every - {form["text"] for form, way in ways if "why" not in way} == NEVER


def test_a_target_is_told_with_range_window_and_what_bears(sits: Sits) -> None:
    assert sits("new", "duel", "--name", "ours").code == 0
    found = panel("ours", "1.1", "red")
    fire = found["units"][0]["ways"][0]
    weapon, target = fire["parts"][1], fire["parts"][3]
    assert weapon["choices"][0] == ["port-laser", "4, reach 3", 1]
    assert target["choices"] == [["Sirius", "range 28, window A, in the ship's frame F; port and forward bear", 1]]
    assert fire["said"]["fire port-graser at Sirius"] == (
        "In segment 1: Fearless: Sirius is at range 28, but port-graser reaches 2."
    )
    assert found["units"][0]["now"][0] == ["1 launch port 1 salvo at Sirius", "", 0]


def test_the_file_begins_as_a_new_order_file_without_its_comments(sits: Sits) -> None:
    assert sits("new", "duel", "--name", "ours").code == 0
    found = panel("ours", "1.1", "red")
    assert found["notes"] == [
        "Write the segment, then the order, as in the examples. 3-5 repeats an order in each of those segments.",
        "Notes on later segments assume that all ships drift and nobody fires.",
    ]
    (file,) = found["files"]
    assert file == {
        "name": "ours-red.orders",
        "text": "game ours\nturn 1\nplayer red\n\nship Fearless\n",
        "then": "sits orders check ours-red.orders",
    }


def test_there_is_no_panel_for_somebody_else_or_once_a_game_is_over(sits: Sits) -> None:
    assert sits("new", "duel", "--name", "ours").code == 0
    with pytest.raises(NotAllowedError, match=r"There is no player green\."):
        panel("ours", "1.1", "green")
    assert sits("demo", "pursuit").code == 0
    with open_session() as session, pytest.raises(NotNowError, match="pursuit is over: "):
        order_panel(session.open_game("pursuit"), "red")
