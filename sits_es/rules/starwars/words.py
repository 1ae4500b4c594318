"""Words of the game as they are said at the table, and where its rules stand: on the printed page, or house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal

from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.rules.starwars.setting_up.facts import TerrainKind
    from sits_es.space.hexes import Position

#: The headings of the printed page.
PageHeading = Literal[
    "Space Combat",
    "Range Band",
    "Fly Maneuver",
    "Gain the Advantage",
    "Asteroid Field",
    "Gas Cloud",
    "Gravity Well",
]


def printed(*headings: PageHeading) -> str:
    """Headings of the printed page, one at least, as a rule is cited by them: `the printed page, "Fly Maneuver"`."""
    quoted = (f'"{heading}"' for heading in headings)
    return f"the printed page, {listed(quoted)}"


#: What several explanations and sums cite: the page first, then what fills its gaps.
RANGE_BANDS: Final = f"{printed('Range Band')}; house: nothing is in range beyond 20 hexes"
FLY: Final = f"{printed('Fly Maneuver', 'Space Combat', 'Gravity Well')}; house: large starships and occupied hexes"
ARCS_AND_ZONES: Final = f"{printed('Space Combat')}; house: how arcs and zones are divided"
ONE_HEX: Final = "house: in one hex a side from A to F is named for each attack"
GAIN_THE_ADVANTAGE: Final = f"{printed('Gain the Advantage')}; {ONE_HEX}"
ASTEROID_HARM: Final = f"{printed('Asteroid Field')}; house: armour counts against each net threat"
GAS_CLOUD: Final = f"{printed('Gas Cloud')}; house: the checks of the starship in it are harder"
GRAVITY_WELL: Final = f"{printed('Gravity Well')}; house: entering a hex takes its movement"
SLOTS: Final = "base game: slots belong to sides, whose players choose who acts in each"
CRITICALS: Final = "base game: critical hits; house: the table of critical hits that the game has on record"
TERRAIN_SETBACK: Final = "house: as many as the scenario says"

#: Skills as they are written in the rules.
SKILLS: Final = {
    "piloting": "Piloting",
    "gunnery": "Gunnery",
    "computers": "Computers",
    "perception": "Perception",
    "mechanics": "Mechanics",
    "astrogation": "Astrogation",
    "leadership": "Leadership",
    "cool": "Cool",
    "vigilance": "Vigilance",
    "discipline": "Discipline",
}


def of_check(source: str) -> str:
    """Which of a slot's checks is meant, by its source: `in flight`, `for its action`, `of its gunner`."""
    return {"flight": "in flight", "tractor": "against the tractor beam", "action": "for its action"}.get(
        source, f"of its {source}"
    )


def who_of(starship: str, member: str) -> str:
    """Who of a starship acts: `Courier`, `Courier's gunner`."""
    return f"{starship}'s {member}" if member else starship


#: The plurals of symbols of the dice that are not an s more; as players say them.
_PLURALS: Final = {"success": "successes", "advantage": "advantage", "threat": "threat", "despair": "despair"}


def counted_symbol(number: int, symbol: str) -> str:
    """A number of symbols in words: `1 success`, `2 successes`."""
    return f"{number} {_PLURALS.get(symbol, f'{symbol}s') if number != 1 else symbol}"


def kind_in_words(kind: TerrainKind) -> str:
    """A kind of terrain: `asteroid field`."""
    return kind.replace("-", " ")


def hex_name(q: int, r: int) -> str:
    """A hex by its numbers: `2,-1`."""
    return f"{q},{r}"


def hex_of(place: Position) -> str:
    """The same of a place on the map."""
    return hex_name(place.q, place.r)


def times(number: int) -> str:
    """How often, in words: once, twice, three times; by number from there on."""
    return {1: "once", 2: "twice", 3: "three times"}.get(number, f"{number} times")


def zones(names: Iterable[str], one: str = "arc") -> str:
    """Arcs or zones in words: `the forward arc`, `the forward and starboard arcs`, `no arc`."""
    each = [*names]
    return f"the {named(each, one)}" if each else f"no {one}"


def named(names: Sequence[str], one: str) -> str:
    """Arcs or zones, one at least, without their article: `forward arc`, `forward and port zones`."""
    return f"{listed(names)} {one}{'s' if len(names) > 1 else ''}"


def no_critical(starship: str, number: int, known: Sequence[str]) -> str:
    """That a starship has no critical hit of a number. known: the numbers that it has."""
    has = f"Its critical hits: {listed(known)}." if known else "It has none."
    return f"{starship} has no critical hit number {number}. {has}"


def dice(counts: Sequence[int], kinds: Sequence[str]) -> str:
    """Dice in words: `2 ability, 1 proficiency and 2 difficulty dice`, `1 ability die`, `no dice`.

    counts: of each kind, in the order of `kinds`; those of which there are none are left out.
    """
    there = [(number, kind) for number, kind in zip(counts, kinds, strict=False) if number > 0]
    if not there:
        return "no dice"
    return f"{listed(f'{number} {kind}' for number, kind in there)} {'die' if there[-1][0] == 1 else 'dice'}"


def way_to(place: Position) -> str:
    """A hex as the way from the middle of the map: `3A 2C`, `middle`."""
    return str(place - type(place)()) or "middle"
