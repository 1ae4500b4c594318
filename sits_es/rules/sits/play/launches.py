"""Step 3, launches: salvoes leave their mounts, one attack for each mount and target. Rule: rules section 8.1."""

from __future__ import annotations

from sits_es.rules.sits.events.fire import SalvoLaunched
from sits_es.rules.sits.orders.forms import LaunchOrdered
from sits_es.rules.sits.play.aiming import aim, launch_problems
from sits_es.rules.sits.play.resolution import Resolution
from sits_es.rules.sits.ship.tracks import rating, strength
from sits_es.rules.sits.state import Ship
from sits_es.rules.sits.tables.missile_table import damage_each, missile_row


def launch_missiles(work: Resolution) -> None:
    """Launch what was ordered and can be."""
    for ship, order in list(work.ordered(LaunchOrdered)):
        found = list(launch_problems(work.board, ship, order))
        if found:
            work.void(order, found)
        else:
            work.record(_launch(work, ship, order))


def _launch(work: Resolution, ship: Ship, order: LaunchOrdered) -> SalvoLaunched:
    board, card = work.board, work.board.class_of(ship)
    mount = card.mount(order.mount)
    if mount is None:
        raise KeyError(order.mount)
    seen = aim(board, ship, board.ships[order.target])
    row = missile_row(board.tables, seen.range)
    tubes = order.tubes or strength(card, ship, mount.track("tubes"))
    penalty = rating(card, ship, mount.track("fire-control")) or 0
    return SalvoLaunched(
        attack=f"{ship.name} {mount.name} at {order.target}",
        shooter=ship.name,
        mount=mount.name,
        target=order.target,
        aim=seen,
        salvoes=order.salvoes,
        tubes=tubes,
        missiles=order.salvoes * tubes,
        warhead=order.warhead,
        damage_each=damage_each(board.tables, mount.missile_size, order.warhead),
        max_salvoes=row.max_salvoes,
        quality=card.missile_quality,
        range_modifier=row.range_modifier,
        penalty=penalty,
        quality_level=card.missile_quality + row.range_modifier + penalty,
    )
