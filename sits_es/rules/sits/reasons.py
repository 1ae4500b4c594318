"""Why orders of SITS come to nothing: a code for each reason, with the values that belong to it, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.events import Shape

#: Why an order came to nothing. What took a ship out of the game is a code of CAUSES.
REASONS: Final[Mapping[str, Shape]] = {
    "out-of-game": (str,),  # what took the ship out of the game
    # targets
    "aims-at-itself": (),
    "own-side": (str, str),  # target, its side
    "no-such-target": (str,),  # target
    "target-out": (str, str),  # target, what took it out of the game
    "weapon-off-arc": (str, str, str, str, str, str, ...),  # weapon, target, window in the ship's frame, on the map,
    "launcher-off-arc": (str, str, str, str, str, ...),  # mount, its arc: a facing if it is the usual, else each window
    "behind-wedge": (str, str),  # target, window of its frame
    "out-of-reach": (str, int, str, int),  # target, its range, weapon, how far that reaches
    # beams
    "no-such-weapon": (str,),  # weapon
    "weapon-destroyed": (str,),  # weapon
    "weapon-waits": (str, int),  # weapon, segments
    "fired-twice": (str,),  # weapon
    # launchers
    "no-such-launcher": (str,),  # mount
    "tubes-destroyed": (str,),  # mount
    "too-many-tubes": (int, str, int),  # tubes ordered, mount, tubes that work
    "launcher-waits": (str, int),  # mount, segments
    "magazine-empty": (str,),  # mount
    "magazine-short": (int, str, int, int),  # salvoes ordered, mount, missiles that they take, missiles left
    "rows-short": (int, str, int),  # salvoes ordered, mount, rows left
    "fire-control-destroyed": (str,),  # mount
    "too-many-salvoes": (int, str, int, str, int),  # salvoes ordered, target, range, the most in a turn, left of these
    # helm and engines
    "no-bridge": (),
    "thrust-too-high": (int, int),  # thrust ordered, rating
    "pivot-destroyed": (),
    "nose-there-already": (str,),  # window
    "roll-destroyed": (),
    "roll-too-far": (int,),  # windows ordered
    "no-plot": (str, int, str),  # vectors, dots, window
    "not-in-own-plots": (str, int, str, str, ...),  # likewise, and every plot of the row of the game's own
    "no-dots-there": (str, str, str, ...),  # vectors, window, every window that has dots
    # decoys, repairs and miracles
    "too-many-decoys": (int, int),  # decoys ordered, left
    "no-such-track": (str, str, ...),  # track, every track that there is
    "beyond-repair": (str,),  # track
    "nothing-to-mend": (str,),  # track
    "too-many-parties": (int, str),  # parties ordered, track
    "too-few-parties": (int, int),  # parties sent in all, parties there are
    "commander-draws-none": (str,),  # grade
    "no-miracle": (int,),  # what the hand counts, 0 without a card
    "miracle-of-break": (),
    "miracle-of-segment": (str,),  # miracle
}

#: The word of an order that a reason is about; of reasons that aren't here the whole order is.
FIELDS: Final[Mapping[str, str]] = {
    "out-of-game": "ship",
    **dict.fromkeys(("aims-at-itself", "own-side", "no-such-target", "target-out"), "target"),
    **dict.fromkeys(("behind-wedge", "out-of-reach"), "target"),
    **dict.fromkeys(("weapon-off-arc", "no-such-weapon", "weapon-destroyed", "weapon-waits", "fired-twice"), "weapon"),
    **dict.fromkeys(("launcher-off-arc", "no-such-launcher", "tubes-destroyed", "launcher-waits"), "mount"),
    **dict.fromkeys(("magazine-empty", "fire-control-destroyed"), "mount"),
    "too-many-tubes": "tubes",
    **dict.fromkeys(("magazine-short", "rows-short", "too-many-salvoes"), "salvoes"),
    "thrust-too-high": "thrust",
    "nose-there-already": "to",
    "roll-too-far": "steps",
    **dict.fromkeys(("no-plot", "not-in-own-plots", "no-dots-there"), "plots"),
    "too-many-decoys": "count",
    **dict.fromkeys(("no-such-track", "beyond-repair", "nothing-to-mend"), "track"),
    **dict.fromkeys(("too-many-parties", "too-few-parties"), "parties"),
    "miracle-of-segment": "miracle",
}
