"""Every fact of Star Wars hex combat as a sentence."""

from typing import Any

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Coded, Event
from sits_es.rules.chapters import facts_of
from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import StarshipFlew
from sits_es.rules.starwars.harm.facts import (
    CAUSES,
    ENTRIES,
    CriticalSuffered,
    StrainSuffered,
    TraumaEntered,
    TraumaSuffered,
)
from sits_es.rules.starwars.reasons import REASONS
from sits_es.rules.starwars.setting_up.facts import TerrainPlaced
from sits_es.rules.starwars.slots.facts import InitiativeSet, OrderVoided, TimeRanOut
from sits_es.rules.starwars.spending.facts import ResultSpent
from sits_es.rules.starwars.starwars import SYSTEM
from sits_es.rules.starwars.sums.narrative_dice import FACES
from sits_es.rules.starwars.views.dice import faces_in_words
from sits_es.rules.system import Outcome
from sits_es.rules.told import Told
from tests.shared.rows import each_row
from tests.shared.starwars_order_lines import LINES
from tests.shared.starwars_samples import FACTS


@each_row(("fact", "sentence"), FACTS)
def test_a_fact_is_told_as_one_sentence(fact: Event, sentence: str) -> None:
    assert SYSTEM.tell(fact) == sentence


def test_every_event_has_a_sentence_and_a_sample() -> None:
    named = {cls for name, (_, cls) in REGISTRY.names().items() if name.startswith("starwars.")}
    assert named == {*facts_of("sits_es.rules.starwars")}
    assert named == {type(fact) for fact, _ in FACTS} | {type(order) for _, order in LINES}


@each_row(("line", "order"), [row for row in LINES if type(row[1]) not in ENTRIES])
def test_an_order_is_told_as_it_is_written(line: str, order: OfStarship) -> None:
    assert SYSTEM.tell(order) == f"Hawk is ordered: {line}."


def aimed(**more: Any) -> AttackAimed:
    given: dict[str, Any] = {
        "starship": "Kestrel",
        "weapon": "lasers",
        "target": "Raider",
        "hexes": 1,
        "band": "close",
        "toward": None,
        "arcs": ("forward",),
        "zones": ("aft",),
        "zone": "aft",
        "shields": 0,
    }
    return AttackAimed(**given | more)


def made(**more: Any) -> CheckMade:
    given: dict[str, Any] = {
        "starship": "Kestrel",
        "source": "action",
        "skill": "piloting",
        "against": None,
        "about": "",
        "pool": (1, 0, 0, 0, 0, 0),
        "success": 0,
        "advantage": 0,
        "triumph": 0,
        "despair": 0,
    }
    return CheckMade(**given | more)


HIT = Coded("weapon", ("Kestrel", "lasers"))


@each_row(
    ("fact", "sentence"),
    [
        (
            InitiativeSet(order=("Kestrel", "Raider"), rolled=()),
            "The scenario gives the order of initiative: Kestrel and Raider.",
        ),
        (
            StarshipFlew(starship="Kestrel", steps=("R",), path=(), q=0, r=0, facing="B", movement=0),
            "Kestrel flies R: it stays at 0,0, facing B.",
        ),
        (
            TerrainPlaced(name="Veil", kind="gas-cloud", hexes=((1, 0),), setback=0),
            "Veil is a gas cloud in 1 hex (1,0); it adds no dice to Piloting checks.",
        ),
        (
            aimed(),
            (
                "Kestrel fires lasers at Raider: Raider is 1 hex away, close range, in Kestrel's forward arc; the "
                "aft zone with 0 shields is attacked."
            ),
        ),
        (
            aimed(hexes=0, toward="C", shields=2),
            (
                "Kestrel fires lasers at Raider: Raider is in the same hex, on side C, close range, "
                "in Kestrel's forward arc; the aft zone with 2 shields is attacked."
            ),
        ),
        (
            made(against="Raider"),
            "Kestrel's Piloting check against Raider with 1 ability die comes to nothing: it fails.",
        ),
        (
            made(source="flight", about="Shoals", pool=(0, 0, 0, 2, 1, 1), success=-2, despair=1),
            (
                "Kestrel's Piloting check for the flight through Shoals with 2 difficulty, 1 challenge and 1 setback "
                "die comes to 2 failures, 1 despair: it fails."
            ),
        ),
        (
            made(skill="computers", about="slice the beacon.", pool=(0, 0, 0, 0, 0, 0), success=1, triumph=1),
            ("Kestrel's Computers check (slice the beacon) with no dice comes to 1 success, 1 triumph: it succeeds."),
        ),
        (
            made(skill="perception", about="", success=1),
            "Kestrel's Perception check with 1 ability die comes to 1 success: it succeeds.",
        ),
        (
            ResultSpent(starship="Kestrel", number=1, what="triumph", source="flight", text="critical hit"),
            "Kestrel spends 1 triumph from its flight: critical hit.",
        ),
        (
            TraumaSuffered(starship="Raider", why=HIT, damage=2, armour=2, trauma=0, total=4),
            "Raider's armour stops all 2 damage from Kestrel's lasers; hull trauma stays at 4.",
        ),
        (
            TraumaSuffered(starship="Raider", why=HIT, damage=2, armour=0, trauma=2, total=4),
            "Raider suffers 2 hull trauma from Kestrel's lasers; its total is 4.",
        ),
        (
            CriticalSuffered(starship="Raider", why=HIT, critical=1, rolled=44, added=0, result=44),
            "Raider suffers critical hit 1 from Kestrel's lasers: 44; look it up in your own table.",
        ),
        (
            StrainSuffered(starship="Raider", why=Coded("asteroids", ("Shoals",)), strain=1, total=1),
            "Raider suffers 1 system strain among the asteroids of Shoals; its total is 1.",
        ),
        (
            TraumaEntered(starship="Raider", change=0),
            "Raider's hull trauma stays as it is, as entered by its player.",
        ),
    ],
)
def test_facts_of_one_class_that_differ_are_told_differently(fact: Event, sentence: str) -> None:
    assert SYSTEM.tell(fact) == sentence


def test_a_check_that_leaves_nothing_says_so_after_its_verdict() -> None:
    told = Told.of(made(against="Raider"))
    assert told.in_brief() == "Kestrel's Piloting check against Raider fails: nothing left over."
    assert told.came_to() == "needs 1 success: it fails, nothing left over"
    assert Told.of(made(advantage=-1)).in_brief() == "Kestrel's Piloting check fails: 1 threat."


#: Every reason, with what is said of it to whoever orders Hawk about.
SAID: tuple[tuple[Coded, str], ...] = (
    (
        Coded("initiative-first"),
        "Hawk can't take orders now. Initiative is settled first, and nobody gives orders for it.",
    ),
    (
        Coded("not-its-slot", ("Kite", "Ben")),
        "Hawk can't take orders now. This slot is for Kite, and Ben gives the orders.",
    ),
    (Coded("starship-gone"), "Hawk is lost. Leave out its orders."),
    (
        Coded("shut-down", (7, 6)),
        "Hawk is shut down: strain 7, threshold 6. It acts again once its strain is entered as 6 or less.",
    ),
    (
        Coded("only-entered"),
        "Hawk: this is not an order. Use sits record to enter what has happened.",
    ),
    (
        Coded("nothing-declared"),
        "Hawk: no attack is waiting for a side. Order a manoeuvre and an action.",
    ),
    (Coded("nothing-rolled"), "Hawk: nothing has been rolled in this slot. Spend results after the roll."),
    (
        Coded("side-first", ("Kite",)),
        (
            "Hawk can't do that now. An attack in one hex waits for Kite to name a side. Write side, then a letter "
            "from A to F."
        ),
    ),
    (
        Coded("rolled-already"),
        "Hawk has had its manoeuvre and its action. Hawk can now spend only what is left of its roll.",
    ),
    (Coded("manoeuvred-already"), "Hawk has only one manoeuvre in a slot. Keep one."),
    (Coded("acted-already"), "Hawk has only one action in a slot. Keep one."),
    (Coded("side-named-already"), "Hawk names only one side. Keep one."),
    (
        Coded("flight-unlawful", (5, "turns", 4, "F L L L L", 3)),
        "Hawk: step 5 of F L L L L: a silhouette 3 ship turns at most three times.",
    ),
    (
        Coded("flight-unlawful", (2, "occupied", 3, "F F", 5)),
        (
            "Hawk: step 2 of F F: another ship is there, and a silhouette 5 ship enters only empty hexes (silhouette "
            "4 or less may share one)."
        ),
    ),
    (
        Coded("flight-unlawful", (2, "occupied", 6, "F F", 3)),
        "Hawk: step 2 of F F: a silhouette 6 ship is there, and nobody else may enter its hex.",
    ),
    (
        Coded("flight-unlawful", (2, "movement", 3, "F F", 2)),
        (
            "Hawk: step 2 of F F: speed 2 allows 2 movement, and this step makes the total 3 "
            "(a gravity-well hex takes 2)."
        ),
    ),
    (Coded("speed-beyond", (5, 5)), "Hawk flies at speed 5; its card allows 0 to 5."),
    (
        Coded("no-weapon", ("torpedo", "forward-lasers, torpedoes")),
        "Hawk: There is no weapon torpedo. Did you mean torpedoes? Weapons: forward-lasers, torpedoes.",
    ),
    (
        Coded("no-target", ("Kit", "Kite, Krait")),
        "Hawk: There is no target Kit. Did you mean Kite? Targets: Kite, Krait.",
    ),
    (Coded("target-itself"), "Hawk can't name itself. Name an enemy."),
    (Coded("target-gone", ("Kite",)), "Hawk: Kite is lost. Name another enemy."),
    (Coded("not-an-enemy", ("Heron", "red")), "Hawk: Heron is on the same side, red. Name an enemy."),
    (
        Coded("out-of-range", ("Kite", 3, "lasers", "short")),
        "Hawk: Kite is 3 hexes away, at medium range. The reach of lasers is short range, up to 2 hexes.",
    ),
    (
        Coded("does-not-bear", ("lasers", "aft, port")),
        "Hawk: the target lies in its aft and port arcs, outside the arcs of lasers. Fire a weapon that bears.",
    ),
    (
        Coded("zone-not-open", ("aft", "forward, port", "Kite")),
        "Hawk can hit only Kite's forward and port zones. The aft zone is not open to Hawk.",
    ),
    (
        Coded("zone-not-named", ("forward, port", "Kite")),
        "Hawk can hit only Kite's forward and port zones. Choose: zone forward or port.",
    ),
    (
        Coded("side-not-named", ("Kite",)),
        "Hawk: Kite is in the same hex. Name the side on which Kite lies: write toward, then a letter from A to F.",
    ),
    (
        Coded("side-not-yours", ("Kite",)),
        "Hawk: Kite holds the advantage, so Kite names the side. Leave out toward.",
    ),
    (
        Coded("side-not-in-one-hex", ("Kite", 1)),
        (
            "Hawk: Kite is 1 hex away, at close range. A side is named only when the target is in the same hex. Leave "
            "out toward."
        ),
    ),
    (
        Coded("silhouette-too-large", (5,)),
        "Hawk has silhouette 5. Gain the Advantage needs silhouette 4 or less.",
    ),
    (
        Coded("not-close", ("Kite", 2)),
        "Hawk: Kite is 2 hexes away, at short range. Gain the Advantage needs close range, at most 1 hex.",
    ),
    (
        Coded("no-such-check", ("in flight", "action", "Hawk")),
        'Hawk made no check in flight. It made one for its action. Leave out the word "on".',
    ),
    (
        Coded("not-so-much", (2, "advantage", "its check for its action", 3)),
        "Hawk can spend 2 advantage from its check for its action, not 3.",
    ),
    (Coded("no-crews"), "Hawk: this game has no crews, because options.crews is off."),
    (
        Coded("no-member", ("cook", "engineer, gunner")),
        "Hawk: There is no crew member cook. Crew members: engineer, gunner.",
    ),
    (
        Coded("member-acted", ("gunner",)),
        "Hawk: its gunner has only one action in a slot. Keep one.",
    ),
    (
        Coded("fired-already", ("lasers",)),
        "Hawk: lasers can fire only once in a slot.",
    ),
    (Coded("manoeuvre-won"), "Hawk has won an extra manoeuvre and must make it before winning another."),
    (Coded("no-shots", ("missiles", 3)), "Hawk: missiles has none of its 3 shots left. Fire another weapon."),
    (Coded("fires-slowly", ("cannon", 4)), "Hawk: slow-firing cannon can't fire again before round 4."),
    (
        Coded("not-linked"),
        (
            "Hawk: another hit needs a linked weapon that hit in this slot. The weapon's linked number is the most "
            "you can buy."
        ),
    ),
    (Coded("not-guided"), "Hawk: only a guided weapon that missed in this slot can attack again."),
    (Coded("holds-nothing", ("Kite",)), "Hawk: Kite has nothing to break off."),
    (
        Coded("manoeuvred-twice"),
        "Hawk has at most two manoeuvres in a slot, and this is a third. Keep two.",
    ),
    (
        Coded("too-strained", (5, 6)),
        (
            "Hawk has 5 strain and a threshold of 6. A second manoeuvre costs 2, and strain must not go beyond the "
            "threshold."
        ),
    ),
    (
        Coded("too-large-or-slow", (5, 2)),
        (
            "Hawk has silhouette 5 and speed 2. Evading and staying on target need silhouette 4 or less and speed 3 "
            "or more."
        ),
    ),
    (Coded("holds-already", ("evade",)), "Hawk: evade is already in force."),
    (Coded("same-zone", ("aft",)), "Hawk: the aft zone is named twice. Name two zones."),
    (Coded("no-shields", ("aft",)), "Hawk: the aft zone has no shields to give."),
    (Coded("shields-full", ("aft", 4)), "Hawk: the aft zone has 4 shields; angling can bring it to at most 4."),
    (Coded("nothing-to-repair", ("strain",)), "Hawk has no system strain to repair."),
    (Coded("hull-tried"), "Hawk has already tried damage control on the hull, which is allowed only once a game."),
    (Coded("no-such-critical", (3, "1, 2")), "Hawk has no critical hit number 3. Its critical hits: 1 and 2."),
    (Coded("threat-at-hand"), "Hawk: you can now spend only the other side's threat and despair."),
    (
        Coded("use-names", ("boost for", "Kit", "Hawk, Heron")),
        "Hawk: There is no starship Kit. Starships: Hawk, Heron. After boost for, name one of them.",
    ),
    (
        Coded("use-costs", ("boost for", "2 threat or 1 despair")),
        "Hawk: boost for costs 2 threat or 1 despair.",
    ),
    (
        Coded("has-acted", ("Heron, Harrier",)),
        "Hawk has already acted in this round. This slot is for Heron or Harrier.",
    ),
    (
        Coded("one-a-slot", ("Heron",)),
        "Hawk can't act in this slot: Heron does. Give Hawk's orders in a later slot of its side.",
    ),
    (
        Coded("shut-down-by-critical", (3,)),
        "Hawk is shut down by critical hit 3. It acts again once the hit is entered as repaired.",
    ),
    (Coded("speed-left", (3, 3)), "Hawk flies at speed 3; its critical hits allow 0 to 3."),
    (
        Coded("weapon-out", ("lasers",)),
        "Hawk: a critical hit has put lasers out of action. Fire another weapon, or have the hit repaired.",
    ),
    (
        Coded("no-difficulty", (3,)),
        (
            "Hawk: the difficulty of critical hit 3 is in your own table. Write: repair critical 3 difficulty N, "
            "with N from 0 to 5."
        ),
    ),
    (
        Coded("other-difficulty", (3, 1, 2)),
        "Hawk: critical hit 3 has difficulty 2 in this game's table, not 1. Leave the difficulty out.",
    ),
    (
        Coded("use-names-foe", ("boost for", "Kite", "Hawk, Heron")),
        "Hawk: Kite is a foe. After boost for, name Hawk or Heron.",
    ),
    (
        Coded("use-names-own", ("setback for", "Heron", "Kite")),
        "Hawk: Heron is on the same side. After setback for, name Kite.",
    ),
    (
        Coded("of-another-check", ("critical hit", "gunner")),
        "Hawk: critical hit is bought with its check of its gunner. Write on gunner before the colon.",
    ),
    (
        Coded("behind-colon", ("captain",)),
        'Hawk: "by captain" after the colon has no effect. Write it before the colon, or use other words.',
    ),
    (Coded("no-critical"), "Hawk: a critical hit needs an attack in this slot that penetrated the armour."),
    (Coded("target-is-lost", ("Kite",)), "Hawk: Kite is lost; nothing more can be done to it."),
    (
        Coded("critical-costs-more", ("lasers", 3, 2)),
        "Hawk: a critical hit with lasers costs 3 advantage or 1 triumph, not 2 advantage.",
    ),
)


@each_row(("why", "said"), SAID)
def test_every_reason_is_told_with_what_is_wrong_and_what_is_allowed(why: Coded, said: str) -> None:
    """Whoever checks an order and whoever reads what came of it are told the same."""
    assert REASONS.told("Hawk", why) == REASONS.refusal("Hawk", why).message == said
    voided = OrderVoided(starship="Hawk", order="fly F", why=why)
    assert SYSTEM.tell(voided) == f'Hawk: "fly F" failed: {said.removeprefix("Hawk: ")}'


def test_no_code_is_without_words() -> None:
    assert set(REASONS) == {why.code for why, _ in SAID}
    causes = {
        "weapon": HIT,
        "asteroids": Coded("asteroids", ("Shoals",)),
        "manoeuvre": Coded("manoeuvre"),
        "threat": Coded("threat", ("Kestrel",)),
        "critical": Coded("critical", (3,)),
        "entered": Coded("entered"),
    }
    assert causes.keys() == CAUSES.keys()
    for why in causes.values():
        assert SYSTEM.tell(StrainSuffered(starship="Raider", why=why, strain=1, total=1)).endswith("; its total is 1.")


@each_row(
    ("why", "sentence"),
    [
        ((Coded("last-side", ("Blue",)),), "Only Blue has starships left."),
        ((Coded("no-side"),), "No side has starships left."),
        ((Coded("time-up", (6,)),), "Round 6 was the last of the scenario."),
    ],
)
def test_the_end_of_a_game_is_told(why: tuple[Coded, ...], sentence: str) -> None:
    assert SYSTEM.tell(Outcome(winner=None, why=why)) == sentence


def test_whose_fact_it_is() -> None:
    assert {SYSTEM.unit_of(order) for _, order in LINES} == {"Hawk"}
    assert SYSTEM.unit_of(TimeRanOut()) is None
    assert SYSTEM.unit_of(InitiativeSet(order=("Kestrel",), rolled=())) is None


def rolled(purpose: str, sides: int, *faces: int) -> DiceRolled:
    return DiceRolled(actor="Kestrel", purpose=purpose, object="", index=0, sides=sides, faces=faces)


@each_row(
    ("roll", "words"),
    [
        (rolled("gunnery: ability", 8, 0, 3, 6), ("blank", "2 successes", "success and advantage")),
        (rolled("gunnery: difficulty", 8, 7, 6), ("failure and threat", "2 threat")),
        (rolled("initiative: proficiency", 12, 11), ("triumph",)),
        (rolled("piloting: challenge", 12, 11), ("despair",)),
        (rolled("piloting: boost", 6, 4, 5), ("2 advantage", "advantage")),
        (rolled("piloting: setback", 6, 2, 5), ("failure", "threat")),
        (rolled("critical hit", 100, 0, 99), ("1", "100")),
        # a die that no rule has thrown so far is told by its number
        (rolled("piloting: setback", 8, 7), ("8",)),
        (rolled("", 6, 5), ("6",)),
    ],
)
def test_a_die_is_told_as_it_lies_on_the_table(roll: DiceRolled, words: tuple[str, ...]) -> None:
    assert faces_in_words(roll) == words


def test_every_face_of_every_narrative_die_has_words() -> None:
    for kind, faces in FACES.items():
        words = faces_in_words(rolled(f"gunnery: {kind}", len(faces), *range(len(faces))))
        assert len(words) == len(faces)
        assert all(words)
