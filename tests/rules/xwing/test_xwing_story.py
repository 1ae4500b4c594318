"""Each fact of X-Wing as a sentence, as it is said at the table."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from sits_es.events import Event
from sits_es.rules.chapters import facts_of
from sits_es.rules.xwing.attacks.facts import AttackDeclared, AttackEntered, DisputeEntered, RulingEntered
from sits_es.rules.xwing.dials.facts import DialOrdered, DialsRevealed
from sits_es.rules.xwing.entries.facts import (
    CriticalEntered,
    DamageEntered,
    DamageRegained,
    EntryCounted,
    NoteEntered,
    RoundEndEntered,
    ShipLost,
    ShipRemoved,
)
from sits_es.rules.xwing.moves.facts import MoveEntered, ShipMoved, ShipPlaced, TurretRotated
from sits_es.rules.xwing.setting_up.facts import ObjectLaid, TableLaid
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import KESTREL, WHALE
from tests.shared.rows import each_row

ATTACK = AttackDeclared(
    attack=1, ship="Kestrel", target="Hawk", weapon="Lasers", arcs=("front", "full-front"), arc="front", range=2
)
DISPUTE = DisputeEntered(ship="Hawk", attack=1, text="Not in the arc.")
RULING = RulingEntered(ship="Hawk", attack=1, stands=True, text="measured again")


TOLD: Final[tuple[tuple[Event, str], ...]] = (
    (TableLaid(width="914", height="600.5"), "The table is 914 by 600.5 mm, its middle at 0,0."),
    (
        ObjectLaid(name="Rock", kind="asteroid", x="120", y="40", radius="30.5"),
        "Rock lies on the table: asteroid, 30.5 mm round 120,40.",
    ),
    (
        ObjectLaid(name="Wreck", kind="debris", corners=(("-160", "20"), ("-110", "30"), ("-120", "70"))),
        "Wreck lies on the table: debris, corners at -160,20, -110,30 and -120,70.",
    ),
    (DialOrdered(ship="Kestrel", template="2 bank left"), "Kestrel is ordered: dial 2 bank left."),
    (
        DialsRevealed(dials=(("Hawk", "1 straight"), ("Kestrel", "2 bank left")), unset=("Kite",)),
        "Dials are revealed: Hawk 1 straight; Kestrel 2 bank left; Kite has none.",
    ),
    (MoveEntered(ship="Kestrel", template="2 bank left"), "Kestrel plans to move by 2 bank left."),
    (
        MoveEntered(ship="Kestrel", template="barrel roll", x="0", y="1", facing="0"),
        "Kestrel plans to move by barrel roll to 0,1 facing 0.",
    ),
    (
        KESTREL,
        (
            "red's Kestrel takes part: small base, front shaded; 2 shields and 3 hull; "
            "Lasers (primary, front) and Torpedoes (torpedo, front)."
        ),
    ),
    (
        evolve(WHALE, weapons=(evolve(WHALE.weapons[0], upgrade=True),)),
        (
            "blue's Whale takes part: 80x195 base with arc lines at 41 degrees, front shaded, "
            "single turret pointing left; 3 hull; Turret (primary, turret, upgrade)."
        ),
    ),
    (
        evolve(KESTREL, shaded=(), weapons=()),
        "red's Kestrel takes part: small base; 2 shields and 3 hull.",
    ),
    (
        ShipPlaced(ship="Kestrel", x="-40", y="12.5", facing="30"),
        "Kestrel is placed at -40,12.5 facing 30.",
    ),
    (
        ShipMoved(ship="Kestrel", template="2 bank left", x="0", y="1", facing="0"),
        "Kestrel moves by 2 bank left to 0,1 facing 0.",
    ),
    (TurretRotated(ship="Kite", points=("right", "left")), "Kite rotates its turret to right and left."),
    (
        TurretRotated(ship="Kite", points=("rear",), ruling="so be it."),
        "Kite rotates its turret to rear, by a ruling: so be it.",
    ),
    (
        AttackEntered(ship="Kestrel", target="Hawk", weapon="Lasers"),
        "Kestrel attacks Hawk with Lasers.",
    ),
    (
        AttackEntered(ship="Kestrel", target="Hawk", weapon="Lasers", ruling="it may"),
        "Kestrel attacks Hawk with Lasers by a ruling: it may.",
    ),
    (DamageEntered(ship="Hawk", shields=1, hull=2), "Hawk loses 1 shield and 2 hull."),
    (DamageEntered(ship="Hawk", shields=0, hull=1), "Hawk loses 1 hull."),
    (DamageRegained(ship="Hawk", shields=2, hull=0), "Hawk regains 2 shields."),
    (CriticalEntered(ship="Hawk", text="Damaged engine"), "Hawk takes a critical hit: Damaged engine."),
    (NoteEntered(ship="Hawk", text="stressed"), "Note on Hawk: stressed."),
    (ShipRemoved(ship="Hawk", text=""), "Hawk is removed."),
    (ShipRemoved(ship="Hawk", text="fled"), "Hawk is removed: fled."),
    (DISPUTE, "Hawk's player disputes attack 1: Not in the arc."),
    (RULING, "Hawk's player enters the ruling that attack 1 stands: measured again."),
    (
        evolve(RULING, stands=False),
        "Hawk's player enters the ruling that attack 1 does not stand: measured again.",
    ),
    (RoundEndEntered(ship="Hawk"), "Hawk's player ends the round."),
    (
        ATTACK,
        "Attack 1: Kestrel attacks Hawk with Lasers in front at range 2; Hawk is in its front and full-front arcs.",
    ),
    (
        evolve(ATTACK, arcs=("rear",), arc="rear", range=0),
        "Attack 1: Kestrel attacks Hawk with Lasers in rear at range 0; Hawk is in its rear arc.",
    ),
    (
        evolve(ATTACK, arcs=(), arc=None, range=None),
        "Attack 1: Kestrel attacks Hawk with Lasers by a ruling beyond range 3; Hawk is in none of its arcs.",
    ),
    (
        evolve(ATTACK, arc=None),
        (
            "Attack 1: Kestrel attacks Hawk with Lasers by a ruling at range 2; "
            "Hawk is in its front and full-front arcs."
        ),
    ),
    (ShipLost(ship="Hawk"), "Hawk is lost: it has no hull left."),
    (EntryCounted(turn=1, entry=3), "Entry 3 of round 1 is complete."),
    (
        EntryCounted(turn=1, entry=3, last=True),
        "Entry 3 of round 1 is complete, and the round is over.",
    ),
)


@each_row(("fact", "told"), TOLD)
def test_a_fact_is_told_in_one_sentence(fact: Event, told: str) -> None:
    assert SYSTEM.tell(fact) == told


def test_every_fact_can_be_told_and_says_whose_it_is() -> None:
    assert {*facts_of("sits_es.rules.xwing")} == {type(fact) for fact, _ in TOLD}
    assert SYSTEM.unit_of(ATTACK) == "Kestrel"
    assert SYSTEM.unit_of(EntryCounted(turn=1, entry=1)) is None
