"""Orders that the checker refuses and a changed program may seal all the same: they come to nothing, in words."""

from __future__ import annotations

import pytest

from sits_es.dice import NoDice
from sits_es.rules.sfb_n3d.board import BREAK
from sits_es.rules.sfb_n3d.ending.facts import OrderVoided
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.fire.facts import FireOrdered
from sits_es.rules.sfb_n3d.launching.facts import LaunchOrdered
from sits_es.rules.sfb_n3d.motion.facts import SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.points.facts import JoinOrdered, PointMoveOrdered
from sits_es.rules.sfb_n3d.procedure import carry_out
from sits_es.rules.sfb_n3d.spheres.facts import SphereOrdered
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE
from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.rules.sfb_n3d.telling import tell
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered
from sits_es.rules.sfb_n3d.webs.facts import CastOrdered, WebOrdered, WebPowerOrdered
from tests.rules.sfb_n3d.boards import board, by_player, of, unit, web
from tests.shared.rows import each_row

CRUISER, MATE, ENEMY = "Swift", "Swan", "Kestrel"

#: Each order, the unit's card, and what is told of it.
NEVER: list[tuple[OfUnit, str, str]] = [
    (
        SpeedOrdered(unit=CRUISER, speed=-WHOLE),
        "Cruiser",
        "its speed is beyond what is allowed. A warp speed is 0 or more (C1.43).",
    ),
    (
        ThrustOrdered(unit=CRUISER, thrust=WHOLE + 1),
        "Cruiser",
        "its thrust is beyond what is allowed. Impulse thrust is 0 to 1 in a turn (C2.111).",
    ),
    (
        SphereOrdered(unit=CRUISER, radius=4 * WHOLE, energy=WHOLE),
        "Cruiser",
        "its radius is beyond what is allowed. A sphere's radius is 0 to 3.9999 hexes (G23.41).",
    ),
    (
        SphereOrdered(unit=CRUISER, radius=WHOLE, energy=WHOLE),
        "Weaver",
        "it forms no spheres. Units with a sphere generator do (G23.4).",
    ),
    (
        CastOrdered(unit=CRUISER, start=Place(), end=Place(x=WHOLE), strength=36 * WHOLE),
        "Weaver",
        "its strength is beyond what is allowed. Webs have a strength of 0 to 35 (G10.3).",
    ),
    (
        WebOrdered(unit=CRUISER, to=MATE, power=WHOLE),
        "Cruiser",
        "it lays no webs. Units with a web generator do (G10.0).",
    ),
    (
        TacOrdered(unit=CRUISER, impulse=2, tac="both"),
        "Cruiser",
        "a manoeuvre by warp begins in impulse 1, 9, 17 or 25 (C5.21).",
    ),
    (
        HetOrdered(unit=CRUISER, to=Facing()),
        "Fighter",
        "it is a shuttle. High-energy turns are for ships (C6.0).",
    ),
    (
        FireOrdered(unit=CRUISER, weapon="phasers", target=MATE),
        "Cruiser",
        f"{MATE} is its player's own. Name a unit of somebody else (house).",
    ),
    (
        LaunchOrdered(unit=CRUISER, launcher="drone-rack", target=CRUISER),
        "Cruiser",
        f"{CRUISER} is its player's own. Name a unit of somebody else (house).",
    ),
    (WebPowerOrdered(unit=CRUISER, web="web-1", traditional=WHOLE), "Weaver", "web-1 is somebody else's web (G10.0)."),
    (JoinOrdered(unit=CRUISER, web="web-1", point="1", power=WHOLE), "Weaver", "web-1 is somebody else's web (G10.0)."),
    (PointMoveOrdered(unit=CRUISER, web="web-1", point="1"), "Weaver", "web-1 is somebody else's web (G10.0)."),
]


@each_row(("order", "card", "told"), NEVER)
def test_what_the_rules_never_allow_comes_to_nothing_and_the_run_goes_on(order: OfUnit, card: str, told: str) -> None:
    theirs = web("web-1", "1", "2", points={"1": "9,9,9", "2": "9,9,8"})
    theirs.player = "Ben"
    on = board(unit(CRUISER, card=card), unit(MATE, "1,0,0"), unit(ENEMY, "5,0,0"), theirs, run=2)
    facts = carry_out(on, by_player(on, [order]), NoDice())
    (void,) = of(facts, OrderVoided)
    assert tell(void).endswith(told)
    assert on.passed == 2


@pytest.mark.parametrize("order", [order for order, *_ in NEVER[:2]], ids=lambda each: type(each).__name__)
def test_neither_does_it_in_the_turn_break(order: OfUnit) -> None:
    on = board(unit(CRUISER), unit(ENEMY, "5,0,0"), impulse=BREAK)
    facts = carry_out(on, by_player(on, [order]), NoDice())
    assert [type(fact) for fact in facts] == [OrderVoided]
    assert (on.units[CRUISER].speed, on.units[CRUISER].thrust) == (0, 0)
