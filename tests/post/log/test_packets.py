"""Whatever arrives is read as what it is or refused in words, and no entry, however made, breaks a log."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.post.log import due
from sits_es.post.log.apply import Refused, apply, next_order
from sits_es.post.log.due import Held
from sits_es.post.log.entries import Entry, Found, packets_in, read_entry
from sits_es.post.log.packets import MOST_BYTES, Signed, Terms, read_part, write_part
from sits_es.post.log.state import State
from tests.post.log.played import entries, logs, spoilt, values
from tests.post.log.table import Table, entry_from, opening, packet, packet_from, seal
from tests.shared.refusals import refused


def anybody(_: str, __: bytes, ___: str) -> bool:
    """As if everybody held every key."""
    return True


@cache
def donors() -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for entry in entries():
        values(json.loads(write_part(entry)), found)
    return found


def is_read_or_refused(content: bytes) -> None:
    for read in (entry_from, packet_from):
        try:
            part: Entry | Signed = read(content)
        except UnreadableError:
            continue
        assert write_part(part) == content


# bytes


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    is_read_or_refused(content)


@given(st.randoms(use_true_random=False))
def test_spoilt_bytes_of_entries_are_read_or_refused(chance: Random) -> None:
    content = write_part(chance.choice(entries()))
    at, many = chance.randrange(len(content)), chance.choice([0, 1, 1, 20])
    is_read_or_refused(content[:at] + chance.randbytes(chance.choice([0, 1, 1, 9])) + content[at + many :])


def test_terms_have_one_form_without_what_they_are_by_default() -> None:
    usual = to_builtins(Terms(), order="sorted")
    assert usual == {}
    for name in Terms.__struct_fields__:
        written = canonical({name: getattr(Terms(), name)})
        said = "The terms is not in canonical form, so no signature can match it."
        assert refused(read_part, written, Terms, "terms") == said
    assert write_part(read_part(canonical({"box": 2048}), Terms, "terms")) == b'{"box":2048}'


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=5), part, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_an_invitation_with_any_facts_is_read_or_refused(facts: object) -> None:
    invitation = json.loads(write_part(Table().invitation()))
    invitation["packet"]["body"]["facts"] = [{"fact": facts}]
    text = json.dumps(invitation, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    is_read_or_refused(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    "fact",
    [b"1.5", b"1e999", b"NaN", b'"\xff"', b'"\xed\xa0\x80"', b'"\\ud800"', b"9" * 5000, b"[" * 990 + b"]" * 990, b"-0"],
)
def test_a_fact_that_has_no_one_form_is_refused(fact: bytes) -> None:
    invitation = write_part(Table().invitation()).replace(b'["ann","bob"]', fact)
    with pytest.raises(UnreadableError):
        read_part(invitation, Signed, "packet")


def test_what_is_too_long_is_refused_before_it_is_read() -> None:
    with pytest.raises(UnreadableError, match=r"^The packet has 1048577 bytes; it may have at most 1048576\.$"):
        packet_from(b" " * (MOST_BYTES + 1))


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        (b'"cast":', b'"cast": '),
        (b'"kind":"seal"', b'"kind":"seal","mail":null'),
        (b'"exchange":{"segment":1,"turn":1}', b'"exchange":{"turn":1,"segment":1}'),
        (b'"by":"ann"', b'"by":"\\u0061nn"'),
        (b'"by":"ann"', b'"by":"ann","by":"ann"'),
    ],
)
def test_one_content_has_one_form(there: bytes, instead: bytes) -> None:
    state = Table().state()
    content = write_part(packet(state, "ann", seal(state, "ann", opening(["run"], "n"))))
    other = content.replace(there, instead)
    assert other != content
    with pytest.raises(UnreadableError, match=r"^The packet is not in canonical form, so no signature can match it\.$"):
        packet_from(other)


def test_a_field_that_nobody_knows_or_a_default_that_is_written_out_is_refused() -> None:
    content = write_part(Table().invitation())
    with pytest.raises(UnreadableError, match=r"^The packet cannot be read: Object contains unknown field `zeal`"):
        packet_from(content[:-1] + b',"zeal":1}')
    offer = json.loads(content)
    offer["packet"]["body"]["terms"] = {"hours": 168}
    with pytest.raises(UnreadableError, match="is not in canonical form"):
        packet_from(canonical(offer))


def test_a_signature_by_another_key_is_refused_in_words() -> None:
    state = Table().state()
    signed = json.loads(write_part(packet(state, "ann", seal(state, "ann", opening([], "n")))))
    signed["packet"]["by"] = "bob"
    with pytest.raises(UnreadableError, match=r"^A seal packet in bob's name is not signed with the key it names\.$"):
        packet_from(canonical(signed))
    entry = json.loads(write_part(entries()[1]))
    entry["order"]["at"] += 1
    with pytest.raises(UnreadableError, match=r"^Entry 1 of epoch 0 is not signed with the key it names\.$"):
        entry_from(canonical(entry))


def test_all_entries_and_packets_of_games_are_read_again_as_they_are() -> None:
    for entry in entries():
        assert entry_from(write_part(entry)) == entry
        for signed in packets_in(entry):
            assert packet_from(write_part(signed)) == signed


# values


def any_entry_gives_a_state_or_is_refused(chance: Random) -> None:
    """A spoilt entry is read, applied and held without a fault, both where it stands and wherever it would fit."""
    states = chance.choice(logs())
    entry = chance.choice(entries())
    content = canonical(spoilt(json.loads(write_part(entry)), donors(), chance))
    try:
        read = read_entry(content, anybody)
    except UnreadableError:
        return
    before = [state for state in states if state.link.digest == read.order.prev]
    for state in (*before, *chance.sample(states, 3)):
        assert isinstance(apply(state, read), State | Refused)
        if not isinstance(read.order.what, Found):
            epoch = state.link.epoch
            order = next_order(state, epoch, min(read.order.at, state.at + 9999), read.order.what)
            fitting = Entry(order=order, key=state.seats[state.keeper].key, signature="0" * 128)
            assert isinstance(apply(state, fitting), State | Refused)
        is_held(state, packets_in(read), chance)


def is_held(state: State, packets: tuple[Signed, ...], chance: Random) -> None:
    """A program that holds these packets does what it does by itself, or nothing."""
    me = chance.choice(sorted(state.seats))
    held = due.learn(Held(me=me, state=state, logs=(state.link,)), [state], packets)
    list(due.errands(held, overdue=True))
    due.to_append(held, state.at)
    due.to_begin(held, lambda _: state)
    due.lacked(held, chance.choice([each.by for each in packets] or ["eve"]))
    assert {each.digest for each in due.unlogged(held)} <= {each.digest for each in packets}


@pytest.mark.parametrize("examples", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_no_entry_however_spoilt_breaks_a_log(examples: int) -> None:
    anyhow = given(st.randoms(use_true_random=False))(any_entry_gives_a_state_or_is_refused)
    settings(max_examples=examples)(anyhow)()
