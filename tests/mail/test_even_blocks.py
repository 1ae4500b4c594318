"""Blocks of packets with boxes go as they are, so that their length tells nothing; every limit holds for them too."""

from __future__ import annotations

import base64
import hashlib
import zlib
from typing import Any, Final

import pytest

from sits_es.mail.armour import MOST_TEXT, armour, find_blocks, join
from sits_es.mail.blocks import PACKET, marked
from sits_es.mail.packet import Signed, sign
from sits_es.mail.packet_form import MOST_BYTES
from tests.shared.mailing import BLUE, packet, seal
from tests.shared.rows import each_row

AT: Final = "2026-01-02T03:04Z"
#: Sixty kilobytes that shrink to nothing, and as many that shrink by a quarter alone, as base64 does.
EASY: Final = "A" * 60_000
HARD: Final = base64.b64encode(hashlib.shake_256(b"hard").digest(45_000)).decode()


def boxed(text: str, **more: Any) -> Signed:
    """A seal with a box for its own sender."""
    body = {"turn": 2, "segments": [1], "seals": ["cd" * 32], "at": AT, "own": [text], **more}
    return seal(body=body)


@each_row("name", ["own", "umpire", "escrow", "box"])
def test_what_is_encrypted_goes_uncompressed_and_in_one_length(name: str) -> None:
    lengths = set()
    for text in (EASY, HARD):
        signed = seal(body={"turn": 2, "segments": [1], "at": AT, name: text})
        (block,) = armour(signed)
        lengths.add(len(block))
        (part,) = find_blocks(block).parts
        assert part.content == signed.bytes
        assert len(block) > len(signed.bytes) * 4 / 3
    assert len(lengths) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"turn": 2, "segments": [1], "at": AT, "words": EASY},
        {"turn": 2, "segments": [1], "own": [EASY]},  # as games were before: their packets name no time
    ],
)
def test_anything_else_is_compressed(body: dict[str, Any]) -> None:
    (block,) = armour(seal(body=body))
    assert len(block) < 2000


def test_the_largest_seal_with_boxes_fits_in_one_block_that_is_read() -> None:
    room = MOST_BYTES - len(boxed("").bytes)
    signed = boxed("A" * room)
    assert len(signed.bytes) == MOST_BYTES
    (block,) = armour(signed)
    assert len(block) < MOST_TEXT
    assert join(find_blocks(block).parts).packets == (signed,)


def test_an_uncompressed_block_that_holds_too_much_is_not_opened() -> None:
    packed = zlib.compress(bytes(MOST_BYTES + 1), 0)
    sums = hashlib.sha256(packed).hexdigest()[:16]
    text = base64.b64encode(packed).decode()
    body = "\n".join(text[at : at + 64] for at in range(0, len(text), 64))
    (fault,) = find_blocks(marked(PACKET, f"Part: 1 of 1\nPacket: {'ab' * 16}\nChecksum: {sums}\n\n{body}\n")).faults
    assert fault.text == "A packet block unpacks to more than 1048576 bytes, so it was not opened."


def test_a_bundle_of_packets_with_boxes_travels_in_numbered_parts_that_come_in_any_order() -> None:
    events = [hashlib.sha256(f"{number}".encode()).hexdigest() for number in range(36_000)]
    bundle = sign(packet(kind="bundle", body={"events": events, "at": AT, "box": HARD}), BLUE)
    blocks = armour(bundle)
    assert len(blocks) == 3
    assert all(f"\nPart: {index} of 3\n" in block for index, block in enumerate(blocks, 1))
    parts = find_blocks(blocks[2] + blocks[0]).parts
    assert [part.index for part in join(parts).waiting] == [1, 3]
    assert join((*parts, *find_blocks(blocks[1]).parts)).packets == (bundle,)
