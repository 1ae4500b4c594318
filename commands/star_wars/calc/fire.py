"""Fire: the `range` and `arc` of a target, the chances of a `pool` of dice, and the `result` of thrown ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.calc import Answer, Rows, all_read
from commands.star_wars.calc import (
    VectorText,
    amount,
    number_option,
    place_in_words,
    pool_picture,
    show_drawn,
    side,
    side_option,
)
from sits_es.sentences import counted, listed

if TYPE_CHECKING:
    from sits_es.rules.star_wars.starship_class import HexSide
    from sits_es.rules.star_wars.sums.narrative_dice import Pool
    from sits_es.space.hexes import HexVector


def range_(words: VectorText) -> Answer:
    """The range band of a target: how many hexes away it is.

    sits calc sw range "3A 2C"
    """
    from sits_es.rules.star_wars.citations import RANGE_BANDS
    from sits_es.rules.star_wars.sums.ranges import BANDS, band_of, limits
    from sits_es.space.vectors import read_flat_vector

    text = " ".join(words)
    way = read_flat_vector(text)
    band = band_of(way.hexes)
    rows = [(name, _from_to(*limits(name)), "here" if name == band else "") for name in BANDS]
    steps: list[str | Rows] = [_counted(way), Rows(("Band", "Hexes", ""), rows)]
    if band is None:
        steps.append("What is further away is out of range.")
    return Answer(
        f"{_hexes(way)}: {_band(way)}.",
        steps,
        RANGE_BANDS,
        {"hexes": way.hexes, "band": band},
    )


def arc(
    words: VectorText,
    facing: Annotated[str, side_option("facing", "Side A to F that the attacker faces.")],
    target_facing: Annotated[str, side_option("target-facing", "Side A to F that the target faces.")],
    toward: Annotated[
        str | None, side_option("toward", "In the same hex alone: the side on which the target is taken to lie.")
    ] = None,
) -> Answer:
    """The attacker's firing arcs that hold the target, and the target's shield zones that are open to the attacker.

    sits calc sw arc "2B" --facing A --target-facing D
    sits calc sw arc 0A --facing A --target-facing C --toward B
    """
    from sits_es.rules.star_wars.citations import ARCS_AND_ZONES, ONE_HEX
    from sits_es.rules.star_wars.sums.ranges import band_of
    from sits_es.rules.star_wars.sums.relative import relative_place
    from sits_es.space.hexes import HexVector
    from sits_es.space.vectors import read_flat_vector

    text = " ".join(words)
    readers: dict[str, Any] = {
        "way": lambda: read_flat_vector(text),
        "facing": lambda: side("facing", facing),
        "theirs": lambda: side("target-facing", target_facing),
        "toward": lambda: None if toward is None else side("toward", toward),
    }
    given: dict[str, Any] = all_read(readers)
    way, named = given["way"], given["toward"]
    found = relative_place(given["facing"], given["theirs"], way, named)
    taken = way if named is None else HexVector.unit(named)
    steps: list[str | Rows] = [_counted(way)]
    if named is not None:
        steps.append(f"In the same hex the target is taken to lie on side {named}, as if adjacent; facings stay.")
    steps += [
        (
            f"From the attacker, facing {given['facing']}, the target lies {_lies(given['facing'], taken)}: "
            f"{_one_or_two(found.arcs, 'arc')} {listed(found.arcs)}."
        ),
        (
            f"From the target, facing {given['theirs']}, the attacker lies {_lies(given['theirs'], -taken)}: "
            f"{_one_or_two(found.zones, 'zone')} {listed(found.zones)}."
        ),
    ]
    if len(found.zones) > 1:
        steps.append("Two zones are open: the attacker chooses which to attack.")
    data = {
        "hexes": way.hexes,
        "band": band_of(way.hexes),
        "arcs": list(found.arcs),
        "zones": list(found.zones),
    }
    return Answer(
        f"{_hexes(way)}, {_band(way)}. {_one_or_two(found.arcs, 'Arc')} {listed(found.arcs)}; "
        f"{_one_or_two(found.zones, 'zone')} {listed(found.zones)}.",
        steps,
        ARCS_AND_ZONES + (f"; {ONE_HEX}" if named is not None else ""),
        data,
    )


def _one_or_two(found: tuple[str, ...], word: str) -> str:
    return f"{word}s" if len(found) > 1 else word


def _from_to(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _hexes(way: HexVector) -> str:

    return counted(way.hexes, "hex") if way.hexes else "The same hex"


def _band(way: HexVector) -> str:
    from sits_es.rules.star_wars.sums.ranges import band_of

    found = band_of(way.hexes)
    return f"{found} range" if found else "out of range"


def _counted(way: HexVector) -> str:
    """How many hexes a way is, as a sum of its canonical parts."""
    parts = way.horizontals()
    if len(parts) < 2:
        return f"The way is {place_in_words(way)}: {way.hexes} hexes."
    return f"The shortest way is {way}: {' + '.join(str(hexes) for _, hexes in parts)} = {way.hexes} hexes."


def _lies(facing: HexSide, way: HexVector) -> str:
    """Where something lies to somebody's bow: on a row of hexes, or between two."""
    from sits_es.rules.star_wars.sums.relative import ON_ROW
    from sits_es.space.hexes import DIRECTIONS

    rows = sorted((DIRECTIONS.index(each) - DIRECTIONS.index(facing)) % 6 for each, _ in way.horizontals())
    said = [
        ("dead ahead", "at 60 to starboard", "at 120 to starboard", "dead astern", "at 120 to port", "at 60 to port")[
            row
        ]
        for row in rows
    ]
    if len(rows) == 1:
        both = ", which is in two arcs" if len(ON_ROW[rows[0]]) > 1 else ""
        return f"on the hex row {said[0]}{both}"
    return f"between the hex rows {said[0]} and {said[1]}"


def pool(
    words: Annotated[list[str], typer.Argument(metavar="DICE", help="How many of which kind: 2 ability 1 difficulty.")],
    upgrade: Annotated[int, number_option("upgrade", "Upgrades of one's own dice.")] = 0,
    harder: Annotated[int, number_option("upgrade-difficulty", "Upgrades of the difficulty.")] = 0,
) -> Answer:
    """The exact chances of a pool of narrative dice, after upgrades.

    sits calc sw pool "2 ability 1 proficiency 2 difficulty"
    sits calc sw pool 1 ability 1 difficulty --upgrade 1 --upgrade-difficulty 0
    """
    from sits_es.rules.star_wars.sums.chances import FEW, chances, percent, spread
    from sits_es.rules.star_wars.sums.narrative_dice import DIE_SIDES, Pool, read_pool

    text = " ".join(words)
    readers: dict[str, Any] = {
        "pool": lambda: read_pool(text),
        "upgrade": lambda: amount("upgrade", upgrade),
        "harder": lambda: amount("upgrade-difficulty", harder),
    }
    given: dict[str, Any] = all_read(readers)
    written: Pool = given["pool"]
    dice = written.upgraded(upgrade).upgraded_difficulty(harder)
    found = chances(dice)
    steps: list[str | Rows] = [f"Before upgrades: {written}."] if upgrade or harder else []
    if upgrade:
        own = Pool(ability=written.ability, proficiency=written.proficiency)
        steps.append(_upgrades("Own dice", upgrade, own.upgraded))
    if harder:
        against = Pool(difficulty=written.difficulty, challenge=written.challenge)
        steps.append(_upgrades("The difficulty", harder, against.upgraded_difficulty))
    sides = " x ".join(str(DIE_SIDES[kind]) for kind in dice.dice())
    few = found.outcomes <= FEW
    if few:
        steps.append(f"Rolls: {sides} = {found.outcomes}." if " " in sides else f"Rolls: {found.outcomes}.")
        successes, advantages = spread(dice, "success"), spread(dice, "advantage")
        rows = [
            (str(net), str(successes.get(net, 0)), str(advantages.get(net, 0)))
            for net in sorted(successes.keys() | advantages.keys(), reverse=True)
        ]
        steps.append("So many rolls come to each net number, failures and threat below 0:")
        steps.append(Rows(("Net", "Success", "Advantage"), rows, frozenset({0, 1, 2})))
    else:
        steps.append(f"Rolls: the sides of all {sum(dice.counts)} dice multiplied.")
    chance = {
        "success": found.success,
        "advantage": found.advantage,
        "threat": found.threat,
        "triumph": found.triumph,
        "despair": found.despair,
    }
    table = [(name, percent(each), str(each) if few else "") for name, each in chance.items()]
    steps.append(Rows(("Chance of", "", ""), table, frozenset({1})))
    data = {
        "pool": dice.by_kind(),
        "outcomes": found.outcomes,
        **{name: str(each) for name, each in chance.items()},
    }
    return Answer(
        f"{dice}: success {percent(found.success)}.",
        steps,
        "base game: narrative dice",
        data,
        pool_picture(dice),
    )


def _upgrades(whose: str, number: int, upgraded: Callable[[int], Pool]) -> str:
    """Each upgrade by itself: it turns a die, or adds one for the next to turn."""
    from sits_es.rules.star_wars.sums.flying import times

    chain = ", then ".join(str(upgraded(done)) for done in range(1, number + 1))
    return f"{whose} upgraded {times(number)}: {chain}."


def result(
    words: Annotated[list[str], typer.Argument(metavar="FACES", help="Each die with its face, such as ability:sa.")],
) -> Answer:
    """What thrown narrative dice come to, after cancelling.

    Faces by their letters: s success, a advantage, f failure, t threat; or triumph, despair, blank.

    sits calc sw result ability:sa proficiency:triumph difficulty:tt challenge:despair
    """
    from sits_es.rules.star_wars.sums.dice_in_words import face_in_symbols, face_in_words, read_faces, result_in_words
    from sits_es.rules.star_wars.sums.narrative_dice import VALUES, face_of, result_of

    thrown = read_faces(" ".join(words))
    found = result_of(thrown)
    faces = [face_of(kind, index) for kind, index in thrown]
    rows = [
        (kind, face_in_words(face), _signed(VALUES[face].success), _signed(VALUES[face].advantage))
        for (kind, _), face in zip(thrown, faces, strict=True)
    ]
    rows.append(("net", "", _signed(found.success), _signed(found.advantage)))
    steps: list[str | Rows] = [Rows(("Die", "Face", "Success", "Advantage"), rows, frozenset({2, 3}))]
    if found.triumph:
        steps.append("A triumph counts as a success too; despair doesn't take it away.")
    if found.despair:
        steps.append("A despair counts as a failure too; triumph doesn't take it away.")
    data = {
        "success": found.success,
        "advantage": found.advantage,
        "triumph": found.triumph,
        "despair": found.despair,
        "succeeds": found.succeeds,
    }

    def drawn(width: int, *, ascii_only: bool) -> None:
        from sits_es.rules.star_wars.sums.dice_in_words import SYMBOLS, symbols_of

        seen = {symbol for face in faces for symbol in symbols_of(face)}
        marks = [f"{SYMBOLS[symbol][ascii_only]} {symbol}" for symbol in SYMBOLS if symbol in seen]
        show_drawn(" ".join(face_in_symbols(face, ascii_only=ascii_only) for face in faces), marks, width)

    return Answer(
        f"{'It succeeds' if found.succeeds else 'It fails'}: {result_in_words(found)}.",
        steps,
        "base game: narrative dice",
        data,
        drawn,
    )


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"
