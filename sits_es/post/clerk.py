"""The clerk: takes mail in again and again by itself, so that people wait only for people; and tells what happens."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from shlex import split
from typing import Any, Final

from sits_es.errors import GameError, NotNowError, UnreadableError
from sits_es.post import news
from sits_es.post.day import Done, a_day, note_shown
from sits_es.post.desk import Desk
from sits_es.post.outgoing import mark_of
from sits_es.post.replica import Replica, replica_of
from sits_es.post.settings import post_settings
from sits_es.sentences import one_line, quoted
from sits_es.service.files import trouble_in_words

_EVERY: Final = re.compile(r"(\d{1,4})([smhd])")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
#: A server that is away is asked again after twice the time, up to so many times it.
_MOST: Final = 16
#: Seconds that a command of [notify] may take.
_PATIENCE: Final = 30
#: Under names that begin so the drawer keeps what a person was told by [notify].
_NOTIFIED: Final = "notified"


def seconds_in(text: str) -> int:
    """How often to look for mail: 15m, 2h. Raises UnreadableError."""
    found = _EVERY.fullmatch(text.strip().lower())
    if found is None or int(found[1]) == 0:
        raise UnreadableError(f"{quoted(text)} is not a time between two looks. Write it such as 15m or 2h.")
    return int(found[1]) * _SECONDS[found[2]]


def keep_going(
    open_desk: Callable[[], AbstractContextManager[Desk]],
    every: str,
    sleep: Callable[[float], None] | None = None,
    *,
    quiet: bool = False,
) -> Iterator[str]:
    """Take mail in, play on, write letters, and sleep; lines only where there is news. Ends with SIGTERM or Ctrl-C.

    Each look opens the folder and closes it again, so that a look can be stopped anywhere, and other commands come in
    between. A trouble that lasts is told once; one that the first look has, and that waiting does not mend, is raised.
    sleep: waits some seconds; quiet: without reports.
    """
    wait, times = seconds_in(every), 1
    told: list[str] | None = None
    with _stoppable() as stop:
        while not stop.asked:
            try:
                with open_desk() as desk:
                    done = look(desk, quiet=quiet)
            except (GameError, OSError) as trouble:
                if told is None and not isinstance(trouble, NotNowError):
                    raise
                done = Done(stands=[trouble_in_words(trouble)], failed=True)
            yield from done.counted() if done.new and done.mails else ()
            yield from (*done.said, *(line for line in done.stands if line not in (told or ())))
            yield from done.reports if done.new else ()
            told, times = done.stands, min(2 * times, _MOST) if done.failed else 1
            if not stop.asked:
                (sleep or stop.sleep)(wait * times)


def look(desk: Desk, *, quiet: bool = False) -> Done:
    """One look: a day's work, and what is new told by [notify]. quiet: as of `a_day`."""
    done = a_day(desk, (), quiet=quiet)
    if done.new:
        note_shown(desk, done)
    done.said += notify(desk)
    return done


class _Stop:
    """Whether somebody wants it to end."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self, *_: object) -> None:
        """End after what is being done; at once where it is asked again, for nothing is lost by that either."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def sleep(self, seconds: float) -> None:
        """Wait, and no longer once somebody asks."""
        end = time.monotonic() + seconds
        while not self.asked and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, 0.5))


@contextmanager
def _stoppable() -> Iterator[_Stop]:
    stop = _Stop()
    before = {each: signal.signal(each, stop.ask) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


# news


def notify(desk: Desk, *, seen: bool = False) -> list[str]:
    """Run the command of [notify] with what is new for a person, each thing once; what went wrong, in words.

    seen: the person looks on and needs no telling.
    """
    command = post_settings(desk.folder).notify
    if command is None:
        return []
    wrong: dict[str, None] = {}
    for here in desk.drawer.games():
        if here.away or here.me is None or not desk.begun(here):
            continue
        replica = replica_of(desk, here.name)
        found = _standing(replica)
        for happening in () if seen else _happenings(replica, found):
            if (trouble := _tell(command, happening)) is not None:
                wrong[f"The command of [notify] {trouble}"] = None
        for what, stands in found.items():
            if mark_of(desk, here.name, f"{_NOTIFIED} {what}") != stands:
                desk.drawer.put_mark(here.name, f"{_NOTIFIED} {what}", stands.encode())
        desk.drawer.save()
    return list(wrong)


def _standing(replica: Replica) -> dict[str, str]:
    """What stands, by what a person is told of it once it is another."""
    state, me = replica.state, replica.me
    waiting = [each.seat for each in news.waiting(replica) if each.person]
    at = f"{state.course.moment.turn}.{state.course.moment.segment}.{state.cast}"
    return {
        "owed": at if me in waiting else "",
        "last": at if waiting == [me] and len(state.playing) > 1 else "",
        "turn": str(state.course.moment.turn),
        "decision": " ".join(news.to_sign(replica, me)),
        "over": str(replica.course.game.ended or ""),
    }


def _happenings(replica: Replica, found: dict[str, str]) -> Iterator[dict[str, Any]]:
    """What a person wants to be told of a game, that they were not told yet."""
    before = {what: mark_of(replica.desk, replica.name, f"{_NOTIFIED} {what}") for what in found}
    new = {what for what, stands in found.items() if set(stands.split()) - set(before[what].split())}
    if "last" in new:
        new.discard("owed")
    if not before["turn"] or int(found["turn"]) < int(before["turn"]):
        new.discard("turn")
    asked = news.asked(replica, replica.me)
    words = {
        "owed": asked,
        "last": f"Only you are waited for. {asked}",
        "turn": f"Turn {int(found['turn']) - 1} of {replica.called} was played.",
        "decision": news.to_agree(replica, replica.me),
        "over": f"{replica.called} is over: {found['over']}",
    }
    for what in found:
        if what in new:
            yield {
                "game": replica.name, "called": replica.called, "what": what, "you": replica.me, "words": words[what]
            }  # fmt: skip


def _tell(command: str, happening: dict[str, Any]) -> str | None:
    """Give one JSON object to a command; why that failed. One that fails or hangs holds up nothing."""
    content = json.dumps(happening, ensure_ascii=False).encode()
    try:
        done = subprocess.run(split(command), input=content, timeout=_PATIENCE, check=False, capture_output=True)  # noqa: S603 -- the player's own
    except subprocess.TimeoutExpired:
        return f"took longer than {_PATIENCE} seconds."
    except (OSError, ValueError) as fault:
        return f"cannot be run: {(getattr(fault, 'strerror', None) or str(fault)).lower()}."
    said = one_line(done.stderr.decode(errors="replace").strip())[-200:]
    return f"failed with status {done.returncode}{f': {said}' if said else '.'}" if done.returncode else None
