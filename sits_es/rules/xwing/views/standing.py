"""A board for programs, by what a side is ahead, what is counted over a game, and what differs between two boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from sits_es.report.differences import Contrast, differing, unlike_games
from sits_es.report.glance import Measure
from sits_es.report.graphs import Measured, Tally
from sits_es.rules.xwing.board import Attack, Board, Ship
from sits_es.rules.xwing.entries.rules import outcome
from sits_es.rules.xwing.setting_up.facts import ObjectLaid
from sits_es.rules.xwing.sums.arcs import distance
from sits_es.sentences import listed


def standing(board: Board) -> dict[str, Any]:
    """Every ship, how each sees each enemy, and every attack; which entry comes next, unless the game is over.

    Places are lists of two decimals in text, in mm; a ship that is not placed has none, nor a facing.
    """
    from sits_es.rules.xwing.views.sightings import sightings

    found: dict[str, Any] = {} if outcome(board) is not None else {"now": {"round": board.turn, "entry": board.entry}}
    found |= {"table": [board.table.width, board.table.height]} if board.table is not None else {}
    found |= {"objects": {name: _object(laid) for name, laid in sorted(board.objects.items())}} if board.objects else {}
    return found | {
        "ships": {name: _ship(ship) for name, ship in sorted(board.ships.items())},
        "sightings": [each.data() for each in sightings(board)],
        "attacks": [_attack(attack) for attack in board.attacks],
    }


def _ship(ship: Ship) -> dict[str, Any]:
    found: dict[str, Any] = {
        "player": ship.player,
        "side": ship.side,
        "base": ship.base,
        "turret": [*ship.points],
        "firing_arcs": [*ship.firing],
        "shields": ship.shields,
        "hull": ship.hull,
        "criticals": [*ship.criticals],
    }
    if ship.stand is not None:
        found |= {"place": [ship.stand.x, ship.stand.y], "facing": ship.stand.facing}
    return found | ({"gone": ship.gone} if ship.gone is not None else {})


def _object(laid: ObjectLaid) -> dict[str, Any]:
    if laid.corners:
        return {"kind": laid.kind, "corners": [[*spot] for spot in laid.corners]}
    return {"kind": laid.kind, "place": [laid.x, laid.y], "radius": laid.radius}


def _attack(attack: Attack) -> dict[str, Any]:
    turn, entry = attack.moment
    return {
        "attack": attack.number,
        "at": f"{turn}.{entry}",
        "ship": attack.ship,
        "target": attack.target,
        "weapon": attack.weapon,
        "arcs": [*attack.arcs],
        "arc": attack.arc,
        "range": attack.range,
        "state": attack.state,
    } | ({"obstructed": [*attack.obstructed]} if attack.obstructed else {})


# by what a side is ahead, and what is counted


def measures(board: Board) -> Sequence[Measure]:
    """Ships in the game, and what their displays have left, by side."""
    ships = board.ships.values()
    return (
        Measure.of_sides("ships left", ships, lambda ship: ship.gone is None, lambda _: 1),
        Measure.of_sides("hull", ships, lambda ship: 0 if ship.gone else ship.hull, lambda ship: ship.most_hull),
        Measure.of_sides(
            "shields", ships, lambda ship: 0 if ship.gone else ship.shields, lambda ship: ship.most_shields
        ),
    )


def tallies(board: Board) -> list[Tally]:
    """Shields and hull lost, by ship."""
    return [
        Tally(
            what="shields and hull lost",
            whose=name,
            side=ship.side,
            number=ship.most_shields + ship.most_hull - ship.shields - ship.hull,
        )
        for name, ship in sorted(board.ships.items())
    ]


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The distance of the bases of two ships on the table, to the nearest mm. Rule: rules.md, Range bands."""
    placed = {ship.name: ship.placement for ship in board.placed()}
    if one not in placed or other not in placed:
        return None
    return Measured(Fraction(round(distance(placed[one], placed[other]))), "mm")


# what differs


def differences(one: Board, other: Board) -> list[Contrast]:
    """(ship, attack or object, what, in the one, in the other) for everything that differs, ships first."""
    ours, theirs = ({str(each.number): each for each in board.attacks} for board in (one, other))
    attacks = sorted(differing(ours, theirs, "attack", _of_attack, "on record"), key=lambda row: int(row[0]))
    ships = differing(one.ships, other.ships, "ship", _facts, "on record")
    objects = differing(one.objects, other.objects, "object", lambda _: ())
    numbered = ((f"attack {number}", what, was, now) for number, what, was, now in attacks)
    return [*ships, *numbered, *objects, *unlike_games(one, other, {"ships", "attacks", "objects", "turn", "entry"})]


def _facts(ship: Ship) -> Iterable[tuple[str, str]]:
    yield "fate", ship.gone or "in the game"
    yield "place", "not placed" if ship.stand is None else f"{ship.stand.x},{ship.stand.y}"
    yield "facing", "" if ship.stand is None else ship.stand.facing
    yield "turret", ", ".join(ship.points)
    yield "shields", str(ship.shields)
    yield "hull", str(ship.hull)
    yield "critical hits", "; ".join(ship.criticals)


def _of_attack(attack: Attack) -> Iterable[tuple[str, str]]:
    yield "who", f"{attack.ship} at {attack.target} with {attack.weapon}"
    yield "arcs", listed(attack.arcs)
    yield from zip(("arc", "range"), attack.made_in, strict=True)
    yield "state", attack.state
