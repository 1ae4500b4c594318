"""One way to write a value down as bytes, so that a digest of it means the same on every machine."""

from __future__ import annotations

import json

_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(value: object) -> bytes:
    """JSON with sorted keys, no spaces, UTF-8. Only texts, whole numbers, truth values, lists and dicts.

    Raises TypeError for a float or anything else that two machines could write differently.
    """
    _refuse_inexact(value)
    return _WRITER.encode(value).encode()


def _refuse_inexact(value: object) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            if not isinstance(key, str):
                raise TypeError(f"canonical JSON has text keys only, not {type(key).__name__}")
            _refuse_inexact(part)
    elif isinstance(value, list | tuple):
        for part in value:
            _refuse_inexact(part)
    elif not (value is None or isinstance(value, str | int)):
        raise TypeError(f"canonical JSON cannot hold a value of the type {type(value).__name__}")
