"""A day at the post office reads each event of a game once and folds it once, and a mailed order is parsed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sits_es.events import Event
from sits_es.game.events import SegmentClosed
from sits_es.game.fold import Fold
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.packet import Signed
from sits_es.orders import frame, parsing
from sits_es.post.day import a_day, note_shown
from sits_es.post.intake import take_mails
from sits_es.store import GameStore
from sits_es.store.codec import Codec
from tests.post.test_intake import answer, block_of, seals
from tests.shared.posts import Post, carry, exchange, facts, open_post, peers, thrust, umpired

pytestmark = pytest.mark.long


class Count:
    """How often each event was fetched from a store, by version, and how often each fact was put into a fold."""

    def __init__(self) -> None:
        self.read: Counter[int] = Counter()
        self.folded: Counter[bytes] = Counter()

    def clear(self) -> None:
        self.read.clear()
        self.folded.clear()

    def twice(self, record: Sequence[Event]) -> list[str]:
        """Everything that was read twice, or folded more often than it stands on the record."""
        stands = Counter(written(fact) for fact in record)
        folded = [fact.decode() for fact, times in self.folded.items() if times > stands[fact]]
        return [*(f"#{version} read" for version, times in self.read.items() if times > 1), *folded]


def written(fact: Event) -> bytes:
    topic, state = Codec().encode(fact)
    return topic.encode() + state


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Counts from now on."""
    counted = Count()
    real_pages, real_add = GameStore._pages, Fold.add

    def pages(self: GameStore, *given: Any) -> Iterator[tuple[Any, list[Any]]]:
        for span, rows in real_pages(self, *given):
            counted.read.update(row[0] for row in rows)
            yield span, rows

    def add(self: Fold, fact: Event) -> None:
        counted.folded[written(fact)] += 1
        real_add(self, fact)

    monkeypatch.setattr(GameStore, "_pages", pages)
    monkeypatch.setattr(Fold, "add", add)
    return counted


def a_day_of(post: Post, count: Count, packets: Sequence[Signed] = ()) -> tuple[Post, list[str]]:
    """What `sits mail in` does in a new process with one letter, or none; counted from the opening of the folder."""
    post.desk.__exit__(None, None, None)
    box = post.desk.folder.parent / "box"
    box.mkdir(exist_ok=True)
    for old in box.iterdir():
        old.unlink()
    letter = Letter(
        sender="x@example.org", to=("y@example.org",), subject="A letter", report="", packets=tuple(packets)
    )
    for number, message in enumerate(write_letter(letter) if packets else ()):
        (box / f"{packets[-1].digest}-{number}.eml").write_bytes(message.as_bytes())
    count.clear()
    opened = open_post(post.desk.folder, post.player)
    done = a_day(opened.desk, [box])
    note_shown(opened.desk, done)
    return opened, done.reports


def seal_next(*posts: Post) -> None:
    """Each seals the exchange at hand."""
    for post in posts:
        post.seal(thrust(post, "duel", post.moment().segment), post.moment().segment)


def record(post: Post) -> list[Event]:
    return post.desk.session.open_game(post.desk.seat("duel").branch).facts()


def test_a_day_without_mail_reads_a_game_once_and_folds_nothing(tmp_path: Path, count: Count) -> None:
    red, blue = peers(tmp_path)
    seal_next(red, blue)
    exchange([red, blue])
    red, _ = a_day_of(red, count)
    red, (report,) = a_day_of(red, count)
    assert "duel stands at 1.2." in report
    head = red.replica.chain().head.version
    assert count.read == Counter(range(head + 1))
    assert count.folded == Counter()
    branch = red.desk.seat("duel").branch
    assert [kept.snapshot.version for kept in red.desk.session.store.snapshots(branch)] == [head]


def test_what_a_day_keeps_of_a_game_goes_when_the_next_day_keeps_more(tmp_path: Path, count: Count) -> None:
    red, blue = peers(tmp_path)
    for _ in range(2):
        seal_next(red, blue)
        exchange([red, blue])
        red, _ = a_day_of(red, count)
    store = red.desk.session.store
    assert [kept.snapshot.version for kept in store.snapshots("duel")] == [store.head("duel").version]


def test_a_mail_with_which_an_exchange_is_played_is_told_with_one_read_and_one_fold(
    tmp_path: Path, count: Count
) -> None:
    red, blue = peers(tmp_path)
    seal_next(red, blue)
    exchange([red, blue])
    seal_next(red, blue)
    red, _ = a_day_of(red, count)
    blue.take(red.packets())
    before = red.replica.chain().head.version
    red, (report,) = a_day_of(red, count, blue.packets())
    assert "Turn 1, segment 2" in report
    assert red.replica.chain().head.version > before
    assert count.read == Counter(range(red.replica.chain().head.version + 1))
    assert count.twice(record(red)) == []
    assert count.folded[written(SegmentClosed(turn=1, segment=2))] == 1


def test_an_umpire_and_his_players_read_and_fold_once_as_well(tmp_path: Path, count: Count) -> None:
    ump, red, blue = umpired(tmp_path)
    seal_next(red, blue)
    carry(ump, red, blue)
    seal_next(red, blue)
    ump, red = a_day_of(ump, count)[0], a_day_of(red, count)[0]
    ump, (report,) = a_day_of(ump, count, [*red.packets(), *blue.packets()])
    assert "Turn 1, segment 2" in report
    assert count.twice(record(ump)) == []
    red, (report,) = a_day_of(red, count, ump.packets())
    assert "Turn 1, segment 2" in report
    assert count.twice(record(red)) == []
    assert count.read == Counter(range(red.replica.chain().head.version + 1))
    assert len(facts(red, SegmentClosed)) == 2


def test_what_another_program_wrote_meanwhile_is_seen(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    kept = red.replica
    assert (kept.chain().head.version, kept.ledger().seals) == (red.replica.chain().head.version, {})
    other = open_post(red.desk.folder, "red")
    seal_next(other, blue)
    assert [player for player, _ in kept.ledger().seals] == ["red"]
    other.take(blue.packets())
    blue.take(other.packets())
    other.take(blue.packets())
    assert kept.chain() == other.replica.chain()
    assert kept.ledger() == other.replica.ledger()


def test_orders_from_a_mail_are_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    red, _ = peers(tmp_path)
    block = block_of(red, "  1 thrust 4\n  2 thrust 3\n")
    parsed: Counter[str] = Counter()

    def parse(language: Any, line: str, start: str) -> Any:
        parsed[line.strip()] += 1
        return parsing.parse(language, line, start)

    monkeypatch.setattr(frame, "parse", parse)
    take_mails(red.desk, [answer(block)])
    assert seals(red) == 1
    assert {"game duel", "1 thrust 4", "2 thrust 3"} <= set(parsed)
    assert set(parsed.values()) == {1}
