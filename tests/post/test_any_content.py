"""Whatever a player signs: it is refused in words or waits, and the game of the others goes on unchanged."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.render.reports import LetterPrinter
from sits_es.mail.identity import Identity, load_identity
from sits_es.mail.packet import LastEvent, Packet, Signed, sign
from sits_es.post.arrivals import arrive
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.kinds import KINDS
from sits_es.post.replica import Replica
from tests.shared.posts import BLUE, CLOCK, RED, Post, desks_closed, peers

pytestmark = pytest.mark.long

TEXTS = st.sampled_from(["", "duel", "red", "blue", "drift", "compare", "resolved", "0" * 64, "2026-01-02T03:04Z"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


class Story:
    """Red's folder when both had sealed; blue's key, and all that blue sent."""

    def __init__(self, folder: Path) -> None:
        red, blue = peers(folder)
        red.seal(RED, 3)
        blue.seal(BLUE, 3)
        blue.take(red.packets())
        self.packets = blue.packets()
        red.take([signed for signed in self.packets if signed.packet.kind != "reveal"])
        self.key: Identity = load_identity(blue.desk.keys, "Ben")
        self.mark = red.mark()
        self.head = red.replica.chain().head
        self.start = folder / "red"


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    with desks_closed():
        return Story(tmp_path_factory.mktemp("story"))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in plain JSON."""
    if path:
        yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        yield from places(part, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Plain JSON with something else in one place."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


def survives(story: Story, folder: Path, signed: Signed) -> None:
    shutil.copytree(story.start, folder)
    with Desk(folder, lambda: CLOCK, printer=LetterPrinter()) as desk:
        before = desk.session.store.head("duel")
        arrive(desk, signed, "by hand")
        Replica(desk, desk.seat("duel")).settle()
        after = desk.session.store.head("duel")
        if after != before:
            accepted = [entry.signed for entry in desk.journal.entries("duel", ("accepted",))]
            assert signed in accepted
            assert signed.packet.kind in {"reveal", "default"}
        for post in (story.packets[-1],):
            arrive(desk, post, "by hand")
        Replica(desk, desk.seat("duel")).settle()
    shutil.rmtree(folder)


@settings(max_examples=60)
@given(data=st.data())
def test_a_signed_packet_with_anything_changed_in_it(
    data: st.DataObject, story: Story, tmp_path_factory: pytest.TempPathFactory
) -> None:
    packet = data.draw(st.sampled_from(story.packets)).packet
    where = data.draw(st.sampled_from(list(places(packet.body))))
    body = changed(packet.body, where, data.draw(VALUES))
    sent = Packet(kind=packet.kind, game="duel", branch="duel", sender="blue", number=len(story.packets),
                  head=data.draw(st.sampled_from([packet.head, story.head, LastEvent(3, "0" * 64), None])),
                  body=body)  # fmt: skip
    survives(story, tmp_path_factory.mktemp("day") / "red", sign(sent, story.key))


@settings(max_examples=60)
@given(data=st.data())
def test_a_signed_packet_of_any_kind_with_any_content(
    data: st.DataObject, story: Story, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kind = data.draw(st.sampled_from(list(KINDS)))
    fields = list(KINDS[kind].__struct_fields__)
    body = {name: data.draw(VALUES) for name in fields if data.draw(st.booleans())}
    body["mark"] = story.mark
    sent = Packet(kind=kind, game="duel", branch="duel", sender="blue", number=len(story.packets),
                  head=story.head, body=body)  # fmt: skip
    survives(story, tmp_path_factory.mktemp("day") / "red", sign(sent, story.key))


PLACE = {"turn": 1, "segments": [1]}
CLOCK_BODY = {**PLACE, "until": "2026-13-45T99:99Z", "grace": 0, "player": None, "since": None}
RULING = {**PLACE, "about_turn": 7, "about_segment": 7, "upheld": False, "words": "", "branch": "new"}

OFFER = {**PLACE, "parent": "duel", "version": 3, "digest": "0" * 64, "name": "if", "options": {}}


@pytest.mark.parametrize(
    ("kind", "body", "said"),
    [
        ("deadline", CLOCK_BODY, "The deadline 3 of blue in duel names a date or an hour that does not exist."),
        (
            "deadline",
            {**CLOCK_BODY, "until": "2026-01-02T03:04Z", "since": "2026-01-02T03:04Z", "player": "red"},
            "The deadline 3 of blue in duel is not an absence of a player of this game.",
        ),
        (
            "default",
            {**PLACE, "player": "nobody", "act": "drift", "seen": 0},
            "blue signs against nobody, who is not another player of this game.",
        ),
        (
            "default",
            {**PLACE, "player": "red", "act": "claim", "seen": 0},
            "blue has not revealed 1.1 yet, and so cannot say that red withholds it.",
        ),
        (
            "dispute",
            {"turn": 9, "segments": [64], "words": "x"},
            "The dispute 3 of blue in duel is about an exchange that no turn has.",
        ),
        ("ruling", RULING, "The ruling 3 of blue in duel is about an exchange that has not been played."),
        ("bundle", {"after": 0, "digest": "0" * 64, "why": "resolved", "events": []},
         "blue sends a bundle, which is not for a player of this game to send."),
        ("fork-offer", {**OFFER, "segments": [64]},
         "The fork-offer 3 of blue in duel is about an exchange that no turn has."),
        ("fork-offer", {**OFFER, "name": 'a"b'}, """The name "a"b" can't be written in an order."""),
        ("seal", {"turn": 1, "segments": [2, 2], "seals": ["0" * 64] * 2, "box": None},
         "The seal does not name its segments in order, each once."),
        ("seal", {"turn": 1, "segments": [4], "seals": [], "box": None}, "The seal names 1 segment and holds 0."),
        ("seal", {"turn": 3, "segments": [4], "seals": ["0" * 64], "box": None},
         "The seal 3 of blue in duel is for 3.4 on; at its head 1.1 to 2.break are owed."),
        ("reveal", {**PLACE, "segments": [1, 2], "orders": [{"lines": [], "nonce": "0" * 64}] * 2, "answers": [{}] * 2},
         "blue reveals more than 1.1, and in this game exchanges are revealed one by one."),
    ],
)  # fmt: skip
def test_a_packet_that_reads_well_and_means_nonsense_is_refused_in_words(
    kind: str, body: dict[str, Any], said: str, story: Story, tmp_path: Path
) -> None:
    packet = evolve(story.packets[-1].packet, kind=kind, body={**body, "mark": story.mark}, head=story.head)
    shutil.copytree(story.start, tmp_path / "red")
    with Desk(tmp_path / "red", lambda: CLOCK, printer=LetterPrinter()) as desk:
        arrive(desk, sign(packet, story.key), "by hand")
        Replica(desk, desk.seat("duel")).settle()
        (entry,) = desk.journal.entries("duel", ("refused",))
        assert entry.why == said
        assert desk.session.store.head("duel").version == story.head.version


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("note", {"words": "hello", "to": None, "box": "no base64"}),
        ("ack", {"packet": "0" * 64, "words": "came"}),
        ("fork-offer", OFFER),
        ("fork-offer", {**OFFER, "parent": "nothing here", "options": {"no such": "option"}}),
        ("bundle", {"after": 99, "digest": "0" * 64, "why": "compare", "events": []}),
        ("bundle", {"after": 0, "digest": "0" * 64, "why": "compare", "events": [["game.Started/1", {"x": 1}]]}),
    ],
)
def test_words_and_records_change_no_game(kind: str, body: dict[str, Any], story: Story, tmp_path: Path) -> None:
    packet = evolve(story.packets[-1].packet, kind=kind, body={**body, "mark": story.mark}, head=story.head)
    survives(story, tmp_path / "red", sign(packet, story.key))


def test_the_story_is_as_the_tests_take_it(story: Story) -> None:
    assert [signed.packet.kind for signed in story.packets] == ["join", "seal", "reveal"]
    with Desk(story.start, lambda: CLOCK, printer=LetterPrinter()) as desk:
        assert Post("red", desk).replica.chain().game.moment.segment == 1
