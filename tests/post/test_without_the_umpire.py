"""All players together go on without a silent umpire: as peers, or with a new one."""

from pathlib import Path

import pytest

from sits_es.game.events import UmpireReplaced
from sits_es.post import decisions
from sits_es.post.copies import copy_for
from sits_es.post.enclosures import readers
from sits_es.post.handover import hand_over
from sits_es.post.invitations import Wish, invite, join
from sits_es.post.joiners import confirm_joins
from sits_es.post.outgoing import outgoing
from sits_es.post.protocol.failures import Succession
from sits_es.post.tickets import keep_ticket
from sits_es.rules.moments import Moment
from tests.post.example_games import posts, refusals, said, ticket_of
from tests.shared.careful import careful, terms
from tests.shared.posts import ADDRESSES, BLUE, RED, Post, carry, exchange, facts, new_post, sound, thrust, unjudged
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


def played(folder: Path, spectators: tuple[str, ...] = ()) -> dict[str, Post]:
    """A careful duel with an umpire, whose first exchange was told."""
    if spectators:
        found = posts(folder, "sits", "duel", umpire="ump", spectators=spectators, **terms())
        for player in spectators:
            found["ump"].take(found[player].packets())
            found[player].take(found["ump"].packets())
        carry(found["ump"], found["red"], found["blue"])
    else:
        found = careful(folder, umpire="ump")
    found["red"].seal(RED, 1)
    found["blue"].seal(BLUE, 1)
    carry(found["ump"], found["red"], found["blue"])
    return found


def test_all_players_go_on_as_peers_from_the_last_event_they_were_told(tmp_path: Path) -> None:
    found = played(tmp_path)
    red, blue = found["red"], found["blue"]
    before = red.replica.chain().head.version
    assert readers(red.replica) == ("ump",)
    first = hand_over(red.replica, None)
    assert first.startswith(
        f"You sign that all players go on without ump, as peers, from event #{before} on. Still to sign: blue. "
        "They sign with: sits agree duel\nYour letters now go to the other players as well"
    )
    assert readers(red.replica) == ("blue", "ump")
    blue.take(red.packets())
    ((_, words, _),) = blue.desk.journal.told("duel", ("failure",))
    assert words == (
        "red signs that the game goes on from 1.2 as peers, without ump. To sign it as well: sits agree duel"
    )
    assert decisions.agree(blue.replica) == (
        "Signed by all: you go on as peers. Everything is sealed again from there on."
    )
    exchange([red, blue])
    assert red.head() == blue.head()
    assert red.desk.seat("duel").branch == blue.desk.seat("duel").branch != "duel"
    (replaced,) = facts(red, UmpireReplaced)
    assert replaced == UmpireReplaced(turn=1, segment=2, old="ump", new=None, by=("blue", "red"))
    branch = red.desk.seat("duel").branch
    for post in (red, blue):
        post.seal(thrust(post, branch, 2), 2)
    exchange([red, blue])
    assert red.head() == blue.head()
    assert red.moment() == Moment(1, 3)
    assert sound(red)
    assert refusals(red) == refusals(blue) == []


def test_the_old_umpire_looks_on(tmp_path: Path) -> None:
    found = played(tmp_path)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    hand_over(red.replica, None)
    blue.take(red.packets())
    decisions.agree(blue.replica)
    letters = [each for each in outgoing(blue.desk) if each.player == "ump"]
    assert [signed.packet.kind for signed in letters[0].letter.packets][-1] == "succession"
    ump.take([*red.packets(), *letters[0].letter.packets])
    assert ump.replica.chain().game.people["ump"].role == "spectator"
    assert ump.head() == blue.head()


def test_one_signature_changes_nothing(tmp_path: Path) -> None:
    found = played(tmp_path)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    hand_over(red.replica, None)
    exchange([red, blue])
    assert red.desk.seat("duel").branch == "duel"
    assert said(lambda: hand_over(red.replica, None)) == "You have signed that already. Still to sign: blue."
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
    carry(ump, red, blue)
    assert ump.moment() == red.moment() == blue.moment() == Moment(1, 3)


def test_all_players_go_on_with_a_new_umpire_who_looked_on(tmp_path: Path) -> None:
    found = played(tmp_path, ("gil",))
    red, blue, gil = (found[player] for player in ("red", "blue", "gil"))
    hand_over(red.replica, "gil")
    blue.take(red.packets())
    assert decisions.agree(blue.replica) == (
        "Signed by all: gil is the umpire now. Everything is sealed again. "
        "To send gil the record: sits mail out --bundle duel --for gil"
    )
    red.take(blue.packets())
    gil.take([copy_for(blue.replica, "gil"), *red.packets()])
    assert gil.replica.chain().game.umpires == ("gil",)
    assert gil.head() == red.head()
    carry(gil, red, blue)
    branch = red.desk.seat("duel").branch
    for post in (red, blue):
        post.seal(thrust(post, branch, 2), 2)
    carry(gil, red, blue)
    assert gil.head() == red.head() == blue.head()
    assert gil.moment() == Moment(1, 3)
    assert refusals(red) == refusals(blue) == refusals(gil) == []
    assert sound(red)


def test_who_signs_last_writes_to_the_other_players_until_they_are_known_to_have_it(tmp_path: Path) -> None:
    found = played(tmp_path, ("gil",))
    red, blue, gil = (found[player] for player in ("red", "blue", "gil"))
    hand_over(red.replica, "gil")
    blue.take(red.packets())
    decisions.agree(blue.replica)
    assert blue.replica.chain().game.umpires == ("gil",)
    assert readers(blue.replica) == ("gil", "red")
    letter = next(each.letter for each in outgoing(blue.desk) if each.player == "red")
    assert letter.packets[-1].packet.kind == "succession"
    red.take(letter.packets)
    assert red.head() == blue.head()
    gil.take([copy_for(blue.replica, "gil"), *red.packets()])
    carry(gil, red, blue)
    for post in (red, blue):
        post.seal(thrust(post, post.desk.seat("duel").branch, 2), 2)
    letter = next(each.letter for each in outgoing(blue.desk) if each.player == "red")
    assert letter.packets[-1].packet.kind == "succession", "seals go to the umpire alone"
    carry(gil, red, blue)
    assert blue.moment() == Moment(1, 3)
    assert readers(blue.replica) == ("gil",)


def test_who_signs_sends_the_start_to_a_player_to_whom_the_umpires_never_came(tmp_path: Path) -> None:
    time = Watch()
    found = {player: new_post(tmp_path / player, player, time) for player in ("ump", "red", "blue")}
    ump, red, blue = found.values()
    wish = Wish(rules="sits", scenario="duel", name="duel", me="ump", umpire="ump", terms=terms(),
                others={player: ADDRESSES[player] for player in ("red", "blue")})  # fmt: skip
    invitation = invite(ump.desk, wish, None, "Uma", ADDRESSES["ump"])
    for post in (red, blue):
        post.take([invitation])
        keep_ticket(post.desk, ticket_of(ump, post.player))
        join(post.desk, "duel", post.player.title(), ADDRESSES[post.player])
    ump.take([*red.packets(), *blue.packets()])
    confirm_joins(ump.replica, ump.replica.gathering(), None)
    ump.replica.settle()
    red.take(ump.packets())  # and then the umpire is gone
    hand_over(red.replica, None)
    time.later(days=2)
    (letter,) = (each.letter for each in outgoing(red.desk) if each.player == "blue")
    assert [each.packet.kind for each in letter.packets if each.packet.sender == "ump"] == ["start", "seal"]
    blue.take(letter.packets)
    decisions.agree(blue.replica)
    exchange([red, blue])
    assert red.head() == blue.head()
    assert facts(red, UmpireReplaced) != []


def test_who_cannot_sign_is_told_why(tmp_path: Path) -> None:
    found = played(tmp_path, ("gil",))
    ump, red = found["ump"], found["red"]
    assert said(lambda: hand_over(ump.replica, None)) == "That is for blue and red to say in duel."
    assert said(lambda: hand_over(red.replica, "blue")) == (
        "blue cannot become umpire of duel: only somebody who looks on can. Who could: gil."
    )
    no_spectators = played(tmp_path / "two")
    assert said(lambda: hand_over(no_spectators["red"].replica, "blue")) == (
        "blue cannot become umpire of duel: only somebody who looks on can. Nobody looks on here: go on as peers."
    )
    peers = careful(tmp_path / "peers")
    assert said(lambda: hand_over(peers["red"].replica, None)) == (
        "duel has no umpire without whom its players could go on."
    )


def test_a_forged_signature_about_the_umpire_is_refused(tmp_path: Path) -> None:
    found = played(tmp_path)
    ump, red = found["ump"], found["red"]
    unjudged(ump, Succession(turn=1, segments=(2,), umpire="ump"))
    red.take(ump.packets())
    assert refusals(red) == ["ump signs who is umpire of duel. That is for blue and red to sign."]
    blue = found["blue"]
    unjudged(blue, Succession(turn=1, segments=(3,), umpire="red", new="red"))
    red.take(blue.packets())
    assert refusals(red)[1:] == ["red is not the umpire of duel: that is ump."]


def test_who_hands_the_game_over_names_the_exchange_that_is_owed_there(tmp_path: Path) -> None:
    found = played(tmp_path)
    red, blue = found["red"], found["blue"]
    signed = unjudged(red, Succession(turn=1, segments=(4,), umpire="ump"))
    blue.take(red.packets())
    assert refusals(blue) == [f"The {signed.packet.title} names another exchange than 1.2, which is owed at its head."]
