"""Boxes of a seal: what they hold, who can open them, and that they are all of one length."""

from __future__ import annotations

import os
import zlib
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.mail.identity import Identity
from sits_es.post.protocol.boxes import (
    Boxes,
    BoxPlace,
    Readers,
    joined,
    lengths,
    make_boxes,
    open_escrow,
    open_own,
    share_in,
    size_of,
)
from sits_es.post.protocol.content import Opened
from sits_es.rules.moments import Moment
from tests.shared.rows import each_row

PLACE = BoxPlace(mark="a" * 64, branch="duel", moment=Moment(1, 3), player="red", number=7)
#: A place that differs in one thing.
ELSEWHERE = (
    {"mark": "b" * 64},
    {"branch": "duel-0a1b2c3d"},
    {"moment": Moment(1, 4)},
    {"moment": Moment(2, 3)},
    {"player": "blue"},
    {"number": 8},
)
NONCE = bytes(range(32))
LINES = ("ship Fearless", "3 thrust 6")

orders = st.lists(st.text(max_size=60), max_size=12)


def person(name: str) -> Identity:
    return Identity.from_secret(name, name.encode().ljust(32, b"\0"))


RED, UMP = person("red"), person("ump")
HOLDERS = {name: person(name) for name in ("blue", "green", "ochre", "pink", "teal", "violet")}


def readers(holders: int = 2, size: int = 512) -> Readers:
    names = sorted(HOLDERS)[:holders]
    return Readers(own=RED.key, umpire=UMP.key, holders={name: HOLDERS[name].key for name in names}, size=size)


def boxed(holders: int = 2, lines: tuple[str, ...] = LINES) -> Boxes:
    return make_boxes(readers(holders), PLACE, lines, NONCE, os.urandom)


def shares(boxes: Boxes) -> dict[str, bytes]:
    assert boxes.escrow is not None
    return {name: share_in(boxes.escrow, name, PLACE, HOLDERS[name].open) for name in boxes.escrow.shares}


def test_the_sender_and_the_umpire_open_their_own_boxes() -> None:
    boxes = boxed()
    assert boxes.umpire is not None
    assert open_own(boxes.own, PLACE, RED.open) == Opened(lines=LINES, nonce=NONCE.hex())
    assert open_own(boxes.umpire, PLACE, UMP.open) == Opened(lines=LINES, nonce=NONCE.hex())


def test_nobody_else_opens_them() -> None:
    with pytest.raises(UnreadableError, match="is not encrypted to the key"):
        open_own(boxed().own, PLACE, UMP.open)


@each_row("change", ELSEWHERE)
def test_a_box_of_another_place_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError) as refused:
        open_own(boxed().own, evolve(PLACE, **change), RED.open)
    assert str(refused.value) == "The box belongs to another game, branch, exchange, player or packet."


@each_row("change", ELSEWHERE)
def test_a_share_of_another_place_is_refused(change: dict[str, Any]) -> None:
    escrow = boxed().escrow
    assert escrow is not None
    with pytest.raises(UnreadableError) as refused:
        share_in(escrow, "blue", evolve(PLACE, **change), HOLDERS["blue"].open)
    assert str(refused.value) == "The share belongs to another game, branch, exchange, player or packet."


def test_a_share_without_its_digest_is_refused() -> None:
    escrow, other = boxed().escrow, boxed().escrow
    assert escrow is not None
    assert other is not None
    mixed = type(escrow)(box=escrow.box, shares=other.shares, digests=escrow.digests)
    with pytest.raises(UnreadableError) as refused:
        share_in(mixed, "blue", PLACE, HOLDERS["blue"].open)
    assert str(refused.value) == "The share is not the one whose digest the seal names."


def test_who_holds_no_share_is_told_so() -> None:
    escrow = boxed().escrow
    assert escrow is not None
    with pytest.raises(UnreadableError) as refused:
        share_in(escrow, "teal", PLACE, HOLDERS["teal"].open)
    assert str(refused.value) == "teal holds no share of it."


@given(lines=orders, holders=st.integers(2, 6))
def test_all_holders_together_open_an_escrow(lines: list[str], holders: int) -> None:
    boxes = boxed(holders, tuple(lines))
    assert boxes.escrow is not None
    assert open_escrow(boxes.escrow, PLACE, shares(boxes)) == Opened(lines=tuple(lines), nonce=NONCE.hex())


@given(holders=st.integers(2, 6), data=st.data())
def test_nobody_short_of_all_holders_opens_an_escrow(holders: int, data: st.DataObject) -> None:
    boxes = boxed(holders)
    assert boxes.escrow is not None
    escrow, found = boxes.escrow, shares(boxes)
    who = data.draw(st.sampled_from(sorted(found)))
    fewer = {name: share for name, share in found.items() if name != who}
    other = data.draw(st.binary(min_size=32, max_size=32).filter(lambda share: share != found[who]))
    for tried in (fewer, {**fewer, who: other}, {**fewer, who: b""}):
        with pytest.raises(UnreadableError) as refused:
            open_escrow(escrow, PLACE, tried)
        assert str(refused.value) == "The shares are not those of all holders."
    # nor without looking at the digests: what is missing is a key of its own
    forged = type(escrow)(
        box=escrow.box, shares=escrow.shares, digests={**escrow.digests, who: boxed().own[:64].encode().hex()[:64]}
    )
    with pytest.raises(UnreadableError):
        open_escrow(forged, PLACE, {**fewer, who: other})
    assert joined(fewer.values()) != joined(found.values())


@given(lines=orders, holders=st.integers(2, 6))
def test_boxes_are_of_one_length_whatever_they_hold(lines: list[str], holders: int) -> None:
    boxes = boxed(holders, tuple(lines))
    assert boxes.umpire is not None
    assert boxes.escrow is not None
    one, two, three = lengths(512)
    assert (len(boxes.own), len(boxes.umpire), len(boxes.escrow.box)) == (one, one, two)
    assert {len(share) for share in boxes.escrow.shares.values()} == {three}


def test_orders_that_do_not_fit_make_no_box() -> None:
    lines = tuple(os.urandom(20).hex() for _ in range(60))
    assert size_of(lines) > 512
    with pytest.raises(ValueError, match="are more than the 512 that a box holds"):
        make_boxes(readers(), PLACE, lines, NONCE, os.urandom)


def test_the_same_randomness_makes_the_same_boxes() -> None:
    def same(number: int) -> bytes:
        return b"7" * number

    assert make_boxes(readers(), PLACE, LINES, NONCE, same) == make_boxes(readers(), PLACE, LINES, NONCE, same)


@pytest.mark.parametrize("box", ["AAAA", "====", "A" * 400])
def test_what_is_no_box_is_refused(box: str) -> None:
    with pytest.raises(UnreadableError):
        open_own(box, PLACE, RED.open)


def test_what_is_no_base64_is_no_box() -> None:
    with pytest.raises(UnreadableError) as refusal:
        open_own("AAA", PLACE, RED.open)
    assert str(refusal.value) == "The box is not base64."


@pytest.mark.parametrize("packed", [b"no zlib at all", zlib.compress(b'"one line"'), zlib.compress(b"[") + b"\0" * 8])
def test_a_box_that_holds_no_list_of_lines_holds_no_orders(packed: bytes) -> None:
    with pytest.raises(UnreadableError) as refusal:
        open_own("AAAA", PLACE, lambda _: NONCE + PLACE.digest + packed)
    assert str(refusal.value) == "The box holds no orders."
