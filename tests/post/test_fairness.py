"""Voids, claims, old games and umpires: whoever has revealed loses nothing by them, and replicas never part."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.render.reports import LetterPrinter
from sits_es.errors import NotNowError
from sits_es.game.events import DeadlineSet, ExchangeVoided, GameClaimed, OrdersDefaulted, SegmentClosed
from sits_es.mail.packet import Signed
from sits_es.post import decisions
from sits_es.post.arrivals import arrive
from sits_es.post.clock import keep_time
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.secrets import Secrets, seal_orders
from sits_es.post.invitations import join
from sits_es.post.protocol.bodies import Ack, Default, Note
from sits_es.post.replica import Replica
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.post.test_ways_of_play import order, three
from tests.shared.posts import (
    ADDRESSES,
    BLUE,
    RED,
    Post,
    carry,
    desks_closed,
    exchange,
    facts,
    invited,
    new_post,
    open_post,
    peers,
    umpired,
    unjudged,
)
from tests.shared.watch import NOON, Watch


@pytest.fixture
def watch() -> Watch:
    return Watch(NOON)


def deadline(watch: Watch, first: Post, second: Post) -> None:
    """Both agree: in a day, with two hours of grace."""
    for post in (first, second):
        keep_time(post.desk)
    decisions.set_deadline(first.replica, decisions.parse_time("+1d", watch()), 2)
    exchange([first, second])
    decisions.agree(second.replica)
    exchange([first, second])


def lose_orders(post: Post) -> None:
    """What this player sealed is on a disk that broke."""
    post.desk.secrets.__exit__(None, None, None)
    (post.desk.keys / "secrets.db").unlink()
    post.desk.secrets = Secrets(post.desk.keys)


def crossed(tmp_path: Path, watch: Watch) -> tuple[Post, Post]:
    """Blue has sealed and revealed, red has both and has played; red's reveal is in the post."""
    red, blue = peers(tmp_path, watch)
    deadline(watch, red, blue)
    red.seal(RED, 1)
    blue.take(red.packets())
    blue.seal(BLUE, 1)
    red.take(blue.packets())
    assert red.moment() == Moment(1, 2)
    assert blue.moment() == Moment(1, 1)
    return red, blue


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
    (closed,) = [each.version for each in blue.desk.session.events("duel") if isinstance(each.event, SegmentClosed)]
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


@pytest.mark.parametrize("act", ["claim", "void"])
def test_a_reveal_that_crosses_a_void_or_a_claim_comes_before_it(act: str, tmp_path: Path, watch: Watch) -> None:
    red, blue = crossed(tmp_path, watch)
    watch.later(hours=30)
    assert decisions.default(blue.replica, "red", act) == "Signed. Still to sign: red."
    (said,) = status_of(blue.desk, blue.desk.seat("duel")).against
    outcome = "the game is claimed" if act == "claim" else "1.1 is void"
    assert said == (
        f"blue signed that {outcome}, as red withholds the reveal of 1.1; it holds only if red signs it too, "
        "and not at all if the reveal comes first."
    )
    exchange([red, blue])
    assert red.head() == blue.head()
    assert red.moment() == blue.moment() == Moment(1, 2)
    assert status_of(blue.desk, blue.desk.seat("duel")).against == ()
    assert red.desk.journal.entries("duel", ("refused", "parked")) == []


def test_a_void_that_crosses_the_last_reveal_of_a_turn_is_judged_in_the_next(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    last = red.replica.chain().rules.most_steps
    red.seal(RED, last)
    blue.seal(BLUE, last)
    exchange([red, blue])
    assert red.moment() == Moment(2, 1)
    chain = blue.replica.chain()
    place = max(version for version, owed in chain.owed.items() if owed == Moment(1, last))
    body = Default(turn=1, segments=(last,), player="red", act="void", seen=3)
    unjudged(blue, body, evolve(chain.head, version=place, digest=chain.digests[place]))
    red.take(blue.packets())
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "blue signs that red withholds 1.break, for which no deadline was agreed."


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


class Crossing:
    """Packets of an exchange that ended in one way, and blue's and red's folders before any of it."""

    def __init__(self, folder: Path, acts: Sequence[str], *, lost: bool) -> None:
        watch = Watch()
        red, blue = peers(folder, watch)
        deadline(watch, red, blue)
        red.seal(RED, 2)
        seals = red.packets()
        blue.seal(BLUE, 2)
        blue.take(seals)
        if lost:
            lose_orders(red)
        for post in (red, blue):
            post.desk.__exit__(None, None, None)
            shutil.copytree(folder / post.player, folder / f"{post.player}-start")
        red, blue = (open_post(folder / player, player, watch) for player in ("red", "blue"))
        self.folder, self.watch = folder, watch
        red.take(blue.packets())
        watch.later(hours=40)
        for act in acts:
            decisions.default(blue.replica, "red", act)
        red.take(blue.packets())
        if lost:
            decisions.agree(red.replica, acts[0])
        exchange([red, blue])
        assert red.head() == blue.head()
        self.head, self.moment = red.head(), red.moment()
        self.packets = {"red": red.packets(), "blue": blue.packets()}
        self.facts = facts(red, ExchangeVoided) + facts(red, GameClaimed)


ACTS = [("void",), ("claim",), ("void", "claim")]


@pytest.fixture(scope="module", params=[(acts, lost) for acts in ACTS for lost in (False, True)])
def crossing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Crossing:
    acts, lost = request.param
    with desks_closed():
        found = Crossing(tmp_path_factory.mktemp("crossing"), acts, lost=lost)
    assert len(found.facts) == int(lost), "only what the accused signed too becomes a fact"
    assert found.moment == Moment(1, 1 if lost else 3)
    return found


@settings(max_examples=6)
@given(data=st.data())
def test_whatever_comes_first_of_reveals_voids_and_claims_the_records_end_the_same(
    data: st.DataObject, crossing: Crossing, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Both players, each with the same packets in an order of its own."""
    for player in ("red", "blue"):
        every = [signed for packets in crossing.packets.values() for signed in packets]
        arriving = data.draw(st.permutations(every))
        days = data.draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))
        folder = tmp_path_factory.mktemp("day") / player
        shutil.copytree(crossing.folder / f"{player}-start", folder)
        with Desk(folder, crossing.watch, printer=LetterPrinter()) as desk:
            known = desk.journal.last_number("duel", player)
            theirs = [signed for signed in arriving if signed.packet.sender != player]
            mine = [signed for signed in crossing.packets[player] if signed.packet.number > known]
            _bring(desk, theirs, mine, days)
            assert desk.session.store.head("duel").digest == crossing.head
            assert desk.journal.entries("duel", ("refused", "parked")) == []
        shutil.rmtree(folder)


def _bring(desk: Desk, theirs: Sequence[Signed], mine: Sequence[Signed], days: Sequence[bool]) -> None:
    """Let the others' packets come in an order; one's own are made again by one's program, or were signed before."""
    for signed in mine:
        if signed.packet.kind in ("default", "deadline"):
            arrive(desk, signed, "by hand")
    for signed, settle in zip(theirs, days, strict=False):
        arrive(desk, signed, "by hand")
        if settle:
            Replica(desk, desk.seat("duel")).settle()
    Replica(desk, desk.seat("duel")).settle()


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


def test_packets_of_an_older_game_of_the_same_name_are_refused(tmp_path: Path) -> None:
    old_red, old_blue = peers(tmp_path / "old")
    old_red.seal(RED, 3)
    old_blue.seal(BLUE, 3)
    exchange([old_red, old_blue])
    old_blue.replica.post(Note(words="Let us stop here."))
    red, blue = peers(tmp_path / "new")
    assert red.replica.key_of("blue") == old_blue.replica.key_of("blue")
    stale = [signed for signed in old_blue.packets() if signed.packet.kind != "join"]
    red.seal(RED, 3)
    red.take(stale)
    assert red.desk.journal.last_number("duel", "blue") == 1
    (said,) = [entry.why for entry in red.desk.journal.entries("duel", ("refused",))]
    wrong = "The seal 2 of blue in duel has the mark of another game of this name, or none"
    assert said == f"{wrong}; only packets of this game count."
    blue.seal(BLUE, 3)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 4)
    assert red.head() == blue.head()
    red.take(stale)
    refused = {entry.signed.digest for entry in red.desk.journal.entries("duel", ("refused",))}
    assert refused == {signed.digest for signed in stale}
    reasons = [entry.why for entry in red.desk.journal.entries("duel", ("refused",))]
    assert not [words for words in reasons if "has the mark of another game" not in words]


def test_a_packet_whose_record_began_otherwise_is_refused_and_takes_no_number(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    chain = blue.replica.chain()
    head = evolve(chain.head, digest="ab" * 32)
    assert head.version == chain.beginning
    orders = {Moment(1, 1): ("Sirius: thrust 1",)}
    unjudged(blue, seal_orders(chain, "blue", orders, blue.desk.secrets, os.urandom), head)
    red.take(blue.packets())
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "The seal 2 of blue in duel is of a game that began differently from this one."
    assert red.desk.journal.last_number("duel", "blue") == 1


def test_every_invitation_has_a_mark_of_its_own_and_one_without_is_refused(tmp_path: Path) -> None:
    red, other, blue = (new_post(tmp_path / name, name) for name in ("red", "other", "blue"))
    first = invited(red, {"blue": ADDRESSES["blue"]})
    second = invited(evolve(other, player="red"), {"blue": ADDRESSES["blue"]})
    marks = [signed.packet.body["created"][1]["terms"]["mark"] for signed in (first, second)]
    assert marks[0] != marks[1]
    assert [len(bytes.fromhex(mark)) for mark in marks] == [32, 32]
    topic, created = first.packet.body["created"]
    without = {**created, "terms": {key: value for key, value in created["terms"].items() if key != "mark"}}
    bare = red.signed_anew(first, {**first.packet.body, "created": [topic, without]})
    blue.take([bare])
    (entry,) = blue.desk.journal.entries("duel", ("refused",))
    assert entry.why == (
        "The invitation has no mark, by which packets of another game of this name could be told apart."
    )
    blue.take([first])
    join(blue.desk, "duel", "Ben", ADDRESSES["blue"])


@pytest.mark.parametrize("receipt", [False, True])
def test_a_player_whom_the_umpire_defaults_although_he_sealed_is_told_plainly(
    receipt: bool, tmp_path: Path, watch: Watch
) -> None:
    ump, red, blue = umpired(tmp_path, watch)
    keep_time(ump.desk)
    decisions.set_deadline(ump.replica, "2026-01-03T12:00Z", 0)
    carry(ump, red, blue)
    blue.seal(BLUE, 1)
    watch.later(hours=25)
    seal = blue.packets()[-1]
    red.seal(RED, 1)
    decisions.default(ump.replica, "blue", "drift")
    if receipt:
        ump.replica.post(Ack(packet=seal.digest, words="came"))
    ump.take(red.packets())
    for post in (red, blue):
        post.take(ump.packets())
    assert [fact.player for fact in facts(blue, OrdersDefaulted) if isinstance(fact, OrdersDefaulted)] == ["blue"]
    told = [words for _, words, _ in blue.desk.journal.told("duel", ("difference",))]
    though = ", though ump gave a receipt for it" if receipt else ""
    number = seal.packet.number
    said = f"ump resolved 1.1 without your orders, which you had sealed with packet {number}{though}."
    assert told == [f"{said} If it came in time: sits dispute duel 1.1 WHY"]
    assert red.desk.journal.told("duel", ("difference",)) == []


def test_a_deadline_that_both_signed_for_the_exchange_is_known_before_it_is_on_the_record(
    tmp_path: Path, watch: Watch
) -> None:
    red, blue = crossed(tmp_path, watch)
    assert len(facts(red, DeadlineSet)) == 1
    assert facts(blue, DeadlineSet) == []
    watch.later(hours=30)
    decisions.default(blue.replica, "red", "claim")
    red.take(blue.packets())
    assert red.desk.journal.last_number("duel", "blue") == blue.packets()[-1].packet.number


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
