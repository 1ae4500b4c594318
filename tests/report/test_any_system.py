"""A report that has nothing to do with SITS, and one of a system that says nothing at all, drawn by the same hand."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from attrs import frozen

from commands.render.pictures import render_svg, render_text
from commands.stream import IN_ASCII
from sits_es.events import Event
from sits_es.report import Report, Stage, report_of
from sits_es.report.blocks import Block, Boxes, BoxRow, Fields, Heading, Picture, ReportLine, TextTable
from sits_es.report.scenes import HexPlace, MapScene, MapWords, Marker, Pointer, short_labels
from sits_es.report.working import Context, Working
from sits_es.rules.sits.report import SitsReport
from sits_es.service.comparison import Comparison
from tests.shared.view_samples import lines_of


@frozen(kw_only=True)
class Sailed(Event):
    """A galley has sailed."""

    galley: str
    hexes: int


Sea = Mapping[str, tuple[int, int, str, int]]

#: Galleys by name: where they are, whose they are, and how many banks of oars they have left.
CALM: Sea = {"Argo": (0, 0, "Greeks", 3), "Ajax": (0, 1, "Greeks", 2), "Hannibal": (4, -1, "Carthage", 5)}


class GalleyReport(Report):
    """What a game of galleys shows: a flat sea, no directions, no dice."""

    def standing(self, board: Sea) -> Mapping[str, Any]:
        return {"oars": {name: galley[3] for name, galley in board.items()}}

    def scene(self, board: Sea) -> MapScene:
        labels = short_labels(board)
        words = MapWords(unit="galley", pointer="ram", course="three strokes")
        return MapScene(
            tuple(
                Marker(
                    label=labels[name],
                    name=name,
                    place=HexPlace(q, r),
                    side=side,
                    pointer=Pointer("east", 90),
                    course=HexPlace(q + 3, r),
                    facts=(f"{oars} banks of oars",),
                )
                for name, (q, r, side, oars) in board.items()
            ),
            words,
        )

    def board(self, board: Sea, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        yield Heading("The sea", major=True)
        yield Picture(self.scene(board))
        yield TextTable(("Galley", "Oars"), [(name, str(galley[3])) for name, galley in board.items()], right=[1])
        if detail:
            yield Boxes("Oars", [BoxRow(name, "|" * galley[3]) for name, galley in board.items()])
        yield ReportLine("Seen by all." if player is None else f"Seen by {player}.")

    def explain(self, context: Context) -> Working:
        return Working(rule="galleys 3", steps=(f"{context.event.galley} rows.", "It moves."))


def tell(fact: Event) -> str:
    assert isinstance(fact, Sailed)
    return f"{fact.galley} sails {fact.hexes} hexes."


FACTS: Sequence[Event] = (Sailed(galley="Argo", hexes=2), Sailed(galley="Hannibal", hexes=4))
STAGE = Stage(label="watch 2", before=CALM, facts=FACTS, after=CALM)
ALIEN = re.compile(r"ship|nose|altitude|\balt\b|segment|A is up|roll", re.IGNORECASE)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_board_of_another_system_is_drawn_with_its_own_words_alone(width: int) -> None:
    for ascii_only in (False, True):
        told = "\n".join(lines_of(GalleyReport().board(CALM, detail=True), width, ascii_only=ascii_only))
        assert not ALIEN.search(told)
        assert told.isascii() == ascii_only
        for said in ("Argo (Greeks)", "3 banks of oars", "Hannibal", "ram", "three strokes", "[|][|][|]"):
            assert said in " ".join(told.split())


def test_a_flat_map_has_no_heights_and_a_map_without_directions_none_round_it() -> None:
    drawn = render_text(GalleyReport().scene(CALM)).plain.translate(IN_ASCII)
    assert "+0" not in drawn
    assert drawn.splitlines()[0].strip() == ""
    assert "Each hex drawn is one hex across.\n@ galley  ^/> ram  ...x three strokes\n" in drawn
    assert "@A1" in drawn
    assert "#H" in drawn
    assert "east >" in drawn


def test_the_same_map_is_a_file_of_its_own_in_its_own_words() -> None:
    drawn = render_svg(GalleyReport().scene(CALM), "The sea")
    words = [text.text for text in Xml.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314 - ours
    assert "● galley, ↑↗→ ram, ···× three strokes" in words  # noqa: RUF001
    assert "Argo (Greeks): 3 banks of oars" in words
    assert not ALIEN.search(" ".join(filter(None, words)))


def test_a_map_of_counters_says_no_more_than_there_is() -> None:
    drawn = render_text(MapScene((Marker(label="1", name="First", place=HexPlace(0, 0)),))).plain.translate(IN_ASCII)
    assert drawn.endswith("Each hex drawn is one hex across.\n@ unit\n\n@1   First")


def test_coarse_maps_name_the_units_of_the_system() -> None:
    far = (Marker(label=str(at), name=str(at), place=HexPlace(100 * at, 0)) for at in range(2))
    drawn = render_text(MapScene(tuple(far), MapWords(unit="galley"))).plain
    assert "Each hex drawn is 8 hexes across; each galley is drawn in the nearest hex." in drawn


def test_what_a_system_does_not_say_is_said_for_any() -> None:
    report = GalleyReport()
    assert lines_of(report.exchange(STAGE, tell), 40) == [
        "watch 2 " + "─" * 32,
        "  Argo sails 2 hexes.",
        "  Hannibal sails 4 hexes.",
    ]
    assert [*report.turn([STAGE, STAGE], tell)] == [*report.exchange(STAGE, tell)] * 2
    assert lines_of(report.turn([], tell)) == ["Nothing has been played."]
    assert [*report.steps(FACTS, lambda fact: tell(fact) if fact is FACTS[0] else None)] == [
        ReportLine("Argo sails 2 hexes.", 2)
    ]
    assert (report.luck(FACTS, CALM), report.differences(CALM, CALM)) == (None, None)
    assert [command for command, _ in report.to_try("duel")] == [
        "sits show duel",
        "sits replay duel --step",
        "sits audit list duel",
    ]


def test_a_system_that_says_nothing_has_a_report_all_the_same() -> None:
    report = report_of("a system that is not there")
    assert type(report) is Report
    assert lines_of(report.board(CALM)) == ["This rule system has no board to draw."]
    assert report.scene(CALM) is None
    assert report.standing(CALM) == {}
    working = report.explain(Context(event=FACTS[0], board=CALM, earlier=(), later=()))
    assert (list(working.blocks()), list(working.foot())) == ([], [])


def test_a_board_that_is_only_reckoned_is_shown_by_what_it_comes_to() -> None:
    class Reckoned(Report):
        def standing(self, board: Any) -> Mapping[str, Any]:
            return {"points": {"red": {"so_far": 3, "out": ["Fox", "Imp"]}}, "turns": None, "night": board}

    assert [*Reckoned().board(True)] == [
        Fields((("points, red, so far", "3"), ("points, red, out", "Fox, Imp"), ("night", "yes")))
    ]


def test_all_that_is_shown_of_units_comes_by_default_of_their_states() -> None:
    class Stated(Report):
        def states(self, board: Any) -> Mapping[str, Mapping[str, str]]:
            return {name: {"hull": str(hull), "zone": "3"} for name, hull in board.items()}

    report, before, after = Stated(), {"Argo": 9, "Ram": 4}, {"Argo": 7}
    assert [*report.board(before)] == [Fields((("Argo", "hull 9, zone 3"), ("Ram", "hull 4, zone 3")))]
    assert (report.units(before), report.unit(before, "Oar")) == (("Argo", "Ram"), None)
    assert report.unit(before, "Ram") == [Fields((("hull", "4"), ("zone", "3")))]
    assert report.differences(before, after) == [
        ("Argo", "hull", "9", "7"),
        ("Ram", "unit", "on the board", "not there"),
    ]
    assert report.differences(before, before) == []
    shown = report.glance([STAGE], before, tell)
    assert [(unit.name, [each.text for each in unit.told]) for unit in shown.units] == [
        ("Argo", ["hull 9", "zone 3"]),
        ("Ram", ["hull 4", "zone 3"]),
    ]


def test_boards_of_which_nothing_is_said_are_not_called_the_same() -> None:
    nothing = Comparison(one="first", other="other", moment="2.1", parting=None, rows=Report().differences(CALM, CALM))
    assert lines_of(nothing.blocks()) == [
        "first and other hold the same events up to the moment compared.",
        "",
        "The rules of these games offer no way to compare boards.",
    ]
    assert nothing.as_json()["units"] == {}


def test_an_explanation_of_another_system_has_its_steps_and_its_rule() -> None:
    working = GalleyReport().explain(Context(event=FACTS[0], board=CALM, earlier=(), later=()))
    assert lines_of(working.blocks()) == ["", "1. Argo rows.", "2. It moves."]
    assert list(working.foot()) == ["Rule: galleys 3"]


def test_a_report_is_found_by_its_systems_name(monkeypatch: pytest.MonkeyPatch) -> None:
    own = ModuleType("sits_es.rules.galleys.report")
    vars(own).update(REPORT=GalleyReport(), __spec__=object())
    monkeypatch.setitem(sys.modules, "sits_es.rules.galleys", ModuleType("sits_es.rules.galleys"))
    monkeypatch.setitem(sys.modules, "sits_es.rules.galleys.report", own)
    report_of.cache_clear()
    try:
        assert type(report_of("galleys")) is GalleyReport
        assert type(report_of("sits")) is SitsReport
    finally:
        report_of.cache_clear()
