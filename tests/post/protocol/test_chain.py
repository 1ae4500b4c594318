"""The chain: which exchange is owed after each event, and what makes seals void."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Event
from sits_es.game.events import (
    DeadlineSet,
    ExchangeVoided,
    GameForked,
    GameStarted,
    OrdersSealed,
    SegmentClosed,
)
from sits_es.game.fold import Fold
from sits_es.game.play import Given, play_exchange, read_forms
from sits_es.mail.packet import LastEvent
from sits_es.post.protocol.chain import Chain, chain_of
from sits_es.rules.moments import Moment
from tests.shared.protocol_values import MARK, begun, chain, nonce_of, rows


def exchange(facts: list[Event], lines: dict[str, tuple[str, ...]] | None = None) -> list[Event]:
    """What comes of the open exchange when red and blue order lines, by default nothing."""
    fold = Fold().add_all(facts)
    moment = fold.game.moment
    given = []
    for player in fold.game.sealers:
        own = (lines or {}).get(player, ())
        forms = read_forms(fold.system, own, moment.segment)
        given.append(Given(player=player, forms=forms, lines=own, nonce=nonce_of(player, moment)))
    return play_exchange(fold.game, given).facts


def a_record() -> list[Event]:
    """Two exchanges, with a deadline, a void and a fork after them, and then another exchange."""
    facts = begun()
    for _ in range(2):
        facts += exchange(facts)
    facts.append(ExchangeVoided(turn=1, segment=3, player="red", by=("blue", "red")))
    facts.append(GameForked(turn=1, segment=3, branch="duel", parent="old", at_version=9, at_digest="0" * 64))
    facts.append(DeadlineSet(turn=1, segment=3, until="2026-01-02T03:04Z", grace=1, by=("blue", "red")))
    return facts + exchange(facts)


RECORD = a_record()


def version(kind: type[Event], which: int = 0) -> int:
    return [at for at, fact in enumerate(RECORD) if type(fact) is kind][which]


def test_an_exchange_is_owed_from_the_close_of_the_one_before_up_to_its_first_seal() -> None:
    owed = chain(RECORD).owed
    start, seal, closed = version(GameStarted), version(OrdersSealed), version(SegmentClosed)
    assert [owed.get(at) for at in range(start)] == [None] * start
    assert {owed[at] for at in range(start, seal)} == {Moment(1, 1)}
    assert not [at for at in range(seal, closed) if at in owed]
    assert owed[closed] == Moment(1, 2)
    assert owed[version(ExchangeVoided)] == Moment(1, 3)
    assert owed[version(GameForked)] == Moment(1, 3)
    assert owed[len(RECORD) - 1] == Moment(1, 4)


def test_it_holds_an_event_between_exchanges_and_no_other() -> None:
    found = chain(RECORD)
    at, during = version(SegmentClosed), version(OrdersSealed)
    assert found.holds(found.head)
    assert found.holds(LastEvent(at, found.digests[at]))
    assert not found.holds(LastEvent(at, found.digests[at - 1]))
    assert not found.holds(LastEvent(during, found.digests[during])), "an exchange was under way"
    assert not found.holds(LastEvent(len(RECORD), found.head.digest))


@given(cuts=st.lists(st.integers(1, len(RECORD)), max_size=5).map(sorted))
def test_a_chain_that_was_extended_is_the_one_that_is_made_at_once(cuts: list[int]) -> None:
    found, all_rows = None, rows(RECORD)
    for start, end in zip([0, *cuts], [*cuts, len(RECORD)], strict=True):
        fold = Fold().add_all(RECORD[:end])
        found = chain_of("duel", all_rows[:end], fold) if found is None else found.extended(all_rows[start:end], fold)
    assert found == chain(RECORD)


def test_an_extended_chain_leaves_the_one_before_it_as_it_was() -> None:
    before = chain(begun())
    again = chain(begun())
    facts = [*begun(), *exchange(begun())]
    assert before.extended(rows(facts)[len(begun()) :], Fold().add_all(facts)) == chain(facts)
    assert before == again


def test_events_that_do_not_follow_are_a_bug() -> None:
    found = chain(begun())
    with pytest.raises(ValueError, match=r"^event 3 of duel does not follow event \d+$"):
        found.extended([(3, GameStarted(), "0" * 64)], found.fold)


def test_voids_and_forks_make_every_seal_void_that_was_sent_before() -> None:
    found = chain(RECORD)
    void, fork = version(ExchangeVoided), version(GameForked)
    assert found.resets == (void, fork)
    assert [found.void_before(at) for at in (void - 1, void, fork, fork + 5)] == [-1, void, fork, fork]


def test_a_stop_makes_seals_void_once_its_exchange_is_closed() -> None:
    facts = begun()
    facts += exchange(
        facts, {"red": ("Fearless: launch port 1 salvo at Sirius",), "blue": ("Sirius: stop if launched at",)}
    )
    closed = next(at for at, fact in enumerate(facts) if isinstance(fact, SegmentClosed))
    assert chain(facts).resets == (closed,)
    facts += exchange(facts)
    assert chain(facts).resets == (closed,), "the next exchange met no stop"


def test_before_anybody_does_anything_every_replica_writes_the_same() -> None:
    found, start = chain(RECORD), len(begun()) - 1
    assert found.beginning == chain(begun()).beginning == chain(begun()).shared == start
    assert found.shared == version(DeadlineSet), "after a fork up to the next seal"


def test_deadlines_hold_for_their_turn_from_where_they_stand() -> None:
    found, at = chain(RECORD), version(DeadlineSet)
    assert found.deadlines == ((at, 1),)
    assert [found.deadline_before(*where) for where in ((at - 1, 1), (at, 1), (at, 2))] == [False, True, False]


def test_an_exchange_opens_after_the_last_event_before_its_seals() -> None:
    found = chain(RECORD)
    seals = [at for at, fact in enumerate(RECORD) if isinstance(fact, OrdersSealed)]
    assert found.opened(Moment(1, 1)) == seals[0] - 1
    assert found.opened(Moment(1, 3)) == seals[4] - 1, "after the void, the fork and the deadline"
    with pytest.raises(ValueError, match="was never owed in duel"):
        found.opened(Moment(2, 1))


def test_its_mark_is_the_one_in_the_terms() -> None:
    found: Chain = chain(begun())
    assert found.mark == MARK
