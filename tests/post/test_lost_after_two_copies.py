"""A folder that had gone on from two copies comes back to the packets that the others have gone on from."""

from pathlib import Path

import pytest

from sits_es.post.copies import copy_for
from sits_es.post.protocol.bodies import Note
from sits_es.rules.moments import Moment
from tests.endurance.fleets import CRUISERS
from tests.post.grinding import TRIO
from tests.post.test_lost_folders import told
from tests.post.test_umpires_twice_told import older
from tests.shared.careful import careful
from tests.shared.posts import Post, exchange, sound, with_a_key_alone

pytestmark = pytest.mark.long


def drift(post: Post, upto: int) -> None:
    post.seal(f"game duel\nturn 1\nplayer {post.player}\n", upto)


def test_what_others_packets_that_wait_name_counts_too(tmp_path: Path) -> None:
    """Blue had taken a note of red's restored folder, and then, as green had, the reveal of the other one.

    The packets in which both say so wait for each other until the exchange is over here.
    """
    (tmp_path / "scenario.toml").write_text(CRUISERS.scenario(TRIO))
    red, blue, green = careful(tmp_path, TRIO, str(tmp_path / "scenario.toml")).values()
    for post in (red, blue, green):
        drift(post, 1)
    again = older(tmp_path, red)
    red.take([*blue.packets(), *green.packets()])
    red.replica.post(Note(words="I have revealed."))
    again.replica.post(Note(words="Hello."))
    blue.take([*red.packets()[:4], *green.packets()])
    revealed = blue.packets()
    blue.take(again.packets())
    blue.replica.post(Note(words="Hello, red."))
    green.take([*red.packets(), *revealed])
    drift(green, 2)
    blue.take([*red.packets(), *green.packets()])
    for words in ("Hello?", "Is anybody there?"):
        again.replica.post(Note(words=words))
    blue.take(again.packets())
    assert blue.moment() == green.moment() == Moment(1, 2)
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "red")])
    assert anew.head() == blue.head() == green.head()
    assert [each.digest for each in anew.packets()] == [each.digest for each in red.packets()]
    assert sound(anew)


def test_what_came_back_and_waits_for_what_nobody_has_any_more_gives_way_to_what_others_have_taken(
    tmp_path: Path,
) -> None:
    """Red's lost note answers a note of blue's that blue has lost as well; red's restored folder has sent another."""
    red, blue = careful(tmp_path).values()
    lost, again = older(tmp_path, blue), older(tmp_path, red)
    lost.replica.post(Note(words="Nobody will have this."))
    red.take(lost.packets())
    red.replica.post(Note(words="I have your note."))
    again.replica.post(Note(words="Is anybody there?"))
    blue.take(again.packets())
    blue.replica.post(Note(words="I am."))
    blue.take(red.packets())
    sent = [each.digest for each in again.packets()]
    again.take([*red.packets(), *blue.packets()])
    assert [each.digest for each in again.packets()] == sent
    assert told(again, "restored")[-1] == (
        f"Others have taken other packets of yours than those that wait here from packet {len(sent)} on. What they "
        "have taken counts again, and what was sent from here since does not."
    )
    for post in (again, blue):
        drift(post, 1)
    exchange([again, blue])
    assert again.moment() == blue.moment() == Moment(1, 2)
    assert again.head() == blue.head()
