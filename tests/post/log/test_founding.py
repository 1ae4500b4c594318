"""How a log begins, and every invitation and first entry that begins none, in words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sits_es.errors import UnreadableError
from sits_es.post.log import founding
from sits_es.post.log.entries import NOTHING, Entry, Found, Tick
from sits_es.post.log.packets import Decline, Invite, Join, Packet, Place, Signed, Terms, write_part
from tests.post.log.table import Table, digest, entry_from, identity, sign, sign_entry
from tests.shared.refusals import refused

ANN = Place(id="ann", name="Ann", side="A")
BOB = Place(id="bob", name="Bob", side="B", ticket=digest("b"))
UMA = Place(id="uma", name="Uma", role="keeper", ticket=digest("u"))
BOX = Place(id="bob", name="Bob", side="B", mailbox=True, ticket=digest("b"))
READS = Terms(reads=True)
READER = "Only a neutral keeper, who plays no side, can read orders."
SHARED = "If the keeper opens all seals, there can be no escrow, and players cannot open a whole run."
MAILBOX = "has no program; only a player can do without one, and only under an umpire."


def changed(place: Place, **fields: Any) -> Place:
    return msgspec.structs.replace(place, **fields)


@pytest.mark.parametrize(
    ("seats", "terms", "words"),
    [
        ((ANN, BOB), Terms(), []),
        ((ANN, BOB, UMA), READS, []),
        ((ANN, BOX, UMA), READS, []),
        ((ANN, BOB, UMA), Terms(escrow=True, rules="keeper"), []),
        ((ANN, BOB), Terms(rules="keeper"), ["Only a neutral keeper can rule alone."]),
        ((ANN, BOB, BOB), Terms(), ["Two seats have the same name."]),
        ((changed(ANN, id="eve", ticket=digest("e")), BOB), Terms(), ["ann sends the invitations but has no seat."]),
        ((ANN, changed(BOB, role="spectator")), Terms(), ["A game needs at least two players."]),
        ((ANN, BOB, UMA, changed(UMA, id="una")), Terms(), ["A game can have only one neutral keeper."]),
        ((ANN, BOB), READS, [READER]),
        ((BOB, BOB), READS, ["Two seats have the same name.", "ann sends the invitations but has no seat.", READER]),
        ((ANN, BOB, UMA), Terms(reads=True, escrow=True), [SHARED]),
        ((ANN, BOB, UMA), Terms(reads=True, reveal="run"), [SHARED]),
        ((ANN, BOX, UMA), Terms(), [f"bob {MAILBOX}"]),
        ((ANN, BOB, changed(UMA, mailbox=True)), READS, [f"uma {MAILBOX}"]),
        ((ANN, changed(BOB, ticket=None)), Terms(), ["bob needs a ticket."]),
        ((changed(ANN, ticket=digest("a")), BOB), Terms(), ["ann sends the invitations and needs no ticket."]),
    ],
)
def test_all_faults_of_an_invitation_are_told_at_once(seats: tuple[Place, ...], terms: Terms, words: list[str]) -> None:
    offer = Invite(number=digest("n"), terms=terms, seats=seats, facts=())
    assert list(founding.offer_faults("ann", offer)) == words


@pytest.mark.parametrize(
    ("host", "umpire", "mailbox", "order"),
    [
        ("bob", None, (), ("bob", "ann", "cyd")),
        ("bob", "uma", (), ("uma", "bob", "ann", "cyd")),
        ("uma", "uma", ("ann",), ("uma", "bob", "cyd")),
    ],
)
def test_a_neutral_keeper_keeps_first_then_the_host_then_the_players_by_id(
    host: str, umpire: str | None, mailbox: tuple[str, ...], order: tuple[str, ...]
) -> None:
    table = Table(players=("ann", "bob", "cyd"), umpire=umpire, mailbox=mailbox)
    offer = table.invitation().body
    assert isinstance(offer, Invite)
    assert founding.keepers_of(host, offer).order == order


def test_a_game_of_real_packets_begins_with_their_keys() -> None:
    table = Table(players=("ann", "bob", "cyd"), umpire="uma", mailbox=("bob",), terms=READS)
    state = table.state()
    keys = {each.id: each.key for each in state.seats.values() if not each.mailbox}
    assert keys == {each: identity(each).key for each in ("ann", "cyd", "uma")}
    assert (state.seats["bob"].mailbox, state.reads) == (True, True)
    assert state.game == state.cast == table.first_entry().digest


# answers


def answer(who: str, ticket: str, key: str = "", game: str = "", body: Decline | None = None) -> Signed:
    said, named = body or Join(ticket=ticket, name=who.title()), game or Table().invitation().digest
    return sign(identity(key or who), Packet(game=named, by=who, has=None, body=said))


def test_the_first_answer_with_the_ticket_from_the_letter_takes_a_seat_whatever_its_key() -> None:
    invitation, host = Table().invitation(), answer("ann", "")
    good, second = answer("bob", "ticket of bob", "robert"), answer("bob", "ticket of bob")
    assert founding.answers(invitation, [host, good, second]) == {"ann": host, "bob": good}
    assert founding.waited_for(invitation, [host]) == ("bob",)
    assert founding.waited_for(invitation, [host, good]) == ()


@pytest.mark.parametrize(
    "other",
    [
        answer("bob", "a guess"),
        answer("eve", "ticket of bob"),
        answer("ann", "", "eve"),
        answer("bob", "ticket of bob", game=digest("another game")),
        answer("bob", "", body=Decline(ticket="ticket of bob")),
    ],
)
def test_any_other_answer_takes_no_seat(other: Signed) -> None:
    assert founding.answers(Table().invitation(), [other]) == {}


def test_nobody_joins_with_a_program_for_a_seat_without_one() -> None:
    invitation = Table(umpire="uma", mailbox=("bob",), terms=READS).invitation()
    joins = answer("bob", "ticket of bob", game=invitation.digest)
    assert founding.answers_to(invitation, joins)
    assert founding.answers(invitation, [joins]) == {}


# first entries


def first(by: str = "ann", **fields: Any) -> Entry:
    return sign_entry(identity(by), msgspec.structs.replace(Table().first_entry().order, **fields))


INVITATION, (ANNS, BOBS), FAULTY = Table().invitation(), Table().answers(), Table(terms=READS)
NO_FIRST = "This is not the first entry of a game."
NO_INVITATION = "The first entry holds no invitation from its signer."
NO_ANSWERS = "The first entry lacks a seat's answer, or has one too many."


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        *((first(**fields), NO_FIRST) for fields in ({"n": 1}, {"epoch": 1}, {"prev": digest("x")}, {"what": Tick()})),
        (first(by="bob"), NO_INVITATION),
        (first(what=Found(invite=ANNS, joins=(ANNS, BOBS))), NO_INVITATION),
        *(
            (first(what=Found(invite=INVITATION, joins=joins)), NO_ANSWERS)
            for joins in ((ANNS,), (), (ANNS, BOBS, BOBS), (ANNS, BOBS, answer("eve", "x")))
        ),
        (first(what=Found(invite=FAULTY.invitation(), joins=FAULTY.answers())), READER),
        (first(record=NOTHING), "The first entry leads to a different record here than on its host's machine."),
    ],
)
def test_an_entry_that_begins_no_game_is_refused(entry: Entry, words: str) -> None:
    assert refused(founding.found, entry_from(write_part(entry)), Table().begin, kind=UnreadableError) == words
