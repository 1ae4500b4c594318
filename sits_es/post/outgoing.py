"""A letter that is to be written, with what is noted once it is; and the bookmarks of those that were."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from textwrap import wrap
from typing import Any, Final

from attrs import frozen

from sits_es.mail.letters import Letter
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere
from sits_es.post.record import RecordedGame
from sits_es.sentences import one_line

#: Characters in a line of a letter.
_COLUMNS: Final = 76
#: Of this and the invitation the Message-ID is made to which all mails of a game refer.
_THREAD: Final = b"sits-es/thread/2"


@frozen(kw_only=True)
class Outgoing(Letter):
    """A letter to write. marks: bookmarks to keep then; packets: that it carries; answer: its key, where it is one."""

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
    """A letter from one's own seat, in the thread of its game. holds: what, in a word; more: as `Outgoing` takes it."""
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
    """Lines no longer than mail programs let be; what goes on is set in as its line is. Blocks stay as they are."""
    inside, found = False, list[str]()
    for line in "\n".join(lines).split("\n"):
        inside = line.startswith("-----BEGIN") or (inside and not line.startswith("-----END"))
        indent = line[: len(line) - len(line.lstrip())]
        parts = [line] if inside else wrap(line, _COLUMNS, subsequent_indent=indent, break_long_words=False)
        found += parts or [""]
    return "\n".join(found)


def note(desk: Desk, sent: Outgoing) -> None:
    """Keep that a letter was written."""
    for mark, value in sent.marks.items():
        desk.drawer.put_mark(sent.game, mark, value)
    for digest in sent.packets:
        desk.drawer.keep(sent.game, "sent", digest)
    if sent.answer is not None:
        desk.drawer.drop("", "answer", sent.answer)
    desk.drawer.save()


def point_of(course: RecordedGame, version: int | None = None) -> str:
    """A bookmark in the record: an event of the branch that is the game, the last one if none is named."""
    point = course.point
    return f"{point.version if version is None else version}@{_branch(point.stream)}"


def event_at(course: RecordedGame, bookmark: str) -> int:
    """The last event before a bookmark, by its number; where another branch is the game by now, one that both have."""
    number, _, branch = bookmark.partition("@")
    version = int(number or -1)
    left = version if branch == _branch(course.point.stream) else course.game.at_version
    return min(version, version if left is None else left)


def _branch(stream: str) -> str:
    return hashlib.sha256(stream.encode()).hexdigest()[:8]
