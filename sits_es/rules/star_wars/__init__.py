"""Star Wars hex combat: starships act one after the other by initiative, on a flat map of hexes, by narrative dice."""

from __future__ import annotations

from typing import Final

__all__ = ["EVENTS", "MOST_STARSHIPS", "SHORT", "STEPS", "UNIT_FOLDER", "supplied", "supplied_bytes"]

#: What people may call the system in a command.
SHORT: Final = "starwars"

#: The folder of a player's own cards, beside the games.
UNIT_FOLDER: Final = "starships"

#: Where the events are defined: module -> their stored names.
EVENTS: Final = {
    "sits_es.rules.star_wars.orders.forms": (
        "starwars.FlyOrdered",
        "starwars.SpeedOrdered",
        "starwars.FireOrdered",
        "starwars.AdvantageOrdered",
        "starwars.CheckOrdered",
        "starwars.SideOrdered",
        "starwars.SpendOrdered",
        "starwars.TraumaEntered",
        "starwars.StrainEntered",
        "starwars.ShieldsEntered",
        "starwars.CriticalEntered",
        "starwars.CriticalMended",
        "starwars.NoteEntered",
    ),
    "sits_es.rules.star_wars.events.checks": (
        "starwars.CheckMade",
        "starwars.AttackDeclared",
        "starwars.AttackAimed",
        "starwars.AdvantageGained",
        "starwars.ResultSpent",
    ),
    "sits_es.rules.star_wars.events.harm": (
        "starwars.TraumaSuffered",
        "starwars.StrainSuffered",
        "starwars.CriticalSuffered",
        "starwars.StarshipLost",
        "starwars.StarshipShutDown",
        "starwars.StarshipRestored",
    ),
    "sits_es.rules.star_wars.events.motion": (
        "starwars.StarshipPlaced",
        "starwars.TerrainPlaced",
        "starwars.InitiativeSet",
        "starwars.StarshipFlew",
        "starwars.SpeedChanged",
        "starwars.OrderVoided",
        "starwars.SlotPassed",
        "starwars.TimeRanOut",
    ),
}

#: The most starships that a game may have, so that every slot has its place in a round.
MOST_STARSHIPS: Final = 99

#: What the steps of a round are called: initiative, and for each slot what the starship does, the side that a foe names
#: for an attack in one hex, and what is spent of the roll.
STEPS: Final = (
    "initiative",
    *(f"{slot}{stage}" for slot in range(1, MOST_STARSHIPS + 1) for stage in ("", "-side", "-spend")),
)


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return supplied_bytes(*path).decode()


def supplied_bytes(*path: str) -> bytes:
    """A file that comes with the rules as it stands, by its folders and its name."""
    from importlib.resources import files

    return files(__package__).joinpath(*path).read_bytes()
