"""With an umpire, who resigns or hands over a seat signs it, and the umpire's bundle shows it to everybody."""

from pathlib import Path
from typing import Any

import pytest

from sits_es.game.events import PlayerResigned, SeatTaken
from sits_es.mail.packet import Signed, read_packet
from sits_es.post import changing_seats
from sits_es.post.copies import copy_for
from sits_es.post.leaving import resign
from sits_es.post.protocol.carried import carried_by
from sits_es.rules.moments import Moment
from tests.post.example_games import refusals
from tests.post.test_new_keys_for_seats import CLEO, newcomer
from tests.post.test_umpires_word import bundles, forged, table
from tests.shared.posts import BLUE, RED, Post, carry, facts, sound, thrust

pytestmark = pytest.mark.long


def told_of_leaving(folder: Path) -> tuple[Post, Post, list[Signed]]:
    """Of two players blue resigns: the umpire, red, and what the umpire sends then."""
    ump, red, blue = table(folder)
    resign(blue.replica, "Good luck to you.")
    red.seal(RED, 1)
    ump.take([*red.packets(), *blue.packets()])
    assert facts(ump, PlayerResigned) == [PlayerResigned(turn=1, segment=1, player="blue")]
    return ump, red, ump.packets()


def without(ump: Post, sent: list[Signed], kind: str, **changes: Any) -> list[Signed]:
    """What the umpire sends, of which the first bundle carries no packet of a kind."""
    (first, *_) = bundles(ump)
    carried = [text for text in first.packet.body["packets"] if read_packet(text.encode()).packet.kind != kind]
    return forged(ump, sent, packets=carried, **changes)


def test_the_bundle_carries_the_word_of_who_resigns(tmp_path: Path) -> None:
    ump, red, sent = told_of_leaving(tmp_path)
    assert [each.packet.title for each in carried_by(bundles(ump))] == ["resign 2 of blue in duel"]
    red.take(sent)
    assert refusals(red) == []
    assert red.head() == ump.head()


def test_nobody_is_out_by_the_umpires_word_alone(tmp_path: Path) -> None:
    ump, red, sent = told_of_leaving(tmp_path)
    before = red.head()
    red.take(without(ump, sent, "resign"))
    assert refusals(red) == ["1.1: ump says that blue has resigned, and no packet signed by blue says so."]
    assert red.head() == before


def test_nobody_is_told_that_they_have_resigned_themselves(tmp_path: Path) -> None:
    ump, red, sent = told_of_leaving(tmp_path)
    (first, *_) = bundles(ump)
    events = [
        [name, {**data, "player": "red"} if name.startswith("game.PlayerResigned") else data]
        for name, data in first.packet.body["events"]
    ]
    red.take(forged(ump, sent, events=events))
    (why,) = refusals(red)
    assert "1.1: ump says that red has resigned, who did not sign it." in why


def handed_over(folder: Path) -> tuple[Post, Post, Post, Post]:
    """Blue's seat goes to Cleo at 1.2, and all have sealed it: the umpire, red, blue and Cleo."""
    ump, red, blue = table(folder)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    changing_seats.reseat(blue.replica, "blue", CLEO.key, "Cleo", "cleo@example.org")
    ump.take(blue.packets())
    assert changing_seats.agree(ump.replica) == "Signed by all who must: it holds."
    cleo = newcomer(folder / "cleo")
    cleo.take([copy_for(ump.replica, "blue")])
    red.take(ump.packets())
    for post in (red, cleo):
        post.seal(thrust(post, "duel", 2), 2)
    ump.take([*red.packets(), *cleo.packets()])
    return ump, red, blue, cleo


def test_a_seal_is_held_against_the_key_that_its_seat_had_when_it_was_signed(tmp_path: Path) -> None:
    """The seat changes hands in the very bundle that opens the new key's first seal."""
    ump, red, _, cleo = handed_over(tmp_path)
    for post in (red, cleo):
        post.take(ump.packets())
    assert refusals(red) == refusals(cleo) == []
    assert red.head() == cleo.head() == ump.head()
    (taken,) = facts(red, SeatTaken)
    assert isinstance(taken, SeatTaken)
    assert (taken.player, taken.key, taken.by) == ("blue", CLEO.key, ("blue", "ump"))
    shown = {each.packet.title for each in carried_by(bundles(ump)[1:])}
    assert shown == {"reseat 3 of blue in duel", "seal 4 of blue in duel", "seal 3 of red in duel"}
    for post in (red, cleo):
        post.seal(thrust(post, "duel", 3), 3)
    carry(ump, red, cleo)
    assert ump.moment() == red.moment() == cleo.moment() == Moment(1, 4)
    assert refusals(red) == refusals(cleo) == []
    assert sound(red)


def test_nobody_hands_over_a_seat_by_the_umpires_word_alone(tmp_path: Path) -> None:
    ump, red, _, _ = handed_over(tmp_path)
    sent = ump.packets()
    last = bundles(ump)[-1]
    kept = [each for each in sent if each.packet.number < last.packet.number]
    carried = [text for text in last.packet.body["packets"] if read_packet(text.encode()).packet.kind != "reseat"]
    before = red.head()
    red.take([*kept, ump.signed_anew(last, {**last.packet.body, "packets": carried})])
    assert refusals(red) == ["1.2: ump says that blue hands over the seat, and no packet signed by blue says so."]
    assert red.head() == before


def test_the_old_key_seals_nothing_for_the_new_one(tmp_path: Path) -> None:
    """Whoever has the old key still, and the umpire with them, cannot put a seal in the new person's place."""
    ump, red, blue, _ = handed_over(tmp_path)
    sent = ump.packets()
    last = bundles(ump)[-1]
    kept = [each for each in sent if each.packet.number < last.packet.number]
    carried = []
    for text in last.packet.body["packets"]:
        signed = read_packet(text.encode())
        old = signed.packet.sender == "blue" and signed.packet.kind == "seal"
        carried.append(blue.signed_anew(signed, signed.packet.body).bytes.decode() if old else text)
    red.take([*kept, ump.signed_anew(last, {**last.packet.body, "packets": carried})])
    title = f"bundle {last.packet.number} of ump in duel"
    (why,) = refusals(red)
    assert why == (
        f"The {title} carries the seal 4 of blue in duel, which is not signed with blue's key. "
        "1.2: no packet signed by blue holds a seal for it."
    )
