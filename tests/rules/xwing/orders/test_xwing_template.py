"""A file of facts ready to edit: each ship's display, and lines to choose from, all of them comments."""

from __future__ import annotations

from sits_es.orders.frame import read_sheet
from sits_es.rules.xwing.board import Board
from sits_es.rules.xwing.entries.facts import ShipLost
from sits_es.rules.xwing.orders.language import LANGUAGE
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import at, board, enter, said


def test_a_template_shows_displays_and_what_may_be_entered() -> None:
    stands = board(at("Heron", "0", "60.5", "180"), at("Kestrel", "0", "0"), ShipLost(ship="Whale"))
    assert SYSTEM.template(stands, "blue", "my game") == (
        "# blue's facts for round 1, entry 1. Text after # is a comment.\n"
        "# Lines are carried out in the order written. Text after a colon runs to the end of the line.\n"
        "# Write by ruling: TEXT after an attack that you agreed on but these rules can't prove: with a huge ship's "
        "turret, at a ship of your own side, or where the printed page says nothing. TEXT is the ruling.\n"
        '# A ship moves by template: 2 bank left. For any other move: move "barrel roll" to X,Y facing DEGREES.\n'
        "# Below any of your ships, note: TEXT keeps a note, and end round ends the round.\n"
        'game "my game"\nturn 1\nplayer blue\n'
        "\nship Hawk\n"
        "  # not placed yet, 0 shields, 3 hull\n"
        "  # weapons: Lasers (front)\n"
        "  # place at -40,12.5 facing 30\n"
        "\nship Heron\n"
        "  # at 0,60.5 facing 180, turret front, rear, 0 shields, 3 hull\n"
        "  # weapons: Turret (turret)\n"
        "  # 1 straight  # to 0,60 facing 180; stopped by Kestrel\n"
        "  # 2 bank left  # to 66.36,-99.708 facing 135\n"
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
            line for line in offered if line.split()[0] in {"place", "1", "2", "rotate", "attack", "lose", "remove"}
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
    assert attacks(stands, "red") == [
        "# attack Hawk with Lasers  # front, range 2",
        "# attack Hawk with Torpedoes  # front, range 2",
        "# attack Whale with Lasers  # front, range 1",
        "# attack Whale with Torpedoes  # front, range 1",
        "# attack Hawk with Lasers  # front, range 1",
        "# attack Whale with Lasers  # front, range 1",
    ]


def attacks(stands: Board, player: str) -> list[str]:
    """The attacks that a file offers."""
    return [line.strip() for line in SYSTEM.template(stands, player, "game").splitlines() if "  # attack" in line]


def test_a_huge_ships_turret_attacks_and_turns_by_a_ruling_and_the_file_says_so() -> None:
    stands = board(at("Whale", "0", "0"), at("Kestrel", "0", "300"), at("Kite", "0", "-900"))
    assert attacks(stands, "blue") == ["# attack Kestrel with Turret by ruling: TEXT"]
    assert "  # rotate front by ruling: TEXT\n" in SYSTEM.template(stands, "blue", "game")
    assert said(stands, "blue", "Whale: attack Kestrel with Turret by ruling: as the appendix has it") == []
    assert said(stands, "blue", "Whale: rotate front by ruling: as the appendix has it") == []


def test_attacks_are_named_by_number_to_those_who_may_dispute_them_or_rule_on_them() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", "100", "180"))
    stands, _ = enter(stands, "red", "Kestrel: attack Hawk with Lasers", "Kestrel: attack Hawk with Torpedoes")
    assert offers(stands, "red") == []
    assert offers(stands, "blue") == [
        "# You may also write dispute 1: TEXT (Kestrel at Hawk with Lasers).",
        "# You may also write dispute 2: TEXT (Kestrel at Hawk with Torpedoes).",
    ]
    stands, _ = enter(stands, "blue", "Hawk: dispute 1: it stands behind the line", "Hawk: end round")
    for player in ("red", "blue"):
        assert offers(stands, player)[0] == (
            "# You may also write ruling 1 stands: TEXT or ruling 1 does not stand: TEXT (Kestrel at Hawk with Lasers)."
        )
    stands, _ = enter(stands, "red", "Kestrel: ruling 1 stands: measured again", "Kestrel: end round")
    assert offers(stands, "blue") == []  # what nobody spoke against for two rounds is left in peace


def offers(stands: Board, player: str) -> list[str]:
    """What a file says of attacks that were declared."""
    return [
        line for line in SYSTEM.template(stands, player, "game").splitlines() if line.startswith("# You may also write")
    ]
