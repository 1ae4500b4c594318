"""Numbers that no order may have, and no sum is made of. Rule: C1.43, C2.111, G10.3, G23.41."""

from __future__ import annotations

from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.numbers import WHOLE, written

#: The most impulse thrust in a turn, in ten-thousandths of a point. Rule: C2.111.
MOST_THRUST: Final = WHOLE
#: The greatest strength of a web, in ten-thousandths. Rule: G10.3.
STRONGEST: Final = 35 * WHOLE
#: A sphere's radius is below this, in kilometres. Rule: G23.41.
BEYOND: Final = 4 * WHOLE

#: By what is limited: the most that there may be of it, 0 being the least, and what is said beyond that.
_LIMITS: Final = {
    "speed": (None, "Speed {} is not allowed. A warp speed is 0 or more: nothing moves astern (C1.43)."),
    "thrust": (MOST_THRUST, "Thrust {} is not allowed. Impulse thrust is 0 to 1 in a turn (C2.111)."),
    "strength": (STRONGEST, "A web of strength {} is not allowed. Webs have a strength of 0 to 35 (G10.3)."),
    "radius": (BEYOND - 1, "A sphere cannot have a radius of {}. Its radius is 0 to 3.9999 hexes (G23.41)."),
}


def is_beyond(what: str, number: int) -> bool:
    """Whether a speed, a thrust, a web's strength or a sphere's radius is none that the rules allow."""
    most, _ = _LIMITS[what]
    return number < 0 or (most is not None and number > most)


def limit_in_words(what: str, number: int) -> str:
    """What is said of one that is not allowed: that it isn't, and what is."""
    return _LIMITS[what][1].format(written(number))


def refuse_beyond_limits(**numbers: int) -> None:
    """Raise NotAllowedError with each of these that is not allowed: speed, thrust, strength (of a web), radius."""
    problems = [limit_in_words(what, number) for what, number in numbers.items() if is_beyond(what, number)]
    if problems:
        raise NotAllowedError(problems)
