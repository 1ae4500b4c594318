"""What follows from what players enter: explosions, anchors lost, ships parted, a web's strength."""

from sits_es.events import Event
from sits_es.rules.sfb.board import Board, Web
from sits_es.rules.sfb.ending.facts import DamageEntered, LossEntered, UnitLost
from sits_es.rules.sfb.ending.rules import follow
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.motion.facts import UnitsParted
from sits_es.rules.sfb.points.facts import PointsLost
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, ExplosionMade, SphereEntered
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.webs.facts import AnchorLost, Strand, WebDissolved, WebEntered, WebPowered
from tests.rules.sfb.boards import board, unit, web


def entered(on: Board, *entries: OfUnit) -> list[Event]:
    """Enter facts as the game does: they change the board, then their consequences do."""
    for entry in entries:
        entry.apply(on)
    return follow(on, "", entries)


def test_a_ship_that_is_lost_explodes_as_its_player_says() -> None:
    on = board(unit("Hawk"), unit("Heron", "0,0,1"), unit("Kite", "0.5,0,0"), unit("Kestrel", "9,0,0"))
    assert entered(on, LossEntered(unit="Hawk", strength=100_000)) == [
        ExplosionMade(source="Hawk", place=Place(), strength=100_000, cause="loss"),
        ExplosionFelt(unit="Heron", source="Hawk", exact=10_000, strength=100_000, damage=10, in_web=False),
        ExplosionFelt(unit="Kite", source="Hawk", exact=5_000, strength=100_000, damage=40, in_web=False),
    ]
    assert on.units["Hawk"].gone == "lost"


def test_a_ship_may_be_lost_without_an_explosion() -> None:
    assert entered(board(unit("Hawk"), unit("Kite")), LossEntered(unit="Hawk")) == []


def test_what_a_lost_ship_carried_is_lost_with_it() -> None:
    on = board(
        unit("Hawk"),
        unit("Wasp", card="Fighter", aboard="Hawk"),
        unit("Bee", card="Fighter", aboard="Wasp"),
        unit("Moth", card="Fighter"),
    )
    assert entered(on, LossEntered(unit="Hawk")) == [
        UnitLost(unit="Wasp", carrier="Hawk"),
        UnitLost(unit="Bee", carrier="Wasp"),
    ]
    assert [unit.name for unit in on.out()] == ["Moth"]
    assert [on.units[name].gone for name in ("Wasp", "Bee")] == ["lost", "lost"]


def test_a_unit_that_is_lost_aboard_another_makes_no_explosion_outside() -> None:
    on = board(unit("Hawk"), unit("Wasp", card="Fighter", aboard="Hawk"))
    assert entered(on, LossEntered(unit="Wasp", strength=100_000)) == []


def test_ships_that_were_bound_to_it_are_bound_no_more() -> None:
    names = ("Ada", "Bea", "Cleo")
    on = board(*(unit(name, bound=tuple(other for other in names if other != name)) for name in names))
    assert entered(on, LossEntered(unit="Bea")) == [UnitsParted(units=names)]
    assert all(unit.bound == () for unit in on.units.values())


def test_the_explosion_of_an_anchor_is_in_its_web_and_then_the_web_loses_it() -> None:
    on = board(
        unit("Ada", card="Weaver"),
        unit("Bea", "0,0,1", card="Weaver"),
        unit("Cleo", "0,0,2", card="Weaver"),
        unit("Kite", "0.5,0,9"),
    )
    on.webs["web-1"] = web("web-1", "Ada", "Bea", "Cleo", strength=14)
    facts = entered(on, LossEntered(unit="Bea", strength=300_000))
    assert facts == [
        ExplosionMade(source="Bea", place=Place(0, 0, 10_000), strength=300_000, cause="loss"),
        ExplosionFelt(unit="Ada", source="Bea", exact=10_000, strength=200_000, damage=20, in_web=True),
        ExplosionFelt(unit="Cleo", source="Bea", exact=10_000, strength=200_000, damage=20, in_web=True),
        AnchorLost(web="web-1", anchor="Bea", strands=(Strand("Ada", "Cleo"),)),
    ]
    assert entered(on, LossEntered(unit="Ada")) == [WebDissolved(web="web-1", cause="anchors")]


def test_a_webs_strength_is_four_times_what_is_entered() -> None:
    on = board(unit("Ada", card="Weaver"), unit("Bea", "0,0,1", card="Weaver"))
    on.webs["web-1"] = web("web-1", "Ada", "Bea")
    assert entered(on, WebEntered(unit="Ada", web="web-1", traditional=25_000)) == [
        WebPowered(web="web-1", by="Ada", traditional=25_000, strength=100_000)
    ]
    assert on.webs["web-1"].strength == 100_000


def test_a_globular_web_that_gets_its_strength_so_loses_its_loose_points_too() -> None:
    on = board(unit("Ada", card="Weaver"))
    strands = (Strand("Ada", "1"), Strand("1", "2"))
    points = {"1": Place(10_000), "2": Place(20_000)}
    on.webs["web-1"] = Web(name="web-1", player="Anna", kind="globular", points=points, strands=strands)
    assert entered(on, WebEntered(unit="Ada", web="web-1", traditional=10_000))[1:] == [
        PointsLost(web="web-1", points=("1", "2")),
        WebDissolved(web="web-1", cause="points"),
    ]


def test_damage_and_what_a_sphere_has_left_cause_nothing_more() -> None:
    on = board(unit("Hawk", sphere=(5_000, 100_000)))
    assert entered(on, DamageEntered(unit="Hawk", points=4, note="x"), SphereEntered(unit="Hawk", energy=40_000)) == []
    assert on.units["Hawk"].sphere == (5_000, 40_000)
    assert entered(on, SphereEntered(unit="Hawk", energy=0)) == []
    assert on.units["Hawk"].sphere is None


def test_a_cast_webs_strength_is_the_one_on_its_casters_chart_at_every_time() -> None:
    """The note on web casters: G10.3's four times is not for them; 35 is the most of any web."""
    on = board(unit("Ada"))
    on.webs["web-1"] = Web(name="web-1", player="Anna", kind="cast", strength=120_000)
    assert entered(on, WebEntered(unit="Ada", web="web-1", traditional=95_000)) == [
        WebPowered(web="web-1", by="Ada", traditional=95_000, strength=95_000)
    ]
    assert entered(on, WebEntered(unit="Ada", web="web-1", traditional=360_000)) == [
        WebPowered(web="web-1", by="Ada", traditional=360_000, strength=350_000)
    ]
