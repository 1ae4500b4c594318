"""Packets of those who leave, hand over or share, as other programs refuse them, word for word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sits_es.post.protocol.bodies import Ruling, Seals
from sits_es.post.protocol.content import Body, Person
from sits_es.post.protocol.failures import Forfeit, Reseat, Resignation, Succession, Without
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.kinds import read_body
from sits_es.post.protocol.seals import sealed
from sits_es.rules.moments import Moment
from tests.post.model.beginning import KEYS, begun
from tests.post.model.carrying import carry, seats, wait
from tests.post.model.seat import Seat
from tests.post.protocol import open_table
from tests.systems.installed import installed

LATE = "2026-01-02T12:00Z"


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    begun.cache_clear()
    with installed(*open_table.RULES):
        yield
    begun.cache_clear()


def refused(found: dict[str, Seat], sender: str, body: Body, by: str = "bob") -> str:
    """Why a program refuses what another would send."""
    fate, why = found[by].judged(found[sender].written(body))
    assert fate is Fate.REFUSED, why
    return why


def placed(kind: type, **more: Any) -> Any:
    """Something said of the first exchange."""
    return kind(turn=1, segments=(1,), **more)


def dee(**changes: Any) -> Person:
    """Who would take cy's seat."""
    usual = {"player": "cy", "name": "Dee", "side": "cy", "role": "player", "key": KEYS["dee"].key,
             "address": "dee@example.org"}  # fmt: skip
    return Person(**{**usual, **changes})


def at_rest(players: int = 3) -> dict[str, Seat]:
    """Everybody has said that they wait."""
    found = seats(players)
    carry(found)
    return found


def last_of(found: dict[str, Seat], player: str) -> tuple[int, str]:
    packet = found["ada"].last(player)
    assert packet is not None
    return packet.packet.number, packet.digest


def test_who_has_resigned_says_so_once_and_seals_nothing() -> None:
    found = at_rest()
    found["cy"].say(Resignation())
    carry(found)
    assert refused(found, "cy", Resignation()) == "cy has already resigned."
    sealing = placed(Seals, seals=("1" * 64,))
    assert "cy has resigned and seals nothing any more." in refused(found, "cy", sealing)


def test_who_is_out_neither_resigns_nor_signs_lists() -> None:
    found = at_rest()
    found["cy"].seal()
    for name in ("ada", "bob"):
        found[name].take(found["cy"].sent)
        found[name].seal()
    carry(found, but=["cy"])
    wait(found, LATE)
    for name in ("ada", "bob"):
        found[name].go_on_without("reveal")
    carry(found)
    assert refused(found, "cy", Resignation()).endswith("cy resigns, and does not take part in duel any more.")
    at = found["cy"].chain.game.moment
    gone = Without(turn=at.turn, segments=(at.segment,), what="seal", players=("ada",))
    assert "cy is out of the game and cannot sign that it goes on without others." in refused(found, "cy", gone)


def test_a_forfeit_is_of_what_is_missing_and_signed_as_it_was_offered() -> None:
    found = at_rest(2)
    wait(found, LATE)
    assert refused(found, "bob", placed(Forfeit, player="bob", what="seal"), by="ada") == (
        "bob signs a forfeit of 1.1 that nobody has offered."
    )
    found["bob"].seal()
    found["ada"].take(found["bob"].sent)
    assert refused(found, "ada", placed(Forfeit, player="bob", what="seal")) == (
        "ada signs that the seal of bob for 1.1 is missing, but had it."
    )


def test_who_has_signed_a_forfeit_sends_nothing_more_for_its_exchange() -> None:
    found = at_rest(2)
    wait(found, LATE)
    offer = placed(Forfeit, player="bob", what="seal")
    found["ada"].say(offer)
    found["bob"].take(found["ada"].sent)
    found["bob"].say(offer)
    found["ada"].take(found["bob"].sent[:-1])
    signed = found["bob"].sent[-1]
    assert found["ada"].judged(signed)[0] is Fate.ACCEPTED
    bob = found["bob"]
    body, _ = sealed(bob.chain, "bob", {Moment(1, 1): ()}, bob.random)
    sealing = bob.written(body)
    found["ada"].ledger.take(signed, read_body("forfeit", signed.packet.body))
    assert found["ada"].judged(sealing)[1] == "bob has signed a forfeit of 1.1 and sends nothing for it any more."


RESEATS = [
    ({}, {"side": "ada"}, "bob gives the seat of cy away as another one than it is."),
    ({}, {"key": KEYS["ada"].key}, "bob gives the seat of cy a key that somebody at the table has already."),
    ({"last": (9, "1" * 64)}, {}, "bob has taken less of cy than packet 9, the last that is to count."),
    ({"last": (1, "1" * 64)}, {}, "bob has taken another of cy than packet 1, the last that is to count."),
]


@pytest.mark.parametrize(("body", "person", "words"), RESEATS)
def test_a_seat_is_given_away_as_it_is(body: dict[str, Any], person: dict[str, Any], words: str) -> None:
    found = at_rest()
    said = {"player": "cy", "seat": dee(**person), "last": last_of(found, "cy"), **body}
    assert refused(found, "bob", placed(Reseat, **said), by="ada") == words


def test_a_seat_goes_to_one_key_in_an_exchange_and_from_its_last_packet() -> None:
    found = at_rest()
    said = {"player": "cy", "last": last_of(found, "cy")}
    found["bob"].say(placed(Reseat, seat=dee(), **said))
    found["ada"].take(found["bob"].sent)
    assert refused(found, "bob", placed(Reseat, seat=dee(key=KEYS["eli"].key), **said), by="ada") == (
        "bob has signed another key for the seat of cy in this exchange."
    )
    assert refused(found, "cy", placed(Reseat, player="cy", seat=dee(), last=(1, "1" * 64)), by="ada") == (
        "cy hands over a seat, and packet 1 is not the last one before that."
    )


def test_peers_have_no_umpire_to_go_on_without() -> None:
    found = at_rest()
    assert refused(found, "ada", placed(Succession, umpire="cy")) == (
        "duel has no umpire without whom its players could go on."
    )


def test_nobody_names_the_branch_of_a_ruling() -> None:
    found = at_rest()
    for seat in found.values():
        seat.seal()
    carry(found)
    at = found["ada"].chain.game.moment
    ruling = Ruling(turn=at.turn, segments=(at.segment,), about_turn=1, about_segment=1, upheld=False, branch="ours",
                    words="Again.")  # fmt: skip
    n = len(found["ada"].sent) + 1
    assert refused(found, "ada", ruling) == (
        f"The ruling {n} of ada in duel names a branch, and in this game its name follows from what is signed."
    )


def test_a_list_with_a_box_has_the_seal_that_it_belongs_to() -> None:
    found = at_rest()
    for name in ("ada", "bob"):
        found[name].seal()
    carry(found)
    wait(found, LATE)
    n = len(found["ada"].sent) + 1
    assert refused(found, "ada", placed(Without, what="seal", players=("cy",), own="QUJD")) == (
        f"The without {n} of ada in duel holds boxes, and no seal that they belong to."
    )
