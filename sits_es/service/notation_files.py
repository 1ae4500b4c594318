"""Games in notation: written for people to read, and read back as a bundle of the events that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.events import Event
from sits_es.game.story import teller
from sits_es.notation.reading import read_score
from sits_es.notation.score import ScoreSheet
from sits_es.notation.writing import Recording, written_score
from sits_es.orders.faults import OrderFaults
from sits_es.service.exports import all_of
from sits_es.service.files import read_text
from sits_es.service.notation_derived import derive
from sits_es.service.progress import HowFar, nobody
from sits_es.service.session import Session
from sits_es.service.stored_form import as_data
from sits_es.store.bundle import BundleReader, CarriedStream, written

if TYPE_CHECKING:
    from collections.abc import Iterator


def notated(session: Session, streams: Sequence[CarriedStream], *, told: bool = False, done: HowFar = nobody) -> str:
    """Streams in notation. told: with each result as a sentence, in a comment; done: told of exchanges.

    Raises NotAllowedError for a record that would not come back from it event by event.
    """
    text = "\n".join(written_score([_recording(session, each, told=told) for each in streams])) + "\n"
    try:
        with _derived(read_score(text, "notation"), "notation", text, done) as copy:
            faults = [
                f"{each.stream}: its notation would give other events than those on record."
                for each in streams
                if copy.store.digest_at(each.stream, each.head) != each.digest
            ]
    except UnreadableError as fault:
        faults = [str(problem) for problem in fault.problems]
    if faults:
        raise NotAllowedError(
            ["This game cannot be written in notation: its results do not follow from what is on record.", *faults]
        )
    return text


def _recording(session: Session, stream: CarriedStream, *, told: bool) -> Recording:
    name = stream.stream
    codec, rules = session.codec(name), session.rules(name)
    tell: Callable[[Event], str] | None = teller(rules) if told else None
    return Recording(
        rules=rules,
        facts=dict(enumerate(session.facts(name, stream.after + 1, stream.head), stream.after + 1)),
        digests=lambda version: session.store.digest_at(name, version) or "",
        stored=lambda fact: as_data(codec, fact),
        tell=tell,
    )


def streams_of(path: Path) -> list[str]:
    """The streams that a notation holds, parents first. Raises UnreadableError for one that can't be read."""
    with _nothing_taken():
        return [each.name for each in read_score(read_text(path), str(path)).streams]


@contextmanager
def as_bundle(path: Path, done: HowFar = nobody) -> Iterator[tuple[BundleReader, int]]:
    """What a notation comes to, as a bundle, and how many of its lines hold comments, which no record keeps.

    done: told of exchanges. Raises UnreadableError for a file that can't be read, or in which something does not follow
    from what it gives.
    """
    text = read_text(path)
    with _nothing_taken():
        score = read_score(text, str(path))
        with _derived(score, str(path), text, done) as copy:
            streams = all_of(copy, score.streams[0].name)
            rows = (row for each in streams for row in copy.store.rows(each.stream, each.after, each.head))
            lines = StringIO("".join(written(streams, rows)))
    yield BundleReader(str(path), lines), score.comments


@contextmanager
def _nothing_taken() -> Iterator[None]:
    """Say behind all faults of a file what becomes of it."""
    try:
        yield
    except OrderFaults as faults:
        raise UnreadableError([*faults.problems, "Nothing of it was taken."]) from None


@contextmanager
def _derived(score: ScoreSheet, source: str, text: str, done: HowFar) -> Iterator[Session]:
    """A store in memory with all events of a score. done: told of exchanges."""
    with Session.over(Path(":memory:")) as copy:
        derive(score, copy, source, text, done)
        yield copy
