"""Words of the table: what is said of arcs and displays, and which rule an answer goes by, as players read it.

A rule is a heading of the printed page, or a house rule in plain words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sits_es.sentences import counted, listed


def arcs_in_words(arcs: Sequence[str]) -> str:
    """`its front arc`, `its front and bullseye arcs`, `none of its arcs`."""
    if not arcs:
        return "none of its arcs"
    return f"its {listed(arcs)} {'arc' if len(arcs) == 1 else 'arcs'}"


def amounts(shields: int, hull: int) -> list[str]:
    """`2 shields`, `1 hull`, without what is 0."""
    return [*([counted(shields, "shield")] if shields else []), *([f"{hull} hull"] if hull else [])]


def huge_turret(ship: str) -> str:
    """Why a huge ship's turret does nothing but by a ruling."""
    return f"{ship} is huge, and the program has no rules for huge ships' turrets."


def _printed(*headings: str) -> str:
    """`the printed page, "Turret Arcs", "Firing Arcs"`. headings: as they are printed."""
    quoted = (f'"{heading}"' for heading in headings)
    return f"the printed page, {', '.join(quoted)}"


#: Which arcs hold a ship, and how far it is in them.
IN_ARC: Final = (
    f"{_printed('ARC')}; house: a touch is not inside, where token lines run, the range in an arc is to the closest "
    "part inside it"
)
#: What obstructs an attack.
OBSTRUCTED: Final = "house: an object that the line of an attack crosses obstructs it"
#: Range bands.
RANGES: Final = "house: bands of 100 mm from the closest points, limits included; 0 is touching or overlapping"
#: How ships stand to each other.
RELATIONS: Final = f"{_printed('Full Arcs')}; house: what lies beneath the base crosses its midway line too"
#: Which arcs a ship fires in.
FIRING: Final = f"{_printed('Firing Arcs')}; house: the range in an arc is to the closest part inside it"
#: What a ship's firing arcs are when it is listed.
LISTED: Final = _printed("Turret Arcs", "Firing Arcs")
#: The rotate action.
ROTATE: Final = f"{_printed('Turret Arcs')}; house: it must move"
#: Moves by template.
TEMPLATES: Final = (
    "house: templates as measured, 20 mm wide; the middle of the base moves along the middle line; a ship that would "
    "overlap another stops where it last fits; an entered place counts"
)
#: Dials that are sealed.
DIALS: Final = "house: dials are sealed when a round begins, and revealed together"
#: What players say.
ENTERED: Final = "house: as its player entered it; by mail the others confirm it"
#: What is said of an attack later.
DISPUTES: Final = "house: players dispute an attack, and rule on it, by entries; by mail the others confirm them"
#: Ships that are lost.
LOST: Final = "house: a ship without hull is lost"
#: Where a round ends.
ROUND_END: Final = "house: a round ends by an entry that says so"
#: What the scenario decides.
SCENARIO: Final = "house: by the scenario"
