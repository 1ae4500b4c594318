"""Stops, runs revealed at once, three peers, spectators, lost letters: ways in which a game by mail goes on."""

from pathlib import Path
from random import Random

import pytest

from sits_es.errors import NotAllowedError
from sits_es.game.events import OrdersDefaulted, OrdersRevealed, OrdersSealed
from sits_es.mail.letters import Letter
from sits_es.post import decisions
from sits_es.post.clock import keep_time
from sits_es.post.desk.settings import post_settings
from sits_es.post.invitations import Wish, invite, join
from sits_es.post.outgoing import outgoing, write_out
from sits_es.post.reports import own_report
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from sits_es.service.audit import audit_game
from tests.endurance.chances import same_chances
from tests.shared.duels import of_three
from tests.shared.posts import ADDRESSES, BLUE, CLOCK, RED, Post, exchange, invited, new_post, peers

pytestmark = pytest.mark.long

STOPPING = "game duel\nturn 1\nplayer blue\nship Sirius\n  2 thrust 4\n  stop if launched at\n"


def sound(post: Post) -> bool:
    return audit_game(post.desk.session.open_game("duel"), []).faults == ()


def test_a_stop_voids_everybodys_later_seals_and_asks_everybody_anew(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    red.seal(RED, 8)
    blue.seal(STOPPING, 8)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 2)
    before = {
        post.player: [signed for signed in post.packets() if signed.packet.kind == "reveal"] for post in (red, blue)
    }
    assert {player: len(reveals) for player, reveals in before.items()} == {"red": 1, "blue": 1}
    for post, text in ((red, "Fearless"), (blue, "Sirius")):
        post.seal(f"game duel\nturn 1\nplayer {post.player}\nship {text}\n  2 thrust 1\n", 2)
    exchange([red, blue])
    assert red.moment() == Moment(1, 3)
    assert red.head() == blue.head()
    assert sound(red)
    assert not red.desk.journal.entries("duel", ("refused", "parked"))


def test_a_run_is_revealed_at_once_where_that_was_agreed(tmp_path: Path) -> None:
    red, blue = peers(tmp_path, reveal="run")
    red.seal(RED, 4)
    blue.seal(BLUE, 4)
    exchange([red, blue])
    assert red.moment() == Moment(1, 5)
    assert red.head() == blue.head()
    assert [len(each.packet.body["segments"]) for each in red.packets() if each.packet.kind == "reveal"] == [4]


def test_at_a_stop_a_run_that_was_revealed_is_void_behind_it(tmp_path: Path) -> None:
    red, blue = peers(tmp_path, reveal="run")
    red.seal(RED, 4)
    blue.seal(STOPPING, 4)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 2)
    for post, text in ((red, "Fearless"), (blue, "Sirius")):
        post.seal(f"game duel\nturn 1\nplayer {post.player}\nship {text}\n  2 thrust 1\n", 3)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 4)
    assert red.head() == blue.head()
    assert sound(blue)


def three(folder: Path) -> tuple[Post, Post, Post]:
    (folder / "three.toml").write_text(of_three())
    posts = [new_post(folder / player, player) for player in ("red", "blue", "green")]
    red = posts[0]
    others = {"blue": ADDRESSES["blue"], "green": "gus@example.org"}
    wish = Wish(rules="sits", scenario=str(folder / "three.toml"), name="duel", me="red", others=others, terms={})
    invitation = invite(red.desk, wish, None, "Anna", ADDRESSES["red"])
    for post in posts[1:]:
        post.take([invitation])
        join(post.desk, "duel", post.player, others[post.player], post.player)
    exchange(posts)
    return posts[0], posts[1], posts[2]


def order(post: Post, segment: int) -> None:
    ship = {"red": "Fearless", "blue": "Sirius", "green": "Hood"}[post.player]
    post.seal(f"game duel\nturn 1\nplayer {post.player}\nship {ship}\n  {segment} thrust 2\n", segment)


def test_three_peers_play_and_end_with_the_same_record(tmp_path: Path) -> None:
    posts = three(tmp_path)
    for post in posts:
        order(post, 2)
    exchange(posts)
    assert {post.moment() for post in posts} == {Moment(1, 3)}
    assert len({post.head() for post in posts}) == 1


def test_a_missing_seal_is_defaulted_when_all_others_sign_and_the_late_seal_counts_no_more(tmp_path: Path) -> None:
    red, blue, green = posts = three(tmp_path)
    for post in posts:
        keep_time(post.desk)
    decisions.set_deadline(red.replica, "2026-01-01T00:00Z", 0)
    exchange(posts)
    decisions.agree(blue.replica)
    decisions.agree(green.replica)
    exchange(posts)
    order(red, 1)
    order(blue, 1)
    for post in (red, blue):
        post.desk.clock = lambda: "2026-01-03T12:00:00+00:00"
    assert decisions.default(red.replica, "green", "drift") == "Signed. Still to sign: blue."
    late = len(green.packets())
    order(green, 1)
    red.take([*blue.packets(), *green.packets()])
    assert red.moment() == Moment(1, 1), "who signed no longer accepts that seal"
    blue.take(red.packets())
    assert decisions.default(blue.replica, "green", "drift") == "Signed by all who must: it holds."
    exchange(posts)
    assert len(green.packets()) > late
    assert {post.moment() for post in posts} == {Moment(1, 2)}
    assert len({post.head() for post in posts}) == 1
    facts = [recorded.event for recorded in red.desk.session.open_game("duel").events()]
    assert OrdersDefaulted(turn=1, segment=1, player="green", by=("blue", "red")) in facts
    assert [fact.player for fact in facts if isinstance(fact, OrdersSealed)] == ["blue", "red"]
    assert [fact.player for fact in facts if isinstance(fact, OrdersRevealed)] == ["blue", "red"]
    assert sound(green)


def test_a_signature_against_a_missing_seal_lapses_when_somebody_who_did_not_sign_reveals(tmp_path: Path) -> None:
    red, blue, green = posts = three(tmp_path)
    for post in posts:
        keep_time(post.desk)
    decisions.set_deadline(red.replica, "2026-01-01T00:00Z", 0)
    exchange(posts)
    decisions.agree(blue.replica)
    decisions.agree(green.replica)
    exchange(posts)
    order(red, 1)
    order(blue, 1)
    blue.take(red.packets())
    order(green, 1)
    blue.take(green.packets())
    green.take([*red.packets(), *blue.packets()])
    assert blue.packets()[-1].packet.kind == "reveal"
    red.desk.clock = lambda: "2026-01-03T12:00:00+00:00"
    decisions.default(red.replica, "green", "drift")
    exchange(posts)
    assert {post.moment() for post in posts} == {Moment(1, 2)}
    assert len({post.head() for post in posts}) == 1
    facts = [recorded.event for recorded in red.desk.session.open_game("duel").events()]
    assert not [fact for fact in facts if isinstance(fact, OrdersDefaulted)]


def looked_on(folder: Path) -> tuple[Post, Post, Post]:
    """Red and blue, whose duel has begun, and eve, who gets reports two exchanges late."""
    red, blue, eve = (new_post(folder / who, who) for who in ("red", "blue", "eve"))
    others = {"blue": ADDRESSES["blue"], "eve": "eve@example.org"}
    wish = Wish(
        rules="sits", scenario="duel", name="duel", me="red", others=others, spectators=("eve",),
        terms={"spectators": 2},
    )  # fmt: skip
    invitation = invite(red.desk, wish, None, "Anna", ADDRESSES["red"])
    for post in (blue, eve):
        post.take([invitation])
        join(post.desk, "duel", post.player, others[post.player], post.player)
    red.take([*blue.packets(), *eve.packets()])
    write_out(red.desk, post_settings(red.desk.folder))
    blue.take(red.packets())
    eve.take([signed for signed in red.packets() if signed.packet.number <= 2])
    return red, blue, eve


def read_by_eve(red: Post, blue: Post, orders: str) -> Letter:
    """The letter that goes to eve once three exchanges are played. orders: red's of all three."""
    red.seal(orders, 3)
    blue.seal(BLUE, 3)
    exchange([red, blue])
    assert red.moment() == Moment(1, 4)
    (letter,) = (each.letter for each in outgoing(red.desk) if each.letter.to == ("eve@example.org",))
    return letter


def test_a_spectator_gets_reports_alone_and_late(tmp_path: Path) -> None:
    red, blue, eve = looked_on(tmp_path)
    assert own_report(eve.replica, -1) == "duel: you look on. Reports come by mail, as late as was agreed."
    assert status_of(eve.desk, eve.desk.seat("duel")).in_words() == "duel: you look on; reports come by mail"
    letter = read_by_eve(red, blue, RED)
    assert letter.packets == ()
    assert letter.subject == "duel 1.1: report - nothing to do"
    assert "Turn 1, segment 1 ---" in letter.report
    assert "Turn 1, segment 2 ---" not in letter.report


def test_a_spectator_is_told_nothing_of_what_was_ordered_since(tmp_path: Path) -> None:
    read: list[tuple[str, str, str]] = []
    for orders in (RED, f"{RED}  2 thrust 2\n  3 pivot to C\n"):
        with same_chances(Random(1)):  # noqa: S311 -- to be the same, not secret
            red, blue, _ = looked_on(tmp_path / str(len(read)))
            letter = read_by_eve(red, blue, orders)
            read.append((letter.subject, letter.report, red.head()))
    (subject, report, head), other = read
    assert (subject, report) == other[:2]
    assert head != other[2], "what was played since differs"


def test_letters_that_were_lost_are_written_once_more_and_change_nothing_where_they_were_not(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    settings = post_settings(red.desk.folder)
    write_out(red.desk, settings)
    red.seal(RED, 1)
    assert len(write_out(red.desk, settings)) == 1
    assert write_out(red.desk, settings) == []
    assert len(write_out(red.desk, settings, "duel")) == 1
    before = blue.desk.journal.entries("duel")
    blue.take(red.packets()[:-1])
    assert blue.desk.journal.entries("duel") == before


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({}, "Nobody is invited as blue."),
        ({"blue": "b@example.org", "gold": "g@example.org"}, "The scenario has no player gold."),
    ],
)
def test_places_must_be_those_of_the_scenario(others: dict[str, str], said: str, tmp_path: Path) -> None:
    red = new_post(tmp_path, "red", lambda: CLOCK)
    with pytest.raises(NotAllowedError) as refusal:
        invited(red, others)
    assert refusal.value.problems == (said, "Players of duel: blue, red.")
