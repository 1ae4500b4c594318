"""Why orders come to nothing, by code; the sentences are in the story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.events import Shape

#: Why an order came to nothing. Values are names or numbers that the sentence needs, whole as they are kept.
VOIDED: Final[Mapping[str, Shape]] = {
    "unit-gone": (),
    "target-gone": (str,),
    # weapon fire: what was seen, and why no weapon of the group bears, by yaw and pitch; None in the same place never
    "does-not-bear": (str, int, int),
    "all-fired": (str,),
    "planet-between": (str,),
    "web-between": (str,),
    # the first axis that is too wide, what was ordered, the limit at that time
    "turn-too-wide": (str, int, int),
    # bases rotate as they were set up to; mines and seeking weapons have nobody at the helm
    "no-helm": (),
    "speed-not-zero": (int,),
    # the last impulse of the tactical manoeuvres that are under way
    "tac-under-way": (int,),
    # impulses that are still to wait, with the one of the order; the break's order: from the next turn's first on
    "no-thrust-yet": (int,),
    "orbit-too-far": (str, int),
    "orbit-not-level": (str,),
    "orbit-in-middle": (str,),
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
    "no-shots": (str,),
    "not-aboard": (str,),
    "outside-fa": (str, int, int),
    "sphere-is-up": (),
    "no-sphere": (),
    "in-orbit": (str,),
    "is-bound": (),
    # binding: who is named twice; what is no ship, and its kind; whose ship is not of the same side; what moves, by
    # speed and thrust; what has the two others off other shields than #3 and #5
    "named-twice": (str,),
    "not-a-ship": (str, str),
    "other-side": (str,),
    "still-moving": (str, int, int),
    "shields-wrong": (str, str, str),
    # what the checker refuses and a changed program may have sealed: speed, thrust, radius or strength; web or sphere;
    # the kind of a unit; its own unit; somebody else's web
    "beyond-limit": (str,),
    "no-generator": (str,),
    "tac-begins": (),
    "no-het": (str,),
    "no-weapon": (str,),
    "no-launcher": (str,),
    # the body and its kind
    "no-orbit": (str, str),
    # a turn and a high-energy turn, or two of these, in one impulse
    "turns-once": (),
    # out of its carrier in this impulse
    "just-released": (),
    "own-unit": (str,),
    "not-your-web": (str,),
}
