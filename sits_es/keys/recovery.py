"""A recovery key: its secret half is kept elsewhere as words, so that it can name another key for a lost one."""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import wrap
from typing import Final

from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.keys.identity import Identity

_SECRET: Final = re.compile(r"[0-9a-f]{64}")
_NAME: Final = "recovery"


class Recovery(Struct, frozen=True):
    """A key that can name another for a seat. key: its public half; words: the secret one, as its owner keeps it."""

    key: str
    words: str


def recovery_key(random: Callable[[int], bytes]) -> Recovery:
    """A new key to keep elsewhere; its secret half is in no file here."""
    secret = random(32)
    return Recovery(Identity.from_secret(_NAME, secret).key, " ".join(wrap(secret.hex(), 8)))


def read_recovery(words: str) -> Identity:
    """The key of which somebody kept the words. Raises UnreadableError."""
    text = re.sub(r"\s", "", words).lower()
    if _SECRET.fullmatch(text) is None:
        raise UnreadableError(
            "That is not a recovery key. A recovery key is eight words of eight letters and digits each, as shown by "
            "sits join."
        )
    return Identity.from_secret(_NAME, bytes.fromhex(text))
