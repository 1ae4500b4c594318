"""Explosions of ships, mines and seeking weapons, and what each unit feels of them. Rule: D5.2, M2.50, G10.72."""

from __future__ import annotations

from typing import Literal

from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.fact import Fact
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.strands import webbed
from sits_es.rules.sfb_n3d.spheres.facts import ExplosionFelt, ExplosionMade
from sits_es.rules.sfb_n3d.sums.explosions import force
from sits_es.rules.sfb_n3d.sums.places import Place

Cause = Literal["mine", "seeking", "loss"]


def explode(work: Resolution, source: str, place: Place, strength: int, cause: Cause) -> None:
    """Record an explosion and what it does. source: the unit that explodes; strength: ten-thousandths of a point."""
    for fact in explosion(work.board, source, place, strength, cause):
        work.record(fact)


def explosion(board: Board, source: str, place: Place, strength: int, cause: Cause) -> list[Fact]:
    """An explosion and what each unit on the map but its source feels of it, by name, where it is a point or more.

    Neither changes the board: what becomes of a unit its players say, a mine or a seeking weapon as well.
    """
    there = webbed(board, place, source)
    facts: list[Fact] = [ExplosionMade(source=source, place=place, strength=strength, cause=cause)]
    for unit in board.out():
        if unit.name == source:
            continue
        in_web = there or webbed(board, unit.place, source)
        felt = force(strength, place, unit.place, in_web)
        if felt.damage:
            facts.append(
                ExplosionFelt(
                    unit=unit.name,
                    source=source,
                    exact=felt.exact,
                    strength=felt.strength,
                    damage=felt.damage,
                    in_web=in_web,
                )
            )
    return facts
