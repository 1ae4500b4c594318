"""What dice came to, and what was needed, in the few words of a row in a table of rolls.

Most dice of SFB 'n3D are read on the printed tables of weapons and terrain: of those only the range is said.
"""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.sfb_n3d.fire.facts import WeaponFired
from sits_es.rules.sfb_n3d.spheres.facts import MineTriggered
from sits_es.rules.sfb_n3d.sums.words import range_of
from sits_es.rules.sfb_n3d.turns.facts import HighEnergyTurned


def needed(fact: Event) -> str:
    """What the dice before a fact came to; empty for a fact that no dice decide, or only a printed table."""
    match fact:
        case HighEnergyTurned(die=die) if die:
            return f"{fact.needed} or more breaks it down: {'it does' if fact.broke_down else 'it holds'}"
        case MineTriggered(die=die) if die:
            return "it goes off" if fact.detonated else "it does not go off"
        case WeaponFired():
            return f"read at {range_of(fact.exact)}"
    return ""
