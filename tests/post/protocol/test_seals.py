"""Seals: commitments that travel, orders that stay, boxes for an umpire, and who owes what."""

import pytest

from sits_es.errors import UnreadableError
from sits_es.game.seals import Sealed, commitment
from sits_es.post.protocol.bodies import Default, Reveals, Seals
from sits_es.post.protocol.commitments import Seal
from sits_es.post.protocol.seals import (
    all_sealed,
    box_for,
    due_reveal,
    from_box,
    line_faults,
    open_seal,
    owing,
    sealed,
    umpire_of,
    unsealed_by,
)
from sits_es.rules.moments import Moment
from tests.shared.protocol_values import KEYS, Table, nonce_of
from tests.shared.rows import each_row

FIRST, SECOND = Moment(1, 1), Moment(1, 2)
ORDERS = {SECOND: ("Fearless: thrust 2",), FIRST: ()}


def seal_them(table: Table) -> tuple[Seals, dict[str, object]]:
    nonces = iter([nonce_of("red", FIRST), nonce_of("red", SECOND)])
    body, kept = sealed(table.chain, "red", ORDERS, lambda _: next(nonces))
    return body, dict(kept)


def test_only_commitments_travel_and_each_is_kept_with_what_it_commits_to() -> None:
    body, kept = seal_them(Table.of())
    promises = [Sealed(player="red", lines=ORDERS[at], nonce=nonce_of("red", at)) for at in (FIRST, SECOND)]
    expected = tuple(commitment("duel", "duel", at, each) for at, each in zip((FIRST, SECOND), promises, strict=True))
    assert body == Seals(turn=1, segments=(1, 2), seals=expected)
    assert tuple(kept) == expected
    assert "thrust" not in repr(list(kept.values())), "what is kept is never shown"


def test_an_umpire_alone_opens_what_is_sealed_for_him() -> None:
    table = Table.of(umpire=True)
    assert umpire_of(table.chain) == "ump"
    body, _ = seal_them(table)
    assert body.box is not None
    for place, moment in enumerate((FIRST, SECOND)):
        seal = Seal(commitment=body.seals[place], head=0, number=1, packet="", box=(body.box, place))
        opened = open_seal(seal, KEYS["ump"].open)
        assert (opened.lines, opened.nonce) == (ORDERS[moment], nonce_of("red", moment).hex())
        with pytest.raises(UnreadableError):
            open_seal(seal, KEYS["blue"].open)


@each_row("inside", [3, [], {}, [{"lines": []}], [[]]])
def test_a_box_that_holds_something_else_is_refused(inside: object) -> None:
    table = Table.of(umpire=True)
    box = box_for(table.chain, "ump", inside)
    seal = Seal(commitment="", head=0, number=1, packet="", box=(box, 0))
    words = r"^What was encrypted to the umpire does not hold the orders of each seal\.$"
    with pytest.raises(UnreadableError, match=words):
        open_seal(seal, KEYS["ump"].open)
    assert from_box(box, KEYS["ump"].open) == inside


def test_a_box_that_is_none_cannot_be_read() -> None:
    with pytest.raises(UnreadableError, match=r"^What was encrypted to the umpire cannot be read\.$"):
        from_box("no base64!", KEYS["ump"].open)
    with pytest.raises(UnreadableError, match=r"^The seal came without orders for the umpire\.$"):
        open_seal(Seal(commitment="", head=0, number=1, packet=""), KEYS["ump"].open)


def due(table: Table, player: str) -> Reveals | None:
    return due_reveal(table.chain, table.ledger, player, table.secrets.get)


def test_a_reveal_is_due_when_the_last_has_sealed_and_only_once() -> None:
    table = Table.of()
    table.seal("red", 1, 2)
    assert due(table, "red") is None
    table.seal("blue", 1, 2)
    found = due(table, "red")
    assert found is not None
    assert found.segments == (1,)
    table.reveal("red")
    assert due(table, "red") is None
    table.secrets.clear()
    assert due(table, "blue") is None, "what was sealed is not kept here"


def test_a_run_is_due_at_once_as_far_as_all_have_sealed_it() -> None:
    table = Table.of(reveal="run")
    table.seal("red", 1, 2, 3)
    table.seal("blue", 1, 2)
    found = due(table, "red")
    assert found is not None
    assert found.segments == (1, 2)


def test_nobody_reveals_who_agreed_to_a_void_against_himself() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player)
    table.say("blue", Default(turn=1, segments=(1,), player="blue", act="void", seen=0))
    assert due(table, "blue") is None
    assert due(table, "red") is not None


def test_who_owes_what_goes_from_seals_to_reveals_to_nothing() -> None:
    table = Table.of()
    assert list(owing(table.chain, table.ledger)) == [("blue", "seal"), ("red", "seal")]
    table.seal("red", 1, 3)
    assert unsealed_by(table.chain, table.ledger, "red") == tuple(Moment(1, at) for at in (2, 4, 5, 6, 7, 8, 9))
    assert list(owing(table.chain, table.ledger)) == [("blue", "seal")]
    assert not all_sealed(table.chain, table.ledger, FIRST)
    table.seal("blue")
    assert all_sealed(table.chain, table.ledger, FIRST)
    assert list(owing(table.chain, table.ledger)) == [("blue", "reveal"), ("red", "reveal")]
    table.reveal("blue")
    assert list(owing(table.chain, table.ledger)) == [("red", "reveal")]


def test_with_an_umpire_a_player_sees_of_others_only_the_umpires_seal() -> None:
    table = Table.of(umpire=True)
    assert list(owing(table.chain, table.ledger, "red")) == [("red", "seal"), ("ump", "seal")]
    table.seal("ump")
    table.seal("red")
    assert list(owing(table.chain, table.ledger, "red")) == []
    assert list(owing(table.chain, table.ledger, "ump")) == [("blue", "seal")]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("Fearless: thrust 2",), []),
        (("Sirius: thrust 2",), ["What red sealed for 1.1 orders Sirius, which belongs to somebody else."]),
    ],
)
def test_sealed_lines_are_orders_for_ones_own_ships(lines: tuple[str, ...], said: list[str]) -> None:
    assert list(line_faults(Table.of().chain, "red", FIRST, lines)) == said


def test_sealed_lines_that_are_no_orders_are_named() -> None:
    (words,) = line_faults(Table.of().chain, "red", FIRST, ("Fearless: dance",))
    assert words.startswith("What red sealed for 1.1 cannot be read as orders: ")
