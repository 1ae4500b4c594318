"""Acting alone, judged at its place: what an act must name and open, what a reveal answers, who is ready."""

from collections.abc import Iterator

import pytest
from attrs import evolve
from msgspec.structs import replace

from sits_es.game.events import OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade
from sits_es.post.protocol.acting import act_for, nonces_ahead, parted
from sits_es.post.protocol.bodies import Act, Default, Reveals, Seals
from sits_es.post.protocol.content import Body, Opened
from sits_es.post.protocol.errands import SealOrders
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.holding_back import missing_parts
from sits_es.post.protocol.judgement import judge
from sits_es.post.protocol.missing import signed_otherwise
from sits_es.post.protocol.progress import advance, reveal
from sits_es.post.protocol.seals import due_reveal, owing, unready
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from tests.post.protocol.open_table import RULES, OpenTable
from tests.shared.protocol_values import KEYS, Table, nonce_of
from tests.shared.rows import each_row
from tests.systems.installed import installed

HEX = "1" * 64


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def said(table: Table, sender: str, body: Body) -> tuple[Fate, str]:
    found = judge(table.next(sender, body).packet, body, table.ledger, table.chain)
    return found.fate, found.why


def other(table: OpenTable) -> str:
    return "blue" if table.actor == "red" else "red"


def test_programs_seal_ahead_every_nonce_that_may_be_owed_and_nothing_else() -> None:
    table = OpenTable.open()
    (errand,) = nonces_ahead(table.chain, table.ledger, "red")
    assert isinstance(errand, SealOrders)
    assert errand.orders == {Moment(1, slot): () for slot in range(2, 6)}
    table.ahead("red")
    assert nonces_ahead(table.chain, table.ledger, "red") == []
    assert nonces_ahead(table.chain, table.ledger, "ump") == []


def test_with_an_umpire_they_wait_for_the_umpires_own_seal() -> None:
    table = OpenTable.open(umpire=True)
    assert nonces_ahead(table.chain, table.ledger, "red") == []
    table.seal("ump", 1, 2, 3)
    (errand,) = nonces_ahead(table.chain, table.ledger, "red")
    assert isinstance(errand, SealOrders)
    assert list(errand.orders) == [Moment(1, 2), Moment(1, 3)]


def test_where_everybody_orders_everywhere_nothing_is_sealed_ahead() -> None:
    table = Table.of()
    assert nonces_ahead(table.chain, table.ledger, "red") == []


def test_seals_may_be_for_the_turn_at_hand_and_the_next() -> None:
    table = OpenTable.open()
    for turn, fate in ((1, Fate.ACCEPTED), (2, Fate.ACCEPTED), (3, Fate.REFUSED)):
        assert said(table, "red", Seals(turn=turn, segments=(4,), seals=(HEX,)))[0] is fate
    why = "The seal 4 of red in duel is for 3.4 on; at its head 1.1 to 2.9999 are owed."
    assert said(table, "red", Seals(turn=3, segments=(4,), seals=(HEX,))) == (Fate.REFUSED, why)


def test_orders_given_in_the_open_go_on_record_before_the_nonces_and_make_the_dice() -> None:
    table = OpenTable.open().planned()
    actor, waiting = table.actor, other(table)
    assert list(owing(table.chain, table.ledger)) == [(actor, "orders")]
    assert unready(table.chain, table.ledger) == ()
    assert reveal(table.chain, table.ledger, waiting, table.secrets.get) == []
    act = table.act(f"{'Kestrel' if actor == 'red' else 'Hawk'}: fly to 3")
    assert said(table, actor, act) == (Fate.ACCEPTED, "")
    table.say(actor, act)
    assert list(owing(table.chain, table.ledger)) == []
    assert unready(table.chain, table.ledger) == (waiting,)
    assert reveal(table.chain, table.ledger, actor, table.secrets.get) == []
    body = due_reveal(table.chain, table.ledger, waiting, table.secrets.get)
    assert body is not None
    assert said(table, waiting, body) == (Fate.ACCEPTED, "")
    table.say(waiting, body)
    facts = table.go_on().facts
    assert [type(fact) for fact in facts[:3]] == [OrdersSealed, OrdersSealed, OrdersGiven]
    assert [fact.lines for fact in facts if isinstance(fact, OrdersRevealed)] == [(), ()]
    assert any(isinstance(fact, SeedMade) for fact in facts)


def test_an_act_waits_for_seals_that_are_not_here_and_is_not_made_without_them() -> None:
    table = OpenTable.open()
    table.play()
    table.ahead(table.actor)
    actor, waiting = table.actor, other(table)
    assert unready(table.chain, table.ledger) == (waiting,)
    assert act_for(table.chain, table.ledger, actor, (), nonce_of(actor, table.chain.game.moment)) == (waiting,)
    table.ahead()
    act = table.act()
    del table.ledger.seals[waiting, Moment(1, 2)]
    assert said(table, actor, act) == (Fate.WAITS, f"{actor} answers a seal of {waiting} for 1.2 that is not here")


def rows(table: OpenTable) -> list[tuple[str, Act, str]]:
    """Who acts, how, and what is said against it."""
    actor, waiting, act = table.actor, other(table), table.act()
    mine, theirs = ("Kestrel", "Hawk") if actor == "red" else ("Hawk", "Kestrel")
    own = act.seals[actor]
    return [
        (waiting, replace(act, nonce=nonce_of(waiting, Moment(1, 2)).hex()),
         f"{waiting} acts in 1.2, where only {actor} may."),
        (actor, replace(act, segments=(3,)),
         f"{actor} acts in 1.3, which is not open at the head of the packet."),
        (actor, replace(act, nonce=HEX),
         f"What {actor} opens for 1.2 does not fit the seal: it is another nonce, or orders are sealed too."),
        (actor, replace(act, nonce=None),
         f"The nonce of {actor} for 1.2 must open with the act of one who acts alone."),
        (actor, replace(act, seals={actor: own, waiting: HEX}),
         f"{actor} answers another seal of {waiting} for 1.2 than the one here."),
        (actor, replace(act, seals={**act.seals, "eve": HEX}),
         f"{actor} answers a seal of eve for 1.2, who has no part in its dice."),
        (actor, replace(act, lines=(f"{theirs}: fly to 3",)),
         f"{actor} orders {theirs} in 1.2, which belongs to somebody else."),
        (actor, replace(act, lines=(f"{mine}: dance",)),
         f"What {actor} orders for 1.2 cannot be read as orders: "),
    ]  # fmt: skip


@each_row("row", range(8))
def test_what_an_act_must_be(row: int) -> None:
    table = OpenTable.open().planned()
    sender, act, why = rows(table)[row]
    fate, words = said(table, sender, act)
    assert fate is Fate.REFUSED
    assert words.startswith(why) if why.endswith(": ") else words == why


def test_an_act_without_a_seal_of_somebody_waits_as_long_as_they_are_not_defaulted() -> None:
    table = OpenTable.open(scenario="three").planned()
    actor = table.actor
    act = table.act()
    missing = next(player for player in ("blue", "green", "red") if player != actor)
    seals = {player: seal for player, seal in act.seals.items() if player != missing}
    body = replace(act, seals=seals)
    why = f"{actor} acts in 1.2 without a seal of {missing}, who is not defaulted here"
    assert said(table, actor, body) == (Fate.WAITS, why)
    for player in sorted({"blue", "green", "red"} - {missing}):
        table.say(player, Default(turn=1, segments=(2,), player=missing, act="drift", seen=9))
    assert said(table, actor, body) == (Fate.ACCEPTED, "")


def test_an_act_counts_once_and_one_without_a_nonce_of_ones_own_not_at_all() -> None:
    table = OpenTable.open().planned()
    actor = table.actor
    first = table.say(actor, table.act())
    body = table.act("Kestrel: fly to 3" if actor == "red" else "Hawk: fly to 3")
    found = judge(table.next(actor, body).packet, body, table.ledger, table.chain)
    number = first.packet.number
    assert found.why == (
        f"{actor} has given orders for 1.2 already, with packet {number}; a second act does not count."
    )
    assert found.against == first.digest
    bare = OpenTable.open()
    bare.play()
    bare.ahead()
    act = bare.act()
    del bare.ledger.seals[bare.actor, Moment(1, 2)]
    assert said(bare, bare.actor, act) == (Fate.REFUSED, f"{bare.actor} acts in 1.2 without a sealed nonce for it.")


def test_nobody_acts_in_the_open_where_orders_are_sealed() -> None:
    table = OpenTable.open()
    table.seal("red")
    act = Act(turn=1, segments=(1,), lines=(), nonce=HEX, seals={})
    assert said(table, "red", act) == (Fate.REFUSED, "red acts in the open in 1.1, where orders are sealed.")
    assert said(Table.of(), "red", act) == (Fate.REFUSED, "red acts in the open in 1.1, where orders are sealed.")


def test_who_gave_up_their_reveal_does_not_act_any_more() -> None:
    table = OpenTable.open().planned()
    actor = table.actor
    table.say(actor, Default(turn=1, segments=(2,), player=actor, act="void", seen=9))
    why = f"{actor} has signed a void of 1.2 against themselves and cannot act in it any more."
    assert said(table, actor, table.act()) == (Fate.REFUSED, why)


def test_who_acted_signs_no_default_any_more() -> None:
    table = OpenTable.open(scenario="three").planned()
    actor = table.actor
    accused = next(player for player in ("blue", "green", "red") if player != actor)
    table.say(actor, table.act())
    body = Default(turn=1, segments=(2,), player=accused, act="drift", seen=9)
    why = f"{actor} has revealed 1.2 and cannot default {accused} for it any more."
    assert said(table, actor, body) == (Fate.REFUSED, why)


def opening(player: str, *segments: int, lines: tuple[str, ...] = ()) -> Reveals:
    nonces = [nonce_of(player, Moment(1, segment)).hex() for segment in segments]
    opened = tuple(Opened(lines=lines, nonce=nonce) for nonce in nonces)
    return Reveals(turn=1, segments=segments, orders=opened, answers=({},) * len(segments))


def test_a_reveal_opens_no_exchange_ahead_in_which_somebody_acts_alone() -> None:
    table = OpenTable.open(reveal="run")
    for player in ("red", "blue"):
        table.seal(player)
    table.ahead()
    assert said(table, "red", opening("red", 1, 2)) == (
        Fate.REFUSED, "red reveals 1.2, which not everybody can be seen to give sealed orders for."
    )  # fmt: skip
    body = due_reveal(table.chain, table.ledger, "red", table.secrets.get)
    assert body is not None
    assert body.segments == (1,)


def test_who_owes_a_nonce_and_nothing_else_reveals_no_orders() -> None:
    table = OpenTable.open()
    table.play()
    actor, waiting = table.actor, other(table)
    ship = "Kestrel" if waiting == "red" else "Hawk"
    table.seal(waiting, 2, lines=(f"{ship}: fly to 3",))
    why = f"{waiting} reveals orders for 1.2, where they owe a nonce and nothing else."
    assert said(table, waiting, opening(waiting, 2, lines=(f"{ship}: fly to 3",))) == (Fate.REFUSED, why)
    assert actor != waiting


def test_an_exchange_is_not_played_from_reveals_that_answer_other_packets() -> None:
    table = OpenTable.open(scenario="three")
    for player in table.players:
        table.seal(player)
    for player in ("red", "blue"):
        table.reveal(player)
    body = due_reveal(table.chain, table.ledger, "green", table.secrets.get)
    assert body is not None
    assert body.answers is not None
    assert isinstance(body.answers, tuple)
    answered = body.answers[0]
    table.say("green", replace(body, answers=({**answered, "red": HEX},)))
    assert advance(table.chain, table.ledger, "red", table.secrets.get, KEYS["red"].open, {}) == []
    (words,) = parted(table.chain, table.ledger)
    assert words == (
        "green's reveal of 1.1 answers another packet of red than the one here. 1.1 is not resolved from such packets: "
        "compare who sent which."
    )


def test_where_several_act_nobodys_nonce_opens_before_the_last_of_them_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise whoever acts last, in league with those who wait, would know the dice while still choosing."""
    table = OpenTable.open(scenario="three").planned()
    alone = table.chain.rules.owed

    def together(board: object, players: tuple[str, ...]) -> Owed | None:
        owed = alone(board, players)
        return evolve(owed, orders_by=("blue", "green"), nonces_by=("red",)) if owed is not None else None

    monkeypatch.setattr(type(table.chain.rules), "owed", lambda _, board, players: together(board, players))
    for player in ("blue", "green"):
        act = table.act(player=player)
        assert act.nonce is None
        nonce = nonce_of(player, Moment(1, 2)).hex()
        why = f"The nonce of {player} for 1.2 opens when all have acted."
        assert said(table, player, replace(act, nonce=nonce)) == (Fate.REFUSED, why)
        for each in ("blue", "green", "red"):
            assert reveal(table.chain, table.ledger, each, table.secrets.get) == []
        assert said(table, player, act) == (Fate.ACCEPTED, "")
        table.say(player, act)
    for player in ("blue", "green", "red"):
        assert advance(table.chain, table.ledger, "red", table.secrets.get, KEYS["red"].open, {}) == []
        table.reveal(player)
    assert [fact.player for fact in table.go_on().facts if isinstance(fact, OrdersGiven)] == ["blue", "green"]


@pytest.mark.parametrize("alone", [True, False])
def test_among_several_nobody_acts_before_a_list_of_their_own_is_settled(
    monkeypatch: pytest.MonkeyPatch, *, alone: bool
) -> None:
    """Who acts alone decides about the list by the act; among several others could have acted by it already."""
    table = OpenTable.open(scenario="three")
    table.play()
    found, acting = table.chain.rules.owed, ("blue",) if alone else ("blue", "green")

    def by_these(board: object, players: tuple[str, ...]) -> Owed | None:
        owed = found(board, players)
        rest = tuple(player for player in players if player not in acting)
        return evolve(owed, orders_by=acting, nonces_by=rest) if owed is not None else None

    monkeypatch.setattr(type(table.chain.rules), "owed", lambda _, board, players: by_these(board, players))
    table.ahead("blue", "green")
    body = Without(turn=1, segments=(2,), what="seal", players=("red",))
    table.say("blue", replace(body, previous=HEX, taken={}, at="2026-02-01T00:00Z"))
    table.ahead("red")
    act = replace(table.act(player="blue"), previous=HEX, taken={}, at="2026-02-01T00:00Z")
    version = table.chain.head.version
    judged = signed_otherwise(table.next("blue", act).packet, act, table.ledger, table.chain, version)
    why = "blue has signed that 1.2 goes on without red, which can still come into force, and does nothing before that"
    assert [each.why.split(":")[0] for each in judged] == ([] if alone else [why])


def test_who_is_to_act_and_signs_that_a_nonce_is_missing_is_not_missing() -> None:
    table = OpenTable.open("slots", "three")
    table.play()
    owed, version = table.chain.game.owed, table.chain.head.version
    assert owed is not None
    actor = table.actor
    silent, other = (player for player in table.chain.game.players if player != actor)
    table.ahead(actor, other)
    acting = set(owed.orders_by)
    assert set(missing_parts(table.chain, table.ledger, owed, version, "seal")) == {silent, *acting}
    listed = tuple(sorted({silent, *acting} - {actor}))
    body = Without(turn=owed.moment.turn, segments=(owed.moment.segment,), what="seal", players=listed)
    table.say(actor, replace(body, previous=HEX, taken={}, at="2026-02-01T00:00Z"))
    assert set(missing_parts(table.chain, table.ledger, owed, version, "seal")) == {silent, *acting} - {actor}
