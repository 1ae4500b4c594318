"""Clerks that play by real servers, which go away and come back: nothing is lost, and no letter is one too many."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from sits_es.post import opening, orders
from sits_es.post.log.packets import Join
from sits_es.post.replica import replica_of
from tests.endurance.fleets import CRUISERS
from tests.shared.mail_servers import HUSH, dovecot, post_office, settings
from tests.shared.postal import GAME, Table, address, sheet, thrust
from tests.shared.quick_clerk import QuickWatch

pytestmark = pytest.mark.long

PLAYERS: Final = ("red", "blue", "green")
#: A day in half a minute.
SPEED: Final = 24 * 3600 / 30
AWAY: Final = "The {} server 127.0.0.1 (port {}) cannot be used now: "
#: Letters of the game's beginning, and of a turn of nine exchanges: three seals at most, three messages a hop.
BEGINNING, TURN = 2 + 2 + 1, 3 + 3 * 10


@contextmanager
def clerk(folder: Path, watch: QuickWatch, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A clerk at work, which ends cleanly when it is asked to."""
    words = [sys.executable, "-m", "tests.shared.quick_clerk", str(folder), str(watch.begun), str(watch.speed)]
    with log.open("ab") as out:
        running = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT)
    try:
        yield running
        running.terminate()
        assert running.wait(20) == 0
    finally:
        running.kill()
        running.wait(10)


def until(watch: QuickWatch, hours: float, what: Callable[[], bool]) -> None:
    """Wait until something holds, and at most so many hours."""
    end = time.monotonic() + hours * 3600 / watch.speed
    while not what():
        assert time.monotonic() < end
        time.sleep(0.1)


def told(folder: Path, who: str, *server: object) -> int:
    """How often somebody's clerk has said that a server can't be used."""
    return (folder / f"{who}.log").read_text().count(AWAY.format(*server))


def order_a_turn(table: Table, who: str) -> None:
    """Somebody gives orders for nine exchanges, while their clerk is at work."""
    with table.desk(who) as desk:
        replica = replica_of(desk, GAME)
        upto = replica.course.rules.read_moment("1.break")
        assert orders.give(replica, f"{who}.orders", sheet(replica, who, thrust(who)), upto).kept


def test_a_day_of_clerks_with_servers_that_go_away_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", HUSH)
    (tmp_path / "cruisers.toml").write_text(CRUISERS.scenario(PLAYERS), encoding="utf-8")
    with ExitStack() as at_work:
        boxes = at_work.enter_context(dovecot())
        office = at_work.enter_context(post_office(boxes))
        watch = QuickWatch(time.time(), SPEED)
        table = Table(folder=tmp_path, scenario=str(tmp_path / "cruisers.toml"), players=PLAYERS, watch=watch)
        for who in PLAYERS:
            text = settings(address(who), who, smtp=office.port, imap=boxes.port)
            (tmp_path / who / "sits.toml").write_text(text, encoding="utf-8")
            at_work.enter_context(clerk(tmp_path / who, watch, tmp_path / f"{who}.log"))
        begin(table, watch)
        office.stop()
        for who in PLAYERS:
            order_a_turn(table, who)
        until(watch, 24, lambda: all(told(tmp_path, who, "SMTP", office.port) for who in PLAYERS))
        office.start()
        until(watch, 12, lambda: len(office.taken) >= BEGINNING + len(PLAYERS) - 1)
        boxes.stop()
        until(watch, 24, lambda: all(told(tmp_path, who, "IMAP", boxes.port) for who in PLAYERS))
        boxes.start()
        until(watch, 48, lambda: all(label == "2.1" for label in table.labels().values()))
        written = len(office.taken)
        watch.wait(2 * 3600)  # everybody has read everything, and nobody has anything to say
        assert len(office.taken) == written <= BEGINNING + TURN
        watch.wait_until(24)
    table.check()
    assert len({each["Message-ID"] for each in office.taken}) == len(office.taken)
    for who in PLAYERS:
        log = (tmp_path / f"{who}.log").read_text()
        assert "Traceback" not in log
        # each trouble once; a connection that is cut is another one than a server that is away
        assert told(tmp_path, who, "SMTP", office.port) == 1
        assert told(tmp_path, who, "IMAP", boxes.port) in (1, 2)
        order = ("ours has begun", "You owe orders for ours 1.1", "You owe orders for ours 2.1")
        places = [log.index(each) for each in order]
        assert places == sorted(places)
        sent = [each["Subject"] for each in office.taken if each["From"] == address(who)]
        assert all(log.count(f": {subject}\n") == sent.count(subject) for subject in sent)


def begin(table: Table, watch: QuickWatch) -> None:
    """Invite and join, and wait until the game has begun everywhere."""
    with table.desk("red") as desk:
        others = {who: address(who) for who in PLAYERS[1:]}
        wish = opening.Wish(scenario=table.scenario, name=GAME, me="red", others=others)
        opening.invite(desk, wish, Join(ticket="", name="Red", address=address("red")))
    for who in PLAYERS[1:]:
        until(watch, 12, partial(knows, table, who))
        with table.desk(who) as desk:
            opening.answer(desk, GAME, Join(ticket="", name=who.title(), address=address(who)))
    until(watch, 12, lambda: all(has_begun(table, who) for who in PLAYERS))


def knows(table: Table, who: str) -> bool:
    """Whether an invitation came to somebody."""
    with table.desk(who) as desk:
        return desk.find_game(GAME) is not None


def has_begun(table: Table, who: str) -> bool:
    """Whether the game has begun for somebody."""
    with table.desk(who) as desk:
        return desk.game(GAME).begun
