from __future__ import annotations

import base64
import textwrap
import zlib
from collections.abc import Callable, Sequence
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.mail.blocks import BUNDLE, MOST_BYTES, BlockFault, armour, find_bundles, find_orders, marked, orders_block
from sits_es.post.bundle import Bundle
from sits_es.post.log.packets import write_part
from tests.mail.samples import ABOUT, AGAIN, BLOCK, CHANGED, CONTENT, HALF, MARKED, ORDERS, lines, name, quoted, written
from tests.post.log.table import Table, opening, packet, seal
from tests.shared.rows import each_row


def test_orders_stand_between_marks() -> None:
    assert lines(MARKED) == ["-----BEGIN SITS ORDERS-----", *lines(ORDERS), "-----END SITS ORDERS-----"]


@pytest.mark.parametrize(("text", "missing"), [(MARKED[:60], "end"), (MARKED[30:], "beginning")])
def test_half_a_block_counts_for_nothing(text: str, missing: str) -> None:
    assert list(find_orders(text)) == [BlockFault(text=HALF.format(missing))]


def test_a_long_comment_cannot_be_wrapped_into_an_order() -> None:
    text = "  # " + "a word or two " * 12 + "\n  1 thrust 4\n"
    block = orders_block(text)
    assert max(map(len, block.splitlines())) <= 64
    assert [line for line in lines(block)[1:-1] if not line.startswith("# ")] == ["1 thrust 4"]
    assert " ".join(line.strip("# ") for line in lines(block)[1:-2]) == ("a word or two " * 12).strip()


def test_a_suggested_order_stays_whole_and_what_it_would_do_goes_below_it() -> None:
    order, why = (
        "fire forward-lasers at Raider zone forward toward C",
        "3 dice and a word or two on what they may come to",
    )
    block = orders_block(f"ship Hawk\n  #   {order}  # {why}\n  #   fly F  # 1 hex\n")
    assert [line.strip() for line in block.splitlines() if "#" in line] == [
        f"#   {order}",
        "#     3 dice and a word or two on what they may come to",
        "#   fly F  # 1 hex",
    ]


@given(st.text())
def test_a_text_without_marks_holds_no_orders(text: str) -> None:
    assert list(find_orders(text.replace("SITS", ""))) == []


# bundles

TOO_LONG: Final = "A BUNDLE block unpacks to more than 8 MB, so it was not opened."


def block_of(packed: bytes, named: str = "ab" * 16) -> str:
    """An armoured block around anything."""
    return marked(BUNDLE, f"Bundle: {named}\n\n{base64.encodebytes(packed).decode()}")


def test_a_block_tells_a_reader_what_it_is() -> None:
    head, body = BLOCK.split("\n\n")
    assert head.splitlines() == ["-----BEGIN SITS BUNDLE-----", *ABOUT, f"Bundle: {name(CONTENT)}"]
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
        lambda text: text.replace("Game: duel\n", "").replace("From: blue", "From: Bundle: 0123456789abcdef"),
        lambda text: text.replace("From: blue", "From: red"),
        lambda text: "Hello\n" + text + text + "bye",
    ],
)
def test_a_block_is_found_whatever_a_mail_program_made_of_it(spoil: Callable[[str], str]) -> None:
    assert set(find_bundles(spoil(BLOCK))) == {CONTENT}


@given(st.text(), st.text(), st.integers(0, 3), st.integers(40, 90))
def test_a_block_is_found_in_any_text(before: str, after: str, depth: int, width: int) -> None:
    mangled = quoted(textwrap.fill(BLOCK, width), "> " * depth)
    assert CONTENT in find_bundles(f"{before}\n{mangled}\n{after}")


@given(st.binary(max_size=3000), st.lists(st.text() | st.just("-----END > SITS BUNDLE-----"), max_size=3))
def test_any_bundle_comes_back_whatever_is_said_of_it(content: bytes, about: list[str]) -> None:
    assert list(find_bundles(armour(content, about))) == [content]


@each_row(
    ("text", "told", "named"),
    [
        (BLOCK[: len(BLOCK) // 2], f"A BUNDLE block has no end: part of the mail is missing. {AGAIN}", name(CONTENT)),
        (BLOCK[60:], f"A BUNDLE block has no beginning: part of the mail is missing. {AGAIN}", None),
        (BLOCK[:90], f"A BUNDLE block has no end: part of the mail is missing. {AGAIN}", None),
        (BLOCK.replace("\n\ne", "\n\nE"), CHANGED.format(name(CONTENT)[:8]), name(CONTENT)),
        (BLOCK.replace("\n\ne", "\n\n!"), CHANGED.format(name(CONTENT)[:8]), name(CONTENT)),
        (block_of(b"words"), CHANGED.format("abababab"), "ab" * 16),
        (block_of(zlib.compress(b"words")), CHANGED.format("abababab"), "ab" * 16),
        (block_of(zlib.compress(b"words")[:-8], name(b"words")), CHANGED.format(name(b"words")[:8]), name(b"words")),
        (BLOCK.replace("Bundle: ", "Bungle: "), "A BUNDLE block's header is damaged: its name cannot be read.", None),
        (block_of(zlib.compress(bytes(MOST_BYTES + 1), 0)), TOO_LONG, "ab" * 16),
        (block_of(zlib.compress(bytes(MOST_BYTES + 1), 9)), TOO_LONG, "ab" * 16),
        (block_of(zlib.compress(bytes(50_000_000), 9)), TOO_LONG, "ab" * 16),
    ],
)
def test_a_damaged_block_is_told_in_words(text: str, told: str, named: str | None) -> None:
    assert list(find_bundles(text)) == [BlockFault(text=told, name=named)]


def test_a_bundle_that_nobody_would_read_is_not_written() -> None:
    assert list(find_bundles(armour(bytes(MOST_BYTES)))) == [bytes(MOST_BYTES)]
    with pytest.raises(ValueError, match="a bundle of 8388609 bytes is longer than 8388608"):
        armour(bytes(MOST_BYTES + 1))


def letter_of(orders: Sequence[Sequence[str]]) -> bytes:
    """A letter with nine seals, as a player sends them at the beginning of a turn."""
    state = Table(last=9, ahead=8, per_turn=9).state()
    chance = [opening(lines, f"{number}, {lines}") for number, lines in enumerate(orders)]
    seals = [seal(state, "ann", each, owed.moment) for each, owed in zip(chance, state.course.upcoming, strict=True)]
    bundle = Bundle(packets=tuple(packet(state, "ann", each) for each in seals))
    return written(content=write_part(bundle)).as_bytes()


@given(st.tuples(*[st.lists(st.text(max_size=10), max_size=8) | st.just(["A" * 900])] * 9))
def test_a_letter_of_seals_is_as_long_whatever_was_ordered_and_shorter_than_20_kilobytes(
    orders: tuple[list[str], ...],
) -> None:
    assert len(letter_of(orders)) == len(letter_of([[]] * 9)) < 20_000
