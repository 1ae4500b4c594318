"""Going on: an exchange is played when everything for it is there, and whoever works it out comes to the same."""

from collections.abc import Mapping

import pytest

from sits_es.game.events import (
    ExchangeVoided,
    OrdersDefaulted,
    OrdersRevealed,
    OrdersSealed,
    SeedMade,
    SegmentClosed,
)
from sits_es.post.protocol.bodies import Default
from sits_es.post.protocol.errands import Append, Errand, Post
from sits_es.post.protocol.progress import advance, reveal
from sits_es.rules.moments import Moment
from tests.shared.protocol_values import KEYS, Table

DRIFTING = {"green": ("Hood: decoy 1 if launched at",)}


def going_on(table: Table, me: str = "red", standing: Mapping[str, tuple[str, ...]] | None = None) -> list[Errand]:
    return advance(table.chain, table.ledger, me, table.secrets.get, KEYS[me].open, standing or {})


def appended(table: Table, me: str = "red", standing: Mapping[str, tuple[str, ...]] | None = None) -> Append:
    (errand,) = going_on(table, me, standing)
    assert isinstance(errand, Append)
    return errand


def default(player: str, act: str) -> Default:
    return Default(turn=1, segments=(1,), player=player, act=act, seen=1)  # type: ignore[arg-type]


def test_peers_play_an_exchange_once_every_seal_is_open() -> None:
    table = Table.of()
    table.seal("red", lines=("Fearless: thrust 6",))
    table.seal("blue")
    assert going_on(table) == []
    table.reveal("red")
    assert going_on(table) == []
    table.reveal("blue")
    found = appended(table)
    assert found.after == table.chain.head.version
    kinds = [type(fact) for fact in found.facts]
    assert kinds[:5] == [OrdersSealed, OrdersSealed, OrdersRevealed, OrdersRevealed, type(found.facts[4])]
    assert [fact.player for fact in found.facts if isinstance(fact, OrdersSealed)] == ["blue", "red"]
    assert SeedMade in kinds
    assert SegmentClosed(turn=1, segment=1) in found.facts
    assert found.fold.game.moment == Moment(1, 2)
    assert table.chain.game.moment == Moment(1, 1), "the record is left as it is"


def test_every_peer_comes_to_the_very_same() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player, lines={"red": ("Fearless: thrust 6",), "blue": ()}[player])
    for player in ("blue", "red"):
        table.reveal(player)
    assert appended(table, "red") == appended(table, "blue")


def test_what_follows_is_named_after_the_exchange_and_the_record() -> None:
    table = Table.of()
    first = table.chain.head.digest
    for act in (table.seal, table.reveal):
        for player in ("red", "blue"):
            act(player)
    assert appended(table).command == f'[1,1,"{first}"]'.encode()


def test_a_default_takes_a_players_place_and_one_alone_makes_no_dice() -> None:
    table = Table.of(third=True)
    for player in ("red", "blue"):
        table.seal(player)
        table.say(player, default("green", "drift"))
    for player in ("red", "blue"):
        table.reveal(player)
    facts = appended(table).facts
    assert OrdersDefaulted(turn=1, segment=1, player="green", lines=(), by=("blue", "red")) in facts
    assert [fact.player for fact in facts if isinstance(fact, OrdersRevealed)] == ["blue", "red"]
    alone = Table.of(third=True)
    alone.seal("red")
    for missing, others in {"blue": ("red", "green"), "green": ("red", "blue")}.items():
        for player in others:
            alone.say(player, default(missing, "drift"))
    alone.reveal("red")
    assert going_on(alone) == []


def test_a_void_that_all_signed_is_all_that_follows() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player)
    table.reveal("red")
    for player in ("red", "blue"):
        table.say(player, default("blue", "void"))
    found = appended(table)
    assert found.facts == (ExchangeVoided(turn=1, segment=1, player="blue", by=("blue", "red")),)
    assert found.fold.game.moment == Moment(1, 1)


def umpired() -> Table:
    """The umpire and blue have sealed 1.1, and red's seal is missing."""
    table = Table.of(umpire=True)
    table.seal("ump")
    table.seal("blue", lines=("Sirius: thrust 4",))
    return table


def test_an_umpire_alone_works_out_what_was_encrypted_to_him() -> None:
    table = umpired()
    assert going_on(table, "ump") == []
    table.seal("red", lines=("Fearless: thrust 6",))
    table.secrets = {seal: kept for seal, kept in table.secrets.items() if kept.player == "ump"}
    facts = appended(table, "ump").facts
    lines = {fact.player: fact.lines for fact in facts if isinstance(fact, OrdersRevealed)}
    assert lines == {"blue": ("Sirius: thrust 4",), "red": ("Fearless: thrust 6",), "ump": ()}
    assert going_on(table, "red") == []


def test_an_umpire_takes_standing_orders_for_a_missing_seal_where_they_are_orders_of_the_exchange() -> None:
    for lines, taken in ((("Fearless: decoy 1 if launched at",), True), (("Fearless: dance",), False)):
        table = umpired()
        table.say("ump", default("red", "drift"))
        facts = appended(table, "ump", {"red": lines}).facts
        (found,) = [fact for fact in facts if isinstance(fact, OrdersDefaulted)]
        assert found.lines == (lines if taken else ())


def test_a_game_that_is_over_goes_on_no_more() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player)
    table.reveal("red")
    for player in ("red", "blue"):
        table.say(player, default("blue", "claim"))
    found = appended(table)
    table.write(found.facts, found.fold)
    assert table.chain.game.ended == "blue did not reveal 1.1; the game is claimed."
    assert going_on(table) == reveal(table.chain, table.ledger, "red", table.secrets.get) == []


@pytest.mark.parametrize(("umpire", "me", "due"), [(False, "red", True), (False, "eve", False), (True, "red", False)])
def test_a_peer_opens_his_seal_when_all_are_there(umpire: bool, me: str, due: bool) -> None:
    table = Table.of(umpire=umpire)
    for player in table.players:
        table.seal(player)
    found = reveal(table.chain, table.ledger, me, table.secrets.get)
    assert [type(errand) for errand in found] == ([Post] if due else [])
