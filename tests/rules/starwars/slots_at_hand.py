"""Boards in the later stages of a slot: an attack that waits for its side, and a roll to spend of."""

from __future__ import annotations

from attrs import evolve

from sits_es.rules.starwars.attacks.facts import Attack, AttackDeclared
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade, Source
from sits_es.rules.starwars.starship_class import Arc
from tests.rules.starwars.fleets import board, starship


def declared(zone: Arc | None = None) -> Board:
    """Hawk attacks Kite in one hex, where Kite holds the advantage. zone: the one that Hawk wishes for."""
    attack = AttackDeclared(
        starship="Hawk",
        by="Kite",
        weapon="torpedoes",
        target="Kite",
        zone=zone,
        boost=0,
        setback=0,
        upgrades=0,
        harder=0,
        member="",
        then=(),
    )
    on = board(starship("Hawk"), starship("Kite", facing="D", advantage=("Hawk",)), starship("Krait"))
    return evolve(on, stage="side", declared=attack)


def rolled(*checks: CheckMade, hurt: bool = True, spent: dict[str, int] | None = None) -> Board:
    """Hawk has fired its lasers at Kite, and can spend what these checks brought."""
    on = board(starship("Hawk"), starship("Kite", "2A", "D"))
    attacks = {"action": Attack(weapon="forward-lasers", target="Kite", zone="forward", hits=1, hurt=hurt)}
    return evolve(on, stage="spend", checks=checks, attacks=attacks, spent=spent or {})


def check(source: Source = "action", advantage: int = 3, triumph: int = 1) -> CheckMade:
    """A check of Hawk."""
    return CheckMade(
        starship="Hawk",
        source=source,
        skill="gunnery" if source == "action" else "piloting",
        against="Kite" if source == "action" else None,
        about="" if source == "action" else "Belt",
        pool=(1, 1, 0, 2, 0, 0),
        success=2,
        advantage=advantage,
        triumph=triumph,
        despair=0,
    )
