"""How starships lie to each other: range bands, firing arcs and shield zones.

Rule: rules.md, Range bands, Arcs and zones, One hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.rules.starwars.starship_class import ARCS, Arc, Band
from sits_es.rules.starwars.words import zones
from sits_es.sentences import counted
from sits_es.space.hexes import DIRECTIONS, HexVector

#: The range bands from near to far, and the outer limit of each in hexes. Rule: seed, "Range Band"; 0 is the same hex.
BANDS: Final[dict[Band, int]] = {"close": 1, "short": 2, "medium": 5, "long": 10, "extreme": 20}


def band_of(hexes: int) -> Band | None:
    """The range band of a distance in hexes, 0 up; None beyond the last band: out of range."""
    return next((band for band, limit in BANDS.items() if hexes <= limit), None)


def reaches(weapon: Band, hexes: int) -> bool:
    """Whether a weapon of this range band reaches a target so many hexes away, 0 up. Rule: base game."""
    return hexes <= BANDS[weapon]


def limits(band: Band) -> tuple[int, int]:
    """The nearest and the furthest hex of a band, both in it: medium is 3 to 5."""
    names = list(BANDS)
    at = names.index(band)
    return (BANDS[names[at - 1]] + 1 if at else 0), BANDS[band]


def away(hexes: int) -> str:
    """How far something is, with its range band: `4 hexes away, at medium range`."""
    band = band_of(hexes)
    if not hexes:
        return "in the same hex, at close range"
    return f"{counted(hexes, 'hex')} away, {f'at {band} range' if band else 'out of range'}"


#: Arcs of the hex row leaving toward each side, clockwise from the bow. A row at 60 or 120 degrees is in two, and what
#: lies between two rows is in the arc that both are in. Rule: rules.md, Arcs and zones (house).
ON_ROW: Final[tuple[frozenset[Arc], ...]] = (
    frozenset({"forward"}),
    frozenset({"forward", "starboard"}),
    frozenset({"aft", "starboard"}),
    frozenset({"aft"}),
    frozenset({"aft", "port"}),
    frozenset({"forward", "port"}),
)


class RelativePlace(Struct, frozen=True):
    """How an attacker and its target lie to each other; each in the order of ARCS.

    arcs: the attacker's that the target is in. zones: the target's that the attacker is before; where there are two
    the attacker chooses.
    """

    arcs: tuple[Arc, ...]
    zones: tuple[Arc, ...]


def arcs_of(facing: str, to: HexVector) -> tuple[Arc, ...]:
    """The firing arcs that hold a hex, of a starship that faces side A to F; `to`: the way there, not the same hex.

    Shield zones are parted alike: take the target's facing, and the way from it to the attacker. One arc, or two on
    the rows at 60 and 120 degrees, at any distance. ValueError for no way at all: a side has to be named first.
    """
    if not to.hexes:
        message = "there are no arcs in the same hex; name the side on which the other lies"
        raise ValueError(message)
    bow = DIRECTIONS.index(facing)
    rows = (ON_ROW[(DIRECTIONS.index(side) - bow) % len(DIRECTIONS)] for side, _ in to.horizontals())
    holding = frozenset.intersection(*rows)
    return tuple(arc for arc in ARCS if arc in holding)


def relative_place(facing: str, target_facing: str, to: HexVector, toward: str | None = None) -> RelativePlace:
    """The arcs that a target is in and the zones that its attacker is before; `to`: from attacker to target.

    toward: in the same hex, the side A to F on which the target is taken to lie, as if adjacent; None anywhere else.
    NotAllowedError for a side missing or too many. Rule: house, One hex.
    """
    if to.hexes and toward is not None:
        raise NotAllowedError(
            f"The target is {to} away; a side is named only when the target is in the same hex. Leave the side out."
        )
    if not to.hexes and toward is None:
        raise NotAllowedError("The target is in the same hex. Name the side on which the target lies, A to F.")
    way = to if toward is None else HexVector.unit(toward)
    return RelativePlace(arcs_of(facing, way), arcs_of(target_facing, -way))


def arcs_step(who: str, facing: str, target: str, arcs: Iterable[str]) -> str:
    """Which arcs hold a target."""
    return f"{who} faces {facing}: {target} is in {zones(arcs)}."


def zones_step(target: str, facing: str, open_zones: Sequence[str]) -> str:
    """Which zones of a target are open to its attacker."""
    is_or_are = "are" if len(open_zones) > 1 else "is"
    return f"{target} faces {facing}: {zones(open_zones, 'zone')} {is_or_are} open to the attacker."
