"""Games in files: a branch with the history it shares with its ancestors, or a game with all its branches."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gzip import BadGzipFile, GzipFile
from io import TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from msgspec import Struct

from sits_es.disk import new_file, reason_of
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.orders.names import problem_of_new, same
from sits_es.sentences import counted, shell
from sits_es.service.progress import Progress, counter, silent, with_progress
from sits_es.service.session import OpenGame, Session
from sits_es.store import GameStore
from sits_es.store.bundle import BundleReader, CarriedStream, written
from sits_es.store.chain import ChainedRow

#: How files are called that are compressed.
COMPRESSED = ".gz"


def lineage(opened: OpenGame, size: int = 0) -> list[CarriedStream]:
    """A branch and its ancestors, oldest first, each as far as the branch shares it. size: leave out so many events."""
    found = []
    for span in opened.store.spans(opened.stream):
        upto = opened.head.version if span.upto is None else span.upto
        if upto >= size:
            found.append(_stream(opened.store, span.stream, max(span.after, size - 1), upto))
    return found


def all_branches(opened: OpenGame) -> list[CarriedStream]:
    """All branches of a game, each with its own events; no event is decoded for this."""
    store = opened.store
    found, ends = [store.line(opened.stream)[-1][0]], {each.stream: each for each in store.streams()}
    for child, parent in store.forks():
        if parent in found:
            found.append(child)
    return [
        _stream(store, each.stream, -1 if each.at_version is None else each.at_version, each.head)
        for each in (ends[name] for name in found)
    ]


def _stream(store: GameStore, name: str, after: int, upto: int) -> CarriedStream:
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


class GameFile(Struct, frozen=True, kw_only=True):
    """A game that was exported or imported. events: of each stream in the file; new: those not here before."""

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
            yield f"{stream}: {counted(count, 'event')}; {said if new else 'all of them were already here'}."


def export(
    opened: OpenGame,
    path: Path,
    *,
    whole: bool = False,
    since: str | None = None,
    done: Progress = silent,
) -> GameFile:
    """Write a branch, with the history it shares with its ancestors, into a new file.

    whole: write the game with all its branches; since: a checkpoint's text or a number of events that the reader has:
    only later events are written. Raises NotAllowedError for a game, a file or a beginning that doesn't fit.
    """
    if whole and since is not None:
        raise NotAllowedError("--since exports one branch; --all exports every branch. Give only one of the two.")
    size = _size(opened, since) if since is not None else 0
    streams = all_branches(opened) if whole else lineage(opened, size)
    events = _events(streams)
    rows = with_progress(_rows(opened.store, streams), sum(events.values()), done)
    with new_file(path) as out, _packed(path, out) as lines:
        lines.writelines(written(streams, rows))
    return GameFile(game=opened.name, source=str(path), events=events, new=events)


def _rows(store: GameStore, streams: Sequence[CarriedStream]) -> Iterator[ChainedRow]:
    for each in streams:
        yield from store.rows(each.stream, each.after, each.head)


def _events(streams: Sequence[CarriedStream]) -> dict[str, int]:
    return {each.stream: each.head - each.after for each in streams}


def import_game(session: Session, path: Path, done: Progress = silent) -> GameFile:
    """Import a game: events that are here already must be the same, all others are written, all or none.

    It is checked by its rules first, in a store of its own. Raises UnreadableError for an unsound bundle, or a game
    that makes no sense or that this program can't open, NotAllowedError for no fit.
    """
    with _bundle(path) as bundle:
        events, known = _events(bundle.streams), session.names()
        for stream in events:
            if stream not in known:
                _check_name(session, stream)
        _check_by_rules(session, bundle)
    with _bundle(path) as bundle:
        new = session.store.import_bundle(bundle, counter(sum(events.values()), done))
    return GameFile(game=bundle.streams[-1].stream, source=str(path), events=events, new=new)


def _check_by_rules(session: Session, bundle: BundleReader) -> None:
    """Play what a bundle brings in a store of its own, behind what it goes on from. Raises UnreadableError."""
    from sits_es.service.audit import audit_streams

    with TemporaryDirectory() as folder, Session.over(Path(folder, "sits.db")) as trial:
        known = {*session.names()}
        for name in {each.stream for each in bundle.streams} | {each.parent or "" for each in bundle.streams}:
            if name in known:
                goes_on = Path(folder, "here.bundle")
                export(session.open_stream(name), goes_on)
                with _bundle(goes_on) as here:
                    trial.store.import_bundle(here)
                goes_on.unlink()
        trial.store.import_bundle(bundle)
        found = audit_streams(trial, [each.stream for each in bundle.streams])
    if faults := dict.fromkeys(fault for each in found for fault in each.faults):
        raise UnreadableError([*faults, "Nothing was imported."])


def _check_name(session: Session, stream: str) -> None:
    """Raise NotAllowedError for a name that no new game can have here."""
    taken = session.aliases.taken()
    if said := problem_of_new(stream):
        raise NotAllowedError(f"{said} Nothing was imported.")
    if stream in taken:
        raise NotAllowedError(
            f"Another game is called {stream} here. Rename that game: sits games rename {shell(stream)} NAME. Nothing "
            "was imported."
        )
    if (twin := same(stream, taken)) is not None:
        raise NotAllowedError(
            f"There is already a game named {twin}, and {stream} differs from it only in capitals. "
            "Nothing was imported."
        )


def streams_in(path: Path) -> list[str]:
    """The streams that a file announces. Raises as `import_game`."""
    with _bundle(path) as bundle:
        return [each.stream for each in bundle.streams]


def same_as_stored(opened: OpenGame, path: Path) -> bool:
    """Whether a file holds just what `export` would write now. Raises as `import_game`."""
    streams = lineage(opened)
    with _bundle(path) as bundle:
        rows = zip_longest(bundle.rows(), _rows(opened.store, streams))
        return bundle.streams == streams and all(one == other for one, other in rows)


@contextmanager
def _packed(path: Path, out: TextIO) -> Iterator[TextIO]:
    """A new file to write lines to, compressed if its name ends in .gz; the same lines give the same bytes."""
    if path.suffix != COMPRESSED:
        yield out
        return
    with (
        GzipFile(filename="", mode="wb", fileobj=out.buffer, mtime=0) as packed,
        TextIOWrapper(packed, encoding="utf-8", newline="\n") as lines,
    ):
        yield lines


@contextmanager
def _bundle(path: Path) -> Iterator[BundleReader]:
    """Open a file as a bundle. Raises UnreadableError for one that is missing, cut off or damaged."""
    try:
        with (
            path.open("rb") as raw,
            GzipFile(fileobj=raw) if path.suffix == COMPRESSED else raw as plain,
            TextIOWrapper(plain, encoding="utf-8", newline="\n") as lines,
        ):
            yield BundleReader(str(path), lines)
    except (BadGzipFile, EOFError, zlib.error) as fault:
        raise UnreadableError(
            f"{path} is not a gzip file, or it was cut off or changed. Nothing was imported."
        ) from fault
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault


def export_events(opened: OpenGame, path: Path) -> str:
    """Write every event, as it is stored, as a line of JSON, and say so."""
    count, last = 0, opened.head.version
    with new_file(path) as out:
        for stored in opened.store.stored(opened.stream):
            if stored.version > last:
                break
            out.write(stored.line())
            count += 1
    return f"{path}: {count} events."


def _size(opened: OpenGame, since: str) -> int:
    """The number of events that a reader has: given as a number, or as a checkpoint that fits the record."""
    last = opened.head.version + 1
    if since.isascii() and since.isdecimal():
        size = int(since[:10])
    else:
        from sits_es.service.evidence import own_checkpoint

        size = own_checkpoint(opened, since).checkpoint.size
    if size >= last:
        raise NotAllowedError(f"{opened.called} has only {counted(last, 'event')}: there is nothing new to export.")
    return size
