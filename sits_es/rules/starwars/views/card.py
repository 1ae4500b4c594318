"""A starship class as its card: what it stands, how it flies, its shields, its crew, its weapons with their arcs.

And a table of critical hits, row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.report.blocks import Block, Fields, Heading, ReportLine, TextTable
from sits_es.rules.starwars.critical_table import CriticalRow, CriticalTable
from sits_es.rules.starwars.starship_class import (
    ARCS,
    CHARACTERISTIC,
    Crew,
    CrewMember,
    Skill,
    StarshipClass,
    StarshipWeapon,
)
from sits_es.rules.starwars.sums.flying import SHARES, most_turns
from sits_es.rules.starwars.sums.narrative_dice import pool_of
from sits_es.rules.starwars.sums.relative import limits
from sits_es.rules.starwars.words import SKILLS
from sits_es.sentences import counted, listed


def drawn_card(card: StarshipClass | CriticalTable) -> Iterator[Block]:
    """A starship class, or a table of critical hits."""
    return starship_card(card) if isinstance(card, StarshipClass) else _critical_table(card)


def _critical_table(table: CriticalTable) -> Iterator[Block]:
    """Every row of it."""
    yield Heading(table.name, major=True)
    heads = ("Result", "What it is", "What it does", "Damage control")
    yield TextTable(heads, map(_critical_row, table.rows), indent=2)
    yield ReportLine("Result: 1 to 100, plus 10 for each critical hit that the starship already has.", 2)


def _critical_row(row: CriticalRow) -> tuple[str, ...]:
    return row.results, row.words, listed(row.effects(), none="nothing"), DIFFICULTIES[row.difficulty]


#: What difficulties are called, by their dice. Rule: base game.
DIFFICULTIES: Final = {1: "1, easy", 2: "2, average", 3: "3, hard", 4: "4, daunting"}


def starship_card(card: StarshipClass) -> Iterator[Block]:
    """The whole card."""
    yield Heading(card.name, major=True)
    yield Fields(_numbers(card), indent=2)
    yield Heading("Shields: setback dice against attacks on the zone")
    shields = tuple(map(str, card.shields))
    yield TextTable(("Zone", *ARCS), [("Dice", *shields)], right=range(1, len(ARCS) + 1), indent=2)
    yield Heading("Crew: each skill's dice are the larger of the two numbers; the smaller says how many are upgraded")
    skills = [_skill_row(card.crew, skill) for skill in CHARACTERISTIC]
    yield TextTable(("Skill", "Characteristic", "Ranks", "Dice"), skills, right=(2,), indent=2)
    if card.members:
        yield Heading("The rest of the crew, each with an action of their own")
        yield TextTable(("Who", "Characteristics and skills"), map(_member_row, card.members), indent=2)
    if card.weapons:
        yield Heading("Weapons")
        heads = ("Weapon", "Arcs", "Reach", "Damage", "Critical hit", "Qualities")
        wide = len(heads) if any(map(qualities_in_words, card.weapons)) else -1
        rows = (_weapon_row(weapon)[:wide] for weapon in card.weapons)
        yield TextTable(heads[:wide], rows, right=(3,), indent=2)


def _numbers(card: StarshipClass) -> Iterator[tuple[str, str]]:
    yield "Silhouette", f"{card.silhouette}, {_stacking(card)}"
    yield "Speed", f"up to {card.speed}, and {counted(most_turns(card.silhouette), 'turn')} in one flight"
    yield "Armour", str(card.armour)
    if card.group:
        yield "Minion group", f"ranks in {listed(SKILLS[skill] for skill in card.group)} depend on how many are left"
        yield "Hull trauma", f"threshold {card.hull} each: one is out each time the total goes beyond a multiple of it"
        return
    yield "Hull trauma", f"threshold {card.hull}: beyond it the starship is lost"
    yield "System strain", f"threshold {card.strain}: beyond it the starship is shut down"


def _stacking(card: StarshipClass) -> str:
    """Whether it may share a hex. Rule: rules.md, Stacking."""
    return "shares a hex with others up to 4" if card.silhouette <= SHARES else "shares its hex with nobody"


def _skill_row(crew: Crew, skill: Skill) -> tuple[str, ...]:
    characteristic, rank = crew.characteristic(skill), crew.rank(skill)
    return skill, f"{CHARACTERISTIC[skill]} {characteristic}", str(rank), str(pool_of(characteristic, rank))


def _member_row(member: CrewMember) -> tuple[str, str]:
    return member.name, crew_in_words(member)


def crew_in_words(crew: Crew) -> str:
    """Characteristics, and the skills that somebody has ranks in: `agility 3, intellect 2, cunning 2, Gunnery 1`.

    Presence and willpower where they are not 2, as they are for most.
    """
    characteristics = [f"{name} {getattr(crew, name)}" for name in ("agility", "intellect", "cunning")]
    characteristics += [
        f"{name} {getattr(crew, name)}" for name in ("presence", "willpower") if getattr(crew, name) != 2
    ]
    ranks = [f"{name} {rank}" for skill, name in SKILLS.items() if (rank := getattr(crew, skill))]
    return ", ".join((*characteristics, *ranks))


def _weapon_row(weapon: StarshipWeapon) -> tuple[str, ...]:
    reach = f"{weapon.reach} ({counted(limits(weapon.reach)[1], 'hex')})"
    critical, qualities = f"{weapon.critical} advantage", qualities_in_words(weapon)
    return weapon.name, ", ".join(weapon.arcs), reach, str(weapon.damage), critical, qualities


def qualities_in_words(weapon: StarshipWeapon) -> str:
    """The qualities of a weapon: `ion, linked 1, 3 shots`; empty for none."""
    said = ["ion"] if weapon.ion else []
    said += [f"{name} {number}" for name in _NUMBERED if (number := getattr(weapon, name))]
    said += [f"slow-firing {weapon.slow_firing}"] if weapon.slow_firing else []
    said += [counted(weapon.ammunition, "shot")] if weapon.ammunition else []
    return ", ".join(said)


#: Qualities that are told by their names and numbers.
_NUMBERED: Final = ("linked", "breach", "pierce", "guided", "tractor")
