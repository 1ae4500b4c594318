"""The clerk: it takes mail in again and again, so that people wait only for people, and tells what happens."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from shlex import split
from typing import Any, Final

from sits_es.disk import trouble_in_words
from sits_es.errors import GameError, NotNowError
from sits_es.post import news
from sits_es.post.day import Done, a_day, note_shown
from sits_es.post.desk import Desk
from sits_es.post.replica import Replica, replica_of
from sits_es.sentences import one_line

#: A server that is away is asked after longer and longer times, up to this many times the usual one.
_MOST: Final = 16
#: Seconds that the command of [notify] may take.
_PATIENCE: Final = 30


def keep_going(
    open_desk: Callable[[], AbstractContextManager[Desk]],
    every: int,
    sleep: Callable[[float], None] | None = None,
    *,
    quiet: bool = False,
) -> Iterator[str]:
    """Take mail in, play on, write letters, and sleep; lines only if there is news. Ends with SIGTERM or Ctrl-C.

    Between looks the folder is closed, for other commands. A lasting trouble is told once; if the first look has one
    that waiting does not mend, it is raised. every: seconds between looks; sleep: waits; quiet: without reports.
    """
    times = 1
    told: list[str] | None = None
    with _stoppable() as asked:
        while not asked:
            try:
                with open_desk() as desk:
                    done = look(desk, quiet=quiet)
            except (GameError, OSError) as trouble:
                if told is None and not isinstance(trouble, NotNowError):
                    raise
                done = Done(wrong=[trouble_in_words(trouble)], failed=True)
            yield from done.counted() if done.new and done.mails else ()
            yield from (*done.said, *(line for line in done.stands if line not in (told or ())))
            yield from done.reports if done.new else ()
            told, times = done.stands, min(2 * times, _MOST) if done.failed else 1
            if not asked:
                (sleep or partial(_wait, asked=asked))(every * times)


def look(desk: Desk, *, quiet: bool = False) -> Done:
    """One look: a day's work, then [notify] tells what is new. quiet: as in `a_day`."""
    done = a_day(desk, (), quiet=quiet)
    if done.new:
        note_shown(desk, done)
    done.said += notify(desk)
    return done


@contextmanager
def _stoppable() -> Iterator[list[int]]:
    """Signals that ask for the end. The first lets the work at hand finish, a second ends it at once."""
    asked = list[int]()

    def ask(sign: int, _: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(sign)

    before = {each: signal.signal(each, ask) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _wait(seconds: float, asked: Sequence[int]) -> None:
    """Wait until the time is over or somebody asks for the end."""
    end = time.monotonic() + seconds
    while not asked and (left := end - time.monotonic()) > 0:
        time.sleep(min(left, 0.5))


# news


def notify(desk: Desk, *, seen: bool = False) -> list[str]:
    """Tell the [notify] command what is new, each thing once. What went wrong. seen: the player knows it all."""
    command = desk.settings.notify
    if command is None:
        return []
    wrong: dict[str, None] = {}
    for here in desk.drawer.games():
        if here.away or not here.begun:
            continue
        with desk.apart(here.name):
            standing = _standing(replica := replica_of(desk, here.name))
        if here.name in desk.troubles:
            continue
        stands = {what: mark for what, (mark, _) in standing.items()}
        told = desk.drawer.value(here.name, "notified", dict[str, str], b"{}")
        for what in () if seen else _new(stands, told):
            words = standing[what][1]
            happening = {"game": here.name, "called": replica.called, "what": what, "you": here.me, "words": words}
            if (trouble := _tell(command, happening)) is not None:
                wrong[f"The [notify] command {trouble}"] = None
        if stands != told:
            desk.drawer.put_mark(here.name, "notified", json.dumps(stands))
            desk.drawer.save()
    return list(wrong)


def _standing(replica: Replica) -> dict[str, tuple[str, str]]:
    """What a player may be told, by kind: a mark that changes whenever it should be told again, and the words."""
    state, me, called = replica.state, replica.me, replica.called
    turn, ended = state.course.moment.turn, replica.course.game.ended
    waiting = [each.seat for each in news.waiting(replica) if each.person]
    at, asked = f"{turn}.{state.course.moment.segment}.{state.cast}", news.asked(replica, me)
    unsigned, rules = (decide.digest for decide, _ in news.to_sign(replica, me)), news.to_rule(replica, me)
    unruled = (packet.digest for packet, *_ in news.disputes(replica) if rules)
    return {
        "owed": (at if me in waiting else "", asked),
        "last": (at if waiting == [me] and len(state.playing) > 1 else "", f"The game waits only for you. {asked}"),
        "turn": (str(turn), f"Turn {turn - 1} of {called} was played."),
        "decision": (" ".join((*unsigned, *unruled)), "; ".join(filter(None, (news.to_agree(replica, me), rules)))),
        "over": (str(ended or ""), f"{called} is over: {ended}"),
    }


def _new(stands: Mapping[str, str], told: Mapping[str, str]) -> list[str]:
    """What a player has not been told. The first turn seen was not played, nor was one after a rewind."""
    new = [what for what, mark in stands.items() if {*mark.split()} - {*told.get(what, "").split()}]
    left = {"owed"} if "last" in new else set()
    if int(stands["turn"]) < int(told.get("turn", "9" * 9)):
        left.add("turn")
    return [what for what in new if what not in left]


def _tell(command: str, happening: dict[str, Any]) -> str | None:
    """Give one JSON object to a command. Why that failed, or None; a command that hangs holds up nothing."""
    content = json.dumps(happening, ensure_ascii=False).encode()
    try:
        done = subprocess.run(split(command), input=content, timeout=_PATIENCE, check=False, capture_output=True)  # noqa: S603 -- the player's own
    except subprocess.TimeoutExpired:
        return f"took longer than {_PATIENCE} seconds."
    except (OSError, ValueError) as fault:
        return f"cannot be run: {(getattr(fault, 'strerror', None) or str(fault)).lower()}."
    said = one_line(done.stderr.decode(errors="replace").strip())[-200:]
    return f"failed with status {done.returncode}{f': {said}' if said else '.'}" if done.returncode else None
