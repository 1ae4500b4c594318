"""Why orders come to nothing, by code; the sentences are in the story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.coded import Shape

#: Why an order came to nothing. Values are names or numbers that the sentence needs, whole as they are kept.
VOIDED: Final[Mapping[str, Shape]] = {
    "unit-gone": (),
    "target-gone": (str,),
    # weapon fire: what was seen, and why no weapon of the group bears, by yaw and pitch; None in the same place never
    "does-not-bear": (str, int, int),
    "all-fired": (str,),
    "planet-between": (str,),
    "web-between": (str,),
    "turn-too-wide": (str, int, int),
    "speed-not-zero": (int,),
    "moved-by-web": (str,),
    "no-thrust-yet": (int,),
    "orbit-too-far": (str, int),
    "orbit-not-level": (str,),
    "not-in-orbit": (),
    "too-far": (str, int),
    "power-short": (int, int),
    "no-web": (str,),
    "no-point": (str, str),
    "no-trail": (),
    "has-not-moved": (),
    "strand-is-laid": (str,),
    "web-has-power": (str,),
    "not-nearer-middle": (str, str),
    "not-anchor": (str,),
    "not-bound": (str,),
    "no-shots": (str,),
    "not-aboard": (str,),
    "outside-fa": (str, int, int),
    "sphere-is-up": (),
    "no-sphere": (),
    "in-orbit": (str,),
    "is-bound": (),
}
