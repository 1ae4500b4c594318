"""At the helm: a Fly manoeuvre (`fly`), Gain the Advantage (`advantage`), and what `terrain` does."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from commands.calc import Answer, Rows, all_read, within
from commands.star_wars.calc import HIGHEST, amount, number_option, place_in_words, pool_picture, side, side_option
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.sentences import article, counted, listed, quoted, unknown

if TYPE_CHECKING:
    from sits_es.rules.star_wars.events.motion import TerrainKind
    from sits_es.rules.star_wars.sums.flying import Flight
    from sits_es.space.hexes import HexVector


def fly(
    facing: Annotated[str, side_option("facing", "Side A to F that the starship faces.")],
    silhouette: Annotated[int, number_option("silhouette", "Of the starship, 0 up.")],
    speed: Annotated[int, number_option("speed", "Its current speed, 0 up.")],
    steps: Annotated[
        list[str] | None, typer.Argument(metavar="[STEPS]", help="F a hex ahead, L and R a turn of 60 degrees.")
    ] = None,
    occupied: Annotated[
        list[str] | None,
        typer.Option(
            "--occupied",
            metavar="HEX=SILHOUETTE",
            help="Another starship, by its hex from the start, such as 2A=5; may be given again.",
        ),
    ] = None,
    wells: Annotated[
        list[str] | None,
        typer.Option("--well", metavar="HEX", help="A gravity-well hex, from the start; may be given again."),
    ] = None,
) -> Answer:
    """Carry out a Fly manoeuvre, and find every step that breaks a rule, as if all before it were done.

    sits calc sw fly "F F R F L" --silhouette 4 --speed 3 --facing A
    sits calc sw fly F F L L L --silhouette 6 --speed 4 --facing A --occupied "2A=5" --well 1A
    """
    from sits_es.rules.star_wars.citations import FLY
    from sits_es.rules.star_wars.sums.flying import check_flight, read_steps
    from sits_es.space.hexes import Position
    from sits_es.space.vectors import read_flat_vector

    text = " ".join(steps or ())
    readers: dict[str, Any] = {
        "steps": lambda: read_steps(text),
        "silhouette": lambda: amount("silhouette", silhouette),
        "speed": lambda: amount("speed", speed),
        "facing": lambda: side("facing", facing),
    }
    for number, other in enumerate(occupied or ()):
        readers[f"other {number}"] = lambda other=other: _other(other)
    for number, well in enumerate(wells or ()):
        readers[f"well {number}"] = lambda well=well: read_flat_vector(well)
    given: dict[str, Any] = all_read(readers)
    start = Position()
    others: defaultdict[Position, list[int]] = defaultdict(list)
    for name, found in given.items():
        if name.startswith("other "):
            others[start + found[0]].append(found[1])
    deep = {start + found for name, found in given.items() if name.startswith("well ")}

    def flown(number: int) -> Flight:
        return check_flight(
            given["steps"][:number],
            silhouette=given["silhouette"],
            speed=given["speed"],
            facing=given["facing"],
            occupied=others,
            wells=deep,
        )

    flight = flown(len(given["steps"]))
    data = {
        "legal": flight.legal,
        "faults": [{"step": fault.step, "rule": fault.rule} for fault in flight.faults],
        "hexes": flight.hexes,
        "movement": flight.movement,
        "turns": flight.turns,
        "facing": flight.facing,
        "net": str(flight.net),
    }
    courses = [flown(number) for number in range(1, len(flight.steps) + 1)]
    return Answer(
        _flown(flight),
        _told(flight, courses),
        FLY,
        data,
    )


def _other(text: str) -> tuple[HexVector, int]:
    """Where another starship is, and its silhouette."""
    import re

    from sits_es.space.vectors import read_flat_vector

    hex_, equals, silhouette = text.rpartition("=")
    if not equals or not hex_.strip() or not re.fullmatch(r"\s*[0-9]{1,4}\s*", silhouette):
        raise UnreadableError(f"--occupied {quoted(text)} is not a hex and a silhouette. Write HEX=SILHOUETTE: 2A=5.")
    return read_flat_vector(hex_), within("The silhouette in --occupied", int(silhouette), 0, HIGHEST)


def _flown(flight: Flight) -> str:

    end = f"ends {flight.net} from its start" if flight.net else "ends where it began"
    sums = f"{counted(flight.hexes, 'hex')}, {flight.movement} movement, {counted(flight.turns, 'turn')}"
    return f"{'Legal' if flight.legal else 'Not legal'}: {sums}; it {end}, facing {flight.facing}."


def _told(flight: Flight, courses: list[Flight]) -> list[str | Rows]:
    from sits_es.rules.star_wars.sums.flying import most_turns, times

    told: list[str | Rows] = [
        f"Speed {flight.speed}: it may spend {flight.speed} movement, 1 on each hex and 2 on one of a gravity well.",
        f"Silhouette {flight.silhouette}: it turns {times(most_turns(flight.silhouette))} at the most.",
    ]
    if not courses:
        return [*told, "It flies no hexes and keeps its facing, which is allowed."]
    broken: defaultdict[int, list[str]] = defaultdict(list)
    for fault in flight.faults:
        broken[fault.step].append(fault.rule)
    rows = [
        (
            f"{number} {flight.steps[number - 1]}",
            place_in_words(course.net) if course.net else "start",
            course.facing,
            str(course.movement),
            str(course.turns),
            ", ".join(broken[number]),
        )
        for number, course in enumerate(courses, 1)
    ]
    heads = ("Step", "At", "Facing", "Spent", "Turns", "Breaks")
    return [
        *told,
        Rows(heads, rows, frozenset({3, 4})),
        *(f"{each[0].upper()}{each[1:]}." for each in flight.sentences()),
    ]


def advantage(
    agility: Annotated[int, number_option("agility", "Of one's own pilot.")],
    piloting: Annotated[int, number_option("piloting", "Ranks of one's own pilot.")],
    speed: Annotated[int, number_option("speed", "Of one's own starship.")],
    their_agility: Annotated[int, number_option("their-agility", "Of the opponent's pilot.")],
    their_piloting: Annotated[int, number_option("their-piloting", "Ranks of the opponent's pilot.")],
    their_speed: Annotated[int, number_option("their-speed", "Of the opponent's starship.")],
    silhouette: Annotated[int, number_option("silhouette", "Of one's own starship.")],
    hexes: Annotated[int, number_option("hexes", "To the opponent.")],
) -> Answer:
    """The opposed Piloting check to Gain the Advantage, and whether the starship may try it.

    sits calc sw advantage --agility 3 --piloting 2 --speed 5 --their-agility 2 --their-piloting 1 \
        --their-speed 3 --silhouette 3 --hexes 1
    """
    from sits_es.rules.star_wars.citations import printed
    from sits_es.rules.star_wars.sums.advantage import LARGEST, gain_faults, gain_pool
    from sits_es.rules.star_wars.sums.chances import chance_in_words, chances
    from sits_es.rules.star_wars.sums.flying import times
    from sits_es.rules.star_wars.sums.narrative_dice import opposed_by, pool_of
    from sits_es.rules.star_wars.sums.ranges import BANDS

    asked = {
        "agility": agility,
        "piloting": piloting,
        "speed": speed,
        "their-agility": their_agility,
        "their-piloting": their_piloting,
        "their-speed": their_speed,
        "silhouette": silhouette,
        "hexes": hexes,
    }
    all_read({name: partial(amount, name, number) for name, number in asked.items()})
    faults = gain_faults(silhouette, hexes)
    pool = gain_pool(agility, piloting, speed, their_agility, their_piloting, their_speed)
    why = {
        "silhouette": f"silhouette {silhouette} is more than {LARGEST}",
        "range": f"{hexes} hexes is beyond close range, which ends at {BANDS['close']}",
    }
    faster = abs(speed - their_speed)
    steps = [
        (
            f"Own dice: the larger of agility {agility} and piloting {piloting} is how many, the smaller how many are "
            f"upgraded: {pool_of(agility, piloting)}."
        ),
        (
            f"Against: the same of agility {their_agility} and piloting {their_piloting}: "
            f"{opposed_by(their_agility, their_piloting)}."
        ),
        "Neither is faster: no upgrades."
        if not faster
        else f"{'Own speed' if speed > their_speed else 'Their speed'} is {faster} higher: "
        f"{'own dice are' if speed > their_speed else 'the difficulty is'} upgraded {times(faster)}: {pool}.",
        f"Success: {chance_in_words(chances(pool).success)}.",
    ]
    data = {"allowed": not faults, "faults": list(faults), "pool": pool.by_kind()}
    allowed = "Allowed" if not faults else f"Not allowed: {listed(why[fault] for fault in faults)}"
    return Answer(
        f"{allowed}. Pool: {pool}.",
        steps,
        f"{printed('Gain the Advantage')}; base game: the dice of an opposed check",
        data,
        pool_picture(pool),
    )


#: Checks that terrain may change, and the word for all others.
_SKILLS: Final = ("computers", "gunnery", "perception", "piloting", "other")


def terrain(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="asteroid-field, gas-cloud or gravity-well.")],
    hexes: Annotated[int | None, number_option("hexes", "Asteroid field: hexes moved in the manoeuvre.")] = None,
    silhouette: Annotated[int | None, number_option("silhouette", "Asteroid field: of the starship.")] = None,
    threat: Annotated[int | None, number_option("threat", "Asteroid field: net threat of the check.")] = None,
    despair: Annotated[int | None, number_option("despair", "Asteroid field: despair of the check.")] = None,
    armour: Annotated[int | None, number_option("armour", "Asteroid field: of the starship.")] = None,
    skill: Annotated[
        str | None,
        typer.Option("--skill", metavar="SKILL", help=f"Gas cloud, gravity well: {', '.join(_SKILLS)}."),
    ] = None,
    difficulty: Annotated[int | None, number_option("difficulty", "Gas cloud, gravity well: of the check.")] = None,
    setback: Annotated[int, number_option("setback", "Setback dice that the scenario gives this terrain.")] = 0,
) -> Answer:
    """What terrain adds to a check, whether shields count in it, and the harm of an asteroid field.

    sits calc sw terrain asteroid-field --hexes 5 --silhouette 4 --setback 1 --threat 2 --armour 3
    sits calc sw terrain gas-cloud --skill gunnery --difficulty 2
    """
    from sits_es.rules.star_wars.sums.terrain import TERRAINS

    name = kind.lower()
    if name not in TERRAINS:
        raise UnreadableError(unknown("terrain", kind, TERRAINS, "terrains"))
    of_field = {"hexes": hexes, "silhouette": silhouette, "threat": threat, "despair": despair, "armour": armour}
    of_others = {"skill": skill, "difficulty": difficulty}
    if name == "asteroid-field":
        _only(name, of_field, ("hexes", "silhouette"), of_others)
        return _asteroids(**{name: number or 0 for name, number in of_field.items()}, setback=setback)
    _only(name, of_others, ("skill", "difficulty"), of_field)
    return _others("gas-cloud" if name == "gas-cloud" else "gravity-well", skill or "", difficulty or 0, setback)


def _only(kind: TerrainKind, known: dict[str, Any], needed: tuple[str, ...], strange: dict[str, Any]) -> None:
    """Refuse options that are missing, or that are for other terrain."""
    from sits_es.rules.star_wars.story.words import kind_in_words

    problems, where = [], article(kind_in_words(kind))
    if missing := [f"--{name}" for name in needed if known[name] is None]:
        problems.append(f"A check in {where} needs {listed(missing)}.")
    if others := [f"--{name}" for name, given in strange.items() if given is not None]:
        allowed = listed(f"--{name}" for name in (*known, "setback"))
        problems.append(f"{listed(others)} can't be given for {where}. It takes {allowed}.")
    if problems:
        raise NotAllowedError(problems)


def _asteroids(hexes: int, silhouette: int, threat: int, despair: int, armour: int, setback: int) -> Answer:
    from sits_es.rules.star_wars.citations import ASTEROID_HARM
    from sits_es.rules.star_wars.sums.narrative_dice import Pool
    from sits_es.rules.star_wars.sums.terrain import ASTEROID_TRAUMA, asteroid_check, asteroid_harm, shields_count

    asked = {
        "hexes": hexes,
        "silhouette": silhouette,
        "threat": threat,
        "despair": despair,
        "armour": armour,
        "setback": setback,
    }
    all_read({name: partial(amount, name, number) for name, number in asked.items()})
    check = asteroid_check(hexes, silhouette, setback)
    if check is None and (threat or despair):
        raise NotAllowedError(
            "No hexes are moved, so there is no check that shows threat or despair. Leave them out, or write --hexes "
            "from 1 up."
        )
    harm = asteroid_harm(threat, despair, armour)
    steps: list[str | Rows] = []
    if check is None:
        steps.append("No hexes are moved in the manoeuvre, so no check is made (house).")
    else:
        steps += [
            f"Difficulty: half of {hexes}, rounded down: {hexes // 2}.",
            f"Upgrades of the difficulty: half of silhouette {silhouette}, rounded down: {silhouette // 2}.",
            f"Setback dice of the scenario: {setback}. Together: {check}.",
            f"Each net threat: {ASTEROID_TRAUMA} hull trauma less armour {armour}, not below 0, and 1 system strain.",
            (
                f"{threat} threat: {threat} x {max(0, ASTEROID_TRAUMA - armour)} = {harm.hull_trauma} hull trauma, "
                f"{harm.system_strain} system strain."
            ),
            f"Each despair is a critical hit: {harm.critical_hits}.",
        ]
    data = {
        "pool": (check or Pool()).by_kind(),
        "shields": shields_count("asteroid-field"),
        "hull_trauma": harm.hull_trauma,
        "system_strain": harm.system_strain,
        "critical_hits": harm.critical_hits,
    }
    against = "No check" if check is None else f"A Piloting check against {check}"
    criticals = counted(harm.critical_hits, "critical hit")
    hurt = f"{harm.hull_trauma} hull trauma, {harm.system_strain} system strain, {criticals}"
    return Answer(
        f"{against}; {hurt}.",
        steps,
        ASTEROID_HARM,
        data,
        None if check is None else pool_picture(check),
    )


def _others(kind: TerrainKind, skill: str, difficulty: int, setback: int) -> Answer:
    from sits_es.rules.star_wars.citations import GAS_CLOUD, GRAVITY_WELL
    from sits_es.rules.star_wars.sums.narrative_dice import Pool
    from sits_es.rules.star_wars.sums.terrain import CLOUDED, PILOTING, in_terrain, shields_count

    def known() -> str:
        if skill.lower() not in _SKILLS:
            raise UnreadableError(unknown("skill", skill, _SKILLS))
        return skill.lower()

    given: dict[str, Any] = all_read(
        {
            "skill": known,
            "difficulty": lambda: amount("difficulty", difficulty),
            "setback": lambda: amount("setback", setback),
        }
    )
    check = given["skill"]
    before = Pool(difficulty=difficulty)
    pool = in_terrain(kind, check, before, setback)
    steps: list[str | Rows] = [f"Difficulty: {before}."]
    if kind == "gas-cloud":
        clouded = check in CLOUDED
        steps.append(
            f"A gas cloud upgrades {listed(name.capitalize() for name in CLOUDED)} once: "
            f"{f'it is {check.capitalize()}, so {pool}' if clouded else 'this is none of them'}."
        )
    if check == PILOTING:
        steps.append(f"Setback dice of the scenario, for Piloting: {setback}. Together: {pool}.")
    else:
        steps.append("Setback dice of terrain are for Piloting alone: none here.")
    shields = shields_count(kind)
    steps.append("Shields count." if shields else "A starship in a gas cloud can't use its shields: they don't count.")
    if kind == "gravity-well":
        steps.append("Entering a hex of a gravity well takes 2 movement (see fly).")
    data = {"pool": pool.by_kind(), "shields": shields}
    rule = GAS_CLOUD if kind == "gas-cloud" else GRAVITY_WELL
    named = "A check" if check == "other" else f"A {check.capitalize()} check"
    counts = "shields count" if shields else "shields don't count"
    return Answer(f"{named} against {pool}; {counts}.", steps, rule, data, pool_picture(pool))
