"""The board of SFB 'n3D: units, bodies and webs at work, and as values."""

from copy import copy

from attrs import Factory, define, evolve
from msgspec.structs import replace

from sits_es.rules.packing import Packing
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.cards.unit_class import Kind, UnitClass
from sits_es.rules.sfb.launching.facts import SeekerLaunched
from sits_es.rules.sfb.links.facts import TractorLink
from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.orbits.facts import Orbiting
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.motion import webbed_speed
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.sums.planets import passes
from sits_es.rules.sfb.sums.turn_modes import Tac
from sits_es.rules.sfb.sums.webs import blocks, in_web
from sits_es.rules.sfb.terrain.facts import SOLID, TerrainPlaced
from sits_es.rules.sfb.webs.facts import Strand, WebKind, WebPlaced

#: The step that is the turn break.
BREAK = IMPULSES + 1


@define(kw_only=True)
class Unit:
    """One unit. Speeds, thrust and points in ten-thousandths, places in km; impulses are counted 1 to 32.

    tac_warp, tac_sublight: the last impulse of manoeuvres under way, 0 for none. waits: the last impulse by
    `Board.clock` without thrust after an emergency deceleration, 0 for none. orbits: its standard orbit. target, aim:
    of a seeking weapon, one of them or neither; since: when it was launched, by `Board.clock`. high_energy_turns: so
    far. launched: launcher -> what it launched so far. sphere: radius and energy. bound: the other two. trapped: the
    web that holds it. inside: bodies that it has reached or whose atmosphere it is in. point: the web and the point
    that it laid last. tractors: whom it holds by tractor links; held_by: whose links hold it; shields: entered as up.
    damage: points entered so far; notes: what was noted with them. gone: why it is out of the game, None while in it.
    """

    name: str
    unit_class: str
    kind: Kind
    player: str
    side: str
    place: Place
    facing: Facing
    speed: int = 0
    thrust: int = 0
    inertia: Inertia = Inertia()
    outstanding: bool = False
    rotation: Turn = Turn()
    aboard: str | None = None
    tac_warp: int = 0
    tac_sublight: int = 0
    waits: int = 0
    orbits: Orbiting | None = None
    target: str | None = None
    aim: Place | None = None
    since: int = 0
    high_energy_turns: int = 0
    launched: dict[str, int] = Factory(dict)
    sphere: tuple[int, int] | None = None
    bound: tuple[str, ...] = ()
    trapped: str | None = None
    inside: tuple[str, ...] = ()
    point: tuple[str, str] | None = None
    tractors: dict[str, TractorLink] = Factory(dict)
    held_by: tuple[str, ...] = ()
    shields: tuple[int, ...] = ()
    damage: int = 0
    notes: tuple[str, ...] = ()
    gone: str | None = None

    @property
    def out(self) -> bool:
        """Whether it is on the map: in the game, and not aboard another."""
        return self.gone is None and self.aboard is None

    @property
    def heading(self) -> Facing:
        """Where it moves: in orbit without the offset, which turns the ship alone. Rule: C1.22, P8.43."""
        return self.facing if self.orbits is None else self.facing.turned(-self.orbits.offset)

    def face(self, facing: Facing) -> None:
        """Turn to a facing; in orbit the heading stays, and what it turns is added to its offset. Rule: P8.43."""
        if self.orbits is not None:
            self.orbits = replace(self.orbits, offset=facing.since(self.heading))
        self.facing = facing

    def tac(self, impulse: int) -> Tac | None:
        """Its tactical manoeuvres in an impulse of this turn. Rule: C5."""
        warp, sublight = self.tac_warp >= impulse, self.tac_sublight >= impulse
        if warp and sublight:
            return "both"
        return "warp" if warp else "sublight" if sublight else None

    @property
    def tac_until(self) -> int:
        """The last impulse of its tactical manoeuvres, 0 for none."""
        return max(self.tac_warp, self.tac_sublight)

    @property
    def waits_until(self) -> tuple[int, int]:
        """The turn and the impulse that `waits` counts to."""
        turn, impulse = divmod(self.waits - 1, IMPULSES)
        return turn + 1, impulse + 1


#: A planet, moon, star, ring, asteroid or black hole stands on the board as it was placed.
Body = TerrainPlaced


@define(kw_only=True)
class Web:
    """A web. points: by name, those that stay where they are; other ends of strands are units or bodies."""

    name: str
    player: str
    kind: WebKind
    points: dict[str, Place] = Factory(dict)
    strands: tuple[Strand, ...] = ()
    strength: int = 0


@define(kw_only=True)
class Board:
    """Everything an impulse is decided from.

    run: impulses that are ordered together, 1 to 32; impulse: the first of the run at hand, 33 in the turn break; now:
    the impulse that is happening; passed: the last of which all has happened; field: how asteroids are still to be laid
    by dice: "", "mirrored" around the middle or "positive"; turns: after which the game ends, 0 for none;
    own_side_targets: whether one's own side can be aimed at; webs_made: so far, for their names; over: the last turn
    is.
    """

    classes: dict[str, UnitClass]
    run: int = 8
    field: str = ""
    turns: int = 0
    own_side_targets: bool = False
    turn: int = 1
    impulse: int = 1
    now: int = 0
    passed: int = 0
    units: dict[str, Unit] = Factory(dict)
    bodies: dict[str, Body] = Factory(dict)
    webs: dict[str, Web] = Factory(dict)
    webs_made: int = 0
    over: bool = False

    def class_of(self, unit: Unit) -> UnitClass:
        """The unit's class."""
        return self.classes[unit.unit_class]

    def allows_target(self, unit: Unit, target: Unit) -> bool:
        """Whether a unit may aim at another; at its own side only if the scenario says so. Rule: house."""
        return target is not unit and (self.own_side_targets or target.side != unit.side)

    @property
    def clock(self) -> int:
        """Impulses since the game began, with the one that is happening."""
        return (self.turn - 1) * IMPULSES + self.now

    def web_strength(self, unit: Unit) -> int:
        """The strength of the web that holds a unit, in ten-thousandths; 0 where none does."""
        web = self.webs.get(unit.trapped) if unit.trapped is not None else None
        return 0 if web is None else web.strength

    def speed_left(self, unit: Unit) -> int:
        """The warp speed that a web leaves to a unit, in ten-thousandths. Rule: G10.511."""
        return webbed_speed(unit.speed, self.web_strength(unit))

    def turning_speed(self, unit: Unit) -> int:
        """The warp speed by which a unit turns: what a web leaves, and none in orbit, where all warp movement stops.

        Rule: C3.31, P8.41; that an orbit's speed 1 gives no turn mode is house.
        """
        return self.speed_left(unit) if unit.orbits is None else 0

    def out(self) -> list[Unit]:
        """Units on the map, in the order of their names."""
        return [self.units[name] for name in sorted(self.units) if self.units[name].out]

    def place(self, fact: UnitPlaced) -> None:
        """Set a unit up, on the map or aboard another."""
        self.units[fact.unit] = Unit(
            name=fact.unit,
            unit_class=fact.unit_class,
            kind=self.classes[fact.unit_class].kind,
            player=fact.player,
            side=fact.side,
            place=fact.place,
            facing=fact.facing,
            speed=fact.speed,
            thrust=fact.thrust,
            inertia=fact.inertia,
            outstanding=fact.outstanding,
            rotation=fact.rotation,
            aboard=fact.aboard,
        )

    def launch(self, fact: SeekerLaunched) -> None:
        """Put a seeking weapon on the map, its ship's player's, and count it against its launcher."""
        ship = self.units[fact.unit]
        ship.launched = {**ship.launched, fact.launcher: ship.launched.get(fact.launcher, 0) + 1}
        self.units[fact.seeker] = Unit(
            name=fact.seeker,
            unit_class=fact.unit_class,
            kind=self.classes[fact.unit_class].kind,
            player=ship.player,
            side=ship.side,
            place=fact.place,
            facing=fact.facing,
            speed=fact.speed,
            target=fact.target,
            aim=fact.aim,
            since=self.clock,
        )

    def lay(self, fact: WebPlaced) -> None:
        """Put a web on the map."""
        self.webs[fact.web] = Web(
            name=fact.web,
            player=fact.player,
            kind=fact.kind,
            points={point.name: point.place for point in fact.points},
            strands=fact.strands,
            strength=fact.strength,
        )
        self.webs_made += 1

    def enter(self, unit: str, body: str) -> None:
        """A unit has reached a body, or is in its atmosphere."""
        self.units[unit].inside = tuple(sorted({*self.units[unit].inside, body}))

    def lines(self, web: Web, source: str = "") -> list[tuple[Place, Place]]:
        """The strands of a web as lines between two places, in order; a strand with an end that is gone has none.

        source: a unit that still counts though it is gone just now, because it explodes. Anchors move and take their
        webs with them. Rule: G10.115, G10.51.
        """
        places = {end: self.place_of(web, end) for strand in web.strands for end in (strand.one, strand.other)}
        if source in places:
            places[source] = self.units[source].place
        ends = ((places[strand.one], places[strand.other]) for strand in web.strands)
        return [(one, other) for one, other in ends if one is not None and other is not None]

    def webbed(self, place: Place, source: str = "") -> bool:
        """Whether a place is in a web of any strength above 0: less than two hexes from a strand. Rule: G10.51."""
        powered = (web for web in self.webs.values() if web.strength)
        return any(in_web(place, *line) for web in powered for line in self.lines(web, source))

    def body_between(self, one: Place, other: Place) -> str | None:
        """The first solid body by name in the way of the line between two places. Rule: P2.1."""
        for name, body in sorted(self.bodies.items()):
            if body.kind in SOLID and passes(one, other, body.place, body.radius):
                return name
        return None

    def web_between(self, unit: Unit, target: Place) -> str | None:
        """The first web by name that stops the fire of a unit at a place. Rule: G10.61.

        A web without power stops nothing, and units that lay webs themselves fire through all of them [house].
        """
        return None if self.class_of(unit).web else self.web_in_way(unit.place, target)

    def web_in_way(self, one: Place, other: Place) -> str | None:
        """The first web with power by name that lies between two places. Rule: G10.61, G10.71."""
        for name, web in sorted(self.webs.items()):
            if web.strength and any(blocks(line, one, other) for line in self.lines(web)):
                return name
        return None

    def carried(self, unit: Unit) -> tuple[str, ...]:
        """What a unit carries, by name."""
        return tuple(name for name, each in sorted(self.units.items()) if each.aboard == unit.name and not each.gone)

    def steps(self, first: int) -> tuple[int, ...]:
        """The impulses of a run that begins with one, or the turn break.

        The run in which a field is laid by dice is one impulse alone: nobody knows the field yet. The runs after it,
        for which orders may be sealed ahead, are as long as ever.
        """
        if first == BREAK:
            return (BREAK,)
        run = 1 if self.field and first == self.impulse else self.run
        return tuple(range(first, min(first + run, BREAK)))

    def place_of(self, web: Web, end: str) -> Place | None:
        """Where an end of a strand is: a point, a unit or a body; None when it is gone."""
        if end in web.points:
            return web.points[end]
        if (unit := self.units.get(end)) is not None:
            return unit.place if unit.out else None
        body = self.bodies.get(end)
        return None if body is None else body.place


def copied(board: Board) -> Board:
    """A copy to work on, or to hand out; the one given stays as it is. Values and classes are shared."""
    return evolve(
        board,
        classes=dict(board.classes),
        units={name: copy(unit) for name, unit in board.units.items()},
        bodies=dict(board.bodies),
        webs={name: copy(web) for name, web in board.webs.items()},
    )


_PACKING = Packing(Board)
#: A working board as bytes, all of it, and from them again.
pack, unpack = _PACKING.pack, _PACKING.unpack
