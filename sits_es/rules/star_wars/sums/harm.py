"""Harm: what an attack and an asteroid field do to a starship, with the steps that a person takes on paper."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from sits_es.sentences import counted
from sits_es.values import Value

#: Hull trauma of each net threat before armour, and system strain besides. Rule: seed, "Asteroid Field".
ASTEROID_TRAUMA: Final = 10
ASTEROID_STRAIN: Final = 1


@frozen(kw_only=True)
class Harm(Value):
    """What a starship suffers, each 0 up. damage: points before armour; armour: points that it stops.

    strain: points of system strain; criticals: critical hits. reckoned: the steps that lead to the damage.
    """

    damage: int = 0
    armour: int = 0
    strain: int = 0
    criticals: int = 0
    reckoned: tuple[str, ...] = ()

    @property
    def trauma(self) -> int:
        """Points of hull trauma, 0 up: what comes through the armour."""
        return self.damage - self.armour

    @property
    def steps(self) -> tuple[str, ...]:
        """The hull trauma as it is redone on paper."""
        return (*self.reckoned, f"{self.damage} damage - {self.armour} stopped by armour = {self.trauma} hull trauma.")


def weapon_harm(weapon: str, damage: int, successes: int, armour: int) -> Harm:
    """A hit: the weapon's damage and one for each net success, less armour; all numbers 0 up. Rule: base game."""
    done = damage + successes
    reckoned = f"{weapon}: damage {damage} + {counted(successes, 'net success')} = {done}."
    return Harm(damage=done, armour=min(armour, done), reckoned=(reckoned,))


def asteroid_harm(threat: int, despair: int, armour: int) -> Harm:
    """What a check in an asteroid field does, whether it succeeds or not.

    threat: net, 0 up; each is 10 hull trauma less armour, never below 0, and 1 system strain. despair: 0 up, each a
    critical hit. armour: 0 up, counts against each threat. Rule: seed, "Asteroid Field"; against each: house.
    """
    stopped = min(armour, ASTEROID_TRAUMA)
    left = f"{ASTEROID_TRAUMA} - {armour}, at least 0, is {ASTEROID_TRAUMA - stopped}"
    reckoned = (
        f"{threat} net threat, each {ASTEROID_TRAUMA} hull trauma.",
        f"Armour {armour} counts against each: {left}.",
    )
    return Harm(
        damage=threat * ASTEROID_TRAUMA,
        armour=threat * stopped,
        strain=threat * ASTEROID_STRAIN,
        criticals=despair,
        reckoned=reckoned,
    )
