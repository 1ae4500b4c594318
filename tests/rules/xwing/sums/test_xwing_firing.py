"""Firing arcs: shaded ones, turret arcs, and what upgrades give."""

from __future__ import annotations

import pytest

from sits_es.errors import NotAllowedError
from sits_es.rules.xwing.sums.bases import read_placement
from sits_es.rules.xwing.sums.firing_arcs import firing, firing_arcs

SHIP = read_placement("small@0,0,0")
TARGET = read_placement("medium@-60,140.5,30")


def test_firing_arcs_are_all_shaded_arcs_and_all_turret_arcs() -> None:
    """Firing Arcs: all shaded arcs on the token plus all turret arcs, and those that upgrades give."""
    found = firing(SHIP, TARGET, shaded=["front"], turret=["left", "right"], upgrades=["rear"])
    assert found.firing_arcs == ("front", "right", "rear", "left")
    assert found.holding == ("front",)
    assert found.arc_range == {"front": 1}
    assert found.why == {"front": ("shaded",), "right": ("turret",), "rear": ("upgrade",), "left": ("turret",)}


def test_a_turret_arc_is_still_a_standard_arc() -> None:
    assert firing_arcs(shaded=["front"], turret=["front", "rear"]) == {
        "front": ("shaded", "turret"),
        "rear": ("turret",),
    }


def test_a_turret_attack_needs_its_target_in_a_turret_arc() -> None:
    """While a ship performs a turret attack, it can attack a target that is in its turret arc."""
    behind = read_placement("small@0,-100,0")
    assert firing(SHIP, behind, shaded=["front"], turret=["left"]).holding == ()
    assert firing(SHIP, behind, shaded=["front"], turret=["rear"]).holding == ("rear",)


def test_the_bullseye_arc_alone_changes_nothing() -> None:
    """There is no intrinsic effect of the bullseye arc: it is no firing arc unless a card says so."""
    ahead = read_placement("small@0,100,0")
    assert firing(SHIP, ahead, turret=["rear"]).holding == ()
    assert firing(SHIP, ahead, turret=["rear"], upgrades=["bullseye"]).holding == ("bullseye",)


def test_a_ship_without_firing_arcs_holds_nothing() -> None:
    found = firing(SHIP, TARGET)
    assert (found.firing_arcs, found.holding, found.sight.range) == ((), (), 1)


def test_a_huge_ship_with_full_arcs_needs_no_arc_lines() -> None:
    huge = read_placement("80x195@0,0,0")
    assert firing(huge, TARGET, shaded=["full-front"]).holding == ("full-front",)
    with pytest.raises(NotAllowedError):
        firing(huge, TARGET, shaded=["front"])


def test_arcs_that_there_are_not_are_refused_all_at_once() -> None:
    with pytest.raises(NotAllowedError) as refused:
        firing(SHIP, TARGET, shaded=["fore"], turret=["front", "left"], upgrades=["aft"])
    assert str(refused.value) == (
        "There is no arc fore. Arcs: front, right, rear, left, bullseye, full-front, full-rear.\n"
        "There is no arc aft. Arcs: front, right, rear, left, bullseye, full-front, full-rear.\n"
        "A double turret points to opposite arcs, not to front and left. Write front and rear, or left and right."
    )
