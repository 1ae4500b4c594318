"""Any orders and entries of Star Wars hex combat that can be written, on a board where much stands close together."""

from __future__ import annotations

from typing import Final

from attrs import evolve
from hypothesis import strategies as st

from sits_es.orders.frame import read_line
from sits_es.orders.normal import write_line
from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import Attack, AttackDeclared, FireOrdered, SideOrdered
from sits_es.rules.starwars.board import Board, CriticalHit, SlotStage
from sits_es.rules.starwars.checks.facts import CheckMade, CheckOrdered
from sits_es.rules.starwars.crews.facts import AngleOrdered, Effect, RepairOrdered, StanceOrdered
from sits_es.rules.starwars.fact import OfCheck, OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.starwars.harm.facts import (
    ENTRIES,
    CriticalEntered,
    CriticalMended,
    NoteAgreed,
    NoteEntered,
    ShieldsEntered,
    StrainEntered,
    TraumaEntered,
)
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.orders.reader import HARDEST, MOST_ADDED, MOST_HARM, MOST_SHIELDS
from sits_es.rules.starwars.spending.facts import AnswerOrdered, SpendOrdered
from sits_es.rules.starwars.spending.uses import USES
from sits_es.rules.starwars.starship_class import ARCS, CHARACTERISTIC, SIDES, Crew, CrewMember
from tests.rules.starwars.fleets import board, card, starship, terrain
from tests.rules.starwars.tabled import ALL, PILOTING, TABLE

#: The orders of slots.
ORDERS: Final = tuple(form for form in LANGUAGE.forms if issubclass(form, OfStarship) and form not in ENTRIES)
#: Names of nothing, as chance or a changed program may write them.
NOBODY: Final = ("Nobody", "9", "forward")
#: Where a slot may be; in the last stage with much to spend, and with nothing.
STAGES: Final[tuple[SlotStage, ...]] = ("initiative", "act", "side", "spend", "threat")

MEMBERS: Final = (CrewMember(name="engineer", mechanics=2), CrewMember(name="gunner", agility=3, gunnery=2))
EFFECTS: Final = (
    Effect(kind="aim", turn=1, member="gunner"),
    Effect(kind="boost", turn=1),
    Effect(kind="evade", turn=1),
    Effect(kind="harder", turn=1),
)

_DECLARED: Final = AttackDeclared(
    starship="Hawk",
    by="Kite",
    weapon="forward-lasers",
    target="Kite",
    zone="port",
    boost=1,
    setback=0,
    upgrades=9,
    harder=9,
    member="",
    then=("Hawk: fly F F",),
)
_ROLLED: Final = CheckMade(
    starship="Hawk",
    source="action",
    skill="gunnery",
    against="Kite",
    about="",
    pool=(1, 2, 0, 1, 0, 0),
    success=1,
    advantage=5,
    triumph=2,
    despair=0,
)
_HOLED: Final = (CriticalHit(number=1, result=ALL, row=TABLE.row_of(ALL)),)
_SHAKEN: Final = (CriticalHit(number=2, result=PILOTING, row=TABLE.row_of(PILOTING)),)
_FLOWN: Final = evolve(_ROLLED, source="flight", skill="piloting", against=None, about="Belt", advantage=2, triumph=0)


def crowd(stage: SlotStage, turn: int = 1) -> Board:
    """Two players' starships in a few hexes, with terrain of all kinds, in the slot of Hawk; with crews."""
    found = board(
        starship("Hawk", advantage=("Krait",), strain=3, trauma=2, effects=EFFECTS, criticals=_SHAKEN),
        starship("Heron", "1A", card="Corvette", facing="D"),
        starship("Harrier", "2D", shut_down=True, strain=7, speed=0),
        starship("Hobby", "1B", gone=True, trauma=30),
        starship("Kite", facing="D", advantage=("Hawk",)),
        starship("Krait", facing="C", trauma=8, criticals=_HOLED),
        starship("Kestrel", "2A", card="Station"),
        starship("Kobold", "1F", crew=Crew(agility=6, intellect=1, cunning=1, piloting=5, gunnery=5), speed=5),
        terrain("Belt", "asteroid-field", "1B", "1A 1B", "2B", "1F", setback=2),
        terrain("Shoal", "asteroid-field", "2B", "1C", setback=0),
        terrain("Haze", "gas-cloud", "", "1C", setback=1),
        terrain("Maw", "gravity-well", "1C", "1D", "1E", setback=1),
        stage=stage,
        cards=(card("Fighter", members=MEMBERS),),
        crews=True,
        rounds=2,
        turn=turn,
        criticals=2,
        critical_table=TABLE,
    )
    if stage == "initiative":
        found.order = ()
        for each in found.starships.values():
            each.initiative = (1, 2, 1)
    if stage == "side":
        found.declared = _DECLARED
    if stage == "threat":
        found.checks = (_FLOWN, evolve(_ROLLED, advantage=-5, despair=2))
    if stage == "spend":
        found.checks = (_FLOWN, _ROLLED)
        found.attacks = {"action": Attack(weapon="forward-lasers", target="Kite", zone="forward", hits=1, hurt=True)}
    return found


def _fields(form: type[OfStarship], on: Board) -> dict[str, st.SearchStrategy[object]]:
    """What the fields of a form may hold, its starship aside."""
    names = st.sampled_from((*sorted(on.starships), *NOBODY))
    weapons = st.sampled_from(
        (*sorted({weapon.name for card in on.classes.values() for weapon in card.weapons}), *NOBODY)
    )
    uses = (f"{use.words} Kite".removesuffix("" if use.names else " Kite") for use in USES)
    text = st.sampled_from(("Critical Hit", "luck", "3 mended", "a: b", "x" * 200, "boost for Hawk", *uses))
    number = st.sampled_from((1, 2, 3, 9, 999))
    change = st.sampled_from((1, -1, 3, 9, -9, MOST_HARM, -MOST_HARM))
    member, source = st.sampled_from(("", "", "gunner", "cook")), st.sampled_from(("flight", "action", "gunner"))
    arc, side = st.sampled_from(ARCS), st.sampled_from(SIDES)
    more = st.sampled_from((0, 0, 0, 1, MOST_ADDED))
    known: dict[type[OfStarship], dict[str, st.SearchStrategy[object]]] = {
        FlyOrdered: {"steps": st.lists(st.sampled_from("FFLR"), min_size=1, max_size=6).map(tuple)},
        SpeedOrdered: {"change": st.sampled_from((1, -1))},
        FireOrdered: {
            "weapon": weapons,
            "target": names,
            "zone": st.none() | arc,
            "toward": st.none() | side,
            "member": member,
        },
        StanceOrdered: {"effect": st.sampled_from(("evade", "stay on target", "aim"))},
        AngleOrdered: {"taken": arc, "zone": arc, "member": member},
        RepairOrdered: {
            "what": st.sampled_from(("hull", "strain", "critical")),
            "critical": st.sampled_from((1, 2)),
            "difficulty": st.none() | st.integers(0, HARDEST),
            "member": member,
        },
        AdvantageOrdered: {"target": names},
        CheckOrdered: {
            "skill": st.sampled_from(sorted(CHARACTERISTIC)),
            "difficulty": st.integers(0, HARDEST),
            "why": st.just("") | text,
            "member": member,
        },
        SideOrdered: {"side": side},
        SpendOrdered: {
            "number": number,
            "what": st.sampled_from(("advantage", "triumph")),
            "source": source,
            "text": text,
        },
        AnswerOrdered: {
            "number": number,
            "what": st.sampled_from(("threat", "despair")),
            "source": source,
            "text": text,
        },
        TraumaEntered: {"change": change},
        StrainEntered: {"change": change},
        ShieldsEntered: {"zone": arc, "shields": st.sampled_from((0, 1, MOST_SHIELDS))},
        CriticalEntered: {"critical": number, "text": text},
        CriticalMended: {"critical": number},
        NoteEntered: {"text": text},
        NoteAgreed: {"number": number},
    }
    added = ("boost", "setback", "upgrades", "harder") if issubclass(form, OfCheck) else ()
    return known[form] | dict.fromkeys(added, more)


def _any_of(form: type[OfStarship], on: Board, names: tuple[str, ...]) -> st.SearchStrategy[OfStarship]:
    return st.builds(form, starship=st.sampled_from(names), **_fields(form, on)).map(as_sealed)


def orders_of(on: Board, names: tuple[str, ...], least: int = 0, most: int = 5) -> st.SearchStrategy[list[OfStarship]]:
    """Orders of every form for starships of these names, whatever the stage."""
    return st.lists(
        st.sampled_from(ORDERS).flatmap(lambda form: _any_of(form, on, names)), min_size=least, max_size=most
    )


def entries_of(on: Board) -> st.SearchStrategy[list[OfStarship]]:
    """Entries of anything, of starships that are there and that aren't, whoever enters them."""
    names = (*sorted(on.starships), *NOBODY)
    return st.lists(st.sampled_from(ENTRIES).flatmap(lambda form: _any_of(form, on, names)), max_size=6)


def as_sealed(order: OfStarship) -> OfStarship:
    """An order as it comes out of a seal: written and read again."""
    read = read_line(write_line(order, LANGUAGE), LANGUAGE)
    assert isinstance(read, OfStarship)
    return evolve(read)
