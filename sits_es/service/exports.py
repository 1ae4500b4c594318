"""Games in files: a branch with all that it comes from, or a game with all its branches, byte for byte."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gzip import BadGzipFile, GzipFile
from io import TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from typing import TextIO

from attrs import frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.orders.names import problem_of_new, same
from sits_es.sentences import counted, typed
from sits_es.service.files import new_file, reason_of
from sits_es.service.progress import Progress, counter, silent, with_progress
from sits_es.service.session import Session
from sits_es.store import Branch, Checkpoint
from sits_es.store.bundle import BundleReader, CarriedStream, written
from sits_es.store.chain import ChainedRow


def line_of(session: Session, branch: str, size: int = 0) -> list[CarriedStream]:
    """A branch and what it comes from, oldest first, each as far as the branch shares it, without its first events."""
    found = []
    for span in session.store.spans(branch):
        upto = session.head(branch).version if span.upto is None else span.upto
        if upto >= size:
            found.append(_stream(session, span.stream, max(span.after, size - 1), upto))
    return found


def all_of(session: Session, branch: str) -> list[CarriedStream]:
    """All branches of a game, each with its own events. What an event is need not be known here."""
    root = session.store.line(branch)[-1][0]
    found, ends = [root], {each.stream: each for each in session.store.streams()}
    for child, parent in session.store.forks():
        if parent in found:
            found.append(child)
    return [_stream(session, each.stream, _after(each), each.head) for each in (ends[name] for name in found)]


def _after(branch: Branch) -> int:
    """The last event of a branch that is not its own."""
    return -1 if branch.at_version is None else branch.at_version


def _stream(session: Session, name: str, after: int, upto: int) -> CarriedStream:
    store = session.store
    line = store.line(name)
    parent = line[1][0] if len(line) > 1 else None
    at = line[0][1] if parent is not None else None
    return CarriedStream(
        stream=name,
        parent=parent,
        at_version=at,
        at_digest=None if at is None else store.digest_at(name, at),
        after=after,
        after_digest=(store.digest_at(name, after) or "") if after >= 0 else "0" * 64,
        head=upto,
        digest=store.digest_at(name, upto) or "",
    )


#: How files are called that are compressed.
COMPRESSED = ".gz"


@frozen(kw_only=True)
class GameFile:
    """A game that was written to a file or taken from one. events: of each stream in it; new: those not here before."""

    game: str
    source: str
    events: dict[str, int]
    new: dict[str, int]

    def written(self) -> str:
        """What was written, for people."""
        streams = counted(len(self.events), "stream")
        return f"{self.source}: {self.game}, {streams} with {counted(sum(self.events.values()), 'event')}."

    def taken(self) -> Iterator[str]:
        """What was taken, for people."""
        for stream, count in self.events.items():
            new = self.new[stream]
            said = "all of them are new" if new == count else f"{new} of them are new"
            yield f"{stream}: {counted(count, 'event')}; {said if new else 'all of them were here already'}."


def export(
    session: Session,
    game: str,
    path: Path,
    *,
    whole: bool = False,
    since: str | None = None,
    done: Progress = silent,
) -> GameFile:
    """Write a branch with all that it comes from, as far as it shares that, into a new file.

    whole: the game with all its branches instead; since: the text of a checkpoint that the reader has, or the number of
    events they have: only later events are written; done: told how far it has come. Raises NotAllowedError for a game,
    a file or a beginning that doesn't fit.
    """
    branch = session.require(game)
    if whole and since is not None:
        raise NotAllowedError("What came since is of one branch, and --branches asks for all. Leave one of them out.")
    size = _size(session, branch, since) if since is not None else 0
    streams = all_of(session, branch) if whole else line_of(session, branch, size)

    def rows() -> Iterator[ChainedRow]:
        for each in streams:
            yield from session.store.rows(each.stream, each.after, each.head)

    counted_rows = with_progress(rows(), _events_in(streams), done)
    with new_file(path) as out, _packed(path, out) as lines:
        lines.writelines(written(streams, counted_rows))
    events = {each.stream: each.head - each.after for each in streams}
    return GameFile(game=game, source=str(path), events=events, new=events)


def _events_in(streams: Iterable[CarriedStream]) -> int:
    return sum(each.head - each.after for each in streams)


def take(session: Session, path: Path, done: Progress = silent) -> GameFile:
    """Take a game from a file: what is here already must be the same, and what is not here is written, all or nothing.

    done: told how far it has come. Raises UnreadableError for a file that is no sound bundle, NotAllowedError where it
    does not fit.
    """
    try:
        with _reading(path) as file:
            bundle = BundleReader(str(path), file)
            known, own = session.names(), session.aliases.taken()
            for each in bundle.streams:
                if each.stream not in known and (problem := problem_of_new(each.stream)):
                    raise NotAllowedError(f"{problem} Nothing of it was taken.")
                if each.stream not in known and each.stream in own:
                    raise NotAllowedError(
                        f"{each.stream} is what you call another game here. Call that one otherwise: sits games rename "
                        f"{typed(each.stream)} NAME. Nothing of it was taken."
                    )
                if each.stream not in known and (taken := same(each.stream, own)) is not None:
                    raise NotAllowedError(
                        f"There is already a game named {taken}, and {each.stream} differs from it in capitals alone. "
                        "Nothing of it was taken."
                    )
            new = session.store.take_in(bundle, counter(_events_in(bundle.streams), done))
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault
    events = {each.stream: each.head - each.after for each in bundle.streams}
    return GameFile(game=bundle.streams[-1].stream, source=str(path), events=events, new=new)


def streams_in(path: Path) -> list[str]:
    """The streams that a file announces. Raises as `take`."""
    try:
        with _reading(path) as file:
            return [each.stream for each in BundleReader(str(path), file).streams]
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault


def same_as_stored(session: Session, game: str, path: Path) -> bool:
    """Whether a file holds just what `export` would write of a branch now. Raises as `take`."""
    streams = line_of(session, session.require(game))
    try:
        with _reading(path) as file:
            bundle = BundleReader(str(path), file)
            rows = (row for each in streams for row in session.store.rows(each.stream, each.after, each.head))
            return bundle.streams == streams and all(a == b for a, b in zip_longest(bundle.rows(), rows))
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault


@contextmanager
def _packed(path: Path, out: TextIO) -> Iterator[TextIO]:
    """A new file to write lines to, compressed by its name; the same lines give the same bytes."""
    if path.suffix != COMPRESSED:
        yield out
        return
    with (
        GzipFile(filename="", mode="wb", fileobj=out.buffer, mtime=0) as packed,
        TextIOWrapper(packed, encoding="utf-8", newline="\n") as lines,
    ):
        yield lines


@contextmanager
def _reading(path: Path) -> Iterator[TextIO]:
    """A file's lines, as they come out of it. Raises UnreadableError where a compressed one was cut off or changed."""
    if path.suffix != COMPRESSED:
        with path.open(encoding="utf-8", newline="\n") as file:
            yield file
        return
    try:
        with GzipFile(path) as packed, TextIOWrapper(packed, encoding="utf-8", newline="\n") as lines:
            yield lines
    except (BadGzipFile, EOFError, zlib.error) as fault:
        raise UnreadableError(
            f"{path}: it was not compressed by gzip, was cut off or changed. Nothing of it was taken."
        ) from fault


def _size(session: Session, branch: str, since: str) -> int:
    """How many events somebody has: a number, or a checkpoint, which the record must confirm."""
    last = session.head(branch).version + 1
    if since.isascii() and since.isdecimal():
        size = int(since[:10])
    else:
        checkpoint = Checkpoint.parse(since)
        session.store.audit(branch, since)  # one of another game is refused in words
        size = checkpoint.size
        if size <= last and session.store.checkpoint(branch, size=size).split("\n")[2] != since.split("\n")[2].strip():
            raise NotAllowedError(f"The checkpoint is of another record of {checkpoint.origin} than the one here.")
    if size >= last:
        raise NotAllowedError(f"{session.display_name(branch)} has {counted(last, 'event')}: nothing came since.")
    return size
