"""Three to six programs in memory: one is silent, withholds, or sends two packets, and the others go on."""

import pytest

from sits_es.game.events import OrdersDefaulted, PlayersPutOut
from sits_es.post.protocol.failures import Resignation
from sits_es.post.protocol.put_out import complete_lists, open_without
from sits_es.rules.moments import Moment
from tests.post.model.carrying import carry, seats, wait
from tests.post.model.seat import Seat

pytestmark = pytest.mark.long

#: When the time of an exchange that opened at the beginning is over, grace included.
LATE = "2026-01-02T12:00Z"


def heads(found: dict[str, Seat]) -> set[tuple[str, tuple[str, ...]]]:
    return {(seat.branch, seat.record()) for seat in found.values()}


def test_three_play_on_as_always() -> None:
    found = seats(3)
    for _ in range(3):
        for seat in found.values():
            assert seat.seal()
        carry(found)
    assert len(heads(found)) == 1
    assert found["ada"].chain.game.moment > Moment(1, 1)
    assert not any(seat.refusals or seat.waiting for seat in found.values())


def test_a_seal_that_is_missing_after_the_time_is_gone_on_without() -> None:
    found = seats(3)
    for who in ("ada", "bob"):
        found[who].seal()
    carry(found, but=["cy"])
    assert found["ada"].go_on_without("seal") is None, "the time is not up"
    wait(found, LATE)
    assert found["ada"].go_on_without("seal") is not None
    carry(found, but=["cy"])
    assert found["ada"].chain.game.moment == Moment(1, 1)
    found["bob"].go_on_without("seal")
    carry(found, but=["cy"])
    assert found["ada"].chain.game.moment > Moment(1, 1)
    carry(found)
    assert len(heads(found)) == 1
    (fact,) = [fact for fact in found["cy"].streams["duel"].facts if isinstance(fact, OrdersDefaulted)]
    assert (fact.player, fact.by, fact.lines) == ("cy", ("ada", "bob"), ())


def test_programs_repeat_the_list_by_themselves_until_a_seal_is_there() -> None:
    found = seats(3)
    for _ in range(3):
        for who in ("ada", "bob"):
            found[who].seal()
        carry(found, but=["cy"])
        if found["ada"].chain.game.moment == Moment(1, 1):
            wait(found, LATE)
            for who in ("ada", "bob"):
                found[who].go_on_without("seal")
            carry(found, but=["cy"])
    gone = [fact for fact in found["ada"].streams["duel"].facts if isinstance(fact, OrdersDefaulted)]
    assert len(gone) == 3
    carry(found)
    for who in ("cy", "bob", "ada"):
        found[who].seal()
    carry(found)
    assert len([fact for fact in found["ada"].streams["duel"].facts if isinstance(fact, OrdersDefaulted)]) == 3
    assert len(heads(found)) == 1


def test_a_reveal_that_is_withheld_opens_a_branch_without_that_player() -> None:
    found = seats(3)
    cy = found["cy"]
    cy.seal()
    for who in ("ada", "bob"):
        found[who].take(cy.sent)
        found[who].seal()
    carry(found, but=["cy"])
    assert found["ada"].opened(Moment(1, 1)), found["ada"].ledger
    wait(found, LATE)
    assert found["ada"].go_on_without("reveal") is not None
    carry(found, but=["cy"])
    assert found["ada"].branch == "duel"
    assert found["bob"].go_on_without("reveal") is not None
    carry(found, but=["cy"])
    assert found["ada"].branch.startswith("duel-")
    assert found["ada"].chain.game.moment > Moment(1, 1)
    carry(found)
    assert len(heads(found)) == 1
    assert found["cy"].chain.game.out == {"cy": ("ada", "bob")}
    (fact,) = [fact for fact in found["cy"].streams[cy.branch].facts if isinstance(fact, PlayersPutOut)]
    assert (fact.players, fact.by) == (("cy",), ("ada", "bob"))
    for who in ("ada", "bob"):
        found[who].seal()
    carry(found)
    assert len(heads(found)) == 1


def five_of_whom_one_seals_and_vanishes() -> dict[str, Seat]:
    """Eli is silent; dee seals and vanishes; the other three have signed that it goes on without eli."""
    found = seats(5)
    carry(found)
    for who in ("ada", "bob", "cy", "dee"):
        found[who].seal()
    carry(found)
    wait(found, LATE)
    for who in ("ada", "bob", "cy"):
        assert found[who].go_on_without("seal") is not None
    carry(found, but=["dee", "eli"])
    assert found["ada"].chain.game.moment == Moment(1, 1), "dee has not signed"
    return found


def test_who_seals_and_vanishes_is_gone_on_without_after_another_term() -> None:
    found = five_of_whom_one_seals_and_vanishes()
    assert found["ada"].go_on_without("seal") is None, "dee has another term"
    wait(found, "2026-01-04T00:00Z")
    for who in ("ada", "bob", "cy"):
        longer = found[who].go_on_without("seal")
        assert longer is not None
        assert longer.packet.body["players"] == ["dee", "eli"]
    carry(found, but=["dee", "eli"])
    assert found["ada"].chain.game.moment > Moment(1, 1)
    found["dee"].go_on_without("seal", ["eli"])
    carry(found)
    assert len(heads(found)) == 1
    gone = [fact.player for fact in found["dee"].streams["duel"].facts if isinstance(fact, OrdersDefaulted)]
    assert gone == ["dee", "eli"]


def test_a_late_signature_counts_where_the_longer_list_can_not_come_into_force() -> None:
    found = five_of_whom_one_seals_and_vanishes()
    wait(found, "2026-01-04T00:00Z")
    for who in ("ada", "bob"):
        assert found[who].go_on_without("seal") is not None
    dee = found["dee"]
    assert dee.go_on_without("seal", ["eli"]) is not None
    found["ada"].take([signed for who in ("bob", "cy", "dee") for signed in found[who].sent])
    assert not found["ada"].opened(Moment(1, 1)), "cy could still sign the longer list"
    carry(found, but=["eli"])
    assert found["ada"].chain.game.moment > Moment(1, 1)
    carry(found)
    assert len(heads(found)) == 1
    gone = [fact.player for fact in found["eli"].streams["duel"].facts if isinstance(fact, OrdersDefaulted)]
    assert gone == ["eli"]


def test_who_signed_the_shorter_list_last_goes_over_to_the_branch_of_the_longer_one() -> None:
    found = seats(6)
    fay, eli = found["fay"], found["eli"]
    for seat in found.values():
        seat.seal()
    for seat in found.values():
        seat.take([signed for each in found.values() for signed in each.sent if signed.packet.kind == "seal"])
    there = {who: found[who] for who in ("ada", "bob", "cy", "dee")}
    carry({**there, "eli": eli})
    wait(found, LATE)
    for who in ("ada", "bob", "cy", "dee"):
        assert found[who].go_on_without("reveal") is not None, "fay has not revealed"
    carry(there)
    wait(found, "2026-01-04T00:00Z")
    earlier = [signed for seat in there.values() for signed in seat.sent]
    for who in ("ada", "bob", "cy", "dee"):
        longer = found[who].go_on_without("reveal")
        assert longer is not None
        assert longer.packet.body["players"] == ["eli", "fay"], "eli is silent since"
    eli.take(earlier)
    assert eli.go_on_without("reveal") is not None
    assert eli.branch == "duel", "the others may have signed a longer list"
    ((moment, version, sheet),) = complete_lists(eli.chain, eli.ledger)
    for errand in open_without(eli.chain, eli.ledger, moment, version, sheet, eli._held):
        eli._do(errand)  # as a program did that went over at once
    assert eli.chain.game.out.keys() == {"fay"}
    carry(there)
    assert all(seat.chain.game.out.keys() == {"eli", "fay"} for seat in there.values())
    carry(found)
    assert len(heads(found)) == 1
    assert eli.branch == fay.branch == found["ada"].branch
    assert eli.chain.game.out.keys() == {"eli", "fay"}


def test_who_resigns_later_makes_no_list_of_an_exchange_that_is_over_come_into_force() -> None:
    found = seats(4)
    there = {who: seat for who, seat in found.items() if who != "bob"}
    for seat in there.values():
        seat.seal()
    carry(there)
    wait(found, LATE)
    for seat in there.values():
        assert seat.go_on_without("seal") is not None, "bob has not sealed"
    two = {who: found[who] for who in ("ada", "cy")}
    for seat in two.values():
        seat.take([signed for each in there.values() for signed in each.sent])
    carry(two)
    wait(found, "2026-01-05T00:00Z")
    for seat in two.values():
        assert seat.go_on_without("reveal") is not None, "dee has not revealed"
    carry(there)
    assert found["ada"].chain.game.moment > Moment(1, 1), "two of four is no more than half: dee's reveal counts"
    carry(found)
    found["bob"].say(Resignation())
    carry(found)
    assert {seat.branch for seat in found.values()} == {"duel"}
    assert len(heads(found)) == 1


def test_nobody_goes_over_by_a_list_while_others_may_sign_a_longer_one() -> None:
    found = seats(5)
    carry(found)
    for who in found:
        found[who].seal()
    for who in ("bob", "cy", "dee", "eli"):
        found[who].take(found["ada"].sent)
    carry(found, but=["ada"])
    bob = found["bob"]
    wait(found, LATE)
    for who in ("cy", "dee", "eli"):
        assert found[who].go_on_without("reveal") is not None
    carry(found, but=["ada"])
    wait(found, "2026-01-04T00:00Z")
    assert bob.go_on_without("reveal", ["ada"]) is not None
    assert bob.branch == "duel", "ada's list is complete for bob, and the others may have signed that he is silent too"
    for who in ("cy", "dee", "eli"):
        longer = found[who].go_on_without("reveal")
        assert longer is not None
        assert longer.packet.body["players"] == ["ada", "bob"]
    carry(found)
    assert len(heads(found)) == 1
    assert sorted(found["bob"].chain.game.out) == ["ada", "bob"]


def test_a_complete_list_is_in_force_once_all_have_heard_that_the_others_know_it() -> None:
    found = seats(5)
    carry(found)
    for who in found:
        found[who].seal()
    for who in ("bob", "cy", "dee", "eli"):
        found[who].take(found["ada"].sent)
    carry(found, but=["ada"])
    wait(found, LATE)
    for who in ("bob", "cy", "dee", "eli"):
        assert found[who].go_on_without("reveal") is not None
    found["bob"].take([signed for who in ("cy", "dee", "eli") for signed in found[who].sent])
    assert found["bob"].branch == "duel"
    assert found["bob"].sent[-1].packet.kind == "ack"
    carry(found, but=["ada"])
    assert found["bob"].branch.startswith("duel-")
    assert found["bob"].chain.game.moment > Moment(1, 1)
    carry(found)
    assert len(heads(found)) == 1
