"""The protocol's page is true: the program's own classes read its examples, and know them by the digests shown."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from msgspec import Struct

from sits_es.mail.blocks import find_bundles
from sits_es.post.bundle import checked, read_bundle
from sits_es.post.log.entries import Order, packets_in
from sits_es.post.log.packets import Body, Decide, Decision, read_part
from tests.post.log.table import entry_from, packet_from, verify
from tests.post.protocol_examples import PAGE, Example, blocks, letter, unfolded, written

TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = blocks(TEXT)
ENTRIES = [name for name in BLOCKS if name.endswith(" entry")]
PACKETS = [name for name in BLOCKS if name not in (*ENTRIES, "decisions", "numbers", "bundle")]


def shown(name: str) -> tuple[Example, ...]:
    return tuple(unfolded(BLOCKS[name]))


def tags(union: object) -> set[str]:
    return {str(each.__struct_config__.tag) for each in get_args(union)}


def tag(part: Struct) -> str:
    return str(part.__struct_config__.tag)


@pytest.mark.parametrize("name", PACKETS)
def test_an_example_of_a_packet_is_read_and_known_by_its_digest(name: str) -> None:
    (example,) = shown(name)
    signed = packet_from(example.content)
    assert (tag(signed.body), signed.digest) == (name, example.digest)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_example_of_an_entry_is_read_and_known_by_its_digest(name: str) -> None:
    (example,) = shown(name)
    entry = entry_from(example.content)
    assert (f"{tag(entry.order.what)} entry", entry.digest) == (name, example.digest)


def test_an_example_of_a_decision_is_read_and_known_by_its_digest() -> None:
    found = [(read_part(each.content, Decide, "decision"), each.digest) for each in shown("decisions")]
    assert [body.digest for body, _ in found] == [digest for _, digest in found]
    assert {tag(body.decision) for body, _ in found} == tags(Decision)


def test_there_is_an_example_of_everything_that_travels() -> None:
    entries = [entry_from(example.content) for name in ENTRIES for example in shown(name)]
    assert {*PACKETS, *(tag(each.body) for entry in entries for each in packets_in(entry))} == tags(Body)
    assert {tag(entry.order.what) for entry in entries} == tags(get_type_hints(Order)["what"])


def test_the_bundle_of_the_page_is_what_its_letter_holds() -> None:
    (content,) = find_bundles(BLOCKS["bundle"])
    assert [content] == list(find_bundles(letter()))
    assert isinstance(content, bytes)
    bundle, faults = checked(read_bundle(content), verify, lambda _: None)
    assert (len(bundle.entries), len(bundle.packets), bundle.lines, faults) == (1, 1, (), [])


def test_the_examples_made_anew_are_those_of_the_page() -> None:
    # two releases of zlib may pack the same bytes in two ways
    assert written(TEXT).replace(letter(), "") == TEXT.replace(BLOCKS["bundle"], "")
