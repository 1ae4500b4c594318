"""Mail against the libraries alone: a mailbox of a thousand mails, and a game with its signatures.

Ratios of one run, median over rounds of baseline / ours. Nothing here judges a time; what is asserted is that both
did the same work.
"""

from __future__ import annotations

import email
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from nacl.signing import VerifyKey
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.canonical import canonical
from sits_es.keys.identity import Identity
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.reading import read_letter, text_of_html
from sits_es.mail.sources import read_mails
from sits_es.post.arrivals import verify
from sits_es.post.bundle import Bundle, checked, read_bundle
from sits_es.post.log.packets import Note, Packet, Signed, message, write_part
from tests.benchmarks.stopwatch import clock_ratio
from tests.mail.hostile import HTML_LENGTH, LONG_MAILS, PIECES, html

pytestmark = pytest.mark.long

MAILS, OURS = 1_000, 40
EVENTS, EXCHANGE = 10_000, 50

PLAYERS = {name: Identity.from_secret(name, hashlib.sha256(name.encode()).digest()) for name in ("red", "blue")}


THE_GAME = "ab" * 32


def packet(sender: str, number: int) -> Signed:
    """Words of some length."""
    told = Packet(game=THE_GAME, by=sender, has=None, body=Note(words=f"{sender} {number} " + "and so on " * 40))
    key = PLAYERS[sender]
    return Signed(packet=told, key=key.key, signature=key.sign(message(told)).hex())


def nothing_known(_: str) -> None:
    """No packet was read before."""


def report(benchmark: BenchmarkFixture, what: str, found: float) -> None:
    benchmark.extra_info[what] = round(found, 3)
    print(f"\n{what}: {found:.3g}")


@pytest.fixture(scope="module")
def maildir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thousand mails of some kilobytes, forty of them for this game."""
    box = tmp_path_factory.mktemp("post") / "box"
    for room in ("cur", "new", "tmp"):
        (box / room).mkdir(parents=True)
    words = "".join(f"Line {number} of what people write to one another, day after day.\n" for number in range(60))
    for number in range(MAILS):
        ours = number % (MAILS // OURS) == 0
        letter = Letter(
            sender="blue@example.org",
            to=("red@example.org",),
            subject=f"Mail {number}",
            report=words,
            content=write_part(Bundle(packets=(packet("blue", number + 1),))) if ours else None,
        )
        mail = write_letter(letter)
        (box / "new" / f"{number:04}.blue").write_bytes(mail.as_bytes())
    return box


def test_a_mailbox_of_a_thousand_mails(benchmark: BenchmarkFixture, rounds: int, maildir: Path) -> None:
    """Every mail opened, searched and its packets verified, against the library taking the same mails apart."""

    def taken_apart() -> int:
        return sum(1 for each in read_mails(maildir) if email.message_from_bytes(each.content))

    def read() -> int:
        found = [content for each in read_mails(maildir) for content in read_letter(each.content).contents]
        return sum(len(checked(read_bundle(content), verify, nothing_known)[0].packets) for content in found)

    assert (taken_apart(), read()) == (MAILS, OURS)
    report(benchmark, "mails read, against taken apart", clock_ratio(taken_apart, read, rounds))
    assert benchmark(read) == OURS


@pytest.mark.parametrize(("much", "mail"), LONG_MAILS.values(), ids=LONG_MAILS)
def test_a_hostile_mail_of_twice_the_length(
    benchmark: BenchmarkFixture, rounds: int, much: int, mail: Callable[[int], bytes]
) -> None:
    """Two is in proportion, four grows with the square."""
    half, whole = mail(much // 2), mail(much)
    grown = clock_ratio(lambda: read_letter(whole), lambda: read_letter(half), rounds)
    report(benchmark, "times as long", grown)
    assert not benchmark(read_letter, whole).contents


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_html_of_twice_the_length(benchmark: BenchmarkFixture, rounds: int, piece: str) -> None:
    half, whole = html(piece, HTML_LENGTH // 2), html(piece)
    grown = clock_ratio(lambda: text_of_html(whole), lambda: text_of_html(half), rounds)
    report(benchmark, "times as long", grown)
    assert benchmark(text_of_html, whole)


def test_a_game_with_its_signatures(benchmark: BenchmarkFixture, rounds: int) -> None:
    """Ten thousand events hashed and four hundred packets read and verified, against hashing and verifying alone."""
    events = [canonical({"ship": "Fearless", "number": number, "path": ["2A 1+"] * 20}) for number in range(EVENTS)]
    packets = [packet(sender, number + 1) for number in range(EVENTS // EXCHANGE) for sender in PLAYERS]
    written = [write_part(Bundle(packets=(signed,))) for signed in packets]
    bare = [
        (VerifyKey(bytes.fromhex(signed.key)), message(signed.packet), bytes.fromhex(signed.signature))
        for signed in packets
    ]

    def hashed() -> bytes:
        digest = bytes(32)
        for event in events:
            digest = hashlib.sha256(digest + event).digest()
        return digest

    def alone() -> int:
        hashed()
        return sum(1 for key, told, signature in bare if key.verify(told, signature) is not None)

    def ours() -> int:
        hashed()
        return sum(len(checked(read_bundle(content), verify, nothing_known)[0].packets) for content in written)

    assert alone() == ours() == len(packets)
    report(benchmark, "game with signatures, against them alone", clock_ratio(alone, ours, rounds))
    report(benchmark, "game with signatures, against hashing", clock_ratio(hashed, ours, rounds))
    assert benchmark(ours) == len(packets)
