"""Step 3, beams: grav lances, energy torpedoes, lasers, grasers. Rule: card, step 3; sits rules 7."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.facts import Aim, BeamFired, FireOrdered, LanceFired
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import BEAM_ORDER, Mount
from sits_es.rules.sits.damage.rules import strike
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.order_rules import OrderRules, can_be, why_no_target
from sits_es.rules.sits.reasons import no
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.aiming import aim, arc_of, beam_reach, bears, in_tables, seen_through
from sits_es.rules.sits.sums.beams import BEAM_KINDS, Torpedoes, battery, closure, torpedo_row
from sits_es.rules.sits.sums.tracks import box_in_force, rating, strength
from sits_es.rules.sits.sums.walls import Lanced, lance_strength
from sits_es.rules.sits.walls.facts import TorpedoesStopped, WallDisabled
from sits_es.rules.sits.walls.rules import meet_wall
from sits_es.sentences import listed
from sits_es.space.arcs import behind_wedge, in_blue_row


class FireBeam(OrderRules[FireOrdered]):
    """A beam weapon fired at a ship. Rule: sits rules 7."""

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """The weapon, the target, then arc, wedge and reach."""
        del given
        weapon, name = self.fact.weapon, ship.name
        card = board.class_of(ship)
        mount = _mount_of(board, ship, weapon)
        if mount is None:
            known = (each for each in card.weapons() if _mount_of(board, ship, each))
            yield no(name, "no-such-weapon", weapon, *known)
        elif not strength(card, ship, weapon):
            yield no(name, "weapon-destroyed", weapon)
        if left := ship.counters.get(weapon, 0):
            yield no(name, "weapon-waits", weapon, left)
        no_target = list(why_no_target(board, ship, self.fact.target))
        yield from no_target
        if mount is not None and not no_target:
            yield from self._aim(board, ship, mount)

    def _aim(self, board: Board, ship: Ship, mount: Mount) -> Iterator[Refusal]:
        """Arc, wedge and reach of a weapon that there is, at a target that there is."""
        weapon, target = self.fact.weapon, board.ships[self.fact.target]
        seen = aim(board, ship, target)
        if not bears(mount, seen.mount_window):
            where = (target.name, str(seen.mount_window), str(seen.window))
            yield no(ship.name, "weapon-off-arc", weapon, *where, mount.name, *arc_of(mount))
        if seen.target_window is not None and behind_wedge(seen.target_window):
            yield no(ship.name, "behind-wedge", target.name, seen.target_window)
        longest = beam_reach(board.tables, mount, weapon)
        if seen.range > longest:
            yield no(ship.name, "out-of-reach", target.name, seen.range, weapon, longest)

    def why_twice(self, ship: Ship, before: Sequence[Order]) -> Iterator[Refusal]:
        """A weapon fires once a segment."""
        if any(isinstance(other, FireOrdered) and other.weapon == self.fact.weapon for other in before):
            yield no(ship.name, "fired-twice", self.fact.weapon)

    def instead(self, board: Board, ship: Ship, code: str) -> str:
        """The weapons that could be fired at the target."""
        del code
        able = [order.weapon for order in self._at(board, ship, self.fact.target)]
        return f"{listed(able, 'None of its weapons').capitalize()} could fire at {self.fact.target} then."

    def names(self, board: Board, ship: Ship, field: str) -> tuple[str, ...]:
        """Weapons."""
        return board.class_of(ship).weapons() if field == "weapon" else ()

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """Every weapon at every ship of another side on which its mount bears."""
        for other in board.standing():
            if other.side != ship.side:
                window = seen_through(board, ship, other)[1]
                for mount in board.class_of(ship).mounts:
                    for weapon in mount.weapons():
                        if weapon in ship.boxes and bears(mount, window):
                            yield FireOrdered(ship=ship.name, weapon=weapon, target=other.name)

    @staticmethod
    def _at(board: Board, ship: Ship, target: str) -> Iterator[FireOrdered]:
        """The weapons that can be fired at a ship."""
        for weapon in board.class_of(ship).weapons():
            order = FireOrdered(ship=ship.name, weapon=weapon, target=target)
            if can_be(board, ship, order):
                yield order


def _mount_of(board: Board, ship: Ship, weapon: str) -> Mount | None:
    """The mount of a beam weapon; None if the ship has none of that name, or the tables none of its size.

    Sealed orders are checked by nobody before they are opened, nor is a first event that another program wrote.
    """
    card = board.class_of(ship)
    mount = card.mount_of(weapon)
    return mount if mount is not None and weapon in card.tracks and in_tables(board, mount, weapon) else None


def under_fire(board: Board, ship: Ship) -> bool:
    """Whether anybody could fire a beam at the ship in the segment at hand."""
    return any(
        can_be(board, other, FireOrdered(ship=other.name, weapon=weapon, target=ship.name))
        for other in board.standing()
        if other is not ship
        for weapon in board.class_of(other).weapons()
    )


class Shot(Struct, frozen=True, kw_only=True):
    """A shot that will be fired, as the board stood when it was settled."""

    name: str
    shooter: Ship
    weapon: str
    mount: Mount
    target: Ship
    aim: Aim
    weapons: int

    @property
    def kind(self) -> str:
        """Of weapon, one of BEAM_ORDER."""
        return self.weapon.removeprefix(f"{self.mount.name}-")

    @property
    def place(self) -> tuple[int, str, str]:
        """Where its damage comes in the step: by kind, firing ship and mount. Rule: house, sits rules 7."""
        return BEAM_ORDER.index(self.kind), self.shooter.name, self.mount.name


def fire_beams(work: Resolution) -> None:
    """Fire what was ordered on the board as it stands, the lances first, then resolve all damage. Rule: card, step 3.

    Where the scenario says so each kind of weapon fires, and does its damage, before the next. Rule: sits rules 7 (2e).
    """
    if work.board.options.beams == "together":
        _fire(work, _shots(work))
    else:
        for kind in BEAM_ORDER:
            _fire(work, _shots(work, _of_kind(kind)))


def _fire(work: Resolution, shots: Sequence[Shot]) -> None:
    """Fire some shots, and only then let them do damage. A wall that a lance takes down is down for the others."""
    struck = []
    for shot in shots:
        if shot.kind == "grav-lance":
            _lance(work, shot)
        else:
            struck.append((shot, _beam(work, shot, shot.kind)))
    for shot, points in struck:
        strike(work, shot.name, shot.target, shot.aim.facing, points)


def _shots(work: Resolution, due: Callable[[FireOrdered], bool] = lambda _: True) -> list[Shot]:
    """Those that can be fired now, in their order. due: the orders whose moment has come."""
    shots = (_shot(work.board, ship, order) for ship, order in work.able(FireOrdered, due))
    return sorted(shots, key=lambda shot: shot.place)


def _of_kind(kind: str) -> Callable[[FireOrdered], bool]:
    return lambda order: order.weapon.endswith(f"-{kind}")


def _shot(board: Board, ship: Ship, order: FireOrdered) -> Shot:
    card, target = board.class_of(ship), board.ships[order.target]
    mount = card.mount_of(order.weapon)
    if mount is None:
        raise KeyError(order.weapon)
    return Shot(
        name=f"{ship.name} {order.weapon} at {target.name}",
        shooter=ship,
        weapon=order.weapon,
        mount=mount,
        target=target,
        aim=aim(board, ship, target),
        weapons=strength(card, ship, order.weapon),
    )


def use_beams(work: Resolution) -> None:
    """Fire every beam as far as the shooters go, for a forecast: nothing is hit."""
    for ship, order in list(work.able(FireOrdered)):
        work.board.fire(ship.name, order.weapon)


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
    """What a grav lance has to beat to take down a sidewall; None if none stands."""
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
