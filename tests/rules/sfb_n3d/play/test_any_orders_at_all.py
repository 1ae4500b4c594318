"""Whatever is ordered, checked before or not: play ends, no fact holds a float, and facts alone make the board."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from attrs import asdict, evolve

from sits_es.dice import DiceRolled, RollKey
from sits_es.rules.sfb_n3d.events.webs import Strand
from sits_es.rules.sfb_n3d.fold import HANDLERS
from sits_es.rules.sfb_n3d.orders import forms
from sits_es.rules.sfb_n3d.orders.forms import OfUnit
from sits_es.rules.sfb_n3d.orders.problems import problems
from sits_es.rules.sfb_n3d.procedure import carry_out
from sits_es.rules.sfb_n3d.state import Board, Web, copied
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn
from sits_es.rules.sfb_n3d.sums.numbers import FULL_TURN, WHOLE
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place
from sits_es.rules.sfb_n3d.unit_class import Launcher, UnitClass, WeaponGroup
from tests.rules.sfb_n3d.boards import board, body, by_player, unit, web

#: A ship that can do everything.
DOES_ALL = UnitClass(
    name="All",
    kind="ship",
    turn_class="hexes:2",
    web=True,
    sphere=True,
    breakdown=(3, 2),
    weapons=(
        WeaponGroup(name="phasers", arcs=("FA", "L"), mounts=("wing", "rear-row"), dice=1),
        WeaponGroup(name="plasma", arcs=("LP",), mounts=("swivel",)),
        WeaponGroup(name="mauler", arcs=(), mounts=("mauler",)),
    ),
    launchers=(
        Launcher(name="tube", launches="Warhead", placing="swivel", swivel="LP"),
        Launcher(name="fixed", launches="Drone", placing="fixed", yaw=60 * WHOLE),
        Launcher(name="rack", launches="Drone", shots=2),
    ),
)
SHIPS = ("Alder", "Birch", "Cedar", "Kestrel", "Kite")
OTHERS = ("Ark", "Drone-1", "Kdrone", "Kmine", "Kwasp", "Mine-1", "Wasp")


class ByName:
    """Dice that show what their names make of them."""

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Faces, 0 up."""
        dice = Random(repr(key))  # noqa: S311 - no secret: a game to try things on
        return tuple(dice.randrange(sides) for _ in range(number))


def somewhere(luck: Random) -> Place:
    """A place within three hexes, often with another on an axis or level with it."""
    return Place(*(luck.choice((0, luck.randint(-30_000, 30_000), 5_000 * luck.randrange(-3, 4))) for _ in range(3)))


def some_facing(luck: Random) -> Facing:
    return Facing(*(luck.choice((0, luck.randrange(FULL_TURN), luck.randrange(36) * 10 * WHOLE)) for _ in range(3)))


def some_board(luck: Random) -> Board:
    """Ships, fighters, drones, mines, a base, terrain and two webs, all within a few hexes."""
    ships = [unit(name, somewhere(luck), some_facing(luck)) for name in SHIPS]
    if luck.random() < 0.5:  # three that can be bound
        places = (Place(), Place(3_000), Place(1_300, 0, 2_000))
        for ship, at, yaw in zip(ships, places, (208, 335, 94), strict=False):
            ship.place, ship.facing = at, Facing(yaw=yaw * WHOLE)
    for ship in ships:
        ship.unit_class = luck.choice(("All", "Cruiser", "Weaver"))
        ship.speed = luck.choice((0, 0, luck.randint(0, 320_000)))
        ship.inertia = luck.choice((Inertia(), Inertia(luck.randint(-(10**8), 10**8), 3, -5_000_000)))
    made = board(
        *ships,
        unit("Ark", somewhere(luck), some_facing(luck), "Station", rotation="yaw 7.5 roll -3"),
        unit("Drone-1", somewhere(luck), some_facing(luck), "Warhead", speed=20, target="Kestrel"),
        unit("Kdrone", somewhere(luck), some_facing(luck), "Drone", speed=20, target=luck.choice(("Alder", "Drone-1"))),
        unit("Kmine", card="Mine", aboard="Kestrel"),
        unit("Kwasp", somewhere(luck), some_facing(luck), "Fighter", speed=12),
        unit("Mine-1", somewhere(luck), card="Mine"),
        unit("Wasp", card="Fighter", aboard="Alder"),
        body("Haven", somewhere(luck), radius="0.4", atmosphere="0.9"),
        body("Halo", kind="ring", inner="0.5", radius="3", thick="1"),
        body("Rock", somewhere(luck), kind="asteroid", radius="2"),
        body("Maw", somewhere(luck), kind="hole", size="40"),
        web("web-1", "Alder", "Birch", "Ark", strength=luck.choice(("0", "3.5", "35"))),
        cards=(DOES_ALL,),
        run=luck.choice((1, 4, 8, 32)),
    )
    points = {name: somewhere(luck) for name in "1234"}
    pairs = ("12", "23", "31", "34")
    globe = Web(name="web-2", player="Anna", kind="globular", points=points, strands=tuple(Strand(*p) for p in pairs))
    made.webs["web-2"], made.webs_made = globe, 2
    return made


def some_order(luck: Random, on: Board) -> OfUnit:
    """Any order of any unit, sensible or not."""
    form = luck.choice(forms.IMPULSE_ORDERS)
    anybody = [*on.units]
    values = {
        "speed": luck.choice((0, luck.randint(0, 320_000))),
        "thrust": luck.choice((0, 3_333, WHOLE)),
        "turn": Turn(*(luck.randint(-100_000, 100_000) // luck.choice((1, 5, 1000)) for _ in range(3))),
        "tac": luck.choice(("warp", "sublight", "both", "none")),
        "to": luck.choice(anybody) if form is forms.WebOrdered else some_facing(luck),
        "inertia_only": luck.random() < 0.5,
        "period": luck.choice((None, 0, 3, 32)),
        "planet": luck.choice([*on.bodies]),
        "side": luck.choice(("left", "right")),
        "first": luck.choice(("Birch", luck.choice(anybody))),
        "second": luck.choice(("Cedar", luck.choice(anybody))),
        "radius": luck.randint(0, 39_999),
        "energy": luck.randint(0, 100_000),
        "weapon": luck.choice(("phasers", "plasma", "mauler")),
        "target": luck.choice(anybody),
        "number": luck.choice((None, 1, 2)),
        "launcher": luck.choice(("drone-rack", "tube", "fixed", "rack")),
        "aim": None,
        "carried": luck.choice(("Wasp", "Kmine")),
        "power": luck.randint(0, 200_000),
        "web": luck.choice(("web-1", "web-2", "web-3")),
        "point": luck.choice("12345"),
        "traditional": luck.choice((0, WHOLE, 87_500)),
        "start": somewhere(luck) if form is forms.CastOrdered else luck.choice((None, *anybody, *on.bodies)),
        "end": somewhere(luck),
        "strength": luck.randint(0, 350_000),
        "condition": luck.choice(("launched at", "fired at", "struck", "trapped", "range at most", "target bears")),
        "range": luck.randint(0, WHOLE),
    }
    known = {name: value for name, value in values.items() if name in form.__annotations__}
    who = luck.choice((luck.choice(SHIPS), luck.choice(anybody)))
    order = form(unit=who, impulse=luck.randint(on.impulse, on.steps(on.impulse)[-1]), **known)
    if isinstance(order, forms.LaunchOrdered) and luck.random() < 0.3:
        return evolve(order, target=None, aim=somewhere(luck))
    return order


def checked(on: Board, orders: Sequence[OfUnit]) -> list[OfUnit]:
    """Orders of which nothing is wrong as they stand beside one another."""
    return [order for order in orders if not [*problems(on, order.impulse, order, orders)]]


def whole(value: object) -> bool:
    """Whether every number in a value is a whole one, so that it is the same on every machine."""
    if isinstance(value, dict):
        return all(map(whole, value.values()))
    if isinstance(value, list | tuple):
        return all(map(whole, value))
    return value is None or type(value) in {bool, int, str}


@pytest.mark.parametrize("number", range(40))
def test_whatever_is_ordered_play_ends_and_its_facts_alone_make_the_same_board(number: int) -> None:
    luck = Random(number)  # noqa: S311 - no secret: a game to try things on
    played = some_board(luck)
    for _ in range(3):
        given = by_player(played, [some_order(luck, played) for _ in range(luck.randint(0, 40))])
        orders = {player: checked(played, mine) if number % 2 else mine for player, mine in given.items()}
        told, again = copied(played), copied(played)
        facts = carry_out(played, orders, ByName())
        for fact in facts:
            assert whole(asdict(fact)), fact
            if not isinstance(fact, DiceRolled):
                assert tell(fact)
                HANDLERS[type(fact)](told, fact)
        assert told == played
        # the order in which players' orders come in, and in which facts of others are kept, changes nothing
        assert carry_out(again, dict(reversed(orders.items())), ByName()) == facts
        if played.passed == 32:
            return
        played.impulse = played.passed + 1
