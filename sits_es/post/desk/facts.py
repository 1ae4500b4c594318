"""Facts as packets carry them: by the store's own codec, so that a packet tells what the record will hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from sits_es.canonical import canonical
from sits_es.events import Event
from sits_es.post.protocol.content import Written
from sits_es.store.codec import Codec


@cache
def _codec() -> Codec:
    return Codec()


def write_fact(fact: Event) -> Written:
    """A fact as a packet carries it: its stored name with the version, and its data."""
    topic, state = _codec().encode(fact)
    return topic, json.loads(state)


def read_fact(written: Sequence[Any]) -> Event:
    """A fact from a packet. Raises UnreadableError."""
    topic, data = written
    return _codec().decode(topic, canonical(data))
