"""What players agree on: nothing before everybody who must has signed, then the same facts everywhere."""

import pytest

from sits_es.events import Coded, Event
from sits_es.game.events import (
    AbsenceGranted,
    DeadlineSet,
    ExchangeVoided,
    GameClaimed,
    GameEnded,
    GameForked,
    OrdersDefaulted,
    RulingMade,
)
from sits_es.post.protocol import agreements
from sits_es.post.protocol.agreements import accusations, accused, agreed, deciders, defaulted, holds_back, withheld
from sits_es.post.protocol.bodies import Clock, Default, Ruling
from sits_es.post.protocol.errands import ChangeBranch, OpenBranch
from sits_es.rules.moments import Moment
from tests.shared.protocol_values import Table

FIRST = Moment(1, 1)
DEADLINE = Clock(turn=1, segments=(1,), until="2026-02-01T00:00Z", grace=2)
ABSENCE = Clock(turn=1, segments=(1,), until="2026-03-01T00:00Z", since="2026-02-01T00:00Z", player="blue")


def default(player: str, act: str) -> Default:
    return Default(turn=1, segments=(1,), player=player, act=act, seen=1)  # type: ignore[arg-type]


def ruling(branch: str | None = None) -> Ruling:
    return Ruling(
        turn=1, segments=(2,), about_turn=1, about_segment=1, upheld=branch is None, words="So.", branch=branch
    )


def test_peers_all_sign_and_an_umpire_decides_alone() -> None:
    assert deciders(Table.of(third=True).chain.game) == ("blue", "green", "red")
    assert deciders(Table.of(third=True).chain.game, "green") == ("blue", "red")
    assert deciders(Table.of(umpire=True).chain.game, "red") == ("ump",)


def test_a_deadline_is_agreed_once_the_last_has_signed() -> None:
    table = Table.of()
    table.say("red", DEADLINE)
    assert agreed(table.chain, table.ledger, FIRST, {}) == []
    table.say("blue", DEADLINE)
    by = ("blue", "red")
    assert agreed(table.chain, table.ledger, FIRST, {}) == [
        DeadlineSet(turn=1, segment=1, until="2026-02-01T00:00Z", grace=2, by=by)
    ]
    assert agreed(table.chain, table.ledger, Moment(1, 2), {}) == []


def test_what_was_agreed_stands_in_one_order_with_defaults_last() -> None:
    table = Table.of(third=True)
    for player in ("red", "blue", "green"):
        for body in (default("green", "drift"), ABSENCE, DEADLINE):
            if player != getattr(body, "player", None) or body is ABSENCE:
                table.say(player, body)
    kinds: list[type[Event]] = [AbsenceGranted, DeadlineSet, OrdersDefaulted]
    found = agreed(table.chain, table.ledger, FIRST, {"green": ("Hood: thrust 1",)})
    assert [type(fact) for fact in found] == kinds
    assert found[-1] == OrdersDefaulted(
        turn=1, segment=1, player="green", lines=("Hood: thrust 1",), by=("blue", "red")
    )


def test_a_missing_seal_is_defaulted_by_all_others() -> None:
    table = Table.of(third=True)
    table.say("red", default("green", "drift"))
    assert defaulted(table.chain, table.ledger, FIRST) == ()
    assert holds_back(table.chain, table.ledger, FIRST, "red")
    assert not holds_back(table.chain, table.ledger, FIRST, "blue")
    table.say("blue", default("green", "drift"))
    assert defaulted(table.chain, table.ledger, FIRST) == ("green",)
    assert not holds_back(table.chain, table.ledger, FIRST, "red"), "it is settled"


def test_a_signature_that_can_never_be_enough_holds_nobody_back() -> None:
    table = Table.of(third=True)
    table.say("red", default("green", "drift"))
    for player in ("red", "blue", "green"):
        table.seal(player)
    assert holds_back(table.chain, table.ledger, FIRST, "red")
    table.reveal("blue")
    assert not holds_back(table.chain, table.ledger, FIRST, "red")


@pytest.mark.parametrize("act", ["void", "claim"])
def test_a_void_or_a_claim_holds_only_with_the_signature_of_whom_it_is_against(act: str) -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player)
    table.reveal("red")
    table.say("red", default("blue", act))
    assert withheld(table.chain, table.ledger, FIRST) == []
    ((body, by),) = accusations(table.chain, table.ledger)
    outcome = "1.1 is void" if act == "void" else "the game is claimed"
    assert accused(table.chain, body, by) == (
        f"red signed that {outcome}, as blue withholds the reveal of 1.1; "
        "it holds only if blue signs it too, and not at all if the reveal comes first."
    )
    table.say("blue", default("blue", act))
    ended = GameEnded(winner="red", outcome=(Coded("claimed", ("blue", "1.1")),))
    expected: dict[str, list[Event]] = {
        "void": [ExchangeVoided(turn=1, segment=1, player="blue", by=("blue", "red"))],
        "claim": [GameClaimed(turn=1, segment=1, player="blue", by=("red",)), ended],
    }
    assert withheld(table.chain, table.ledger, FIRST) == expected[act]


def test_a_reveal_ends_every_accusation() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player)
    table.reveal("red")
    table.say("red", default("blue", "void"))
    table.reveal("blue")
    assert list(accusations(table.chain, table.ledger)) == []


def ruled(table: Table, *, here: list[Event] | None = None) -> list[object]:
    return list(agreements.ruled_branch(table.chain, table.ledger, lambda *_: here))


def test_a_ruling_for_the_record_is_a_fact_of_the_exchange_at_hand() -> None:
    table = Table.of()
    table.play()
    for player in ("blue", "red"):
        table.say(player, ruling())
    assert agreed(table.chain, table.ledger, Moment(1, 2), {}) == [
        RulingMade(turn=1, segment=2, about_turn=1, about_segment=1, upheld=True, words="So.", by=("blue", "red"))
    ]
    assert ruled(table) == []


def test_a_ruling_against_it_opens_a_branch_before_the_exchange_and_goes_over_to_it() -> None:
    table = Table.of()
    start = table.chain.head
    table.play()
    table.say("red", ruling("duel-2"))
    assert ruled(table) == []
    table.say("blue", ruling("duel-2"))
    forked = GameForked(turn=1, segment=1, branch="duel-2", parent="duel", at_version=start.version,
                        at_digest=start.digest, what_if=False)  # fmt: skip
    made = RulingMade(turn=1, segment=1, about_turn=1, about_segment=1, upheld=False, words="So.", by=("blue", "red"))
    opening = OpenBranch(name="duel-2", parent="duel", after=start.version, facts=(forked, made))
    assert ruled(table) == [opening, ChangeBranch("duel-2")]
    assert ruled(table, here=[forked, made]) == [ChangeBranch("duel-2")], "it was opened before"
    assert ruled(table, here=[made]) == [], "another branch has that name"
