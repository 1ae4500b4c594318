"""The ledger: what was sealed, opened and signed, whatever came first."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from sits_es.game.events import ExchangeVoided
from sits_es.mail.packet import LastEvent, Signed
from sits_es.post.protocol.bodies import Clock, Default, Note, Reveals, Ruling, Seals
from sits_es.post.protocol.content import Body, Opened
from sits_es.post.protocol.kinds import content_of, read_body
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.sorting import ledger_of
from sits_es.rules.moments import Moment
from tests.shared.protocol_values import Table, begun, chain, packet

CHAIN = chain(begun(third=True))
FIRST, SECOND = Moment(1, 1), Moment(1, 2)
HEX = ("1" * 64, "2" * 64, "3" * 64)


def seals(*segments: int, seal: str = HEX[0]) -> Seals:
    return Seals(turn=1, segments=segments, seals=(seal,) * len(segments))


def opened(segment: int, nonce: str = HEX[1]) -> Reveals:
    return Reveals(turn=1, segments=(segment,), orders=(Opened(lines=(), nonce=nonce),), answers=({},))


def deadline(until: str = "2026-02-01T00:00Z") -> Clock:
    return Clock(turn=1, segments=(1,), until=until, grace=2)


def void(player: str, seen: int = 0) -> Default:
    return Default(turn=1, segments=(1,), player=player, act="void", seen=seen)


RULING = Ruling(turn=1, segments=(2,), about_turn=1, about_segment=1, upheld=True, words="So it was.")

#: Everything that three players send, each in order of number.
SENT: dict[str, list[Body]] = {
    "red": [seals(1, 2), deadline(), opened(1), void("blue", 4), RULING],
    "blue": [deadline("2026-03-01T00:00Z"), seals(1, seal=HEX[1]), deadline(), void("blue", 1), opened(1, HEX[2])],
    "green": [seals(1), Note(words="Hello."), opened(1), void("blue", 9), deadline()],
}
PACKETS = {
    sender: [packet(CHAIN, sender, number, body) for number, body in enumerate(bodies, 1)]
    for sender, bodies in SENT.items()
}


def entered(order: list[str]) -> Ledger:
    """The ledger when packets arrive in an order of senders."""
    ledger, next_of = Ledger(), {sender: iter(packets) for sender, packets in PACKETS.items()}
    for sender in order:
        signed = next(next_of[sender])
        ledger.take(signed, content_of(signed))
    return ledger


IN_ORDER = [sender for sender, packets in PACKETS.items() for _ in packets]


@given(order=st.permutations(IN_ORDER))
def test_the_order_of_arrival_leaves_no_trace(order: list[str]) -> None:
    found, usual = entered(order), entered(IN_ORDER)
    for moment in (FIRST, SECOND):
        assert found.signed(moment, CHAIN) == usual.signed(moment, CHAIN)
        for player in SENT:
            assert found.seal(player, moment, CHAIN) == usual.seal(player, moment, CHAIN)
            assert found.reveal(player, moment, CHAIN) == usual.reveal(player, moment, CHAIN)
            assert found.given_up(player, moment, CHAIN) == usual.given_up(player, moment, CHAIN)
    assert found == usual


def test_what_is_signed_alike_is_one_thing_with_all_who_signed_it() -> None:
    found = entered(IN_ORDER).signed(FIRST, CHAIN)
    assert [(type(body).__name__, by) for body, by in found] == [
        ("Clock", ("blue", "green", "red")),
        ("Clock", ("blue",)),
        ("Default", ("blue", "green", "red")),
    ]
    assert found[2][0] == read_body("default", PACKETS["blue"][3].packet.body), "of the first signer by id"


def test_it_is_made_from_accepted_packets_of_its_branch_in_any_order() -> None:
    packets = [signed for own in PACKETS.values() for signed in own]
    elsewhere = packet(chain(begun(third=True), "duel-2"), "red", 6, seals(3))
    differing = packet(CHAIN, "red", 7, seals(4), LastEvent(CHAIN.head.version, "0" * 64))
    found = ledger_of([elsewhere, *reversed(packets), differing], CHAIN)
    assert found == entered(IN_ORDER)
    found.count(differing.packet)
    assert found.numbers["red"] == 7
    assert found.seal("red", Moment(1, 4), CHAIN) is None


def test_a_seal_whose_sender_had_not_seen_a_void_does_not_hold_after_it() -> None:
    table = Table.of()
    table.seal("red", 1)
    seal = table.ledger.seal("red", FIRST, table.chain)
    before = table.chain.head.version
    assert seal is not None
    table.write([ExchangeVoided(turn=1, segment=1, player="blue", by=("blue", "red"))])
    assert table.ledger.seal("red", FIRST, table.chain) is None
    assert table.ledger.seal("red", FIRST, table.chain, before) == seal
    table.seal("red", 1)
    again = table.ledger.seal("red", FIRST, table.chain)
    assert again is not None
    assert (again.number, again.head) == (2, before + 1)
    assert table.ledger.seal_known("red", FIRST, table.chain, before, seen=1) == seal


def test_a_reveal_opens_the_seal_that_its_sender_sent_last() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player, 1)
    assert table.ledger.reveal("red", FIRST, table.chain) is None
    table.reveal("red")
    found = table.ledger.reveal("red", FIRST, table.chain)
    seal = table.ledger.seal("red", FIRST, table.chain)
    assert seal is not None
    assert found == table.secrets[seal.commitment].opened()
    assert table.ledger.opened_with["red", seal.commitment] == 2


def test_who_signs_against_himself_has_given_up_his_reveal() -> None:
    ledger = entered(IN_ORDER)
    assert [ledger.given_up(player, FIRST, CHAIN) for player in ("red", "blue", "green")] == [None, "void", None]


def test_turns_that_are_over_are_forgotten_as_though_they_were_never_entered() -> None:
    numbers = count(1)

    def sent(turn: int) -> list[Signed]:
        bodies = (
            Seals(turn=turn, segments=(1,), seals=(HEX[turn],)),
            Reveals(turn=turn, segments=(1,), orders=(Opened(lines=(), nonce=HEX[0]),), answers=({},)),
            Clock(turn=turn, segments=(1,), until="2026-02-01T00:00Z"),
        )
        return [packet(CHAIN, "red", next(numbers), body) for body in bodies]

    first, second = sent(1), sent(2)
    kept = ledger_of([*first, *second], CHAIN)
    kept.forget_before(2)
    assert kept == ledger_of(second, CHAIN, since=2)
    late = Clock(turn=1, segments=(2,), until="2026-02-01T00:00Z")
    kept.take(packet(CHAIN, "red", 7, late), late)
    assert (kept.numbers["red"], kept.signed(Moment(1, 2), CHAIN)) == (7, [])
