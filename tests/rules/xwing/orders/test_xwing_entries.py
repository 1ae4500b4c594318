"""What can't be entered in X-Wing, each refusal in its exact words, and what just can."""

from __future__ import annotations

import pytest
from attrs import evolve

from sits_es.rules.refusals import Refusal
from sits_es.rules.xwing.attacks.facts import AttackEntered
from sits_es.rules.xwing.entries.facts import ShipLost
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import ALL, HAWK, KESTREL, at, board, enter, lines, refused, said
from tests.shared.rows import each_row

#: Kestrel looks up the table at Hawk, 100 mm away; Kite is to its left, Heron far above, Whale to its right.
TABLE = (
    at("Kestrel", "0", "0"),
    at("Kite", "-200", "0"),
    at("Hawk", "0", "140", "180"),
    at("Heron", "0", "600"),
    at("Whale", "250", "0"),
)

HUGE = "Whale is huge, and the program has no rules for huge ships' turrets."


@each_row(
    ("player", "line", "answer"),
    [
        ("red", "Hwak: end round", "There is no ship Hwak. Ships: Kestrel, Kite."),
        ("red", "Kestral: end round", "There is no ship Kestral. Did you mean Kestrel? Ships: Kestrel, Kite."),
        ("red", "Hawk: end round", "Hawk is blue's. red enters facts about Kestrel and Kite."),
        (
            "red",
            "Kestrel: place at 1,2 facing 3",
            "Kestrel is already placed, at 0,0 facing 0. Enter the ship's next place as a move.",
        ),
        ("red", "Kestrel: rotate left", "Kestrel has no turret arc indicator. Leave rotate out."),
        ("red", "Kite: rotate left", "Kite: The turret already points to the left. Rotate the turret to another arc."),
        (
            "red",
            "Kite: rotate left,right",
            "Kite: A single turret stays single. Rotate the turret to one arc, not to right and left.",
        ),
        (
            "blue",
            "Heron: rotate left",
            "Heron: A double turret stays double. Rotate the turret to two opposite arcs, not to left.",
        ),
        (
            "blue",
            "Heron: rotate front,left",
            (
                "Heron: A double turret points to opposite arcs, not to front and left. "
                "Write front and rear, or left and right."
            ),
        ),
        ("blue", "Whale: rotate front", f"{HUGE} Write rotate front by ruling: TEXT."),
        ("blue", "Whale: attack Kestrel with Turret", f"{HUGE} Write by ruling: TEXT after Turret."),
        (
            "red",
            "Kestrel: attack Hawke with Lasers",
            "Kestrel: There is no target Hawke. Did you mean Hawk? Targets: Hawk, Heron, Whale.",
        ),
        ("red", "Kestrel: attack Kestrel with Lasers", "Kestrel can't attack itself."),
        ("red", "Kestrel: attack Kestrel with Lasers by ruling: odd", "Kestrel can't attack itself."),
        ("red", "Kestrel: attack Kite with Lasers", "Kestrel: Kite is on the same side, red."),
        (
            "red",
            "Kestrel: attack Hawk with Laser",
            "Kestrel: There is no weapon Laser. Did you mean Lasers? Weapons: Lasers, Torpedoes.",
        ),
        (
            "red",
            "Kestrel: attack Whale with Torpedoes",
            (
                "Kestrel: Whale is not in front, where Torpedoes attacks. "
                "It is in right, full-front and full-rear, 190 mm away."
            ),
        ),
        ("red", "Kestrel: attack Heron with Lasers", "Kestrel: Heron is 540 mm away, beyond range 3."),
        ("red", "Kestrel: lose 3 shields", "Kestrel has 2 shields left, so it can't lose 3."),
        ("red", "Kestrel: lose 4 hull", "Kestrel has 3 hull left, so it can't lose 4."),
        ("blue", "Hawk: lose 1 shield", "Hawk has 0 shields left, so it can't lose 1."),
        ("red", "Kestrel: regain 1 shield", "Kestrel has 2 of 2 shields, so it can't regain 1."),
        ("red", "Kestrel: regain 1 hull", "Kestrel has 3 of 3 hull, so it can't regain 1."),
        ("blue", "Hawk: dispute 1: why", "Hawk: there is no attack 1: none has been declared yet."),
        ("blue", "Hawk: ruling 1 stands: so", "Hawk: there is no attack 1: none has been declared yet."),
    ],
)
def test_what_can_not_be_entered_is_refused(player: str, line: str, answer: str) -> None:
    assert said(board(*TABLE), player, line) == [answer]


def test_whoever_has_no_ship_is_told_of_all() -> None:
    known = ", ".join(sorted(ship.ship for ship in ALL))
    assert said(board(), "green", "Nobody: end round") == [f"There is no ship Nobody. Ships: {known}."]


def test_what_speaks_against_a_fact_says_which_of_them_and_which_word() -> None:
    found = refused(board(*TABLE), "red", "Kestrel: end round", "Kestrel: attack Nobody with Guns", "Kite: end round")
    assert found == [
        Refusal("Kestrel: There is no target Nobody. Targets: Hawk, Heron, Whale.", "target", 1),
        Refusal("Kestrel: There is no weapon Guns. Weapons: Lasers, Torpedoes.", "weapon", 1),
        Refusal("Kite: the round already ends with this entry. Keep one end round.", None, 2),
    ]


@pytest.mark.parametrize("line", ["move straight to 0,0 facing 0", "attack Hawk with Lasers"])
def test_a_ship_that_is_not_placed_neither_moves_nor_attacks(line: str) -> None:
    answer = "Kestrel is not placed yet. Place the ship first: place at X,Y facing DEGREES."
    assert said(board(*TABLE[1:]), "red", f"Kestrel: {line}") == [answer]


def test_a_target_that_is_not_placed_is_not_attacked() -> None:
    assert said(board(TABLE[0]), "red", "Kestrel: attack Hawk with Lasers") == ["Kestrel: Hawk is not placed yet."]


@each_row(
    "line",
    [
        "place at 0,0 facing 0",
        "move straight to 0,0 facing 0",
        "rotate rear",
        "attack Hawk with Lasers",
        "lose 1 hull",
        "regain 1 hull",
        "critical: x",
        "remove",
    ],
)
def test_a_ship_that_is_out_of_the_game_does_nothing(line: str) -> None:
    lost = board(*TABLE, ShipLost(ship="Kestrel"))
    assert said(lost, "red", f"Kestrel: {line}") == ["Kestrel is out of the game: it has no hull left."]
    removed, _ = enter(board(*TABLE), "red", "Kestrel: remove: fled")
    assert said(removed, "red", f"Kestrel: {line}") == ["Kestrel is out of the game: it was removed."]


def test_a_target_that_is_out_of_the_game_is_not_attacked() -> None:
    lost = board(*TABLE, ShipLost(ship="Hawk"))
    answer = "Kestrel: Hawk is out of the game: it has no hull left."
    assert said(lost, "red", "Kestrel: attack Hawk with Lasers") == [answer]
    assert said(lost, "red", "Kestrel: attack Hawk with Lasers by ruling: it fires back") == [answer]


def test_words_disputes_rulings_and_the_end_of_a_round_need_no_ship_in_the_game() -> None:
    stands, _ = enter(board(*TABLE), "red", "Kestrel: attack Hawk with Lasers")
    stands, _ = enter(stands, "blue", "Hawk: lose 3 hull")
    assert stands.ships["Hawk"].gone == "lost"
    stands, _ = enter(stands, "blue", "Hawk: dispute 1: too far", "Hawk: note: we look again", "Hawk: end round")
    assert (stands.turn, stands.entry) == (2, 1)
    enter(stands, "red", "Kestrel: ruling 1 stands: 100 mm")


def test_lines_count_in_the_order_written() -> None:
    stands = board(*TABLE[1:])
    enter(stands, "red", "Kestrel: place at 0,0 facing 0", "Kestrel: attack Hawk with Lasers")
    assert said(stands, "red", "Kestrel: attack Hawk with Lasers", "Kestrel: place at 0,0 facing 0") == [
        "Kestrel is not placed yet. Place the ship first: place at X,Y facing DEGREES."
    ]
    enter(stands, "red", "Kestrel: lose 2 shields", "Kestrel: regain 2 shields")
    assert said(stands, "red", "Kestrel: lose 3 hull", "Kestrel: regain 1 hull") == [
        "Kestrel is out of the game: it has no hull left."
    ]


def test_an_attack_is_disputed_once_and_ruled_on_once() -> None:
    stands, _ = enter(board(*TABLE), "red", "Kestrel: attack Hawk with Lasers")
    assert said(stands, "blue", "Hawk: dispute 2: why") == ["Hawk: there is no attack 2, only attack 1."]
    assert said(stands, "blue", "Hawk: ruling 1 stands: so") == [
        "Hawk: nobody disputes attack 1. Enter dispute 1: TEXT first."
    ]
    stands, _ = enter(stands, "blue", "Hawk: dispute 1: not in the arc")
    assert said(stands, "blue", "Heron: dispute 1: again") == ["Heron: attack 1 is already disputed, by blue."]
    stands, _ = enter(stands, "red", "Kestrel: ruling 1 does not stand: misread", "Kestrel: attack Hawk with Lasers")
    answer = "attack 1 has already been ruled on: it does not stand."
    assert said(stands, "blue", "Hawk: dispute 1: again") == [f"Hawk: {answer}"]
    assert said(stands, "red", "Kite: ruling 1 stands: after all") == [f"Kite: {answer}"]
    assert said(stands, "red", "Kite: dispute 3: why") == ["Kite: there is no attack 3, only attacks 1 to 2."]
    stands, _ = enter(stands, "red", "Kite: dispute 2: of our own", "Kite: ruling 2 stands: yes")
    assert said(stands, "blue", "Hawk: dispute 2: x") == ["Hawk: attack 2 has already been ruled on: it stands."]


@each_row("spot", ["457,0", "-457,457", "0,-457"])
def test_a_ship_may_stand_with_its_middle_at_the_edge_of_the_table(spot: str) -> None:
    assert said(board(table=("914", "914")), "red", f"Kestrel: place at {spot} facing 0") == []


@each_row("spot", ["457.001,0", "-457,457.5", "0,-458"])
def test_no_ship_stands_off_the_table(spot: str) -> None:
    off = f"Kestrel: {spot} is off the table, which reaches from -457,-457 to 457,457."
    leaves = f"{off} If the ship leaves the table, enter remove."
    assert said(board(table=("914", "914")), "red", f"Kestrel: place at {spot} facing 0") == [off]
    assert said(board(TABLE[0], table=("914", "914")), "red", f"Kestrel: move far to {spot} facing 0") == [leaves]
    assert said(board(TABLE[0]), "red", f"Kestrel: move far to {spot} facing 0") == []


def test_a_file_that_is_only_checked_is_looked_at_line_by_line_as_if_it_were_entered() -> None:
    given = lines("Kestrel: place at 0,0 facing 0", "Kestrel: attack Hawk with Lasers", "Kestrel: lose 9 hull")
    stands = board(*TABLE[1:])
    found = [[problem.message for problem in SYSTEM.problems(stands, 1, fact, given)] for fact in given]
    assert found == [[], [], ["Kestrel has 3 hull left, so it can't lose 9."]]
    nobody = AttackEntered(ship="Nobody", target="Hawk", weapon="Lasers")
    assert len([*SYSTEM.problems(stands, 1, nobody, [nobody])]) == 1


def test_a_name_in_any_case_of_letters_finds_its_own_spelling() -> None:
    stands = board(ships=(KESTREL, evolve(HAWK, ship="Old Hawk")))
    attack = AttackEntered(ship="Kestrel", target="old hawk", weapon="lasers")
    assert SYSTEM.names(stands, attack, "target") == ("Kestrel", "Old Hawk")
    assert SYSTEM.names(stands, attack, "weapon") == ("Lasers", "Torpedoes")
    assert SYSTEM.names(stands, evolve(attack, ship="Nobody"), "weapon") == ()
    assert SYSTEM.names(stands, attack, "ruling") == ()


def test_what_was_lost_by_an_attack_that_does_not_stand_may_be_regained() -> None:
    stands, _ = enter(board(*TABLE), "red", "Kestrel: attack Hawk with Lasers")
    stands, _ = enter(stands, "blue", "Hawk: lose 3 hull", "Heron: dispute 1: too far away")
    assert said(stands, "blue", "Hawk: regain 3 hull") == ["Hawk is out of the game: it has no hull left."]
    upheld, _ = enter(stands, "red", "Kestrel: ruling 1 stands: 100 mm")
    assert said(upheld, "blue", "Hawk: regain 3 hull") == ["Hawk is out of the game: it has no hull left."]
    stands, _ = enter(stands, "red", "Kestrel: ruling 1 does not stand: the ruler was bent")
    stands, _ = enter(stands, "blue", "Hawk: regain 3 hull", "Hawk: move back to 0,200 facing 0")
    assert (stands.ships["Hawk"].gone, stands.ships["Hawk"].hull) == (None, 3)
    # of an attack on another nothing is regained
    other, _ = enter(board(*TABLE), "red", "Kestrel: attack Heron with Lasers by ruling: a test shot")
    other, _ = enter(other, "blue", "Hawk: lose 3 hull", "Heron: dispute 1: too far away")
    other, _ = enter(other, "red", "Kestrel: ruling 1 does not stand: it was no shot at all")
    assert said(other, "blue", "Hawk: regain 3 hull") == ["Hawk is out of the game: it has no hull left."]
    # a fleeing ship has lost nothing
    fled, _ = enter(stands, "blue", "Hawk: lose 1 hull", "Hawk: remove: fled")
    assert said(fled, "blue", "Hawk: regain 1 hull") == ["Hawk is out of the game: it was removed."]


def test_a_turret_of_a_huge_ship_stays_a_turret_by_a_ruling_too() -> None:
    stands = board(*TABLE)
    assert said(stands, "blue", "Whale: rotate front,left by ruling: odd") == [
        (
            "Whale: A double turret points to opposite arcs, not to front and left. "
            "Write front and rear, or left and right."
        )
    ]
    assert said(stands, "blue", "Whale: rotate front,rear by ruling: odd") == [
        "Whale: A single turret stays single. Rotate the turret to one arc, not to front and rear."
    ]
    assert said(stands, "blue", "Whale: rotate left by ruling: it stays") == []
