"""Hulls: what damage does when it arrives. Rule: sits rules 9."""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.sits.board import Ship
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
    DamageWasted,
    ExplosionChecked,
    HitScored,
    HullStruck,
    ShipDestroyed,
)
from sits_es.rules.sits.miracles.rules import ready, spend
from sits_es.rules.sits.motion.facts import ThrustChanged
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.damage import exploding, hit_sizes
from sits_es.rules.sits.sums.tracks import WHOLE, box_to_take, rating, strength
from sits_es.space.arcs import Facing


def strike(work: Resolution, source: str, ship: Ship, side: Facing, points: int) -> None:
    """Let points of damage strike the hull: split into hits, each taking boxes along a row that a die chooses."""
    if not points:
        return
    sizes = hit_sizes(points, work.board.class_of(ship).hit_size)
    work.record(HullStruck(ship=ship.name, source=source, facing=side, points=points, hits=len(sizes)))
    for number, size in enumerate(sizes, start=1):
        if ship.destroyed is not None:
            work.record(DamageWasted(ship=ship.name, points=sum(sizes[number - 1 :])))
            return
        _hit(work, source, ship, side, number, size)


def _hit(work: Resolution, source: str, ship: Ship, side: Facing, number: int, points: int) -> None:
    roll = work.one_to_ten(ship.name, "hit row", source, number)
    row = work.board.class_of(ship).hits[side][roll - 1]
    work.record(HitScored(ship=ship.name, source=source, number=number, points=points, facing=side, roll=roll, row=row))
    left = points
    for track in row:
        if left and ship.destroyed is None and box_to_take(ship, track) is not None:
            take_box(work, ship, track, source)
            left -= 1
    for track in ("hull", "structure"):
        while left and ship.destroyed is None and box_to_take(ship, track) is not None:
            take_box(work, ship, track, source)
            left -= 1
    if left:
        work.record(DamageWasted(ship=ship.name, points=left))


def take_box(work: Resolution, ship: Ship, track: str, cause: str) -> None:
    """Destroy the leftmost box of a track that is not destroyed yet, with all that follows from it."""
    card, box = work.board.class_of(ship), box_to_take(ship, track)
    if box is None:
        raise ValueError(f"{ship.name} has no box of {track} left")
    before = rating(card, ship, track)
    standing = ship.boxes[track].find(WHOLE, box + 1)
    following = None if standing < 0 else card.tracks[track][standing]
    work.record(BoxDestroyed(ship=ship.name, track=track, box=box, before=before, after=following, cause=cause))
    if track == "impellers" and box_to_take(ship, "thrust") is not None:
        take_box(work, ship, "thrust", "impellers lost")
    if track in ("thrust", "impellers") and ship.thrust > (most := strength(card, ship, "thrust")):
        work.record(ThrustChanged(ship=ship.name, before=ship.thrust, after=most, cause="damage"))
    if track == "structure":
        _structure(work, ship, box, cause)


def _structure(work: Resolution, ship: Ship, box: int, cause: str) -> None:
    """A structure box was taken: a numbered one may make the ship explode, the last one destroys it."""
    marks = work.board.class_of(ship).tracks["structure"]
    if box == len(marks) - 1:
        work.record(ShipDestroyed(ship=ship.name, cause=Coded("structure-gone")))
    elif below := marks[box]:
        roll = work.one_to_ten(ship.name, "explosion", cause, box)
        saved = exploding(roll, below).done and ready(work, ship, "no explosion")
        explodes = exploding(roll, below, saved=saved).done
        work.record(ExplosionChecked(ship=ship.name, roll=roll, below=below, explodes=explodes))
        if saved:
            spend(work, ship, "no explosion")
        if explodes:
            work.record(ShipDestroyed(ship=ship.name, cause=Coded("exploded")))
