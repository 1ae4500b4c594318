"""The umpire's part: he opens what is for him alone, tells what he resolved, and everybody checks it."""

from collections.abc import Sequence

import pytest
from attrs import evolve

from sits_es.events import Event
from sits_es.game.events import AbsenceGranted, OrdersDefaulted, SegmentClosed
from sits_es.mail.packet import Signed
from sits_es.post.protocol.acting import nonce_alone
from sits_es.post.protocol.bodies import Default, EventBundle, Note, Seals
from sits_es.post.protocol.bundles import check_bundle, known_seals, stretches
from sits_es.post.protocol.errands import Append, Errand, Post, SealOrders, Tell
from sits_es.post.protocol.kinds import read_body
from sits_es.post.protocol.ledger import Ledger, Signature
from sits_es.post.protocol.patience import impatient
from sits_es.post.protocol.progress import advance
from sits_es.post.protocol.seals import box_for
from sits_es.post.protocol.umpire import (
    box_faults,
    bundle,
    opened_by_umpire,
    report_and_seal,
    standing_orders,
    told_upto,
)
from sits_es.rules.moments import Moment
from tests.post.protocol.open_table import RULES, OpenTable
from tests.shared.careful import terms
from tests.shared.protocol_values import KEYS, Table, read, write
from tests.systems.installed import installed

FIRST = Moment(1, 1)
CLOSED = SegmentClosed(turn=1, segment=1)
GONE = OrdersDefaulted(turn=1, segment=1, player="red", by=("ump",), lines=())
AWAY = AbsenceGranted(
    turn=1, segment=1, player="red", since="2026-01-01T00:00Z", until="2026-02-01T00:00Z", by=("ump",)
)
DEFAULT = Default(turn=1, segments=(1,), player="red", act="drift", seen=0)


def test_he_opens_his_own_seal_from_what_he_keeps_and_a_players_from_its_box() -> None:
    table = Table.of(umpire=True)
    table.seal("ump")
    table.seal("red", lines=("Fearless: thrust 6",))
    found = {
        player: opened_by_umpire(table.chain, table.ledger, "ump", player, table.secrets.get, KEYS["ump"].open)
        for player in table.players
    }
    assert {player: opened and opened.lines for player, opened in found.items()} == {
        "blue": None, "red": ("Fearless: thrust 6",), "ump": (),
    }  # fmt: skip
    assert opened_by_umpire(table.chain, table.ledger, "ump", "red", lambda _: None, KEYS["eve"].open) is None


def seals_of(signed: Signed) -> Seals:
    body = read_body("seal", signed.packet.body)
    assert isinstance(body, Seals)
    return body


def test_a_box_must_hold_what_its_seals_commit_to_and_orders_of_ones_own_ships() -> None:
    table = Table.of(umpire=True)
    good = seals_of(table.seal("red", lines=("Fearless: thrust 6",)))
    other = seals_of(table.seal("red", lines=("Sirius: thrust 6",)))
    unbox = KEYS["ump"].open

    def faults(box: str | None, seals: tuple[str, ...] = good.seals) -> list[str]:
        body = Seals(turn=1, segments=(1,), seals=seals, box=box)
        return list(box_faults(table.chain, table.next("red", body), body, unbox))

    assert faults(good.box) == []
    assert faults(None) == [
        "What red sends the umpire for 1.1 cannot be used: The seal came without orders for the umpire."
    ]
    assert faults(other.box) == [
        "What red sends the umpire for 1.1 does not fit the seal.",
        "What red sealed for 1.1 orders Sirius, which belongs to somebody else.",
    ]
    assert faults(other.box, other.seals) == ["What red sealed for 1.1 orders Sirius, which belongs to somebody else."]
    short = box_for(table.chain, "ump", [{"lines": [], "nonce": "00"}])
    (words,) = faults(short)
    assert words == "What red sends the umpire for 1.1 cannot be used: a nonce has 32 bytes, not 1"


def test_of_standing_orders_the_latest_of_each_player_count() -> None:
    table = Table.of(umpire=True)

    def note(sender: str, inside: object) -> Signed:
        return table.next(sender, Note(words="", to="ump", box=box_for(table.chain, "ump", inside)))

    notes = [note("red", ["a"]), note("blue", ["b"]), note("red", ["c", "d"]), note("blue", "no list")]
    notes += [table.next("red", Note(words="Hello.")), table.next("red", Note(words="", box="none"))]
    assert standing_orders(notes, KEYS["ump"].open) == {"red": ("c", "d"), "blue": ("b",)}


def resolved(table: Table) -> list[Event]:
    """Everybody seals 1.1, and the umpire resolves it; the facts that follow, not written yet."""
    for player in table.players:
        table.seal(player)
    (errand,) = advance(table.chain, table.ledger, "ump", table.secrets.get, KEYS["ump"].open, {})
    assert isinstance(errand, Append)
    return list(errand.facts)


def test_he_tells_what_is_not_told_seals_what_comes_next_and_then_has_done_his_part() -> None:
    table = Table.of(umpire=True)
    start, facts = table.chain.head, resolved(table)
    table.write(facts)

    def record(after: int) -> list[tuple[str, object]]:
        assert after == start.version
        return [write(fact) for fact in facts]

    (post,) = report_and_seal(table.chain, table.ledger, "ump", start.version, record)  # type: ignore[arg-type]
    assert isinstance(post, Post)
    assert post.head == start
    assert isinstance(post.body, EventBundle)
    assert (post.body.after, post.body.digest, post.body.why) == (start.version, start.digest, "resolved")
    assert [read(each) for each in post.body.events] == facts
    told = table.chain.head.version
    (seal,) = report_and_seal(table.chain, table.ledger, "ump", told, lambda _: [])
    assert seal == SealOrders(orders={Moment(1, segment): () for segment in range(2, 10)})
    table.seal("ump", *range(2, 10))
    assert report_and_seal(table.chain, table.ledger, "ump", told, lambda _: []) == []


def test_what_was_told_is_known_from_his_own_bundles_of_the_branch() -> None:
    table = Table.of(umpire=True)
    start, facts = table.chain.head.version, [write(fact) for fact in resolved(table)]
    assert told_upto(table.chain, []) == table.chain.shared == start
    bundles = [
        table.next("ump", bundle(table.chain, start, "resolved", facts[:3])),
        table.next("ump", bundle(table.chain, start, "compare", facts)),
    ]
    assert told_upto(table.chain, bundles) == start + 3
    assert told_upto(evolve(table.chain, name="duel-2"), bundles) == start


def checked(table: Table, facts: Sequence[Event], me: str = "red", receipts: Sequence[str] = ()) -> tuple[
    list[str], list[Errand]
]:  # fmt: skip
    """What a player makes of a bundle of facts after the record."""
    body = bundle(table.chain, table.chain.head.version, "resolved", [write(fact) for fact in facts])
    signed = table.next("ump", body)
    return check_bundle(table.chain, table.ledger, me, signed, body, read, lambda: receipts)


def test_what_the_rules_bring_from_seals_that_are_known_is_written() -> None:
    table = Table.of(umpire=True)
    facts = resolved(table)
    faults, (errand,) = checked(table, facts)
    assert faults == []
    assert isinstance(errand, Append)
    assert (errand.after, list(errand.facts)) == (table.chain.head.version, facts)
    assert errand.fold.game.moment == Moment(1, 2)
    assert table.chain.game.moment == FIRST, "the record is left as it is"


def test_several_exchanges_come_in_one_bundle() -> None:
    table, ahead = Table.of(umpire=True), Table.of(umpire=True)
    facts: list[Event] = []
    for _ in range(3):
        brought = resolved(ahead)
        ahead.write(brought)
        facts += brought
    for player in table.players:
        table.seal(player, 1, 2, 3)
    assert [len(each) for each in stretches(facts, table.chain.walk)] == [len(facts) // 3] * 3
    faults, errands = checked(table, facts)
    assert (faults, [type(errand) for errand in errands]) == ([], [Append])


def test_a_bundle_goes_on_from_where_the_record_stands() -> None:
    table = Table.of(umpire=True)
    facts = resolved(table)
    body = bundle(table.chain, 3, "resolved", [write(fact) for fact in facts])
    signed = table.next("ump", body)
    head = table.chain.head.version
    said = f"The bundle 2 of ump in duel goes on from event #3, this record from #{head}."
    assert check_bundle(table.chain, table.ledger, "red", signed, body, read, list) == ([said], [])
    assert checked(table, []) == (["The bundle 3 of ump in duel is empty."], [])


def test_facts_that_the_rules_do_not_bring_are_named_and_nothing_is_written() -> None:
    table = Table.of(umpire=True)
    facts = [fact for fact in resolved(table) if not isinstance(fact, SegmentClosed)]
    faults, errands = checked(table, facts)
    assert errands == []
    assert faults[0].startswith("1.1: fact ")
    body = EventBundle(after=table.chain.head.version, digest=table.chain.head.digest, events=(("no.Such/1", {}),),
                       why="resolved")  # fmt: skip
    faults, errands = check_bundle(table.chain, Ledger(), "red", table.next("ump", body), body, read, list)
    assert errands == []
    assert faults[0].startswith("The bundle 3 of ump in duel does not hold a record of this game: ")


def test_he_takes_no_other_seal_than_the_one_that_was_sent() -> None:
    table, other = Table.of(umpire=True), Table.of(umpire=True)
    facts = resolved(other)
    for player in ("ump", "blue"):
        table.seal(player)
    assert checked(table, facts)[0] == ["1.1: red had not sent a seal before."]
    table.seal("red", lines=("Fearless: thrust 6",))
    assert checked(table, facts)[0] == ["1.1: the seal of red is not the one that was sent."]
    assert checked(table, facts, "blue")[0] == [], "of others' seals he alone knows"
    assert set(known_seals({"red", "ump"}, table.chain, table.ledger)) == {("red", FIRST), ("ump", FIRST)}


@pytest.mark.parametrize("receipt", [True, False])
def test_who_was_left_out_though_he_had_sealed_is_told(receipt: bool) -> None:
    table, other = Table.of(umpire=True), Table.of(umpire=True)
    for player in ("ump", "blue"):
        other.seal(player)
        table.seal(player)
    other.say("ump", Default(turn=1, segments=(1,), player="red", act="drift", seen=0))
    (errand,) = advance(other.chain, other.ledger, "ump", other.secrets.get, KEYS["ump"].open, {})
    assert isinstance(errand, Append)
    assert any(isinstance(fact, OrdersDefaulted) for fact in errand.facts)
    seal = table.seal("red")
    faults, (_, told) = checked(table, errand.facts, receipts=[seal.digest] if receipt else [])
    assert faults == []
    by = ", though ump gave a receipt for it" if receipt else ""
    words = f"ump resolved 1.1 without your orders, which you had sealed with packet 1{by}."
    assert told == Tell(kind="difference", words=f"{words} If it came in time: sits dispute duel 1.1 WHY")
    assert len(checked(table, errand.facts, "blue")[1]) == 1


def test_facts_are_cut_before_the_first_seal_of_each_exchange() -> None:
    ahead = Table.of(umpire=True)
    first = resolved(ahead)
    ahead.write(first)
    second = resolved(ahead)
    walk = Table.of(umpire=True).chain.walk
    assert list(stretches([*first, *second], walk)) == [first, second]
    assert list(stretches([CLOSED, *second], walk)) == [[CLOSED], second]
    assert list(stretches(second[1:], walk)) == [second[1:]], "it begins with the second seal"
    assert list(stretches([], walk)) == []


def test_where_a_nonce_is_all_that_is_sealed_nobody_sends_orders() -> None:
    with installed(*RULES):
        table = OpenTable.open(umpire=True)
        owed = next(owed for owed in table.chain.game.upcoming if owed.nonces_by or not owed.sealed)
        player = next(each for each in ("red", "blue") if nonce_alone(owed, each))
        ship = {"red": "Kestrel", "blue": "Hawk"}[player]
        signed = table.seal(player, owed.moment.segment, lines=(f"{ship}: haste 1",))
        faults = list(box_faults(table.chain, signed, seals_of(signed), KEYS["ump"].open))
        where = table.chain.rules.label(owed.moment)
    words = f"What {player} sends the umpire for {where} holds orders, and a nonce is all that is sealed there."
    assert words in faults


@pytest.mark.parametrize(
    ("facts", "signed", "said"),
    [
        ((GONE,), (), "1.1: ump goes on without red, and had not signed that before."),
        ((GONE,), (DEFAULT,), "1.1: ump goes on without red, who was not told of it before."),
        ((AWAY, GONE), (DEFAULT,), "1.1: ump had not sent the absence of red before."),
    ],
)
def test_an_umpire_goes_on_without_those_alone_who_were_told_and_says_so_before(
    facts: tuple[Event, ...], signed: tuple[Default, ...], said: str
) -> None:
    game = Table.of(umpire=True, **terms()).chain.game
    before = [Signature(player="ump", number=number, head=0, body=body) for number, body in enumerate(signed, 3)]
    assert said in list(impatient(game, facts, "ump", "2026-01-05T00:00Z", None, before, "1.1"))
