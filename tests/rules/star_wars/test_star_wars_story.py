"""Every fact of Star Wars hex combat as a sentence."""

from importlib import import_module
from typing import Any

import pytest

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Coded, Event
from sits_es.rules.star_wars import EVENTS
from sits_es.rules.star_wars.events import checks, harm, motion
from sits_es.rules.star_wars.events.codes import CAUSES, VOIDED
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.story import SENTENCES, tell, unit_of
from sits_es.rules.star_wars.story.dice import faces_in_words
from sits_es.rules.star_wars.sums.narrative_dice import FACES
from sits_es.rules.system import Outcome
from tests.shared.rows import each_row
from tests.shared.star_wars_samples import FACTS, ORDERS


@each_row(("fact", "sentence"), FACTS)
def test_a_fact_is_told_as_one_sentence(fact: Event, sentence: str) -> None:
    assert tell(fact) == sentence


def test_every_event_has_a_sentence_and_a_sample() -> None:
    for module in EVENTS:
        import_module(module)
    named = {cls for name, (_, cls) in REGISTRY.names().items() if name.startswith("starwars.")}
    assert named == set(SENTENCES)
    assert named == {type(fact) for fact, _ in FACTS} | {type(order) for order in ORDERS}


@each_row("order", ORDERS)
def test_an_order_is_told_as_it_is_written(order: forms.OfStarship) -> None:
    language = pytest.importorskip("sits_es.rules.star_wars.orders.language")
    assert tell(order) == f"Kestrel is ordered: {language.write_order(order)}."


def aimed(**more: Any) -> checks.AttackAimed:
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
    return checks.AttackAimed(**given | more)


def made(**more: Any) -> checks.CheckMade:
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
    return checks.CheckMade(**given | more)


HIT = Coded("weapon", ("Kestrel", "lasers"))


@each_row(
    ("fact", "sentence"),
    [
        (
            motion.InitiativeSet(order=("Kestrel", "Raider"), rolled=()),
            "The order of initiative is set up: Kestrel and Raider.",
        ),
        (
            motion.StarshipFlew(starship="Kestrel", steps=("R",), path=(), q=0, r=0, facing="B", movement=0),
            "Kestrel flies R: it stays at 0,0, facing B.",
        ),
        (
            motion.TerrainPlaced(name="Veil", kind="gas-cloud", hexes=((1, 0),), setback=0),
            "Veil is a gas cloud in 1 hex (1,0); it adds no dice to Piloting checks.",
        ),
        (
            aimed(),
            (
                "Kestrel fires lasers at Raider: Raider is 1 hex away, close range, in the forward arc of Kestrel; the "
                "aft zone with 0 shields is attacked."
            ),
        ),
        (
            aimed(hexes=0, toward="C", shields=2),
            (
                "Kestrel fires lasers at Raider: Raider is in the same hex, taken to lie toward C, close range, in the "
                "forward arc of Kestrel; the aft zone with 2 shields is attacked."
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
            checks.ResultSpent(starship="Kestrel", number=1, what="triumph", source="flight", text="critical hit"),
            "Kestrel spends 1 triumph of its flight: critical hit.",
        ),
        (
            harm.TraumaSuffered(starship="Raider", why=HIT, damage=2, armour=2, trauma=0, total=4),
            "Raider's armour stops all 2 damage from Kestrel's lasers; its hull trauma stays 4.",
        ),
        (
            harm.TraumaSuffered(starship="Raider", why=HIT, damage=2, armour=0, trauma=2, total=4),
            "Raider suffers 2 hull trauma from Kestrel's lasers; its total is 4.",
        ),
        (
            harm.CriticalSuffered(starship="Raider", why=HIT, critical=1, rolled=44, added=0, result=44),
            "Raider suffers critical hit 1 from Kestrel's lasers: 44; look it up in your own table.",
        ),
        (
            harm.StrainSuffered(starship="Raider", why=Coded("asteroids", ("Shoals",)), strain=1, total=1),
            "Raider suffers 1 system strain among the asteroids of Shoals; its total is 1.",
        ),
        (
            forms.TraumaEntered(starship="Raider", change=0),
            "Raider's hull trauma stays as it is, as its player enters.",
        ),
    ],
)
def test_facts_of_one_class_that_differ_are_told_differently(fact: Event, sentence: str) -> None:
    assert tell(fact) == sentence


#: Every code of an order that came to nothing, with the order that it is about and what is said after the colon.
REASONS: tuple[tuple[str, Coded, str], ...] = (
    (
        "fly F",
        Coded("not-its-slot", ("Raider",)),
        "the slot is Raider's. Only the starship whose slot it is takes orders",
    ),
    ("fly F", Coded("starship-gone"), "it is lost. Only starships on the map carry out orders"),
    (
        "fly F",
        Coded("shut-down"),
        "its systems are shut down. It acts again once its strain is within its threshold",
    ),
    ("accelerate", Coded("manoeuvred-already"), "it has had its manoeuvre. A slot has one"),
    ("fire lasers at Raider", Coded("acted-already"), "it has had its action. A slot has one"),
    (
        "fly F F L L L with 1 boost",
        Coded("flight-unlawful", (5, "turns")),
        (
            "step 5 of F F L L L: it turns too often. A flight has at most 3 turns with silhouette 4 or less, 2 with "
            "5 to 7, 1 with 8 or more"
        ),
    ),
    (
        "fly F F",
        Coded("flight-unlawful", (2, "occupied")),
        (
            "step 2 of F F: another starship is there. Only starships of silhouette 4 or less share a hex; one of 5 "
            "or more leaves no room"
        ),
    ),
    (
        "fly F F",
        Coded("flight-unlawful", (2, "movement")),
        (
            "step 2 of F F: its speed allows no more movement. A hex takes 1 movement, one of a gravity well 2, and "
            "the speed is the most"
        ),
    ),
    ("", Coded("flight-unlawful", (2, "tides")), "step 2: it breaks the rule of tides"),
    ("accelerate", Coded("speed-beyond", (5,)), "its speed would be out of bounds. Its card allows 0 to 5"),
    ("fire cannon at Raider", Coded("no-weapon", ("cannon",)), "it has no weapon cannon. Name one of its own"),
    (
        "fire lasers at Ghost",
        Coded("no-target", ("Ghost",)),
        "Ghost is not on the map. Name a starship that is",
    ),
    (
        "fire lasers at Raider",
        Coded("out-of-range", ("Raider", 3)),
        "Raider is 3 hexes away. Fire at one within the weapon's range",
    ),
    (
        "gain advantage on Raider",
        Coded("out-of-range", ("Raider", 2)),
        "Raider is 2 hexes away. Be in its hex or in the next one",
    ),
    (
        "fire lasers at Raider",
        Coded("does-not-bear", ("lasers", "aft, port")),
        "the target lies in the aft and port arcs, where lasers does not bear. It must lie in an arc of the weapon",
    ),
    (
        "fire lasers at Raider zone aft",
        Coded("zone-not-open", ("aft", "forward")),
        "the aft zone is not open to it. What is open is the forward zone",
    ),
    (
        "fire lasers at Raider",
        Coded("zone-not-named", ("forward, port",)),
        "the forward and port zones are open. Name one of them",
    ),
    (
        "fire lasers at Raider",
        Coded("side-not-named", ("Raider",)),
        "Raider is in the same hex. Say on which side it is taken to lie: toward A to F",
    ),
    (
        "side A",
        Coded("side-not-yours", ("Raider",)),
        "Raider holds the advantage, and names the side. Nobody else does",
    ),
    (
        "fire lasers at Raider toward A",
        Coded("side-not-yours", ("Raider",)),
        "Raider holds the advantage over it, so its player names the side. Fire without toward",
    ),
    (
        "fly F",
        Coded("side-first", ("Raider",)),
        "an attack waits for the side that Raider's player names. Nothing else is done now",
    ),
    ("side B", Coded("side-named-already"), "a side has been named. An attack has one"),
    (
        "fly F",
        Coded("initiative-first"),
        "the order of initiative comes first. Nobody acts before the order is known",
    ),
    (
        "fire lasers at Raider toward A",
        Coded("side-not-in-one-hex", ("Raider",)),
        "Raider is in another hex. A side is named in one hex only",
    ),
    (
        "gain advantage on Raider",
        Coded("silhouette-too-large", (5,)),
        "its silhouette is 5. Only one of 4 or less tries to Gain the Advantage",
    ),
    (
        "gain advantage on Wren",
        Coded("not-an-enemy", ("Wren",)),
        "Wren is not an enemy. Name a starship of another side",
    ),
    (
        "spend 1 advantage: a boost die",
        Coded("nothing-rolled"),
        "there was no such check in this slot. Spend what a roll of this slot came to",
    ),
    ("side A", Coded("nothing-declared"), "no attack waits for a side. It is named when one does"),
    (
        "spend 3 advantage: a boost die",
        Coded("not-so-much", (2, "advantage")),
        "it has 2 advantage left to spend. Spend 1 or more, up to what is left",
    ),
    (
        "spend 3 advantage: critical hit",
        Coded("no-critical"),
        "no hull trauma came of an attack in this slot. A critical hit needs an attack that hurts",
    ),
    (
        "spend 1 advantage: critical hit",
        Coded("critical-costs-more", (3,)),
        "a critical hit with this weapon costs 3 advantage, or 1 triumph. Spend that",
    ),
    (
        "fly F",
        Coded("rolled-already"),
        "the dice are thrown. What is left of the slot is to spend what they came to",
    ),
)


@each_row(("order", "why", "said"), REASONS)
def test_every_reason_is_told_with_what_is_wrong_and_what_is_allowed(order: str, why: Coded, said: str) -> None:
    voided = motion.OrderVoided(starship="Kestrel", order=order, why=why)
    assert tell(voided) == f'Kestrel cannot carry out "{order}": {said}.'


def test_no_code_is_without_words() -> None:
    assert set(VOIDED) == {why.code for _, why, _ in REASONS}
    causes = {"weapon": HIT, "asteroids": Coded("asteroids", ("Shoals",)), "entered": Coded("entered")}
    assert causes.keys() == CAUSES.keys()
    for why in causes.values():
        assert tell(harm.StrainSuffered(starship="Raider", why=why, strain=1, total=1)).endswith("; its total is 1.")


@each_row(
    ("why", "sentence"),
    [
        ((Coded("last-side", ("Blue",)),), "Only Blue has starships left."),
        ((Coded("last-side"),), "Only one side has starships left."),
        ((Coded("no-side"),), "No side has starships left."),
        ((Coded("time-up", (6,)),), "Round 6 was the last of the scenario."),
        ((Coded("time-up"),), "The last round is over."),
        ((Coded("a-code-of-tomorrow", (3,)),), "a-code-of-tomorrow 3."),
    ],
)
def test_the_end_of_a_game_is_told(why: tuple[Coded, ...], sentence: str) -> None:
    assert tell(Outcome(winner=None, why=why)) == sentence


def test_whose_fact_it_is() -> None:
    assert {unit_of(order) for order in ORDERS} == {"Kestrel"}
    assert unit_of(motion.TimeRanOut()) is None
    assert unit_of(motion.InitiativeSet(order=("Kestrel",), rolled=())) is None


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
