"""What sits orders check says that sealing would do in a game by mail."""

import re
from pathlib import Path

from sits_es.post.invitations import join
from sits_es.post.orders import seal_text
from sits_es.post.preview import before_sealing
from tests.post.example_games import give, go_round, posts, sheet
from tests.post.protocol.open_table import RULES
from tests.shared.careful import careful
from tests.shared.posts import ADDRESSES, NAMES, Post, invited, new_post
from tests.systems.installed import installed

RED = "game duel\nturn 1\nplayer red\nship Fearless\n  1 thrust 6\n  3 launch port 1 salvo at Sirius\n"
OTHER = "game duel\nturn 1\nplayer red\nship Fearless\n  1-3 thrust 2\n"
SEAL = "sits orders seal 'red 1.orders'"


def before(post: Post, text: str, player: str | None = None) -> tuple[str, ...]:
    return before_sealing(post.desk, "red 1.orders", text, player)


def test_it_says_which_exchanges_would_be_sealed_and_how_much_room_they_take(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    said = (
        f"To seal them for duel 1.1 to 1.3: {SEAL}",
        "Nothing is ordered for 1.2, and that is sealed too.",
        "1.4 to 1.break: not sealed, so you can order there later.",
        "They can be taken back until their letter is written: sits orders unseal duel",
    )
    assert before(red, RED) == before(red, RED, "red")
    assert before(red, RED)[:4] == said
    assert re.fullmatch(
        r"Room in the box of an exchange: [45]\d of 512 bytes are used at the most, in 1\.3\.", before(red, RED)[4]
    )
    assert "seal" not in [signed.packet.kind for signed in red.packets()], "nothing is sealed by looking"


def test_what_is_sealed_already_is_said_just_as_it_stands(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    seal_text(red.replica, "red 1.orders", RED)
    (said,) = before(red, RED)
    assert said == (
        "Your orders for duel 1.1 to 1.3 are already sealed, just as they are here; no letter with it is written yet. "
        "To take it back: sits orders unseal duel"
    )
    stands = "game duel\nturn 1\nplayer red\n\nship Fearless\n  1      thrust 6\n  3      launch port 1 salvo at Sirius"
    first, second = before(red, OTHER)
    assert first.startswith("red has already sealed duel up to 1.3, and ")
    assert second == f"What stands:\n\n{stands}"
    assert before(red, OTHER.replace("1-3", "1-4"))[:2] == (
        f"To seal them for duel 1.4: {SEAL}",
        "1.1 to 1.3: already sealed; what the file says there is not read.",
    )


def test_a_game_that_is_not_played_by_mail_here_or_by_somebody_else_says_nothing(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    assert before(red, RED.replace("game duel", "game other")) == ()
    assert before(red, RED, "blue") == ()


def test_without_the_umpires_seal_nothing_can_be_sealed_yet(tmp_path: Path) -> None:
    ump, red = new_post(tmp_path / "ump", "ump"), new_post(tmp_path / "red", "red")
    blue = new_post(tmp_path / "blue", "blue")
    invitation = invited(ump, {player: ADDRESSES[player] for player in ("red", "blue")}, "ump")
    for post in (red, blue):
        post.take([invitation])
        join(post.desk, "duel", NAMES[post.player], ADDRESSES[post.player])
    ump.take([*red.packets(), *blue.packets()])
    red.take([signed for signed in ump.packets() if signed.packet.kind != "seal"])
    assert before(red, RED) == ("The umpire's seal for 1.1 is not here yet. Wait for it.",)
    red.take(ump.packets())
    assert before(red, RED)[0] == f"To seal them for duel 1.1 to 1.3: {SEAL}"


def test_orders_in_the_open_are_told_as_that(tmp_path: Path) -> None:
    with installed(*RULES):
        found = posts(tmp_path, "slots", "narrows")
        for player in ("red", "blue"):
            give(found[player], "haste 1")
        go_round(found)
        owed = found["red"].replica.chain().game.owed
        assert owed is not None
        (player,) = owed.orders_by
        (said,) = before(found[player], sheet(player, 1, "fly to 3" if player == "red" else "fly to 2"))
        assert said == f"To give them in the open for duel {owed.label}, for all to read: {SEAL}"
