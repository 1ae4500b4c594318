"""What a game is played by and no fact changes, its tables and ship cards: read from a game's first event."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sits_es.events import Data
from sits_es.rules.sits.cards import reader
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.tables import tables
from sits_es.rules.sits.tables.values import Tables


def tables_of(data: Data) -> Tables:
    """Tables from their data. They are values: games with the same ones share them. SheetFaults names every fault."""
    return _tables(msgspec.json.encode(data))


def class_of(card: Data) -> ShipClass:
    """A ship class from its data; likewise."""
    return _class(msgspec.json.encode(card))


@lru_cache(maxsize=64)
def _tables(data: bytes) -> Tables:
    return tables.from_data(msgspec.json.decode(data))


@lru_cache(maxsize=1024)
def _class(data: bytes) -> ShipClass:
    return reader.from_data(msgspec.json.decode(data))
