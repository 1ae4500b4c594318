"""Checkpoints in saved mails, each held against the record: a mail that nobody can take back is a witness."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from attrs import frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.mail.reading import texts_of
from sits_es.mail.sources import read_mails
from sits_es.sentences import counted, listed, one_line
from sits_es.service.findings import Findings
from sits_es.service.session import Session
from sits_es.store import Checkpoint

#: What stands before a line that is quoted, in however many mails.
_QUOTED: Final = re.compile(r"^[\s>|]+")
_SIZE: Final = re.compile(r"[0-9]{1,19}")
#: Letters of a root of 32 bytes in base64.
_ROOT: Final = 44
#: Letters of a subject that are told.
_SUBJECT: Final = 60

Heard = Literal["confirmed", "contradicted", "ahead"]


@frozen(kw_only=True)
class Witness:
    """A checkpoint that was found. where: file, mail and line, in words; verdict: ahead is one that covers more."""

    where: str
    checkpoint: Checkpoint
    verdict: Heard

    def in_words(self) -> str:
        """For people."""
        what = f"{self.checkpoint.origin}, {counted(self.checkpoint.size, 'event')}"
        said = {
            "confirmed": "the record here begins with them",
            "contradicted": "the record here is ANOTHER one",
            "ahead": "the record here has not come so far",
        }
        return f"{self.where}: {what}: {said[self.verdict]}."


@frozen(kw_only=True)
class Witnesses(Findings):
    """What saved mails say of a game. faults: those that the record contradicts, in words."""

    found: tuple[Witness, ...]

    def sound(self) -> str:
        """Each one, and what it comes to."""
        confirmed = sum(each.verdict == "confirmed" for each in self.found)
        lines = [each.in_words() for each in self.found]
        return "\n".join([*lines, f"{counted(len(self.found), 'checkpoint')} found; {confirmed} confirmed."])

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "ok": not self.faults,
            "game": self.game,
            "faults": list(self.faults),
            "checkpoints": [
                {
                    "where": each.where,
                    "origin": each.checkpoint.origin,
                    "size": each.checkpoint.size,
                    "verdict": each.verdict,
                }
                for each in self.found
            ],
        }


def against(session: Session, game: str, places: Sequence[Path]) -> Witnesses:
    """Hold a game against every checkpoint in saved mails: of the branch, and of all that it comes from.

    places: text files, mails, mailboxes (mbox, Maildir) and folders of them. Raises NotAllowedError where there is none
    of this game, UnreadableError for a place that can't be read.
    """
    branch = session.require(game)
    line = [name for name, _ in session.store.line(branch)]
    found = [
        Witness(where=where, checkpoint=checkpoint, verdict=_heard(session, checkpoint))
        for place in places
        for where, checkpoint in checkpoints_in(place)
        if checkpoint.origin in line
    ]
    if not found:
        whose = f"{game}, or of what it comes from," if len(line) > 1 else game
        raise NotAllowedError(f"No checkpoint of {whose} is in {listed(map(str, places))}.")
    faults = tuple(each.in_words() for each in found if each.verdict == "contradicted")
    return Witnesses(game=game, faults=faults, found=tuple(found))


def _heard(session: Session, checkpoint: Checkpoint) -> Heard:
    here = Checkpoint.parse(session.store.checkpoint(checkpoint.origin, size=checkpoint.size))
    if here.size < checkpoint.size:
        return "ahead"
    return "confirmed" if here == checkpoint else "contradicted"


def checkpoints_in(place: Path) -> Iterator[tuple[str, Checkpoint]]:
    """Every checkpoint in a place, quoted ones too, with where it stands; each once in a mail."""
    for number, mail in enumerate(read_mails(place), start=1):
        subject, texts = texts_of(mail.content)
        called = f"{place}, mail {number}" + (f" ({one_line(subject)[:_SUBJECT]})" if subject else "")
        seen: set[Checkpoint] = set()
        for text in texts:
            for at, checkpoint in _in_text(text):
                if checkpoint not in seen:
                    seen.add(checkpoint)
                    yield f"{called}, line {at}", checkpoint


def _in_text(text: str) -> Iterator[tuple[int, Checkpoint]]:
    """Three lines each: a name, a number and a root. The line at which it begins, from 1."""
    lines = [_QUOTED.sub("", each).rstrip() for each in text.splitlines()]
    for at, three in enumerate(zip(lines, lines[1:], lines[2:], strict=False), start=1):
        if _SIZE.fullmatch(three[1]) and len(three[2]) == _ROOT:
            try:
                yield at, Checkpoint.parse("\n".join(three))
            except UnreadableError:
                continue
