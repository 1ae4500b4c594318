"""Weapon qualities that are remembered: shots that are left, tractor beams, guided weapons on their way.

Rule: base game; rules.md, Weapon qualities.
"""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import GUIDED, TRACTOR
from sits_es.rules.starwars.checks.rules import check_parts, guided_parts
from sits_es.rules.starwars.harm.rules import hit
from sits_es.rules.starwars.order_rules import refuse
from sits_es.rules.starwars.qualities.facts import StarshipFreed, StarshipHeld
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.starship_class import StarshipWeapon
from sits_es.rules.starwars.sums.chances import odds
from sits_es.rules.starwars.sums.pools import PoolPart
from sits_es.rules.starwars.words import dice


def no_shot(board: Board, starship: Starship, weapon: StarshipWeapon) -> Iterator[Refusal]:
    """Why a weapon can't fire now: no shots are left, or it is not ready again."""
    if shots_left(starship, weapon) == 0:
        yield refuse(starship, "no-shots", weapon.name, weapon.ammunition)
    elif (ready := ready_in(starship, weapon)) > board.turn:
        yield refuse(starship, "fires-slowly", weapon.name, ready)


def shots_left(starship: Starship, weapon: StarshipWeapon) -> int | None:
    """Attacks that a weapon still has in the game, 0 up; None if they are not limited."""
    fired = sum(each.weapon == weapon.name for each in starship.shots)
    return weapon.ammunition - fired if weapon.ammunition else None


def ready_in(starship: Starship, weapon: StarshipWeapon) -> int:
    """The round in which a weapon can fire again, that of now or an earlier one where it can at once."""
    fired = [each.turn for each in starship.shots if each.weapon == weapon.name]
    return fired[-1] + weapon.slow_firing + 1 if fired and weapon.slow_firing else 0


def held_parts(board: Board, starship: Starship) -> list[PoolPart]:
    """The Piloting check of a starship that is held, against the strongest beam."""
    hard = max(each.difficulty for each in board.beams_on(starship))
    by = ", ".join(dict.fromkeys(each.by for each in board.beams_on(starship)))
    said = f"held by the tractor beam of {by}: {dice((hard,), ('difficulty',))}"
    return check_parts(board, starship, "piloting", "", hard, said)


def breaks_free(work: Resolution, starship: Starship) -> bool:
    """Whether a manoeuvre can be flown: a starship that is held breaks free first, or loses it."""
    if not work.board.beams_on(starship):
        return True
    pool = held_parts(work.board, starship)[-1].pool
    made = work.check(starship, "piloting", pool, source=TRACTOR, about="the tractor beam")
    fact = StarshipFreed if made.succeeds else StarshipHeld
    work.record(fact(starship=starship.name))
    return made.succeeds


def foreseen_held(board: Board, starship: Starship) -> Iterator[str]:
    """What holds a starship back that is to fly, in a line; nothing if it is free."""
    if board.beams_on(starship):
        pool = held_parts(board, starship)[-1].pool
        yield f"   it is held: Piloting check to break free, or it does not move: {odds(pool)}"


def guide(work: Resolution) -> None:
    """Every guided weapon on its way attacks again as the round ends, in the order in which they missed.

    Where the target is lost by then nothing comes of it. Rule: base game; rules.md, Weapon qualities.
    """
    board = work.board
    for waiting in board.guided:
        attacker, target = board.starships[waiting.starship], board.starships[waiting.target]
        weapon = board.class_of(attacker).weapon(waiting.weapon)
        if weapon is None or target.gone:
            continue
        pool = guided_parts(board, attacker, target, weapon, waiting.zone)[-1].pool
        made = work.check(attacker, "gunnery", pool, source=GUIDED, against=target.name, about=weapon.name)
        if made.succeeds:
            hit(work, attacker, weapon, target, made.success)
