"""Boards that are played with crews: Hawk faces Kite two hexes ahead, each with a gunner and an engineer."""

from __future__ import annotations

from typing import Any, Final

from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.crews.facts import Effect, EffectKind
from sits_es.rules.starwars.starship_class import CrewMember, StarshipWeapon
from tests.rules.starwars.fleets import board, card, starship

GUNNER: Final = CrewMember(name="gunner", agility=2, gunnery=2)
ENGINEER: Final = CrewMember(name="engineer", intellect=3, mechanics=1)
TURRET: Final = StarshipWeapon(
    name="turret", arcs=("forward", "aft", "port", "starboard"), reach="short", damage=4, critical=3
)

#: Hawk's pilot has agility 3 and Gunnery 1, its gunner agility 2 and Gunnery 2.
PILOT_MISSES: Final = "ability:blank ability:blank proficiency:blank difficulty:blank difficulty:blank"
GUNNER_MISSES: Final = "proficiency:blank proficiency:blank difficulty:blank difficulty:blank"


def crewed(
    *more: Any, hawk: dict[str, Any] | None = None, kite: dict[str, Any] | None = None, **of_board: Any
) -> Board:
    """The slot of Hawk. hawk, kite: what is to be so of them; their shields are down, and they have hull to lose."""
    bare: dict[str, Any] = {"shields": (0, 0, 0, 0)}
    weapons = (*card("Fighter").weapons, TURRET)
    on = board(
        starship("Hawk", **bare | (hawk or {})),
        starship("Kite", "2A", "D", **bare | (kite or {})),
        *more,
        cards=(card("Fighter", hull=40, members=(ENGINEER, GUNNER), weapons=weapons),),
        crews=True,
    )
    for name, value in of_board.items():
        setattr(on, name, value)
    return on


def effect(kind: EffectKind, turn: int = 1, member: str = "") -> Effect:
    """Something that holds."""
    return Effect(kind=kind, turn=turn, member=member)
