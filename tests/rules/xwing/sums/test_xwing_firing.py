"""Firing arcs: shaded ones, turret arcs, and what upgrades give."""

from __future__ import annotations

import pytest

from sits_es.errors import NotAllowedError
from sits_es.rules.xwing.sums.arcs import Sight, sight
from sits_es.rules.xwing.sums.bases import Placement, read_placement
from sits_es.rules.xwing.sums.firing_arcs import firing_arcs

SHIP = read_placement("small@0,0,0")
TARGET = read_placement("medium@-60,140.5,30")


def seen(ship: Placement, target: Placement, **arcs: list[str]) -> Sight:
    """What a ship's firing arcs hold of a target."""
    return sight(ship, target, firing_arcs(**arcs))


def test_firing_arcs_are_all_shaded_arcs_and_all_turret_arcs() -> None:
    """Firing Arcs: all shaded arcs on the token plus all turret arcs, and those that upgrades give."""
    found = firing_arcs(shaded=["front"], turret=["left", "right"], upgrades=["rear"])
    assert tuple(found) == ("front", "right", "rear", "left")
    assert sight(SHIP, TARGET, found).arc_range == {"front": 1}
    assert found == {"front": ("shaded",), "right": ("turret",), "rear": ("upgrade",), "left": ("turret",)}


def test_a_turret_arc_is_still_a_standard_arc() -> None:
    assert firing_arcs(shaded=["front"], turret=["front", "rear"]) == {
        "front": ("shaded", "turret"),
        "rear": ("turret",),
    }


def test_a_turret_attack_needs_its_target_in_a_turret_arc() -> None:
    """While a ship performs a turret attack, it can attack a target that is in its turret arc."""
    behind = read_placement("small@0,-100,0")
    assert seen(SHIP, behind, shaded=["front"], turret=["left"]).arcs == ()
    assert seen(SHIP, behind, shaded=["front"], turret=["rear"]).arcs == ("rear",)


def test_the_bullseye_arc_alone_changes_nothing() -> None:
    """There is no intrinsic effect of the bullseye arc: it is no firing arc unless a card says so."""
    ahead = read_placement("small@0,100,0")
    assert seen(SHIP, ahead, turret=["rear"]).arcs == ()
    assert seen(SHIP, ahead, turret=["rear"], upgrades=["bullseye"]).arcs == ("bullseye",)


def test_a_ship_without_firing_arcs_holds_nothing() -> None:
    assert firing_arcs() == {}
    assert (seen(SHIP, TARGET).arcs, seen(SHIP, TARGET).range) == ((), 1)


def test_a_huge_ship_with_full_arcs_needs_no_arc_lines() -> None:
    huge = read_placement("80x195@0,0,0")
    assert seen(huge, TARGET, shaded=["full-front"]).arcs == ("full-front",)
    with pytest.raises(NotAllowedError):
        seen(huge, TARGET, shaded=["front"])


def test_arcs_that_there_are_not_are_refused_all_at_once() -> None:
    with pytest.raises(NotAllowedError) as refused:
        firing_arcs(shaded=["fore"], turret=["front", "left"], upgrades=["aft"])
    assert str(refused.value) == (
        "There is no arc fore. Arcs: front, right, rear, left, bullseye, full-front, full-rear.\n"
        "There is no arc aft. Arcs: front, right, rear, left, bullseye, full-front, full-rear.\n"
        "A double turret points to opposite arcs, not to front and left. Write front and rear, or left and right."
    )
