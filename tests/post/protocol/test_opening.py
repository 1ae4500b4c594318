"""How a game by mail begins: an invitation that can begin, answers that fit it, and a start that holds them all."""

import hashlib
from typing import Any, Final, Literal

import pytest
from attrs import evolve
from msgspec import UNSET
from msgspec.structs import replace

from sits_es.errors import UnreadableError
from sits_es.game.events import GameStarted, PlayerJoined
from sits_es.game.fold import Fold
from sits_es.mail.packet import LastEvent, Packet, Signed, sign
from sits_es.post.protocol.bodies import Invite, Invited, Join, Note, Start
from sits_es.post.protocol.content import Body, Person
from sits_es.post.protocol.fate import ACCEPTED, Fate, Judgement
from sits_es.post.protocol.kinds import as_data, kind_of
from sits_es.post.protocol.opening import Gathering, answer_all, first_facts, gather, invite_faults, judge_opening
from tests.shared.careful import terms
from tests.shared.protocol_values import KEYS, created, read, set_up, write
from tests.shared.rows import each_row

SIDES = {"red": "red", "blue": "blue"}
TICKET: Final = bytes(range(32))


def person(player: str, **changed: Any) -> Person:
    said = {"player": player, "name": player.title(), "side": SIDES[player], "role": "player",
            "key": KEYS[player].key, "address": f"{player}@example.org", **changed}  # fmt: skip
    return Person(**said)


def invitation(**changed: Any) -> Invite:
    places = tuple(
        Invited(player=player, name=player.title(), side=side, role="player", address="")
        for player, side in sorted(SIDES.items())
    )
    said = {"created": write(created()), "placed": tuple(write(fact) for fact in set_up().opening), "places": places,
            "host": person("red"), **changed}  # fmt: skip
    return Invite(**said)


def packet(sender: str, number: int, body: Body, **changed: Any) -> Signed:
    said = Packet(kind=kind_of(body), game="duel", branch="duel", sender=sender, number=number, body=as_data(body))
    return sign(evolve(said, **changed), KEYS[sender])


INVITE = packet("red", 1, invitation())
ANSWER = packet("blue", 1, Join(invite=INVITE.digest, seat=person("blue")))


def gathering(*joins: Signed) -> Gathering:
    return gather(INVITE, joins)


def test_an_invitation_to_a_game_that_can_begin_has_no_faults() -> None:
    assert list(invite_faults(INVITE, invitation(), read)) == []


@each_row(
    ("changed", "said"),
    [
        ({"created": write(GameStarted())}, "The invitation does not create the game that it is for."),
        ({"created": write(evolve(created(), game="other"))},
         "The invitation does not create the game that it is for."),
        ({"created": write(evolve(created(), play="hot seat"))},
         "The invitation does not create the game that it is for."),
        ({"created": write(evolve(created(), terms={"protocol": 1}))},
         "The invitation has no mark, by which packets of another game of this name could be told apart."),
        ({"created": ("no.Such/1", {})}, "The game of the invitation cannot begin: The store holds an event named"),
        ({"placed": (("no.Such/1", {}),)}, "The game of the invitation cannot begin: The store holds an event named"),
        ({"places": ()}, "The invitation names a place twice, or none for its host."),
        ({"host": person("red", address="nowhere")},
         'red names an address where no mail goes: "nowhere" is not a mail address. Write one like red@example.org.'),
    ],
)  # fmt: skip
def test_an_invitation_is_refused_for_what_is_wrong_with_it(changed: dict[str, Any], said: str) -> None:
    body = invitation(**changed)
    faults = list(invite_faults(packet("red", 1, body), body, read))
    assert any(fault.startswith(said) for fault in faults), faults


def test_an_invitation_is_its_hosts_first_packet() -> None:
    said = "The {} is not the first packet of its host, red."
    for signed in (packet("red", 2, invitation()), packet("red", 1, invitation(), branch="duel-2")):
        assert list(invite_faults(signed, invitation(), read)) == [said.format(signed.packet.title)]


@each_row(
    ("changed", "said"),
    [
        ({"invite": "0" * 64}, "blue answers another invitation than the one that is here."),
        ({"seat": person("blue", side="red")}, "blue is invited as player of blue, and joins as something else."),
        ({"seat": person("blue", role="umpire")}, "blue is invited as player of blue, and joins as something else."),
        ({"seat": person("red")}, "Nobody is invited as blue."),
        ({"seat": person("blue", address="x")},
         'blue names an address where no mail goes: "x" is not a mail address. Write one like red@example.org.'),
    ],
)  # fmt: skip
def test_an_answer_must_fit_the_invitation(changed: dict[str, Any], said: str) -> None:
    body = Join(**{"invite": INVITE.digest, "seat": person("blue"), **changed})
    assert judge_opening(packet("blue", 1, body).packet, body, gathering()) == Judgement(fate=Fate.REFUSED, why=said)


def test_before_the_start_answers_and_the_start_count_and_all_else_waits() -> None:
    join = Join(invite=INVITE.digest, seat=person("blue"))
    assert judge_opening(ANSWER.packet, join, gathering()) == ACCEPTED
    late = packet("blue", 2, join)
    words = "The join 2 of blue in duel is not the first packet of blue."
    assert judge_opening(late.packet, join, gathering()).why == words
    note = Note(words="Hello.")
    found = judge_opening(packet("blue", 2, note).packet, note, gathering(ANSWER))
    assert found == Judgement(fate=Fate.WAITS, why="duel has not begun here")


@pytest.mark.parametrize(
    "said",
    [{"head": LastEvent(0, "0" * 64)}, {"previous": "0" * 64}, {"taken": {}}, {"at": "0000-99-99T99:99Z"}],
    ids=lambda said: next(iter(said)),
)
def test_nothing_that_begins_a_game_says_where_the_record_stands_or_what_came_before(said: dict[str, Any]) -> None:
    """Nobody looks at a time before the start; so it must not be taken into account afterwards either."""
    join = Join(invite=INVITE.digest, seat=person("blue"))
    start = answer_all(gathering(ANSWER))
    assert start is not None
    why = "The {} says where the record stands or what came before it, and nothing did."
    for sender, number, body in (("blue", 1, join), ("red", 2, start), ("red", 1, invitation())):
        at_once = body if "head" in said else replace(body, **said)
        found = evolve(packet(sender, number, at_once).packet, **(said if "head" in said else {}))
        if isinstance(at_once, Invite):
            assert list(invite_faults(sign(found, KEYS["red"]), at_once, read)) == [why.format(found.title)]
        else:
            assert judge_opening(found, at_once, gathering()).why == why.format(found.title)


def test_the_host_starts_when_everybody_has_answered() -> None:
    assert answer_all(gathering()) is None
    start = answer_all(gathering(ANSWER))
    assert start == Start(invite=INVITE.digest, people=(person("blue"), person("red")), joins=(ANSWER.bytes.decode(),))
    assert judge_opening(packet("red", 2, start).packet, start, gathering(ANSWER)) == ACCEPTED
    assert judge_opening(packet("red", 2, start).packet, start, gathering()) == ACCEPTED, "the answer comes with it"


@each_row(
    ("sender", "number", "changed", "said"),
    [
        ("blue", 2, {}, "blue cannot start a game that red hosts."),
        ("red", 3, {}, "red cannot start a game that red hosts."),
        ("red", 2, {"invite": "0" * 64}, "red starts another game than the one that the invitation is for."),
        ("red", 2, {"joins": ("{}",)}, "The start holds an answer that does not count: "),
        ("red", 2, {"people": (person("red"),)}, "The start does not name everybody who was invited, in order."),
        ("red", 2, {"people": (person("blue", name="Bob"), person("red"))},
         "The start says something of somebody that is not in their answer."),
        ("red", 2, {"joins": (sign(ANSWER.packet, KEYS["eve"]).bytes.decode(),)},
         ("The start holds an answer that does not count: The join 1 of blue in duel is not an answer signed with its "
         "own key.")),
    ],
)  # fmt: skip
def test_a_start_holds_everybody_as_they_answered(sender: str, number: int, changed: dict[str, Any], said: str) -> None:
    good = {"invite": INVITE.digest, "people": (person("blue"), person("red")), "joins": (ANSWER.bytes.decode(),)}
    body = Start(**{**good, **changed})
    found = judge_opening(packet(sender, number, body).packet, body, gathering(ANSWER))
    assert found.fate is Fate.REFUSED
    assert found.why.startswith(said)


def test_a_start_with_another_answer_than_the_one_that_came_here_is_refused() -> None:
    other = packet("blue", 1, Join(invite=INVITE.digest, seat=person("blue", name="Bob")))
    body = Start(
        invite=INVITE.digest, people=(person("blue", name="Bob"), person("red")), joins=(other.bytes.decode(),)
    )
    found = judge_opening(packet("red", 2, body).packet, body, gathering(ANSWER))
    assert found.why == "The start holds another answer of blue than the one that came here."


def test_every_replica_begins_with_the_same_facts() -> None:
    start = answer_all(gathering(ANSWER))
    assert start is not None
    facts = first_facts(invitation(), start, read)
    assert facts[0] == created()
    joined = [fact for fact in facts if isinstance(fact, PlayerJoined)]
    assert [(fact.player, fact.key) for fact in joined] == [("blue", KEYS["blue"].key), ("red", KEYS["red"].key)]
    game = Fold().add_all(facts).game
    assert (game.started, game.terms["mark"]) == (True, "ab" * 32)


def with_terms(play: Literal["peers", "umpired"] = "peers", **changed: Any) -> Invite:
    """An invitation whose terms say what happens when people fail, with the ticket of blue's letter."""
    made = created(play, **terms(**changed))
    return invitation(created=write(made), tickets={"blue": hashlib.sha256(TICKET).hexdigest()})


@each_row(
    ("body", "said"),
    [
        (invitation(tickets={"blue": "0" * 64}),
         "The invitation names tickets, which games of its terms do not know."),
        (replace(with_terms(), tickets=UNSET), "The invitation does not name the ticket of each letter."),
        (replace(with_terms(), tickets={}), "The invitation does not name the ticket of each letter."),
        (with_terms("umpired", escrow=True),
         "The terms name an escrow or whole runs, and with an umpire nobody reveals."),
        (with_terms("umpired", reveal="run"),
         "The terms name an escrow or whole runs, and with an umpire nobody reveals."),
        (with_terms(escrow=True),
         "The terms name an escrow between two players, and no trustee who holds the other share."),
        (with_terms(escrow=True, trustee="blue"),
         "blue is no trustee: only with an escrow between two players, somebody who looks on can be."),
    ],
)  # fmt: skip
def test_terms_by_which_no_game_could_be_played_are_refused(body: Invite, said: str) -> None:
    assert said in list(invite_faults(packet("red", 1, body), body, read))


@pytest.mark.parametrize(
    ("body", "changed", "said"),
    [
        (invitation(), {"ticket": TICKET.hex()}, "blue answers with a ticket, and this invitation has none."),
        (with_terms(), {}, "blue answers without the ticket that stands in blue's own letter."),
        (with_terms(), {"ticket": "0" * 64},
         "blue answers with another ticket than the one that stands in blue's own letter."),
        (with_terms(), {"ticket": TICKET.hex(), "seat": person("blue", key="0" * 64)},
         "blue answers with a key to which nothing can be encrypted."),
    ],
)  # fmt: skip
def test_an_answer_holds_the_ticket_of_its_letter_and_a_key_that_boxes_can_be_made_for(
    body: Invite, changed: dict[str, Any], said: str
) -> None:
    invite = packet("red", 1, body)
    join = Join(**{"invite": invite.digest, "seat": person("blue"), **changed})
    found = judge_opening(packet("blue", 1, join).packet, join, gather(invite, ()))
    assert found == Judgement(fate=Fate.REFUSED, why=said)


def test_an_invitation_to_nothing_begins_nothing() -> None:
    start = answer_all(gathering(ANSWER))
    assert start is not None
    with pytest.raises(UnreadableError) as refusal:
        first_facts(invitation(created=write(GameStarted())), start, read)
    assert str(refusal.value) == "The invitation does not create a game."
