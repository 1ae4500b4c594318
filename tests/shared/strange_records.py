"""Records whose chain is right and whose facts make no sense: as a stranger makes them, in a store or in a bundle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sits_es.store import GameStore
from sits_es.store.bundle import CarriedStream, written
from sits_es.store.chain import GENESIS, ChainedRow, chained
from sits_es.store.log import Tip, write_rows

#: A fact as it is stored: its topic and its data.
Stored = tuple[str, dict[str, Any]]


def facts_of(path: Path, stream: str) -> list[Stored]:
    """The facts of a game in a store's file, for a stranger to change."""
    with GameStore.open(path) as store:
        return [(each.topic, json.loads(each.state)) for each in store.stored(stream)]


def encoded(facts: Iterable[Stored]) -> list[tuple[str, bytes]]:
    """Facts as they are stored, whatever they say."""
    return [
        (topic, json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())
        for topic, data in facts
    ]


def put(path: Path, stream: str, facts: Iterable[Stored]) -> None:
    """Write facts as a new stream of a store, chained as they have to be, and looked at by nobody."""
    with GameStore.open(path) as store, store._writing() as log:
        write_rows(log, Tip(-1, GENESIS), stream, encoded(facts))


def rows_of(stream: str, facts: Iterable[Stored]) -> list[ChainedRow]:
    """The rows of a new stream, chained as they have to be."""
    return chained(GENESIS, stream, -1, encoded(facts))


def bundle(path: Path, stream: str, facts: Sequence[Stored]) -> Path:
    """A bundle of one stream, chained as it has to be."""
    rows = rows_of(stream, facts)
    carried = CarriedStream(
        stream=stream,
        parent=None,
        at_version=None,
        at_digest=None,
        after=-1,
        after_digest=GENESIS.hex(),
        head=len(rows) - 1,
        digest=rows[-1][5].hex(),
    )
    path.write_text("".join(written([carried], rows)), encoding="utf-8", newline="\n")
    return path
