"""Records whose chain is right and whose facts make no sense: as a stranger makes them, in a store or in a bundle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from sits_es.store import GameStore
from sits_es.store.bundle import CarriedStream, written
from sits_es.store.chain import GENESIS, ChainedRow, chained
from sits_es.store.log import Tip, write_rows

#: A fact as it is stored: its topic and its data.
Stored = tuple[str, dict[str, Any]]
#: A place far beyond all maps.
POSITION = {"q": 10**12, "r": 0, "altitude": 0}


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


# what a stranger changes

Change = Callable[[list[Stored]], list[Stored]]


def at(facts: list[Stored], topic: str) -> int:
    """The number of the first fact of a kind."""
    return next(number for number, (name, _) in enumerate(facts) if name == f"{topic}/1")


def with_data(topic: str, **changed: Any) -> Change:
    """The first fact of a kind with other data."""

    def change(facts: list[Stored]) -> list[Stored]:
        number = at(facts, topic)
        return [*facts[:number], (f"{topic}/1", {**facts[number][1], **changed}), *facts[number + 1 :]]

    return change


def without(topic: str) -> Change:
    """No facts of a kind."""
    return lambda facts: [each for each in facts if each[0] != f"{topic}/1"]


def twice(topic: str) -> Change:
    """The first fact of a kind twice."""
    return lambda facts: [*facts[: at(facts, topic) + 1], *facts[at(facts, topic) :]]


def behind(topic: str, **data: Any) -> Change:
    """One more fact at the end."""
    return lambda facts: [*facts, (f"{topic}/1", data)]


def called(old: str, new: str) -> Change:
    """Another name, wherever it stands."""

    def change(facts: list[Stored]) -> list[Stored]:
        return [(topic, data) for topic, data in json.loads(json.dumps(facts).replace(f'"{old}"', f'"{new}"'))]

    return change
