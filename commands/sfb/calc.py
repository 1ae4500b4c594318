"""`sits calc sfb`: the sums of SFB 'n3D, each with the steps that `sits explain` shows of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import typer

from commands.calc import Answer, Rows, one_of, option, options, within, word, words
from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums import (
    expanding_spheres,
    hexes,
    holes,
    motion,
    orbits,
    seeking,
    turn_modes,
    webs,
)
from sits_es.rules.sfb.sums.arcs import arcs_of, mount_counts, mounts_of
from sits_es.rules.sfb.sums.bearing import bearing as seen_from
from sits_es.rules.sfb.sums.bearing import sight_steps, towards_step
from sits_es.rules.sfb.sums.breakdown import breakdown_steps, facing_from
from sits_es.rules.sfb.sums.expanding_spheres import crossing_steps, sphere_step
from sits_es.rules.sfb.sums.explosions import blast_steps, force
from sits_es.rules.sfb.sums.facings import Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb.sums.holes import pull_steps
from sits_es.rules.sfb.sums.limits import refuse_beyond_limits
from sits_es.rules.sfb.sums.motion import inertia_steps, movement_steps, webbed_step
from sits_es.rules.sfb.sums.numbers import INERTIA_PLACES, WHOLE, read_decimal, written
from sits_es.rules.sfb.sums.orbits import orbit_steps
from sits_es.rules.sfb.sums.places import Inertia, Place, exact, range_step, read_inertia, read_place
from sits_es.rules.sfb.sums.planets import passes
from sits_es.rules.sfb.sums.schedule import impulses as scheduled_in
from sits_es.rules.sfb.sums.schedule import schedule_step
from sits_es.rules.sfb.sums.tubes import placed, placed_step
from sits_es.rules.sfb.sums.turn_modes import limit_steps
from sits_es.rules.sfb.sums.weapons import Weapon, bears_steps, read_weapon, why_not
from sits_es.rules.sfb.sums.webs import held_step, line_step, power_step, strand_steps
from sits_es.sentences import counted, listed, quoted

#: Impulses that are worked out at the most: a hundred turns.
MOST_IMPULSES: Final = 3200

#: What steps call the two of a question.
UNIT, TARGET = "The unit", "the target"


def decimal(what: str, rule: str) -> Callable[[str], int]:
    """Reads a decimal, in ten-thousandths."""
    return lambda text: read_decimal(text, what, rule=rule)


def amount(what: str, rule: str, unit: str = "") -> Callable[[str], int]:
    """Reads a decimal of which there is none below 0, in ten-thousandths."""

    def read(text: str) -> int:
        number = read_decimal(text, what, rule=rule)
        if number < 0:
            said = what[0].upper() + what[1:]
            raise UnreadableError(f"{said} of {text.strip()} is below 0. It must be 0{unit} or more ({rule}).")
        return number

    return read


def read_planet(text: str) -> tuple[Place, int]:
    """A planet's middle, and its radius in thirds of a kilometre."""
    middle, comma, radius = text.rpartition(",")
    if not comma or text.count(",") != 3:
        raise UnreadableError(f"{quoted(text)} is not a planet. Write X,Y,Z,RADIUS in hexes, such as 1,0,0,0.3 (P2.1).")
    km = amount("a planet's radius", "P2.1", " hexes")(radius)
    return read_place(middle), 3 * km


def read_dice(text: str) -> list[int]:
    """Dice of a breakdown."""
    strange = [each for each in text.split() if not (each.isascii() and each.isdecimal() and len(each) <= 2)]
    if strange:
        raise UnreadableError(f"{quoted(each)} is not a die. Write 1 to 6 (C6.541)." for each in strange)
    return [int(each) for each in text.split()]


def place(says: str) -> Any:
    """A word that is a place."""
    return word("X,Y,Z", f"{says}, in hexes: north, up, west.", read_place)


def place_option(name: str, says: str) -> Any:
    """An option that is a place."""
    return option(name, "X,Y,Z", says, read_place)


UnitPlace = Annotated[Place, place("Where the unit is")]
FacingOf = Annotated[
    Facing, option("--facing", "ANGLES", 'Facing, such as "yaw 300 pitch -10"; angles left out are 0.', read_facing)
]
WARP: Final = decimal("a warp speed", "C1.43")
SpeedOf = Annotated[int, option("--speed", "SPEED", "Warp speed in hexes per turn.", WARP)]
SpeedWord = Annotated[int, word("SPEED", "Warp speed in hexes per turn, after any reduction by a web.", WARP)]
TURN: Final = option("--turn", "ANGLES", 'Turn, such as "yaw 8.2 pitch -3".', read_turn)
RANGE: Final = amount("a range", "G23.41", " hexes")


def bearing(
    one: UnitPlace,
    other: Annotated[Place, place("Where the target is")],
    facing: FacingOf = Facing(),
    weapon: Annotated[
        Weapon | None,
        option("--weapon", "ARC/MOUNT", "A weapon, such as FX/top, LF+L/centre, LP/swivel or mauler.", read_weapon),
    ] = None,
    planets: Annotated[
        Sequence[tuple[Place, int]],
        options("--planet", "X,Y,Z,RADIUS", "A planet that may be in the way", read_planet),
    ] = (),
) -> Answer:
    """Range and bearing of a target by the unit's whole attitude: arcs, mounts, what bears, and what is in the way.

    sits calc sfb bearing 0,0,0 3,0.5,-1 --facing "yaw 20 roll 90" --weapon FX/top --planet 1,0,0,0.3
    sits calc sfb bearing 0,0,0 -2,0,1 --weapon LP/swivel
    """
    seen, far = seen_from(one, facing, other), exact(one, other)
    arcs, mounts_that = arcs_of(seen), mounts_of(seen)
    blocked = any(passes(one, other, centre, radius) for centre, radius in planets)
    why = None if weapon is None else why_not(weapon, seen)
    yaw, pitch = (None, None) if seen is None else (written(seen.yaw), written(seen.pitch))
    data: dict[str, Any] = {
        "range": far // WHOLE,
        "exact": written(far),
        "same_hex": far < WHOLE,
        "yaw": yaw,
        "pitch": pitch,
        "arcs": list(arcs),
        "mounts": list(mounts_that),
        "bears": None if weapon is None else why is None,
        "blocked": blocked,
    }
    steps = [*sight_steps(UNIT, one, facing, TARGET, other)]
    steps += bears_steps(() if weapon is None else weapon.arcs, () if weapon is None else (weapon.mount,), seen)
    result = f"Range {far // WHOLE}" + ("" if seen is None else f", yaw {yaw}, pitch {pitch}")
    if weapon is not None:
        result += f"; {weapon} bears" if why is None else f"; {weapon} doesn't bear"
        if why is None and weapon.mount == "swivel":
            launched = placed("swivel", 0, weapon.arcs[0], one, facing, other)
            data["launch_yaw"] = written(launched.yaw)
            steps.append(placed_step("swivel", launched))
    if planets:
        steps.append("A planet is in the way." if blocked else "No planet is in the way.")
        result += ", but a planet is in the way" if blocked else ""
    return Answer(f"{result}.", steps, "D1.4, D2.11, D2.12, D2.3; P2.1 for planets; yaw left by C1.21", data)


def mounts(number: Annotated[int, typer.Argument(metavar="WEAPONS", help="Weapons in the group, 1 to 99.")]) -> Answer:
    """Which mounts the weapons of a group have: the fewest groups of two and three.

    sits calc sfb mounts 7
    """
    found = mount_counts(number if number < 1 else within("The number of weapons", number, 1, 99))
    said = ", ".join(f"{count} {name}" for name, count in found.items() if count)
    steps = [
        "One weapon has a centre mount. More weapons are split into the fewest groups of two and three.",
        "Two: one top, one bottom. Three: one top, one centre, one bottom.",
    ]
    rule = "D2.11; its example for six weapons counts nine; by its rule, six make two threes"
    return Answer(f"{said}.", steps, rule, dict(found))


def turnmode(
    turn_class: Annotated[
        str, word("CLASS", "seeking, shuttle, AA, A to F, hexes:T, or base.", turn_modes.read_turn_class)
    ],
    speed: SpeedWord,
    turn: Annotated[Turn | None, TURN] = None,
    tac: Annotated[
        turn_modes.Tac | None,
        option(
            "--tac",
            "KIND",
            "Tactical manoeuvre: warp, sublight or both.",
            one_of("manoeuvre", ("warp", "sublight", "both"), "C5"),
        ),
    ] = None,
    crew: Annotated[
        str | None,
        option("--crew", "CREW", "outstanding, if the crew is.", one_of("crew", ("outstanding",), "G21.224")),
    ] = None,
) -> Answer:
    """How far a unit may turn about each axis in an impulse, and whether a turn is legal.

    sits calc sfb turnmode shuttle 9 --turn "pitch 8.2 yaw -9.1"
    sits calc sfb turnmode C 0 --tac warp --crew outstanding
    """
    most = turn_modes.limit_with(turn_class, speed, tac, crew is not None)
    data: dict[str, Any] = {"limit": written(most)}
    result = f"Up to {written(most)} degrees about each axis"
    if turn is not None:
        beyond = turn_modes.over(turn, most)
        data |= {"over": list(beyond), "legal": not beyond}
        result += f"; {turn} is {f'too far in {listed(beyond)}' if beyond else 'legal'}"
    rule = "C3.1, C3.31; C3.7 for bases; C5.11, C5.13, C5.21, C5.32, G21.224"
    return Answer(f"{result}.", limit_steps(turn_class, speed, most), rule, data)


def move(
    start: UnitPlace,
    facing: FacingOf = Facing(),
    speed: SpeedOf = 0,
    thrust: Annotated[
        int,
        option("--thrust", "POINTS", "Impulse energy of the turn, 0 to 1.", decimal("impulse thrust", "C2.111")),
    ] = 0,
    inertia: Annotated[Inertia, option("--inertia", "X,Y,Z", "Inertia in hexes per turn.", read_inertia)] = Inertia(),
    turn: Annotated[Turn, TURN] = Turn(),
    web: Annotated[
        int,
        option(
            "--web",
            "STRENGTH",
            "Strength of the web that the unit is in, 0 to 35.",
            decimal("a web's strength", "G10.3"),
        ),
    ] = 0,
    impulses: Annotated[
        int, typer.Option("--impulses", metavar="N", help="How many impulses, each with the same turn.")
    ] = 1,
) -> Answer:
    """Where a unit is after an impulse: it turns, gains inertia along its heading, and moves. No limits are checked.

    sits calc sfb move 0,0,0 --facing "yaw 60" --speed 10 --thrust 1
    sits calc sfb move -1,0,0 --speed 5 --web 2.5 --inertia -0.5,0,0
    """
    within("The number of impulses", impulses, 1, MOST_IMPULSES)
    refuse_beyond_limits(speed=speed, thrust=thrust, strength=web)
    at, moved, table = start, Place(), []
    for number in range(1, impulses + 1):
        unit = motion.impulse(at, facing, speed, inertia, thrust, turn, web)
        at, facing, inertia, moved = unit.place, unit.facing, unit.inertia, unit.moved
        table.append((str(number), str(at), str(facing), str(inertia)))
    steps: list[str | Rows] = [Rows(("Impulse", "Place", "Facing", "Inertia"), table, frozenset({0}))]
    steps.append(
        "The last impulse: the turn is added to the facing, then thrust is added to the inertia, then the unit moves."
    )
    if web:
        steps.append(webbed_step("a web", speed, web))
        steps.append(f"Thrust {written(thrust)} is added to the speed that is left, and no inertia is kept.")
    elif thrust:
        steps.append(inertia_steps(facing, thrust, motion.thrust_gain(facing, thrust))[-1])
    along = motion.webbed_speed(speed, web) + thrust if web else speed
    steps += movement_steps(facing, along, inertia, moved)
    data = {
        "place": list(at.hexes()),
        "facing": facing.decimals(),
        "inertia": list(inertia.decimals()),
        "km": [moved.x, moved.y, moved.z],
    }
    after = counted(impulses, "impulse")
    return Answer(f"After {after}: {at}.", steps, "C1.11, C1.12, C1.22, C1.43, C2.111, C3.0; G10.511 in a web", data)


def seek(
    weapon: Annotated[Place, place("Where the weapon is")],
    target: Annotated[Place, place("Where its target is, after it has moved")],
    facing: FacingOf = Facing(),
    speed: SpeedOf = 0,
) -> Answer:
    """A seeking weapon's impulse: it turns towards its target, moves, and may strike it.

    sits calc sfb seek 0,0,0 3,0,2 --facing "yaw 10" --speed 20
    """
    found = seeking.seek(weapon, facing, target, speed)
    steps = [
        *limit_steps("seeking", speed, turn_modes.limit("seeking", speed)),
        towards_step(weapon, target, TARGET),
        f"The weapon turns that way in pitch and yaw, as far in each as its limit allows: {found.turn}.",
        range_step("After its move the weapon is", found.moved.place, TARGET, target),
    ]
    data = {
        "turn": {axis: written(getattr(found.turn, axis)) for axis in ("pitch", "yaw")},
        "facing": found.moved.facing.decimals(),
        "place": list(found.moved.place.hexes()),
        "exact": written(found.exact),
        "impact": found.impact,
    }
    result = "It strikes its target" if found.impact else f"{written(found.exact)} hexes are left"
    return Answer(f"{result}.", steps, "C3.31, F2.21, F2.3", data)


def schedule(speed: SpeedWord) -> Answer:
    """In which impulses a unit counts as moving: mines, rings and asteroids act on it only in those.

    sits calc sfb schedule 12.5
    """
    found = scheduled_in(speed)
    return Answer(
        f"{listed(map(str, found))}." if found else "In no impulse.",
        [schedule_step(UNIT, speed, found[0])] if found else ["The unit moves less than one hex in a turn."],
        "M2.40, P2.223, P3.2; which impulses they are: house, as the rules don't print the chart",
        {"impulses": list(found)},
    )


def explosion(
    strength: Annotated[int, word("STRENGTH", "Points.", amount("a strength", "D5.2"))],
    at: Annotated[Place, place("Where it explodes")],
    unit: UnitPlace,
    web: Annotated[bool, typer.Option("--web", help="The explosion, the unit or both are in a web.")] = False,
) -> Answer:
    """The damage of an explosion: its strength over the square of the range, rounded down.

    sits calc sfb explosion 10 0,0,0 0.5,0,0 --web
    """
    felt = force(strength, at, unit, web)
    left = written(felt.strength) if felt.strength % WHOLE else felt.strength // WHOLE
    return Answer(
        f"Damage {felt.damage}.",
        blast_steps("The explosion", at, "the unit", unit, strength, felt.strength, in_web=web),
        "D5.2, G10.72; for ten points at 0.01 hex the rules print 1,000, but their formula gives 100,000",
        {"exact": written(felt.exact), "strength": left, "damage": felt.damage},
    )


def web(
    one: Annotated[Place, place("One anchor")],
    other: Annotated[Place, place("The other anchor")],
    traditional: Annotated[
        int | None,
        option(
            "--traditional",
            "STRENGTH",
            "The web's strength by the printed rules, before it is multiplied by 4.",
            decimal("a strength", "G10.3"),
        ),
    ] = None,
    unit: Annotated[Place | None, place_option("--unit", "A unit that may be in the web.")] = None,
    speed: Annotated[
        int | None, option("--speed", "SPEED", "The unit's warp speed; needs --traditional.", WARP)
    ] = None,
    fire: Annotated[Place | None, place_option("--fire", "Where the fire comes from; needs --at.")] = None,
    at: Annotated[Place | None, place_option("--at", "Where the fire goes; needs --fire.")] = None,
) -> Answer:
    """A strand of a web: its length and cost, whom it holds, and whether fire gets through.

    sits calc sfb web 0,0,0 1.1,0,0
    sits calc sfb web 0,0,0 1.1,0,0 --traditional 3.5 --unit 0.5,1.2,0 --speed 20
    """
    if speed is not None and traditional is None:
        raise UnreadableError("--speed needs the web's strength. Give --traditional as well (G10.511).")
    if (fire is None) != (at is None):
        raise UnreadableError("Fire has two ends. Give both --fire and --at (G10.61).")
    refuse_beyond_limits(speed=speed or 0)
    length, cost = exact(one, other), written(webs.strand_cost(one, other))
    data: dict[str, Any] = {"length": written(length), "cost": cost, "in_reach": webs.in_reach(one, other)}
    steps = [*strand_steps(length)]
    strength = None if traditional is None else webs.strength(traditional)
    if strength is not None and traditional is not None:
        data["strength"] = written(strength)
        steps.append(power_step(traditional))
    held = unit is None or webs.in_web(unit, one, other)
    if unit is not None:
        data |= {"distance": written(webs.distance(unit, one, other)), "in_web": held}
        steps.append(line_step("One anchor", one, "the other", other, unit))
        steps.append(held_step(webs.distance(unit, one, other)))
    if speed is not None and strength is not None:
        data["speed"] = written(motion.webbed_speed(speed, strength) if held else speed)
        steps.append(webbed_step("the web", speed, strength) if held else "The unit's speed stays the same.")
    if fire is not None and at is not None:
        data["blocked"] = webs.blocks((one, other), fire, at)
        steps.append(
            "Fire is blocked: its path comes within a hex of the web, but both ends of the path are farther away."
            if data["blocked"]
            else "Fire gets through: its path stays more than a hex from the web, or starts or ends within a hex of it."
        )
    rule = "G10.211, G10.3, G10.51, G10.511, G10.61, G10.71"
    return Answer(f"Length {written(length)}, cost {cost}.", steps, rule, data)


def sphere(
    radius: Annotated[int, word("RADIUS", "Hexes, 0 to 3.9999.", decimal("a radius", "G23.41"))],
    before: Annotated[int, word("BEFORE", "Range to the sphere's ship before the impulse, in hexes.", RANGE)],
    after: Annotated[int, word("AFTER", "Range after the impulse, in hexes.", RANGE)],
    energy: Annotated[
        int | None, option("--energy", "POINTS", "The sphere's energy.", amount("energy", "G23.42"))
    ] = None,
) -> Answer:
    """Whether a unit meets an expanding sphere between two impulses, and how strong the sphere is.

    sits calc sfb sphere 0.5 0.6286 0.2572 --energy 10
    """
    data: dict[str, Any] = {"collides": expanding_spheres.collides(radius, before, after)}
    steps = [*crossing_steps(UNIT, "the sphere's ship", radius, before, after)]
    if energy is not None:
        data["strength"] = written(expanding_spheres.strength(radius, energy))
        steps.append(sphere_step(radius, energy))
    result = "It collides." if data["collides"] else "It doesn't collide."
    return Answer(result, steps, "G23.41, G23.42", data)


def pull(
    size: Annotated[int, word("SIZE", "The black hole's size.", amount("a size", "P4.1"))],
    hole: Annotated[Place, place("Where the black hole is")],
    unit: UnitPlace,
) -> Answer:
    """The pull of a black hole, and what it adds to a unit's inertia in each impulse.

    sits calc sfb pull 40 0,0,0 3,4,0
    """
    found = holes.pull(size, hole, unit)
    force = written(found.pull, INERTIA_PLACES)
    return Answer(
        f"Pull {force}.",
        pull_steps("the black hole", size, hole, UNIT, unit, found),
        "P4.11; house: the change is measured in hexes a turn, as inertia is",
        {"exact": written(found.exact), "pull": force, "change": list(found.change.decimals())},
    )


def orbit(
    planet: Annotated[Place, place("The planet's middle")],
    ship: Annotated[Place, place("Where the ship is")],
    side: Annotated[
        orbits.PlanetSide,
        option(
            "--side",
            "SIDE",
            "The ship's side towards the planet: left or right.",
            one_of("side", ("left", "right"), "P8.411"),
        ),
    ] = "left",
    facing: FacingOf = Facing(),
) -> Answer:
    """A standard orbit: speed 1, the facing with the planet abeam, and the turn in each impulse.

    sits calc sfb orbit 0,0,0 2,0,0 --side right --facing "yaw 20 pitch 30"
    """
    found = orbits.orbit(planet, ship, facing, side)
    data: dict[str, Any] = {name: written(getattr(found, name)) for name in ("exact", "speed", "turn")}
    data["facing"] = found.facing.decimals()
    result = f"Facing {found.facing}, then yaw {data['turn']} each impulse in the orbit's plane, at speed 1."
    steps = orbit_steps("The ship", ship, facing, "the planet", planet, side, found)
    return Answer(result, steps, "P8.41, P8.411, P8.413; house: the plane", data)


def het(
    dice: Annotated[
        list[int], words("DIE...", "Six dice, 1 to 6: two for pitch, two for yaw, two for roll.", read_dice)
    ],
) -> Answer:
    """Where a ship points after a breakdown: for each axis, sixty times one die plus ten times another.

    sits calc sfb het 5 6 1 1 3 4
    """
    facing = facing_from(dice)
    return Answer(f"{facing}.", breakdown_steps(dice), "C6.541, C6.5511; 360 is 0", {"facing": facing.decimals()})


def hex_(
    number: Annotated[str, typer.Argument(metavar="HEX", help="Four digits, as on a printed map.")],
    facing: Annotated[Facing | None, option("--facing", "LETTER", "A printed facing, A to F.", hexes.facing_of)] = None,
) -> Answer:
    """A printed hex and facing as a place and angles.

    sits calc sfb hex 2215 --facing A
    """
    at = hexes.place_of(number)
    data: dict[str, Any] = {"place": list(at.hexes())}
    result = f"{number} is {at}"
    if facing is not None:
        data["facing"] = facing.decimals()
        result += f", facing {facing}"
    steps = [
        "The first two digits are north, the last two west, in hexes; up is 0.",
        "The printed conversion mirrors the hex map: clockwise becomes left.",
    ]
    return Answer(f"{result}.", steps, "S3D1.1, S3D1.2", data)
