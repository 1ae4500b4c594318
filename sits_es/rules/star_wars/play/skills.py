"""Actions that are checks and no attacks: Gain the Advantage, and whatever else a crew tries."""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.star_wars.events.checks import AdvantageGained
from sits_es.rules.star_wars.orders.forms import AdvantageOrdered, CheckOrdered
from sits_es.rules.star_wars.play.dice_pools import gain_advantage_pool, skill_pool
from sits_es.rules.star_wars.play.resolution import Resolution, no_foe
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.advantage import gain_faults


def gain_advantage(work: Resolution, starship: Starship, order: AdvantageOrdered) -> None:
    """Try to gain the advantage; on a success it is held until the other gains it. Rule: seed, Gain the Advantage."""
    if (why := gain_barred(work.board, starship, order)) is not None:
        work.void(order, why)
        return
    target = work.board.starships[order.target]
    pool = gain_advantage_pool(work.board, starship, target, order)
    if work.check(starship, "piloting", pool, against=target.name).success > 0:
        work.record(AdvantageGained(starship=starship.name, over=target.name))


def gain_barred(board: Board, starship: Starship, order: AdvantageOrdered) -> Coded | None:
    """Why a starship can't try, by code; None when it can. Rule: seed, "Silhouette 4 or lower"."""
    if (why := no_foe(board, starship, order.target)) is not None:
        return why
    silhouette = board.class_of(starship).silhouette
    hexes = (board.starships[order.target].place - starship.place).hexes
    faults = gain_faults(silhouette, hexes)
    if "silhouette" in faults:
        return Coded("silhouette-too-large", (silhouette,))
    return Coded("out-of-range", (order.target, hexes)) if faults else None


def make_check(work: Resolution, starship: Starship, order: CheckOrdered) -> None:
    """Roll a check of any skill; what comes of it the players agree on. Rule: base game."""
    work.check(starship, order.skill, skill_pool(work.board, starship, order), about=order.why)
