"""The fingerprint of the code that folds a game: a snapshot that other code made is never used."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

import attrs
import msgspec

#: The packages whose code decides what a fold gives.
FOLDING = (
    "game",
    "rules",
    "space",
    "orders",
    "toml",
    "events.py",
    "coded.py",
    "versions.py",
    "dice.py",
    "sentences.py",
)


@cache
def fingerprint() -> str:
    """SHA-256 over the code that folds a game, and its libraries: a snapshot of other code is never used."""
    root = Path(__file__).parent.parent
    found = [path for name in FOLDING for path in ([root / name] if name.endswith(".py") else (root / name).rglob("*"))]
    digest = hashlib.sha256(f"{sys.version} {_attrs_record()} msgspec {msgspec.__version__}".encode())
    for path in sorted(path for path in found if path.suffix in (".py", ".toml", ".lark")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _attrs_record() -> str:
    """Which attrs is installed, such as `attrs-26.1.0.dist-info`: asking importlib.metadata costs 15 ms of imports."""
    found = sorted(path.name for path in Path(attrs.__file__).parent.parent.glob("attrs-*"))
    if not found:
        from importlib.metadata import version

        found = [f"attrs {version('attrs')}"]
    return " ".join(found)
