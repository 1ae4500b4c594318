"""The asteroid field that dice make, before anything happens. Rule: P3.11."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.fields import thrown
from sits_es.rules.sfb_n3d.terrain.facts import FieldLaid, TerrainPlaced

#: Who rolls: nobody's unit.
ACTOR = "asteroid field"


def lay_field(work: Resolution) -> None:
    """Lay the asteroids, every die on record; nothing happens where the scenario asks for no field. Rule: P3.11."""
    board = work.board
    if not board.field:
        return

    def throw(purpose: str, index: int, number: int) -> tuple[int, ...]:
        return work.roll(ACTOR, purpose, number=number, nth=index)

    names = (name for at in range(1, 10_000) if (name := f"asteroid-{at}") not in board.bodies)
    laid = 0
    for asteroid in thrown(throw, mirrored=board.field == "mirrored"):
        work.record(TerrainPlaced(name=next(names), kind="asteroid", place=asteroid.place, radius=asteroid.radius))
        laid += 1
    work.record(FieldLaid(number=laid))
