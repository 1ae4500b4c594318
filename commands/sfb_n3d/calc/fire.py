"""Aim and damage: `bearing`, `mounts`, `explosion`, `web`, `sphere`, and the dice of a breakdown (`het`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.calc import Answer, Rows, all_read, within
from commands.sfb_n3d.calc import PLACE, FacingText, amount, decimal, place_argument
from sits_es.errors import UnreadableError
from sits_es.sentences import listed, quoted

if TYPE_CHECKING:
    from sits_es.rules.sfb_n3d.sums.places import Place


From = Annotated[str, place_argument("Where the unit is")]
To = Annotated[str, place_argument("Where the target is")]
WeaponText = Annotated[
    str | None,
    typer.Option("--weapon", metavar="ARC/MOUNT", help="Such as FX/top, LF+L/centre, LP/swivel, or mauler."),
]
Planets = Annotated[
    list[str] | None,
    typer.Option("--planet", metavar="X,Y,Z,RADIUS", help="A planet that may be in the way; may be given again."),
]


def bearing(
    one: From, other: To, angles: FacingText = "", weapon: WeaponText = None, planets: Planets = None
) -> Answer:
    """Range and bearing of a target through the unit's whole attitude: arcs, mounts, what bears, what is in the way.

    sits calc sfb bearing 0,0,0 3,0.5,-1 --facing "yaw 20 roll 90" --weapon FX/top --planet 1,0,0,0.3
    sits calc sfb bearing 0,0,0 -2,0,1 --weapon LP/swivel
    """
    from sits_es.rules.sfb_n3d.sums.arcs import arcs_of, mounts_of
    from sits_es.rules.sfb_n3d.sums.bearing import absolute
    from sits_es.rules.sfb_n3d.sums.bearing import bearing as seen_from
    from sits_es.rules.sfb_n3d.sums.facings import read_facing
    from sits_es.rules.sfb_n3d.sums.lines_of_sight import passes
    from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
    from sits_es.rules.sfb_n3d.sums.places import exact, read_place
    from sits_es.rules.sfb_n3d.sums.tubes import launch_yaw
    from sits_es.rules.sfb_n3d.sums.weapons import read_weapon, why_not

    readers: dict[str, Any] = {
        "one": lambda: read_place(one),
        "other": lambda: read_place(other),
        "facing": lambda: read_facing(angles),
    }
    if weapon is not None:
        readers["weapon"] = lambda: read_weapon(weapon)
    for number, text in enumerate(planets or ()):
        readers[f"planet {number}"] = lambda text=text: _planet(text)
    given = all_read(readers)
    here, there, facing, mount = given["one"], given["other"], given["facing"], given.get("weapon")
    bodies = [given[name] for name in given if name.startswith("planet ")]

    seen, far = seen_from(here, facing, there), exact(here, there)
    arcs, mounts_that = arcs_of(seen), mounts_of(seen)
    blocked = any(passes(here, there, centre, radius) for centre, radius in bodies)
    why = None if mount is None else why_not(mount, seen)
    steps: list[str | Rows] = [
        f"Way: {there - here} hexes; its length is {written(far)}, parts of a kilometre dropped: range {far // WHOLE}."
        + (" Below 1 it is the same hex." if far < WHOLE else "")
    ]
    if seen is None:
        steps.append("In the very same place every weapon bears.")
    else:
        steps.append(
            f"Seen from a facing of {facing}: yaw {written(seen.yaw)} to the left, pitch {written(seen.pitch)}."
        )
    steps.append(f"Arcs that hold it: {listed(arcs)}. Mounts: {listed(mounts_that)}.")
    data: dict[str, Any] = {
        "range": far // WHOLE,
        "exact": written(far),
        "same_hex": far < WHOLE,
        "yaw": None if seen is None else written(seen.yaw),
        "pitch": None if seen is None else written(seen.pitch),
        "arcs": list(arcs),
        "mounts": list(mounts_that),
        "bears": None if mount is None else why is None,
        "blocked": blocked,
    }
    result = f"Range {far // WHOLE}" + (
        "" if seen is None else f", yaw {written(seen.yaw)}, pitch {written(seen.pitch)}"
    )
    if mount is not None:
        result += f"; {mount} bears" if why is None else f"; {mount} doesn't bear"
        if why is not None:
            steps.append(f"{mount}: {why}.")
        elif mount.mount == "swivel":
            launched = launch_yaw(mount, facing, absolute(here, there))
            data["launch_yaw"] = None if launched is None else written(launched)
            steps.append(f"A torpedo leaves with yaw {data['launch_yaw']}, as near to the target as its swivel turns.")
    if bodies:
        steps.append("A planet is in the way." if blocked else "No planet is in the way.")
        result += ", but a planet is in the way" if blocked else ""
    return Answer(f"{result}.", steps, "D1.4, D2.11, D2.12, D2.3; P2.1 for planets; yaw left by C1.21", data)


def _planet(text: str) -> tuple[Place, int]:
    """A planet's middle, and its radius in thirds of a kilometre."""
    from sits_es.rules.sfb_n3d.sums.numbers import read_decimal
    from sits_es.rules.sfb_n3d.sums.places import read_place

    middle, comma, radius = text.rpartition(",")
    if not comma or text.count(",") != 3:
        raise UnreadableError(f"{quoted(text)} is not a planet. Write X,Y,Z,RADIUS in hexes, such as 1,0,0,0.3 (P2.1).")
    km = read_decimal(radius, "a radius", rule="P2.1")
    if km < 0:
        raise UnreadableError(f"A planet's radius of {radius.strip()} is below 0. It is 0 hexes or more (P2.1).")
    return read_place(middle), 3 * km


def mounts(number: Annotated[int, typer.Argument(metavar="WEAPONS", help="Weapons in the group, 1 to 99.")]) -> Answer:
    """Which mounts the weapons of a group have: the fewest groups of two and three.

    sits calc sfb mounts 7
    """
    from sits_es.rules.sfb_n3d.sums.mounts import mount_counts

    found = mount_counts(number if number < 1 else within("The number of weapons", number, 1, 99))
    said = ", ".join(f"{count} {name}" for name, count in found.items() if count)
    steps = [
        "One weapon is centre mount. More are split into the fewest groups of two and three.",
        "Two: one top, one bottom. Three: one top, one centre, one bottom.",
    ]
    return Answer(
        f"{said}.", steps, "D2.11; its example for six counts nine weapons: two threes by its rule", dict(found)
    )


PlaceText = str | None


def explosion(
    strength: Annotated[str, typer.Argument(metavar="STRENGTH", help="Points.")],
    at: Annotated[str, place_argument("Where it explodes")],
    unit: Annotated[str, place_argument("Where the unit is")],
    web: Annotated[bool, typer.Option("--web", help="The explosion, the unit or both are in a web.")] = False,
) -> Answer:
    """The damage of an explosion: its strength over the square of the range, fractions dropped.

    sits calc sfb explosion 10 0,0,0 0.5,0,0 --web
    """
    from sits_es.rules.sfb_n3d.story.words import hexes
    from sits_es.rules.sfb_n3d.sums.explosions import force
    from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
    from sits_es.rules.sfb_n3d.sums.places import read_place

    readers: dict[str, Any] = {
        "strength": lambda: amount(strength, "a strength", "D5.2"),
        "at": lambda: read_place(at),
        "unit": lambda: read_place(unit),
    }
    given = all_read(readers)
    felt = force(given["strength"], given["at"], given["unit"], web)
    left = felt.strength // WHOLE if felt.strength % WHOLE == 0 else written(felt.strength)
    steps = [f"Range: {hexes(felt.exact)}" + (", which counts as one kilometre." if not felt.exact else ".")]
    if web:
        weaker = written(given["strength"] - felt.strength)
        steps.append(f"In a web it loses 1 for each whole 1,000 km: {written(given['strength'])} - {weaker} = {left}.")
    steps.append(f"{left} over the square of the range, fractions dropped: {felt.damage}.")
    return Answer(
        f"Damage {felt.damage}.",
        steps,
        "D5.2, G10.72; for ten points at 0.01 hex the rules print 1,000, their formula gives 100,000",
        {"exact": written(felt.exact), "strength": left, "damage": felt.damage},
    )


def web(
    one: Annotated[str, place_argument("One anchor")],
    other: Annotated[str, place_argument("The other anchor")],
    traditional: Annotated[
        str | None,
        typer.Option("--traditional", metavar="STRENGTH", help="By the printed rules; it counts four times."),
    ] = None,
    unit: Annotated[PlaceText, typer.Option("--unit", metavar=PLACE, help="A unit that may be in the web.")] = None,
    speed: Annotated[
        str | None, typer.Option("--speed", metavar="SPEED", help="Of that unit; with --traditional.")
    ] = None,
    fire: Annotated[PlaceText, typer.Option("--fire", metavar=PLACE, help="Where fire comes from; with --at.")] = None,
    at: Annotated[PlaceText, typer.Option("--at", metavar=PLACE, help="Where it goes.")] = None,
) -> Answer:
    """A strand of a web: its length and cost, whom it holds, and whether fire gets through.

    sits calc sfb web 0,0,0 1.1,0,0
    sits calc sfb web 0,0,0 1.1,0,0 --traditional 3.5 --unit 0.5,1.2,0 --speed 20
    """
    from sits_es.rules.sfb_n3d.story.words import hexes
    from sits_es.rules.sfb_n3d.sums import webs
    from sits_es.rules.sfb_n3d.sums.motion import refuse_beyond_limits
    from sits_es.rules.sfb_n3d.sums.numbers import written
    from sits_es.rules.sfb_n3d.sums.places import exact, read_place

    def together() -> None:
        if speed is not None and traditional is None:
            raise UnreadableError("--speed needs the web's strength. Give --traditional as well (G10.511).")
        if (fire is None) != (at is None):
            raise UnreadableError("Fire has two ends. Give both --fire and --at (G10.61).")

    places = {"one": one, "other": other, "unit": unit, "fire": fire, "at": at}
    readers: dict[str, Any] = {
        name: lambda text=text: read_place(text) for name, text in places.items() if text is not None
    }
    if traditional is not None:
        readers["strength"] = lambda: webs.strength(decimal(traditional, "a strength", "G10.3"))
    if speed is not None:
        readers["speed"] = lambda: decimal(speed, "a warp speed", "C1.43")
    given = all_read({**readers, "": together})
    here, there = given["one"], given["other"]
    refuse_beyond_limits(given.get("speed", 0))
    long, cost, reached = exact(here, there), webs.strand_cost(here, there), webs.in_reach(here, there)
    data: dict[str, Any] = {"length": written(long), "cost": written(cost), "in_reach": reached}
    steps: list[str | Rows] = [
        f"Six points a hex: 6 x {written(long)} = {written(cost)}.",
        "Less than two hexes from the other anchor: it can be laid."
        if reached
        else "Two hexes or more: no new strand is as long, but one that is there may grow to it (G10.211).",
    ]
    if "strength" in given:
        data["strength"] = written(given["strength"])
        steps.append(f"Strength: four times {traditional}, 35 at the most: {written(given['strength'])}.")
    held = True
    if "unit" in given:
        held = webs.in_web(given["unit"], here, there)
        near = webs.distance(given["unit"], here, there)
        data |= {"distance": written(near), "in_web": held}
        steps.append(f"The unit is {hexes(near)} from the line; in the web it is below two: {'yes' if held else 'no'}.")
    if "speed" in given:
        left = webs.slowed(given["speed"], given["strength"]) if held else given["speed"]
        data["speed"] = written(left)
        steps.append(
            f"Its speed: {written(given['speed'])} less the strength, not below 0: {written(left)}."
            if held
            else "Its speed stays."
        )
    if "fire" in given:
        data["blocked"] = webs.blocks((here, there), given["fire"], given["at"])
        steps.append(
            "Fire comes nearer than one hex to the line, and both its ends lie outside: it is blocked."
            if data["blocked"]
            else "Fire gets through: it stays a hex away from the line, or an end lies within."
        )
    return Answer(
        f"Length {written(long)}, cost {written(cost)}.",
        steps,
        "G10.211, G10.3, G10.51, G10.511, G10.61, G10.71",
        data,
    )


def sphere(
    radius: Annotated[str, typer.Argument(metavar="RADIUS", help="Hexes, 0 to 3.9999.")],
    before: Annotated[str, typer.Argument(metavar="BEFORE", help="Range to its ship before the impulse, hexes.")],
    after: Annotated[str, typer.Argument(metavar="AFTER", help="Range after it.")],
    energy: Annotated[str | None, typer.Option("--energy", metavar="POINTS", help="Energy of the sphere.")] = None,
) -> Answer:
    """Whether a unit meets an expanding sphere between two impulses, and how strong the sphere is.

    sits calc sfb sphere 0.5 0.6286 0.2572 --energy 10
    """
    from sits_es.rules.sfb_n3d.sums import expanding_spheres as spheres
    from sits_es.rules.sfb_n3d.sums.numbers import written

    readers: dict[str, Any] = {
        "radius": lambda: decimal(radius, "a radius", "G23.41"),
        "before": lambda: _range(before),
        "after": lambda: _range(after),
        "energy": lambda: None if energy is None else amount(energy, "energy", "G23.42"),
    }
    given = all_read(readers)
    met = spheres.collides(given["radius"], given["before"], given["after"])
    data: dict[str, Any] = {"collides": met}
    steps = [
        f"Range {written(given['before'])}, then {written(given['after'])}; radius {written(given['radius'])}: it "
        + ("was crossed or is met exactly." if met else "was not crossed.")
    ]
    if given["energy"] is not None:
        strong = spheres.strength(given["radius"], given["energy"])
        data["strength"] = written(strong)
        steps.append(
            f"Strength: (4 - {written(given['radius'])} / 3) x {written(given['energy'])} = {data['strength']}."
        )
    return Answer("It collides." if met else "It doesn't collide.", steps, "G23.41, G23.42", data)


def _range(text: str) -> int:

    number = decimal(text, "a range", "G23.41")
    if number < 0:
        raise UnreadableError(f"A range of {text} is below 0. It is 0 hexes or more (G23.41).")
    return number


def het(
    dice: Annotated[
        list[str], typer.Argument(metavar="DIE...", help="Six dice, 1 to 6: two for pitch, two for yaw, two for roll.")
    ],
) -> Answer:
    """Where a ship points after a breakdown: for each axis sixty times one die plus ten times another.

    sits calc sfb het 5 6 1 1 3 4
    """
    from sits_es.rules.sfb_n3d.sums.breakdown import facing_from

    strange = [word for word in dice if not (word.isascii() and word.isdecimal() and len(word) <= 2)]
    if strange:
        raise UnreadableError(f"{quoted(word)} is not a die. Write 1 to 6 (C6.541)." for word in strange)
    faces = [int(word) for word in dice]
    facing = facing_from(faces)
    pairs = zip(("Pitch", "Yaw", "Roll"), faces[::2], faces[1::2], strict=True)
    steps = [f"{axis}: 60 x {one} + 10 x {other} = {60 * one + 10 * other} degrees." for axis, one, other in pairs]
    return Answer(f"{facing}.", steps, "C6.541, C6.5511; 360 is 0", {"facing": facing.decimals()})
