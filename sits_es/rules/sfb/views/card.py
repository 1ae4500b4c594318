"""A unit class as its card: what it is, how far it turns, its weapons with their arcs and mounts, its launchers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.report.blocks import Block, Fields, Heading, ReportLine, TextTable
from sits_es.rules.sfb.cards.unit_class import Launcher, Mount, UnitClass, WeaponGroup
from sits_es.rules.sfb.sums.arcs import MOUNTS
from sits_es.rules.sfb.sums.explosions import force
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.turn_modes import limit
from sits_es.rules.sfb.sums.weapons import MAULER, OVERHEAD, reaches
from sits_es.sentences import counted

#: Warp speeds for which a card shows how far its unit turns.
SPEEDS: Final = (0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32)
#: Ranges for which a card shows an explosion, in kilometres.
RANGES: Final = (1_000, 5_000, 10_000, 20_000, 40_000)


def unit_card(card: UnitClass) -> Iterator[Block]:
    """The whole card."""
    yield Heading(card.name, major=True)
    yield Fields(_numbers(card), indent=2)
    if card.kind in {"ship", "shuttle"}:
        yield Heading("Turn in an impulse by warp speed, in degrees on each axis")
        limits = tuple(written(limit(card.turn_class, speed * WHOLE)) for speed in SPEEDS)
        yield TextTable(("Speed", *map(str, SPEEDS)), [("Limit", *limits)], right=range(1, len(SPEEDS) + 1), indent=2)
    if card.weapons:
        yield Heading("Weapons: yaw is measured to the left, pitch upward, both from the unit's own nose")
        heads = ("Group", "Weapons", "Mount", "Arcs", "Yaw", "Pitch", "Dice")
        yield TextTable(heads, [row for group in card.weapons for row in _weapon_rows(group)], right=(1, 6), indent=2)
        yield from (ReportLine(f"{mount}: {said}", 2) for mount, said in _special(card))
    if card.launchers:
        yield Heading("Launchers")
        yield TextTable(
            ("Launcher", "Launches", "Shots", "Placed"), map(_launcher_row, card.launchers), right=(2,), indent=2
        )
    if card.strength:
        yield Heading("Explosion: damage by range in hexes")
        hurts = tuple(str(force(card.strength, Place(), Place(apart)).damage) for apart in RANGES)
        yield TextTable(
            ("Range", *map(written, RANGES)), [("Damage", *hurts)], right=range(1, len(RANGES) + 1), indent=2
        )


def _numbers(card: UnitClass) -> Iterator[tuple[str, str]]:
    yield "Kind", card.kind
    if card.kind == "base":
        yield "Rotation", "up to 7.5 degrees on each axis, fixed for the game (C3.7)"
    elif card.kind != "mine":
        yield "Turn class", card.turn_class
    if card.breakdown:
        *first, last = card.breakdown
        said = [f"high-energy turn {turn}: {_die(number)}" for turn, number in enumerate(first, 1)]
        yield "Breakdown", "; ".join([*said, f"{'from then on' if said else 'always'}: {_die(last)} (C6)"])
    if card.web:
        yield "Webs", "lays them (G10)"
    if card.sphere:
        yield "Spheres", "forms them (G23)"
    if card.kind == "seeking":
        yield "Speed", f"{written(card.speed)}, up to {written(limit(card.turn_class, card.speed))} degrees an impulse"
        yield "Endurance", counted(card.endurance, "impulse") if card.endurance else "no end"
    if card.kind == "mine":
        yield "Zone", f"{written(card.zone)} (M2.40)"
        yield "Goes off", "always" if card.detonates == 6 else f"on a die of 1 to {card.detonates}"
    if card.kind in {"seeking", "mine"}:
        yield "Strength", f"{written(card.strength)} (D5.2)" if card.strength else "does not explode"


def _die(number: int) -> str:
    """A die that breaks a ship down."""
    if number > 6:
        return "never"
    return "a 6" if number == 6 else "any die" if number == 1 else f"{number} to 6"


def _weapon_rows(group: WeaponGroup) -> Iterator[tuple[str, ...]]:
    """A row for each mount of a group: how many weapons have it, and what they reach."""
    for mount in dict.fromkeys(group.mounts):
        yield (
            group.name,
            str(group.mounts.count(mount)),
            mount,
            "+".join(group.arcs) or "-",
            _yaw(group, mount),
            _pitch(mount),
            str(group.dice),
        )


def _yaw(group: WeaponGroup, mount: Mount) -> str:
    if mount == "mauler":
        return f"{-MAULER} to {MAULER}"
    return "any" if mount == "swivel" else ", ".join(f"{low} to {high}" for low, high in reaches(group.arcs))


def _pitch(mount: Mount) -> str:
    if mount == "mauler":
        return f"{-MAULER} to {MAULER}"
    low, high = MOUNTS["centre" if mount == "swivel" else "top" if mount in OVERHEAD else mount]
    return f"{low} to {high}"


def _special(card: UnitClass) -> Iterator[tuple[str, str]]:
    """What mounts do besides their row."""
    used = {mount for group in card.weapons for mount in group.mounts}
    for mount, (above, rule) in OVERHEAD.items():
        if mount in used:
            yield mount, f"above pitch {above} at any yaw ({rule})"


def _launcher_row(launcher: Launcher) -> tuple[str, ...]:
    placed = {
        "free": "towards its target (F1.24)",
        "fixed": f"at yaw {written(launcher.yaw)} of the unit (FP3.1)",
        "swivel": f"by its {launcher.swivel} mount (D2.34)",
    }
    return launcher.name, launcher.launches, str(launcher.shots or "any"), placed[launcher.placing]
