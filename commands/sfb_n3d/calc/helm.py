"""At the helm: `turnmode`, `move`, `seek`, `schedule`; a black hole's `pull`, an `orbit`, and a printed `hex`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from commands.calc import Answer, Rows, all_read, within
from commands.sfb_n3d.calc import FacingText, InertiaText, SpeedText, amount, decimal, hexes, place_argument
from sits_es.errors import UnreadableError
from sits_es.sentences import counted, listed, unknown

if TYPE_CHECKING:
    from sits_es.rules.sfb_n3d.sums.motion import Moved


Start = Annotated[str, place_argument("Where the unit is")]
TurnText = Annotated[str | None, typer.Option("--turn", metavar="ANGLES", help='Such as "yaw 8.2 pitch -3".')]

#: Rows of a course that are shown, and impulses that are worked out at the most: a hundred turns.
MOST_IMPULSES: Final = 3200


def turnmode(
    turn_class: Annotated[str, typer.Argument(metavar="CLASS", help="seeking, shuttle, AA, A to F, hexes:T, or base.")],
    speed: Annotated[str, typer.Argument(metavar="SPEED", help="Warp speed, hexes a turn, after a web's reduction.")],
    turn: TurnText = None,
    tac: Annotated[
        str | None, typer.Option("--tac", metavar="KIND", help="Tactical manoeuvre: warp, sublight or both.")
    ] = None,
    crew: Annotated[str | None, typer.Option("--crew", metavar="CREW", help="outstanding, if it is.")] = None,
) -> Answer:
    """How far a unit may turn about each axis in an impulse, and whether a turn is legal.

    sits calc sfb turnmode shuttle 9 --turn "pitch 8.2 yaw -9.1"
    sits calc sfb turnmode C 0 --tac warp --crew outstanding
    """
    from sits_es.rules.sfb_n3d.sums.facings import read_turn
    from sits_es.rules.sfb_n3d.sums.numbers import written
    from sits_es.rules.sfb_n3d.sums.turn_modes import limit, limit_with, over, read_turn_class

    readers: dict[str, Any] = {
        "class": lambda: read_turn_class(turn_class),
        "speed": lambda: decimal(speed, "a warp speed", "C1.43"),
        "tac": lambda: None if tac is None else _one_of(tac, ("warp", "sublight", "both"), "manoeuvre", "C5"),
        "crew": lambda: None if crew is None else _one_of(crew, ("outstanding",), "crew", "G21.224"),
        "turn": lambda: None if turn is None else read_turn(turn),
    }
    given = all_read(readers)
    name, hexes_a_turn = given["class"], given["speed"]
    most = limit_with(name, hexes_a_turn, given["tac"], given["crew"] is not None)
    data: dict[str, Any] = {"limit": written(most)}
    steps: list[str | Rows] = [
        f"{name} at speed {written(hexes_a_turn)}: {written(limit(name, hexes_a_turn))} degrees, 1.5 at the least."
    ]
    if given["tac"] is not None:
        steps.append(f"With {given['tac']} manoeuvres: {written(most)} degrees.")
    result = f"Up to {written(most)} degrees about each axis"
    if given["turn"] is not None:
        beyond = over(given["turn"], most)
        data |= {"over": list(beyond), "legal": not beyond}
        result += f"; {given['turn']} is legal" if not beyond else f"; {given['turn']} is too far in {listed(beyond)}"
    return Answer(f"{result}.", steps, "C3.1, C3.31; C3.7 for bases; C5.11, C5.13, C5.21, C5.32, G21.224", data)


def _one_of(word: str, known: tuple[str, ...], kind: str, rule: str) -> str:

    if word.lower() not in known:
        raise UnreadableError(f"{unknown(kind, word, known)} ({rule})")
    return word.lower()


def move(
    start: Start,
    angles: FacingText = "",
    speed: SpeedText = "0",
    thrust: Annotated[
        str, typer.Option("--thrust", metavar="POINTS", help="Impulse energy of the turn, 0 to 1.")
    ] = "0",
    inertia: InertiaText = "0,0,0",
    turn: TurnText = None,
    web: Annotated[str, typer.Option("--web", metavar="STRENGTH", help="Of the web that it is in, 0 to 35.")] = "0",
    impulses: Annotated[int, typer.Option("--impulses", metavar="N", help="So many, with the same turn each.")] = 1,
) -> Answer:
    """Where a unit is after an impulse: it turns, gains inertia along its heading, and moves. No limit is checked.

    sits calc sfb move 0,0,0 --facing "yaw 60" --speed 10 --thrust 1
    sits calc sfb move -1,0,0 --speed 5 --web 2.5 --inertia -0.5,0,0
    """
    from sits_es.rules.sfb_n3d.sums.facings import Turn, read_facing, read_turn
    from sits_es.rules.sfb_n3d.sums.motion import impulse, refuse_beyond_limits
    from sits_es.rules.sfb_n3d.sums.numbers import written
    from sits_es.rules.sfb_n3d.sums.places import Place, read_inertia, read_place

    readers: dict[str, Any] = {
        "start": lambda: read_place(start),
        "facing": lambda: read_facing(angles),
        "speed": lambda: decimal(speed, "a warp speed", "C1.43"),
        "thrust": lambda: decimal(thrust, "impulse thrust", "C2.111"),
        "inertia": lambda: read_inertia(inertia),
        "turn": lambda: Turn() if turn is None else read_turn(turn),
        "web": lambda: decimal(web, "a web's strength", "G10.3"),
        "impulses": lambda: within("The number of impulses", impulses, 1, MOST_IMPULSES),
    }
    given = all_read(readers)
    refuse_beyond_limits(given["speed"], given["thrust"], given["web"])
    at = given["start"]
    unit: Moved | None = None
    table = []
    facing, drift = given["facing"], given["inertia"]
    for number in range(1, given["impulses"] + 1):
        unit = impulse(at, facing, given["speed"], drift, given["thrust"], given["turn"], given["web"])
        at, facing, drift = unit.place, unit.facing, unit.inertia
        table.append((str(number), str(at), str(facing), str(drift)))
    moved = Place() if unit is None else unit.moved
    steps: list[str | Rows] = []
    if given["web"]:
        steps.append(
            f"In a web of {written(given['web'])}: inertia is lost, the strength is taken from the speed, and thrust "
            "moves a thirty-second of itself without adding up (G10.511)."
        )
    steps += [
        "Each impulse: the turn is added to the facing, then a 32nd of the thrust to inertia along the new heading.",
        "Then it moves a 32nd of speed along the heading plus inertia, each axis to the kilometre.",
        "Heading: north cos pitch x cos yaw, up sin pitch, west cos pitch x sin yaw.",
        f"Last movement in kilometres: north {moved.x}, up {moved.y}, west {moved.z}.",
        Rows(("Impulse", "Place", "Facing", "Inertia"), table, frozenset({0})),
    ]
    data = {
        "place": hexes(at),
        "facing": facing.decimals(),
        "inertia": list(drift.decimals()),
        "km": [moved.x, moved.y, moved.z],
    }
    after = counted(given["impulses"], "impulse")
    return Answer(f"After {after}: {at}.", steps, "C1.11, C1.12, C1.22, C1.43, C2.111, C3.0", data)


def seek(
    weapon: Annotated[str, place_argument("Where the weapon is")],
    target: Annotated[str, place_argument("Where its target is, after it has moved")],
    angles: FacingText = "",
    speed: SpeedText = "0",
) -> Answer:
    """An impulse of a seeking weapon: it turns towards its target, moves, and may strike it.

    sits calc sfb seek 0,0,0 3,0,2 --facing "yaw 10" --speed 20
    """
    from sits_es.rules.sfb_n3d.sums.facings import read_facing
    from sits_es.rules.sfb_n3d.sums.numbers import written
    from sits_es.rules.sfb_n3d.sums.places import read_place
    from sits_es.rules.sfb_n3d.sums.seeking import seek as sought_by
    from sits_es.rules.sfb_n3d.sums.turn_modes import limit

    readers: dict[str, Any] = {
        "weapon": lambda: read_place(weapon),
        "target": lambda: read_place(target),
        "facing": lambda: read_facing(angles),
        "speed": lambda: decimal(speed, "a warp speed", "C1.43"),
    }
    given = all_read(readers)
    found = sought_by(given["weapon"], given["facing"], given["target"], given["speed"])
    most = written(limit("seeking", given["speed"]))
    steps = [
        f"Turn mode at speed {written(given['speed'])}: 0.9375 times it, 1.5 at the least: {most} degrees.",
        f"It turns {found.turn}, which brings its target as near to straight ahead as that allows.",
        f"It moves to {found.moved.place}, {written(found.exact)} hexes from its target.",
    ]
    data = {
        "turn": {axis: written(getattr(found.turn, axis)) for axis in ("pitch", "yaw")},
        "facing": found.moved.facing.decimals(),
        "place": hexes(found.moved.place),
        "exact": written(found.exact),
        "impact": found.impact,
    }
    result = "It strikes its target" if found.impact else f"{written(found.exact)} hexes are left"
    return Answer(f"{result}.", steps, "C3.31, F2.21, F2.3", data)


def schedule(
    speed: Annotated[str, typer.Argument(metavar="SPEED", help="Warp speed, hexes a turn.")],
) -> Answer:
    """In which impulses a unit counts as moving: mines, rings and asteroids act on it in those alone.

    sits calc sfb schedule 12.5
    """
    from sits_es.rules.sfb_n3d.sums.numbers import written
    from sits_es.rules.sfb_n3d.sums.schedule import impulses

    number = decimal(speed, "a warp speed", "C1.43")
    found = impulses(number)
    return Answer(
        f"{listed(map(str, found))}." if found else "In no impulse.",
        [f"Impulse i counts where the whole part of i x {written(number)} / 32 is more than that of i - 1."],
        "M2.40, P2.223, P3.2; which impulses they are: house, as the rules don't print the chart",
        {"impulses": list(found)},
    )


def pull(
    size: Annotated[str, typer.Argument(metavar="SIZE", help="Of the black hole.")],
    hole: Annotated[str, place_argument("Where the black hole is")],
    unit: Annotated[str, place_argument("Where the unit is")],
) -> Answer:
    """The pull of a black hole, and what each impulse adds to a unit's inertia.

    sits calc sfb pull 40 0,0,0 3,4,0
    """
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
    """A standard orbit: speed 1, the facing that has the planet abeam, and the turn of each impulse.

    sits calc sfb orbit 0,0,0 2,0,0 --side right
    """
    from sits_es.rules.sfb_n3d.sums.numbers import written
    from sits_es.rules.sfb_n3d.sums.orbits import orbit as orbit_of
    from sits_es.rules.sfb_n3d.sums.places import read_place

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
    """A printed hex and facing as a place and angles.

    sits calc sfb hex 2215 --facing A
    """
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
