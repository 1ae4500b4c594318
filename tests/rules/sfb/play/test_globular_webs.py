"""Globular webs: points laid on the way, joined, drawn inward, and lost when power comes. Rule: G10.12."""

from sits_es.events import Event
from sits_es.rules.sfb.board import Board, Web
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.points.facts import (
    JoinOrdered,
    PointLaid,
    PointMoved,
    PointMoveOrdered,
    PointOrdered,
    PointsLost,
)
from sits_es.rules.sfb.procedure import weave
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.places import Place, exact
from sits_es.rules.sfb.webs.facts import (
    AnchorLost,
    Strand,
    StrandLaid,
    WebDissolved,
    WebPlaced,
    WebPowered,
    WebPowerOrdered,
)
from sits_es.rules.sfb.webs.rules import power
from tests.rules.sfb.boards import at_work, board, of, parts, place, play, unit
from tests.shared.rows import each_row

#: Where Ada is in impulses 1 to 4: round a square of one hex.
SQUARE = ("1,0,0", "1,1,0", "0,1,0", "0,0,0")
#: Where Bea is.
BEA = place("0.5,0.5,0")


def spinning(*path: str) -> tuple[Board, object]:
    """Ada, who flies along these places from impulse 1 on, and Bea, an anchor in the middle."""
    on = board(unit("Ada", "0,0,0", card="Weaver"), unit("Bea", BEA, card="Weaver"))

    def fly(work: Resolution) -> None:
        if work.now <= len(path):
            work.board.units["Ada"].place = place(path[work.now - 1])

    return on, fly


def point(impulse: int, points: str = "6", start: str | None = None, name: str = "Ada") -> PointOrdered:
    return PointOrdered(unit=name, impulse=impulse, power=parts(points), start=start)


def globe(strength: int = 0, **points: str) -> Web:
    """A ring of points, joined one after another, the last to the first; Bea holds the first."""
    names = [name[1:] for name in points]
    ends = zip(names, names[1:] + names[:1], strict=True)
    return Web(
        name="web-1",
        player="Anna",
        kind="globular",
        points={name[1:]: place(at) for name, at in points.items()},
        strands=(Strand("Bea", names[0]), *(Strand(*pair) for pair in ends)),
        strength=strength,
    )


def why(facts: list[Event]) -> list[tuple[object, ...]]:
    return [(fact.why.code, *fact.why.values) for fact in of(facts, OrderVoided)]


def test_a_trail_of_points_is_laid_from_an_anchor_and_joined_to_a_ring() -> None:
    on, fly = spinning(*SQUARE)
    orders = [point(1, "4.2426", "Bea"), point(2), point(3), point(4)]
    join = JoinOrdered(unit="Ada", impulse=4, web="web-1", point="1", power=parts(6))
    facts = play(at_work(on, *orders, join), range(1, 5), fly, weave)  # type: ignore[arg-type]
    assert of(facts, WebPlaced) == [WebPlaced(web="web-1", player="Anna", kind="globular")]
    laid = of(facts, PointLaid)
    assert [(each.point, each.start, each.length, each.cost) for each in laid] == [
        ("1", "Bea", 7_071, 42_426),
        ("2", "1", 10_000, 60_000),
        ("3", "2", 10_000, 60_000),
        ("4", "3", 10_000, 60_000),
    ]
    assert of(facts, StrandLaid) == [
        StrandLaid(web="web-1", one="4", other="1", length=10_000, cost=60_000, by=(("Ada", 60_000),))
    ]
    assert on.webs["web-1"].points["3"] == Place(0, 10_000, 0)
    assert on.units["Ada"].point == ("web-1", "4")


def test_a_ring_keeps_its_points_when_it_gets_power_and_a_trail_loses_them() -> None:
    order = WebPowerOrdered(unit="Bea", web="web-1", traditional=20_000)
    ring = board(unit("Bea", card="Weaver"))
    ring.webs["web-1"] = globe(p1="1,0,0", p2="1,1,0", p3="0,1,0")
    powered = WebPowered(web="web-1", by="Bea", traditional=20_000, strength=80_000)
    assert play(at_work(ring, order), 1, power)[1:] == [powered]
    trailing = board(unit("Bea", card="Weaver"), unit("Ada", card="Weaver", point=("web-1", "5")))
    web = trailing.webs["web-1"] = globe(p1="1,0,0", p2="1,1,0", p3="0,1,0", p4="0,2,0", p5="0,3,0")
    web.strands = (*web.strands[:3], Strand("3", "1"), Strand("3", "4"), Strand("4", "5"))
    facts = play(at_work(trailing, order), 1, power)
    assert facts[1:] == [powered, PointsLost(web="web-1", points=("4", "5"))]
    assert [*web.points] == ["1", "2", "3"]
    assert trailing.units["Ada"].point is None


def test_a_web_that_keeps_no_point_is_gone() -> None:
    on = board(unit("Bea", card="Weaver"))
    on.webs["web-1"] = globe(p1="1,0,0", p2="1,1,0")  # there and back between the two is one strand
    facts = play(at_work(on, WebPowerOrdered(unit="Bea", web="web-1", traditional=10_000)), 1, power)
    assert [type(fact) for fact in facts[1:]] == [WebPowered, PointsLost, WebDissolved]
    assert facts[-1] == WebDissolved(web="web-1", cause="points")


def test_a_point_needs_power_and_a_way_made() -> None:
    on, fly = spinning("1,0,0", "1,0,0", "1,1.9999,0")
    orders = [point(1, "4.2426", "Bea"), point(2), point(3, "11.9993")]
    facts = play(at_work(on, *orders), range(1, 4), fly, weave)  # type: ignore[arg-type]
    assert why(facts) == [("has-not-moved",), ("power-short", 119_994, 119_993)]
    assert len(of(facts, PointLaid)) == 1


def test_g10_211_the_point_that_begins_a_web_is_less_than_two_hexes_from_its_anchor_and_further_ones_are_not() -> None:
    on, fly = spinning("1,2.7,0", "1,2,0", "1,5,0", "9,9,9")
    orders = [point(1, "60", "Bea"), point(2, "60", "Bea"), point(3, "18"), point(4, "100", "Bea")]
    facts = play(at_work(on, *orders), range(1, 5), fly, weave)  # type: ignore[arg-type]
    first, *more = of(facts, PointLaid)
    assert why(facts) == [("too-far", "Bea", exact(BEA, place("1,2.7,0")), 20_000)]
    assert first.length == exact(BEA, place("1,2,0")) < 20_000
    assert [(each.start, each.length) for each in more] == [("1", 30_000), ("Bea", exact(BEA, place("9,9,9")))]


@each_row(("away", "laid"), [("2", False), ("1.9999", True)])
def test_g10_211_exactly_two_hexes_are_too_far_to_begin_from_an_anchor(away: str, laid: bool) -> None:
    on = board(unit("Ada", f"{away},0,0", card="Weaver"), unit("Bea", card="Weaver"))
    assert bool(of(play(at_work(on, point(1, "12", "Bea")), 1, weave), PointLaid)) is laid


def test_who_has_laid_no_point_has_none_to_go_on_from() -> None:
    on, fly = spinning("1,0,0")
    assert why(play(at_work(on, point(1)), 1, fly, weave)) == [("no-trail",)]  # type: ignore[arg-type]
    assert why(play(at_work(on, point(2, "6", "Kite")), 2, weave)) == [("no-anchor", "Kite", "Bea")]


def test_a_second_ship_goes_on_from_a_point_in_another_direction() -> None:
    on = board(unit("Bea", card="Weaver"), unit("Ada", "1,1,1", card="Weaver"))
    on.webs["web-1"] = globe(p1="1,0,0", p2="1,1,0", p3="0,1,0")
    order = JoinOrdered(unit="Ada", web="web-1", point="2", power=parts(6))
    facts = play(at_work(on, order), 1, weave)
    at = Place(10_000, 10_000, 10_000)
    assert facts[1:] == [PointLaid(web="web-1", unit="Ada", point="4", place=at, start="2", length=10_000, cost=60_000)]
    assert on.units["Ada"].point == ("web-1", "4")


def test_what_can_not_be_joined() -> None:
    on = board(unit("Bea", card="Weaver"), unit("Ada", "1,0,0", card="Weaver", point=("web-1", "1")))
    on.webs["web-1"] = globe(p1="1,0,0", p2="1,1,0", p3="0,3,0")
    on.webs["web-1"].strands = (Strand("Bea", "1"), Strand("1", "2"))
    joins = [("web-1", "2", 6), ("web-1", "3", 60), ("web-1", "9", 6), ("web-7", "1", 6), ("web-1", "1", 6)]
    orders = [JoinOrdered(unit="Ada", web=web, point=to, power=parts(given)) for web, to, given in joins]
    on_work = play(at_work(on, *orders), 1, weave)
    assert why(on_work) == [
        ("strand-is-laid", "web-1"),
        ("strand-is-laid", "web-1"),
        ("no-point", "web-1", "9", "1", "2", "3"),
        ("no-web", "web-7", "web-1"),
    ]
    (joined,) = of(on_work, StrandLaid)
    assert (joined.other, joined.length) == ("3", 31_622)  # what adds to an anchored web may be of any length (G10.211)
    on.webs["web-1"].strength = 40_000
    assert why(play(at_work(on, orders[0], point(1)), 1, weave)) == [("web-has-power", "web-1")] * 2


def test_a_ship_within_half_a_hex_and_nearer_the_middle_draws_a_point_inward() -> None:
    def drawn(at: str) -> list[Event]:
        on = board(unit("Bea", card="Weaver"), unit("Ada", at, card="Weaver"))
        on.webs["web-1"] = globe(40_000, p1="1,1,0", p2="1,-1,0", p3="-1,-1,0", p4="-1,1,0")
        return play(at_work(on, PointMoveOrdered(unit="Ada", web="web-1", point="1")), 1, weave)

    assert drawn("0.7,0.7,0")[1:] == [PointMoved(web="web-1", unit="Ada", point="1", place=Place(7_000, 7_000, 0))]
    assert drawn("0.5001,1,0")[1:] == [PointMoved(web="web-1", unit="Ada", point="1", place=Place(5_001, 10_000, 0))]
    assert why(drawn("0.5,1,0")) == [("too-far", "1", 5_000, 5_000)]
    assert why(drawn("1.1,1,0")) == [("not-nearer-middle", "web-1", "1")]
    assert why(drawn("1,1,0")) == [("not-nearer-middle", "web-1", "1")]


def test_an_anchor_that_flies_away_or_is_gone_leaves_the_points_to_themselves() -> None:
    for strength in (0, 40_000):
        on = board(unit("Bea", card="Weaver"))
        on.webs["web-1"] = globe(strength, p1="1,0,0", p2="1,1,0", p3="0,1,0")
        left = on.webs["web-1"].strands[1:]
        on.units["Bea"].gone = "lost"
        facts = play(at_work(on), 1, weave)
        assert facts[1:] == [AnchorLost(web="web-1", anchor="Bea", strands=left)]

    on = board(unit("Bea", card="Weaver"))
    on.webs["web-1"] = globe(p1="1,0,0", p2="1,1,0", p3="0,1,0")

    def away(work: Resolution) -> None:
        work.board.units["Bea"].place = Place(-1)

    assert play(at_work(on), 1, away, weave)[1:] == [AnchorLost(web="web-1", anchor="Bea", strands=left)]


def test_a_powered_trail_that_loses_its_anchor_loses_its_points() -> None:
    on = board(unit("Bea", card="Weaver"), unit("Ada", "0,2,0", card="Weaver", gone="lost"))
    web = on.webs["web-1"] = globe(40_000, p1="1,0,0", p2="1,1,0")
    web.strands = (Strand("Bea", "1"), Strand("1", "2"), Strand("2", "Ada"))
    facts = play(at_work(on), 1, weave)
    assert [type(fact) for fact in facts[1:]] == [AnchorLost, PointsLost, WebDissolved]
    assert on.webs == {}
