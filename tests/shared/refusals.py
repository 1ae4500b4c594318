"""What a refusal says, word for word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sits_es.errors import GameError


def refused(act: Callable[..., object], *how: object, kind: type[Exception] = GameError, **named: object) -> str:
    """The words with which something is refused."""
    with pytest.raises(kind) as refusal:
        act(*how, **named)
    return str(refusal.value)
