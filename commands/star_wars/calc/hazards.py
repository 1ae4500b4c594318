"""What terrain does to a check, and to a starship that flies through it: `terrain`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import all_read
from commands.star_wars.calc.words import amount, number_option, pool_picture

if TYPE_CHECKING:
    from sits_es.rules.star_wars.events.motion import TerrainKind

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
    """What terrain adds to a check, whether shields count in it, and the harm of an asteroid field."""
    from sits_es.errors import UnreadableError
    from sits_es.rules.star_wars.sums.terrain import TERRAINS
    from sits_es.sentences import unknown

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
    from sits_es.errors import NotAllowedError
    from sits_es.rules.star_wars.story.words import kind_in_words
    from sits_es.sentences import a_or_an, listed

    problems, where = [], a_or_an(kind_in_words(kind))
    if missing := [f"--{name}" for name in needed if known[name] is None]:
        problems.append(f"A check in {where} needs {listed(missing)}.")
    if others := [f"--{name}" for name, given in strange.items() if given is not None]:
        allowed = listed(f"--{name}" for name in (*known, "setback"))
        problems.append(f"{listed(others)} can't be given for {where}. It takes {allowed}.")
    if problems:
        raise NotAllowedError(problems)


def _asteroids(hexes: int, silhouette: int, threat: int, despair: int, armour: int, setback: int) -> Answer:
    from sits_es.errors import NotAllowedError
    from sits_es.rules.star_wars.printed_page import ASTEROID_HARM
    from sits_es.rules.star_wars.sums.narrative_dice import Pool
    from sits_es.rules.star_wars.sums.terrain import ASTEROID_TRAUMA, asteroid_check, asteroid_harm, shields_count
    from sits_es.sentences import counted

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
    from sits_es.errors import UnreadableError
    from sits_es.rules.star_wars.printed_page import GAS_CLOUD, GRAVITY_WELL
    from sits_es.rules.star_wars.sums.narrative_dice import Pool
    from sits_es.rules.star_wars.sums.terrain import CLOUDED, PILOTING, in_terrain, shields_count
    from sits_es.sentences import listed, unknown

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
