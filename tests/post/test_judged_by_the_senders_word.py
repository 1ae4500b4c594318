"""What becomes of a packet follows from it and from what its sender had taken, whatever came first to who judges it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from sits_es.mail.identity import new_identity
from sits_es.mail.packet import LastEvent, Signed
from sits_es.post import changing_seats
from sits_es.post.arrivals import arrive
from sits_es.post.desk.secrets import seal_orders
from sits_es.post.protocol.bodies import Ack
from sits_es.post.protocol.failures import Resignation, Share, StandingOrders
from sits_es.post.protocol.kinds import read_body
from sits_es.rules.moments import Moment
from tests.post.example_games import posts
from tests.shared.careful import terms
from tests.shared.careful_three import careful_three, ordered
from tests.shared.duels import of_three
from tests.shared.posts import Post, exchange, unjudged
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


def fates(post: Post, sender: str) -> dict[int, tuple[str, str]]:
    """What became of a sender's packets, by number, and why."""
    entries = post.desk.journal.entries("duel")
    return {e.signed.packet.number: (e.state, e.why) for e in entries if e.signed.packet.sender == sender}


def sealed_twice(post: Post, segment: int) -> tuple[Signed, Signed]:
    """Two packets under one number, with two seals of an exchange; the first is the player's own."""
    replica = post.replica
    chain, number = replica.chain(), post.desk.journal.last_number("duel", post.player) + 1
    orders: dict[Moment, tuple[str, ...]] = {Moment(1, segment): ()}
    first, second = (seal_orders(chain, post.player, orders, post.desk.secrets, os.urandom, number) for _ in range(2))
    signed = replica.post(first)
    changes = msgspec.to_builtins(msgspec.structs.replace(second, mark=chain.mark))
    parts = {name: changes[name] for name in ("seals", "own", "escrow") if name in changes}
    return signed, post.signed_anew(signed, {**signed.packet.body, **parts})


@pytest.mark.parametrize("known_first", [0, 1])
def test_a_share_of_one_of_two_seals_counts_whichever_came_first(known_first: int, tmp_path: Path) -> None:
    clock = Watch()
    red, blue, green = careful_three(tmp_path, clock, escrow=True)
    seals = sealed_twice(red, 1)
    before = [signed for signed in red.packets() if signed.digest != seals[0].digest]
    ordered(green, 1)
    blue.take([*before, seals[0], *green.packets()])
    green.take([*before, seals[known_first]])
    ordered(blue, 1)
    clock.later(hours=169)
    blue.replica.settle()
    (share,) = (signed for signed in blue.packets() if signed.packet.body.get("of") == "red")
    green.take(blue.packets())
    if known_first == 1:
        assert (
            share.packet.number not in fates(green, "blue") or fates(green, "blue")[share.packet.number][0] == "parked"
        )
    green.take([seals[1 - known_first]])
    assert fates(green, "blue")[share.packet.number] == ("accepted", "")


def test_a_share_of_what_its_sender_had_not_taken_is_refused_wherever_that_is(tmp_path: Path) -> None:
    clock = Watch()
    red, blue, green = careful_three(tmp_path, clock, escrow=True)
    ordered(red, 1)
    seal = red.packets()[-1]
    share = Share(turn=1, segments=(1,), of="red", packet=seal.digest, share="00" * 32, answers={})
    unjudged(blue, share)
    forged = blue.packets()[-1]
    green.take(blue.packets())
    early = fates(green, "blue")[forged.packet.number]
    green.take(red.packets())
    assert early == fates(green, "blue")[forged.packet.number]
    assert early == ("void", "blue shares what red sealed for 1.1, and had no seal of theirs.")


def test_a_seat_is_not_given_away_for_a_reveal_that_was_not_due_for_who_signed(tmp_path: Path) -> None:
    """Red signs while green's seal has not come: nobody owes a reveal yet, whatever has come to others by then."""
    clock = Watch()
    red, blue, green = careful_three(tmp_path, clock)
    ordered(blue, 1)
    ordered(red, 1)
    exchange([red, blue])
    clock.later(days=12)
    changing_seats.reseat(red.replica, "blue", new_key(), "Cleo", "cleo@example.org")
    green.take([*red.packets(), *blue.packets()])
    assert "it holds." not in (changing_seats.agree(green.replica) or "")
    ordered(green, 1)
    exchange([red, green])
    assert red.desk.journal.addresses("duel")["blue"] == "ben@example.org"
    assert green.desk.journal.addresses("duel")["blue"] == "ben@example.org"


def with_a_looker_on(folder: Path) -> tuple[Post, Post, Post, Post]:
    """Red, blue and green, whose game has begun, and Eve, who looks on."""
    (folder / "three.toml").write_text(of_three())
    players = "red", "blue", "green"
    found = posts(folder, "sits", str(folder / "three.toml"), players, spectators=("eve",), **terms())
    return found["red"], found["blue"], found["green"], found["eve"]


def new_key() -> str:
    """A key that nobody at the table has."""
    return new_identity("cleo", lambda number: b"cleo".ljust(number, b"\0")).key


def test_who_had_resigned_at_the_head_of_a_packet_seals_nothing_there_though_they_are_back_by_now(
    tmp_path: Path,
) -> None:
    red, blue, green, eve = table = with_a_looker_on(tmp_path)
    before = blue.replica.chain().head
    blue.replica.post(Resignation(words=""))
    exchange(list(table))
    for post in (red, green):
        ordered(post, 1)
    exchange(list(table))
    assert {post.moment() for post in table} == {Moment(1, 2)}
    chain, number = blue.replica.chain(), blue.desk.journal.last_number("duel", "blue") + 1
    seal = seal_orders(chain, "blue", {Moment(1, 3): ()}, blue.desk.secrets, os.urandom, number)
    late = unjudged(blue, seal, before)
    eve.take([late])
    for post in (red, green):
        changing_seats.readmit(post.replica, "blue") if post is red else changing_seats.agree(post.replica)
        exchange([red, green])
    for post in (red, green):
        ordered(post, 2)
    exchange([red, green])
    assert red.moment() == Moment(1, 3)
    assert "blue" not in red.replica.chain().game.out
    red.take([late])
    assert fates(red, "blue")[late.packet.number] == fates(eve, "blue")[late.packet.number]
    assert fates(red, "blue")[late.packet.number][0] == "void"


def test_a_second_reveal_of_one_seal_is_refused(tmp_path: Path) -> None:
    """Otherwise what its answers say would depend on which of the two came last."""
    red, blue, green = careful_three(tmp_path)
    for post in (red, blue, green):
        ordered(post, 1)
    red.take([*blue.packets(), *green.packets()])
    (reveal,) = (signed for signed in red.packets() if signed.packet.kind == "reveal")
    unjudged(red, read_body("reveal", reveal.packet.body))
    blue.take([*green.packets(), *red.packets()])
    number = reveal.packet.number
    said = f"red has already revealed 1.1, with packet {number}; a second reveal does not count."
    assert fates(blue, "red")[number + 1] == ("void", said)


def test_what_names_a_head_that_nobody_has_counts_alike_before_and_after_a_restart(tmp_path: Path) -> None:
    red, blue, _ = careful_three(tmp_path)
    nowhere = LastEvent(blue.replica.chain().head.version, "ab" * 32)
    blue.replica.post(StandingOrders(lines=()), nowhere)
    blue.replica.post(Resignation(words=""), nowhere)
    replica = red.replica
    replica.ledger()
    for signed in blue.packets():
        arrive(red.desk, signed, "by hand")
    replica.settle()
    for ledger in (replica.ledger(), red.replica.ledger()):
        assert list(ledger.witness.resigned) == ["blue"]
        assert list(ledger.witness.standing) == ["blue"]


def test_a_term_runs_from_no_word_that_names_another_event(tmp_path: Path) -> None:
    """Who names an event to come, and guesses wrong, has not been there: their term begins with the true one."""
    red, blue, green = table = careful_three(tmp_path)
    version = blue.replica.chain().head.version
    replica = red.replica
    replica.ledger()
    for ahead in range(1, 60):
        blue.replica.post(Ack(packet="cd" * 32, words=""), LastEvent(version + ahead, "ab" * 32))
    for post in (red, green):
        ordered(post, 1)
    ordered(blue, 1)
    for signed in [*blue.packets(), *green.packets()]:
        arrive(red.desk, signed, "by hand")
    replica.settle()
    exchange(list(table))
    replica.settle()
    chain = replica.chain()
    assert chain.game.moment == Moment(1, 2)
    for ledger in (replica.ledger(), red.replica.ledger()):
        first = ledger.first_word("blue", chain.head.version, chain)
        assert first is None or first.number > 60
