"""The post office at work: a full mailbox, and a long game with all its signatures.

What `sits mail in` took is told as a share of what a player may wait; everything else is a ratio of one run.
"""

from __future__ import annotations

import mailbox
from collections.abc import Iterator
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from shutil import copytree
from time import perf_counter

import pytest
from attrs import evolve
from pytest_benchmark.fixture import BenchmarkFixture
from sits_es.mail.packet import LastEvent, Packet, sign
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.proof import prove
from tests.shared.posts import BLUE, CLOCK, RED, desks_closed, exchange, open_post, peers

from commands.render.reports import LetterPrinter
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import OrdersRevealed, OrdersSealed, PlayerJoined, SegmentClosed
from sits_es.mail.identity import Identity
from sits_es.mail.letters import Letter, write_letter
from sits_es.post.day import a_day
from tests.benchmarks.stopwatch import clock_ratio
from tests.shared.duels import begun

pytestmark = pytest.mark.long

MAILS = 1000
OURS = 40
#: What a player may wait for `sits mail in`, in seconds.
PATIENCE = 5.0

EVENTS = 10_000
DIGEST = "0" * 64


def chatter(number: int) -> EmailMessage:
    """A mail that is not for the game: a few paragraphs, and sometimes a picture."""
    message = EmailMessage()
    message["From"], message["To"] = "friend@example.org", "anna@example.org"
    message["Subject"], message["Message-ID"] = f"About day {number}", f"<{number}@friends.example.org>"
    message.set_content("\n\n".join(f"Paragraph {part} of mail {number}. " * 12 for part in range(6)))
    if number % 10 == 0:
        message.add_attachment(bytes(range(256)) * 80, maintype="image", subtype="png", filename="picture.png")
    return message


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """Red's folder as she left it after sealing, and a Maildir of a thousand mails, forty of them for her game."""
    with desks_closed():
        red, blue = peers(tmp_path)
        red.seal(RED, 9)
        red.desk.__exit__(None, None, None)
        copytree(tmp_path / "red", tmp_path / "start")
        red = open_post(tmp_path / "red", "red")
        blue.seal(BLUE, 9)
        exchange([red, blue])
        packets = blue.packets()
    box = mailbox.Maildir(tmp_path / "box", create=True)
    for number in range(OURS):
        signed = packets[number % len(packets)]
        letter = Letter(sender="ben@example.org", to=("anna@example.org",), subject=f"duel {number}",
                        report="A report.\n" * 60, packets=(signed,))  # fmt: skip
        for message in write_letter(letter):
            box.add(message)
    for number in range(MAILS - OURS):
        box.add(chatter(number))
    (tmp_path / "start" / "sits.toml").write_text('[mail]\ninbox = "../box"\noutbox = "out"\n')
    return tmp_path


def test_mail_in_over_a_thousand_mails(benchmark: BenchmarkFixture, full: Path) -> None:
    """From the first mail to the report: packets judged, nine exchanges played, letters written."""
    numbers = count()

    def fresh() -> tuple[tuple[Path], dict[str, object]]:
        return (copytree(full / "start", full / f"day {next(numbers)}"),), {}

    def day(folder: Path) -> float:
        start = perf_counter()
        with Desk(folder, lambda: CLOCK, printer=LetterPrinter()) as desk:
            done = a_day(desk, [])
        assert done.said[0].startswith(f"Mails read: {MAILS}.")
        assert "duel stands at 2.1." in done.reports[0]
        return perf_counter() - start

    took: float = benchmark.pedantic(  # type: ignore[no-untyped-call]  # the library leaves it without types
        day, setup=fresh, rounds=3
    )
    benchmark.extra_info["share of what a player may wait"] = round(took / PATIENCE, 3)


def exchanges() -> Iterator[list[Event]]:
    """A long game, of no rules: seals, reveals and rolls, sixteen facts an exchange."""
    for number in count():
        turn, segment = number // 9 + 1, number % 9 + 1
        seal, nonce = f"{number:064x}", f"{number + 1:064x}"
        yield [
            *(OrdersSealed(turn=turn, segment=segment, player=player, commitment=seal) for player in ("blue", "red")),
            *(
                OrdersRevealed(turn=turn, segment=segment, player=player, lines=("Sirius: thrust 4",), nonce=nonce)
                for player in ("blue", "red")
            ),
            *(
                DiceRolled(actor="Sirius", purpose=f"roll {roll}", object="", index=0, sides=10, faces=(1, 2, 3))
                for roll in range(11)
            ),
            SegmentClosed(turn=turn, segment=segment),
        ]


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Ten thousand events, and every packet that they came from, signed."""
    keys = {player: Identity.from_secret(player, player.encode().ljust(32, b"\0")) for player in ("blue", "red")}
    facts = [evolve(fact, key=keys[fact.player].key) if isinstance(fact, PlayerJoined) else fact for fact in begun()]
    with Desk(tmp_path_factory.mktemp("long"), lambda: CLOCK, printer=LetterPrinter()) as desk:
        desk.journal.sit(Seat(game="duel", player="red", identity="red", invite=DIGEST, branch="duel"))
        numbers = {player: count(1) for player in keys}
        for number, played in enumerate(exchanges()):
            facts += played
            turn, segment = number // 9 + 1, number % 9 + 1
            for player, key in keys.items():
                place = {"turn": turn, "segments": [segment]}
                opened = {"lines": ["Sirius: thrust 4"], "nonce": f"{number + 1:064x}"}
                bodies = (
                    ("seal", {**place, "seals": [f"{number:064x}"], "box": None}),
                    ("reveal", {**place, "orders": [opened], "answers": [{}]}),
                )
                for kind, body in bodies:
                    head = LastEvent(number, DIGEST)
                    packet = Packet(kind=kind, game="duel", branch="duel", sender=player,
                                    number=next(numbers[player]), head=head, body=body)  # fmt: skip
                    desk.journal.put(sign(packet, key), "accepted")
            if len(facts) >= EVENTS:
                break
        desk.session.store.append("duel", facts, after=-1)
        yield desk


def test_a_long_game_proved_with_its_signatures(benchmark: BenchmarkFixture, rounds: int, long_game: Desk) -> None:
    """Every event hashed and verified, and every signature checked, against hashing and verifying alone."""
    seat = long_game.seat("duel")

    def hashed() -> int:
        return sum(1 for _ in long_game.session.store.read("duel"))

    def proved() -> int:
        events, proof = hashed(), prove(long_game, seat)
        assert not proof.faults
        return events

    assert hashed() >= EVENTS
    found = clock_ratio(hashed, proved, rounds)
    benchmark.extra_info["hashing alone against hashing and signatures"] = round(found, 3)
    assert benchmark(proved) >= EVENTS
