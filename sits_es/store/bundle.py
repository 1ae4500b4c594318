"""Bundles: stored rows of streams as lines of JSON, to be carried from one store to another byte for byte.

The first line says which streams, parents before their forks, and where each is to begin and to end; then comes a line
an event, stream by stream in that order; the last line holds their number and the SHA-256 of all lines before it, so
that a file that was cut off is found. Which database the rows lay in makes no difference. A bundle is imported within
one transaction: what is here already must be the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final, TextIO

from msgspec import Struct, structs

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.sentences import escaped
from sits_es.store.branches import proved_tip_at, tip_at
from sits_es.store.chain import GENESIS, ChainedRow, broken_at, check_name, digest_of
from sits_es.store.log import Statements, Tip, tip_of

#: The number of the form; a later one is refused.
FORM: Final = 1
#: Letters of a line at the most: one event with everything in it is far shorter.
MOST_LINE: Final = 10_000_000
#: No stream has so many events.
MOST_EVENTS: Final = 2**40
#: Bytes of what identifies a command.
MOST_ID: Final = 1024


class CarriedStream(Struct, frozen=True, kw_only=True):
    """A stream in a bundle. parent, at_version, at_digest: what a fork leaves, and after which event; None for a game.

    after, after_digest: the last event before those in the bundle, -1 and 64 zeros for none; head, digest: the last.
    Digests are hexadecimal.
    """

    stream: str
    parent: str | None
    at_version: int | None
    at_digest: str | None
    after: int
    after_digest: str
    head: int
    digest: str


def _text(stream: str, version: int, state: bytes) -> str:
    try:
        return state.decode()
    except UnicodeDecodeError:
        raise UnreadableError(broken_at(stream, version)) from None


def as_it_lies(_stream: object, _version: object, state: Any) -> Any:
    """An event's content whatever it is: bytes that are no text come back as lone surrogates, which no import takes."""
    return state.decode(errors="surrogateescape") if isinstance(state, bytes) else state


def written(
    streams: Sequence[CarriedStream],
    rows: Iterable[ChainedRow],
    text: Callable[[str, int, bytes], Any] = _text,
) -> Iterator[str]:
    """The lines of a bundle, each with its end. Raises UnreadableError for an event that is no text.

    text: what stands for an event's content, where rows may be of any kind.
    """
    whole, count = hashlib.sha256(), 0

    def line(data: dict[str, Any]) -> str:
        text = escaped(json.dumps(data, sort_keys=True, ensure_ascii=False)) + "\n"
        whole.update(text.encode())
        return text

    yield line({"bundle": FORM, "streams": [structs.asdict(each) for each in streams]})
    for stream, version, topic, state, _, digest, command, recorded_at in rows:
        count += 1
        yield line(
            {
                "stream": stream,
                "version": version,
                "topic": topic,
                "state": text(stream, version, state),
                "digest": _hex(digest),
                "command_id": _hex(command),
                "recorded_at": recorded_at,
            }
        )
    yield json.dumps({"events": count, "sha256": whole.hexdigest()}, sort_keys=True) + "\n"


def _hex(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


def _announced(data: dict[str, Any]) -> CarriedStream:
    """A stream as a first line announces it. Raises KeyError, TypeError or ValueError for what is none."""
    found = CarriedStream(**data)
    texts = (found.stream, found.after_digest, found.digest)
    numbers = (found.after, found.head, -1 if found.at_version is None else found.at_version)
    fork = (found.parent, found.at_version, found.at_digest)
    if not all(isinstance(each, str) for each in texts) or not all(type(each) is int for each in numbers):
        raise TypeError("a text or a number is none")
    if (None in fork) != (fork == (None, None, None)) or not isinstance(found.parent or "", str):
        raise TypeError("a fork is none")
    for digest in (found.after_digest, found.digest, found.at_digest or GENESIS.hex()):
        if len(bytes.fromhex(digest)) != len(GENESIS):
            raise ValueError("a digest is none")
    if not -1 <= found.after <= found.head < MOST_EVENTS or not -1 <= numbers[2] <= found.after:
        raise ValueError("a number is none")
    return found


class BundleReader:
    """A bundle that is read line by line. streams: what its first line announces.

    source: what to call it; lines: the file. Raises UnreadableError, here or while rows are read, that names the line.
    """

    def __init__(self, source: str, lines: TextIO) -> None:
        self._source = source
        self._lines = lines
        self._number = 0
        self._whole = hashlib.sha256()
        first = self._next()
        if first.get("bundle") != FORM:
            raise self._fault("this is not a bundle of games, or a later release wrote it")
        try:
            self.streams = [_announced(each) for each in first["streams"]]
        except (KeyError, TypeError, ValueError):
            raise self._fault("it does not say which streams it holds") from None
        if not self.streams or len({each.stream for each in self.streams}) != len(self.streams):
            raise self._fault("it does not say which streams it holds")

    def rows(self) -> Iterator[ChainedRow]:
        """Its events in order, each once it was found to follow from the one before; the closing line is read last."""
        count = 0
        for stream in self.streams:
            previous = bytes.fromhex(stream.after_digest) if stream.after >= 0 else GENESIS
            for version in range(stream.after + 1, stream.head + 1):
                row = self._row(stream.stream, version, previous)
                previous = row[5]
                count += 1
                yield row
            if previous.hex() != stream.digest:
                raise self._fault(f"{stream.stream} does not end as the first line says")
        told = self._whole.hexdigest()
        last = self._next()
        if last != {"events": count, "sha256": told}:
            raise self._fault("its content does not match its last line")
        if self._lines.readline(1):
            self._number += 1
            raise self._fault("something follows its end")

    def _row(self, stream: str, version: int, previous: bytes) -> ChainedRow:
        event = self._next()
        try:
            topic, state = str(event["topic"]), event["state"].encode()
            command, recorded_at = event["command_id"], event["recorded_at"]
            digest = digest_of(previous, stream, version, topic, state)
            same = (event["stream"], event["version"], event["digest"]) == (stream, version, digest.hex())
            command_id = None if command is None else bytes.fromhex(command)
            fits = type(event["version"]) is int and len(command_id or b"") <= MOST_ID
            fits = fits and (recorded_at is None or datetime.fromisoformat(recorded_at) is not None)
        except (KeyError, TypeError, ValueError, AttributeError):
            fits = same = False
        if not fits:
            raise self._fault("this is not an event")
        if not same:
            raise self._fault(f"event {version} of {stream} was changed, or one before it is missing")
        return stream, version, topic, state, previous, digest, command_id, recorded_at

    def _next(self) -> dict[str, Any]:
        self._number += 1
        try:
            line = self._lines.readline(MOST_LINE + 1)
        except UnicodeDecodeError:
            raise self._fault("it is not UTF-8 text") from None
        if not line.endswith("\n") or len(line) > MOST_LINE:
            raise self._fault("it was cut off here" if len(line) <= MOST_LINE else "this line is too long for an event")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._fault("it does not have the form of a bundle")
        self._whole.update(line.encode())
        return found

    def _fault(self, what: str) -> UnreadableError:
        return UnreadableError(f"{self._source}:{self._number}: {what}. Nothing was imported.")


#: Rows that are written at a time.
BATCH = 500


def import_bundle(log: Statements, bundle: BundleReader, seen: Callable[[object], object]) -> dict[str, int]:
    """Write rows of a bundle that are not here; how many, by stream. Raises NotAllowedError for what does not fit."""
    rows, new = bundle.rows(), {}
    for stream in bundle.streams:
        here = _opened(log, stream)
        own = islice(rows, stream.head - stream.after)
        new[stream.stream] = 0
        while batch := list(islice(own, BATCH)):
            new[stream.stream] += _import_rows(log, batch, here)
            for row in batch:
                seen(row)
    next(rows, None)  # behind the last row the closing line is read
    return new


def _opened(log: Statements, stream: CarriedStream) -> int:
    """The last version that is here of a stream; it is begun where it is not."""
    name = stream.stream
    check_name(name)
    tip = tip_of(log, name)
    parent, at = next(iter(log.line(name)), (None, None))
    if tip.version >= 0:
        if (parent, at) != (stream.parent, stream.at_version):
            raise NotAllowedError(_other_branch(stream, parent, at))
    elif stream.parent is not None:
        tip = _branched_off(log, stream, stream.parent, _after(stream.at_version))
    if stream.after >= 0:
        found = tip if stream.after == tip.version else tip_at(log, name, stream.after)
        if stream.after <= tip.version and found is not None and found.digest.hex() != stream.after_digest:
            raise NotAllowedError(
                f"Event {stream.after} of {name}, or an earlier one, differs here from the record that the bundle "
                "continues. "
                "Nothing was imported: ask for a bundle that begins earlier; it will show the first difference."
            )
        if stream.after > tip.version or found is None:
            raise NotAllowedError(
                f"The bundle continues after event {stream.after} of {name}, but that event is not here. Nothing was "
                "imported: ask for a bundle that begins earlier."
            )
    return tip.version


def _after(version: int | None) -> int:
    return -1 if version is None else version


def _other_branch(there: CarriedStream, parent: str | None, at: int | None) -> str:
    """Say where a branch of that name that is here and one in a bundle part. parent, at: what it leaves here."""
    forks = parent is not None and parent == there.parent
    first = min(_after(at), _after(there.at_version)) + 1 if forks else 0
    here = "here it is a game of its own" if parent is None else f"here it branches off {parent} after event {at}"
    other = f"branches off {there.parent} after event {there.at_version}" if there.parent else "is a game of its own"
    said = f"{there.stream} is a different branch here: event {first} may be the first that differs"
    return f"{said}; {here}, but in the bundle it {other}. Nothing was imported."


def _branched_off(log: Statements, stream: CarriedStream, parent: str, version: int) -> Tip:
    """Begin a fork after the event that it leaves, which must be here."""
    at = proved_tip_at(log, parent, version)
    if at is None:
        raise NotAllowedError(
            f"{stream.stream} branches off {parent} after event {version}, but that event is not here. "
            "Nothing was imported."
        )
    if at.digest.hex() != stream.at_digest:
        raise NotAllowedError(
            f"Event {version} of {parent}, or an earlier one, differs here from the record that "
            f"{stream.stream} branches "
            f"off. Nothing was imported: ask for a bundle with {parent} in it; it will show the first difference."
        )
    log.branch_off(stream.stream, parent, at)
    return at


def _import_rows(log: Statements, rows: Iterable[ChainedRow], here: int) -> int:
    """Compare rows up to the last version that is here, and write those behind it; how many those are."""
    new: list[ChainedRow] = []
    commands: set[bytes] = set()
    for row in rows:
        stream, version, *_, digest, command, _ = row
        if version <= here:
            if log.digest(stream, version) != digest:
                raise NotAllowedError(
                    f"Event {version} of {stream} here differs from the one in the bundle. Nothing was imported."
                )
            continue
        if command is not None:
            if command in commands or any(name == stream for name, _ in log.commanded(command)):
                raise NotAllowedError(
                    f"Event {version} of {stream} has the command id of an earlier event. Nothing was imported."
                )
            commands.add(command)
        new.append(row)
    if new:
        log.insert(new)
    return len(new)
