"""Rulings and rewinds: the record stands, or a branch is played on from an earlier exchange."""

from pathlib import Path

import pytest

from sits_es.errors import GameError, NotAllowedError
from sits_es.game.events import RulingMade, SeedMade
from sits_es.post import decisions
from sits_es.rules.moments import Moment
from sits_es.service.forks import fork_game
from tests.shared.posts import BLUE, RED, Post, carry, exchange, facts, peers, sound, thrust, umpired


def play_two(red: Post, blue: Post) -> None:
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    exchange([red, blue])


def test_a_ruling_that_all_signed_upholds_the_record(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    play_two(red, blue)
    decisions.dispute(red.replica, "1.1", "The decoy was spent.")
    assert decisions.rule(red.replica, "1.1", "It was not.", None) == "Signed. Still to sign: blue."
    exchange([red, blue])
    decisions.agree(blue.replica)
    for post in (red, blue):
        post.seal(thrust(post, "duel", 3), 3)
    exchange([red, blue])
    (ruling,) = facts(red, RulingMade)
    assert ruling == RulingMade(
        turn=1, segment=3, about_turn=1, about_segment=1, upheld=True, words="It was not.", by=("blue", "red")
    )
    assert red.head() == blue.head()
    assert sound(red)


def test_a_ruling_that_opens_a_branch_makes_it_the_game_and_the_old_one_stays_readable(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    play_two(red, blue)
    old = red.head()
    decisions.rule(red.replica, "1.2", "The thrust was illegal.", "duel-2")
    exchange([red, blue])
    decisions.agree(blue.replica)
    exchange([red, blue])
    assert red.desk.seat("duel").branch == blue.desk.seat("duel").branch == "duel-2"
    assert red.head() == blue.head() != old
    assert red.desk.session.store.head("duel").digest == old
    assert red.moment() == Moment(1, 2)
    for post in (red, blue):
        post.seal(thrust(post, "duel-2", 2), 2)
    exchange([red, blue])
    assert red.moment() == Moment(1, 3)
    assert red.head() == blue.head()
    assert sound(red)


def test_a_rewind_plays_the_game_on_from_an_earlier_exchange_once_all_have_signed(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    play_two(red, blue)
    fork_game(red.desk.session.open_game("duel"), "1.1", "duel-2", [])
    old = facts(red, SeedMade)
    assert decisions.rewind(red.replica, "1.1", None, None) == "duel-3: Signed. Still to sign: blue."
    exchange([red, blue])
    assert red.desk.seat("duel").branch == "duel"
    assert decisions.agree(blue.replica) == "Signed by all who must: it holds."
    exchange([red, blue])
    assert red.desk.seat("duel").branch == blue.desk.seat("duel").branch == "duel-3"
    assert red.moment() == blue.moment() == Moment(1, 1)
    (ruling,) = facts(red, RulingMade)
    assert ruling == RulingMade(
        turn=1, segment=1, about_turn=1, about_segment=1, upheld=False, words="Played on from 1.1.", by=("blue", "red")
    )
    for post in (red, blue):
        post.seal(thrust(post, "duel-3", 1), 1)
    exchange([red, blue])
    assert red.head() == blue.head()
    assert facts(red, SeedMade)[0] not in old, "it is seeded anew"
    assert sound(blue)


def test_an_umpire_rewinds_alone(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    said = decisions.rewind(ump.replica, "1.1", "The map was misread.", "again")
    assert said == "again: Signed by all who must: it holds."
    carry(ump, red, blue)
    assert {post.desk.seat("duel").branch for post in (ump, red, blue)} == {"again"}
    assert red.head() == blue.head() == ump.head()


@pytest.mark.parametrize(
    ("to", "branch", "said"),
    [
        ("1.3", None, "duel 1.3 has not been played."),
        ("1.1", "duel", "There is already a game duel. Choose another name for the branch."),
    ],
)
def test_a_game_is_rewound_to_an_exchange_that_was_played_and_into_a_new_branch(
    to: str, branch: str | None, said: str, tmp_path: Path
) -> None:
    red, blue = peers(tmp_path)
    play_two(red, blue)
    with pytest.raises(GameError) as refusal:
        decisions.rewind(red.replica, to, None, branch)
    assert str(refusal.value) == said


def test_players_of_an_umpired_game_do_not_rewind_it(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    with pytest.raises(NotAllowedError, match=r"^That is for ump to say in duel\.$"):
        decisions.rewind(red.replica, "1.1", None, None)


def test_an_umpire_rules_alone(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    carry(ump, red, blue)
    assert decisions.rule(ump.replica, "1.1", "The range was misread.", "duel-2") == "Signed by all who must: it holds."
    carry(ump, red, blue)
    assert {post.desk.seat("duel").branch for post in (ump, red, blue)} == {"duel-2"}
    red.seal(RED.replace("game duel", "game duel-2"), 1)
    blue.seal(BLUE.replace("game duel", "game duel-2"), 1)
    carry(ump, red, blue)
    assert red.head() == blue.head() == ump.head()
    assert red.moment() == Moment(1, 2)
