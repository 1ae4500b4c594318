"""Reports: what was played and decided since the last one, where the game stands, its checkpoint; and their letters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from textwrap import wrap
from typing import Any, Final

from attrs import frozen

from sits_es.game.events import DECIDED, GameForked, RulingMade
from sits_es.game.story import teller
from sits_es.mail.blocks import orders_block
from sits_es.mail.letters import Letter
from sits_es.post import news
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere
from sits_es.post.orders import AS_IT_STANDS, last_of_turn, ticket
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.sentences import listed, one_line, paragraphs, without_full_stop
from sits_es.service import replay
from sits_es.service.signed_notes import Note
from sits_es.store.checkpoints import Checkpoint, root_of

#: How to edit a block that comes back by mail.
_AHEAD: Final = "# The orders cover everything up to there; name an earlier exchange to cover less."
_NOTHING: Final = f"# {AS_IT_STANDS}, this block is not taken. To order nothing, delete this line."
#: Characters of a line in a letter.
_COLUMNS: Final = 76
#: All mails of a game refer to a Message-ID made of this and the invitation.
_THREAD: Final = b"sits-es/thread/2"
#: The root of a record, which all reports of a day share.
_root = lru_cache(maxsize=4)(root_of)


def public(replica: Replica, since: int | None, *, tells: bool) -> str:
    """What all may read. since: the last event they know, None to tell nothing; tells: what was played too."""
    lines, sent, me = replica.desk.printer.lines, replica.desk.drawer.kept(replica.name, "sent"), replica.me
    new = (note for packet, note in replica.notes() if packet.by == me and packet.digest not in sent)
    words = (line for note in new for line in news.note_of(replica, me, note))
    told = [] if since is None else [*(played(replica, since, None) if tells else ()), *_checkpoint(replica, since)]
    return paragraphs([lines(words), lines(news.signed(replica, commands=True)), *told])


def own(replica: Replica, since: int, seat: str | None = None, *, mailed: bool = True) -> str:
    """A player's own report: by mail in plain text with an ORDERS block to edit, else with the command to type."""
    lines, reader, course = replica.desk.printer.lines, seat or replica.me, replica.course
    asked, seen = news.asked(replica, reader), replica.desk.drawer.mark(replica.name, f"notes {reader}")
    stands = [news.status_line(replica)]
    if not course.over:
        others = news.others(replica, reader)
        waits = [f"{others}."] if others and others not in asked else []
        stands = [f"{replica.called} is at {course.rules.label(course.moment)}.", *waits, *news.signed(replica)]
    told = [
        lines([asked]),
        lines(each for each in news.disputed(replica, reader) if each != asked),
        lines(news.notes(replica, reader, seen.split())),
        *played(replica, since, None),
        lines(stands),
        *_checkpoint(replica, since, mailed=mailed),
    ]
    below = block(replica, reader) if mailed else [news.how_to_order(replica, reader)]
    return paragraphs([*told, *below])


def notes_told(replica: Replica, reader: str) -> tuple[str, str]:
    """The bookmark to set once a reader has seen all notes that are here: its name and its value."""
    return f"notes {reader}", " ".join(packet.digest for packet, _ in replica.notes())


def played(replica: Replica, since: int, upto: int | None) -> Iterator[str]:
    """What was decided and played between two events, in parts; spectators may read it too."""
    desk, opened = replica.desk, replica.opened
    yield desk.printer.lines(_decided(replica, since, upto))
    run = [each for each in opened.history.played() if (each.first or 0) > since]
    run = [each for each in run if upto is None or (each.last or 0) <= upto]
    if run:
        yield from desk.printer.played(replica.course.rules.name, list(replay.play_back(opened, run)))


def _decided(replica: Replica, since: int, upto: int | None) -> Iterator[str]:
    """Who left, came back or has another key, and which branch is the game, since an event; in words."""
    rules, session = replica.course.rules, replica.desk.session
    tell = teller(rules)
    for fact in replica.opened.facts(since + 1, upto):
        if isinstance(fact, GameForked) and not fact.what_if:
            where, branch = rules.label(Moment(fact.turn, fact.segment)), session.display_name(fact.branch)
            if fact.keeper is not None:
                yield f"{fact.keeper} keeps the log from {where} on; the record goes on as {branch}."
            else:
                yield f"The game goes on as {branch}, played again from {where}."
        elif isinstance(fact, RulingMade) and not fact.upheld:
            why = f": {without_full_stop(fact.words)}" if fact.words else ""
            yield f"{listed(fact.by)} decided to play it again{why}."
        elif isinstance(fact, DECIDED):
            yield tell(fact)


def _checkpoint(replica: Replica, since: int, *, mailed: bool = True) -> Iterator[str]:
    """The record's checkpoint, if it has grown. In a mail the keeper signs it, and the writer cosigns it."""
    point = replica.course.point
    if point.version > since:
        digests = replica.digests()
        note = Note(Checkpoint(replica.desk.session.store.origin(point.stream), len(digests), _root(digests)))
        note = note.published(replica.identity) if mailed and replica.me == replica.state.keeper else note
        note = note.cosigned(replica.identity, replica.desk.minutes() * 60) if mailed else note
        yield f"Checkpoint of the record:\n{note}".rstrip("\n")


def block(replica: Replica, seat: str) -> Iterator[str]:
    """The ORDERS block of a seat that owes orders or is away, with the ticket that must come back."""
    course, owed, at = replica.course, replica.state.owed, replica.state.seats[seat]
    rejoins = at.away and owed is not None and seat in owed.orders_by
    if replica.asks or not (news.owes(replica, seat) or rejoins) or not news.can_order(replica, at):
        return
    word = ticket(replica.desk, course.point.stream, seat, course.moment)
    text = course.rules.template(course.game.board, seat, replica.called)
    last = last_of_turn(replica, seat)
    ahead = f"# up to {course.rules.label(last)}\n{_AHEAD}\n" if last > course.moment else ""
    yield orders_block(f"# ticket {word}\n{ahead}{_NOTHING}\n{text}").rstrip("\n")


# the letters in which they go


@frozen(kw_only=True)
class Outgoing(Letter):
    """A letter to write. marks: bookmarks to set then; packets: those it carries; answer: its key, if it is one."""

    game: str
    marks: Mapping[str, str]
    packets: tuple[str, ...] = ()
    answer: str | None = None


def from_here(
    desk: Desk,
    here: GameHere,
    to: str,
    subject: str,
    report: str,
    marks: Mapping[str, str],
    *,
    holds: str | None = None,
    **more: Any,
) -> Outgoing:
    """A letter from the player's seat, in its game's thread. holds: what it carries; more: for `Outgoing`."""
    thread = hashlib.sha256(_THREAD + here.invite.digest.encode()).hexdigest()[:32]
    return Outgoing(
        sender=desk.drawer.addresses(here.name).get(here.me or "", ""),
        to=(to,),
        subject=one_line(subject),
        report=report,
        about=(f"Game: {here.name}", f"From: {here.me}", *([f"Holds: {holds}"] if holds else [])),
        thread=f"<sits.{thread}@sits.invalid>",
        date=datetime.fromisoformat(desk.clock()),
        game=here.name,
        marks=marks,
        **more,
    )


def wrapped(*lines: str) -> str:
    """Lines short enough for mail programs; a line goes on with its indent. Blocks stay as they are."""
    inside, found = False, list[str]()
    for line in "\n".join(lines).split("\n"):
        inside = line.startswith("-----BEGIN") or (inside and not line.startswith("-----END"))
        indent = line[: len(line) - len(line.lstrip())]
        parts = [line] if inside else wrap(line, _COLUMNS, subsequent_indent=indent, break_long_words=False)
        found += parts or [""]
    return "\n".join(found)


def note(desk: Desk, sent: Outgoing) -> None:
    """Note that a letter was written."""
    for mark, value in sent.marks.items():
        desk.drawer.put_mark(sent.game, mark, value)
    for digest in sent.packets:
        desk.drawer.keep(sent.game, "sent", digest)
    if sent.answer is not None:
        desk.drawer.drop("", "answer", sent.answer)
    desk.drawer.save()
