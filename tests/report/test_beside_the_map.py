"""What stands beside the map of a replay: shots with their numbers, units in a line and in full, signs that stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from msgspec.structs import replace

from commands.render.html.marks import page_scene
from commands.render.html.units import Units
from commands.render.pictures import render_text
from commands.render.pictures.figures import figure_of
from sits_es.events import REGISTRY
from sits_es.game.events import GameStarted
from sits_es.game.fold import Fold
from sits_es.report import report_of
from sits_es.report.scenes import MapScene, Marker, ShapeScene, SpaceScene, Volley, sides_by_name
from sits_es.report.working import Context
from sits_es.rules.sits.views.scenes import avid_of, map_of
from sits_es.service.session import Session
from tests.shared.played_demos import DEMOS, demos_folder
from tests.shared.rows import each_row

#: Orders to fire that wait for something else first.
WAITING = {"starwars.AttackDeclared"}


def played(system: str) -> Iterator[tuple[Fold, list[Any], int]]:
    """A bundled game fact by fact: the game before each, all facts of it, and which is next."""
    with Session(demos_folder()) as session:
        facts, fold = [*session.open_game(DEMOS[system]).facts()], Fold()
    for at, fact in enumerate(facts):
        if at:
            yield fold, facts, at
        fold.add(fact)
    yield fold, facts, len(facts)


def volleys(system: str) -> Iterator[tuple[Any, Volley | None, list[str]]]:
    """Each fact of a bundled game with its shot, and the units that there are."""
    report = report_of(system)
    for fold, facts, at in played(system):
        if at < len(facts):
            board = fold.game.board
            context = Context(event=facts[at], board=board, earlier=facts[max(0, at - 60) : at], later=facts[at + 1 :])
            yield facts[at], report.volley(context), list(report.units(board))


@each_row("system", sorted(DEMOS))
def test_every_shot_of_a_bundled_game_is_from_one_unit_at_another_with_a_number(system: str) -> None:
    report, found = report_of(system), 0
    for fact, volley, units in volleys(system):
        name = REGISTRY.stored_name(type(fact)).name
        if volley is None:
            assert name not in report.shots - WAITING
            continue
        found += 1
        assert {volley.unit, volley.target} <= set(units)
        assert volley.number
        assert volley.key
    assert found > 1


@each_row(
    ("system", "key", "numbers"),
    [
        (
            "sits",
            "Sirius port at Fearless",
            ["10 missiles", "10 missiles", "6 missiles left", "4 missiles left", "1 missile left", "0 missiles left"],
        ),
        ("sfb", "Kestrel phasers Hawk", ["dice 6, 4, 5, 5", "dice 3, 6, 4, 3"]),
        ("starwars", "Kestrel Raider", ["forward-lasers", "hits", "5 hull trauma"]),
        ("xwing", "1", ["Lasers, range 2"]),
    ],
)
def test_what_comes_of_a_shot_is_its_number_from_then_on(system: str, key: str, numbers: list[str]) -> None:
    found = [volley.number for _, volley, _ in volleys(system) if volley is not None and volley.key == key]
    assert found[: len(numbers)] == numbers


def _known(known: dict[str, Any], change: dict[str, Any]) -> None:
    """Take a change in, as a page does."""
    for kind in "ucw":
        for name, told in change.get(kind, {}).items():
            if told is None:
                del known[kind][name]
            elif isinstance(told, list):
                known[kind][name] = told
            else:
                rows = [*known[kind][name]]
                for at, row in told.items():
                    rows[at] = row
                known[kind][name] = rows
    known.update({kind: change[kind] for kind in "mq" if kind in change})


@each_row("system", sorted(DEMOS))
def test_changes_taken_in_one_by_one_are_what_stands_there(system: str) -> None:
    units, report = Units(), report_of(system)
    known: dict[str, Any] = {"u": {}, "c": {}, "w": {}, "m": [], "q": []}
    for fold, _, at in played(system):
        if at % 7 == 0:
            board = fold.game.board
            now = None, board, (report.scene(board), report.solids(board)), None
            _known(known, deepcopy(units.changes(report, *now)))
            afresh = Units()
            afresh.changes(report, *now)
            assert known == units.whole() == afresh.whole()
    assert known["c"].keys() == known["u"].keys() == set(known["q"])
    assert units.around is (system == "sits")


def test_a_line_tells_what_was_lost_in_the_turn_and_a_sheet_every_box() -> None:
    before, sheet, line = None, [], []
    for fold, facts, at in played("sits"):
        board = fold.game.board
        if at < len(facts) and board.turn == 2 and before is None:
            before = deepcopy(board)
        if at == len(facts):
            units = Units()
            units.changes(report_of("sits"), before, board, None, None)
            sheet, line = units.sheets["Fearless"], units.lines["Fearless"]
    assert line[0] == ["hull 12/26 ", ["-13", "bad"]]
    assert line[3][0][1] == "bad"
    assert line[3][0][0] == "LOST thrust box, bridge 2->1 and 12 more"
    rows = {row[1]: row[2] for row in sheet if row[0] == "b"}
    assert rows["hull"][:2] == [["x26", "bad"], ["x25", "bad"]]
    assert rows["hull"][14:] == ["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]


def test_only_the_viewers_own_units_are_told_in_full() -> None:
    *_, (fold, _, _) = played("sits")
    units = Units()
    units.changes(report_of("sits"), None, fold.game.board, None, "red")
    assert (set(units.lines), set(units.sheets), set(units.avids)) == (
        {"Fearless", "Sirius"},
        {"Fearless"},
        {"Fearless"},
    )


def _signs(scene: MapScene | SpaceScene | ShapeScene) -> Iterator[tuple[str, tuple[str, int, str]]]:
    """How each thing in a picture is marked: its label, its side's shape and colour."""
    for marker in scene.markers:
        figure = figure_of(scene.markers, marker)
        yield marker.name, (marker.label, figure.side, figure.colour)


@each_row("system", sorted(DEMOS))
def test_a_unit_has_one_sign_all_through_a_game_and_in_every_picture(system: str) -> None:
    seen: defaultdict[str, set[tuple[str, int, str]]] = defaultdict(set)
    report = report_of(system)
    for fold, facts, at in played(system):
        if not any(isinstance(fact, GameStarted) for fact in facts[:at]):
            continue
        scene = report.scene(fold.game.board)
        assert isinstance(scene, MapScene | SpaceScene | ShapeScene)
        for name, sign in _signs(scene):
            seen[name].add(sign)
        drawn = page_scene(scene)
        for name, (label, side, _) in _signs(scene):
            assert (drawn.figures[name]["label"], drawn.sides[side]) == (label, drawn.figures[name]["side"])
    assert {name: signs for name, signs in seen.items() if len(signs) > 1} == {}


def test_a_side_keeps_its_shape_when_the_first_ship_of_another_is_lost() -> None:
    *_, (fold, _, _) = played("sits")
    board = fold.game.board
    assert "■S" in str(render_text(map_of(board)))
    board.ships["Fearless"].destroyed = "structure"
    assert "■S" in str(render_text(map_of(board)))
    assert "●S" not in str(render_text(map_of(board)))


def test_an_avid_marks_a_target_as_the_map_does() -> None:
    *_, (fold, _, _) = played("sits")
    board = fold.game.board
    board.ships["Saturn"] = board.ships["Sirius"]
    (target,) = [mark.label for mark in avid_of(board.ships["Fearless"], board).marks if mark.kind == "target"]
    on_the_map = next(marker.label for marker in map_of(board).markers if marker.name == "Sirius")
    assert target == on_the_map == "S2"


def test_sides_count_by_the_names_of_their_units() -> None:
    units = {name: Marker(label="", name=name, side=side) for name, side in (("B", "red"), ("A", "blue"), ("C", "red"))}
    assert sides_by_name(units) == ("blue", "red")
    assert sides_by_name({"A": replace(units["A"], side="red")}) == ("red",)
