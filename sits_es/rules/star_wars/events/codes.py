"""Why orders come to nothing, and what harm comes of, by code; the sentences are in the story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.events import Shape

#: Why an order came to nothing. Values are names or numbers that the sentence needs.
VOIDED: Final[Mapping[str, Shape]] = {
    # nobody orders anything yet
    "initiative-first": (),
    # whose slot it is
    "not-its-slot": (str,),
    "starship-gone": (),
    "shut-down": (),
    # a second manoeuvre or action of the slot
    "manoeuvred-already": (),
    "acted-already": (),
    # the step of a flight, 1 up, and the first rule it breaks: movement, occupied or turns
    "flight-unlawful": (int, str),
    # the most that the card allows
    "speed-beyond": (int,),
    "no-weapon": (str,),
    "no-target": (str,),
    # the target, and hexes to it
    "out-of-range": (str, int),
    # the weapon, and the arcs that the target lies in: `forward, port`
    "does-not-bear": (str, str),
    # the zone, and those that are open: `forward, port`
    "zone-not-open": (str, str),
    "zone-not-named": (str,),
    "side-not-named": (str,),
    # who names it
    "side-not-yours": (str,),
    "side-first": (str,),
    "side-named-already": (),
    "side-not-in-one-hex": (str,),
    "silhouette-too-large": (int,),
    "not-an-enemy": (str,),
    "nothing-rolled": (),
    "nothing-declared": (),
    # what is left, of advantage or triumph
    "not-so-much": (int, str),
    "no-critical": (),
    # the advantage that it costs
    "critical-costs-more": (int,),
    "rolled-already": (),
}

#: What hull trauma, strain or a critical hit comes of.
CAUSES: Final[Mapping[str, Shape]] = {
    # who fired, and with what
    "weapon": (str, str),
    # an asteroid field
    "asteroids": (str,),
    "entered": (),
}
