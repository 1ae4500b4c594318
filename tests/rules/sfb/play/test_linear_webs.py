"""Linear webs: laid, grown, parted, and what becomes of them when an anchor is gone. The costs are those of G10.211."""

from collections.abc import Callable

import pytest
from attrs import evolve

from sits_es.events import Event
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.procedure import weave
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.webs.facts import (
    AnchorDropOrdered,
    AnchorLost,
    CastOrdered,
    Point,
    Strand,
    StrandLaid,
    WebDissolved,
    WebOrdered,
    WebPlaced,
    WebPowered,
    WebPowerOrdered,
)
from sits_es.rules.sfb.webs.rules import power
from tests.rules.sfb.boards import at_work, board, body, of, parts, place, play, unit, web
from tests.shared.rows import each_row


def weavers(*places: str) -> Board:
    """Ada, Bea, Cleo, Dora and so on, ships that lay webs, at these places."""
    names = ("Ada", "Bea", "Cleo", "Dora")
    return board(*(unit(name, at, card="Weaver") for name, at in zip(names, places, strict=False)))


def lay(one: str, other: str, points: str, impulse: int = 1) -> WebOrdered:
    return WebOrdered(unit=one, to=other, power=parts(points), impulse=impulse)


def flying(**ways: str) -> Callable[[Resolution], None]:
    """Units move so far in each impulse."""

    def move(work: Resolution) -> None:
        for name, way in ways.items():
            work.board.units[name].place += place(way)

    return move


def why(facts: list[Event]) -> list[tuple[object, ...]]:
    return [(fact.unit, fact.why.code, *fact.why.values) for fact in of(facts, OrderVoided)]


@each_row(("apart", "points"), [("0.1", "0.6"), ("1.1", "6.6"), ("1", "6"), ("1.9999", "11.9994"), ("0", "0")])
def test_a_strand_costs_six_points_a_hex(apart: str, points: str) -> None:
    on = weavers("0,0,0", f"0,0,{apart}")
    facts = play(at_work(on, lay("Ada", "Bea", points)), 1, weave)
    given = parts(points)
    assert facts[1:] == [
        WebPlaced(web="web-1", player="Anna", kind="linear"),
        StrandLaid(web="web-1", one="Ada", other="Bea", length=parts(apart), cost=given, by=(("Ada", given),)),
    ]
    if given:
        (void,) = of(
            play(at_work(weavers("0,0,0", f"0,0,{apart}"), lay("Ada", "Bea", "0.5999")), 1, weave), OrderVoided
        )
        assert (void.why.code, void.why.values) == ("power-short", (given, 5_999))


def test_two_hexes_are_too_far_for_a_new_strand() -> None:
    on = weavers("0,0,0", "0,2,0")
    facts = play(at_work(on, lay("Ada", "Bea", "12")), 1, weave)
    assert why(facts) == [("Ada", "too-far", "Bea", 20_000, 20_000)]
    assert on.webs == {}


@each_row("ends", [("Cleo", "Bea"), ("Bea", "Cleo")])
def test_g10_211_a_strand_that_adds_to_an_anchored_web_may_be_of_any_length(ends: tuple[str, str]) -> None:
    on = weavers("0,0,0", "0,0,1", "0,0,4.5")
    facts = play(at_work(on, lay("Ada", "Bea", "6"), lay(*ends, "21", 2)), (1, 2), weave)
    assert [(fact.web, fact.length, fact.cost) for fact in of(facts, StrandLaid)] == [
        ("web-1", 10_000, 60_000),
        ("web-1", 35_000, 210_000),
    ]
    on = weavers("0,0,0", "0,0,1", "0,0,4.5")
    short = play(at_work(on, lay("Ada", "Bea", "6"), lay(*ends, "20.9999", 2)), (1, 2), weave)
    assert why(short) == [(ends[0], "power-short", 210_000, 209_999)]


def test_two_ships_that_part_at_sixteen_lay_another_hex_for_six_points_or_three_each() -> None:
    for second in ([lay("Ada", "Bea", "6", 2)], [lay("Ada", "Bea", "3", 2), lay("Bea", "Ada", "3", 2)]):
        on = weavers("0,0,0", "0,0,1")
        work = at_work(on, lay("Ada", "Bea", "6"), *second)
        play(work, 1, weave)
        (grown,) = of(play(work, 2, flying(Ada="0,0,-0.5", Bea="0,0,0.5"), weave), StrandLaid)
        assert (grown.length, grown.cost, sum(given for _, given in grown.by)) == (20_000, 60_000, 60_000)
        assert [name for name, _ in grown.by] == sorted({order.unit for order in second})
        assert on.webs["web-1"].strands == (Strand("Ada", "Bea", 20_000),)


def test_at_speed_eight_they_need_three_points() -> None:
    on = weavers("0,0,0", "0,0,1")
    work = at_work(on, lay("Ada", "Bea", "6"), lay("Bea", "Ada", "3", 2))
    play(work, 1, weave)
    facts = play(work, 2, flying(Ada="0,0,-0.25", Bea="0,0,0.25"), weave)
    (grown,) = of(facts, StrandLaid)
    assert (grown.length, grown.cost, grown.by) == (15_000, 30_000, (("Bea", 30_000),))


def test_both_pay_in_one_impulse_and_too_little_power_parts_the_web() -> None:
    on = weavers("0,0,0", "0,0,1")
    orders = (lay("Ada", "Bea", "6"), lay("Ada", "Bea", "3", 2), lay("Bea", "Ada", "2.9999", 2))
    work = at_work(on, *orders)
    play(work, 1, weave)
    facts = play(work, 2, flying(Ada="0,0,-0.5", Bea="0,0,0.5"), weave)
    assert why(facts) == [("Ada", "power-short", 60_000, 59_999), ("Bea", "power-short", 60_000, 59_999)]
    assert facts[-1] == WebDissolved(web="web-1", cause="parted")
    assert on.webs == {}


def test_a_web_that_nobody_pays_for_parts_only_when_it_grows() -> None:
    on = weavers("0,0,0", "0,0,1")
    work = at_work(on, lay("Ada", "Bea", "6"))
    play(work, 1, weave)
    assert play(work, 2, flying(Ada="1,0,0", Bea="1,0,0"), weave) == []  # side by side
    assert play(work, 3, flying(Bea="0,0,-0.5"), weave) == []  # nearer
    assert play(work, 4, flying(Bea="0,0,0.5"), weave) == []  # as far as was paid for
    facts = play(work, 5, flying(Bea="0,0,0.0001"), weave)
    assert facts[1:] == [WebDissolved(web="web-1", cause="parted")]


@each_row(
    ("ways", "lost", "left"),
    [
        ({"Cleo": "0,0,1"}, "Cleo", ("Ada", "Bea")),
        ({"Bea": "0,1,0"}, "Bea", ("Ada", "Cleo")),
        ({"Bea": "0,0.1,0", "Cleo": "0,0.2,1"}, "Cleo", ("Ada", "Bea")),
    ],
)
def test_of_a_web_of_three_only_the_anchor_that_goes_away_is_lost(
    ways: dict[str, str], lost: str, left: tuple[str, str]
) -> None:
    """G10.117: what is left stays, and the two next to a middle anchor are joined."""
    on = weavers("0,0,0", "0,0,1", "0,0,2")
    play(at_work(on, lay("Ada", "Bea", "6"), lay("Bea", "Cleo", "6")), 1, weave)
    pay = [lay("Ada", "Bea", "1", 2)] if len(ways) > 1 else []
    facts = play(at_work(on, *pay), 2, flying(**ways), weave)
    assert [fact.anchor for fact in of(facts, AnchorLost)] == [lost]
    assert [(strand.one, strand.other) for strand in on.webs["web-1"].strands] == [left]
    assert not of(facts, WebDissolved)


def test_a_web_with_power_goes_where_its_anchors_go() -> None:
    on = weavers("0,0,0", "0,0,1")
    work = at_work(on, lay("Ada", "Bea", "6"), WebPowerOrdered(unit="Ada", web="web-1", traditional=35_000, impulse=2))
    play(work, 1, weave)
    facts = play(work, 2, power)
    assert facts[1:] == [WebPowered(web="web-1", by="Ada", traditional=35_000, strength=140_000)]
    assert play(work, 3, flying(Bea="0,0,0.5"), weave) == []
    assert on.lines(on.webs["web-1"]) == [(Place(), Place(0, 0, 15_000))]


def test_power_is_four_times_the_traditional_strength_and_thirty_five_at_most() -> None:
    on = weavers("0,0,0", "0,0,1")
    on.webs["web-1"] = web("web-1", "Ada", "Bea")
    orders = [WebPowerOrdered(unit="Ada", web=name, traditional=90_000) for name in ("web-1", "web-9")]
    facts = play(at_work(on, *orders), 1, power)
    assert on.webs["web-1"].strength == 350_000
    assert why(facts) == [("Ada", "no-web", "web-9", "web-1")]


def test_power_for_a_strand_that_has_not_grown_is_for_nothing() -> None:
    on = weavers("0,0,0", "0,0,1")
    work = at_work(on, lay("Ada", "Bea", "6"), lay("Bea", "Ada", "6", 2))
    play(work, 1, weave)
    assert why(play(work, 2, weave)) == [("Bea", "strand-is-laid", "web-1")]


def test_a_third_ship_adds_to_the_web_and_others_make_one_of_their_own() -> None:
    on = weavers("0,0,0", "0,0,1", "0,0,2", "0.5,0,0.5")
    on.units["Edna"] = unit("Edna", "-0.5,0,0.5", card="Weaver")
    work = at_work(on, lay("Dora", "Edna", "6"), lay("Cleo", "Bea", "6"), lay("Ada", "Bea", "6"))
    facts = play(work, 1, weave)
    assert [(fact.web, fact.one, fact.other) for fact in of(facts, StrandLaid)] == [
        ("web-1", "Ada", "Bea"),
        ("web-1", "Bea", "Cleo"),
        ("web-2", "Dora", "Edna"),  # it crosses the other, and stays a web of its own (G10.224)
    ]


def test_webs_of_two_sides_that_one_planet_holds_are_two_webs() -> None:
    on = board(unit("Ada", "0,0,1", card="Weaver"), unit("Kite", "0,0,-1", card="Weaver"), body("Haven", radius="0.5"))
    facts = play(at_work(on, lay("Ada", "Haven", "6"), lay("Kite", "Haven", "6")), 1, weave)
    assert [(fact.web, fact.player) for fact in of(facts, WebPlaced)] == [("web-1", "Anna"), ("web-2", "Ben")]


def test_the_order_of_the_orders_makes_no_difference() -> None:
    orders = [lay("Cleo", "Bea", "6"), lay("Ada", "Bea", "2"), lay("Bea", "Ada", "4"), lay("Dora", "Kite", "1")]

    def facts(given: list[WebOrdered]) -> list[Event]:
        return play(at_work(weavers("0,0,0", "0,0,1", "0,0,2", "0.5,0,0.5"), *given), 1, weave)

    assert facts(orders) == facts(orders[::-1])


def test_a_web_is_anchored_to_a_planet_or_an_asteroid_but_not_to_a_star_an_enemy_or_a_ship_without_a_web() -> None:
    on = weavers("0,0,0")
    for other in (
        unit("Kite", "0,0,1", card="Weaver"),
        unit("Hawk", "0,0,1"),
        unit("Gone", "0,0,1", card="Weaver", gone="lost"),
    ):
        on.units[other.name] = other
    for kind in ("planet", "asteroid", "star"):
        on.bodies[kind] = body(kind, "0,1,0", kind, radius="0.5")
    names = ("planet", "asteroid", "star", "Kite", "Hawk", "Gone", "Ada")
    facts = play(at_work(on, *(lay("Ada", name, "6") for name in names)), 1, weave)
    assert [(fact.one, fact.other) for fact in of(facts, StrandLaid)] == [("Ada", "asteroid"), ("Ada", "planet")]
    refused = {void.why.values[0] for void in of(facts, OrderVoided) if void.why.code == "not-anchor"}
    assert refused == {"star", "Kite", "Hawk", "Gone", "Ada"}


def test_where_the_middle_anchor_of_three_is_lost_its_neighbours_are_joined() -> None:
    on = weavers("0,0,0", "0,1,1", "0,0,2")
    on.webs["web-1"] = web("web-1", "Ada", "Bea", "Cleo", strength=14)
    facts = play(at_work(on, AnchorDropOrdered(unit="Bea", web="web-1")), 1, weave)
    assert facts[1:] == [AnchorLost(web="web-1", anchor="Bea", strands=(Strand("Ada", "Cleo"),))]
    assert on.lines(on.webs["web-1"]) == [(Place(), Place(0, 0, 20_000))]


@pytest.mark.parametrize(("way", "parted"), [("0,0,0.8284", False), ("0,0,0.8285", True)])
def test_a_web_whose_anchors_were_joined_anew_is_paid_for_as_far_as_its_strands_were(way: str, parted: bool) -> None:
    """Ada to Bea and Bea to Cleo were 1.4142 each; straight from Ada to Cleo it is 2, and 2.8284 are paid for."""
    on = weavers("0,0,0", "0,1,1", "0,0,2")
    play(at_work(on, lay("Ada", "Bea", "8.4852"), lay("Bea", "Cleo", "8.4852")), 1, weave)
    play(at_work(on, AnchorDropOrdered(unit="Bea", web="web-1", impulse=2)), 2, weave)
    facts = play(at_work(on), 3, flying(Cleo=way), weave)
    assert of(facts, WebDissolved) == ([WebDissolved(web="web-1", cause="parted")] if parted else [])


def test_where_an_end_anchor_of_three_is_lost_the_other_two_hold_on() -> None:
    on = weavers("0,0,0", "0,1,1", "0,0,2")
    on.webs["web-1"] = web("web-1", "Ada", "Bea", "Cleo", strength=14)
    on.units["Cleo"].gone = "lost"
    facts = play(at_work(on), 1, weave)
    assert facts[1:] == [AnchorLost(web="web-1", anchor="Cleo", strands=(Strand("Ada", "Bea"),))]


def test_where_one_anchor_of_two_is_lost_the_web_is_gone() -> None:
    on = weavers("0,0,0", "0,0,1")
    on.webs["web-1"] = web("web-1", "Ada", "Bea", strength=14)
    on.units["Ada"].gone = "lost"
    assert play(at_work(on), 1, weave)[1:] == [WebDissolved(web="web-1", cause="anchors")]


def test_all_anchors_of_a_web_may_go_at_once() -> None:
    on = weavers("0,0,0", "0,0,1", "0,0,2", "0,0,3")
    on.webs["web-1"] = web("web-1", "Ada", "Bea", "Cleo", "Dora")
    for name in ("Ada", "Bea", "Cleo"):
        on.units[name].gone = "lost"
    facts = play(at_work(on), 1, weave)
    assert [fact.anchor for fact in of(facts, AnchorLost)] == ["Ada", "Bea"]
    assert facts[-1] == WebDissolved(web="web-1", cause="anchors")


def test_only_an_anchor_drops_a_web() -> None:
    on = weavers("0,0,0", "0,0,1", "0,0,2")
    on.webs["web-1"] = web("web-1", "Ada", "Bea")
    orders = [AnchorDropOrdered(unit="Cleo", web=name) for name in ("web-1", "web-2")]
    assert why(play(at_work(on, *orders), 1, weave)) == [
        ("Cleo", "not-its-anchor", "web-1"),
        ("Cleo", "no-web", "web-2", "web-1"),
    ]


def test_a_cast_web_has_the_strength_of_its_chart() -> None:
    on = weavers("0,0,0")
    order = CastOrdered(unit="Ada", start=Place(10_000), end=Place(20_000), strength=120_000)
    facts = play(at_work(on, order, evolve(order, impulse=2)), (1, 2), weave)
    ends = (Point("1", Place(10_000)), Point("2", Place(20_000)))
    assert of(facts, WebPlaced) == [
        WebPlaced(
            web=name, player="Anna", kind="cast", points=ends, strands=(Strand("1", "2", 10_000),), strength=120_000
        )
        for name in ("web-1", "web-2")
    ]
