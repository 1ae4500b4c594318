from __future__ import annotations

import base64
import hashlib
import textwrap
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.canonical import canonical
from sits_es.mail.armour import MOST_BYTES, MOST_TEXT, Joined, armour, find_blocks, join
from sits_es.mail.blocks import BUNDLE, marked
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.locks import encrypt_to
from tests.mail.samples import ABOUT, BLOCK, BLUE, CONTENT, REPORT, name, quoted
from tests.shared.rows import each_row

AGAIN: Final = "Ask for the mail again, or read the .sits file that came with it."
#: Two and a half megabytes that hardly shrink.
LONG: Final = hashlib.shake_256(b"long").digest(MOST_BYTES * 5 // 2)


def read_armour(text: str) -> Joined:
    """Every bundle in a text, and what keeps others from being read."""
    blocks = find_blocks(text)
    joined = join(blocks.parts)
    return Joined(contents=joined.contents, waiting=joined.waiting, faults=(*blocks.faults, *joined.faults))


def block_of(packed: bytes, part: str = "1 of 1", named: str = "ab" * 16) -> str:
    """An armoured block around anything, its checksum right."""
    sums = hashlib.sha256(packed).hexdigest()[:16]
    return marked(BUNDLE, f"Part: {part}\nBundle: {named}\nChecksum: {sums}\n\n{base64.encodebytes(packed).decode()}")


def test_a_block_tells_a_reader_what_it_is() -> None:
    head, body = BLOCK.split("\n\n")
    assert head.splitlines()[:-1] == [
        "-----BEGIN SITS BUNDLE-----",
        *ABOUT,
        "Part: 1 of 1",
        f"Bundle: {name(CONTENT)}",
    ]
    assert max(map(len, BLOCK.splitlines())) <= 64
    assert body.endswith("\n-----END SITS BUNDLE-----\n")


@each_row(
    "spoil",
    [
        lambda text: text,
        lambda text: quoted(text, "> "),
        lambda text: quoted(text, "> > | "),
        lambda text: "".join(f"   {line}  \n" for line in text.splitlines()),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n", " "),
        lambda text: textwrap.fill(text, 50),
        lambda text: textwrap.fill(quoted(text), 70),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace("-----BEGIN", "\u2014\u2014BEGIN").replace("BUNDLE-----", "BUNDLE\u2013\u2013"),
        lambda text: "\ufeff" + text.replace("A", "A\u200b"),
        lambda text: text.replace("A", "=41"),
        lambda text: text.replace("Game: duel\n", "").replace("From: blue", "From: Checksum: 0123456789abcdef"),
        lambda text: text.replace("From: blue", "From: red"),
        lambda text: "Hello\n" + text + text + "bye",
    ],
)
def test_a_block_is_found_whatever_a_mail_program_made_of_it(spoil: Callable[[str], str]) -> None:
    assert read_armour(spoil(BLOCK)) == Joined(contents=(CONTENT,))


@given(st.text(), st.text(), st.integers(0, 3), st.integers(40, 90))
def test_a_block_is_found_in_any_text(before: str, after: str, depth: int, width: int) -> None:
    mangled = quoted(textwrap.fill(BLOCK, width), "> " * depth)
    assert CONTENT in read_armour(f"{before}\n{mangled}\n{after}").contents


@given(st.binary(max_size=3000), st.lists(st.text() | st.just("-----END > SITS BUNDLE-----"), max_size=3))
def test_any_bundle_comes_back_whatever_is_said_of_it(content: bytes, about: list[str]) -> None:
    (block,) = armour(content, about)
    assert read_armour(block) == Joined(contents=(content,))


@each_row(
    ("text", "told", "named"),
    [
        (BLOCK[: len(BLOCK) // 2], f"A BUNDLE block has no end: part of the mail is missing. {AGAIN}", name(CONTENT)),
        (BLOCK[60:], f"A BUNDLE block has no beginning: part of the mail is missing. {AGAIN}", None),
        (BLOCK[:90], f"A BUNDLE block has no end: part of the mail is missing. {AGAIN}", None),
        *(
            (
                spoilt,
                f"The BUNDLE block {name(CONTENT)[:8]} was changed on its way: its checksum does not hold. {AGAIN}",
                name(CONTENT),
            )
            for spoilt in (
                BLOCK.replace("Checksum: ", "Checksum: 0"),
                BLOCK.replace("\n\ne", "\n\nE"),
                BLOCK.replace("\n\ne", "\n\n!"),
            )
        ),
        (
            BLOCK.replace("Bundle: ", "Bungle: "),
            "A BUNDLE block's header is damaged: its part, name or checksum cannot be read.",
            None,
        ),
        (block_of(b"words"), "A BUNDLE block is damaged: what it holds cannot be unpacked.", "ab" * 16),
        *(
            (block_of(packed), "A BUNDLE block is damaged: what it holds does not end where it should.", "ab" * 16)
            for packed in (
                zlib.compress(b"words")[:-1],
                zlib.compress(b"words") + b"\0!",
                zlib.compress(b"words") + bytes(768),
            )
        ),
        *(
            (
                block_of(zlib.compress(b"words"), part),
                f"A BUNDLE block says it is part {part}; there are at most 64.",
                "ab" * 16,
            )
            for part in ("0 of 1", "2 of 1", "1 of 65")
        ),
        *(
            (
                block_of(zlib.compress(bytes(size), level)),
                "A BUNDLE block unpacks to more than 1048576 bytes, so it was not opened.",
                "ab" * 16,
            )
            for size, level in ((MOST_BYTES + 1, 0), (MOST_BYTES + 1, 9), (50_000_000, 9))
        ),
        (marked(BUNDLE, "A" * 5_000_000), "A BUNDLE block is longer than 4 MB, so it was not opened.", None),
        (
            block_of(zlib.compress(b"words")),
            f"The BUNDLE block abababab cannot be used: its content does not match its name. {AGAIN}",
            "ab" * 16,
        ),
    ],
)
def test_a_damaged_block_is_told_in_words(text: str, told: str, named: str | None) -> None:
    found = read_armour(text)
    assert found.contents == ()
    (fault,) = found.faults
    assert (fault.text, fault.name) == (told, named)


def test_a_long_bundle_travels_in_numbered_parts_and_arrives_in_any_order() -> None:
    blocks = armour(LONG)
    assert len(blocks) == 3
    assert "\nPart: 2 of 3\n" in "\n" + blocks[1]
    assert max(map(len, blocks)) < MOST_TEXT
    early = read_armour(blocks[2] + blocks[0] + blocks[2])
    assert (early.contents, [part.index for part in early.waiting]) == ((), [1, 3])
    assert join((*early.waiting, *find_blocks(blocks[1]).parts)).contents == (LONG,)


def test_a_false_part_does_not_keep_a_bundle_from_arriving() -> None:
    false = block_of(zlib.compress(b"false"), "2 of 3", name(LONG))
    assert read_armour(false + "".join(armour(LONG))).contents == (LONG,)


def test_a_bundle_that_nobody_would_read_is_not_written() -> None:
    with pytest.raises(ValueError, match="a bundle of 67108865 bytes is longer than 64 parts"):
        armour(bytes(64 * MOST_BYTES + 1))


def seal_of(segment: int, orders: bytes) -> dict[str, object]:
    """A seal as it travels; its box holds 1 kB, whatever was ordered."""
    chance = hashlib.shake_256(b"%d " % segment + orders).digest(160)
    own = base64.b64encode(encrypt_to(BLUE.key, orders.ljust(1120, b"\0"), lambda size: chance[:size])).decode()
    body = {"exchange": [3, segment], "cast": "c4" * 32, "commitment": chance[64:96].hex(), "own": own}
    packet = {"body": body, "by": "blue", "game": "1d" * 32, "has": {"digest": "7a" * 32, "epoch": 0, "n": 12}}
    return {"key": BLUE.key, "packet": packet, "signature": chance[96:160].hex()}


def turn_of(orders: Iterable[bytes]) -> bytes:
    """Nine seals, as a player sends them at the beginning of a turn."""
    return canonical([seal_of(segment, each) for segment, each in enumerate(orders, 1)])


@cache
def letter_of(orders: tuple[bytes, ...]) -> bytes:
    to, content = ("red@example.org",), turn_of(orders)
    (message,) = write_letter(
        Letter(sender="blue@example.org", to=to, subject="Duel", report=REPORT, content=content, about=ABOUT)
    )
    return message.as_bytes()


@given(st.tuples(*[st.binary(max_size=1024) | st.sampled_from([b"", b"A" * 1024])] * 9))
def test_a_letter_of_seals_is_as_long_whatever_was_ordered_and_shorter_than_20_kilobytes(
    orders: tuple[bytes, ...],
) -> None:
    assert len(letter_of(orders)) == len(letter_of((b"",) * 9)) < 20_000


def test_how_well_boxes_compress_is_chance() -> None:
    # what padding hides, and what would be seen where it doesn't: a few bytes, the same for orders of any length
    short, long = (
        [len(zlib.compress(turn_of([b"%d" % number + order] * 9), 9)) for number in range(100)]
        for order in (b"", b"A" * 1000)
    )
    assert max(*short, *long) - min(*short, *long) < 60
    assert abs(sum(short) - sum(long)) / 100 < 4
