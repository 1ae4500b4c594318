"""Every roll of an exchange as a row: who, what for, the faces as thrown, and what they came to."""

from typing import Any

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.game.events import TurnClosed
from sits_es.report import report_of
from sits_es.report.luck import rolls
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.spheres.facts import MineTriggered
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.turns.facts import HighEnergyTurned
from sits_es.rules.sits.beams.facts import LanceFired
from sits_es.rules.sits.damage.facts import ExplosionChecked, HitScored
from sits_es.rules.sits.miracles.facts import CardDrawn
from sits_es.rules.sits.missiles.facts import LayerFought
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.report import REPORT
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.harm.facts import CriticalSuffered
from tests.shared.rows import each_row


def roll(actor: str, purpose: str, *faces: int, about: str = "", index: int = 0) -> DiceRolled:
    return DiceRolled(actor=actor, purpose=purpose, object=about, index=index, sides=10, faces=faces)


def faces(rolled: DiceRolled) -> str:
    return ",".join(map(str, rolled.faces))


def test_rolls_of_one_name_for_one_fact_share_a_row_and_the_last_says_what_came_of_them() -> None:
    facts = [
        roll("Hawk", "fire", 3, 4, about="Kite"),
        roll("Hawk", "fire", 6, about="Kite", index=1),
        roll("Kite", "luck", 1),
        TurnClosed(turn=2),
        roll("Kite", "luck", 9),
    ]
    found = list(rolls(facts, faces, lambda fact: f"turn {fact.turn}" if isinstance(fact, TurnClosed) else ""))
    assert found == [
        ("Hawk", "fire (Kite)", "3,4; 6", ""),
        ("Kite", "luck", "1", "turn 2"),
        ("Kite", "luck", "9", ""),
    ]


def test_without_a_roll_there_is_no_row() -> None:
    assert list(rolls([TurnClosed(turn=2)], faces, lambda _: "x")) == []


LAYER: dict[str, Any] = {
    "attack": "a",
    "target": "Sirius",
    "layer": "ECM",
    "incoming": 8,
    "systems": 1,
    "salvoes": 1,
    "against": 8,
    "terms": (),
    "percent": 30,
    "parts": (),
    "doubled": False,
    "kills": 2,
    "left": 6,
}
WALL: dict[str, Any] = {
    "shot": "a",
    "ship": "Sirius",
    "facing": "port",
    "damage": 8,
    "strength": 40,
    "bonus": 0,
    "variance": 5,
    "percent": 45,
    "parts": (),
    "charted": 5,
    "reading": "stops",
    "strikes": 3,
}
REPAIR: dict[str, Any] = {"ship": "Sirius", "track": "ecm", "box": 1, "roll": 6, "quality": 5, "before": 1, "after": 1}
LANCE: dict[str, Any] = {
    "shot": "a",
    "shooter": "Fox",
    "weapon": "lance",
    "target": "Sirius",
    "aim": None,
    "quality": 30,
    "variance": 12,
}
DRAWN: dict[str, Any] = {"ship": "Fox", "card": "10H", "hand": ("10H",), "count": 1, "came_to": "held", "lapsed": False}
HIT: dict[str, Any] = {"ship": "Fox", "source": "a", "number": 1, "points": 2, "facing": "port", "roll": 7, "row": ()}


@each_row(
    ("fact", "said"),
    [
        (LayerFought(**LAYER), "30%, kills 2 of 8"),
        (WallMet(**WALL), "45%, 3 of 8 points strike"),
        (HitScored(**HIT), "row 7"),
        (RepairTried(**REPAIR, repaired=False, lost=False), "6, needs 5 or less: not repaired"),
        (RepairTried(**REPAIR, repaired=False, lost=True), "6, needs 5 or less: lost"),
        (RepairTried(**{**REPAIR, "roll": 2}, repaired=True, lost=False), "2, needs 5 or less: repaired"),
        (ExplosionChecked(ship="Fox", roll=1, below=3, explodes=True), "explodes below 3: it does"),
        (ExplosionChecked(ship="Fox", roll=7, below=3, explodes=False), "explodes below 3: it holds"),
        (LanceFired(**LANCE, wall=40, wall_falls=True), "42, needs more than 40: it falls"),
        (LanceFired(**LANCE, wall=45, wall_falls=False), "42, needs more than 45: it stands"),
        (LanceFired(**LANCE, wall=None, wall_falls=False), "no sidewall stands"),
        (CardDrawn(**DRAWN), "card 10H"),
        (TurnClosed(turn=1), ""),
    ],
)
def test_what_was_needed_and_what_came_of_it_are_a_few_words(fact: Event, said: str) -> None:
    assert REPORT.came_to(fact) == said


@each_row(
    ("fact", "said"),
    [
        (
            HighEnergyTurned(unit="Kestrel", to=Facing(), facing=Facing(), die=4, needed=5),
            "it breaks down on 5 or more: it holds",
        ),
        (
            HighEnergyTurned(unit="Kestrel", to=Facing(), facing=Facing(), die=5, needed=5, broke_down=True),
            "it breaks down on 5 or more: it does",
        ),
        (HighEnergyTurned(unit="Kestrel", to=Facing(), facing=Facing(), die=0, needed=7), ""),
        (MineTriggered(unit="mine-1", by="Kestrel", exact=8_000, die=2, detonated=True), "it goes off"),
        (MineTriggered(unit="mine-1", by="Kestrel", exact=8_000, die=6, detonated=False), "it does not go off"),
        (
            WeaponFired(
                unit="Kestrel", weapon="phasers", target="Hawk", mounts=("top",), exact=20_808, yaw=None, pitch=None
            ),
            "read at range 2 (2.0808 hexes)",
        ),
        (TurnClosed(turn=2), ""),
    ],
)
def test_what_dice_of_sfb_needed_is_said_where_no_printed_table_says_it(fact: Event, said: str) -> None:
    assert report_of("sfb").came_to(fact) == said


CAUSE = Coded("asteroids", ("belt",))
CHECK: dict[str, Any] = {
    "starship": "Lark",
    "source": "action",
    "skill": "gunnery",
    "against": "Rook",
    "about": "",
    "pool": (2, 1, 0, 2, 0, 0),
    "triumph": 0,
    "despair": 0,
}


@each_row(
    ("fact", "said"),
    [
        (CheckMade(**CHECK, success=2, advantage=-1), "needs 1 success: it succeeds, 2 successes, 1 threat"),
        (CheckMade(**CHECK, success=-1, advantage=0), "needs 1 success: it fails, 1 failure"),
        (
            CriticalSuffered(starship="Lark", why=CAUSE, critical=2, rolled=34, added=10, result=44),
            "34 + 10 = 44, to be looked up",
        ),
        (
            CriticalSuffered(starship="Lark", why=CAUSE, critical=1, rolled=34, added=0, result=34),
            "34, to be looked up",
        ),
        (TurnClosed(turn=2), ""),
    ],
)
def test_what_a_check_of_starwars_needed_is_said(fact: Event, said: str) -> None:
    assert report_of("starwars").came_to(fact) == said
