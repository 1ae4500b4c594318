"""Aiming: `bearing`, and how a group's weapons are mounted (`mounts`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import all_read
from commands.sfb_n3d.calc.words import FacingText, place_argument

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
    """Range and bearing of a target through the unit's whole attitude: arcs, mounts, what bears, what is in the way."""
    from sits_es.rules.sfb_n3d.sums.arcs import arcs_of, mounts_of
    from sits_es.rules.sfb_n3d.sums.bearing import absolute
    from sits_es.rules.sfb_n3d.sums.bearing import bearing as seen_from
    from sits_es.rules.sfb_n3d.sums.facings import read_facing
    from sits_es.rules.sfb_n3d.sums.lines_of_sight import passes
    from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
    from sits_es.rules.sfb_n3d.sums.places import exact, read_place
    from sits_es.rules.sfb_n3d.sums.tubes import launch_yaw
    from sits_es.rules.sfb_n3d.sums.weapons import read_weapon, why_not
    from sits_es.sentences import listed

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
    from sits_es.errors import UnreadableError
    from sits_es.rules.sfb_n3d.sums.numbers import read_decimal
    from sits_es.rules.sfb_n3d.sums.places import read_place
    from sits_es.sentences import quoted

    middle, comma, radius = text.rpartition(",")
    if not comma or text.count(",") != 3:
        raise UnreadableError(f"{quoted(text)} is not a planet. Write X,Y,Z,RADIUS in hexes, such as 1,0,0,0.3 (P2.1).")
    km = read_decimal(radius, "a radius", rule="P2.1")
    if km < 0:
        raise UnreadableError(f"A planet's radius of {radius.strip()} is below 0. It is 0 hexes or more (P2.1).")
    return read_place(middle), 3 * km


def mounts(number: Annotated[int, typer.Argument(metavar="WEAPONS", help="Weapons in the group, 1 to 99.")]) -> Answer:
    """Which mounts the weapons of a group have: the fewest groups of two and three."""
    from commands.calc.shell import within
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
