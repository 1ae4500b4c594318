"""Attacks in a game: which arc proves them, at which range, and as the ships stood when they were entered."""

from __future__ import annotations

import pytest
from attrs import evolve

from sits_es.rules.xwing.attacks.facts import AttackDeclared
from sits_es.rules.xwing.entries.facts import EntryCounted, ShipLost
from sits_es.rules.xwing.weapons import Weapon, WeaponKind
from tests.rules.xwing.patrols import HAWK, HERON, KESTREL, KITE, LASERS, TURRET, WHALE, at, board, enter, said
from tests.shared.rows import each_row


def test_an_attack_tells_every_arc_the_one_attacked_in_and_the_attack_range() -> None:
    stands = board(at("Kestrel", "-60", "-20"), at("Hawk", "94", "120", "180"))
    after, followed = enter(stands, "red", "Kestrel: attack Hawk with Lasers")
    assert followed == [
        AttackDeclared(
            attack=1,
            ship="Kestrel",
            target="Hawk",
            weapon="Lasers",
            arcs=("front", "right", "full-front"),
            arc="front",
            range=2,
        ),
        EntryCounted(turn=1, entry=1),
    ]
    assert (after.turn, after.entry, after.attacks[0].range) == (1, 2, 2)


@each_row(("x", "legal"), [("94", True), ("97.19", True), ("97.2", False), ("97.201", False), ("120", False)])
def test_part_of_the_base_inside_is_enough_and_touching_the_line_is_not(x: str, legal: bool) -> None:
    """The arc line is at x = 77.2 where Hawk's upper edge is; its left edge is 20 mm to the left of its middle."""
    stands = board(at("Kestrel", "-60", "-20"), at("Hawk", x, "120", "180"))
    assert (said(stands, "red", "Kestrel: attack Hawk with Lasers") == []) is legal


@each_row(("y", "band"), [("140", 1), ("140.001", 2), ("240", 2), ("240.001", 3), ("339.999", 3)])
def test_attack_ranges_are_counted_to_the_closest_part_in_the_arc_limits_included(y: str, band: int) -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", y))
    after, _ = enter(stands, "red", "Kestrel: attack Hawk with Lasers")
    assert after.attacks[0].range == band


def test_beyond_range_3_nothing_is_attacked() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", "340.001"))
    assert said(stands, "red", "Kestrel: attack Hawk with Lasers") == [
        "Kestrel: Hawk is 300.001 mm away, beyond range 3."
    ]


def test_where_an_arc_ends_it_only_touches() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", "340"))
    assert said(stands, "red", "Kestrel: attack Hawk with Lasers") == [
        "Kestrel: Hawk is not in front, where Lasers attacks. It is in no arc at all, 300 mm away."
    ]


def test_the_attack_range_may_be_longer_than_the_range_of_the_bases() -> None:
    """Heron reaches far to the side of Kestrel's front arc: only its far corner is inside."""
    stands = board(at("Kestrel", "0", "0"), at("Heron", "150", "100"), ships=(KESTREL, HERON))
    after, _ = enter(stands, "red", "Kestrel: attack Heron with Lasers")
    assert (after.attacks[0].arc, after.attacks[0].range) == ("front", 2)
    assert "right" in after.attacks[0].arcs


def test_a_turret_weapon_reaches_what_its_turret_arc_holds_and_nothing_else() -> None:
    stands = board(at("Kite", "0", "0"), at("Hawk", "-140", "0"))
    after, _ = enter(stands, "red", "Kite: attack Hawk with Turret")
    assert (after.attacks[0].arc, after.attacks[0].range) == ("left", 1)
    assert said(stands, "red", "Kite: attack Hawk with Lasers") == [
        "Kite: Hawk is not in front, where Lasers attacks. It is in left, full-front and full-rear, 100 mm away."
    ]
    turned, _ = enter(stands, "red", "Kite: rotate rear")
    assert said(turned, "red", "Kite: attack Hawk with Turret") == [
        "Kite: Hawk is not in rear, where Turret attacks. It is in left, full-front and full-rear, 100 mm away."
    ]


def test_a_double_turret_attacks_in_both_of_its_opposite_arcs_and_no_other() -> None:
    for y in ("200", "-200"):
        after, _ = enter(
            board(at("Heron", "0", "0"), at("Kestrel", "0", y)), "blue", "Heron: attack Kestrel with Turret"
        )
        assert after.attacks[0].arc == ("front" if y == "200" else "rear")
    beside = board(at("Heron", "0", "0"), at("Kestrel", "200", "0"))
    assert said(beside, "blue", "Heron: attack Kestrel with Turret") == [
        (
            "Heron: Kestrel is not in front and rear, where Turret attacks. "
            "It is in right, full-front and full-rear, 140 mm away."
        )
    ]


@pytest.mark.parametrize(("facing", "arc"), [("10", "rear"), ("350", "front")])
def test_of_two_turret_arcs_that_hold_the_target_the_one_in_which_it_is_closer_is_attacked_in(
    facing: str, arc: str
) -> None:
    """Whale lies along Heron's side and reaches into its front and its rear arc, its bow nearer or its stern."""
    stands = board(
        at("Heron", "0", "0"), at("Whale", "100", "0", facing), ships=(evolve(HERON, player="red", side="red"), WHALE)
    )
    after, _ = enter(stands, "red", "Heron: attack Whale with Turret")
    assert {"front", "rear"} <= {*after.attacks[0].arcs}
    assert after.attacks[0].arc == arc


@each_row("y", ["0", "0.0000001", "-0.0000001"])
def test_of_two_turret_arcs_in_which_the_target_is_equally_close_the_first_is_attacked_in(y: str) -> None:
    """Rounding, which may differ from computer to computer, does not choose between them."""
    stands = board(at("Heron", "0", "0"), at("Whale", "90", y), ships=(evolve(HERON, player="red", side="red"), WHALE))
    after, _ = enter(stands, "red", "Heron: attack Whale with Turret")
    assert {"front", "rear"} <= {*after.attacks[0].arcs}
    assert after.attacks[0].arc == "front"


@each_row("kind", ["cannon", "torpedo", "missile"])
def test_cannon_torpedo_and_missile_attacks_use_the_front_arc(kind: WeaponKind) -> None:
    ship = evolve(KESTREL, shaded=(), weapons=(Weapon(name="It", kind=kind, arc="front"),))
    ahead = board(at("Kestrel", "0", "0"), at("Hawk", "0", "140"), ships=(ship, HAWK))
    assert said(ahead, "red", "Kestrel: attack Hawk with It") == []


def test_the_bullseye_alone_changes_nothing_but_a_weapon_may_ask_for_it() -> None:
    gun = Weapon(name="Gun", kind="cannon", arc="bullseye")
    stands = board(
        at("Kestrel", "0", "0"), at("Hawk", "25", "140"), ships=(evolve(KESTREL, weapons=(LASERS, gun)), HAWK)
    )
    after, _ = enter(stands, "red", "Kestrel: attack Hawk with Lasers", "Kestrel: attack Hawk with Gun")
    assert [attack.arc for attack in after.attacks] == ["front", "bullseye"]
    beside = board(at("Kestrel", "0", "0"), at("Hawk", "27.5", "140"), ships=(evolve(KESTREL, weapons=(gun,)), HAWK))
    assert said(beside, "red", "Kestrel: attack Hawk with Gun") == [
        "Kestrel: Hawk is not in bullseye, where Gun attacks. It is in front and full-front, 100 mm away."
    ]


def test_what_lies_beneath_a_ship_is_in_none_of_its_arcs() -> None:
    stands = board(at("Heron", "0", "0"), at("Kestrel", "0", "0"))
    assert said(stands, "blue", "Heron: attack Kestrel with Turret") == [
        "Heron: Kestrel is not in front and rear, where Turret attacks. It is in no arc at all, 0 mm away."
    ]


def test_overlapping_ships_are_answered_and_an_attack_at_range_0_is_made_by_a_ruling_alone() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", "30"))
    assert said(stands, "red", "Kestrel: attack Hawk with Lasers") == [
        (
            "Kestrel: Hawk is at range 0 in front, 0 mm away. Lasers attacks at range 1 to 3. If you all agree on the "
            "attack, write by ruling: TEXT after Lasers."
        )
    ]
    after, _ = enter(stands, "red", "Kestrel: attack Hawk with Lasers by ruling: its card allows it")
    assert (after.attacks[0].arc, after.attacks[0].range) == (None, 0)


def test_whoever_moves_later_in_the_same_entry_changes_nothing_of_the_attack() -> None:
    stands = board(at("Kite", "0", "0"), at("Hawk", "-140", "0"))
    lines = ("Kite: attack Hawk with Turret", "Kite: rotate rear", "Kite: move away to 400,400 facing 0")
    after, followed = enter(stands, "red", *lines)
    (declared,) = (fact for fact in followed if isinstance(fact, AttackDeclared))
    assert (declared.arc, declared.range) == ("left", 1)
    assert after.attacks[0].points == ("left",)


def test_several_attacks_of_one_entry_are_numbered_in_order() -> None:
    stands = board(at("Kite", "0", "0"), at("Hawk", "-140", "0"), at("Heron", "0", "200"))
    after, _ = enter(stands, "red", "Kite: attack Hawk with Turret", "Kite: attack Heron with Lasers")
    after, followed = enter(after, "red", "Kite: attack Heron with Lasers", "Kite: end round")
    assert [(attack.number, attack.target, attack.moment) for attack in after.attacks] == [
        (1, "Hawk", (1, 1)),
        (2, "Heron", (1, 1)),
        (3, "Heron", (1, 2)),
    ]
    assert followed[-1] == EntryCounted(turn=1, entry=2, last=True)


def test_what_these_rules_do_not_know_is_attacked_by_a_ruling_without_proof() -> None:
    """The appendix on huge ships' turrets is not among the rules."""
    stands = board(at("Whale", "0", "0"), at("Kestrel", "300", "0"), at("Kite", "0", "900"))
    lines = [f"Whale: attack {name} with Turret by ruling: it turns freely" for name in ("Kestrel", "Kite")]
    after, _ = enter(stands, "blue", *lines)
    near, far = after.attacks
    assert (near.arc, near.range, near.arcs) == (None, 3, ("right", "full-front", "full-rear"))
    assert (far.arc, far.range, far.arcs) == (None, None, ())


def test_an_attack_by_a_ruling_is_in_no_arc_even_where_one_would_prove_it() -> None:
    """Its range is that of the bases, 64 mm aside and 38 ahead; the part in the front arc is farther away."""
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "104", "78"))
    plain, _ = enter(stands, "red", "Kestrel: attack Hawk with Lasers")
    ruled, _ = enter(stands, "red", "Kestrel: attack Hawk with Lasers by ruling: it was jammed")
    assert (plain.attacks[0].arc, plain.attacks[0].range) == ("front", 2)
    assert (ruled.attacks[0].arc, ruled.attacks[0].range) == (None, 1)


def test_by_a_ruling_a_ship_of_ones_own_side_is_attacked_too() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Kite", "0", "100"))
    after, _ = enter(stands, "red", "Kestrel: attack Kite with Lasers by ruling: the card hits everybody")
    assert after.attacks[0].target == "Kite"


def test_the_rotate_action_of_a_huge_ship_is_entered_by_a_ruling() -> None:
    after, _ = enter(board(at("Whale", "0", "0")), "blue", "Whale: rotate front by ruling: the appendix says so")
    assert after.ships["Whale"].points == ("front",)


def test_a_ship_without_hull_is_lost_once_the_entry_is_complete() -> None:
    after, followed = enter(board(at("Hawk", "0", "0")), "blue", "Hawk: lose 2 hull", "Hawk: lose 1 hull")
    assert followed == [ShipLost(ship="Hawk"), EntryCounted(turn=1, entry=1)]
    assert after.ships["Hawk"].gone == "lost"


def test_a_rotate_action_moves_the_indicator_and_what_is_a_firing_arc() -> None:
    """A ship's firing arcs are the shaded ones and its turret arcs; the arc it points to is still a standard arc."""
    stands = board(at("Kite", "0", "0"))
    assert stands.ships["Kite"].firing == ("front", "left")
    after, _ = enter(stands, "red", "Kite: rotate right")
    assert after.ships["Kite"].firing == ("front", "right")
    after, _ = enter(after, "red", "Kite: rotate front")
    assert after.ships["Kite"].firing == ("front",)


def test_a_primary_weapon_of_an_upgrade_gives_its_arc_as_a_firing_arc_and_no_other_weapon_does() -> None:
    weapons = (
        Weapon(name="Tail gun", kind="primary", arc="rear", upgrade=True),
        Weapon(name="Side gun", kind="cannon", arc="right", upgrade=True),
        Weapon(name="Own gun", kind="primary", arc="left"),
        evolve(TURRET, upgrade=True),
    )
    stands = board(ships=(evolve(KITE, weapons=weapons, points=("left",)), HAWK))
    assert stands.ships["Kite"].firing == ("front", "rear", "left")
    stands = board(ships=(evolve(KESTREL, weapons=weapons), HAWK))
    assert stands.ships["Kestrel"].firing == ("front", "rear")


@each_row(("arc", "y"), [("front", "140"), ("rear", "-140"), ("full-front", "140"), ("full-rear", "-140")])
def test_most_primary_weapons_are_front_ones_some_rear_some_full_ones(arc: str, y: str) -> None:
    gun = Weapon(name="Gun", kind="primary", arc=arc)
    there = board(at("Kestrel", "0", "0"), at("Hawk", "0", y), ships=(evolve(KESTREL, weapons=(gun,)), HAWK))
    after, _ = enter(there, "red", "Kestrel: attack Hawk with Gun")
    assert after.attacks[0].arc == arc
    other = "-140" if y == "140" else "140"
    missed = board(at("Kestrel", "0", "0"), at("Hawk", "0", other), ships=(evolve(KESTREL, weapons=(gun,)), HAWK))
    assert len(said(missed, "red", "Kestrel: attack Hawk with Gun")) == 1


def test_an_upgrade_that_gives_a_turret_arc_gives_a_firing_arc() -> None:
    weapons = (evolve(TURRET, kind="special", upgrade=True),)
    stands = board(ships=(evolve(KESTREL, weapons=weapons, turret="single", points=("rear",)), HAWK))
    assert stands.ships["Kestrel"].firing == ("front", "rear")
