"""The form of a packet: its kinds, its limits, and everything that can be wrong with plain JSON that claims to be one.

Rule: house, for play by mail.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, Final

#: What a packet can be. Only start, seal, reveal, act, record, agreed deadline, default and ruling lead to game events.
KINDS: Final = (
    "invite",
    "join",
    "start",
    "seal",
    "reveal",
    "deadline",
    "default",
    "dispute",
    "ruling",
    "fork-offer",
    "note",
    "bundle",
    "ack",
    "act",
    "record",
    "without",
    "share",
    "resign",
    "forfeit",
    "reseat",
    "readmit",
    "succession",
    "decline",
    "standing",
    "behind",
)

#: Bytes that a packet may hold, decompressed; a bundle travels in parts of at most as many.
MOST_BYTES: Final = 1 << 20
#: Parts that a bundle may travel in.
MOST_PARTS: Final = 64
#: Lists and objects that may be nested in a body.
MOST_DEPTH: Final = 32
#: The greatest whole number that every program reads exactly.
MOST_NUMBER: Final = (1 << 53) - 1
#: Characters of the name of a game or a player.
MOST_LETTERS: Final = 60
#: Characters of the id of a branch: each that becomes the game adds nine to its parent's.
MOST_OF_BRANCH: Final = 300

#: Name and version of the form; it opens every message that is signed.
FORMAT: Final = "sits-es/packet/1"
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_FIELDS: Final = ("body", "branch", "game", "head", "kind", "number", "sender")
_OUTER: Final = ("format", "packet", "signature")


def outer_faults(data: object) -> Iterator[str]:
    """What is wrong with the packet as it travels."""
    if not isinstance(data, dict) or "format" not in data:
        yield "This is not a packet: it does not name its format."
        return
    if data["format"] != FORMAT:
        yield f"The packet's format is {_shown(data['format'])}; this program reads {FORMAT}. A newer one may read it."
        return
    yield from _field_faults(data, _OUTER, "The packet")
    if not (isinstance(signature := data.get("signature"), str) and _SIGNATURE.fullmatch(signature)):
        yield "The packet's signature is not 128 hexadecimal digits."
    yield from packet_faults(data.get("packet"))


def packet_faults(data: object) -> Iterator[str]:
    """What is wrong with a packet's content."""
    if not isinstance(data, dict):
        yield "The packet has no content."
        return
    yield from _field_faults(data, _FIELDS, "The packet's content")
    if data.get("kind") not in KINDS:
        yield f"The packet's kind is {_shown(data.get('kind'))}; it can be {', '.join(KINDS)}."
    for each, most in (("game", MOST_LETTERS), ("branch", MOST_OF_BRANCH), ("sender", MOST_LETTERS)):
        if not _is_name(data.get(each), most):
            yield f"The packet's {each} is {_shown(data.get(each))}; it has 1 to {most} visible characters."
    if not _is_number(data.get("number"), 1):
        yield f"The packet's number is {_shown(data.get('number'))}; it is a whole number from 1 up."
    head = data.get("head")
    if head is not None and not _is_head(head):
        yield f"The packet's head is {_shown(head)}; it names a version, from 0 up, and a digest of 64 digits."
    yield from _body_faults(data.get("body"))


def _field_faults(data: dict[str, Any], fields: tuple[str, ...], what: str) -> Iterator[str]:
    """Fields that are missing or not known."""
    if missing := [name for name in fields if name not in data]:
        yield f"{what} lacks {', '.join(missing)}."
    if unknown := sorted(str(name) for name in data if name not in fields):
        yield f"{what} has {', '.join(_shown(name) for name in unknown[:5])}, which this program does not know."


def _body_faults(body: object) -> Iterator[str]:
    """What in a body two programs could read differently. It is walked without recursion: bodies may be deep."""
    if not isinstance(body, dict):
        yield f"The packet's body is {_shown(body)}; it is an object with named fields."
        return
    waiting: list[tuple[object, int]] = [(body, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MOST_DEPTH:
            yield f"The packet's body is nested deeper than {MOST_DEPTH}."
            return
        if isinstance(value, dict):
            if not all(isinstance(key, str) for key in value):
                yield "The packet's body has a field whose name is not a text."
                return
            waiting += [(each, depth + 1) for each in value.values()]
        elif isinstance(value, list | tuple):
            waiting += [(each, depth + 1) for each in value]
        elif isinstance(value, float):
            yield f"The packet's body holds {value}; only whole numbers are allowed."
            return
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            yield f"The packet's body holds {_shown(value)}; numbers go up to {MOST_NUMBER}."
            return
        elif not (value is None or isinstance(value, str | int)):
            yield f"The packet's body holds {_shown(value)}; only plain JSON is allowed."
            return


def depth_faults(data: object) -> Iterator[str]:
    """Refuse what is nested too deep before anything walks it recursively."""
    level = [data]
    for _ in range(MOST_DEPTH + 2):
        level = [
            part
            for value in level
            if isinstance(value, dict | list)
            for part in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return
    yield f"The packet is nested deeper than {MOST_DEPTH}."


def _is_head(head: object) -> bool:
    return (
        isinstance(head, dict)
        and set(head) == {"version", "digest"}
        and _is_number(head["version"], 0)
        and isinstance(head["digest"], str)
        and _DIGEST.fullmatch(head["digest"]) is not None
    )


def _is_number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST_NUMBER


def _is_name(value: object, most: int) -> bool:
    """Whether a text fits in a header on one line and means the same to everybody who reads it."""
    return (
        isinstance(value, str)
        and 1 <= len(value) <= most
        and value == value.strip()
        and value.isprintable()
        and unicodedata.normalize("NFC", value) == value
    )


def _shown(value: object) -> str:
    """A value for a refusal, on one line and not too long."""
    text = ascii(value)
    return text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "..."
