"""A packet: what one program tells another, signed. Canonical JSON, so that one content has one form and one digest.

Rule: house, for play by mail. Nothing here knows a rule or a game's state: whether a packet comes at its place and
from a player's own key is for the post office to judge.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, Final

import orjson
from attrs import field, frozen

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.mail.identity import Identity, signed_by
from sits_es.mail.packet_form import FORMAT, MOST_BYTES, MOST_PARTS, depth_faults, outer_faults, packet_faults

#: Where in a packet's bytes its content is, of which the digest and the signature are made.
_BEFORE: Final = len(canonical({"format": FORMAT, "packet": None})) - len(b"null}")
_AFTER: Final = len(b',"signature":""}') + 128
#: Bytes of a packet that is kept once it is read, and how many are: 16 MB of text at most.
_SHORT: Final = 16 * 1024
_KEPT: Final = 1024


@frozen
class LastEvent:
    """Where the sender's record stood after the last common segment. version: of its last event, 0 up; digest: hex."""

    version: int
    digest: str


@frozen(kw_only=True)
class Packet:
    """What one program tells another. ValueError for what `read_packet` would refuse.

    game: the root game; branch: the stream; sender: a player's id; number: 1 up, without gaps, for each sender in each
    game; head: None before the game begins; body: plain JSON, by kind. A body's `turn` and `segments` (a list of whole
    numbers), where it has them, are shown in the readable header.
    """

    kind: str
    game: str
    branch: str
    sender: str
    number: int
    head: LastEvent | None = None
    body: dict[str, Any] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if faults := list(packet_faults(self.data())):
            raise ValueError(" ".join(faults))

    def data(self) -> dict[str, Any]:
        """The packet as plain JSON."""
        head = None if self.head is None else {"version": self.head.version, "digest": self.head.digest}
        return {
            "kind": self.kind,
            "game": self.game,
            "branch": self.branch,
            "sender": self.sender,
            "number": self.number,
            "head": head,
            "body": self.body,
        }

    @property
    def title(self) -> str:
        """What a person calls it: `seal 4 of red in duel`."""
        return f"{self.kind} {self.number} of {self.sender} in {self.game}"


@frozen(kw_only=True)
class Signed:
    """A packet with its signature. signature: 64 bytes; digest: SHA-256 of the content alone, in hexadecimal.

    Two signatures of the same content have the same digest: it is the content that is sent once. bytes: canonical,
    exactly what travels.
    """

    packet: Packet
    signature: bytes = field(repr=False)
    bytes: bytes = field(repr=False)
    digest: str

    def __hash__(self) -> int:
        return hash(self.bytes)


def sign(packet: Packet, identity: Identity) -> Signed:
    """Sign a packet. ValueError when it is longer than a packet of its kind may be."""
    message = _message(packet.data())
    signature = identity.sign(message)
    written = canonical({"format": FORMAT, "packet": packet.data(), "signature": signature.hex()})
    if len(written) > most_bytes(packet.kind):
        raise ValueError(f"the {packet.title} has {len(written)} bytes; {most_bytes(packet.kind)} are allowed")
    return Signed(packet=packet, signature=signature, bytes=written, digest=hashlib.sha256(message).hexdigest())


def most_bytes(kind: str) -> int:
    """How many bytes a packet of a kind may hold: bundles travel in parts."""
    return MOST_BYTES * MOST_PARTS if kind == "bundle" else MOST_BYTES


def read_packet(content: bytes) -> Signed:
    """Read a packet, strictly: one content has one form. Its signature is not checked here.

    A short one that was read already is not read again: a journal is asked for the same packets many times a day.
    Raises UnreadableError with everything that is wrong, in words.
    """
    return (_read_once if len(content) <= _SHORT else _read)(content)


def _read(content: bytes) -> Signed:
    if len(content) > MOST_BYTES * MOST_PARTS:
        raise UnreadableError(f"The packet has {len(content)} bytes; it may have {MOST_BYTES * MOST_PARTS} at most.")
    try:
        data = orjson.loads(content)
    except orjson.JSONDecodeError:
        raise UnreadableError("The packet is not a JSON text. It was damaged on its way: ask for it again.") from None
    if faults := [*depth_faults(data), *outer_faults(data)]:
        raise UnreadableError(faults)
    plain = data["packet"]
    if len(content) > most_bytes(plain["kind"]):
        raise UnreadableError(f"The packet has {len(content)} bytes; a {plain['kind']} may have {MOST_BYTES} at most.")
    if canonical(data) != content:
        raise UnreadableError("The packet is not in the one form that its content has, so no signature can hold.")
    head = plain["head"] and LastEvent(plain["head"]["version"], plain["head"]["digest"])
    packet = Packet(**{**plain, "head": head})
    signature = bytes.fromhex(data["signature"])
    digest = hashlib.sha256(FORMAT.encode() + content[_BEFORE:-_AFTER]).hexdigest()
    return Signed(packet=packet, signature=signature, bytes=content, digest=digest)


_read_once = lru_cache(maxsize=_KEPT)(_read)


def is_signed_by(signed: Signed, key: str) -> bool:
    """Whether the owner of a public key (64 hexadecimal digits) signed this packet. A short one is looked at once."""
    look = _look_once if len(signed.bytes) <= _SHORT else _look
    return look(key, signed.bytes, signed.signature)


def _look(key: str, content: bytes, signature: bytes) -> bool:
    return signed_by(key, FORMAT.encode() + content[_BEFORE:-_AFTER], signature)


_look_once = lru_cache(maxsize=_KEPT)(_look)


def _message(data: dict[str, Any]) -> bytes:
    """What is signed: never anything else, whatever else this key may sign some day."""
    return FORMAT.encode() + canonical(data)
