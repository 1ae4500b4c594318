"""Records, judged at their head: who may still sign, which of several counts, and what waits for them."""

from collections.abc import Iterator

import pytest
from attrs import evolve
from msgspec.structs import replace

from sits_es.game.events import FactsRecorded
from sits_es.game.state import Game
from sits_es.post.protocol.bodies import Default, Dispute, Record
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.entries import entered, proposals, record_digest, smaller, unsettled, unsigned
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.judgement import judge
from sits_es.post.protocol.progress import reveal
from sits_es.rules.moments import Moment
from tests.post.protocol.open_table import RULES, OpenTable
from tests.shared.protocol_values import Table
from tests.systems.installed import installed

HEX = "1" * 64
SIGNED = ["red", "blue"]
CANNOT = "What red enters at 1.1 cannot be recorded:"
NOT_PLACED = "Kestrel is not placed yet. Enter place at X,Y facing DEGREES first."


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def said(table: Table, sender: str, body: Body) -> tuple[Fate, str]:
    found = judge(table.next(sender, body).packet, body, table.ledger, table.chain)
    return found.fate, found.why


def ambush() -> tuple[OpenTable, Record]:
    table = OpenTable.open("xwing", "beacon")
    return table, table.record("red", "Kestrel: place at 3,4 facing 0")


def two(table: OpenTable) -> tuple[Record, Record]:
    """Two records for the head at hand, the one of larger digest first."""
    both = [table.record("red", f"Kestrel: place at 3,{row} facing 0") for row in (4, 5)]
    larger, less = sorted(both, key=lambda each: record_digest(table.chain.head.digest, each), reverse=True)
    return larger, less


def test_a_record_stands_when_all_have_signed_it() -> None:
    table, record = ambush()
    assert said(table, "red", record) == (Fate.ACCEPTED, "")
    table.say("red", record)
    assert entered(table.chain, table.ledger) is None
    table.say("blue", record)
    facts = table.go_on().facts
    assert facts[0] == FactsRecorded(
        turn=1, segment=1, player="red", lines=("Kestrel: place at 3,4 facing 0",), by=("blue", "red")
    )
    assert proposals(table.chain, table.ledger) == []


def test_its_digest_is_of_head_player_and_lines_and_a_try_makes_another() -> None:
    table, record = ambush()
    head = table.chain.head.digest
    first = record_digest(head, record)
    assert first == record_digest(head, replace(record, mark="ab" * 32))
    others = {
        record_digest("0" * 64, record),
        record_digest(head, replace(record, player="blue")),
        record_digest(head, replace(record, lines=("Kestrel: place at 3,5 facing 0",))),
        record_digest(head, replace(record, try_=1)),
    }
    assert len(others | {first}) == 5
    again = smaller(head, record, first)
    assert record_digest(head, again) < first
    assert again.lines == record.lines
    assert smaller(head, record, None) == record


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"segments": (2,)}, "The record 1 of red in duel is for 1.2; at its head the game stands at 1.1."),
        ({"player": "eve"}, "The record 1 of red in duel enters facts of eve, who is not a player of this game."),
        ({"lines": ("Hawk: place at 3,4 facing 0",)},
         "What red enters at 1.1 cannot be recorded: Hawk is blue's. red enters facts of Kestrel, Kite and Swift."),
        ({"lines": ('Kestrel: move "2 straight" to 3,4 facing 0',)}, f"{CANNOT} {NOT_PLACED}"),
    ],
)  # fmt: skip
def test_what_cannot_be_recorded_is_refused(changes: dict[str, object], why: str) -> None:
    table, record = ambush()
    assert said(table, "red", replace(record, **changes)) == (Fate.REFUSED, why)


def test_lines_that_are_not_facts_are_refused() -> None:
    table, record = ambush()
    fate, why = said(table, "red", replace(record, lines=("Kestrel: dance",)))
    assert fate is Fate.REFUSED
    assert why.startswith("What red enters at 1.1 cannot be recorded: ")


def test_facts_over_which_the_rules_stumble_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table, record = ambush()

    def stumble(*_: object) -> list[str]:
        raise KeyError("Kestrel")

    monkeypatch.setattr(type(table.chain.rules), "enter", stumble)
    why = "What red enters at 1.1 cannot be recorded: its facts are not those of this game."
    assert said(table, "red", record) == (Fate.REFUSED, why)


def test_a_player_moves_only_to_a_record_of_smaller_digest() -> None:
    table, _ = ambush()
    larger, less = two(table)
    table.say("red", less)
    why = "red has signed a record of smaller digest here; only a smaller one may follow it."
    assert said(table, "red", larger) == (Fate.REFUSED, why)
    assert said(table, "red", less) == (Fate.REFUSED, "red has signed this record already.")
    assert said(table, "blue", larger) == (Fate.ACCEPTED, "")
    table.say("blue", larger)
    assert said(table, "blue", less) == (Fate.ACCEPTED, "")


def test_of_two_complete_records_the_one_of_larger_digest_counts() -> None:
    table, _ = ambush()
    larger, less = two(table)
    for player in SIGNED:
        table.say(player, larger)
        table.say(player, less)
    (recorded, *_) = table.go_on().facts
    assert isinstance(recorded, FactsRecorded)
    assert recorded.lines == larger.lines


def test_a_record_of_an_earlier_head_counts_for_nothing_any_more() -> None:
    table, _ = ambush()
    larger, less = two(table)
    head = table.chain.head
    for player in SIGNED:
        table.say(player, larger)
    table.go_on()
    body = judge(table.next("blue", less, head).packet, less, table.ledger, table.chain)
    assert (body.fate, body.why) == (Fate.ACCEPTED, "")
    assert entered(table.chain, table.ledger) is None


def test_a_refusal_binds_and_comes_before_ones_own_signature() -> None:
    table, record = ambush()
    digest = record_digest(table.chain.head.digest, record)
    refusal = Dispute(turn=1, segments=(1,), words="No.", record=digest)
    table.say("red", record)
    assert said(table, "blue", refusal) == (Fate.ACCEPTED, "")
    table.say("blue", refusal)
    why = "blue has refused this record; it can be signed when it is written again."
    assert said(table, "blue", record) == (Fate.REFUSED, why)
    again = smaller(table.chain.head.digest, record, digest)
    assert said(table, "red", again) == said(table, "blue", again) == (Fate.ACCEPTED, "")
    why = "red has signed this record and cannot refuse it any more."
    assert said(table, "red", refusal) == (Fate.REFUSED, why)


def by_hand() -> tuple[OpenTable, Record]:
    """Initiative is entered by people, while an exchange is open in which somebody acts alone."""
    table = OpenTable.open("slots", "narrows-by-hand")
    for player, line in (("red", "Kestrel: initiative 9"), ("blue", "Hawk: initiative 1")):
        record = table.record(player, line)
        for each in SIGNED:
            table.say(each, record)
        table.go_on()
    table.ahead()
    return table, table.record("blue", "Hawk: initiative 2")


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> tuple[OpenTable, Record]:
    """The same, where initiative can be put right as long as its slot is open."""
    table, record = by_hand()
    kind = type(table.chain.rules)
    monkeypatch.setattr(kind, "entry_problems", lambda *_: iter(()))
    monkeypatch.setattr(kind, "enter", lambda *_: [])
    return table, record


def test_facts_can_be_entered_while_an_exchange_is_open(mended: tuple[OpenTable, Record]) -> None:
    table, record = mended
    assert table.actor == "red"
    for player in SIGNED:
        assert said(table, player, record) == (Fate.ACCEPTED, "")
        table.say(player, record)
    facts = table.go_on().facts
    assert isinstance(facts[0], FactsRecorded)
    assert table.chain.game.owed is not None
    assert table.chain.game.owed.moment == Moment(1, 2)


def test_who_acted_or_opened_a_seal_signs_no_record_there_any_more(mended: tuple[OpenTable, Record]) -> None:
    table, record = mended
    table.say("red", table.act())
    why = "red has opened a seal of 1.2 or acted in it, and cannot sign a record there any more."
    assert said(table, "red", record) == (Fate.REFUSED, why)
    table.reveal("blue")
    assert said(table, "blue", record) == (Fate.REFUSED, why.replace("red", "blue"))


def test_who_signed_a_default_signs_no_record_and_the_other_way_round(
    mended: tuple[OpenTable, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, record = mended
    table.say("blue", Default(turn=1, segments=(2,), player="blue", act="void", seen=9))
    why = "blue has signed a default, a void or a claim of 1.2, and cannot sign a record there any more."
    assert said(table, "blue", record) == (Fate.REFUSED, why)
    three = OpenTable.open("slots", "three")
    monkeypatch.setattr(type(three.chain.rules), "entry_problems", lambda *_: iter(()))
    three.say("red", three.record("red", "Kestrel: haste 1"))
    body = Default(turn=1, segments=(1,), player="green", act="drift", seen=9)
    why = "red has signed a record here, which can't stand without green."
    assert said(three, "red", body) == (Fate.REFUSED, why)


def test_nothing_is_recorded_while_an_exchange_is_open_in_which_a_player_has_no_part(
    mended: tuple[OpenTable, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, record = mended
    owed = table.chain.game.owed
    assert owed is not None
    monkeypatch.setattr(Game, "owed", evolve(owed, nonces_by=()))
    why = "1.2 is open, and blue has no part in it: facts can be recorded once it is played."
    assert said(table, "red", record) == (Fate.REFUSED, why)


def test_who_signed_opens_and_does_nothing_while_the_record_can_still_stand(mended: tuple[OpenTable, Record]) -> None:
    """Whoever knew the dice could choose otherwise whether it stands."""
    table, record = mended
    table.say("blue", record)
    assert unsettled(table.chain, table.ledger, "red") is None
    assert unsettled(table.chain, table.ledger, "blue") is not None
    digest = record_digest(table.chain.head.digest, record)
    table.say("red", Dispute(turn=1, segments=(2,), words="No.", record=digest))
    assert unsettled(table.chain, table.ledger, "blue") is None


def test_an_act_of_one_who_did_not_sign_ends_the_wait(mended: tuple[OpenTable, Record]) -> None:
    table, record = mended
    table.say("blue", record)
    assert unsettled(table.chain, table.ledger, "blue") is not None
    table.say("red", table.act())
    assert unsettled(table.chain, table.ledger, "blue") is None
    assert reveal(table.chain, table.ledger, "blue", table.secrets.get) != []


def test_with_an_umpire_the_umpire_alone_decides() -> None:
    table = OpenTable.open("xwing", "beacon", umpire=True)
    record = table.record("red", "Kestrel: place at 3,4 facing 0")
    table.say("red", record)
    assert entered(table.chain, table.ledger) is None
    table.say("ump", record)
    (recorded, *_) = table.go_on("ump").facts
    assert isinstance(recorded, FactsRecorded)
    assert recorded.by == ("red", "ump")


def test_a_record_that_an_umpire_tells_names_true_signatures() -> None:
    table = OpenTable.open("xwing", "beacon", umpire=True)
    lines = ("Kestrel: place at 3,4 facing 0",)

    def told(*by: str) -> list[str]:
        fact = FactsRecorded(turn=1, segment=1, player="red", lines=lines, by=by)
        return list(unsigned(table.chain, table.ledger, "red", [fact]))

    assert told("ump") == []
    assert told("red") == [
        "1.1: ump did not confirm the record of red.",
        "1.1: the record of red is said to be confirmed by red, who did not sign it.",
    ]
    table.say("red", table.record("red", *lines))
    assert told("red", "ump") == []
