"""Signed notes, as C2SP's signed-note has them: a text, an empty line, and a line for each signature under it.

A key's name in a note is its fingerprint in words, so whoever reads a note knows what to compare by telephone.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.keys.identity import Identity, fingerprint, signed_by

_DASH: Final = "\u2014"
_LINE: Final = re.compile(rf"{_DASH} ([^\s+]+) ([A-Za-z0-9+/]+={{0,2}})")
#: The kind of signature that Ed25519 keys make, in the digest that a key's number is taken from.
_ED25519: Final = b"\x01"
_ID: Final = 4
#: Signatures under one note that are looked at.
MOST_SIGNATURES: Final = 64


@frozen
class Signer:
    """Whose signature is under a note. who: who holds the key, None where nobody knows.

    words: the key's fingerprint; of a key that nobody knows only what the note calls it, which proves nothing.
    """

    words: str
    who: str | None

    def in_words(self) -> str:
        """For people."""
        if self.who:
            return f"signed by {self.who} (key {self.words})"
        return f"signed by a key that is unknown here and calls itself {self.words}"


def key_id(name: str, key: str) -> bytes:
    """The 4 bytes by which a signature says whose it is. key: public, in hexadecimal."""
    return sha256(name.encode() + b"\n" + _ED25519 + bytes.fromhex(key)).digest()[:_ID]


def sign_note(text: str, identity: Identity) -> str:
    """A text with a player's signature under it. text: one or more lines, each with its end; ValueError otherwise."""
    if not text.endswith("\n"):
        raise ValueError("A note's text ends with the end of a line.")
    name = identity.fingerprint
    signature = base64.b64encode(key_id(name, identity.key) + identity.sign(text.encode())).decode()
    return f"{text}\n{_DASH} {name} {signature}\n"


def is_signed(note: str) -> bool:
    """Whether there are signatures under a text, good or bad."""
    return f"\n\n{_DASH} " in note


def signers(note: str, keys: Mapping[str, str]) -> tuple[Signer, ...]:
    """Who signed a note, in its order; nobody where no signature is under it. keys: public key -> who holds it.

    Raises UnreadableError for a line that is not a signature, and for one by a known key that does not fit the text.
    """
    # all signatures follow one empty line, so the last one that a signature follows parts them
    text, between, under = note.rpartition(f"\n\n{_DASH} ")
    lines = f"{_DASH} {under}".splitlines() if between else []
    if len(lines) > MOST_SIGNATURES:
        raise UnreadableError(f"A note has at most {MOST_SIGNATURES} signatures; this one has {len(lines)}.")
    known = {(fingerprint(key), key_id(fingerprint(key), key)): key for key in keys}
    return tuple(_signer(line, f"{text}\n".encode(), known, keys) for line in lines)


def _signer(line: str, text: bytes, known: Mapping[tuple[str, bytes], str], keys: Mapping[str, str]) -> Signer:
    """Whose signature a line is. text: what was signed; known: keys by what a signature names."""
    found = _LINE.fullmatch(line)
    try:
        content = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        content = b""
    if found is None or len(content) <= _ID:
        raise UnreadableError(
            "Only signatures may follow the empty line of a signed note, each a dash, a name and base64; "
            "another line is there. Save the note as it was sent."
        )
    name, key = found[1], known.get((found[1], content[:_ID]))
    if key is None:
        if name in (words for words, _ in known):
            raise UnreadableError(f"A signature claims the key {name}, but another key made it.")
        return Signer(name, None)
    if not signed_by(key, text, content[_ID:]):
        raise UnreadableError(
            f"The signature of {keys[key]} (key {name}) does not fit: the text was changed, or somebody else signed."
        )
    return Signer(name, keys[key])
