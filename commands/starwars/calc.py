"""`sits calc starwars`: the sums of Star Wars hex combat, each with the steps that `sits explain` shows of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import Annotated, Any, Final

import typer

from commands.calc import Answer, Rows, ShownBelow, one_of, option, options, whole, within, word, words
from commands.output import COLUMNS, Form
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.starwars import words as citations
from sits_es.rules.starwars.reasons import LARGEST
from sits_es.rules.starwars.starship_class import HexSide
from sits_es.rules.starwars.sums import dice_in_words, pools, relative
from sits_es.rules.starwars.sums.chances import FEW, chances, chances_in_words, percent, spread
from sits_es.rules.starwars.sums.flying import START, check_flight, most_turns, read_steps
from sits_es.rules.starwars.sums.harm import ASTEROID_STRAIN, asteroid_harm
from sits_es.rules.starwars.sums.narrative_dice import DIE_SIDES, Pool, face_of, read_pool, result_of
from sits_es.rules.starwars.sums.relative import BANDS, band_of, limits, relative_place
from sits_es.rules.starwars.sums.terrain import (
    CLOUDED,
    EFFECTS,
    PILOTING,
    TERRAINS,
    shields_count,
)
from sits_es.rules.starwars.words import SKILLS, kind_in_words, times, zones
from sits_es.sentences import article, counted, listed, quoted
from sits_es.space.hexes import DIRECTIONS, HexVector, Position
from sits_es.space.vectors import read_flat_vector

#: The highest number that a verb takes.
HIGHEST: Final = 99

#: What steps call the two of a question.
OWN, TARGET = "your starship", "the target"


def number(name: str, says: str) -> Any:
    """An option that is a number, 0 to 99."""
    return whole(name, says, 0, HIGHEST)


def side(name: str, says: str) -> Any:
    """An option that is a side of a hex."""

    def read(text: str) -> str:
        if len(found := text.strip().upper()) != 1 or found not in DIRECTIONS:
            raise UnreadableError(
                f"{name} {quoted(text)} is not a side of a hex. Write A to F, clockwise, with A up the map."
            )
        return found

    return option(name, "SIDE", says, read)


def read_other(text: str) -> tuple[HexVector, int]:
    """Where another starship is, and its silhouette."""
    hex_, equals, silhouette = text.rpartition("=")
    if not equals or not hex_.strip() or not re.fullmatch(r"\s*[0-9]{1,4}\s*", silhouette):
        raise UnreadableError(f"--occupied {quoted(text)} is not a hex and a silhouette. Write HEX=SILHOUETTE: 2A=5.")
    return read_flat_vector(hex_), within("The silhouette in --occupied", int(silhouette), 0, HIGHEST)


VectorWords = Annotated[
    HexVector, words("VECTOR", "The way from attacker to target, such as 3A 2C; 0A is the same hex.", read_flat_vector)
]


def range_(way: VectorWords) -> Answer:
    """The range band of a target: how many hexes away it is.

    sits calc starwars range "3A 2C"
    """
    band = band_of(way.hexes)
    bands = [f"{name} {' to '.join(map(str, dict.fromkeys(limits(name))))}" for name in BANDS]
    steps = [_counted(way), f"Hexes of each band: {', '.join(bands)}; anything further is out of range."]
    return Answer(f"{_hexes(way)}: {_band(way)}.", steps, citations.RANGE_BANDS, {"hexes": way.hexes, "band": band})


def arc(
    way: VectorWords,
    facing: Annotated[HexSide, side("--facing", "The side, A to F, that the attacker faces.")],
    target_facing: Annotated[HexSide, side("--target-facing", "The side, A to F, that the target faces.")],
    toward: Annotated[
        HexSide | None, side("--toward", "In the same hex only: the side on which the target is taken to lie.")
    ] = None,
) -> Answer:
    """The attacker's firing arcs that hold the target, and the target's shield zones that are open to the attacker.

    sits calc starwars arc "2B" --facing A --target-facing D
    sits calc starwars arc 0A --facing A --target-facing C --toward B
    """
    found = relative_place(facing, target_facing, way, toward)
    taken = way if toward is None else HexVector.unit(toward)
    steps = [_counted(way)]
    if toward is not None:
        steps.append(
            f"In the same hex, the target is taken to lie on side {toward}, as if adjacent; facings stay the same."
        )
    steps += [
        f"From the attacker, the target lies {_lies(facing, taken)}.",
        relative.arcs_step("The attacker", facing, TARGET, found.arcs),
        f"From the target, the attacker lies {_lies(target_facing, -taken)}.",
        relative.zones_step("The target", target_facing, found.zones),
    ]
    if len(found.zones) > 1:
        steps.append("Two zones are open: the attacker chooses which to attack.")
    band = band_of(way.hexes)
    data = {"hexes": way.hexes, "band": band, "arcs": list(found.arcs), "zones": list(found.zones)}
    result = f"{_hexes(way)}, {_band(way)}: in {zones(found.arcs)}; open: {zones(found.zones, 'zone')}."
    rule = citations.ARCS_AND_ZONES + ("" if toward is None else f"; {citations.ONE_HEX}")
    return Answer(result, steps, rule, data)


def _hexes(way: HexVector) -> str:
    return counted(way.hexes, "hex") if way.hexes else "The same hex"


def _band(way: HexVector) -> str:
    found = band_of(way.hexes)
    return f"{found} range" if found else "out of range"


def _counted(way: HexVector) -> str:
    """How many hexes a way is, as a sum of its canonical parts."""
    parts = " + ".join(str(hexes) for _, hexes in way.horizontals())
    return (
        f"The shortest way is {way}: {parts} = {way.hexes} hexes." if "+" in parts else f"The way is {way or 'none'}."
    )


def _lies(facing: HexSide, way: HexVector) -> str:
    """Where something lies to somebody's bow: on a row of hexes, or between two."""
    rows = sorted((DIRECTIONS.index(each) - DIRECTIONS.index(facing)) % 6 for each, _ in way.horizontals())
    named = (
        "dead ahead",
        "at 60 to starboard",
        "at 120 to starboard",
        "dead astern",
        "at 120 to port",
        "at 60 to port",
    )
    said = listed(named[row] for row in rows)
    return f"on the hex row {said}" if len(rows) == 1 else f"between the hex rows {said}"


def fly(
    facing: Annotated[HexSide, side("--facing", "The side, A to F, that the starship faces.")],
    silhouette: Annotated[int, number("--silhouette", "The starship's silhouette, 0 or more.")],
    speed: Annotated[int, number("--speed", "The starship's current speed, 0 or more.")],
    steps: Annotated[
        Sequence[Any], words("[STEPS]", "F is a hex ahead; L and R are turns of 60 degrees.", read_steps)
    ] = (),
    occupied: Annotated[
        Sequence[tuple[HexVector, int]],
        options(
            "--occupied",
            "HEX=SILHOUETTE",
            "Another starship, by its hex from the start, such as 2A=5",
            read_other,
        ),
    ] = (),
    wells: Annotated[
        Sequence[HexVector], options("--well", "HEX", "A gravity-well hex, from the start", read_flat_vector)
    ] = (),
) -> Answer:
    """Carry out a Fly manoeuvre, illegal steps included, and find every step that breaks a rule.

    sits calc starwars fly "F F R F L" --silhouette 4 --speed 3 --facing A
    sits calc starwars fly F F L L L --silhouette 6 --speed 4 --facing A --occupied "2A=5" --well 1A
    """
    others: defaultdict[Position, list[int]] = defaultdict(list)
    for hex_, other in occupied:
        others[START + hex_].append(other)
    deep = {START + hex_ for hex_ in wells}
    flight = check_flight(steps, silhouette=silhouette, speed=speed, facing=facing, occupied=others, wells=deep)
    told = [
        f"Speed {speed}: up to {speed} movement, 1 per hex or 2 per gravity-well hex.",
        f"Silhouette {silhouette}: at most {counted(most_turns(silhouette), 'turn')}.",
    ]
    told += flight.steps(lambda at: str(at - START) or "its hex")
    if not steps:
        told.append("The starship flies no hexes and keeps its facing, which is allowed.")
    told += (f"S{str(fault)[1:]}." for fault in flight.faults)
    data = {
        "legal": flight.legal,
        "faults": [{"step": fault.step, "rule": fault.rule} for fault in flight.faults],
        "hexes": len(flight.path),
        "movement": flight.movement,
        "turns": flight.turns,
        "facing": flight.facing,
        "net": str(flight.net),
    }
    end = f"ends {flight.net} from its start" if flight.net else "ends where it began"
    sums = f"{counted(len(flight.path), 'hex')}, {flight.movement} movement, {counted(flight.turns, 'turn')}"
    result = f"{'Legal' if flight.legal else 'Not legal'}: {sums}; it {end}, facing {flight.facing}."
    return Answer(result, told, citations.FLY, data)


def pool(
    written: Annotated[Pool, words("DICE", "How many dice of which kind, such as 2 ability 1 difficulty.", read_pool)],
    upgrade: Annotated[int, number("--upgrade", "Upgrades to your own dice.")] = 0,
    harder: Annotated[int, number("--upgrade-difficulty", "Upgrades to the difficulty.")] = 0,
) -> Answer:
    """The exact chances of a pool of narrative dice, after upgrades.

    sits calc starwars pool "2 ability 1 proficiency 2 difficulty"
    sits calc starwars pool 1 ability 1 difficulty --upgrade 1 --upgrade-difficulty 0
    """
    parts, dice = [pools.PoolPart("before upgrades", written)], written
    if upgrade:
        dice = dice.upgraded(upgrade)
        parts.append(pools.PoolPart(f"your own dice upgraded {times(upgrade)}", dice))
    if harder:
        dice = dice.upgraded_difficulty(harder)
        parts.append(pools.PoolPart(f"the difficulty upgraded {times(harder)}", dice))
    found = chances(dice)
    steps: list[str | Rows] = [*map(str, parts)] if len(parts) > 1 else []
    if found.outcomes <= FEW:
        sides = " x ".join(str(DIE_SIDES[kind]) for kind in dice.dice())
        successes, advantages = spread(dice, "success"), spread(dice, "advantage")
        rows = [
            (str(net), str(successes.get(net, 0)), str(advantages.get(net, 0)))
            for net in sorted(successes.keys() | advantages.keys(), reverse=True)
        ]
        steps.append(f"Rolls: {sides} = {found.outcomes}. Rolls for each net number (negative: failures, threat):")
        steps.append(Rows(("Net", "Success", "Advantage"), rows, frozenset({0, 1, 2})))
    else:
        steps.append(f"Rolls: the numbers of sides of all {sum(dice.counts)} dice, multiplied together.")
    steps.append(f"Expected: {chances_in_words(dice) or 'nothing.'}")
    data = {"pool": dice.by_kind(), "outcomes": found.outcomes}
    data |= {name: str(getattr(found, name)) for name in ("success", "advantage", "threat", "triumph", "despair")}
    result = f"{dice}: success {percent(found.success)}."
    return Answer(result, steps, "base game: narrative dice", data, pool_picture(dice))


def result(
    thrown: Annotated[
        tuple[tuple[str, int], ...],
        words("FACES", "Each die with its face, such as ability:sa.", dice_in_words.read_faces),
    ],
) -> Answer:
    """The result of a throw of narrative dice, after cancelling.

    Name faces by their letters: s success, a advantage, f failure, t threat; or triumph, despair, blank.

    sits calc starwars result ability:sa proficiency:triumph difficulty:tt challenge:despair
    """
    found = result_of(thrown)
    shown = [(kind, face_of(kind, index)) for kind, index in thrown]
    data = {name: getattr(found, name) for name in ("success", "advantage", "triumph", "despair", "succeeds")}

    def drawn(*, ascii_only: bool) -> str:
        return " ".join(dice_in_words.face_in_symbols(face, ascii_only=ascii_only) for _, face in shown)

    return Answer(
        f"{'It succeeds' if found.succeeds else 'It fails'}: {dice_in_words.result_in_words(found)}.",
        [f"The dice show {dice_in_words.faces_in_kinds(shown)}.", dice_in_words.cancelling(shown)],
        "base game: narrative dice",
        data,
        picture(drawn, dice_in_words.SYMBOLS, {each for _, face in shown for each in dice_in_words.symbols_of(face)}),
    )


def pool_picture(dice: Pool) -> ShownBelow:
    """Show a pool in symbols, a character for each die."""
    drawn = partial(dice_in_words.pool_in_symbols, dice)
    return picture(drawn, dice_in_words.DRAWN, {kind for kind, many in dice.by_kind().items() if many})


def picture(drawn: Callable[..., str], signs: Mapping[str, tuple[str, str]], seen: Collection[str]) -> ShownBelow:
    """Show dice in symbols, and below them what each sign that is seen means; nothing without dice."""

    def show(form: Form) -> None:
        marks = "   ".join(f"{sign[form.ascii_only]} {name}" for name, sign in signs.items() if name in seen)
        width = (form.width or COLUMNS) - 2
        if seen:
            typer.echo()
            for line in (*wrap(drawn(ascii_only=form.ascii_only), width), *wrap(marks, width)):
                typer.echo(f"  {line}")

    return show


def advantage(
    agility: Annotated[int, number("--agility", "Your own pilot's Agility.")],
    piloting: Annotated[int, number("--piloting", "Your own pilot's ranks in Piloting.")],
    speed: Annotated[int, number("--speed", "Your own starship's speed.")],
    their_agility: Annotated[int, number("--their-agility", "The opposing pilot's Agility.")],
    their_piloting: Annotated[int, number("--their-piloting", "The opposing pilot's ranks in Piloting.")],
    their_speed: Annotated[int, number("--their-speed", "The opposing starship's speed.")],
    silhouette: Annotated[int, number("--silhouette", "Your own starship's silhouette.")],
    hexes: Annotated[int, number("--hexes", "Hexes to the opponent.")],
) -> Answer:
    """The opposed Piloting check to Gain the Advantage, and whether the starship may try it.

    sits calc starwars advantage --agility 3 --piloting 2 --speed 5 --their-agility 2 --their-piloting 1 \
        --their-speed 3 --silhouette 3 --hexes 1
    """
    own = pools.own_part(OWN, PILOTING, agility, piloting)
    parts = [own, *pools.gain_parts(OWN, speed, TARGET, their_agility, their_piloting, their_speed, own.pool)]
    dice = parts[-1].pool
    faults = {"silhouette": f"silhouette {silhouette} is more than {LARGEST}"} if silhouette > LARGEST else {}
    if band_of(hexes) != "close":
        faults["range"] = f"{hexes} hexes is beyond close range, which ends at {BANDS['close']}"
    allowed = "Allowed" if not faults else f"Not allowed: {listed(faults.values())}"
    return Answer(
        f"{allowed}. Pool: {dice}.",
        [*map(str, parts), f"Expected: {chances_in_words(dice)}"],
        f"{citations.printed('Gain the Advantage')}; base game: the dice of an opposed check",
        {"allowed": not faults, "faults": list(faults), "pool": dice.by_kind()},
        pool_picture(dice),
    )


def terrain(
    kind: Annotated[Any, word("KIND", "asteroid-field, gas-cloud or gravity-well.", one_of("terrain", TERRAINS))],
    hexes: Annotated[int | None, number("--hexes", "Asteroid field: hexes moved in the manoeuvre.")] = None,
    silhouette: Annotated[int | None, number("--silhouette", "Asteroid field: the starship's silhouette.")] = None,
    threat: Annotated[int | None, number("--threat", "Asteroid field: net threat from the check.")] = None,
    despair: Annotated[int | None, number("--despair", "Asteroid field: despair from the check.")] = None,
    armour: Annotated[int | None, number("--armour", "Asteroid field: the starship's armour.")] = None,
    skill: Annotated[
        str | None,
        option(
            "--skill",
            "SKILL",
            "Gas cloud, gravity well: the skill (computers, gunnery, perception, piloting or other).",
            one_of("skill", (*sorted(SKILLS), "other")),
        ),
    ] = None,
    difficulty: Annotated[int | None, number("--difficulty", "Gas cloud, gravity well: the difficulty.")] = None,
    setback: Annotated[int, number("--setback", "Setback dice that the scenario gives this terrain.")] = 0,
) -> Answer:
    """What terrain adds to a check, whether shields count there, and the harm from an asteroid field.

    sits calc starwars terrain asteroid-field --hexes 5 --silhouette 4 --setback 1 --threat 2 --armour 3
    sits calc starwars terrain gas-cloud --skill gunnery --difficulty 2
    """
    of_field = {"hexes": hexes, "silhouette": silhouette, "threat": threat, "despair": despair, "armour": armour}
    of_others = {"skill": skill, "difficulty": difficulty}
    if kind == "asteroid-field":
        _only(kind, of_field, ("hexes", "silhouette"), of_others)
        return _asteroids(hexes or 0, silhouette or 0, threat or 0, despair or 0, armour or 0, setback)
    _only(kind, of_others, ("skill", "difficulty"), of_field)
    parts = [pools.PoolPart("the difficulty", Pool(difficulty=difficulty or 0))]
    if skill == PILOTING:
        parts.append(pools.setback_part("there", setback, parts[0].pool))
    elif kind == "gas-cloud" and skill in CLOUDED:
        parts.append(pools.cloud_part(OWN, parts[0].pool))
    dice, shields = parts[-1].pool, shields_count(kind)
    named = f"A {SKILLS[skill]} check" if skill in SKILLS and skill else "A check"
    counts = "shields count" if shields else "shields don't count"
    rule = citations.GAS_CLOUD if kind == "gas-cloud" else citations.GRAVITY_WELL
    steps = [*map(str, parts), EFFECTS[kind], "Setback dice from terrain apply only to Piloting checks."]
    data = {"pool": dice.by_kind(), "shields": shields}
    return Answer(f"{named} against {dice}; {counts}.", steps, rule, data, pool_picture(dice))


def _only(kind: Any, known: dict[str, Any], needed: tuple[str, ...], strange: dict[str, Any]) -> None:
    """Refuse options that are missing, or that are for other terrain."""
    problems, where = [], article(kind_in_words(kind))
    if missing := [f"--{name}" for name in needed if known[name] is None]:
        problems.append(f"A check in {where} needs {listed(missing)}.")
    if others := [f"--{name}" for name, given in strange.items() if given is not None]:
        allowed = listed(f"--{name}" for name in (*known, "setback"))
        problems.append(f"{listed(others)} can't be given for {where}. It takes {allowed}.")
    if problems:
        raise NotAllowedError(problems)


def _asteroids(hexes: int, silhouette: int, threat: int, despair: int, armour: int, setback: int) -> Answer:
    if not hexes and (threat or despair):
        raise NotAllowedError(
            "Without movement no check is made, so there is no threat or despair. Leave out --threat and --despair, or "
            "give --hexes 1 or more."
        )
    dice, harm = Pool(), asteroid_harm(threat, despair, armour)
    steps = [EFFECTS["asteroid-field"]]
    if not hexes:
        against = "No check"
        steps.append("The starship moves no hexes, so it makes no check (house).")
    else:
        parts = pools.flight_parts(hexes, silhouette, dice)
        parts.append(pools.setback_part("on the way", setback, parts[-1].pool))
        dice = parts[-1].pool
        against = f"A Piloting check against {dice}"
        steps += [*map(str, parts), *harm.steps]
        steps.append(
            f"Each net threat also does {ASTEROID_STRAIN} system strain, and each despair causes a critical hit."
        )
    data = {
        "pool": dice.by_kind(),
        "shields": shields_count("asteroid-field"),
        "hull_trauma": harm.trauma,
        "system_strain": harm.strain,
        "critical_hits": harm.criticals,
    }
    criticals = counted(harm.criticals, "critical hit")
    hurt = f"{harm.trauma} hull trauma, {harm.strain} system strain, {criticals}"
    return Answer(f"{against}; {hurt}.", steps, citations.ASTEROID_HARM, data, pool_picture(dice))
