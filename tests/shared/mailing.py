"""Two players with fixed keys, and a packet of theirs: what the tests of mail send to and fro."""

from __future__ import annotations

from typing import Any, Final

from sits_es.mail.identity import Identity
from sits_es.mail.packet import LastEvent, Packet, Signed, sign

RED: Final = Identity.from_secret("red", bytes(range(32)))
BLUE: Final = Identity.from_secret("blue", bytes(range(32, 64)))
HEAD: Final = LastEvent(12, "ab" * 32)

REPORT: Final = "Duel, turn 2.\n\nFearless is at 0412, velocity 3A 1+.\nSirius is at 0920, 8 hexes off.\n"
ORDERS: Final = (
    "game duel\nturn 2\nship Fearless\n  1    fire forward-graser at Sirius\n"
    '  2    thrust 4\n  2    pivot to B+\n  3-4  launch port 3 salvoes at "Old Sirius"\n  stop if launched at\n'
)


def packet(**changes: Any) -> Packet:
    """Blue's seal for turn 2, but for what is changed."""
    fields: dict[str, Any] = {
        "kind": "seal",
        "game": "duel",
        "branch": "duel",
        "sender": "blue",
        "number": 4,
        "head": HEAD,
        "body": {"turn": 2, "segments": [1, 2, 3, 4], "seals": ["cd" * 32, "ef" * 32, "01" * 32, "23" * 32]},
    }
    return Packet(**{**fields, **changes})


def seal(**changes: Any) -> Signed:
    """The same, signed by Blue."""
    return sign(packet(**changes), BLUE)


def lines(text: str) -> list[str]:
    """What the lines of a text say, without how they are set."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
