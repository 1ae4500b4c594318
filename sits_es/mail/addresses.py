"""Mail addresses: what is one, so that no letter is written to where none can go."""

from __future__ import annotations

import re
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted

_ADDRESS: Final = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[^\s@<>,;:\"()\[\]\\]{1,255}")


def read_address(text: str) -> str:
    """A plain mail address. Raises UnreadableError for anything else."""
    address = text.strip()
    if not address.isascii() or _ADDRESS.fullmatch(address) is None:
        raise UnreadableError(f"{quoted(text)} is not a mail address. Write one like red@example.org.")
    return address
