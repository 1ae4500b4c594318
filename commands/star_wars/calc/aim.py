"""Aiming: `range`, and the arcs and zones of two starships (`arc`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from commands.calc.page import Answer, Rows
from commands.calc.shell import all_read
from commands.star_wars.calc.words import VectorText, place_in_words, side, side_option

if TYPE_CHECKING:
    from sits_es.rules.star_wars.starship_class import HexSide
    from sits_es.space.hexes import HexVector


def range_(words: VectorText) -> Answer:
    """The range band of a target: how many hexes away it is."""
    from sits_es.rules.star_wars.printed_page import RANGE_BANDS
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
    """The attacker's firing arcs that hold the target, and the target's shield zones that are open to the attacker."""
    from sits_es.rules.star_wars.printed_page import ARCS_AND_ZONES, ONE_HEX
    from sits_es.rules.star_wars.sums.ranges import band_of
    from sits_es.rules.star_wars.sums.relative import relative_place
    from sits_es.sentences import listed
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
    from sits_es.sentences import counted

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
