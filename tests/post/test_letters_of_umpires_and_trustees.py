"""Letters where not everybody is a player: games with an umpire, and a trustee between two players.

What goes from one folder to another is here what letters carry to their readers, and nothing else.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from sits_es.game.events import OrdersRevealed
from sits_es.post.outgoing import Outgoing, confirm, leave, note, outgoing
from sits_es.rules.moments import Moment
from tests.post.example_games import posts
from tests.post.test_lost_mail import titles
from tests.post.test_ways_of_play import order
from tests.shared.careful import careful, terms
from tests.shared.posts import BLUE, RED, Post, facts, sound, thrust
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

Found = Mapping[str, Post]


def written(post: Post) -> list[Outgoing]:
    """Letters that are due, marked as written, receipts among them."""
    post.replica.settle()
    confirm(post.replica, wanted=True)
    found = list(outgoing(post.desk))
    for each in found:
        leave(post.desk, each)
        note(post.desk, each)
    return found


def carry_letters(found: Found, *, lost: tuple[str, ...] = ()) -> list[tuple[str, str, list[str]]]:
    """Write and deliver letters until nobody has any more; who wrote to whom and what.

    lost: whose letters, from them and to them, are lost.
    """
    told: list[tuple[str, str, list[str]]] = []
    for _ in range(40):
        moved = False
        for writer, post in found.items():
            for each in written(post):
                moved = True
                told.append((writer, each.player, titles(each)))
                if each.player in found and each.player not in lost and writer not in lost:
                    found[each.player].take(each.letter.packets)
        if not moved:
            return told
    raise AssertionError("the letters do not come to rest")


def at_table(folder: Path, clock: Watch) -> dict[str, Post]:
    """An umpire with two players, all letters of the beginning written and delivered."""
    found = careful(folder, umpire="ump", clock=clock)
    carry_letters(found)
    return found


def test_in_umpired_games_players_write_to_the_umpire_and_everybody_to_their_own_mailbox(tmp_path: Path) -> None:
    clock = Watch()
    found = at_table(tmp_path, clock)
    found["red"].seal(RED, 1)
    found["blue"].seal(BLUE, 1)
    told = carry_letters(found)
    assert {(writer, reader) for writer, reader, _ in told} == {
        *(("red", reader) for reader in ("ump", "red")),
        *(("blue", reader) for reader in ("ump", "blue")),
        *(("ump", reader) for reader in ("ump", "red", "blue")),
    }
    assert {title for writer, _, inside in told for title in inside if not title.endswith(f"of {writer}")} == set()
    assert len({post.head() for post in found.values()}) == 1
    assert found["red"].moment() == Moment(1, 2)


def test_in_umpired_games_too_what_is_not_confirmed_goes_out_again(tmp_path: Path) -> None:
    clock = Watch()
    found = at_table(tmp_path, clock)
    found["red"].seal(RED, 1)
    found["blue"].seal(BLUE, 1)
    carry_letters({"red": found["red"]})  # and is lost
    carry_letters(found, lost=("red",))
    clock.later(days=2)
    assert carry_letters(found) == []
    clock.later(days=1)
    told = carry_letters(found)
    assert any("seal of red" in inside for writer, reader, inside in told if (writer, reader) == ("red", "ump"))
    assert {post.moment() for post in found.values()} == {Moment(1, 2)}
    # the umpire's bundle is lost on its way to blue
    for player in ("red", "blue"):
        found[player].seal(thrust(found[player], "duel", 2), 2)
    carry_letters(found, lost=("blue",))
    assert found["blue"].moment() == Moment(1, 2)
    clock.later(days=3)
    carry_letters(found)
    assert {post.moment() for post in found.values()} == {Moment(1, 3)}
    assert len({post.head() for post in found.values()}) == 1
    assert all(sound(post) for post in found.values())


def test_a_trustee_gets_all_letters_and_with_the_opponent_opens_what_is_not_revealed(tmp_path: Path) -> None:
    clock = Watch()
    named = terms(escrow=True, trustee="tess")
    found = posts(tmp_path, "sits", "duel", ("red", "blue"), clock=clock, spectators=("tess", "sam"), **named)
    carry_letters(found)
    order(found["red"], 1)
    told = carry_letters({"red": found["red"], "blue": found["blue"], "tess": found["tess"], "sam": found["sam"]})
    assert {reader for writer, reader, inside in told if writer == "red" and "seal of red" in inside} == {
        "red", "blue", "tess",
    }  # fmt: skip
    order(found["blue"], 1)
    # red is gone for good: nothing more comes from red, and nothing reaches red
    others = {player: post for player, post in found.items() if player != "red"}
    carry_letters(others)
    assert {post.moment() for player, post in others.items() if player != "sam"} == {Moment(1, 1)}
    clock.later(days=8)
    told = carry_letters(others)
    assert {writer for writer, _, inside in told if f"share of {writer}" in inside} == {"blue", "tess"}
    assert found["blue"].moment() == found["tess"].moment() == Moment(1, 2)
    assert found["blue"].head() == found["tess"].head()
    opened = [fact.player for fact in facts(found["blue"], OrdersRevealed) if isinstance(fact, OrdersRevealed)]
    assert sorted(opened) == ["blue", "red"]
    # red comes back, and goes on from the same record
    clock.later(days=7)
    carry_letters(found)
    assert found["red"].head() == found["blue"].head() == found["tess"].head()
    assert all(sound(found[player]) for player in ("red", "blue", "tess"))
