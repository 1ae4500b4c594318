"""Hull trauma, system strain and critical hits, and who is lost, shut down or restored by them. Rule: base game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.events import Coded, Event
from sits_es.rules.star_wars.events.checks import CheckMade
from sits_es.rules.star_wars.events.harm import (
    CriticalSuffered,
    StarshipLost,
    StarshipRestored,
    StarshipShutDown,
    StrainSuffered,
    TraumaSuffered,
)
from sits_es.rules.star_wars.fold import HANDLERS
from sits_es.rules.star_wars.orders.forms import OfStarship
from sits_es.rules.star_wars.play.resolution import Resolution
from sits_es.rules.star_wars.starship_class import StarshipWeapon
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.terrain import ASTEROID_TRAUMA, asteroid_harm

#: What each critical hit that a starship has adds to the roll for its next one. Rule: base game.
EARLIER: Final = 10
#: Sides of the die for a critical hit, 1 to 100.
HUNDRED: Final = 100


def hit(work: Resolution, attacker: Starship, weapon: StarshipWeapon, target: Starship, successes: int) -> None:
    """An attack succeeded: the weapon's damage and one for each net success, less armour. Rule: base game."""
    why = Coded("weapon", (attacker.name, weapon.name))
    _trauma(work, target, why, weapon.damage + successes, work.board.class_of(target).armour)
    _settle(work, target)


def battered(work: Resolution, starship: Starship, field: str, made: CheckMade) -> None:
    """What a check in an asteroid field does, whether it succeeds or not. Rule: seed, Asteroid Field.

    Armour counts against each net threat. field: its name.
    """
    why, threat = Coded("asteroids", (field,)), max(0, -made.advantage)
    armour = work.board.class_of(starship).armour
    harm = asteroid_harm(threat, made.despair, armour)
    if threat:
        _trauma(work, starship, why, threat * ASTEROID_TRAUMA, threat * ASTEROID_TRAUMA - harm.hull_trauma)
        total = starship.strain + harm.system_strain
        work.record(StrainSuffered(starship=starship.name, why=why, strain=harm.system_strain, total=total))
    for nth in range(harm.critical_hits):
        critical_hit(work, starship.name, starship, why, field, nth)
    _settle(work, starship)


def _trauma(work: Resolution, starship: Starship, why: Coded, damage: int, armour: int) -> None:
    """Hull trauma: damage less armour, never below 0."""
    stopped = min(armour, damage)
    trauma = damage - stopped
    total = starship.trauma + trauma
    work.record(
        TraumaSuffered(starship=starship.name, why=why, damage=damage, armour=stopped, trauma=trauma, total=total)
    )


def critical_hit(work: Resolution, actor: str, starship: Starship, why: Coded, about: str, nth: int) -> None:
    """Roll a critical hit: 1 to 100, and 10 for each that the starship has. nth: of those of the exchange, 0 up."""
    rolled = work.roll(actor, "critical hit", about, nth, HUNDRED) + 1
    added = EARLIER * len(starship.criticals)
    work.record(
        CriticalSuffered(
            starship=starship.name,
            why=why,
            critical=work.board.criticals + 1,
            rolled=rolled,
            added=added,
            result=rolled + added,
        )
    )


def _settle(work: Resolution, starship: Starship) -> None:
    for fact in _condition(work.board, starship):
        work.record(fact)


def _condition(board: Board, starship: Starship) -> Iterator[Event]:
    """What hull trauma and strain lead to: lost beyond the one threshold, shut down beyond the other. Rule: base game.

    A starship that is lost stays so.
    """
    card = board.class_of(starship)
    if starship.gone:
        return
    if starship.trauma > card.hull:
        yield StarshipLost(starship=starship.name)
    elif starship.strain > card.strain and not starship.shut_down:
        yield StarshipShutDown(starship=starship.name)
    elif starship.strain <= card.strain and starship.shut_down:
        yield StarshipRestored(starship=starship.name)


def follow(board: Board, entered: Sequence[OfStarship]) -> list[Event]:
    """What follows from facts that have changed the board already; each has changed it too when this returns."""
    facts: list[Event] = []
    for name in dict.fromkeys(entry.starship for entry in entered):
        for fact in _condition(board, board.starships[name]):
            HANDLERS[type(fact)](board, fact)
            facts.append(fact)
    return facts
