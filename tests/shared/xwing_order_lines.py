"""One line for each thing that people enter in X-Wing, and the fact that it is."""

from __future__ import annotations

from typing import Final

from sits_es.rules.xwing.attacks.facts import AttackEntered, DisputeEntered, RulingEntered
from sits_es.rules.xwing.dials.facts import DialOrdered
from sits_es.rules.xwing.entries.facts import (
    CriticalEntered,
    DamageEntered,
    DamageRegained,
    NoteEntered,
    RoundEndEntered,
    ShipRemoved,
)
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.moves.facts import MoveEntered, ShipPlaced, TurretRotated

LINES: Final[list[tuple[str, OfShip]]] = [
    ("place at -40,12.5 facing 30", ShipPlaced(ship="Kestrel", x="-40", y="12.5", facing="30")),
    ("dial 2 straight", DialOrdered(ship="Kestrel", template="2 straight")),
    ("dial 3 segnor's loop left", DialOrdered(ship="Kestrel", template="3 segnor's loop left")),
    ("2 straight", MoveEntered(ship="Kestrel", template="2 straight")),
    ("5 kt", MoveEntered(ship="Kestrel", template="5 kt")),
    ("2 bank left", MoveEntered(ship="Kestrel", template="2 bank left")),
    ("3 segnor's loop right", MoveEntered(ship="Kestrel", template="3 segnor's loop right")),
    (
        "1 talon roll left to 10,80.5 facing 75",
        MoveEntered(ship="Kestrel", template="1 talon roll left", x="10", y="80.5", facing="75"),
    ),
    (
        'move "barrel roll left" to 10,80.5 facing 75',
        MoveEntered(ship="Kestrel", template="barrel roll left", x="10", y="80.5", facing="75"),
    ),
    (
        "move straight to 0,0 facing 0",
        MoveEntered(ship="Kestrel", template="straight", x="0", y="0", facing="0"),
    ),
    ("rotate rear", TurretRotated(ship="Kestrel", points=("rear",))),
    ("rotate right,left", TurretRotated(ship="Kestrel", points=("right", "left"))),
    (
        "rotate front by ruling: as the appendix has it",
        TurretRotated(ship="Kestrel", points=("front",), ruling="as the appendix has it"),
    ),
    ("attack Hawk with Lasers", AttackEntered(ship="Kestrel", target="Hawk", weapon="Lasers")),
    (
        'attack "Old Hawk" with "Tail gun" by ruling: its arc is free',
        AttackEntered(ship="Kestrel", target="Old Hawk", weapon="Tail gun", ruling="its arc is free"),
    ),
    ("lose 2 shields 1 hull", DamageEntered(ship="Kestrel", shields=2, hull=1)),
    ("lose 1 shield", DamageEntered(ship="Kestrel", shields=1, hull=0)),
    ("lose 3 hull", DamageEntered(ship="Kestrel", shields=0, hull=3)),
    ("regain 1 shield", DamageRegained(ship="Kestrel", shields=1, hull=0)),
    ("critical: Damaged engine", CriticalEntered(ship="Kestrel", text="Damaged engine")),
    ("note: see #2: it matters", NoteEntered(ship="Kestrel", text="see #2: it matters")),
    ("remove", ShipRemoved(ship="Kestrel", text="")),
    ("remove: fled off the edge", ShipRemoved(ship="Kestrel", text="fled off the edge")),
    ("dispute 1: behind the line", DisputeEntered(ship="Kestrel", attack=1, text="behind the line")),
    ("ruling 1 stands: measured", RulingEntered(ship="Kestrel", attack=1, stands=True, text="measured")),
    (
        "ruling 12 does not stand: misplaced",
        RulingEntered(ship="Kestrel", attack=12, stands=False, text="misplaced"),
    ),
    ("end round", RoundEndEntered(ship="Kestrel")),
]
