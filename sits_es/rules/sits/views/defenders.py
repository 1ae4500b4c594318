"""Which mounts in fact defend against an attack, layer by layer, and why others don't."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.play.missiles import SHOT_LAYERS
from sits_es.rules.sits.ship.tracks import strength


def defence_words(board: Board, ship: str, bearing: Iterable[str]) -> Iterator[str]:
    """What defends in each layer of shots, mount by mount. bearing: mounts whose arcs hold the shot's window."""
    names = tuple(bearing)
    for layer, system in SHOT_LAYERS:
        bear = "bears" if layer == "point defence" else "bear"
        yield f"{layer.capitalize()} that {bear}: {systems_words(board, ship, names, system)}."


def systems_words(board: Board, ship: str, bearing: Iterable[str], system: str) -> str:
    """The systems of one kind that defend: `forward 4 + port 10 = 14`, and the mounts whose don't.

    system: as a track names it, such as point-defence. Rule: sits rules 8.4; a laser that fired doesn't defend (house).
    """
    held, names = board.ships[ship], tuple(bearing)
    card = board.class_of(held)
    working: dict[str, int] = {}
    out: list[str] = []
    for mount in card.mounts:
        track = mount.track(system)
        if mount.name not in names or track not in held.boxes:
            continue
        if track in held.fired:
            out.append(f"those of {mount.name} fired in this segment (house)")
        elif count := strength(card, held, track):
            working[mount.name] = count
        else:
            out.append(f"those of {mount.name} are destroyed")
    count = sum(working.values())
    each = " + ".join(f"{name} {number}" for name, number in working.items())
    told = f"{each} = {count}" if len(working) > 1 else each
    return "; ".join((told or "none", *out))
