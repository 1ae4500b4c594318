"""Games in files: a branch with all that it comes from, or a game with all its branches, byte for byte."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from gzip import BadGzipFile, GzipFile
from io import TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from typing import TextIO

from attrs import frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.game.events import GameForked
from sits_es.orders.names import problem_of_new, same
from sits_es.sentences import counted, typed
from sits_es.service.files import new_file, reason_of
from sits_es.service.progress import HowFar, counter, each_told, nobody
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


def line_with_dice(session: Session, branch: str) -> list[CarriedStream]:
    """The same, but all that there is of the games which a what-if leaves: its dice are theirs, as far as they came."""
    opened = (each.event for each in session.store.openings(branch).values())
    if not any(isinstance(fact, GameForked) and fact.what_if for fact in opened):
        return line_of(session, branch)
    ends = {each.stream: each for each in session.store.streams()}
    names = [name for name, _ in session.store.line(branch)][::-1]
    return [_stream(session, name, _after(ends[name]), ends[name].head) for name in names]


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


#: How files are called that hold a game in notation, which is for people to read.
NOTATION = ".sits.txt"
#: How files are called that are compressed.
COMPRESSED = ".gz"


@frozen(kw_only=True)
class CarriedGame:
    """A game that was written to a file or taken from one. events: of each stream in it; new: those not here before.

    comments: of a notation, lines that hold some, which no record keeps.
    """

    game: str
    source: str
    events: dict[str, int]
    new: dict[str, int]
    comments: int = 0

    def written(self) -> str:
        """What was written, for people."""
        streams = counted(len(self.events), "stream")
        said = f"{self.source}: {self.game}, {streams} with {counted(sum(self.events.values()), 'event')}."
        return f"{said} It does not say when they were written down." if is_notation(Path(self.source)) else said

    def taken(self) -> Iterator[str]:
        """What was taken, for people."""
        for stream, count in self.events.items():
            new = self.new[stream]
            said = "all of them are new" if new == count else f"{new} of them are new"
            yield f"{stream}: {counted(count, 'event')}; {said if new else 'all of them were here already'}."
        if self.comments:
            yield f"{counted(self.comments, 'line')} with comments, of which a record keeps none."


def export(
    session: Session,
    game: str,
    path: Path,
    *,
    whole: bool = False,
    since: str | None = None,
    told: bool = False,
    done: HowFar = nobody,
) -> CarriedGame:
    """Write a branch with all that it comes from, as far as it shares that, into a new file.

    Into a bundle, or into notation where the file is called so. whole: the game with all its branches instead; since:
    the text of a checkpoint that whoever is to have it has, or a number of events: what comes behind it; told: in
    notation, each result as a sentence too; done: told how far it has come. Raises NotAllowedError for a game, a file
    or a beginning that doesn't fit.
    """
    branch = session.must_know(game)
    if whole and since is not None:
        raise NotAllowedError("What came since is of one branch, and --branches asks for all. Leave one of them out.")
    if is_notation(path):
        if since is not None:
            raise NotAllowedError(
                f"Notation holds a game from its beginning. Leave out --since, or choose a name without {NOTATION}."
            )
        return _export_notation(session, branch, path, whole=whole, told=told, done=done)
    if told:
        raise NotAllowedError(f"Only notation has room for sentences. Choose a name that ends in {NOTATION}.")
    size = _size(session, branch, since) if since is not None else 0
    streams = all_of(session, branch) if whole else line_of(session, branch, size)

    def rows() -> Iterator[ChainedRow]:
        for each in streams:
            yield from session.store.rows(each.stream, each.after, each.head)

    counted_rows = each_told(rows(), _events_in(streams), done)
    with new_file(path) as out, _packed(path, out) as lines:
        lines.writelines(written(streams, counted_rows))
    return _carried(game, path, streams)


def _events_in(streams: Iterable[CarriedStream]) -> int:
    return sum(each.head - each.after for each in streams)


def _export_notation(
    session: Session, branch: str, path: Path, *, whole: bool, told: bool, done: HowFar
) -> CarriedGame:
    from sits_es.service.notation_files import notated

    streams = all_of(session, branch) if whole else line_with_dice(session, branch)
    text = notated(session, streams, told=told, done=done)
    with new_file(path) as out:
        out.write(text)
    return _carried(branch, path, streams)


def _carried(game: str, path: Path, streams: Sequence[CarriedStream]) -> CarriedGame:
    events = {each.stream: each.head - each.after for each in streams}
    return CarriedGame(game=game, source=str(path), events=events, new=events)


def take(session: Session, path: Path, done: HowFar = nobody) -> CarriedGame:
    """Take a game from a file: what is here already must be the same, and what is not here is written, all or nothing.

    Of a game in notation every event is derived again first. done: told how far it has come. Raises UnreadableError for
    a file that is neither, or not sound, NotAllowedError where it does not fit.
    """
    try:
        with _bundle(path, done) as (bundle, comments):
            known, own = session.names(), session.own.taken()
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
            # of a notation that was nearly all there is to do
            seen = counter(_events_in(bundle.streams), nobody if is_notation(path) else done)
            new = session.store.take_in(bundle, seen)
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault
    events = {each.stream: each.head - each.after for each in bundle.streams}
    return CarriedGame(game=bundle.streams[-1].stream, source=str(path), events=events, new=new, comments=comments)


@contextmanager
def _bundle(path: Path, done: HowFar) -> Iterator[tuple[BundleReader, int]]:
    """A file as a bundle, and how many comments it held that no record keeps."""
    if is_notation(path):
        from sits_es.service.notation_files import as_bundle

        with as_bundle(path, done) as found:
            yield found
        return
    with _reading(path) as file:
        yield BundleReader(str(path), file), 0


def streams_in(path: Path) -> list[str]:
    """The streams that a file announces. Raises as `take`."""
    if is_notation(path):
        from sits_es.service.notation_files import streams_of

        return streams_of(path)
    try:
        with _reading(path) as file:
            return [each.stream for each in BundleReader(str(path), file).streams]
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault


def same_as_stored(session: Session, game: str, path: Path) -> bool:
    """Whether a file holds just what `export` would write of a branch now. Raises as `take`."""
    streams = line_of(session, session.must_know(game))
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


def is_notation(path: Path) -> bool:
    """Whether a file is called as one of a game in notation."""
    return path.name.endswith(NOTATION)


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
        raise NotAllowedError(f"{session.called(branch)} has {counted(last, 'event')}: nothing came since.")
    return size
