"""A whole run: a web is laid, grows, gets power, goes where its anchors go, holds a unit and stops fire."""

from sits_es.dice import ScriptedDice
from sits_es.events import Event
from sits_es.rules.sfb.board import Board, copied, pack, unpack
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.fire.facts import FireOrdered, WeaponFired
from sits_es.rules.sfb.launching.facts import LaunchOrdered, SeekerLaunched
from sits_es.rules.sfb.motion.facts import SpeedOrdered, UnitMoved
from sits_es.rules.sfb.points.facts import JoinOrdered, PointLaid, PointOrdered
from sits_es.rules.sfb.procedure import carry_out
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.webs.facts import StrandLaid, UnitTrapped, WebOrdered, WebPowered, WebPowerOrdered
from tests.rules.sfb.boards import board, by_player, of, unit
from tests.shared.rows import each_row


def start() -> Board:
    """Two weavers a hex apart that part at speed 16, a target beyond their web, and who wants to fire through it."""
    return board(
        unit("Ada", "0,0,0.5", "yaw 90", card="Weaver", speed=16),
        unit("Bea", "0,0,-0.5", "yaw 270", card="Weaver", speed=16),
        unit("Hawk", "-3,0,0", "yaw 0"),
        unit("Kite", "3,0,0", "yaw 180"),
        unit("Kestrel", "-2.5,1.5,0", "yaw 0", speed=20, inertia="0.5,0,0"),
        run=5,
    )


ORDERS: list[OfUnit] = [
    WebOrdered(unit="Ada", to="Bea", power=120_000, impulse=1),  # 12: they have moved to two hexes when it is laid
    WebOrdered(unit="Ada", to="Bea", power=30_000, impulse=2),
    WebOrdered(unit="Bea", to="Ada", power=30_000, impulse=2),
    SpeedOrdered(unit="Ada", speed=0, impulse=3),
    SpeedOrdered(unit="Bea", speed=320_000, impulse=3),
    WebPowerOrdered(unit="Ada", web="web-1", traditional=20_000, impulse=3),
    FireOrdered(unit="Hawk", weapon="phasers", target="Kite", impulse=2),
    FireOrdered(unit="Hawk", weapon="phasers", target="Kite", impulse=3),
    LaunchOrdered(unit="Kite", launcher="drone-rack", target="Hawk", impulse=3),
    FireOrdered(unit="Kite", weapon="phasers", target="Ada", impulse=4),
]


def run(on: Board, orders: list[OfUnit]) -> list[Event]:
    return carry_out(on, by_player(on, orders), ScriptedDice(()))


def near_enough(on: Board) -> Board:
    """The same, but the weavers begin so near that the first strand is shorter than two hexes."""
    on.units["Ada"].place, on.units["Bea"].place = Place(0, 0, 2_500), Place(0, 0, -2_500)
    return on


def test_two_hexes_apart_after_their_first_impulse_nothing_is_laid() -> None:
    on = start()
    facts = run(on, ORDERS)
    (first, *_) = of(facts, OrderVoided)
    assert (first.unit, first.why.code, first.why.values) == ("Ada", "too-far", ("Bea", 20_000, 20_000))


def test_a_web_in_a_run_of_five_impulses() -> None:
    on = near_enough(start())
    facts = run(on, ORDERS)
    assert [(fact.length, fact.cost) for fact in of(facts, StrandLaid)] == [(15_000, 90_000), (25_000, 60_000)]
    assert [fact.strength for fact in of(facts, WebPowered)] == [80_000]
    # before it has power nobody minds it; then Hawk can't fire through it, and Kite's drone is on its way
    (fired, at_ada) = of(facts, WeaponFired)
    assert (fired.unit, fired.target, at_ada.target) == ("Hawk", "Kite", "Ada")
    (stopped,) = of(facts, OrderVoided)
    assert (stopped.unit, stopped.why.code, stopped.why.values) == ("Hawk", "web-between", ("web-1",))
    assert [fact.seeker for fact in of(facts, SeekerLaunched)] == ["Kite-drone-rack-1"]
    # the anchors are in their own web; Kestrel was caught as it came by above, and lost its inertia
    assert {fact.unit for fact in of(facts, UnitTrapped)} >= {"Ada", "Bea", "Kestrel"}
    assert not on.units["Kestrel"].inertia
    # Bea flies at 32 less 8, which is three quarters of a hex an impulse, and draws the web along: nobody pays
    assert [fact.speed for fact in of(facts, UnitMoved) if fact.unit == "Bea"] == [160_000] * 2 + [240_000] * 3
    assert on.lines(on.webs["web-1"]) == [(Place(0, 0, 12_500), Place(0, 0, -35_000))]


@each_row("steps", range(1, 6))
def test_the_game_may_be_packed_after_every_run(steps: int) -> None:
    on = near_enough(start())
    on.run = steps
    run(on, [order for order in ORDERS if order.impulse <= steps])
    assert unpack(pack(on)) == on


def test_a_run_in_pieces_comes_to_the_same_as_in_one() -> None:
    whole, pieces = near_enough(start()), near_enough(start())
    run(whole, ORDERS)
    pieces.run = 1
    for impulse in range(1, 6):
        pieces.impulse = impulse
        run(pieces, [order for order in ORDERS if order.impulse == impulse])
    pieces.run, pieces.impulse = whole.run, whole.impulse
    assert pieces == whole


def test_whose_orders_come_first_makes_no_difference() -> None:
    on = near_enough(start())
    other = copied(on)
    forward, backward = by_player(on, ORDERS), by_player(on, ORDERS)
    backward = dict(reversed(backward.items()))
    assert carry_out(on, forward, ScriptedDice(())) == carry_out(other, backward, ScriptedDice(()))


def test_points_of_a_moving_ship_are_laid_each_impulse_and_joined() -> None:
    on = board(unit("Ada", "1,0,0", "yaw 90", card="Weaver", speed=16), unit("Hub", "0,0,0", card="Station"), run=3)
    orders: list[OfUnit] = [
        PointOrdered(unit="Ada", start="Hub", power=70_000, impulse=1),
        PointOrdered(unit="Ada", power=30_000, impulse=2),
        PointOrdered(unit="Ada", power=30_000, impulse=3),
        JoinOrdered(unit="Ada", web="web-1", point="1", power=60_000, impulse=3),
    ]
    facts = run(on, orders)
    assert [(fact.point, fact.start, fact.length, fact.cost) for fact in of(facts, PointLaid)] == [
        ("1", "Hub", 11_180, 67_080),
        ("2", "1", 5_000, 30_000),
        ("3", "2", 5_000, 30_000),
    ]
    assert [(fact.one, fact.other, fact.cost) for fact in of(facts, StrandLaid)] == [("3", "1", 60_000)]
