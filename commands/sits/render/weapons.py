"""What a ship can shoot with: weapons and launchers, what works, when it is ready and what is left to shoot."""

from __future__ import annotations

from collections.abc import Iterator

from commands.render.fitted import FittedTable
from commands.sits.render.page import table
from sits_es.rules.sits.play.aiming import magazine
from sits_es.rules.sits.ship.ship_class import BEAM_ORDER, Mount
from sits_es.rules.sits.ship.tracks import strength
from sits_es.rules.sits.state import DISABLED, Board, Ship
from sits_es.sentences import counted


def weapons(board: Board, ship: Ship, *, ascii_only: bool = False) -> FittedTable:
    """Beam weapons and launchers, mount by mount, as orders name them."""
    rows = (row for mount in board.class_of(ship).mounts for row in _mount_rows(board, ship, mount))
    return table(("Weapon", "Works", "Kind", "Ready", "Magazine"), rows, right=(1,), ascii_only=ascii_only)


def _mount_rows(board: Board, ship: Ship, mount: Mount) -> Iterator[tuple[str, ...]]:
    ship_class = board.class_of(ship)
    kinds = {
        "graser": f"size {mount.graser_size}",
        "laser": f"size {mount.laser_size}",
        "energy-torpedo": "",
        "grav-lance": f"quality {mount.lance_quality}",
    }
    for kind in reversed(BEAM_ORDER):
        track = mount.track(kind)
        if track in ship.boxes:
            works = strength(ship_class, ship, track)
            yield track, str(works), kinds[kind], ready_text(ship, track, track, works, ship_class.recycle(track)), ""
    tubes = mount.track("tubes")
    if tubes in ship.boxes:
        works = strength(ship_class, ship, tubes)
        ready = ready_text(ship, mount.name, tubes, works, mount.reload)
        missiles = f"{magazine(board, ship, mount)} missiles"
        yield f"{mount.name} (launch)", str(works), f"{mount.missile_size} tubes", ready, missiles


def ready_text(ship: Ship, counter: str, track: str, works: int, every: int) -> str:
    """Whether it can fire in the segment at hand. every: segments from one use to the next, 1 up."""
    if not works:
        return "down" if DISABLED in ship.boxes[track] else "destroyed"
    waits = ship.counters.get(counter, 0)
    rate = "" if every == 1 else f" (every {every})"
    return f"in {counted(waits, 'segment')}{rate}" if waits else f"ready{rate}"
