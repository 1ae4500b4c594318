"""A file of facts ready to edit: each ship's display, and lines to choose from, all of them comments."""

from __future__ import annotations

from sits_es.orders.frame import read_sheet
from sits_es.rules.xwing.events.followed import ShipLost
from sits_es.rules.xwing.orders.language import LANGUAGE
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import at, board


def test_a_template_shows_displays_and_what_may_be_entered() -> None:
    stands = board(at("Heron", "0", "60.5", "180"), at("Kestrel", "0", "0"), ShipLost(ship="Whale"))
    assert SYSTEM.template(stands, "blue", "my game") == (
        "# What blue enters in round 1, entry 1. What follows a # is a comment.\n"
        "# Lines count in the order written. A text after a colon goes on to the end of its line.\n"
        "# note: TEXT, end round, dispute 1: TEXT and ruling 1 stands: TEXT may stand under any ship of yours.\n"
        'game "my game"\nturn 1\nplayer blue\n'
        "\nship Hawk\n"
        "  # not placed yet, 0 shields, 3 hull\n"
        "  # weapons: Lasers (front)\n"
        "  # place at -40,12.5 facing 30\n"
        "\nship Heron\n"
        "  # at 0,60.5 facing 180, turret front, rear, 0 shields, 3 hull\n"
        "  # weapons: Turret (turret)\n"
        '  # move "2 bank left" to 10,80.5 facing 75\n'
        "  # rotate right,left\n"
        "  # attack Kestrel with Turret  # front, range 1\n"
        "  # lose 1 hull\n"
        "  # critical: TEXT\n"
        "  # remove\n"
        "\nship Whale\n"
        "  # out of the game\n"
    )


def test_unedited_it_enters_nothing_and_each_of_its_lines_can_be_read() -> None:
    stands = board(at("Heron", "0", "60.5", "180"), at("Kestrel", "0", "0"))
    for player in ("red", "blue"):
        text = SYSTEM.template(stands, player, "game")
        assert read_sheet(text, LANGUAGE).lines == ()
        offered = [line.removeprefix("  # ") for line in text.splitlines() if line.startswith("  # ")]
        commands = [
            line for line in offered if line.split()[0] in {"place", "move", "rotate", "attack", "lose", "remove"}
        ]
        edited = f"game game\nturn 1\nplayer {player}\nship X\n" + "\n".join(commands)
        assert len(read_sheet(edited, LANGUAGE).lines) == len(commands) > 3


def test_what_it_offers_to_lose_is_there() -> None:
    stands = board(at("Kestrel", "0", "0"))
    assert "  # lose 1 shield 1 hull\n" in SYSTEM.template(stands, "red", "game")


def test_it_offers_the_attacks_that_can_be_made_and_no_other() -> None:
    stands = board(
        at("Kite", "0", "0"),
        at("Hawk", "0", "140"),
        at("Heron", "-400", "0"),
        at("Whale", "100", "100"),
        at("Kestrel", "0", "-40"),
    )
    offered = [line.strip() for line in SYSTEM.template(stands, "red", "game").splitlines() if "attack" in line]
    assert offered == [
        "# attack Hawk with Lasers  # front, range 2",
        "# attack Hawk with Torpedoes  # front, range 2",
        "# attack Whale with Lasers  # front, range 1",
        "# attack Whale with Torpedoes  # front, range 1",
        "# attack Hawk with Lasers  # front, range 1",
        "# attack Whale with Lasers  # front, range 1",
    ]
    assert "attack" not in SYSTEM.template(stands, "blue", "game").partition("ship Whale")[2]
