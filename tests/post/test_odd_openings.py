"""Invitations, answers and clocks that would stop a program: each is refused in words, and the rest goes on."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sits_es.mail.identity import new_identity
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.packet import Signed, sign
from sits_es.mail.sources import Mail
from sits_es.post.clock import keep_time
from sits_es.post.desk.journal import Entry
from sits_es.post.desk.outages import back_since
from sits_es.post.intake import take_mails
from sits_es.post.invitations import join
from sits_es.post.protocol.bodies import Clock
from tests.shared.posts import ADDRESSES, Post, invited, new_post, peers, umpired, unjudged


def taken(post: Post, signed: Signed) -> None:
    """Let a packet come by mail."""
    letter = Letter(sender="eve@example.org", to=("ben@example.org",), subject="x", report="x", packets=(signed,))
    take_mails(post.desk, [Mail(source=signed.digest, content=bytes(mail)) for mail in write_letter(letter)])


def refused(post: Post) -> list[Entry]:
    return post.desk.journal.entries("duel", ("refused",))


def stranger(signed: Signed, **changes: Any) -> Signed:
    """An invitation with something else in it, signed with the key that it names."""
    eve = new_identity("Eve", lambda number: b"e" * number)
    body = {**signed.packet.body, **changes}
    return sign(evolve(signed.packet, body={**body, "host": {**body["host"], "key": eve.key}}), eve)


@pytest.mark.parametrize("card", [True, 7, "x", [], None])
def test_an_invitation_with_a_class_that_is_no_card_is_refused(tmp_path: Path, card: object) -> None:
    invitation = invited(new_post(tmp_path / "red", "red"), {"blue": ADDRESSES["blue"]})
    blue = new_post(tmp_path / "blue", "blue")
    name, created = invitation.packet.body["created"]
    classes = {**created["classes"], "Sample Light Cruiser": card}
    taken(blue, stranger(invitation, created=[name, {**created, "classes": classes}]))
    assert [entry.why[:40] for entry in refused(blue)] == ["The game of the invitation cannot begin:"]
    assert blue.desk.journal.seat("duel") is None


def test_an_invitation_from_where_no_mail_goes_is_refused(tmp_path: Path) -> None:
    invitation = invited(new_post(tmp_path / "red", "red"), {"blue": ADDRESSES["blue"]})
    blue = new_post(tmp_path / "blue", "blue")
    taken(blue, stranger(invitation, host={**invitation.packet.body["host"], "address": "nowhere"}))
    assert [entry.why for entry in refused(blue)] == [
        'red names an address where no mail goes: "nowhere" is not a mail address. Write one like red@example.org.'
    ]


def test_an_answer_from_where_no_mail_goes_is_refused_and_a_good_one_still_counts(tmp_path: Path) -> None:
    red, blue = new_post(tmp_path / "red", "red"), new_post(tmp_path / "blue", "blue")
    blue.take([invited(red, {"blue": ADDRESSES["blue"]})])
    good = join(blue.desk, "duel", "Ben", ADDRESSES["blue"])
    seat = {**good.packet.body["seat"], "address": "nobody"}
    red.take([blue.signed_anew(good, {**good.packet.body, "seat": seat})])
    assert [entry.why for entry in refused(red)] == [
        'blue names an address where no mail goes: "nobody" is not a mail address. Write one like red@example.org.'
    ]
    red.take([good])
    assert red.desk.started(red.desk.seat("duel"))


@pytest.mark.parametrize("until", ["0001-01-01T00:00Z", "1999-12-31T23:59Z", "3000-01-01T00:00Z", "9999-12-31T23:59Z"])
def test_a_deadline_that_no_clock_reaches_is_refused(tmp_path: Path, until: str) -> None:
    ump, red, _ = umpired(tmp_path)
    unjudged(ump, Clock(turn=1, segments=(1,), until=until, grace=999))
    odd = ump.packets()[-1]
    red.take([odd])
    assert [entry.why for entry in refused(red)] == [
        f"The {odd.packet.title} names a time outside the years 2000 to 2999."
    ]
    keep_time(red.desk)


@pytest.mark.parametrize("until", ["2000-01-01T00:00Z", "2999-12-31T23:59Z"])
def test_a_deadline_at_the_edge_is_one(tmp_path: Path, until: str) -> None:
    ump, red, _ = umpired(tmp_path)
    ump.replica.post(Clock(turn=1, segments=(1,), until=until, grace=999))
    red.take([ump.packets()[-1]])
    assert refused(red) == []
    keep_time(red.desk)


def test_an_outage_seen_by_a_clock_that_ran_ahead_is_forgotten(tmp_path: Path) -> None:
    times = iter(["2026-01-02T12:00", "2027-01-02T12:00", "2026-01-02T13:00", "2026-01-02T14:00"])
    now = [""]
    red, _ = peers(tmp_path, lambda: now[0] or "2026-01-01T12:00:00+00:00")
    for time in times:
        now[0] = f"{time}:00+00:00"
        keep_time(red.desk)
    back = back_since(red.desk)
    assert back is not None
    assert back.isoformat() == "2026-01-02T13:00:00+00:00"
