"""Orders of SITS as players write them, and what they are."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import MiracleOrdered
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import PlotChoice, PlotOrdered, ThrustOrdered
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector


def plot(window: str, **vector: int) -> PlotChoice:
    return PlotChoice(window=Window(window), vector=HexVector(**vector))


#: Lines of a segment in whatever form, and the orders that they are.
LINES: Final[tuple[tuple[str, Order], ...]] = (
    ("fire forward-grasers at Sirius", FireOrdered(ship="F", weapon="forward-grasers", target="Sirius")),
    ('FIRE At AT "at"', FireOrdered(ship="F", weapon="At", target="at")),
    (
        "launch starboard 3 salvoes at Sirius",
        LaunchOrdered(ship="F", mount="starboard", target="Sirius", salvoes=3),
    ),
    (
        "launch port 1 salvo of 6 tubes at Sirius with nukes",
        LaunchOrdered(ship="F", mount="port", target="Sirius", salvoes=1, tubes=6, warhead="nuke"),
    ),
    (
        "Launch Port 2 Salvos Of 1 Tube At Sirius With Laser-Heads",
        LaunchOrdered(ship="F", mount="Port", target="Sirius", salvoes=2, tubes=1),
    ),
    ("thrust 0", ThrustOrdered(ship="F", thrust=0)),
    (
        "plot A: 3A 1B; a+: 3+ 3a",
        PlotOrdered(ship="F", plots=(plot("A", a=4, c=1), plot("A+", a=3, up=3))),
    ),
    ("plot B/A : 4F, 3B;", PlotOrdered(ship="F", plots=(plot("A/B", a=3, c=-1),))),
    ("plot +++: still", PlotOrdered(ship="F", plots=(plot("+++"),))),
    ("pivot to b/c+", PivotOrdered(ship="F", to=Window("B/C+"))),
    ("pivot to ---", PivotOrdered(ship="F", to=Window("---"))),
    ("roll Starboard 11", RollOrdered(ship="F", side="starboard", steps=11)),
    ("roll port 01", RollOrdered(ship="F", side="port", steps=1)),
    ("decoy 2 if launched at", DecoyOrdered(ship="F", count=2)),
    ("decoy 2", DecoyOrdered(ship="F", count=2, if_launched_at=False)),
    ("decoy 2 if launched at by 8 or more", DecoyOrdered(ship="F", count=2, missiles=8)),
    ("decoy 2 if launched at within 14", DecoyOrdered(ship="F", count=2, within=14)),
    (
        "Decoy 2 If Launched At By 08 Or More Within 0",
        DecoyOrdered(ship="F", count=2, missiles=8, within=0),
    ),
    ("fire within at more", FireOrdered(ship="F", weapon="within", target="more")),
    ("stop if by bears", StopOrdered(ship="F", condition="target bears", target="by")),
    ("slide aft", SlideOrdered(ship="F", facing="aft")),
    ("miracle no explosion", MiracleOrdered(ship="F", miracle="no explosion")),
    ('miracle "an omen"', MiracleOrdered(ship="F", miracle="ruling", text="an omen")),
    ("present forward", PresentOrdered(ship="F", facing="forward")),
    ("stop if launched at", StopOrdered(ship="F", condition="launched at")),
    ("stop if fired at", StopOrdered(ship="F", condition="fired at")),
    ("stop if damage taken", StopOrdered(ship="F", condition="damage taken")),
    ("stop if Ship Destroyed", StopOrdered(ship="F", condition="ship destroyed")),
    (
        "stop if range to Sirius at most 12",
        StopOrdered(ship="F", condition="range at most", target="Sirius", range=12),
    ),
    ("stop if Sirius bears", StopOrdered(ship="F", condition="target bears", target="Sirius")),
    ("stop if Rangemaster bears", StopOrdered(ship="F", condition="target bears", target="Rangemaster")),
    ('stop if "ship" bears', StopOrdered(ship="F", condition="target bears", target="ship")),
)

#: The same for the turn break.
BREAK_LINES: Final[tuple[tuple[str, Order], ...]] = (
    ("repair port-tubes", RepairOrdered(ship="F", track="port-tubes", parties=1)),
    ("repair port-tubes with 2", RepairOrdered(ship="F", track="port-tubes", parties=2)),
)
