"""Harm: what an attack and an asteroid field do to a starship, with the steps that a person takes on paper."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sits_es.rules.starwars.starship_class import StarshipWeapon
from sits_es.sentences import counted

#: Hull trauma of each net threat before armour, and system strain besides. Rule: seed, "Asteroid Field".
ASTEROID_TRAUMA: Final = 10
ASTEROID_STRAIN: Final = 1


class Harm(Struct, frozen=True, kw_only=True):
    """What a starship suffers, each 0 up. damage: points before armour; armour: points that it stops.

    ion: whether what comes through is system strain. strain: more points of that; criticals: critical hits. reckoned:
    the steps that lead to the damage.
    """

    damage: int = 0
    armour: int = 0
    ion: bool = False
    strain: int = 0
    criticals: int = 0
    reckoned: tuple[str, ...] = ()

    @property
    def through(self) -> int:
        """Points that come through the armour, 0 up."""
        return self.damage - self.armour

    @property
    def trauma(self) -> int:
        """Points of hull trauma, 0 up."""
        return 0 if self.ion else self.through

    @property
    def steps(self) -> tuple[str, ...]:
        """What comes through as it is redone on paper."""
        what = "system strain" if self.ion else "hull trauma"
        return (*self.reckoned, f"{self.damage} damage - {self.armour} stopped by armour = {self.through} {what}.")


def weapon_harm(weapon: StarshipWeapon, successes: int, armour: int) -> Harm:
    """A hit: the weapon's damage and one for each net success, less the armour that counts against it; 0 up each.

    Rule: base game; rules.md, Weapon qualities.
    """
    done, counts = weapon.damage + successes, max(0, armour - weapon.ignored)
    reckoned = [f"{weapon.name}: damage {weapon.damage} + {counted(successes, 'net success')} = {done}."]
    if weapon.ignored:
        reckoned.append(
            f"The weapon ignores {weapon.ignored} of {armour} armour, so {counts} {'is' if counts == 1 else 'are'} "
            "left."
        )
    return Harm(damage=done, armour=min(counts, done), ion=weapon.ion, reckoned=tuple(reckoned))


def asteroid_harm(threat: int, despair: int, armour: int) -> Harm:
    """What a check in an asteroid field does, whether it succeeds or not.

    threat: net, 0 up; each is 10 hull trauma less armour, never below 0, and 1 system strain. despair: 0 up, each a
    critical hit. armour: 0 up, counts against each threat. Rule: seed, "Asteroid Field"; against each: house.
    """
    stopped = min(armour, ASTEROID_TRAUMA)
    left = f"{ASTEROID_TRAUMA} - {armour}, at least 0, is {ASTEROID_TRAUMA - stopped}"
    reckoned = (
        f"{threat} net threat: {ASTEROID_TRAUMA} hull trauma for each.",
        f"Armour {armour} counts against each: {left}.",
    )
    return Harm(
        damage=threat * ASTEROID_TRAUMA,
        armour=threat * stopped,
        strain=threat * ASTEROID_STRAIN,
        criticals=despair,
        reckoned=reckoned,
    )
