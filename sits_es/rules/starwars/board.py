"""The board of Star Wars hex combat: starships and terrain at work, and as values."""

from copy import copy
from typing import Literal

from attrs import Factory, define, evolve
from msgspec import Struct
from msgspec.structs import replace

from sits_es.events import Event
from sits_es.rules.packing import Packing
from sits_es.rules.starwars.attacks.facts import Attack, AttackDeclared
from sits_es.rules.starwars.checks.facts import FLIGHT, CheckMade, Source
from sits_es.rules.starwars.crews.facts import STANCES, Effect, EffectKind
from sits_es.rules.starwars.critical_table import CriticalRow, CriticalTable, Lasting
from sits_es.rules.starwars.qualities.facts import Beam, Shot, WeaponGuided
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced, TerrainKind, TerrainPlaced
from sits_es.rules.starwars.spending.facts import Owing, Spendable
from sits_es.rules.starwars.starship_class import (
    ARCS,
    MOST_RANKS,
    SIDES,
    Arc,
    Crew,
    HexSide,
    Skill,
    StarshipClass,
    StarshipWeapon,
)
from sits_es.rules.starwars.sums.relative import RelativePlace, reaches, relative_place
from sits_es.space.hexes import Position

#: Where the slot at hand is: see `STEPS` of the package.
SlotStage = Literal["initiative", "act", "side", "spend", "threat"]

#: The exchanges of a slot in order: see `Board.exchange`.
EXCHANGES: int = 3

#: To what checks an effect counts that is for the next one. Rule: base game.
NEXT_CHECK: dict[EffectKind, tuple[Skill, ...]] = {
    "boost": ("piloting", "gunnery", "computers", "mechanics"),
    "upgrade": ("piloting", "gunnery", "computers", "mechanics"),
    "setback": ("piloting", "gunnery"),
    "harder": ("piloting", "gunnery"),
}


class CriticalHit(Struct, frozen=True, kw_only=True):
    """A critical hit on a starship. number: in the game, 1 up; result: of the roll; text: what it does, or empty.

    row: of the game's table; None if the players look it up.
    """

    number: int
    result: int
    text: str = ""
    row: CriticalRow | None = None


class OpenNote(Struct, frozen=True, kw_only=True):
    """What a player spent something on in their own words, before the other side agrees. number: in the game, 1 up."""

    number: int
    text: str


@define(kw_only=True)
class Starship:
    """One starship. trauma, strain: so far, 0 up; shields: of each zone, in the order of ARCS.

    initiative: its pool (ability, proficiency, boost). advantage: over whom it holds it. effects: what holds for it;
    hull_tried: whether damage control was tried on its hull. shots: with weapons of few or slow ones, in order; beams:
    tractor beams that caught it. number, left: of a minion group, how many it had and has, 1 for what is none. gone:
    whether it is lost.
    """

    name: str
    starship_class: str
    player: str
    side: str
    place: Position
    facing: HexSide
    speed: int
    crew: Crew
    shields: tuple[int, ...]
    initiative: tuple[int, int, int] = (0, 0, 0)
    trauma: int = 0
    strain: int = 0
    criticals: tuple[CriticalHit, ...] = ()
    advantage: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    hull_tried: bool = False
    shots: tuple[Shot, ...] = ()
    beams: tuple[Beam, ...] = ()
    number: int = 1
    left: int = 1
    notes: tuple[str, ...] = ()
    open_notes: tuple[OpenNote, ...] = ()
    shut_down: bool = False
    gone: bool = False

    def shields_of(self, zone: Arc) -> int:
        """What critical hits leave of a zone's shields, 0 up."""
        return max(0, self.shields[ARCS.index(zone)] - self.toll("shields"))

    @property
    def shields_left(self) -> tuple[int, ...]:
        """The same of each zone, in the order of ARCS."""
        return tuple(map(self.shields_of, ARCS))

    def toll(self, what: Lasting) -> int:
        """What its critical hits take off, or add to its checks: points, dice, weapons, 0 up."""
        return sum(getattr(hit.row, what) for hit in self.criticals if hit.row is not None)

    def setback_of(self, skill: Skill) -> int:
        """Setback dice that its critical hits put on checks of a skill, 0 up."""
        return {"piloting": self.toll("setback_piloting"), "gunnery": self.toll("setback_gunnery")}.get(skill, 0)

    def hit_that(self, what: Literal["shut_down", "lost"]) -> int:
        """The number of its first critical hit that does so; 0 where none does."""
        return next((hit.number for hit in self.criticals if hit.row is not None and getattr(hit.row, what)), 0)


class Terrain(Struct, frozen=True, kw_only=True):
    """Terrain, in some hexes; see TerrainPlaced."""

    name: str
    kind: TerrainKind
    hexes: tuple[Position, ...]
    setback: int


@define(kw_only=True)
class Board:
    """Everything a slot is decided from.

    critical_table: that critical hits go by, None if players look them up. crews: whether the base game's crews are
    played with; by_side: whether slots are of sides, whose players choose who
    acts. rounds: after which the game ends, 0 for none; turn: the round; order: of initiative, by who rolled each slot,
    empty before it is known; slot: place in `order` of the one at hand, 0 up; stage: of it. chosen: who acts in it, and
    acted: who has in this round, both where slots are of sides. declared: an attack of which a foe is to name the side.
    checks: rolls of this slot, of which can be spent what `spent` has not taken. attacks: of this slot, by the source
    of their checks; manoeuvres: that the pilot has made in it; won: whether a roll brought one more; named: whether a
    foe was asked for a side. guided: weapons that attack again at the end of the round. opened: notes so far that the
    other side was to agree to. criticals: critical hits so far, for their numbers; over: the last round is.
    """

    classes: dict[str, StarshipClass]
    critical_table: CriticalTable | None = None
    crews: bool = False
    by_side: bool = False
    rounds: int = 0
    turn: int = 1
    order: tuple[str, ...] = ()
    slot: int = 0
    stage: SlotStage = "initiative"
    chosen: str | None = None
    acted: tuple[str, ...] = ()
    starships: dict[str, Starship] = Factory(dict)
    terrain: dict[str, Terrain] = Factory(dict)
    declared: AttackDeclared | None = None
    checks: tuple[CheckMade, ...] = ()
    spent: dict[str, int] = Factory(dict)
    attacks: dict[str, Attack] = Factory(dict)
    manoeuvres: int = 0
    won: bool = False
    named: bool = False
    guided: tuple[WeaponGuided, ...] = ()
    opened: int = 0
    criticals: int = 0
    over: bool = False

    def place(self, placed: StarshipPlaced) -> None:
        """Put a starship on the map, with the shields of its card."""
        self.starships[placed.starship] = Starship(
            name=placed.starship,
            starship_class=placed.starship_class,
            player=placed.player,
            side=placed.side,
            place=Position(placed.q, placed.r),
            facing=placed.facing,
            speed=placed.speed,
            crew=placed.crew,
            shields=self.classes[placed.starship_class].shields,
            initiative=placed.initiative,
            number=placed.number,
            left=placed.number,
        )

    def lay(self, placed: TerrainPlaced) -> None:
        """Put terrain on the map."""
        places = tuple(Position(q, r) for q, r in placed.hexes)
        self.terrain[placed.name] = Terrain(name=placed.name, kind=placed.kind, hexes=places, setback=placed.setback)

    def wound(self, name: str, number: int, result: int, text: str = "") -> None:
        """Count one more critical hit, the newest of the game, on a starship. text: what it does, or empty."""
        starship, table = self.starships[name], self.critical_table
        row = None if table is None else table.row_of(result)
        starship.criticals = (*starship.criticals, CriticalHit(number=number, result=result, text=text, row=row))
        self.criticals = number

    def open_note(self, name: str, number: int, text: str) -> None:
        """Something was spent on what the other side is to agree to."""
        starship = self.starships[name]
        starship.open_notes = (*starship.open_notes, OpenNote(number=number, text=text))
        self.opened = number

    def agree(self, number: int) -> None:
        """A note that was open is settled."""
        for starship in self.starships.values():
            starship.notes += tuple(each.text for each in starship.open_notes if each.number == number)
            starship.open_notes = tuple(each for each in starship.open_notes if each.number != number)

    def copy(self) -> "Board":
        """A copy to work on, or to hand out; this one stays as it is. Values and classes are shared."""
        return copied(self)

    def class_of(self, starship: Starship) -> StarshipClass:
        """The starship's card."""
        return self.classes[starship.starship_class]

    # what critical hits leave of it. Rule: rules.md, Critical hits

    def armour_of(self, starship: Starship) -> int:
        """Its armour, 0 up."""
        return max(0, self.class_of(starship).armour - starship.toll("armour"))

    def speed_of(self, starship: Starship) -> int:
        """The most that its speed can be, 0 up."""
        return max(0, self.class_of(starship).speed - starship.toll("speed"))

    def weapons_of(self, starship: Starship) -> tuple[StarshipWeapon, ...]:
        """Its weapons that can fire: the first of the card are those that are out. Rule: house."""
        return self.class_of(starship).weapons[starship.toll("weapon") :]

    def hull_of(self, starship: Starship) -> int:
        """Its threshold of hull trauma, that of all of a minion group together."""
        return self.class_of(starship).hull * starship.number

    def lost_to_all(self, starship: Starship) -> int:
        """Hull trauma of those of a minion group that are out, 0 up: it stays. Rule: house."""
        return self.class_of(starship).hull * (starship.number - starship.left)

    def trained(self, starship: Starship, skill: Skill, member: str = "") -> tuple[int, int]:
        """Characteristic and ranks that the pilot, or another of the crew, brings to a check.

        A minion group has a rank for each that is left beyond the first. Rule: base game; rules.md, Minion groups.
        """
        card = self.class_of(starship)
        crew = (card.who(member) if member else None) or starship.crew
        rank = min(MOST_RANKS, max(0, starship.left - 1)) if skill in card.group else crew.rank(skill)
        return crew.characteristic(skill), rank

    def out(self) -> list[Starship]:
        """Starships on the map, in the order of their names."""
        return [self.starships[name] for name in sorted(self.starships) if not self.starships[name].gone]

    def on_map(self, name: str) -> Starship | None:
        """A starship that is on the map, None when there is none of that name."""
        found = self.starships.get(name)
        return None if found is None or found.gone else found

    def enemies(self, starship: Starship) -> list[Starship]:
        """Starships of other sides on the map, in the order of their names."""
        return [other for other in self.out() if other.side != starship.side]

    def acting(self) -> Starship | None:
        """The starship that acts in the slot at hand; None before initiative is known, and while it is to be chosen."""
        ready = self.ready()
        return ready[0] if len(ready) == 1 else None

    def ready(self) -> list[Starship]:
        """The starships of which one acts in the slot at hand, all of one player; none before initiative is known.

        A slot of a side is for the player whose starship rolled it, or, where none of theirs is left in this round, for
        another of the side. Rule: rules.md, Slots.
        """
        if not self.order:
            return []
        rolled = self.starships[self.order[self.slot]]
        if not self.by_side:
            return [rolled]
        if self.chosen is not None:
            return [self.starships[self.chosen]]
        # where nobody can act at all it waits for strain to be mended
        return self._free_for(self.slot) or [rolled]

    def is_open(self, slot: int) -> bool:
        """Whether anybody can act in a slot of this round, 0 up."""
        return bool(self._free_for(slot)) if self.by_side else self.has_slot(self.order[slot])

    def _free_for(self, slot: int) -> list[Starship]:
        rolled = self.starships[self.order[slot]]
        free = [
            each
            for each in self.out()
            if each.side == rolled.side and self.has_slot(each.name) and each.name not in self.acted
        ]
        owner = rolled.player if any(each.player == rolled.player for each in free) else free[0].player if free else ""
        return [each for each in free if each.player == owner]

    def begin(self, order: tuple[str, ...]) -> None:
        """The order of initiative is known, and the first slot comes."""
        self.order, self.stage, self.slot = order, "act", 0

    def take_slot(self, name: str) -> None:
        """A starship acts in the slot at hand, and in no other of this round."""
        self.chosen, self.acted = self.starships[name].name, (*self.acted, name)

    def has_slot(self, name: str) -> bool:
        """Whether a starship can act at all."""
        return not (self.starships[name].gone or self.starships[name].shut_down)

    def terrain_at(self, place: Position) -> list[Terrain]:
        """What lies in a hex, in the order of names."""
        return [self.terrain[name] for name in sorted(self.terrain) if place in self.terrain[name].hexes]

    def wells(self) -> set[Position]:
        """The hexes of all gravity wells."""
        return {place for each in self.terrain.values() if each.kind == "gravity-well" for place in each.hexes}

    def in_kind(self, place: Position, kind: TerrainKind) -> bool:
        """Whether a hex holds terrain of a kind."""
        return any(each.kind == kind for each in self.terrain_at(place))

    def attacked_with(self, source: Source) -> StarshipWeapon | None:
        """The weapon of one of this slot's attacks, where it came through the armour; None otherwise."""
        acting, attack = self.acting(), self.attacks.get(source)
        if acting is None or attack is None or not attack.hurt:
            return None
        return self.class_of(acting).weapon(attack.weapon)

    def check_with(self, weapon: str) -> CheckMade | None:
        """The check of this slot's attack with a weapon; None if there was none."""
        return next((self.check_of(source) for source, each in self.attacks.items() if each.weapon == weapon), None)

    def count_hit(self, weapon: str, *, hurt: bool) -> None:
        """One more hit of this slot's attack with a weapon. hurt: whether it came through the armour."""
        self.attacks = {
            source: replace(each, hits=each.hits + 1, hurt=each.hurt or hurt) if each.weapon == weapon else each
            for source, each in self.attacks.items()
        }

    def fire(self, name: str, weapon: str) -> None:
        """A starship fires a weapon: the shot is remembered where it has to be, and its beam lets go of others."""
        starship = self.starships[name]
        fired = self.class_of(starship).weapon(weapon)
        if fired is not None and (fired.ammunition or fired.slow_firing):
            starship.shots = (*starship.shots, Shot(weapon=weapon, turn=self.turn))
        for other in self.starships.values():
            other.beams = tuple(each for each in other.beams if (each.by, each.weapon) != (name, weapon))

    def beams_on(self, starship: Starship) -> list[Beam]:
        """The tractor beams that hold a starship now: of starships that can act, and no farther off than they reach.

        Rule: rules.md, Weapon qualities.
        """
        held = []
        for each in starship.beams:
            holder = self.starships[each.by]
            weapon = next((known for known in self.weapons_of(holder) if known.name == each.weapon), None)
            near = weapon is not None and reaches(weapon.reach, (holder.place - starship.place).hexes)
            if self.has_slot(each.by) and near:
                held.append(each)
        return held

    def fired(self) -> tuple[str, ...]:
        """The weapons that have fired in this slot."""
        return tuple(each.weapon for each in self.attacks.values())

    def number_of(self, starship: Starship, kind: EffectKind, member: str = "") -> int:
        """How often an effect holds for a starship now, 0 up. member: who aims, empty for the pilot.

        Rule: rules.md, Crews: a stance until the end of its next slot, shields until the end of the round.
        """
        oldest = {"shields down": self.turn}.get(kind, self.turn - 1 if kind in STANCES else 0)
        return sum((each.kind, each.member) == (kind, member) and each.turn >= oldest for each in starship.effects)

    def use_up(self, check: CheckMade) -> None:
        """What counted for a starship's next check of this kind counts no more once it is made."""
        attacks = check.against is not None and check.skill == "gunnery"
        self.used_up(self.starships[check.starship], check.skill, check.member if attacks else None)

    def used_up(self, starship: Starship, skill: Skill, aimed: str | None = None) -> None:
        """The same of a check of a skill. aimed: who of the crew attacks by it, None if it is no attack."""
        starship.effects = tuple(
            each
            for each in starship.effects
            if skill not in NEXT_CHECK.get(each.kind, ()) and (each.kind, each.member) != ("aim", aimed)
        )

    def manoeuvred(self) -> None:
        """The pilot has made one more manoeuvre in this slot, the one that a roll brought if there was one."""
        self.manoeuvres, self.won = self.manoeuvres + 1, False

    def end_slot(self) -> None:
        """The slot at hand is over: stances of earlier rounds end with it, and what was of this slot alone."""
        if (acting := self.acting()) is not None:
            acting.effects = tuple(
                each for each in acting.effects if each.kind not in STANCES or each.turn >= self.turn
            )
        self.stage, self.declared, self.chosen = "act", None, None
        self.checks, self.spent, self.attacks = (), {}, {}
        self.manoeuvres, self.won, self.named = 0, False, False

    def exchange(self) -> int:
        """Which of a slot's exchanges is at hand, 0 up: what is done, what the other side does, what is spent.

        Threat is spent in the second, or where a foe has named a side there in the third. Rule: rules.md, Spending.
        """
        return {"act": 0, "side": 1, "threat": 2 if self.named else 1}.get(self.stage, 2)

    def answering(self) -> Starship | None:
        """Who of the other side spends the threat of this slot: a target of its checks, or the first by name.

        None if there is nothing to spend, or nobody is left of either side. It stays the same while it spends, check
        after check. Rule: house.
        """
        acting = self.acting()
        if not self.crews or acting is None or acting.gone:
            return None
        open_ = [check for check in self.checks if check.source != FLIGHT and (check.advantage < 0 or check.despair)]
        foes = self.enemies(acting) if open_ else []
        return next((foe for check in open_ for foe in foes if foe.name == check.against), foes[0] if foes else None)

    def threat_of(self, check: CheckMade) -> dict[Owing, int]:
        """Net threat and despair of a check that are not spent yet, 0 up each; asteroids have done theirs already."""
        if check.source == FLIGHT:
            return {"threat": 0, "despair": 0}
        return {
            "threat": max(0, -check.advantage) - self.spent.get(f"{check.source} threat", 0),
            "despair": check.despair - self.spent.get(f"{check.source} despair", 0),
        }

    def check_of(self, source: Source) -> CheckMade | None:
        """The slot's check of that source; None if none was made."""
        return next((check for check in self.checks if check.source == source), None)

    def left_of(self, check: CheckMade) -> dict[Spendable, int]:
        """Net advantage and triumph of a check that are not spent yet, 0 up each."""
        return {
            "advantage": max(0, check.advantage) - self.spent.get(f"{check.source} advantage", 0),
            "triumph": check.triumph - self.spent.get(f"{check.source} triumph", 0),
        }


def copied(board: Board) -> Board:
    """A copy to work on, or to hand out; the one given stays as it is. Values and classes are shared."""
    return evolve(
        board,
        classes=dict(board.classes),
        starships={name: copy(starship) for name, starship in board.starships.items()},
        terrain=dict(board.terrain),
        spent=dict(board.spent),
        attacks=dict(board.attacks),
    )


def units(board: Board, player: str) -> tuple[str, ...]:
    """The player's starships, those that are lost too: facts are entered of them."""
    return tuple(name for name, starship in sorted(board.starships.items()) if starship.player == player)


def owner(board: Board, unit: str) -> str | None:
    """Whose starship it is."""
    found = board.starships.get(unit)
    return None if found is None else found.player


def names(board: Board, order: Event, field: str) -> tuple[str, ...]:
    """Names that a field of an order may hold, in order; none for one that holds no name, and of no starship."""
    starship = board.starships.get(getattr(order, "starship", ""))
    if starship is None:
        return ()
    if field == "weapon":
        return tuple(weapon.name for weapon in board.class_of(starship).weapons)
    if field == "member":
        return tuple(member.name for member in board.class_of(starship).members)
    return tuple(sorted(board.starships)) if field in ("starship", "target") else ()


# how starships lie to each other


def target_names_side(attacker: Starship, target: Starship) -> bool:
    """Whether the target names the side of an attack: in one hex, when it holds the advantage over the attacker.

    Rule: seed, "you determine the relative positions of both starships during attacks against each other".
    """
    return target.place == attacker.place and attacker.name in target.advantage


def lie_of(starship: Starship, target: Starship, toward: HexSide | None) -> RelativePlace:
    """How two starships lie to each other; toward: the side in one hex, left out elsewhere."""
    way = target.place - starship.place
    return relative_place(starship.facing, target.facing, way, None if way.hexes else toward)


def bears(weapon: StarshipWeapon, lie: RelativePlace) -> bool:
    """Whether one of the arcs that hold the target is the weapon's. Rule: rules.md, Arcs and zones."""
    return bool({*weapon.arcs} & {*lie.arcs})


def bearing(board: Board, attacker: Starship, target: Starship, lie: RelativePlace) -> list[StarshipWeapon]:
    """The weapons that reach a target and bear on it as the two lie to each other, in the order of the card."""
    hexes = (target.place - attacker.place).hexes
    return [each for each in board.weapons_of(attacker) if reaches(each.reach, hexes) and bears(each, lie)]


def sides_on(weapon: StarshipWeapon, attacker: Starship, target: Starship) -> list[HexSide]:
    """The sides A to F on which a target in the same hex can be taken to lie for a weapon to bear on it."""
    return [side for side in SIDES if bears(weapon, lie_of(attacker, target, side))]


_PACKING = Packing(Board)
#: A working board as bytes, all of it, and from them again.
pack, unpack = _PACKING.pack, _PACKING.unpack
