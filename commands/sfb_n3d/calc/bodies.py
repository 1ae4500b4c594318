"""Bodies and maps: `pull` of a black hole, `orbit` round a planet, and printed hexes (`hex`)."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from commands.calc.page import Answer
from commands.calc.shell import all_read
from commands.sfb_n3d.calc.words import amount, hexes, place_argument


def pull(
    size: Annotated[str, typer.Argument(metavar="SIZE", help="Of the black hole.")],
    hole: Annotated[str, place_argument("Where the black hole is")],
    unit: Annotated[str, place_argument("Where the unit is")],
) -> Answer:
    """The pull of a black hole, and what each impulse adds to a unit's inertia."""
    from sits_es.rules.sfb_n3d.sums.holes import pull as pulled
    from sits_es.rules.sfb_n3d.sums.numbers import INERTIA_PLACES, written
    from sits_es.rules.sfb_n3d.sums.places import read_place

    readers: dict[str, Any] = {
        "size": lambda: amount(size, "a size", "P4.1"),
        "hole": lambda: read_place(hole),
        "unit": lambda: read_place(unit),
    }
    given = all_read(readers)
    found = pulled(given["size"], given["hole"], given["unit"])
    force = written(found.pull, INERTIA_PLACES)
    data = {"exact": written(found.exact), "pull": force, "change": list(found.change.decimals())}
    steps = [
        f"Pull: {written(given['size'])} over the square of {written(found.exact)} = {force}.",
        f"On each axis (hole - unit) / range x pull: {found.change}, added to inertia each impulse.",
    ]
    return Answer(f"Pull {force}.", steps, "P4.11; the change counts in hexes a turn, as inertia does: house", data)


def orbit(
    planet: Annotated[str, place_argument("The planet's middle")],
    ship: Annotated[str, place_argument("Where the ship is")],
    side: Annotated[
        str, typer.Option("--side", metavar="SIDE", help="Of the ship with the planet: left, right.")
    ] = "left",
) -> Answer:
    """A standard orbit: speed 1, the facing that has the planet abeam, and the turn of each impulse."""
    from sits_es.errors import UnreadableError
    from sits_es.rules.sfb_n3d.sums.numbers import written
    from sits_es.rules.sfb_n3d.sums.orbits import orbit as orbit_of
    from sits_es.rules.sfb_n3d.sums.places import read_place
    from sits_es.sentences import unknown

    def which() -> str:
        if side.lower() not in {"left", "right"}:
            raise UnreadableError(f"{unknown('side', side, ('left', 'right'))} (P8.411)")
        return side.lower()

    given: dict[str, Any] = all_read(
        {"planet": lambda: read_place(planet), "ship": lambda: read_place(ship), "side": which}
    )
    found = orbit_of(given["planet"], given["ship"], given["side"])
    data = {
        "exact": written(found.exact),
        "speed": written(found.speed),
        "yaw": written(found.yaw),
        "turn": written(found.turn),
    }
    steps = [
        f"The planet is {data['exact']} hexes away; with it on the {given['side']} the ship's yaw is {data['yaw']}.",
        f"Each impulse it turns by 5.625 / (range x pi): yaw {data['turn']}.",
    ]
    return Answer(
        f"Yaw {data['yaw']}, then {data['turn']} each impulse at speed 1.", steps, "P8.41, P8.411, P8.413", data
    )


def hex_(
    number: Annotated[str, typer.Argument(metavar="HEX", help="Four digits, as on a printed map.")],
    facing: Annotated[str | None, typer.Option("--facing", metavar="LETTER", help="A printed facing, A to F.")] = None,
) -> Answer:
    """A printed hex and facing as a place and angles."""
    from sits_es.rules.sfb_n3d.sums.hexes import facing_of, place_of

    given: dict[str, Any] = all_read(
        {"place": lambda: place_of(number), "facing": lambda: None if facing is None else facing_of(facing)}
    )
    data: dict[str, Any] = {"place": hexes(given["place"])}
    result = f"{number} is {given['place']}"
    if given["facing"] is not None:
        data["facing"] = given["facing"].decimals()
        result += f", facing {given['facing']}"
    steps = [
        "The first two digits are north, the last two west, in hexes; up is 0.",
        "As printed this mirrors the hex map: what was clockwise is to the left.",
    ]
    return Answer(f"{result}.", steps, "S3D1.1, S3D1.2", data)
