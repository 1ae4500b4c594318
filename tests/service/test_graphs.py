"""Numbers over the moments of a game: what is drawn is what the events add up to, in every system."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.report import Report, report_of
from sits_es.report.graphs import BarScene, CurveScene, Measured, Tally, as_decimal
from sits_es.rules.moments import Moment
from sits_es.rules.sits.damage.facts import BoxDestroyed
from sits_es.rules.starwars.harm.facts import TraumaSuffered
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced
from sits_es.rules.xwing.entries.facts import DamageEntered
from sits_es.service.graphs import Series, graphs, graphs_of, luck_of
from sits_es.service.replay import PlayedExchange, exchanges_between, play_back
from sits_es.service.session import Session
from tests.shared.played_demos import DEMOS, demos_folder
from tests.shared.rows import each_row


@pytest.fixture(scope="module")
def table() -> Iterator[Session]:
    """The bundled demo of every system."""
    with Session(demos_folder()) as session:
        yield session


def curves(table: Session, name: str, *what: str) -> CurveScene:
    (found,) = graphs(table.open_game(name), what).graphs
    assert isinstance(found.scene, CurveScene)
    return found.scene


def ends(scene: CurveScene) -> dict[str, Fraction | None]:
    """The last number of each curve."""
    return {curve.name: curve.numbers[-1] for curve in scene.curves}


def test_hull_boxes_are_counted_as_they_are_destroyed_and_mended(table: Session) -> None:
    scene = curves(table, "duel", "lost")
    assert scene.moments[:2] == ("start", "1.1")
    assert len(scene.moments) == 1 + len(list(table.open_game("duel").history.played()))
    lost: dict[str, int] = {}
    for fact in table.open_game("duel").facts():
        if isinstance(fact, BoxDestroyed) and fact.track == "hull":
            lost[fact.ship] = lost.get(fact.ship, 0) + 1
    assert ends(scene) == lost == {"Fearless": 14, "Sirius": 20}
    assert [(curve.name, curve.side) for curve in scene.curves] == [("Fearless", "red"), ("Sirius", "blue")]


def test_points_are_those_of_the_scenario_moment_by_moment(table: Session) -> None:
    scene = curves(table, "duel", "points")
    (red,) = scene.curves
    assert red.name == "red"
    assert max(number or 0 for number in red.numbers) == 6
    assert red.numbers[-1] == 0
    assert scene.still == ("blue",)


def test_trauma_and_strain_are_those_of_the_starships(table: Session) -> None:
    assert curves(table, "ambush", "trauma").title == "hull trauma"
    board = table.open_game("ambush").fold().game.board
    names = [fact.starship for fact in table.open_game("ambush").facts() if isinstance(fact, StarshipPlaced)]
    assert any(isinstance(fact, TraumaSuffered) for fact in table.open_game("ambush").facts())
    for word, number in (("trauma", "trauma"), ("strain", "strain")):
        scene = curves(table, "ambush", word)
        found = {**ends(scene), **dict.fromkeys(scene.still, 0)}
        assert found == {name: getattr(board.starships[name], number) for name in names}


def test_shields_and_hull_are_those_that_were_entered_as_lost(table: Session) -> None:
    lost: dict[str, int] = {}
    for fact in table.open_game("beacon").facts():
        if isinstance(fact, DamageEntered):
            lost[fact.ship] = lost.get(fact.ship, 0) + fact.shields + fact.hull
    scene = curves(table, "beacon", "lost")
    assert ends(scene) == lost == {"Hawk": 2, "Kestrel": 1}
    assert scene.still == ("Gull", "Heron", "Kite", "Swift")


def test_damage_that_nobody_entered_is_nothing_to_draw(table: Session) -> None:
    with pytest.raises(NotNowError) as refusal:
        graphs(table.open_game("pursuit"), ["damage"])
    said = (
        "pursuit: there is nothing to draw yet. Every value of damage entered by side and damage points entered is 0."
    )
    assert str(refusal.value) == said
    assert [each.word for each in graphs(table.open_game("pursuit"), []).graphs] == ["luck"]


@pytest.mark.parametrize(
    ("game", "one", "other", "measure", "first", "last", "least"),
    [
        ("duel", "Fearless", "Sirius", "hexes", "28", "12", "2"),
        ("pursuit", "Hawk", "Kestrel", "hexes", "8.38", "11.8", "1.88"),
        ("ambush", "Raider", "Kestrel", "hexes", "6", "0", "0"),
        ("beacon", "Hawk", "Kestrel", "mm", "321", "152", "152"),
    ],
)
def test_the_range_of_two_units_is_as_the_rules_measure_it(
    table: Session, game: str, one: str, other: str, measure: str, first: str, last: str, least: str
) -> None:
    scene = curves(table, game, "range", one, other)
    (curve,) = scene.curves
    numbers = [number for number in curve.numbers if number is not None]
    assert (scene.measure, curve.name) == (measure, f"{one} to {other}")
    assert (as_decimal(numbers[0]), as_decimal(numbers[-1]), as_decimal(min(numbers))) == (first, last, least)
    assert curves(table, game, "range", other, one).curves[0].numbers == curve.numbers


def test_there_is_no_range_before_both_are_placed(table: Session) -> None:
    (curve,) = curves(table, "beacon", "range", "Hawk", "Kestrel").curves
    assert curve.numbers[:2] == (None, None)
    assert curve.numbers[2] is not None


@pytest.mark.parametrize("game", DEMOS.values())
def test_luck_is_a_bar_for_each_kind_of_roll(table: Session, game: str) -> None:
    rows = luck_of(table.open_game(game)).rows
    if not rows:
        with pytest.raises(NotNowError, match=rf"{game}: its rules do not say which rolls are good or bad\."):
            graphs(table.open_game(game), ["luck"])
        return
    (found,) = graphs(table.open_game(game), ["LUCK"]).graphs
    assert isinstance(found.scene, BarScene)
    distances = {(row.kind, row.player): row.distance for row in rows}
    assert {(bar.name, bar.whose): bar.number for bar in found.scene.bars} == distances
    kinds = [bar.name for bar in found.scene.bars]
    assert kinds == sorted(kinds, key=kinds.index), "those of one kind stand together"


def test_what_each_side_has_is_what_a_glance_says_at_the_end(table: Session) -> None:
    for game in DEMOS.values():
        fold = table.open_game(game).fold()
        for measure in report_of(fold.game.system).measures(fold.game.board):
            word = f"{measure.name} by side"
            if not any(number for _, number in measure.sides):
                continue
            (found,) = (each for each in graphs(table.open_game(game), word.split()).graphs if each.word == word)
            assert isinstance(found.scene, CurveScene)
            assert {**ends(found.scene), **dict.fromkeys(found.scene.still, 0)} == dict(measure.sides)


def test_without_words_there_is_what_is_most_to_see_and_the_rest_is_named(table: Session) -> None:
    found = graphs(table.open_game("duel"), [])
    assert [each.word for each in found.graphs] == ["points by side", "hull boxes lost", "range", "luck"]
    assert found.more == ("hull by side", "tubes by side", "decoys by side")
    beacon = graphs(table.open_game("beacon"), [])
    assert [each.word for each in beacon.graphs] == ["shields and hull lost"], "no ship was lost, and no die rolled"
    assert beacon.more == ("hull by side", "shields by side", "range UNIT UNIT")


def test_one_unit_is_measured_to_its_enemies_and_two_that_fight_need_no_names(table: Session) -> None:
    found = curves(table, "ambush", "range", "raider")
    names = {curve.name: curve.side for curve in found.curves}
    assert names == {"Raider to Courier": "red", "Raider to Kestrel": "red"}
    assert curves(table, "duel", "range").curves[0].name == "Fearless to Sirius"
    with pytest.raises(NotAllowedError) as refusal:
        graphs(table.open_game("ambush"), ["range"])
    said = "Name two units: sits stats ambush range UNIT UNIT. Units: Courier, Jackal, Kestrel, Raider."
    assert str(refusal.value) == said


@pytest.mark.parametrize("game", DEMOS.values())
def test_stretches_have_their_own_pictures_and_their_luck_adds_up_to_the_games(table: Session, game: str) -> None:
    run = list(play_back(table.open_game(game), exchanges_between(table.open_game(game))))
    parts = [graphs_of(table.open_game(game), some) for some in (run[:5], run[5:])]
    whole = {(bar.name, bar.whose) for bar in luck_of(table.open_game(game)).scene.bars}
    bars = [
        {(bar.name, bar.whose) for bar in graph.scene.bars}
        for part in parts
        for graph in part.graphs
        if isinstance(graph.scene, BarScene)
    ]
    assert set().union(*bars) == whole
    for part, some in zip(parts, (run[:5], run[5:]), strict=True):
        for graph in part.graphs:
            if isinstance(graph.scene, CurveScene):
                assert graph.scene.moments[1:] == tuple(table.open_game(game).rules.label(each.moment) for each in some)


def test_a_stretch_in_which_nothing_changed_has_no_section(table: Session) -> None:
    first = list(play_back(table.open_game("beacon"), exchanges_between(table.open_game("beacon"), "1.1", "1.2")))
    assert list(graphs_of(table.open_game("beacon"), first).section()) == []


class Boxes(Report[dict[str, int]]):
    """Boards that are boxes lost by unit, each on a side of its own; two units are as far apart as they differ."""

    def tallies(self, board: dict[str, int]) -> list[Tally]:
        return [Tally(what="boxes lost", whose=name, side=name, number=lost) for name, lost in board.items()]

    def apart(self, board: dict[str, int], one: str, other: str) -> Measured | None:
        return Measured(Fraction(abs(board[one] - board[other])), "boxes") if {one, other} <= board.keys() else None


def test_what_comes_later_has_no_number_before_and_a_range_is_drawn_of_two_and_no_more() -> None:
    series = Series(name="boxes", report=Boxes())
    boards: list[dict[str, int]] = [{"A": 0}, {"A": 1}, {"A": 2, "B": 5}, {"B": 5}, {"B": 6, "A": 2, "C": 1}]
    for at, (before, after) in enumerate(pairwise(boards), 1):
        series.take(PlayedExchange(moment=Moment(1, at), before=before, facts=(), after=after), f"1.{at}")
        shown = {graph.word: graph.scene for graph in series.most_to_see().graphs}
        assert [*shown] == ["boxes lost", *(["range"] if at in (2, 3) else [])]
    scene = shown["boxes lost"]
    assert isinstance(scene, CurveScene)
    assert scene.moments == ("start", "1.1", "1.2", "1.3", "1.4")
    assert {curve.name: " ".join(map(str, curve.numbers)) for curve in scene.curves} == {
        "A": "0 1 2 None 2",
        "B": "None None 5 5 6",
        "C": "None None None None 1",
    }
    assert series.most_to_see().more == ("range UNIT UNIT",)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (
            "foo",
            (
                'duel has no numbers called "foo". Choose from: points by side, hull by side, tubes by side, '
                "decoys by side, hull boxes lost, luck, range UNIT UNIT."
            ),
        ),
        ("range Fearless FEARLESS", "A range is between two units; you named only Fearless."),
        ("range Fearles Sirus", "There is no unit Fearles. Did you mean Fearless? Units: Fearless, Sirius."),
    ],
)
def test_what_is_not_there_is_refused(table: Session, what: str, said: str) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        graphs(table.open_game("duel"), what.split())
    assert refusal.value.problems[0] == said


@each_row(
    ("number", "text"),
    [
        (Fraction(12), "12"),
        (Fraction(7, 2), "3.5"),
        (Fraction(2, 3), "0.67"),
        (Fraction(-1, 3), "-0.33"),
        (Fraction(1, 1000), "0"),
    ],
)
def test_numbers_have_two_decimals_at_most(number: Fraction, text: str) -> None:
    assert as_decimal(number) == text
