"""Facts as plain data, in the versions that a game writes: to a notation and back."""

from __future__ import annotations

import json
from typing import Any

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event
from sits_es.game.events import GameCreated
from sits_es.store.codec import Codec
from sits_es.versions import older


def as_data(codec: Codec, fact: Event) -> tuple[str, dict[str, Any]]:
    """A fact's stored name, without its version, and its fields."""
    topic, state = codec.encode(fact)
    return topic.rpartition("/")[0], json.loads(state)


def from_data(codec: Codec, name: str, data: dict[str, Any], number: int) -> Event:
    """A fact from its stored name and fields. number: which versions of its events the game writes.

    Raises UnreadableError for a name that this program does not know, and for fields that are not such a fact's.
    """
    try:
        newest = REGISTRY.current(name)[0]
    except KeyError:
        raise UnreadableError(
            f"This program knows no fact named {name}. Read it with the program that wrote it, or a newer one."
        ) from None
    found = older(name, number)
    try:
        return codec.decode(f"{name}/{newest if found is None else found[0]}", canonical(data))
    except UnreadableError as fault:
        said = str(fault).partition(" cannot be read: ")[2]
        raise UnreadableError(f"These are not the fields of {name}: {said}") from fault


def created_from(codec: Codec, data: dict[str, Any]) -> Event:
    """A game's first fact from its fields, which say themselves in which version they are written."""
    number = data.get("events", 1)
    return from_data(codec, REGISTRY.stored_name(GameCreated).name, data, number if isinstance(number, int) else 1)
