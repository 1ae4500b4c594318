"""A board for programs, and what differs between two boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sits_es.rules.xwing.scenario.ending import outcome
from sits_es.rules.xwing.state import Attack, Board, Ship
from sits_es.sentences import listed


def standing(board: Board) -> dict[str, Any]:
    """Every ship, how each sees each enemy, and every attack; which entry comes next, unless the game is over.

    Places are lists of two decimals in text, in mm; a ship that is not placed has none, nor a facing.
    """
    from sits_es.rules.xwing.report.sightings import sightings

    found: dict[str, Any] = {} if outcome(board) is not None else {"now": {"round": board.turn, "entry": board.entry}}
    found |= {"table": [board.table.width, board.table.height]} if board.table is not None else {}
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
        "state": state_of(attack),
    }


def state_of(attack: Attack) -> str:
    """What was said of an attack: declared, disputed, stands, or does not stand."""
    if attack.ruled is not None:
        return "stands" if attack.ruled[0] else "does not stand"
    return "declared" if attack.disputed is None else f"disputed by {attack.disputed[0]}"


def made_in(attack: Attack) -> tuple[str, str]:
    """The arc that an attack is made in, or that it is by a ruling, and its range, for tables."""
    return attack.arc or "by a ruling", "beyond 3" if attack.range is None else str(attack.range)


# what differs


def differences(one: Board, other: Board) -> list[tuple[str, str, str, str]]:
    """(ship or attack, what, in the one, in the other) for everything that differs, ships first."""
    ours, theirs = ({f"attack {each.number}": each for each in board.attacks} for board in (one, other))
    return [*_differ(one.ships, other.ships, "ship", _facts), *_differ(ours, theirs, "attack", _of_attack)]


def _differ(
    one: Mapping[str, Any], other: Mapping[str, Any], word: str, facts: Any
) -> Iterator[tuple[str, str, str, str]]:
    for name in sorted({*one, *other}, key=lambda name: (len(name), name) if word == "attack" else (0, name)):
        if name not in one or name not in other:
            there, missing = "on record", "not there"
            yield name, word, there if name in one else missing, there if name in other else missing
            continue
        left, right = dict(facts(one[name])), dict(facts(other[name]))
        for what, was in left.items():
            if was != right[what]:
                yield name, what, was or "none", right[what] or "none"


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
    yield from zip(("arc", "range"), made_in(attack), strict=True)
    yield "state", state_of(attack)
