"""A web whose anchors or points have changed is among what is to be settled. Rule: G10.117, G10.12."""

from __future__ import annotations

from sits_es.report.working import Context
from sits_es.rules.sfb.board import Board, copied
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.points.facts import PointMoveOrdered
from sits_es.rules.sfb.procedure import weave
from sits_es.rules.sfb.sums.places import read_place
from sits_es.rules.sfb.telling import Telling
from sits_es.rules.sfb.webs.facts import AnchorDropOrdered, Strand
from sits_es.rules.sfb.webs.rules import empower
from sits_es.rules.told import contexts
from tests.rules.sfb.boards import at_work, board, play, unit, web

SAID = "web-1: its strength, worked out again by the printed rules (G10.117, G10.12)."


def to_settle(on: Board, *orders: OfUnit) -> list[str]:
    """What players are asked to settle after an impulse of weaving."""
    before = copied(on)
    facts = play(at_work(on, *orders), 1, weave)
    return [said for at in contexts(before, facts) if (said := _settle(at))]


def _settle(at: Context) -> str:
    return Telling.of(at.event).settle(at)


def chain(strength: int) -> Board:
    """Four weavers in a row that hold a web."""
    ships = [unit(name, f"0,0,{far}", card="Weaver") for far, name in enumerate(("Ada", "Bea", "Cleo", "Dora"))]
    return board(*ships, web("web-1", "Ada", "Bea", "Cleo", "Dora", strength=strength))


def globe() -> Board:
    """A square of points with a loose one, held by Bea; Ada is within it."""
    on = board(unit("Bea", card="Weaver"), unit("Ada", "0.8,0.8,0", card="Weaver"))
    corners = {"1": "1,1,0", "2": "1,-1,0", "3": "-1,-1,0", "4": "-1,1,0"}
    made = web("web-1", "1", "2", "3", "4", "1", strength=14, points=corners)
    made.kind, made.strands = "globular", (Strand("Bea", "1"), *made.strands)
    on.webs["web-1"] = made
    return on


def drop(name: str) -> AnchorDropOrdered:
    return AnchorDropOrdered(unit=name, web="web-1")


def test_the_strength_of_a_web_that_lost_its_middle_anchor_is_asked_for() -> None:
    assert to_settle(chain(14), drop("Bea")) == [SAID]


def test_it_is_asked_for_once_however_many_anchors_go() -> None:
    assert to_settle(chain(14), drop("Bea"), drop("Cleo")) == [SAID]


def test_a_web_without_power_and_one_that_is_gone_have_no_strength_to_reckon() -> None:
    assert to_settle(chain(0), drop("Bea")) == []
    assert to_settle(chain(14), drop("Ada"), drop("Bea"), drop("Cleo")) == []


def test_the_strength_of_a_web_with_a_point_moved_is_asked_for() -> None:
    assert to_settle(globe(), PointMoveOrdered(unit="Ada", web="web-1", point="1")) == [SAID]


def test_of_a_point_moved_twice_it_is_asked_for_once() -> None:
    on = globe()
    on.units["Eve"] = unit("Eve", "0.6,0.8,0", card="Weaver")
    orders = [PointMoveOrdered(unit=name, web="web-1", point="1") for name in ("Ada", "Eve")]
    assert to_settle(on, *orders) == [SAID]


def test_a_web_that_gets_its_power_afterwards_is_not_asked_for() -> None:
    on = chain(14)
    before, work = copied(on), at_work(on, drop("Bea"))
    work.begin(1)
    weave(work)
    empower(on, "web-1", "Ada", 30_000, work.record)
    assert [said for at in contexts(before, work.facts) if (said := _settle(at))] == []


def test_each_web_is_asked_for_by_its_name() -> None:
    on = chain(14)
    on.webs["web-2"] = web("web-2", "Ada", "Bea", "Cleo", strength=10)
    drops = [AnchorDropOrdered(unit="Bea", web=name) for name in ("web-1", "web-2")]
    assert to_settle(on, *drops) == [SAID, SAID.replace("web-1", "web-2")]


def test_points_that_are_lost_with_an_anchor_ask_for_it_once() -> None:
    on = globe()
    on.webs["web-1"].points["5"] = read_place("2,2,0")
    on.webs["web-1"].strands += (Strand("1", "5"), Strand("Bea", "5"))
    assert to_settle(on, drop("Bea")) == [SAID]


def test_points_that_are_lost_when_power_comes_ask_for_it() -> None:
    on = globe()
    on.webs["web-1"].points["5"] = read_place("2,2,0")
    on.webs["web-1"].strands += (Strand("1", "5"),)
    before, work = copied(on), at_work(on)
    work.begin(1)
    empower(on, "web-1", "Bea", 35_000, work.record)
    assert [said for at in contexts(before, work.facts) if (said := _settle(at))] == [SAID]
