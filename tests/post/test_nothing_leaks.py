"""Nobody reads sealed orders early, nor guesses them from the length of what leaves a folder."""

from __future__ import annotations

import base64
import json
import os
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from sits_es.canonical import canonical
from sits_es.mail.armour import armour, find_blocks
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.packet import Packet, sign
from sits_es.post.copies import copy_for
from sits_es.post.desk.places import in_its_place
from sits_es.post.outgoing import outgoing
from sits_es.post.protocol.kinds import as_data
from sits_es.post.protocol.seals import sealed
from sits_es.rules.moments import Moment
from tests.post.protocol.open_table import RULES
from tests.shared.careful import careful
from tests.shared.duels import of_three
from tests.shared.posts import Post
from tests.systems.installed import installed

pytestmark = pytest.mark.long

#: Orders that can be told from everything else in a letter.
SHIPS: Final = {"red": "Fearless", "blue": "Sirius", "green": "Hood"}


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def hidden(post: Post, over: Moment) -> Iterator[tuple[tuple[str, ...], bytes]]:
    """What a player has sealed and nobody knows: orders and nonce. over: the first exchange that nobody has played."""
    sent = post.desk.journal.accepted("duel", sender=post.player)
    opened = {one["nonce"] for signed in sent if signed.packet.kind == "reveal" for one in signed.packet.body["orders"]}
    rows = post.desk.secrets._db.execute("SELECT turn, segment, lines, nonce FROM orders").fetchall()
    for turn, segment, lines, nonce in rows:
        if nonce.hex() not in opened and Moment(turn, segment) >= over:
            yield tuple(json.loads(lines)), nonce


def forms(content: bytes) -> Iterator[bytes]:
    """A text as it could be written: plain, hexadecimal, base64, compressed."""
    for plain in (content, zlib.compress(content, 9), zlib.compress(content, 0), zlib.compress(content)):
        yield plain
        yield plain.hex().encode()
        yield from (base64.b64encode(b"x" * shift + plain)[4:-4] for shift in range(3))


def needles(post: Post, over: Moment) -> Iterator[bytes]:
    for lines, nonce in hidden(post, over):
        yield from forms(nonce)
        yield from forms(nonce.hex().encode())
        if lines:
            yield from forms(canonical(list(lines)))
            yield from (form for line in lines for form in forms(line.encode()))


def texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value


def boxes(body: dict[str, Any]) -> Iterator[bytes]:
    """What stands in a packet in base64, as it is behind that."""
    for text in texts(body):
        try:
            yield base64.b64decode(text, validate=True)
        except ValueError:
            continue


def leaves(post: Post, found: dict[str, Post]) -> Iterator[bytes]:
    """Every byte that leaves a folder: letters, attachments, packets in them, boxes in those, copies of the game."""
    letters = [message for each in outgoing(post.desk) if not each.own for message in write_letter(each.letter)]
    for message in letters:
        yield message.as_bytes()
        yield b"".join(message.as_bytes().split())
        for part in message.walk():
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                yield content
                for block in find_blocks(content.decode("utf-8", "replace")).parts:
                    yield block.content
    packets = [entry.signed for entry in post.desk.journal.entries("duel")]
    game = post.replica.chain().game
    if not game.umpires or post.player in game.umpires:
        packets += [copy_for(post.replica, other) for other in found if other not in (post.player, *game.umpires)]
    for signed in packets:
        yield signed.bytes
        yield from boxes(signed.packet.body)
        yield from (text.encode() for text in armour(signed))


def searched(found: dict[str, Post]) -> int:
    """Search everything that leaves any folder for what is sealed; how much was sealed."""
    over = max(post.moment() for post in found.values())
    secret = {needle for post in found.values() for needle in needles(post, over)}
    for post in found.values():
        for content in leaves(post, found):
            told = [needle for needle in secret if needle in content]
            assert told == [], f"{post.player} gives away {told[0]!r}"
    return len(secret)


def played(found: dict[str, Post], upto: int) -> None:
    """All seal exchanges ahead; then packets go from one to the other, and after each step all is searched."""
    for post in found.values():
        if post.player in post.replica.chain().game.players:
            ship = SHIPS[post.player]
            post.replica.seal({Moment(1, each): (f"{ship}: thrust {7 - each}",) for each in range(1, upto + 1)})
            assert searched(found)
    for _ in range(upto + 2):
        for post in found.values():
            others = [signed for each in found.values() if each is not post for signed in each.packets()]
            post.take(others)
            searched(found)
    assert {post.moment() for post in found.values()} == {Moment(1, upto + 1)}


def test_three_peers_with_escrow_give_nothing_away(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(of_three())
    played(careful(tmp_path, ("red", "blue", "green"), str(path), escrow=True), 2)


def test_two_peers_and_an_umpires_players_give_nothing_away(tmp_path: Path) -> None:
    played(careful(tmp_path / "two"), 2)
    played(careful(tmp_path / "club", umpire="ump"), 2)


WORDS: Final = ("thrust", "fire", "decoy", "pivot to B+", "launch", "roll", "6", "Sirius", "if launched at")


def some_lines(seed: int) -> tuple[str, ...]:
    """Orders of any length that fit into a box."""
    dice = random.Random(seed)  # noqa: S311 -- orders for a test
    return tuple(" ".join(dice.choices(WORDS, k=dice.randint(1, 8))) for _ in range(dice.randint(0, 12)))


@pytest.mark.parametrize(
    ("rules", "scenario", "umpire"),
    [("sits", "duel", None), ("sits", "duel", "ump"), ("slots", "narrows", None), ("sfb_n3d", "border", None)],
)
def test_letters_that_differ_in_sealed_orders_alone_have_equal_length(
    rules: str, scenario: str, umpire: str | None, tmp_path: Path
) -> None:
    found = careful(tmp_path, ("red", "blue"), scenario, rules, umpire)
    replica = found["red"].replica
    chain, at = replica.chain(), replica.chain().game.moment
    number, sizes = 9, set()
    for seed in range(60):
        body, _ = sealed(chain, "red", {at: some_lines(seed)}, os.urandom, number)
        placed = in_its_place(replica.desk, chain, "duel", "red", body)
        packet = Packet(kind="seal", game="duel", branch="duel", sender="red", number=number, head=chain.head,
                        body=as_data(placed))  # fmt: skip
        letter = Letter(sender="red@example.org", to=("blue@example.org",), subject="duel", report="Mail.",
                        packets=(sign(packet, replica.identity()),))  # fmt: skip
        sizes.add(tuple(len(message.as_bytes()) for message in write_letter(letter)))
    assert len(sizes) == 1
