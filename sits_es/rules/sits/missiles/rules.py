"""Missiles: launched in step 3; in step 6 they arrive, meet five layers of defence and strike.

Rule: flyer, missile defence; sits rules 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.events import Coded
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.rules import under_fire
from sits_es.rules.sits.board import Attack, Board, Ship
from sits_es.rules.sits.cards.ship_class import Mount, ShipClass
from sits_es.rules.sits.damage.rules import strike
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import LayerIgnored
from sits_es.rules.sits.miracles.rules import ready, spend, works
from sits_es.rules.sits.missiles.facts import (
    AttackArrived,
    AttackSpent,
    DecoyOrdered,
    DecoysDeployed,
    LaunchOrdered,
    Layer,
    LayerFought,
    SalvoLaunched,
    Term,
)
from sits_es.rules.sits.order_rules import OrderRules, can_be, why_no_target
from sits_es.rules.sits.reasons import no
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.aiming import aim, arc_of, bears, magazine, presented, seen_through
from sits_es.rules.sits.sums.missiles import (
    LAYERS,
    QUALITIES,
    SHOT_LAYERS,
    damage_each,
    fought,
    launch,
    missile_row,
    salvoes_allowed,
)
from sits_es.rules.sits.sums.paper import NamedNumber
from sits_es.rules.sits.sums.tracks import WHOLE, decoys_left, rating, strength
from sits_es.rules.sits.walls.rules import meet_wall
from sits_es.sentences import listed
from sits_es.space.arcs import MARKERS, behind_wedge, facing, in_blue_row, slide


class LaunchSalvoes(OrderRules[LaunchOrdered]):
    """Salvoes launched at a ship. Rule: sits rules 8.1."""

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """The mount, the target, then arc and range; launches before it stand on the board."""
        del given
        mount = _mount_of(board, ship, self.fact.mount)
        if mount is None:
            known = (name for name in board.class_of(ship).launchers() if _mount_of(board, ship, name))
            yield no(ship.name, "no-such-launcher", self.fact.mount, *known)
        else:
            yield from self._loaded(board, ship, mount)
        no_target = list(why_no_target(board, ship, self.fact.target))
        yield from no_target
        if mount is not None and not no_target:
            yield from self._flight(board, ship, mount)

    def _loaded(self, board: Board, ship: Ship, mount: Mount) -> Iterator[Refusal]:
        """What the mount itself can't do: tubes, reload time, magazine, fire control (none left: no launch, house)."""
        card, order, name = board.class_of(ship), self.fact, ship.name
        tubes = strength(card, ship, mount.track("tubes"))
        if not tubes:
            yield no(name, "tubes-destroyed", mount.name)
        elif order.tubes is not None and order.tubes > tubes:
            yield no(name, "too-many-tubes", order.tubes, mount.name, tubes)
        if left := ship.counters.get(mount.name, 0):
            yield no(name, "launcher-waits", mount.name, left)
        needed, have = mount.takes(order.salvoes, order.tubes or tubes), magazine(board, ship, mount)
        if not have:
            yield no(name, "magazine-empty", mount.name)
        elif needed > have and mount.magazine_rows:
            yield no(name, "rows-short", order.salvoes, mount.name, have)
        elif needed > have:
            yield no(name, "magazine-short", order.salvoes, mount.name, needed, have)
        control = mount.track("fire-control")
        if control in ship.boxes and rating(card, ship, control) is None:
            yield no(name, "fire-control-destroyed", mount.name)

    def _flight(self, board: Board, ship: Ship, mount: Mount) -> Iterator[Refusal]:
        """Arc and range of a launcher that there is, at a target that there is."""
        target, order = board.ships[self.fact.target], self.fact
        seen = aim(board, ship, target)
        if not bears(mount, seen.mount_window):
            where = (target.name, str(seen.mount_window), str(seen.window))
            yield no(ship.name, "launcher-off-arc", mount.name, *where, *arc_of(mount))
        row = missile_row(board.tables, seen.range)
        allowed = salvoes_allowed(row, board.turn, _launched_at(ship, order.target))
        if order.salvoes > allowed:
            yield no(ship.name, "too-many-salvoes", order.salvoes, target.name, seen.range, row.max_salvoes, allowed)

    def why_never(self, board: Board, ship: Ship, later: int) -> Iterator[Refusal]:
        """Salvoes that no range allows as well, and a magazine too small for the fewest tubes that may be left then."""
        for found in super().why_never(board, ship, later):
            short = found.why is not None and found.why.code == "magazine-short"
            if not short or not (later or under_fire(board, ship)):
                yield found
        mount, order = _mount_of(board, ship, self.fact.mount), self.fact
        if mount is None or not (later or under_fire(board, ship)):
            return
        boxes = zip(ship.boxes[mount.track("tubes")], board.class_of(ship).tracks[mount.track("tubes")], strict=True)
        fewest = min((tubes for mark, tubes in boxes if mark == WHOLE and tubes), default=0)
        needed, have = mount.takes(order.salvoes, order.tubes or fewest), magazine(board, ship, mount)
        if have and needed > have and not mount.magazine_rows:
            yield no(ship.name, "magazine-short", order.salvoes, mount.name, needed, have)
        if later:
            yield from self._at_no_range(board, ship, ())

    def _at_no_range(self, board: Board, ship: Ship, before: Sequence[LaunchOrdered]) -> Iterator[Refusal]:
        """More salvoes than any range allows in this turn. before: launches of it that go before this one."""
        order, turn = self.fact, board.turn
        launched = [*_launched_at(ship, order.target), *((turn, each.salvoes) for each in before)]
        most = max(board.tables.missile_rows, key=lambda row: salvoes_allowed(row, turn, launched))
        allowed = salvoes_allowed(most, turn, launched)
        if order.salvoes > allowed:
            yield no(ship.name, "salvoes-at-no-range", order.salvoes, order.target, most.max_salvoes, allowed)

    def why_twice(self, ship: Ship, before: Sequence[Order]) -> Iterator[Refusal]:
        """A mount launches once a segment."""
        if any(isinstance(other, LaunchOrdered) and other.mount == self.fact.mount for other in before):
            yield no(ship.name, "launched-twice", self.fact.mount)

    def why_together(self, board: Board, ship: Ship, before: Sequence[Order]) -> Iterator[Refusal]:
        """Launches of one turn at one target that together are more than any range allows."""
        earlier = [each for each in before if isinstance(each, LaunchOrdered) and each.target == self.fact.target]
        if earlier:
            yield from self._at_no_range(board, ship, earlier)

    def instead(self, board: Board, ship: Ship, code: str) -> str:
        """The launchers from which a salvo could go at the target."""
        if code in ("too-many-salvoes", "salvoes-at-no-range", "magazine-short"):
            return ""
        able = [
            mount
            for mount in board.class_of(ship).launchers()
            if can_be(board, ship, LaunchOrdered(ship=ship.name, mount=mount, target=self.fact.target, salvoes=1))
        ]
        return f"{listed(able, 'None of its launchers').capitalize()} could launch at {self.fact.target} then."

    def names(self, board: Board, ship: Ship, field: str) -> tuple[str, ...]:
        """Mounts."""
        return board.class_of(ship).launchers() if field == "mount" else ()

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """A salvo of each launcher at every ship of another side."""
        for other in board.standing():
            if other.side != ship.side:
                for mount in board.class_of(ship).launchers():
                    yield LaunchOrdered(ship=ship.name, mount=mount, target=other.name, salvoes=1)


def _mount_of(board: Board, ship: Ship, name: str) -> Mount | None:
    """The mount of a launcher; None if the ship has none of that name, or the tables no missiles of its type."""
    card = board.class_of(ship)
    mount = card.mount(name)
    if mount is None or mount.track("tubes") not in card.tracks:
        return None
    return mount if any(row.size == mount.missile_size for row in board.tables.missile_damage) else None


def _launched_at(ship: Ship, target: str) -> Iterator[tuple[int, int]]:
    """What a ship launched at another so far: turn, salvoes."""
    return ((launch.turn, launch.salvoes) for launch in ship.launches.get(target, ()))


#: What decoys that are suggested wait for: so many missiles, from so near; None for any.
WAITS: Final = ((None, None), (8, 14))


class DeployDecoys(OrderRules[DecoyOrdered]):
    """Decoys deployed, in any case or in answer to launches."""

    kind = "decoy"

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """There are no more than the rating in force, less those used."""
        del given
        left = decoys_left(board.class_of(ship), ship)
        if self.fact.count > left:
            yield no(ship.name, "too-many-decoys", self.fact.count, left)

    def doubts(self, ship: Ship) -> Iterator[Refusal]:
        """Without a condition they are used up though nothing comes."""
        if not self.fact.if_launched_at:
            yield replace(no(ship.name, "decoys-for-nothing", self.fact.count), warns=True)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """One, if somebody launches."""
        del board
        for missiles, within in WAITS:
            yield DecoyOrdered(ship=ship.name, count=1, missiles=missiles, within=within)


def launch_missiles(work: Resolution) -> None:
    """Launch what was ordered and can be."""
    for ship, order in work.able(LaunchOrdered):
        work.record(_launch(work, ship, order))


def forget_missiles(work: Resolution) -> None:
    """Let what was launched do nothing, for a forecast."""
    work.board.attacks.clear()


def _launch(work: Resolution, ship: Ship, order: LaunchOrdered) -> SalvoLaunched:
    board, card = work.board, work.board.class_of(ship)
    mount = card.mount(order.mount)
    if mount is None:
        raise KeyError(order.mount)
    seen = aim(board, ship, board.ships[order.target])
    tubes = order.tubes or strength(card, ship, mount.track("tubes"))
    penalty = rating(card, ship, mount.track("fire-control")) or 0
    made = launch(board.tables, seen.range, order.salvoes, tubes, card.missile_quality, penalty)
    return SalvoLaunched(
        attack=f"{ship.name} {mount.name} at {order.target}",
        shooter=ship.name,
        mount=mount.name,
        target=order.target,
        aim=seen,
        salvoes=order.salvoes,
        tubes=tubes,
        missiles=made.missiles,
        warhead=order.warhead,
        damage_each=damage_each(board.tables, mount.missile_size, order.warhead),
        max_salvoes=made.row.max_salvoes,
        quality=card.missile_quality,
        range_modifier=made.row.range_modifier,
        penalty=penalty,
        quality_level=made.quality_level,
    )


class Struck(Struct, frozen=True):
    """An attack whose defence is over, with the points that strike the hull."""

    arrived: AttackArrived
    points: int


def resolve_missiles(work: Resolution) -> None:
    """Defence against every attack, the longest-ranged first, and then the damage of all of them.

    Equal ranges go by firing ship and mount name. Rule: card, "Longest Ranged Shots to Shortest Range".
    """
    ordered = sorted(
        work.board.attacks.values(),
        key=lambda attack: (-attack.launched.aim.range, attack.launched.shooter, attack.launched.mount),
    )
    struck: list[Struck] = []
    for attack in ordered:
        target = work.board.ships[attack.launched.target]
        if target.destroyed is not None:
            _spend(work, attack, 0, "target-out")
        else:
            struck.append(_defend(work, attack, target))
    for each in struck:
        target = work.board.ships[each.arrived.target]
        attack = work.board.attacks[each.arrived.attack]
        if target.destroyed is not None:
            _spend(work, attack, 0, "target-out")
            continue
        strike(work, each.arrived.attack, target, each.arrived.facing, each.points)
        reason = "struck" if attack.left else "all-killed"
        _spend(work, attack, each.points, "stopped-by-sidewall" if attack.left and not each.points else reason)


def _spend(work: Resolution, attack: Attack, points: int, reason: str) -> None:
    launched = attack.launched
    work.record(AttackSpent(attack=launched.attack, target=launched.target, struck=points, reason=Coded(reason)))


def _defend(work: Resolution, attack: Attack, target: Ship) -> Struck:
    arrived = _arrive(work, attack, target)
    work.record(arrived)
    card = work.board.class_of(target)
    _ecm(work, attack, target, card)
    for layer in SHOT_LAYERS:
        _shots(work, attack, target, card, arrived, layer)
    damage = attack.left * attack.launched.damage_each
    rolled = meets_roll(arrived)
    return Struck(arrived, meet_wall(work, arrived.attack, target, arrived.facing, damage, rolled=rolled))


def meets_roll(arrived: AttackArrived) -> bool:
    """Whether an attack has part or all of the wedge in its way: it came in through a blue row, or slid off the wedge.

    Rule: sits rules 4, "rolled ship bonus".
    """
    return arrived.slid or (arrived.target_window is not None and in_blue_row(arrived.target_window))


def _arrive(work: Resolution, attack: Attack, target: Ship) -> AttackArrived:
    """Judge facing, wedge, slide and systems that bear, after moves and turns. Rule: sits rules 4 and 8.1.

    Missiles that slid are met by what bears through the marker of the facing they slid to; those of a ship
    destroyed since the launch come from where it was destroyed (both house).
    """
    window, target_window = seen_through(work.board, target, work.board.ships[attack.launched.shooter])
    slid = target_window is not None and behind_wedge(target_window)
    if target_window is None:
        side = presented(work.board, target)
    elif slid:
        nearest = slide(target_window)
        side = target.slide if target.slide in nearest else nearest[0]
    else:
        side = facing(target_window)
    meets = MARKERS[side] if slid else target_window
    return AttackArrived(
        attack=attack.launched.attack,
        target=target.name,
        window=window,
        target_window=target_window,
        slid=slid,
        facing=side,
        missiles=attack.launched.missiles,
        bearing=tuple(mount.name for mount in work.board.class_of(target).mounts if bears(mount, meets)),
    )


def _ecm(work: Resolution, attack: Attack, target: Ship, card: ShipClass) -> None:
    """ECM: base, active decoys, missile quality level and variance against the missiles. Rule: flyer, ECM layer.

    A miracle of the shooter lets the missiles pass, one of the target doubles the kills. Rule: sits rules 10.
    """
    launched = attack.launched
    if works(work, work.board.ships[launched.shooter], "ignore ECM"):
        work.record(
            LayerIgnored(attack=launched.attack, target=target.name, shooter=launched.shooter, missiles=attack.left)
        )
        return
    doubled = works(work, target, "double ECM")
    terms = (
        ("base ECM", strength(card, target, "ecm")),
        ("decoys", target.decoys_active * card.decoy_value),
        ("missile quality level", launched.quality_level),
        ("variance", work.vary(target.name, "ECM variance", launched.attack)),
    )
    _fight(work, attack, "ECM", terms, doubled=doubled)


def _shots(
    work: Resolution, attack: Attack, target: Ship, card: ShipClass, arrived: AttackArrived, layer: Layer
) -> None:
    """A layer of shots: systems that bear times incoming salvoes. A laser that fired does not defend (house)."""
    if not attack.left:
        return
    bearing = {name: f"{name}-{LAYERS[layer]}" for name in arrived.bearing}
    count = {name: strength(card, target, track) for name, track in bearing.items()}
    fired = {name: number for name, number in count.items() if number and bearing[name] in target.fired}
    systems = sum(count.values()) - sum(fired.values())
    if not systems:
        _fight(work, attack, layer, (), fired=fired)
        return
    terms = (
        (f"{layer} quality", getattr(card, QUALITIES[layer])),
        ("missile quality level", attack.launched.quality_level),
        ("variance", work.vary(target.name, f"{layer} variance", attack.launched.attack)),
    )
    doubled = layer == "point defence" and attack.launched.warhead == "nuke"
    _fight(work, attack, layer, terms, systems, fired=fired, doubled=doubled)


def _fight(
    work: Resolution,
    attack: Attack,
    layer: Layer,
    terms: tuple[NamedNumber, ...],
    systems: int = 0,
    *,
    fired: Mapping[str, int] = MappingProxyType({}),
    doubled: bool = False,
) -> None:
    launched, chart = attack.launched, work.board.tables.kill_chart
    done = fought(chart, layer, attack.left, terms, systems=systems, salvoes=launched.salvoes, doubled=doubled)
    work.record(
        LayerFought(
            attack=launched.attack,
            target=launched.target,
            layer=layer,
            incoming=done.incoming,
            systems=systems,
            fired=tuple(Term(name=name, value=value) for name, value in fired.items()),
            salvoes=launched.salvoes,
            against=done.against,
            terms=tuple(Term(name=name, value=value) for name, value in terms),
            percent=done.charted.percent,
            parts=done.charted.kills,
            doubled=doubled,
            kills=done.killed,
            left=done.left,
        )
    )


# decoys: step 4, in answer to launches


def launched_at(board: Board, ship: Ship, order: DecoyOrdered) -> bool:
    """Whether the launch that decoys wait for has come in this segment: of so many missiles, from so near.

    missiles: all that are launched at the ship count together, whoever launches them; within: of these only those from
    at most so far. Rule: card, step 4.
    """
    at_ship = [each.launched for each in board.attacks.values() if each.launched.target == ship.name]
    near = [launch for launch in at_ship if order.within is None or launch.aim.range <= order.within]
    return sum(launch.missiles for launch in near) >= (order.missiles or 1)


def deploy_decoys(work: Resolution) -> None:
    """Deploy decoys; those that wait for a launch stay aboard, without a word, when it doesn't come."""

    def due(order: DecoyOrdered) -> bool:
        ship = work.board.ships[order.ship]
        return not order.if_launched_at or ship.destroyed is not None or launched_at(work.board, ship, order)

    for ship, order in work.able(DecoyOrdered, due):
        value = work.board.class_of(ship).decoy_value
        work.record(DecoysDeployed(ship=ship.name, count=order.count, value=value))
        if ready(work, ship, "save decoy"):
            spend(work, ship, "save decoy")
