"""A connection to a mail server that is cut at any step of a session: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from sits_es.errors import NotNowError
from sits_es.mail.servers import Server
from sits_es.post import orders
from sits_es.post.carriage import send_letters
from sits_es.post.day import Done, a_day, go_on
from sits_es.post.replica import replica_of
from tests.shared.cutting import line_to
from tests.shared.mail_servers import HUSH, Dovecot, post_office, settings
from tests.shared.postal import GAME, Table, address, sheet, thrust

pytestmark = pytest.mark.long

#: More steps than any session here has; every third is tried, which is between any two commands.
MANY, EVERY = 200, 3


def after_each_step(table: Table) -> Iterator[tuple[int, str]]:
    """A number of steps, and a copy of red's folder as it was before the session."""
    for steps in range(0, MANY, EVERY):
        copy = f"red after {steps}"
        shutil.copytree(table.folder / "red", table.folder / copy)
        yield steps, copy
        shutil.rmtree(table.folder / copy)
    pytest.fail("the session never came to its end")


def fetch(table: Table, who: str, mailbox: Server, port: int) -> Done:
    text = settings(address("red"), str(mailbox.user), imap=port)
    (table.folder / who / "sits.toml").write_text(text, encoding="utf-8")
    with table.desk(who) as desk:
        return a_day(desk, [])


def test_mail_that_is_fetched_over_a_line_that_breaks_is_taken_once(
    pair: Table, boxes: Dovecot, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", HUSH)
    monkeypatch.setattr("sits_es.mail.transport._AT_ONCE", 2)
    pair.give("blue", thrust("blue"))
    noise = b"From: eve@example.org\nSubject: Look!\n\n"
    waiting = (noise + b"Hi.\n", pair.sent[-1].content, noise + b"x" * 60_000, noise)
    for content in waiting:
        boxes.bring(str(mailbox.user), content)
    for steps, copy in after_each_step(pair):
        with line_to(mailbox.port, steps) as line:
            first = fetch(pair, copy, mailbox, line.port)
        second = fetch(pair, copy, mailbox, mailbox.port)
        assert line.cut or not first.failed, first.stands
        assert first.failed or first.mails == len(waiting), steps  # it may break once all is said
        assert not second.failed
        assert len(first.fresh) + len(second.fresh) == 1, steps
        if not line.cut:
            assert second.mails == 0, "the bookmark stands behind the last mail"
            assert steps > 15
            return


def send(table: Table, who: str, port: int) -> list[str]:
    (table.folder / who / "sits.toml").write_text(settings(address("red"), smtp=port), encoding="utf-8")
    with table.desk(who) as desk:
        go_on(desk, Done())
        try:
            return send_letters(desk)
        except NotNowError as trouble:
            return [str(trouble)]


def test_letters_that_are_sent_over_a_line_that_breaks_arrive_and_twice_only_where_the_answer_was_lost(
    pair: Table, boxes: Dovecot
) -> None:
    with pair.desk("red") as desk:
        replica = replica_of(desk, GAME)
        orders.give(replica, "red.orders", sheet(replica, "red", thrust("red")))
    with post_office(boxes) as office:
        for steps, copy in after_each_step(pair):
            office.taken.clear()
            with line_to(office.port, steps) as line:
                send(pair, copy, line.port)
            send(pair, copy, office.port)
            assert len(office.taken) == 1 + (b"250 Taken" in line.lost), (steps, line.lost)
            assert len({each["Message-ID"] for each in office.taken}) == 1
            assert send(pair, copy, office.port) == []
            if not line.cut:
                assert steps > 15
                return
