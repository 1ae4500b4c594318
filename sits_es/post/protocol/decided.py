"""What people have agreed on, as it stands on record: an agreement that is there already is not entered again."""

from __future__ import annotations

from typing import Final

from attrs import asdict

from sits_es.events import Event
from sits_es.game.events import AbsenceGranted, DeadlineSet, PlayerReadmitted, RulingMade, SeatTaken

#: Facts that several people agreed on.
AGREED: Final = (AbsenceGranted, DeadlineSet, PlayerReadmitted, RulingMade, SeatTaken)
#: What a fact says of when it went on record and who signed it, not of what was agreed on.
_ASIDE: Final = ("turn", "segment", "by")

#: What was agreed on, whenever that was and whoever signed it.
Agreed = tuple[object, ...]


def agreed_on(fact: Event) -> Agreed | None:
    """What a fact says that several people agreed on; None for any other."""
    if not isinstance(fact, AGREED):
        return None
    return (type(fact).__name__, *(each for name, each in asdict(fact, recurse=False).items() if name not in _ASIDE))
