"""Any orders and entries that can be written, on boards where much stands close together: for tests by chance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from hypothesis import strategies as st

from sits_es.orders.frame import read_line
from sits_es.orders.normal import write_line
from sits_es.rules.sfb.board import BREAK, Board, Web, copied
from sits_es.rules.sfb.ending.facts import DamageEntered, LossEntered, StopOrdered
from sits_es.rules.sfb.exchanges import ENTRY_TYPES, ORDER_TYPES
from sits_es.rules.sfb.fact import Fact, OfUnit, Order
from sits_es.rules.sfb.fire.facts import FireOrdered
from sits_es.rules.sfb.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEndOrdered,
    TractorEntered,
    TractorOrdered,
    TransportOrdered,
)
from sits_es.rules.sfb.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb.orbits.facts import OrbitOrdered
from sits_es.rules.sfb.orders.language import LANGUAGE
from sits_es.rules.sfb.orders.reader import FARTHEST, LONGEST, MOST
from sits_es.rules.sfb.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.spheres.facts import SphereEntered, SphereOrdered
from sits_es.rules.sfb.sums.facings import Turn, facing
from sits_es.rules.sfb.sums.numbers import MOST_DIGITS, WHOLE
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.rules.sfb.webs.facts import (
    AnchorDropOrdered,
    CastOrdered,
    Strand,
    WebEntered,
    WebOrdered,
    WebPowerOrdered,
)
from tests.rules.sfb.boards import board, body, place, unit, web
from tests.shared.bundled_files import bundled_of

#: Names of nothing, as chance or a changed program may write them.
NOBODY: Final = ("Nobody", "9", "web-99", "web-1", "1", "asteroid-1")


def crowd() -> Board:
    """Two players' units of all kinds within a few hexes, with a planet, a ring, a hole and webs between them."""
    globe = Web(
        name="web-2",
        player="Anna",
        kind="globular",
        points={"1": place("0.4,0,0.2"), "2": place("0.4,0.9,0.2"), "3": place("1,0.9,0.2")},
        strands=(Strand("Swan", "1"), Strand("1", "2"), Strand("2", "3"), Strand("3", "1")),
    )
    cast = Web(
        name="web-3",
        player="Ben",
        kind="cast",
        points={"1": place("2,0,2"), "2": place("3,0,2")},
        strands=(Strand("1", "2"),),
        strength=3 * WHOLE,
    )
    found = board(
        unit("Swift", "0,0,0", speed="12", sphere=(WHOLE, 50_000)),
        unit("Swan", "0.2,0,0", card="Weaver", point=("web-2", "3")),
        unit("Starling", "0.1,0,0.3", card="Weaver"),
        unit("Ark", "0.9,0,0", card="Station", rotation="yaw 7.5"),
        unit("Wasp", card="Fighter", aboard="Swift", speed="8"),
        unit("Minnow", card="Mine", aboard="Ark"),
        unit("Gnat", "0.5,0.5,0.5", card="Fighter", thrust="1", inertia="0.5,-0.25,0"),
        unit("Swift-drone-rack-1", "2,0,0", card="Drone", speed="20", target="Kestrel"),
        unit("Shell", "3,0,0", "yaw 180", card="Warhead", speed="20", aim=Place()),
        unit("Lark", gone="lost"),
        unit("Kestrel", "2.5,0,0.5", "yaw 180", speed="31", outstanding=True),
        unit("Kite", "1.5,0,0", "yaw 90 roll 30", card="Weaver"),
        unit("Krait", "1.2,0,0", card="Mine"),
        unit("Kobold", "1.6,0.1,0.1", card="Warhead", speed="20", target="Swift"),
        body("Haven", "1,1,1", radius="0.3", atmosphere="0.6"),
        body("Halo", "1,1,1", kind="ring", radius="3", inner="1", thick="0.5"),
        body("Maw", "0,2,0", kind="hole", size="40"),
        body("Luna", "2,0,-1", kind="moon", radius="0.1"),
        body("asteroid-1", "1,0,-2", kind="asteroid", radius="1"),
        web("web-1", "Swan", "Ark", strength="2.5"),
        globe,
        cast,
    )
    found.run = 3
    return found


def bare() -> Board:
    """Two ships and nothing else, in the turn's last impulses."""
    return board(unit("Swift", "0,0,0"), unit("Kestrel", "2,0,0", speed="16"), run=4, impulse=29, passed=28)


@cache
def _of_scenario(name: str) -> Board:
    setup = SYSTEM.setup(bundled_of("sfb")[name].text, name, {})
    made: Board = SYSTEM.new_board(setup.options, setup.tables, setup.classes)
    for fact in setup.opening:
        if isinstance(fact, Fact):
            fact.apply(made)
    made.run = 2
    return made


def scenario(name: str) -> Board:
    """A bundled scenario before its first run, which is two impulses."""
    return copied(_of_scenario(name))


#: Every board: in the turn and in its break.
BOARDS: Final = ("crowd", "bare", *sorted(bundled_of("sfb")))


def made(name: str, *, in_break: bool = False) -> Board:
    """A board by name. in_break: in the turn break."""
    found = crowd() if name == "crowd" else bare() if name == "bare" else scenario(name)
    if in_break:
        found.impulse, found.passed, found.now = BREAK, BREAK - 1, BREAK - 1
    return found


def _parts(least: int, most: int, *edges: int) -> st.SearchStrategy[int]:
    """Ten-thousandths, often those at which a rule changes."""
    known = sorted({0, 1, -1, WHOLE, WHOLE + 1, least * WHOLE, most * WHOLE, *edges})
    return st.sampled_from([edge for edge in known if least * WHOLE <= edge <= most * WHOLE]) | st.integers(
        least * WHOLE, most * WHOLE
    )


_FAR: Final = 10 ** (MOST_DIGITS + 4) - 1
_KM = st.sampled_from([0, 1, -WHOLE, _FAR, -_FAR]) | st.integers(-3 * WHOLE, 3 * WHOLE)
PLACES = st.builds(Place, _KM, _KM, _KM)
_ANGLE = _parts(-360, 360, 15_000, -15_000, 75_000, 90_000)
_POINTS = _parts(0, MOST, 35 * WHOLE, 6 * WHOLE, 60_000)


def _fields(form: type[OfUnit], on: Board) -> dict[str, st.SearchStrategy[object]]:
    """What the fields of a form may hold, unit and impulse aside."""
    cards = [on.class_of(each) for each in on.units.values()]
    units, bodies, webs = sorted(on.units), sorted(on.bodies), sorted(on.webs)
    points = sorted({point for each in on.webs.values() for point in each.points})
    any_unit = st.sampled_from((*units, *NOBODY))
    anywhere = st.sampled_from((*units, *bodies, *NOBODY))
    any_web = st.sampled_from((*webs, *NOBODY))
    weapons = sorted({group.name for card in cards for group in card.weapons})
    launchers = sorted({launcher.name for card in cards for launcher in card.launchers})
    known: dict[type[OfUnit], dict[str, st.SearchStrategy[object]]] = {
        SpeedOrdered: {"speed": _parts(-MOST, MOST, 12 * WHOLE)},
        ThrustOrdered: {"thrust": _parts(-MOST, MOST, 5_000)},
        TurnOrdered: {"turn": st.builds(Turn, _ANGLE, _ANGLE, _ANGLE)},
        TacOrdered: {"tac": st.sampled_from(("warp", "sublight", "both", "none"))},
        HetOrdered: {"to": st.builds(facing, _ANGLE, _ANGLE, _ANGLE)},
        OrbitOrdered: {"planet": anywhere, "side": st.sampled_from(("left", "right"))},
        BindOrdered: {"first": any_unit, "second": any_unit},
        SphereOrdered: {"radius": _parts(-MOST, MOST, 39_999), "energy": _POINTS},
        FireOrdered: {
            "weapon": st.sampled_from((*weapons, *NOBODY)),
            "target": any_unit,
            "number": st.none() | st.sampled_from((1, 2, 9999)),
        },
        LaunchOrdered: {"launcher": st.sampled_from((*launchers, *NOBODY))},
        ReleaseOrdered: {"carried": any_unit},
        TractorOrdered: {"target": any_unit, "length": _parts(0, FARTHEST, 3 * WHOLE), "power": _POINTS},
        TractorEndOrdered: {"target": any_unit},
        TransportOrdered: {"note": st.sampled_from(("a party", "9 mines")), "target": any_unit},
        WebOrdered: {"to": anywhere, "power": _POINTS},
        PointOrdered: {"power": _POINTS, "start": st.none() | anywhere},
        JoinOrdered: {"web": any_web, "point": st.sampled_from((*points, *NOBODY)), "power": _POINTS},
        PointMoveOrdered: {"web": any_web, "point": st.sampled_from((*points, *NOBODY))},
        WebPowerOrdered: {"web": any_web, "traditional": _POINTS},
        AnchorDropOrdered: {"web": any_web},
        CastOrdered: {"start": PLACES, "end": PLACES, "strength": _POINTS},
        DamageEntered: {"points": st.sampled_from((0, 1, 9999)), "note": st.sampled_from(("", "a hit"))},
        LossEntered: {"strength": _POINTS},
        SphereEntered: {"energy": _POINTS},
        WebEntered: {"web": any_web, "traditional": _POINTS},
        TractorEntered: {"target": any_unit, "power": _POINTS},
        DisplacementEntered: {"place": PLACES},
        InertiaEntered: {"inertia": st.builds(Inertia, _KM, _KM, _KM)},
        ShieldEntered: {"shield": st.integers(1, 6), "up": st.booleans()},
    }
    return known.get(form, {})


def _build(on: Board, form: type[OfUnit], names: Sequence[str], impulses: Sequence[int]) -> st.SearchStrategy[OfUnit]:
    """Any order of a form, of one of these units and for one of these impulses."""
    head = {"unit": st.sampled_from(names), "impulse": st.sampled_from(impulses)}
    known = _fields(form, on)
    any_unit = st.sampled_from((*sorted(on.units), *NOBODY))
    ways: list[dict[str, st.SearchStrategy[object]]] = [known]
    if form is LaunchOrdered:
        ways = [{**known, "target": any_unit}, {**known, "aim": PLACES}]
    elif form is DecelerationOrdered:
        ways = [{"inertia_only": st.booleans()}, {"period": st.integers(0, LONGEST)}]
    elif form is StopOrdered:
        ways = [
            {"condition": st.sampled_from(("launched at", "fired at", "struck", "trapped", "broken down"))},
            {"condition": st.just("target bears"), "target": any_unit},
            {"condition": st.just("range at most"), "target": any_unit, "range": _parts(0, FARTHEST)},
        ]
    return st.one_of([st.builds(form, **head, **way) for way in ways])


def orders_of(on: Board, player: str, least: int = 0, most: int = 12) -> st.SearchStrategy[list[OfUnit]]:
    """Orders of a player for the exchange at hand: everything that can be sealed, allowed or not.

    Most are for an impulse of the run, some for another one; several may contradict each other.
    """
    own = [name for name, each in sorted(on.units.items()) if each.player == player]
    if not own:
        return st.just([])
    in_break = on.impulse == BREAK
    orders = [each for each in ORDER_TYPES if issubclass(each, Order)]
    kinds: list[type[OfUnit]] = [SpeedOrdered, ThrustOrdered] if in_break else [*orders]
    impulses = (BREAK,) if in_break else (*on.steps(on.impulse), on.impulse, on.impulse, 1, 20, 32)
    return st.lists(
        st.sampled_from(kinds).flatmap(lambda form: _build(on, form, own, impulses)), min_size=least, max_size=most
    )


def entries_of(on: Board) -> st.SearchStrategy[list[OfUnit]]:
    """Entries of anything, of units that are there and that aren't, whoever enters them."""
    names = (*sorted(on.units), *NOBODY)
    return st.lists(st.sampled_from(ENTRY_TYPES).flatmap(lambda form: _build(on, form, names, (1, BREAK))), max_size=6)


def as_sealed(order: OfUnit) -> OfUnit:
    """An order as it comes out of a seal: written and read again."""
    read = read_line(write_line(order, LANGUAGE), LANGUAGE, order.impulse)
    assert isinstance(read, OfUnit)
    return read
