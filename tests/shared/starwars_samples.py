"""A small fight of Star Wars hex combat made by hand: a board, and a fact of every class that could happen on it."""

from __future__ import annotations

from typing import Final

from sits_es.events import Coded, Event
from sits_es.rules.starwars.advantage.facts import AdvantageGained
from sits_es.rules.starwars.attacks.facts import AttackAimed, AttackDeclared
from sits_es.rules.starwars.board import Board, CriticalHit, Starship, Terrain
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.crews.facts import (
    DamageRepaired,
    EffectBegan,
    ManoeuvreWon,
    ShieldsAngled,
    StancesBroken,
    StarshipSlowed,
)
from sits_es.rules.starwars.flying.facts import SpeedChanged, StarshipFlew
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    CriticalSuffered,
    MinionsLost,
    NoteAgreed,
    NoteEntered,
    ShieldsEntered,
    StarshipLost,
    StarshipRestored,
    StarshipShutDown,
    StrainEntered,
    StrainSuffered,
    TraumaEntered,
    TraumaSuffered,
)
from sits_es.rules.starwars.qualities.facts import StarshipCaught, StarshipFreed, StarshipHeld, WeaponGuided
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced, TerrainPlaced
from sits_es.rules.starwars.slots.facts import InitiativeSet, OrderVoided, SlotLeft, SlotPassed, SlotTaken, TimeRanOut
from sits_es.rules.starwars.spending.facts import NoteOpened, ResultSpent
from sits_es.rules.starwars.starship_class import Crew, HexSide, StarshipClass, StarshipWeapon
from sits_es.space.hexes import Position

ACE: Final = Crew(agility=3, intellect=2, cunning=2, piloting=2, gunnery=1)
HANDS: Final = Crew(agility=2, intellect=3, cunning=2, piloting=1, gunnery=2, computers=1)

#: Plain cards: their numbers are easy to add up, and nobody's own.
CLASSES: Final = {
    "Fighter": StarshipClass(
        name="Fighter",
        silhouette=3,
        speed=5,
        armour=2,
        hull=10,
        strain=8,
        shields=(1, 1, 0, 0),
        crew=ACE,
        weapons=(StarshipWeapon(name="forward-lasers", arcs=("forward",), reach="short", damage=5, critical=3),),
    ),
    "Corvette": StarshipClass(
        name="Corvette",
        silhouette=5,
        speed=3,
        armour=5,
        hull=40,
        strain=30,
        shields=(2, 1, 2, 2),
        crew=HANDS,
        weapons=(
            StarshipWeapon(
                name="turret", arcs=("forward", "aft", "port", "starboard"), reach="long", damage=6, critical=3
            ),
            StarshipWeapon(name="broadside", arcs=("port", "starboard"), reach="medium", damage=8, critical=2),
        ),
    ),
}


def starship(
    name: str, card: str, player: str, q: int, r: int, facing: HexSide = "A", speed: int = 3, **more: object
) -> Starship:
    """A starship of Anna (Blue) or Ben (Red)."""
    made = Starship(
        name=name,
        starship_class=card,
        player=player,
        side={"anna": "Blue", "ben": "Red"}[player],
        place=Position(q, r),
        facing=facing,
        speed=speed,
        crew=CLASSES[card].crew,
        shields=CLASSES[card].shields,
        initiative=(1, 2, 0),
    )
    for field, value in more.items():
        setattr(made, field, value)
    return made


def board() -> Board:
    """Anna's Kestrel and Wren against Ben's Raider and Corvette, among asteroids, a gas cloud and a gravity well."""
    starships = (
        starship("Kestrel", "Fighter", "anna", 0, 0, speed=4, advantage=("Raider",)),
        starship("Wren", "Fighter", "anna", -2, 1, "B", strain=9, shut_down=True, notes=("out of missiles",)),
        starship("Raider", "Fighter", "ben", 0, 0, "C", trauma=4, criticals=(CriticalHit(number=1, result=35),)),
        starship("Corvette", "Corvette", "ben", 2, -3, "D", 2, trauma=7, strain=2),
        starship("Scout", "Fighter", "ben", 1, 1, gone=True, trauma=11),
    )
    terrain = (
        Terrain(
            name="Shoals", kind="asteroid-field", hexes=(Position(0, -1), Position(1, -1), Position(1, -2)), setback=2
        ),
        Terrain(name="Veil", kind="gas-cloud", hexes=(Position(2, -3), Position(2, -2)), setback=1),
        Terrain(name="Maw", kind="gravity-well", hexes=(Position(-2, 2), Position(-3, 2)), setback=1),
    )
    return Board(
        classes=dict(CLASSES),
        turn=2,
        order=("Kestrel", "Raider", "Corvette", "Wren", "Scout"),
        slot=0,
        stage="act",
        starships={each.name: each for each in starships},
        terrain={each.name: each for each in terrain},
        criticals=1,
    )


BROKEN: Final = "Wren takes away the benefit of Raider's manoeuvres (evade and aim)."
_HIT: Final = Coded("weapon", ("Kestrel", "forward-lasers"))
_CRITICAL: Final = Coded("critical", (2,))
_ROCKS: Final = Coded("asteroids", ("Shoals",))

#: A fact of every class but the orders, and how it is told.
FACTS: Final[tuple[tuple[Event, str], ...]] = (
    (
        TraumaEntered(starship="Raider", change=3),
        "Raider's hull trauma goes up by 3, as entered by its player.",
    ),
    (
        StrainEntered(starship="Wren", change=-1),
        "Wren's system strain goes down by 1, as entered by its player.",
    ),
    (
        ShieldsEntered(starship="Corvette", zone="aft", shields=2),
        "Corvette's aft shields are now 2, as entered by its player.",
    ),
    (
        CriticalEntered(starship="Raider", critical=1, text="engines out."),
        "Raider's critical hit 1 means: engines out.",
    ),
    (CriticalMended(starship="Raider", critical=1), "Raider's critical hit 1 is repaired."),
    (NoteAgreed(starship="Raider", number=2), "Raider's side agrees to note 2."),
    (NoteOpened(starship="Kestrel", number=2, text="a better view"), "Kestrel's note 2 is open: a better view."),
    (NoteEntered(starship="Wren", text="aims at Raider"), "A note on Wren: aims at Raider."),
    (
        StarshipPlaced(
            starship="Kestrel",
            player="anna",
            side="Blue",
            starship_class="Fighter",
            q=0,
            r=-1,
            facing="A",
            speed=4,
            crew=ACE,
            initiative=(1, 2, 0),
        ),
        (
            "Kestrel (Fighter, side Blue, player anna) is at 0,-1, facing A, speed 4; its crew has agility 3, "
            "intellect 2, cunning 2, Piloting 2, Gunnery 1; initiative 1 ability and 2 proficiency dice."
        ),
    ),
    (
        TerrainPlaced(name="Shoals", kind="asteroid-field", hexes=((0, -1), (1, -1), (1, -2)), setback=2),
        ("Shoals is an asteroid field in 3 hexes (0,-1, 1,-1 and 1,-2); it adds 2 setback dice to Piloting checks."),
    ),
    (
        InitiativeSet(order=("Kestrel", "Raider", "Corvette"), rolled=((2, 1), (1, 0), (0, -1))),
        (
            "The order of initiative is rolled: Kestrel (2 successes, 1 advantage), Raider (1 success) and "
            "Corvette (1 threat)."
        ),
    ),
    (
        StarshipFlew(
            starship="Kestrel",
            steps=("F", "F", "R", "F"),
            path=((0, -1), (0, -2), (1, -3)),
            q=1,
            r=-3,
            facing="B",
            movement=4,
        ),
        "Kestrel flies F F R F: 3 hexes for 4 movement, to 1,-3, facing B.",
    ),
    (SpeedChanged(starship="Kestrel", speed=5), "Kestrel now flies at speed 5."),
    (
        OrderVoided(starship="Kestrel", order="fire cannon at Raider", why=Coded("no-weapon", ("cannon", "lasers"))),
        'Kestrel: "fire cannon at Raider" failed: There is no weapon cannon. Weapons: lasers.',
    ),
    (SlotTaken(starship="Kestrel"), "Kestrel acts in this slot."),
    (SlotLeft(side="Blue"), "Nobody on side Blue acts in this slot."),
    (SlotPassed(starship="Wren"), "Wren does nothing in its slot."),
    (TimeRanOut(), "The last round of the scenario is over."),
    (
        AttackDeclared(
            starship="Raider",
            by="Kestrel",
            weapon="forward-lasers",
            target="Kestrel",
            zone=None,
            boost=0,
            setback=0,
            upgrades=0,
            harder=0,
            member="",
            then=(),
        ),
        (
            "Raider attacks Kestrel in one hex with forward-lasers; Kestrel holds the advantage, so Kestrel's player "
            "names the side."
        ),
    ),
    (
        AttackAimed(
            starship="Kestrel",
            weapon="forward-lasers",
            target="Raider",
            hexes=2,
            band="short",
            toward=None,
            arcs=("forward", "starboard"),
            zones=("aft", "port"),
            zone="aft",
            shields=1,
        ),
        (
            "Kestrel fires forward-lasers at Raider: Raider is 2 hexes away, short range, in Kestrel's forward and "
            "starboard arcs; the aft zone with 1 shield is attacked (aft and port are open)."
        ),
    ),
    (
        CheckMade(
            starship="Kestrel",
            source="action",
            skill="gunnery",
            against="Raider",
            about="",
            pool=(2, 1, 0, 2, 0, 1),
            success=2,
            advantage=-1,
            triumph=0,
            despair=0,
        ),
        (
            "Kestrel's Gunnery check against Raider with 2 ability, 1 proficiency, 2 difficulty and 1 setback die "
            "comes to 2 successes, 1 threat: it succeeds."
        ),
    ),
    (
        CheckMade(
            starship="Kestrel",
            source="guided",
            skill="gunnery",
            against="Raider",
            about="missiles",
            pool=(3, 0, 0, 2, 0, 0),
            success=-1,
            advantage=1,
            triumph=0,
            despair=0,
        ),
        (
            "Kestrel's second attack by missiles on Raider with 3 ability and 2 difficulty dice comes to 1 failure, "
            "1 advantage: it fails."
        ),
    ),
    (
        AdvantageGained(starship="Kestrel", over="Raider"),
        "Kestrel gains the advantage over Raider and names the side when they attack each other in one hex.",
    ),
    (
        EffectBegan(starship="Wren", effect="boost", by="Kestrel"),
        "Wren has a boost die for its next check, bought by Kestrel.",
    ),
    (StancesBroken(starship="Raider", lost=("evade", "aim"), by="Wren"), BROKEN),
    (
        ShieldsAngled(starship="Corvette", taken="port", zone="aft", member="engineer"),
        "Corvette's engineer angles a point of shields from port to aft.",
    ),
    (
        DamageRepaired(starship="Corvette", what="strain", points=2, total=5, critical=0),
        "Corvette repairs 2 system strain; its total is 5.",
    ),
    (
        DamageRepaired(starship="Corvette", what="hull", points=0, total=4, critical=0),
        "Corvette repairs no hull trauma; its total stays at 4.",
    ),
    (ManoeuvreWon(starship="Kestrel"), "Kestrel has one more manoeuvre in this slot."),
    (StarshipSlowed(starship="Raider", speed=2, by="Wren"), "Raider is slowed to speed 2 by Wren."),
    (
        ResultSpent(starship="Kestrel", number=2, what="advantage", source="action", text="boost dice for Wren"),
        "Kestrel spends 2 advantage from its action: boost dice for Wren.",
    ),
    (
        TraumaSuffered(starship="Raider", why=_HIT, damage=7, armour=2, trauma=5, total=9),
        "Raider suffers 5 hull trauma from Kestrel's forward-lasers (7 damage less 2 for armour); its total is 9.",
    ),
    (
        StrainSuffered(starship="Raider", why=_ROCKS, strain=2, total=3),
        "Raider suffers 2 system strain among the asteroids of Shoals; its total is 3.",
    ),
    (
        CriticalSuffered(starship="Raider", why=_HIT, critical=2, rolled=44, added=10, result=54),
        ("Raider suffers critical hit 2 from Kestrel's forward-lasers: 44 + 10 = 54; look it up in your own table."),
    ),
    (
        CriticalSuffered(
            starship="Raider", why=_HIT, critical=2, rolled=54, added=10, result=64, text="Cracked plates (armour -1)"
        ),
        "Raider suffers critical hit 2 from Kestrel's forward-lasers: 54 + 10 = 64, Cracked plates (armour -1).",
    ),
    (
        TraumaSuffered(starship="Raider", why=_CRITICAL, damage=1, armour=0, trauma=1, total=10),
        "Raider suffers 1 hull trauma from critical hit 2; its total is 10.",
    ),
    (
        StarshipSlowed(starship="Raider", speed=2, by="Wren", critical=2),
        "Raider is slowed to speed 2 by critical hit 2.",
    ),
    (StarshipLost(starship="Raider", critical=2), "Raider is lost to critical hit 2."),
    (
        StarshipShutDown(starship="Wren", critical=2),
        "Wren shuts down because of critical hit 2; its speed is 0 and it has no slot.",
    ),
    (StarshipLost(starship="Raider"), "Raider is lost: its hull trauma is beyond its threshold."),
    (
        StarshipShutDown(starship="Wren"),
        "Wren shuts down: its system strain is beyond its threshold; its speed is 0 and it has no slot.",
    ),
    (
        StarshipRestored(starship="Wren"),
        "Wren is back: its system strain is within its threshold, and it has its slot again.",
    ),
    (
        StarshipCaught(starship="Raider", by="Corvette", weapon="tractor-beam", difficulty=2),
        "Corvette's tractor-beam holds Raider: breaking free takes a Piloting check of difficulty 2.",
    ),
    (StarshipFreed(starship="Raider"), "Raider breaks free and flies."),
    (StarshipHeld(starship="Raider"), "Raider does not break free and stays where it is."),
    (
        WeaponGuided(starship="Kestrel", weapon="missiles", target="Raider", zone="aft"),
        "Kestrel's missiles missed Raider: a second attack comes at the end of the round.",
    ),
    (
        MinionsLost(starship="Raider", why=Coded("threshold"), lost=2, left=1, total=14),
        "Raider loses 2 of its group; 1 is left.",
    ),
)
