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

from sits_es.errors import GameError, UnreadableError
from sits_es.post import news
from sits_es.post.day import Done, a_day, note_shown
from sits_es.post.desk import Desk
from sits_es.post.replica import replica_of
from sits_es.post.settings import post_settings
from sits_es.sentences import one_line, quoted

_EVERY: Final = re.compile(r"(\d{1,4})([smhd])")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
#: A server that is away is asked again after twice the time, up to so many times it.
_MOST: Final = 16
#: Seconds that a command of [notify] may take.
_PATIENCE: Final = 30
#: Under this name the drawer keeps what a person was told by [notify].
_NOTIFIED: Final = "notified"


def seconds_in(text: str) -> int:
    """How often to look for mail: 15m, 2h. Raises UnreadableError."""
    found = _EVERY.fullmatch(text.strip().lower())
    if found is None or int(found[1]) == 0:
        raise UnreadableError(f"{quoted(text)} is not a time between two looks. Write it such as 15m or 2h.")
    return int(found[1]) * _SECONDS[found[2]]


def keep_going(
    open_desk: Callable[[], AbstractContextManager[Desk]], every: str, sleep: Callable[[float], None] | None = None
) -> Iterator[str]:
    """Take mail in, play on, write letters, and sleep; lines only where there is news. Ends with SIGTERM or Ctrl-C.

    Each look opens the folder and closes it again, so that a look can be stopped anywhere, and other commands come in
    between. sleep: waits some seconds.
    """
    wait, times = seconds_in(every), 1
    with _stoppable() as stop:
        rest = sleep or stop.sleep
        while not stop.asked:
            try:
                with open_desk() as desk:
                    done = look(desk)
            except (GameError, OSError) as trouble:
                yield one_line(str(trouble))
                times = min(2 * times, _MOST)
            else:
                yield from done.said if done.new or done.failed else ()
                yield from done.reports if done.new else ()
                times = min(2 * times, _MOST) if done.failed else 1
            if not stop.asked:
                rest(wait * times)


def look(desk: Desk) -> Done:
    """One look: a day's work, and what is new told by [notify]."""
    done = a_day(desk, ())
    if done.new:
        note_shown(desk, done)
    notify(desk)
    return done


class _Stop:
    """Whether somebody wants it to end."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self, *_: object) -> None:
        """End after what is being done."""
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


def notify(desk: Desk) -> None:
    """Run the command of [notify] with what is new for a person, each thing once."""
    command = post_settings(desk.folder).notify
    if command is None:
        return
    for here in desk.drawer.games():
        if here.away or here.me is None or not desk.begun(here):
            continue
        for happening in happenings(desk, here.name):
            _tell(command, happening)
    desk.drawer.save()


def happenings(desk: Desk, name: str) -> Iterator[dict[str, Any]]:
    """What a person wants to be told of a game, that they were not told yet."""
    replica = replica_of(desk, name)
    state, me = replica.state, replica.me
    waiting = [each.seat for each in news.waiting(replica) if each.person]
    found = {
        "owed": f"{state.course.moment} {state.cast}" if me in waiting else "",
        "last": f"{state.course.moment} {state.cast}" if waiting == [me] and len(state.playing) > 1 else "",
        "turn": str(state.course.moment.turn),
        "decision": " ".join(digest for digest, _, by in news.proposals(replica) if me not in by),
        "over": str(replica.course.game.ended or ""),
    }
    words = {
        "owed": news.asked(replica, me),
        "last": f"Only you are waited for. {news.asked(replica, me)}",
        "turn": f"Turn {state.course.moment.turn - 1} of {replica.called} was played.",
        "decision": news.asked(replica, me),
        "over": f"{replica.called} is over: {replica.course.game.ended}",
    }
    for what, value in found.items():
        mark = f"{_NOTIFIED} {what}"
        before = desk.drawer.mark(name, mark)
        if value and before != value.encode() and not (what == "turn" and before is None):
            yield {"game": name, "called": replica.called, "what": what, "you": me, "words": words[what]}
        desk.drawer.put_mark(name, mark, value.encode())


def _tell(command: str, happening: dict[str, Any]) -> None:
    """Give one JSON object to a command; one that fails or hangs holds up nothing."""
    content = json.dumps(happening, ensure_ascii=False).encode()
    try:
        subprocess.run(split(command), input=content, timeout=_PATIENCE, check=False, capture_output=True)  # noqa: S603 -- the player's own
    except (OSError, ValueError, subprocess.SubprocessError):
        return
