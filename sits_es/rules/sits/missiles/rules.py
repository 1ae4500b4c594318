"""Missiles: launched in step 3; in step 6 they arrive, meet five layers of defence and strike.

Rule: flyer, missile defence; sits rules 8.
"""

from __future__ import annotations

from attrs import frozen

from sits_es.events import Coded
from sits_es.rules.sits.board import Attack, Ship
from sits_es.rules.sits.damage.rules import strike
from sits_es.rules.sits.miracles.facts import LayerIgnored
from sits_es.rules.sits.miracles.rules import works
from sits_es.rules.sits.missiles.facts import (
    AttackArrived,
    AttackSpent,
    LaunchOrdered,
    Layer,
    LayerFought,
    SalvoLaunched,
    Term,
)
from sits_es.rules.sits.play.aiming import aim, bears, launch_problems, presented, seen_through
from sits_es.rules.sits.play.resolution import Resolution
from sits_es.rules.sits.ship.ship_class import ShipClass
from sits_es.rules.sits.ship.tracks import rating, strength
from sits_es.rules.sits.sums.missiles import LAYERS, QUALITIES, SHOT_LAYERS, damage_each, fought, launch
from sits_es.rules.sits.sums.paper import Named
from sits_es.rules.sits.walls.rules import meet_wall
from sits_es.space.arcs import MARKERS, behind_wedge, facing, in_blue_row, slide


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


@frozen
class Struck:
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
    tracks = [mount.track(LAYERS[layer]) for mount in card.mounts if mount.name in arrived.bearing]
    systems = sum(strength(card, target, track) for track in tracks if track not in target.fired)
    if not systems:
        _fight(work, attack, layer, ())
        return
    terms = (
        (f"{layer} quality", getattr(card, QUALITIES[layer])),
        ("missile quality level", attack.launched.quality_level),
        ("variance", work.vary(target.name, f"{layer} variance", attack.launched.attack)),
    )
    doubled = layer == "point defence" and attack.launched.warhead == "nuke"
    _fight(work, attack, layer, terms, systems, doubled=doubled)


def _fight(
    work: Resolution, attack: Attack, layer: Layer, terms: tuple[Named, ...], systems: int = 0, *, doubled: bool = False
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
