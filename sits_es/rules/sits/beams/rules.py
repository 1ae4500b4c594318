"""Step 3, beams: grav lances, energy torpedoes, lasers, grasers, each kind at once. Rule: sits rules 7."""

from __future__ import annotations

from attrs import frozen

from sits_es.events import Coded
from sits_es.rules.sits.beams.facts import Aim, BeamFired, FireOrdered, LanceFired
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.damage.rules import strike
from sits_es.rules.sits.play.aiming import aim, fire_problems
from sits_es.rules.sits.play.resolution import Resolution
from sits_es.rules.sits.ship.ship_class import BEAM_ORDER, Mount
from sits_es.rules.sits.ship.tracks import box_in_force, rating, strength
from sits_es.rules.sits.sums.beams import BEAM_KINDS, Torpedoes, battery, closure, torpedo_row
from sits_es.rules.sits.sums.walls import Lanced, lance_strength
from sits_es.rules.sits.walls.facts import TorpedoesStopped, WallDisabled
from sits_es.rules.sits.walls.rules import meet_wall
from sits_es.space.arcs import in_blue_row


@frozen(kw_only=True)
class Shot:
    """A shot that will be fired: everything settled before any shot of its kind takes effect."""

    name: str
    shooter: Ship
    weapon: str
    mount: Mount
    target: Ship
    aim: Aim
    weapons: int


def fire_beams(work: Resolution) -> None:
    """Fire every kind of beam in its order; all shots of a kind are settled before any of them does damage."""
    for kind in BEAM_ORDER:
        shots = _shots(work, kind)
        if kind == "grav-lance":
            for shot in shots:
                _lance(work, shot)
            continue
        struck = [(shot, _beam(work, shot, kind)) for shot in shots]
        for shot, points in struck:
            strike(work, shot.name, shot.target, shot.aim.facing, points)


def _shots(work: Resolution, kind: str) -> list[Shot]:
    shots: list[Shot] = []
    for ship, order in list(work.ordered(FireOrdered, lambda order: order.weapon.endswith(f"-{kind}"))):
        card = work.board.class_of(ship)
        mount = card.mount_of(order.weapon)
        found = list(fire_problems(work.board, ship, order))
        if any(shot.shooter is ship and shot.weapon == order.weapon for shot in shots):
            found.append(Coded("fired-twice", (order.weapon,)))
        if found or mount is None:
            work.void(order, found)
            continue
        target = work.board.ships[order.target]
        shots.append(
            Shot(
                name=f"{ship.name} {order.weapon} at {target.name}",
                shooter=ship,
                weapon=order.weapon,
                mount=mount,
                target=target,
                aim=aim(work.board, ship, target),
                weapons=strength(card, ship, order.weapon),
            )
        )
    return shots


def _lance(work: Resolution, shot: Shot) -> None:
    """A grav lance: quality and variance above the sidewall's strength take it down. Rule: card, "Grav Lance"."""
    track = f"{shot.aim.facing}-sidewall"
    wall = wall_against_lance(work.board, shot.target, track)
    varied = work.vary(shot.shooter.name, "grav lance variance", shot.name)
    falls = Lanced(shot.mount.lance_quality, varied, wall).falls
    work.record(
        LanceFired(
            shot=shot.name,
            shooter=shot.shooter.name,
            weapon=shot.weapon,
            target=shot.target.name,
            aim=shot.aim,
            quality=shot.mount.lance_quality,
            variance=varied,
            wall=wall,
            wall_falls=falls,
        )
    )
    if falls:
        work.record(WallDisabled(ship=shot.target.name, track=track))


def wall_against_lance(board: Board, ship: Ship, track: str) -> int | None:
    """What a grav lance has to beat to take down a sidewall; None where none stands."""
    box = box_in_force(ship, track)
    if box is None:
        return None
    return lance_strength(board.options.sidewall, board.class_of(ship).tracks[track], box)


def _beam(work: Resolution, shot: Shot, kind: str) -> int:
    """Fire one battery and give the points that will strike the hull."""
    fired = _torpedoes(work, shot) if kind == "energy-torpedo" else _battery(work, shot, kind)
    work.record(fired)
    if kind == "energy-torpedo":
        if rating(work.board.class_of(shot.target), shot.target, f"{shot.aim.facing}-sidewall") is None:
            return fired.damage
        side = shot.aim.facing
        work.record(TorpedoesStopped(shot=shot.name, ship=shot.target.name, facing=side, damage=fired.damage))
        return 0
    rolled = shot.aim.target_window is not None and in_blue_row(shot.aim.target_window)
    return meet_wall(work, shot.name, shot.target, shot.aim.facing, fired.damage, rolled=rolled)


def _torpedoes(work: Resolution, shot: Shot) -> BeamFired:
    """Energy torpedoes: each launcher that fires does its type's damage; a standing sidewall lets nothing through."""
    done = Torpedoes(torpedo_row(work.board.tables, shot.mount.torpedo_type), shot.weapons, shot.aim.range)
    return BeamFired(
        shot=shot.name,
        shooter=shot.shooter.name,
        weapon=shot.weapon,
        kind="energy-torpedo",
        target=shot.target.name,
        aim=shot.aim,
        weapons=shot.weapons,
        damage_each=done.each,
        damage=done.damage,
    )


def _battery(work: Resolution, shot: Shot, kind: str) -> BeamFired:
    size = shot.mount.graser_size if kind == "graser" else shot.mount.laser_size
    tables = work.board.tables
    closing = closure(shot.target.vectors, shot.shooter.vectors, tables)
    done = battery(tables, BEAM_KINDS[kind], size, shot.weapons, shot.aim.range, closing.half_hexes_per_segment)
    return BeamFired(
        shot=shot.name,
        shooter=shot.shooter.name,
        weapon=shot.weapon,
        kind=BEAM_KINDS[kind],
        target=shot.target.name,
        aim=shot.aim,
        weapons=shot.weapons,
        size=size,
        closure=closing.relative,
        closure_per_turn=closing.per_turn,
        closure_half_hexes=closing.half_hexes_per_segment,
        band=done.column,
        damage_each=done.each,
        damage=done.damage,
    )
