"""Every form of order and entry of Star Wars hex combat as it is written, with what it means."""

from __future__ import annotations

from typing import Final

from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import FireOrdered, SideOrdered
from sits_es.rules.starwars.checks.facts import CheckOrdered
from sits_es.rules.starwars.crews.facts import AngleOrdered, RepairOrdered, StanceOrdered
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    NoteAgreed,
    NoteEntered,
    ShieldsEntered,
    StrainEntered,
    TraumaEntered,
)
from sits_es.rules.starwars.spending.facts import AnswerOrdered, SpendOrdered

S: Final = "Hawk"

#: In normal form: each is written as it is read.
LINES: Final[tuple[tuple[str, OfStarship], ...]] = (
    ("fly F F R F L", FlyOrdered(starship=S, steps=("F", "F", "R", "F", "L"))),
    ("fly L", FlyOrdered(starship=S, steps=("L",))),
    ("fly F with 1 boost 2 setback", FlyOrdered(starship=S, steps=("F",), boost=1, setback=2)),
    ("accelerate", SpeedOrdered(starship=S, change=1)),
    ("decelerate", SpeedOrdered(starship=S, change=-1)),
    (
        "fire forward-lasers at Corvette zone aft",
        FireOrdered(starship=S, weapon="forward-lasers", target="Corvette", zone="aft"),
    ),
    ("fire turret at Kite toward C", FireOrdered(starship=S, weapon="turret", target="Kite", toward="C")),
    (
        'fire "heavy turret" at "Red 5" zone port toward F with 2 boost 1 setback 1 upgrade 2 harder',
        FireOrdered(
            starship=S,
            weapon="heavy turret",
            target="Red 5",
            zone="port",
            toward="F",
            boost=2,
            setback=1,
            upgrades=1,
            harder=2,
        ),
    ),
    ("fire at at zone with 1 boost", FireOrdered(starship=S, weapon="at", target="zone", boost=1)),
    ("gain advantage on Raider", AdvantageOrdered(starship=S, target="Raider")),
    ("gain advantage on Raider with 2 upgrades", AdvantageOrdered(starship=S, target="Raider", upgrades=2)),
    ("check piloting difficulty 0", CheckOrdered(starship=S, skill="piloting", difficulty=0, why="")),
    (
        "check computers difficulty 2: slice the beacon",
        CheckOrdered(starship=S, skill="computers", difficulty=2, why="slice the beacon"),
    ),
    (
        "check perception difficulty 5 with 1 harder: who is there?",
        CheckOrdered(starship=S, skill="perception", difficulty=5, harder=1, why="who is there?"),
    ),
    (
        "fire turret at Kite zone aft by gunner with 1 boost",
        FireOrdered(starship=S, weapon="turret", target="Kite", zone="aft", member="gunner", boost=1),
    ),
    (
        "check mechanics difficulty 1 by engineer: the hatch",
        CheckOrdered(starship=S, skill="mechanics", difficulty=1, member="engineer", why="the hatch"),
    ),
    ("evade", StanceOrdered(starship=S, effect="evade")),
    ("stay on target", StanceOrdered(starship=S, effect="stay on target")),
    ("aim", StanceOrdered(starship=S, effect="aim")),
    ('aim by "first gunner"', StanceOrdered(starship=S, effect="aim", member="first gunner")),
    ("angle shields from aft to forward", AngleOrdered(starship=S, taken="aft", zone="forward")),
    (
        "angle shields from port to starboard by engineer",
        AngleOrdered(starship=S, taken="port", zone="starboard", member="engineer"),
    ),
    ("repair hull", RepairOrdered(starship=S, what="hull")),
    (
        "repair strain by engineer with 1 upgrade",
        RepairOrdered(starship=S, what="strain", member="engineer", upgrades=1),
    ),
    ("repair critical 2 difficulty 3", RepairOrdered(starship=S, what="critical", critical=2, difficulty=3)),
    ("spend 2 threat: boost for Hawk", AnswerOrdered(starship=S, number=2, what="threat", text="boost for Hawk")),
    (
        "spend 1 despair on gunner: critical hit",
        AnswerOrdered(starship=S, number=1, what="despair", source="gunner", text="critical hit"),
    ),
    ("side C", SideOrdered(starship=S, side="C")),
    (
        "spend 2 advantage: two boost dice for Kestrel",
        SpendOrdered(starship=S, number=2, what="advantage", text="two boost dice for Kestrel"),
    ),
    ("spend 1 triumph: critical hit", SpendOrdered(starship=S, number=1, what="triumph", text="critical hit")),
    (
        "spend 1 advantage on flight: a better view",
        SpendOrdered(starship=S, number=1, what="advantage", source="flight", text="a better view"),
    ),
    ("trauma +3", TraumaEntered(starship=S, change=3)),
    ("trauma -1", TraumaEntered(starship=S, change=-1)),
    ("strain +2", StrainEntered(starship=S, change=2)),
    ("strain -999", StrainEntered(starship=S, change=-999)),
    ("shields aft 2", ShieldsEntered(starship=S, zone="aft", shields=2)),
    ("shields starboard 0", ShieldsEntered(starship=S, zone="starboard", shields=0)),
    ("critical 3: engines out", CriticalEntered(starship=S, critical=3, text="engines out")),
    ("critical 3 mended", CriticalMended(starship=S, critical=3)),
    ("agree 2", NoteAgreed(starship=S, number=2)),
    (
        "note: spends its threat on Hawk's aim",
        NoteEntered(starship=S, text="spends its threat on Hawk's aim"),
    ),
)

#: Other ways to write the same, and the normal form.
OTHERWISE: Final = (
    ("FLY f f r", "fly F F R"),
    ("fly F with 1 harder 2 upgrades 1 boost", "fly F with 1 boost 2 upgrades 1 harder"),
    ("fly F with 1 upgrades", "fly F with 1 upgrade"),
    ("Fire turret AT Kite Zone AFT toward c", "fire turret at Kite zone aft toward C"),
    ("fire turret at Kite TOWARD d zone aft", "fire turret at Kite zone aft toward D"),
    (
        "fire turret at Kite toward D zone aft with 1 harder 1 boost",
        "fire turret at Kite zone aft toward D with 1 boost 1 harder",
    ),
    ('fire "turret" at "Kite"', "fire turret at Kite"),
    ("check PILOTING difficulty 02", "check piloting difficulty 2"),
    ("side f", "side F"),
    ("spend 2 advantages on action: cover", "spend 2 advantage: cover"),
    ("spend 2 Threats on PILOT: strain", "spend 2 threat: strain"),
    ("Aim BY pilot", "aim"),
    ("EVADE", "evade"),
    ("spend 1 Triumphs : Critical Hit", "spend 1 triumph: Critical Hit"),
    ("trauma +03", "trauma +3"),
    ("note:   two  words   # and a comment", "note: two  words"),
    ('note: "in quotes": a; b, c', 'note: "in quotes": a; b, c'),
)
