"""Voids and claims in games by older terms: what each was signed on, what crosses it, and who could still reveal."""

import shutil
from pathlib import Path

import pytest
from attrs import evolve

from commands.render.reports import LetterPrinter
from sits_es.errors import NotNowError
from sits_es.game.events import ExchangeVoided, GameClaimed, SegmentClosed
from sits_es.mail.packet import Signed
from sits_es.post import decisions
from sits_es.post.clock import keep_time
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.bodies import Default
from sits_es.rules.moments import Moment
from tests.post.test_fairness import crossed, deadline
from tests.post.test_ways_of_play import order, three
from tests.shared.posts import (
    BLUE,
    RED,
    Post,
    exchange,
    facts,
    peers,
    unjudged,
)
from tests.shared.watch import NOON, Watch

pytestmark = pytest.mark.long


@pytest.fixture
def watch() -> Watch:
    return Watch(NOON)


def test_who_seals_late_does_not_claim_the_game_before_the_other_could_reveal(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    deadline(watch, red, blue)
    red.seal(RED, 1)
    blue.take(red.packets())
    watch.later(hours=27)
    blue.seal(BLUE, 1)
    with pytest.raises(NotNowError, match=r"^red has until 2026-01-04 17:00 UTC, grace included\.$"):
        decisions.default(blue.replica, "red", "claim")
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 2)


def forced(post: Post, body: Default) -> None:
    """What a changed program would send."""
    unjudged(post, body)
    post.replica.settle()


@pytest.mark.parametrize("act", ["claim", "void"])
def test_a_changed_program_ends_and_voids_nothing_and_its_packet_is_refused(
    act: str, tmp_path: Path, watch: Watch
) -> None:
    red, blue = peers(tmp_path, watch)
    red.seal(RED, 1)
    blue.take(red.packets())
    blue.seal(BLUE, 1)
    seen = red.packets()[-1].packet.number
    forced(blue, Default(turn=1, segments=(1,), player="red", act="claim" if act == "claim" else "void", seen=seen))
    red.take(blue.packets())
    assert facts(red, GameClaimed) == facts(red, ExchangeVoided) == []
    assert red.moment() == Moment(1, 2)
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "blue signs that red withholds 1.1, for which no deadline was agreed."


@pytest.mark.parametrize(
    ("less", "said"),
    [
        (0, "blue signs that red withholds 1.1, but had the reveal."),
        (2, "blue signs that red withholds 1.1, but did not have red's seal."),
    ],
)
def test_a_void_tells_what_its_sender_had_of_the_accused(less: int, said: str, tmp_path: Path, watch: Watch) -> None:
    red, blue = crossed(tmp_path, watch)
    blue.take(red.packets())
    back = blue.replica.chain()
    (closed,) = [
        each.version for each in blue.desk.session.open_game("duel").events() if isinstance(each.event, SegmentClosed)
    ]
    assert closed <= back.head.version
    place = max(version for version, owed in back.owed.items() if owed == Moment(1, 1))
    seen = red.packets()[-1].packet.number - less
    body = Default(turn=1, segments=(1,), player="red", act="void", seen=seen)
    unjudged(blue, body, evolve(back.head, version=place, digest=back.digests[place]))
    red.take(blue.packets())
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == said


def test_a_void_that_names_packets_which_are_not_here_waits(tmp_path: Path, watch: Watch) -> None:
    red, blue = crossed(tmp_path, watch)
    forced(blue, Default(turn=1, segments=(1,), player="red", act="void", seen=99))
    red.take(blue.packets())
    (entry,) = red.desk.journal.entries("duel", ("parked",))
    assert entry.why == "blue has packets of red up to 99, which are not here"


def test_who_has_seen_the_reveal_signs_no_void_of_it(tmp_path: Path) -> None:
    red, blue, green = three_sealed(tmp_path)
    red.take(green.packets())
    with pytest.raises(
        NotNowError, match=r"^green has revealed 1\.1; nobody can void it or claim the game for it any more\.$"
    ):
        decisions.default(red.replica, "green", "void")
    exchange([red, blue, green])
    assert red.moment() == Moment(1, 2)


def test_who_has_revealed_does_not_sign_a_void_against_himself(tmp_path: Path, watch: Watch) -> None:
    red, blue = crossed(tmp_path, watch)
    watch.later(hours=30)
    decisions.default(blue.replica, "red", "void")
    red.take(blue.packets())
    with pytest.raises(
        NotNowError, match=r"^Nobody has signed a void of duel 1\.2 against you, or you have revealed it\.$"
    ):
        decisions.agree(red.replica, "void")
    place = blue.replica.chain().head
    unjudged(red, Default(turn=1, segments=(1,), player="red", act="void", seen=0), place)
    blue.take(red.packets())
    (entry,) = blue.desk.journal.entries("duel", ("refused",))
    assert entry.why == "red has revealed 1.1; nobody can void it or claim the game for it any more."
    assert facts(blue, ExchangeVoided) == []


def test_who_gave_up_his_reveal_cannot_reveal_it_any_more(tmp_path: Path, watch: Watch) -> None:
    red, blue = crossed(tmp_path / "true", watch)
    reveal = red.packets()[-1]
    assert reveal.packet.kind == "reveal"
    before = [signed for signed in red.packets() if signed != reveal]
    shutil.copytree(tmp_path / "true" / "red" / "keys", tmp_path / "other" / "keys")
    with Desk(tmp_path / "other", watch, printer=LetterPrinter()) as desk:
        other = Post("red", desk)
        given_up = Default(turn=1, segments=(1,), player="red", act="void", seen=0)
        body = {**reveal.packet.body}
        signed = other.signed_anew(
            Signed(packet=evolve(reveal.packet, kind="default"), signature=b"", bytes=b"", digest=""),
            {"turn": 1, "segments": [1], "player": given_up.player, "act": "void", "seen": 0, "mark": body["mark"]},
        )
        late = other.signed_anew(
            Signed(packet=evolve(reveal.packet, number=reveal.packet.number + 1), signature=b"", bytes=b"", digest=""),
            body,
        )
    blue.take([*before, signed, late])
    (entry,) = blue.desk.journal.entries("duel", ("refused",))
    assert entry.why == "red has signed a void of 1.1 against themselves and cannot reveal it any more."
    assert blue.moment() == Moment(1, 1)


def three_sealed(folder: Path) -> tuple[Post, Post, Post]:
    """All have sealed 1.1 and opened it, and green's reveal has reached nobody; the deadline is over."""
    red, blue, green = posts = three(folder)
    for post in posts:
        keep_time(post.desk)
    decisions.set_deadline(red.replica, "2026-01-02T00:00Z", 0)
    exchange(posts)
    for post in (blue, green):
        decisions.agree(post.replica)
    exchange(posts)
    for post in posts:
        order(post, 1)
    green.take([*red.packets(), *blue.packets()])
    seals = [signed for signed in green.packets() if signed.packet.kind != "reveal"]
    assert len(seals) < len(green.packets())
    red.take([*[signed for signed in blue.packets() if signed.packet.kind != "reveal"], *seals])
    blue.take([*red.packets(), *seals])
    for post in posts:
        post.desk.clock = lambda: "2026-01-04T12:00:00+00:00"
    return red, blue, green


def test_among_three_a_void_holds_only_when_the_accused_signs_it_and_his_reveal_comes_before_it(
    tmp_path: Path,
) -> None:
    red, blue, _ = posts = three_sealed(tmp_path)
    red.take(blue.packets())
    assert decisions.default(red.replica, "green", "void") == "Signed. Still to sign: blue, green."
    blue.take(red.packets())
    assert decisions.default(blue.replica, "green", "void") == "Signed. Still to sign: green."
    red.take(blue.packets())
    assert red.moment() == Moment(1, 1)
    exchange(posts)
    assert {post.moment() for post in posts} == {Moment(1, 2)}
    assert len({post.head() for post in posts}) == 1


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("void", "1.1 is void, as red withholds the reveal"),
        ("claim", "the game is claimed, as red withholds the reveal of 1.1"),
    ],
)
def test_a_void_or_a_claim_that_comes_says_whose_signature_it_needs(
    act: str, said: str, tmp_path: Path, watch: Watch
) -> None:
    red, blue = crossed(tmp_path, watch)
    watch.later(hours=30)
    decisions.default(blue.replica, "red", act)
    red.take(blue.packets())
    (words,) = [words for _, words, _ in red.desk.journal.told("duel", ("signature",))]
    assert words == f"blue signs that {said}; it holds only if red signs it too."
