"""Acting alone by mail: programs seal nonces ahead and open them by themselves, and nobody else has to write."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from sits_es.errors import NotNowError, UnreadableError
from sits_es.game.events import GameEnded, OrdersDefaulted, OrdersGiven, SeedMade
from sits_es.mail.packet import sign
from sits_es.post import decisions
from sits_es.post.clock import keep_time
from sits_es.post.copies import copy_for
from sits_es.post.desk.secrets import Secrets
from sits_es.post.intake import take_mails
from sits_es.post.invitations import join
from sits_es.post.orders import take_block
from sits_es.post.proof import prove, signed_facts, unproved
from sits_es.post.protocol.bodies import Act
from sits_es.post.reports import owed_line, own_report
from sits_es.post.status import stands_at, status_of
from sits_es.rules import system
from sits_es.rules.moments import Moment
from tests.post.example_games import THREE, give, go_round, heads, posts, refusals
from tests.post.protocol.open_table import RULES
from tests.shared.posts import ADDRESSES, Post, exchange, facts, invited, new_post, sound, with_a_key_alone
from tests.shared.watch import NOON, Watch
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def narrows(folder: Path, umpire: str | None = None) -> tuple[dict[str, Post], Post, Post]:
    """A game in which initiative is rolled: everybody, who acts first, and the other side."""
    found = posts(folder, "slots", "narrows", umpire=umpire)
    for player in ("red", "blue"):
        give(found[player], "haste 1")
    go_round(found)
    (actor,) = found["red"].replica.chain().game.owed.orders_by  # type: ignore[union-attr]
    return found, found[actor], found["blue" if actor == "red" else "red"]


def flight(post: Post) -> str:
    return "fly to 3" if post.player == "red" else "fly to 2"


def words(post: Post) -> str:
    return status_of(post.desk, post.desk.seat("duel")).in_words()


def test_a_turn_is_played_though_only_those_write_who_act(tmp_path: Path) -> None:
    found, actor, waiting = narrows(tmp_path)
    assert words(waiting) == f"duel: stands at 1.2\n  owed: orders of {actor.player}"
    assert words(actor) == f"duel: stands at 1.2\n  owed: orders of {actor.player} (you)"
    said = give(actor, flight(actor))
    ship = "Kestrel" if actor.player == "red" else "Hawk"
    assert said == (
        "Your orders for duel 1.2 are given in the open. In normal form:\n\n"
        f"game duel\nturn 1\nplayer {actor.player}\n\nstarship {ship}\n  {flight(actor)}"
    )
    assert words(actor) == f"duel: stands at 1.2\n  waits for {waiting.player}'s program"
    assert "It waits for" in own_report(actor.replica, -1)
    go_round(found)
    assert len(heads(found)) == 1
    assert actor.moment() == Moment(1, 3)
    (given,) = facts(waiting, OrdersGiven)
    assert given == OrdersGiven(turn=1, segment=2, player=actor.player, lines=(f"{ship}: {flight(actor)}",))
    assert len(facts(waiting, SeedMade)) == 2
    assert sound(actor)
    assert refusals(actor) == refusals(waiting) == []


def test_a_game_is_played_to_its_end_and_proved_everywhere(tmp_path: Path) -> None:
    found = posts(tmp_path, "slots", "narrows")
    while not facts(found["red"], GameEnded):
        game = found["red"].replica.chain().game
        assert game.owed is not None
        for player in game.owed.orders_by:
            target = "Hawk" if player == "red" else "Kestrel"
            line = "haste 2" if game.owed.sealed else f"attack {target}"
            give(found[player], line if game.board.rolled is None else "reroll blanks")
        go_round(found)
    assert len(heads(found)) == 1
    for post in found.values():
        assert sound(post)
        assert prove(post.desk, post.desk.seat("duel")).faults == ()


def test_with_an_umpire_the_umpire_resolves_what_was_given_in_the_open(tmp_path: Path) -> None:
    found, actor, waiting = narrows(tmp_path, "ump")
    give(actor, flight(actor))
    go_round(found)
    assert len(heads(found)) == 1
    assert actor.moment() == Moment(1, 3)
    assert [fact.player for fact in facts(waiting, OrdersGiven) if isinstance(fact, OrdersGiven)] == [actor.player]
    for post in found.values():
        assert sound(post)
        assert prove(post.desk, post.desk.seat("duel")).faults == ()
    told = [line for _, line, _ in actor.desk.journal.told("duel", ("receipt",))]
    assert told[-1].startswith("The umpire has your orders for duel 1.2. In normal form:\n\ngame duel\n")
    assert len(told) == 2, "nonces that a program sealed by itself need no receipt"


def test_the_orders_of_an_act_count_once(tmp_path: Path) -> None:
    _, actor, _ = narrows(tmp_path)
    give(actor, flight(actor))
    assert give(actor, flight(actor)) == (
        "Your orders for duel 1.2 are already given in the open, just as they are here."
    )
    twice = rf"^{actor.player} has given orders for duel 1\.2 already, and they count once\.$"
    with pytest.raises(NotNowError, match=twice):
        give(actor, "fly to 1" if actor.player == "blue" else "fly to 4")


def test_who_owes_nothing_gives_no_orders(tmp_path: Path) -> None:
    _, actor, waiting = narrows(tmp_path)
    with pytest.raises((NotNowError, UnreadableError)) as refusal:
        give(waiting)
    assert str(refusal.value) == (
        f"duel: orders for 1.2 are owed by {actor.player}. {waiting.player} owes no orders there."
    )


def test_the_actors_program_waits_for_everybodys_seal(tmp_path: Path) -> None:
    found = posts(tmp_path, "slots", "narrows")
    for player in ("red", "blue"):
        give(found[player], "haste 1")
    go_round(found)
    (actor,) = found["red"].replica.chain().game.owed.orders_by  # type: ignore[union-attr]
    post, other = found[actor], "blue" if actor == "red" else "red"
    post.desk.journal._db.execute("DELETE FROM packets WHERE sender = ? AND kind = 'seal' AND number > 2", (other,))
    fresh = evolve(post, desk=post.desk)
    fresh.desk.replicas.clear()
    missing = [seal for seal in fresh.replica.ledger().seals if seal[0] == other]
    if Moment(1, 2) in [moment for _, moment in missing]:
        fresh.desk.journal._db.execute("DELETE FROM packets WHERE sender = ? AND kind = 'seal'", (other,))
    with pytest.raises(NotNowError) as refusal:
        give(fresh, flight(fresh))
    assert str(refusal.value) == (
        f"The dice of duel 1.2 are not sealed by all yet: a seal from the program of {other} is missing. "
        "It comes by itself: sits mail in"
    )
    assert words(fresh).endswith(f"  waits for {other}'s program")


def test_lost_secrets_are_said_to_be_lost(tmp_path: Path) -> None:
    _, actor, _ = narrows(tmp_path)
    actor.desk.secrets.__exit__(None, None, None)
    (actor.desk.keys / "secrets.db").unlink()
    actor.desk.secrets = Secrets(actor.desk.keys)
    lost = r"^The nonce that you sealed for duel 1\.2 is not in this folder\. Put keys/secrets\.db back in place\.$"
    with pytest.raises(Exception, match=lost):
        give(actor, flight(actor))


def test_a_second_act_under_another_number_is_refused_and_both_are_kept(tmp_path: Path) -> None:
    _found, actor, waiting = narrows(tmp_path)
    give(actor, flight(actor))
    first = actor.packets()[-1]
    body = {**first.packet.body, "lines": []}
    second = sign(evolve(first.packet, number=first.packet.number + 1, body=body), actor.desk.identity())
    waiting.take([*actor.packets(), second])
    number = first.packet.number
    # the exchange is played from the first, and at the head of the second it is open no more: the turn of its reveal
    (entry,) = waiting.desk.journal.entries("duel", ("refused",))
    assert entry.why == (
        f"{actor.player} has given orders for 1.2 already, with packet {number}; a second act does not count."
    )
    assert entry.against == first.digest
    assert waiting.desk.journal.at("duel", actor.player, number) == first


def test_the_orders_block_of_a_report_acts_in_the_open(tmp_path: Path) -> None:
    found, actor, waiting = narrows(tmp_path)
    report = own_report(actor.replica, -1)
    block = report.partition("-----BEGIN SITS ORDERS-----\n")[2].partition("-----END SITS ORDERS-----")[0]
    assert "-----BEGIN SITS ORDERS-----" not in own_report(waiting.replica, -1)
    # nothing drifts where one acts alone
    assert "To order nothing on purpose, save it as a file" in " ".join(block.replace("#", " ").split())
    receipt = take_block(actor.desk, "a mail", block + f"  {flight(actor)}\n")
    assert receipt.in_the_open
    assert receipt.words.startswith("Your orders for duel 1.2 are given in the open. In normal form:\n")
    go_round(found)
    assert waiting.moment() == Moment(1, 3)
    assert take_mails(actor.desk, []).words == []


def test_where_orders_in_the_open_lead_hangs_on_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, actor, _ = narrows(tmp_path)
    rules = actor.replica.chain().rules
    monkeypatch.setattr(type(rules), "forecast", lambda *_: ["the flight goes well"])
    assert give(actor, flight(actor)).endswith("\n\nWhere this leads:\n  the flight goes well")


def test_what_nobody_signed_is_not_proved(tmp_path: Path) -> None:
    found, actor, waiting = narrows(tmp_path)
    give(actor, flight(actor))
    go_round(found)
    record = waiting.desk.session.open_game("duel").facts()
    packets = [each for each in waiting.desk.journal.accepted("duel") if each.packet.kind != "act"]
    faults = list(unproved(record, signed_facts(packets), system("slots")))
    assert faults == [
        f"1.2: no packet holds the orders of {actor.player} that are on record as given in the open.",
        f"1.2: no packet holds the reveal of {actor.player} that is on record.",
    ]


def test_status_for_programs_holds_what_is_said_to_people(tmp_path: Path) -> None:
    _, actor, waiting = narrows(tmp_path)
    give(actor, flight(actor))
    status = status_of(actor.desk, actor.desk.seat("duel"))
    assert json.loads(json.dumps(status.as_json()))["programs"] == [waiting.player]
    assert stands_at(actor.desk, actor.desk.seat("duel")) == ("stands at 1.2", ())
    assert owed_line(actor.replica) == "Nobody owes anything."


def test_three_play_and_those_who_wait_open_only_what_the_act_answers(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    found = posts(tmp_path, "slots", str(path), ("red", "blue", "green"))
    for post in found.values():
        give(post, "haste 1")
    go_round(found)
    for _ in range(3):
        game = found["red"].replica.chain().game
        assert game.owed is not None
        (actor,) = game.owed.orders_by
        give(found[actor])
        go_round(found)
    assert len(heads(found)) == 1
    acts = [each for each in found["red"].desk.journal.accepted("duel") if each.packet.kind == "act"]
    assert len(acts) == 3
    assert all(sorted(each.packet.body["seals"]) == ["blue", "green", "red"] for each in acts)
    assert isinstance(Act, type)
    assert {refusal for post in found.values() for refusal in refusals(post)} == set()


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"protocol": 2}, "duel is played by protocol 2; this program knows 1. Install a newer release."),
        ({"protocol": "two"}, "duel is played by protocol two; this program knows 1. Install a newer release."),
        ({"protocol": True}, "duel is played by protocol True; this program knows 1. Install a newer release."),
    ],
)
def test_an_invitation_by_a_protocol_that_is_not_known_here_is_refused(
    terms: dict[str, object], why: str, tmp_path: Path
) -> None:
    red, blue = new_post(tmp_path / "red", "red"), new_post(tmp_path / "blue", "blue")
    first = invited(red, {"blue": ADDRESSES["blue"]})
    topic, created = first.packet.body["created"]
    changed = {**first.packet.body, "created": [topic, {**created, "terms": {**created["terms"], **terms}}]}
    blue.take([red.signed_anew(first, changed)])
    (entry,) = blue.desk.journal.entries("duel", ("refused",))
    assert entry.why == why
    blue.take([first])
    join(blue.desk, "duel", "Ben", ADDRESSES["blue"])


def test_who_is_to_act_and_does_not_is_defaulted_by_all_others(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    watch = Watch(NOON)
    found = posts(tmp_path, "slots", str(path), ("red", "blue", "green"), clock=watch)
    for post in found.values():
        give(post, "haste 1")
        keep_time(post.desk)
    go_round(found)
    owed = found["red"].replica.chain().game.owed
    assert owed is not None
    (late,) = owed.orders_by
    others = [post for player, post in found.items() if player != late]
    decisions.set_deadline(others[0].replica, decisions.parse_time("+1d", watch()), 2)
    go_round(found)
    for post in (others[1], found[late]):
        decisions.agree(post.replica)
        go_round(found)
    watch.later(hours=27)
    for post in others:
        keep_time(post.desk)
        said = decisions.default(post.replica, late, "drift")
    assert said == "Signed. Still to sign: " + others[0].player + "."
    exchange(others)
    assert others[0].head() == others[1].head()
    assert others[0].moment() > Moment(1, 2)
    (fact,) = facts(others[0], OrdersDefaulted)
    assert isinstance(fact, OrdersDefaulted)
    assert (fact.player, fact.lines) == (late, ())
    assert sound(others[0])
    give(found[late])
    go_round(found)
    assert len(heads(found)) == 1


def slot_with_deadline(folder: Path, watch: Watch, until: str) -> tuple[dict[str, Post], str, Post]:
    """A game at 1.2, for which both agreed on a deadline: who plays it, who is to act there, and the one who waits."""
    found = posts(folder, "slots", "narrows", clock=watch)
    for post in found.values():
        give(post, "haste 1")
        keep_time(post.desk)
    go_round(found)
    owed = found["red"].replica.chain().game.owed
    assert owed is not None
    (actor,) = owed.orders_by
    one, other = found[actor], found["blue" if actor == "red" else "red"]
    decisions.set_deadline(other.replica, decisions.parse_time(until, watch()), 2)
    go_round(found)
    decisions.agree(one.replica)
    go_round(found)
    return found, actor, other


def test_who_has_acted_is_not_defaulted(tmp_path: Path) -> None:
    watch = Watch(NOON)
    _, actor, other = slot_with_deadline(tmp_path, watch, "+1d")
    watch.later(hours=27)
    with pytest.raises(NotNowError) as refusal:
        decisions.default(other.replica, actor, "claim")
    assert str(refusal.value) == (
        f"{actor} has not acted in 1.2. Missing orders are defaulted, a withheld reveal is not."
    )
    with pytest.raises(NotNowError, match=r"^In a game of two, neither player can default the other\.$"):
        decisions.default(other.replica, actor, "drift")


@pytest.mark.parametrize(("umpire", "player"), [(None, "red"), (None, "blue"), ("ump", "red"), ("ump", "blue")])
def test_a_lost_game_comes_back_from_one_letter_with_nonces_that_were_sealed_ahead(
    umpire: str | None, player: str, tmp_path: Path
) -> None:
    found, actor, _ = narrows(tmp_path, umpire)
    give(actor, flight(actor))
    go_round(found)
    helper = found[umpire or ("blue" if player == "red" else "red")]
    anew = with_a_key_alone(found[player], tmp_path / "anew")
    anew.take([copy_for(helper.replica, player)])
    assert refusals(anew) == []
    assert anew.head() == helper.head()
    assert [each.digest for each in anew.packets()] == [each.digest for each in found[player].packets()]
    assert sound(anew)


def test_who_is_to_act_is_reminded_and_who_waits_is_not(tmp_path: Path) -> None:
    watch = Watch(NOON)
    found, actor, other = slot_with_deadline(tmp_path, watch, "+2d")
    watch.later(hours=30)
    for post in found.values():
        keep_time(post.desk)
    told = {
        post.player: [words for _, words, _ in post.desk.journal.told("duel", ("reminder",))] for post in found.values()
    }
    said = f"The orders of {actor} for duel 1.2 are owed by 2026-01-04 12:00 UTC."
    assert told == {other.player: [said], actor: []}
