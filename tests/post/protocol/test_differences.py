"""Two records that differ: it is said once, both are exchanged, and the other's is kept beside one's own."""

from collections.abc import Sequence

from sits_es.events import Coded, Event
from sits_es.game.events import GameEnded
from sits_es.mail.packet import LastEvent
from sits_es.post.protocol.bodies import EventBundle
from sits_es.post.protocol.content import Written
from sits_es.post.protocol.differences import compare, tell_difference
from sits_es.post.protocol.errands import Errand, OpenBranch, Post, Tell
from sits_es.rules.xwing.events.followed import EntryCounted
from tests.shared.protocol_values import Table, read, write


def played() -> Table:
    table = Table.of()
    table.play()
    return table


def test_a_difference_is_told_from_the_last_common_event_on_with_ones_own_record() -> None:
    table, start = played(), Table.of().chain.head
    asked: list[int] = []

    def record(after: int) -> list[Written]:
        asked.append(after)
        return [write(GameEnded(winner=None, outcome=(Coded("no-ships"),)))]

    heads = [LastEvent(3, "0" * 64), start, LastEvent(start.version + 9, start.digest)]
    words = f"blue's record and ours are the same up to event #{start.version} and differ after it."
    told, post = tell_difference(table.chain, "blue", heads, [], record)
    assert told == Tell(kind="difference", words=words)
    assert isinstance(post, Post)
    body = EventBundle(after=start.version, digest=start.digest, events=tuple(record(0)), why="compare")
    assert post == Post(body=body)
    assert tell_difference(table.chain, "blue", heads, [words], record) == []
    as_once_worded = words.replace("after it", "behind it")
    assert tell_difference(table.chain, "blue", heads, [as_once_worded], record) == []
    assert tell_difference(table.chain, "blue", heads, [words.replace("#", "#1")], record)[0] == told
    assert asked == [start.version, 0, start.version]


def held_against(
    table: Table, after: int, theirs: Sequence[Event], *, known: bool = False, digest: str = ""
) -> list[Errand]:
    """What comes of a record that blue sends. Ours ends two events after `after`."""
    body = EventBundle(after=after, digest=digest or table.chain.digests[after], why="compare",
                       events=tuple(write(fact) for fact in theirs))  # fmt: skip
    return compare(table.chain, "blue", body, read, lambda _: list(OURS), lambda _: known)


OURS = [
    GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),)),
    GameEnded(winner=None, outcome=(Coded("no-ships"),)),
]
OTHER = GameEnded(winner="blue", outcome=(Coded("last-side", ("blue",)),))


def test_the_first_event_that_differs_is_named_and_the_others_record_kept_from_there() -> None:
    told, kept, seen = held_against(played(), 5, [OURS[0], OTHER])
    assert isinstance(told, Tell)
    assert told.words.startswith("The first event in which blue's record differs from ours is #7. Ours: ")
    assert "nobody wins: No ship is left on any side. " in told.words
    assert "blue wins: Only blue has ships left." in told.words
    assert kept == OpenBranch(name="duel-as-blue-has-it", parent="duel", after=6, facts=(OTHER,), whose="blue")
    assert seen == Tell(
        kind="difference", words="Their record is kept as duel-as-blue-has-it. See: sits diff duel duel-as-blue-has-it"
    )
    assert len(held_against(played(), 5, [OTHER], known=True)) == 1, "it is kept once"


def test_a_record_with_events_of_other_rules_is_told_of_and_not_kept() -> None:
    strange = EntryCounted(turn=1, entry=1, last=False)
    said = "The record that blue sends holds what no record of duel does."
    assert held_against(played(), 5, [strange]) == [Tell(kind="difference", words=said)]


def test_records_that_go_as_far_together_are_the_same() -> None:
    same = [Tell(kind="difference", words="blue's record and ours hold the same events as far as both go.")]
    assert held_against(played(), 5, []) == held_against(played(), 5, OURS[:1]) == same
    assert held_against(played(), 5, [*OURS, OTHER]) == same


def test_what_begins_nowhere_on_our_record_or_cannot_be_read_is_said() -> None:
    table = played()
    words = "blue sends a record that goes on from event #{}, which is not an event of ours."
    assert held_against(table, 5, [OTHER], digest="0" * 64) == [Tell(kind="difference", words=words.format(5))]
    body = EventBundle(after=9999, digest="0" * 64, events=(), why="compare")
    found = compare(table.chain, "blue", body, read, lambda _: [], lambda _: False)
    assert found == [Tell(kind="difference", words=words.format(9999))]
    strange = EventBundle(after=5, digest=table.chain.digests[5], events=(("no.Such/1", {}),), why="compare")
    (told,) = compare(table.chain, "blue", strange, read, lambda _: [], lambda _: False)
    assert isinstance(told, Tell)
    assert told.words.startswith("The record that blue sends cannot be read: ")
