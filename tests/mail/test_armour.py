from __future__ import annotations

import base64
import hashlib
import textwrap
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.mail.armour import Joined, armour, find_blocks, join
from sits_es.mail.blocks import PACKET, marked
from sits_es.mail.packet import Signed, sign
from sits_es.mail.packet_form import MOST_BYTES
from tests.shared.mailing import BLUE, packet, seal
from tests.shared.rows import each_row

(BLOCK,) = armour(seal())
HALF = "part of the mail is missing. Ask for the mail again, or read the .sits file that came with it."


def read_armour(text: str) -> Joined:
    """Every packet in a text, and what keeps others from being read."""
    blocks = find_blocks(text)
    joined = join(blocks.parts)
    return Joined(packets=joined.packets, waiting=joined.waiting, faults=(*blocks.faults, *joined.faults))


def long_bundle() -> Signed:
    """A bundle of three parts."""
    return sign(packet(kind="bundle", body={"events": [f"{number:064x}" for number in range(36_000)]}), BLUE)


def block_of(packed: bytes, part: str = "1 of 1", name: str = "ab" * 16) -> str:
    """An armoured block around anything, its checksum right."""
    sums = hashlib.sha256(packed).hexdigest()[:16]
    body = "\n".join(textwrap.wrap(base64.b64encode(packed).decode(), 64))
    return marked(PACKET, f"Part: {part}\nPacket: {name}\nChecksum: {sums}\n\n{body}\n")


def test_a_block_tells_a_reader_what_it_is() -> None:
    head, body = BLOCK.split("\n\n")
    assert head.splitlines()[:-1] == [
        "-----BEGIN SITS PACKET-----",
        "Game: duel",
        "Kind: seal",
        "Turn: 2",
        "Segments: 1-4",
        "Player: blue",
        "Number: 4",
        "Head: 12 abababababababababababababababab",
        "Part: 1 of 1",
        f"Packet: {seal().digest[:32]}",
    ]
    assert max(map(len, BLOCK.splitlines())) <= 64
    assert body.endswith("\n-----END SITS PACKET-----\n")


@each_row(
    ("segments", "shown"),
    [
        ([3], "Segments: 3"),
        ([5, 1, 3, 4], "Segments: 1, 3-5"),
        ([], None),
        (["1"], None),
        ("12", None),
        (7, None),
    ],
)
def test_segments_are_shown_where_they_are_whole_numbers(segments: object, shown: str | None) -> None:
    (block,) = armour(seal(body={"segments": segments}))
    assert [line for line in block.splitlines() if line.startswith("Segments")] == ([shown] if shown else [])


def test_a_fork_is_named_beside_its_game() -> None:
    (block,) = armour(seal(branch="what-if"))
    assert "Game: duel\nBranch: what-if\nKind: seal\n" in block


@each_row(
    "spoil",
    [
        lambda text: text,
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: "".join(f"> > | {line}\n" for line in text.splitlines()),
        lambda text: "".join(f"   {line}  \n" for line in text.splitlines()),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n", " "),
        lambda text: textwrap.fill(text, 50),
        lambda text: textwrap.fill("".join(f"> {line}\n" for line in text.splitlines()), 70),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace("-----BEGIN", "\u2014\u2014BEGIN").replace("PACKET-----", "PACKET\u2013\u2013"),
        lambda text: "\ufeff" + text.replace("=", "=\u200b"),
        lambda text: text.replace("=", "=3D"),
        lambda text: text.replace("Game: duel\n", "").replace("Kind: seal", "Kind: Checksum: 0123456789abcdef"),
        lambda text: text.replace("Kind: seal", "Kind: ruling"),
        lambda text: "Hello\n" + text + text + "bye",
    ],
)
def test_a_block_is_found_whatever_a_mail_program_made_of_it(spoil: Callable[[str], str]) -> None:
    found = read_armour(spoil(BLOCK))
    assert found.packets == (seal(),)
    assert (found.faults, found.waiting) == ((), ())


@given(st.text(), st.text(), st.integers(0, 3), st.integers(40, 90))
def test_a_block_is_found_in_any_text(before: str, after: str, depth: int, width: int) -> None:
    quoted = "".join("> " * depth + line + "\n" for line in textwrap.fill(BLOCK, width).splitlines())
    assert seal() in read_armour(f"{before}\n{quoted}\n{after}").packets


@pytest.mark.parametrize(
    ("text", "told", "known"),
    [
        (BLOCK[: len(BLOCK) // 2], f"A packet block has no end: {HALF}", True),
        (BLOCK[60:], f"A packet block has no beginning: {HALF}", False),
        (BLOCK[:150], f"A packet block has no end: {HALF}", False),
        (
            BLOCK.replace("Checksum: ", "Checksum: 0"),
            (
                f"The packet block {seal().digest[:8]} was changed on its way: its checksum does not hold. "
                "Ask for the mail again, or read the .sits file that came with it."
            ),
            True,
        ),
        (
            BLOCK.replace("\n\neN", "\n\nEN"),
            (
                f"The packet block {seal().digest[:8]} was changed on its way: its checksum does not hold. "
                "Ask for the mail again, or read the .sits file that came with it."
            ),
            True,
        ),
        (
            BLOCK.replace("Packet: ", "Pocket: "),
            "A packet block's header is damaged: its part, packet or checksum cannot be read.",
            False,
        ),
        (block_of(b"words"), "A packet block is damaged: what it holds cannot be unpacked.", None),
        (
            block_of(zlib.compress(b"words")[:-1]),
            "A packet block is damaged: what it holds does not end where it should.",
            None,
        ),
        (
            block_of(zlib.compress(b"words") + b"!"),
            "A packet block is damaged: what it holds does not end where it should.",
            None,
        ),
        (
            block_of(zlib.compress(b"words"), "0 of 1"),
            "A packet block says it is part 0 of 1; there are at most 64.",
            None,
        ),
        (
            block_of(zlib.compress(b"words"), "2 of 1"),
            "A packet block says it is part 2 of 1; there are at most 64.",
            None,
        ),
        (
            block_of(zlib.compress(b"words"), "1 of 65"),
            "A packet block says it is part 1 of 65; there are at most 64.",
            None,
        ),
        (
            block_of(zlib.compress(bytes(MOST_BYTES + 1))),
            "A packet block unpacks to more than 1048576 bytes, so it was not opened.",
            None,
        ),
        (
            "-----BEGIN SITS PACKET-----\n" + "A" * 5_000_000 + "\n-----END SITS PACKET-----",
            "A packet block is longer than any part of a packet can be.",
            False,
        ),
        (
            block_of(zlib.compress(b"words")),
            (
                "The packet block abababab cannot be used. The packet is not a JSON text. "
                "It was damaged on its way: ask for it again."
            ),
            None,
        ),
        (
            block_of(zlib.compress(seal().bytes)),
            "The packet block abababab cannot be used. Its content is not the packet that its header names.",
            None,
        ),
    ],
)
def test_a_damaged_block_is_told_in_words(text: str, told: str, known: bool | None) -> None:
    found = read_armour(text)
    assert found.packets == ()
    (fault,) = found.faults
    assert fault.text == told
    assert fault.packet == {True: seal().digest[:32], False: None, None: "ab" * 16}[known]


def test_a_zip_bomb_is_never_unpacked() -> None:
    bomb = zlib.compress(bytes(2_000_000_000 // 40), 9)
    (fault,) = find_blocks(block_of(bomb)).faults
    assert fault.text == "A packet block unpacks to more than 1048576 bytes, so it was not opened."


def test_a_long_bundle_travels_in_numbered_parts_and_arrives_in_any_order() -> None:
    bundle = long_bundle()
    blocks = armour(bundle)
    assert len(blocks) == 3
    assert "\nPart: 2 of 3\n" in blocks[1]
    early = read_armour(blocks[2] + blocks[0] + blocks[2])
    assert early.packets == ()
    assert [part.index for part in early.waiting] == [1, 3]
    assert join((*early.waiting, *find_blocks(blocks[1]).parts)).packets == (bundle,)


def test_a_false_part_does_not_keep_a_bundle_from_arriving() -> None:
    bundle = long_bundle()
    false = block_of(zlib.compress(b"false"), "2 of 3", bundle.digest[:32])
    assert read_armour(false + "".join(armour(bundle))).packets == (bundle,)


def test_a_seal_does_not_come_in_parts() -> None:
    halves = [
        block_of(zlib.compress(half), f"{index} of 2", seal().digest[:32])
        for index, half in enumerate((seal().bytes[:100], seal().bytes[100:]), 1)
    ]
    (fault,) = read_armour("".join(halves)).faults
    assert fault.text == (
        f"The packet block {seal().digest[:8]} cannot be used. A seal of 1048576 bytes at most travels in one part."
    )
