"""Careful games: whoever has their key and any copy of their packets has everything back that they sealed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sits_es.errors import NotNowError
from sits_es.mail.packet import Signed
from sits_es.post.arrivals import arrive
from sits_es.post.copies import copy_for
from sits_es.post.desk.secrets import seal_orders
from sits_es.post.invitations import join
from sits_es.post.protocol.bodies import Note, Seals
from sits_es.rules.moments import Moment
from tests.post.example_games import give, go_round, heads, posts, refusals
from tests.post.protocol.open_table import RULES
from tests.shared.careful import careful
from tests.shared.careful import terms as careful_terms
from tests.shared.posts import (
    BLUE,
    RED,
    Post,
    carry,
    exchange,
    lose_secrets,
    open_post,
    sound,
    thrust,
    with_a_key_alone,
)
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def told(post: Post, kind: str) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", (kind,))]


def test_a_trustee_who_lost_the_folder_gets_the_game_back_from_one_player(tmp_path: Path) -> None:
    eye_watches = careful_terms(escrow=True, trustee="eye")
    found = posts(tmp_path, "sits", "duel", ("red", "blue"), spectators=("eye",), **eye_watches)
    red, blue, eye = (found[who] for who in ("red", "blue", "eye"))
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    exchange([red, blue, eye])
    anew = with_a_key_alone(eye, tmp_path / "anew")
    anew.take([copy_for(red.replica, "eye")])
    assert refusals(anew) == []
    assert anew.head() == red.head() == blue.head()
    assert anew.replica.silent() is None
    for post in (red, blue):
        post.seal(thrust(post, "duel", 3), 3)
    exchange([red, blue, anew])
    assert anew.head() == red.head()
    assert sound(anew)


def test_a_player_who_lost_the_folder_after_sealing_reveals_from_a_bundle_and_plays_on(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    red.take(blue.packets())
    assert red.packets()[-1].packet.kind == "reveal"
    # blue's folder is gone before blue has revealed
    anew = with_a_key_alone(blue, tmp_path / "anew")
    anew.take([copy_for(red.replica, "blue")])
    assert told(anew, "bundle")[0].endswith(" What you have sealed is read from your own boxes, with your key.")
    exchange([red, anew])
    assert red.head() == anew.head()
    assert red.moment() == anew.moment() == Moment(1, 3)
    assert sound(red)
    assert sound(anew)
    for post in (red, anew):
        post.seal(thrust(post, "duel", 3), 3)
    exchange([red, anew])
    assert red.moment() == Moment(1, 4)


def test_who_answers_an_invitation_again_in_a_new_folder_takes_up_the_answer_that_came_back(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    exchange([red, blue])
    # blue's mailbox still has the letters, the own copies first
    anew = with_a_key_alone(blue, tmp_path / "anew")
    for signed in (*blue.packets(), red.packets()[0]):
        arrive(anew.desk, signed, "by hand")
    assert join(anew.desk, "duel", "Benny", "benny@example.org") == blue.packets()[0]
    anew.take(red.packets())
    assert red.head() == anew.head()
    assert red.moment() == anew.moment() == Moment(1, 3)
    for post in (red, anew):
        post.seal(thrust(post, "duel", 3), 3)
    exchange([red, anew])
    assert red.moment() == Moment(1, 4)
    assert sound(anew)


def test_an_umpire_who_lost_the_secrets_still_opens_every_nonce(tmp_path: Path) -> None:
    found = careful(tmp_path, umpire="ump")
    ump, red, blue = found["ump"], found["red"], found["blue"]
    lose_secrets(ump)
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    carry(ump, red, blue)
    assert ump.moment() == red.moment() == blue.moment() == Moment(1, 3)
    assert ump.head() == red.head()
    assert all(sound(post) for post in found.values())


def test_a_nonce_that_was_sealed_ahead_comes_back_for_an_act(tmp_path: Path) -> None:
    found = careful(tmp_path, rules="slots", scenario="narrows")
    for player in ("red", "blue"):
        give(found[player], "haste 1")
    go_round(found)
    (actor,) = found["red"].replica.chain().game.owed.orders_by  # type: ignore[union-attr]
    for post in found.values():
        lose_secrets(post)
    give(found[actor], "fly to 3" if actor == "red" else "fly to 2")
    go_round(found)
    assert len(heads(found)) == 1
    assert found["red"].moment() == Moment(1, 3)
    assert all(sound(post) for post in found.values())


def forged(post: Post, lines: tuple[str, ...]) -> Signed:
    """A seal for 1.1 whose own box holds other orders than it commits to."""
    replica = post.replica
    chain, at = replica.chain(), replica.chain().game.moment
    number = post.desk.journal.last_number("duel", post.player) + 1
    body = seal_orders(chain, post.player, {at: lines}, post.desk.secrets, os.urandom, number)
    other = seal_orders(chain, post.player, {at: ()}, post.desk.secrets, os.urandom, number)
    assert isinstance(body, Seals)
    return replica.post(msgspec.structs.replace(body, own=other.own))


def test_a_box_that_does_not_open_its_commitment_is_told_of_and_ignored(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    number = forged(red, ("Fearless: thrust 6",)).packet.number
    lose_secrets(red)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    assert red.moment() == Moment(1, 1)
    red.replica.settle()
    assert told(red, "box") == [f"Your own box for 1.1, in your packet {number}, does not open your seal."]


def test_a_restored_folder_takes_its_own_earlier_packet_up_again_and_tells_its_owner(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    shutil.copytree(blue.desk.folder, tmp_path / "backup")
    blue.seal(BLUE, 2)
    red.take(blue.packets())
    # the disk broke; the backup knows nothing of the seal, and its owner seals something else
    old = open_post(tmp_path / "backup", "blue")
    old.seal(thrust(old, "duel", 1), 1)
    sealed = blue.packets()[-1]
    assert old.packets()[-1].packet.number == sealed.packet.number
    assert old.packets()[-1].digest != sealed.digest
    # a letter that goes round brings back what blue had sent
    old.take([*red.packets(), *blue.packets()])
    assert old.packets()[-1].digest == sealed.digest
    (words,) = told(old, "restored")
    assert words == (
        "Your own packet 3 came back, with other content than packet 3 of this folder, which is an older copy of your "
        "game. The one that came back counts, and what was sent from here since is withdrawn: seal 3. What you had "
        "sealed is read from your own boxes. Wait for all of your letters before you seal anything."
    )
    (entry,) = old.desk.journal.entries("duel", ("withdrawn",))
    assert entry.why == "the seal 3 of blue in duel came back"
    red.seal(RED, 2)
    exchange([red, old])
    assert red.moment() == old.moment() == Moment(1, 3)
    assert red.head() == old.head()
    assert sound(old)
    # what was withdrawn comes back too, and changes nothing
    old.take([entry.signed])
    assert old.packets()[2].digest == sealed.digest


def test_what_others_have_answered_is_not_withdrawn(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    shutil.copytree(blue.desk.folder, tmp_path / "backup")
    blue.seal(BLUE, 2)
    old = open_post(tmp_path / "backup", "blue")
    old.seal(thrust(old, "duel", 1), 1)
    red.seal(thrust(red, "duel", 1), 1)
    exchange([red, old])
    assert red.moment() == Moment(1, 2)
    old.take(blue.packets())
    (words,) = told(old, "restored")
    assert words == (
        "Your own packet 3 came back, with other content than packet 3 of this folder. Others have answered the one "
        "here already, so that it counts."
    )
    assert red.head() == old.head()


def test_nothing_is_sent_while_packets_of_ones_own_wait_for_those_before_them(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    shutil.copytree(blue.desk.folder, tmp_path / "backup")
    for words in ("One.", "Two."):
        blue.replica.post(Note(words=words))
    blue.seal(BLUE, 2)
    red.take(blue.packets())
    red.seal(RED, 2)
    old = open_post(tmp_path / "backup", "blue")
    old.take([*red.packets(), blue.packets()[-1]])
    with pytest.raises(NotNowError) as refused:
        old.seal(thrust(old, "duel", 1), 1)
    assert str(refused.value) == (
        "Packets of your own came back to duel, and some before them are missing: this folder is an older copy. "
        "Take in the letters of the others first: sits mail in"
    )
    old.take(blue.packets())
    assert old.packets()[-1].packet.kind == "reveal"
    exchange([red, old])
    assert red.head() == old.head()
