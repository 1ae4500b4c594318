"""What can stand in each slot of an order now, for whoever points: weapons, targets, windows, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sits_es.orders.choices import Offer, plain
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import BEYOND_REPAIR
from sits_es.rules.sits.missiles.rules import WAITS
from sits_es.rules.sits.repairs.facts import PARTIES_A_BOX
from sits_es.rules.sits.sums.aiming import aim, beam_reach, bears, magazine
from sits_es.rules.sits.sums.missiles import missile_row, salvoes_allowed
from sits_es.rules.sits.sums.pace import segments_due
from sits_es.rules.sits.sums.plots import default_plot_of, plots_of
from sits_es.rules.sits.sums.thrust_chart import dots
from sits_es.rules.sits.sums.tracks import box_to_mend, decoys_left, rating, strength
from sits_es.rules.sits.turns.rules import windows_by_distance
from sits_es.sentences import counted, listed
from sits_es.space.attitude import ROLL_STEPS
from sits_es.space.avid import distance
from sits_es.space.vectors import vectors_in_words

#: The farthest range that a condition is offered for, in hexes, and how far one is from the next.
FARTHEST: Final = 40
STEP: Final = 2


def choices(board: Board, unit: str, order: str, slot: str) -> Iterable[Offer] | None:
    """What may stand in a slot of a ship's order now, what is likeliest first; None if players say it."""
    find = _CHOICES.get(f"{order} {slot}") or _CHOICES.get(slot)
    return None if find is None else find(board, board.ships[unit])


def _targets(board: Board, ship: Ship) -> Iterator[Offer]:
    """Ships of other sides, then one's own where they may be fired at, with range, windows and what bears."""
    others = [other for other in board.standing() if other is not ship]
    for other in sorted(others, key=lambda each: each.side == ship.side):
        if other.side != ship.side or board.options.own_side_targets:
            seen = aim(board, ship, other)
            said = [f"range {seen.range}"]
            if seen.window is not None:
                said.append(f"window {seen.window}, in the ship's frame {seen.mount_window}")
            mounts = [mount.name for mount in board.class_of(ship).mounts if bears(mount, seen.mount_window)]
            yield Offer(other.name, f"{', '.join(said)}; {listed(mounts, 'nothing')} bear{'s' * (len(mounts) < 2)}")


def _others(board: Board, ship: Ship) -> Iterator[Offer]:
    for other in board.standing():
        if other.side != ship.side:
            yield Offer(other.name, f"range {aim(board, ship, other).range}")


def _weapons(board: Board, ship: Ship) -> Iterator[Offer]:
    card = board.class_of(ship)
    for weapon in card.weapons():
        mount = card.mount_of(weapon)
        if mount is not None and (number := strength(card, ship, weapon)):
            said = f"{number}, reach{'es' * (number == 1)} {beam_reach(board.tables, mount, weapon)}"
            yield Offer(weapon, said + _wait(ship, weapon))


def _launchers(board: Board, ship: Ship) -> Iterator[Offer]:
    card = board.class_of(ship)
    for name in card.launchers():
        mount = card.mount(name)
        if mount is not None and (tubes := strength(card, ship, mount.track("tubes"))):
            said = f"{counted(tubes, 'tube')}, {counted(magazine(board, ship, mount), mount.stores)} left"
            yield Offer(name, said + _wait(ship, name))


def _wait(ship: Ship, name: str) -> str:
    left = ship.counters.get(name, 0)
    return f", ready in {counted(left, 'segment')}" if left else ""


def _salvoes(board: Board, ship: Ship) -> Iterable[Offer]:
    """As many as the nearest target allows."""
    ranges = [aim(board, ship, other).range for other in board.standing() if other.side != ship.side]
    rows = (missile_row(board.tables, hexes) for hexes in ranges)
    return plain(range(1, max((salvoes_allowed(row, board.turn, ()) for row in rows), default=0) + 1))


def _tubes(board: Board, ship: Ship) -> Iterable[Offer]:
    card = board.class_of(ship)
    mounts = filter(None, map(card.mount, card.launchers()))
    return plain(range(1, max((strength(card, ship, each.track("tubes")) for each in mounts), default=0) + 1))


def _thrusts(board: Board, ship: Ship) -> Iterable[Offer]:
    most = strength(board.class_of(ship), ship, "thrust")
    return (Offer(str(thrust), "as now" if thrust == ship.thrust else "") for thrust in range(most, -1, -1))


def _noses(board: Board, ship: Ship) -> Iterator[Offer]:
    """Windows, the nearest first, with when the nose is there."""
    pace = rating(board.class_of(ship), ship, "pivot")
    for window in windows_by_distance(ship) if pace is not None else ():
        due = segments_due(board.tables, "pivot", pace or 0, distance(ship.attitude.nose, window))
        yield Offer(window, counted(due[-1], "segment"))


def _rolls(board: Board, ship: Ship) -> Iterator[Offer]:
    pace = rating(board.class_of(ship), ship, "roll")
    for windows in range(1, ROLL_STEPS) if pace is not None else ():
        yield Offer(str(windows), counted(segments_due(board.tables, "roll", pace or 0, windows)[-1], "segment"))


def _dotted(board: Board, ship: Ship) -> Iterator[Offer]:
    for window, number in dots(ship.chart, board.tables):
        yield Offer(window, counted(number, "dot"))


def _plots(board: Board, ship: Ship) -> Iterator[Offer]:
    """What the dots of each window can become, what they become without a plot first."""
    for window, number in dots(ship.chart, board.tables):
        usual = default_plot_of(board.tables, number, window)
        for plot in sorted(plots_of(board.tables, number, window), key=lambda each: each != usual):
            yield Offer(vectors_in_words(plot), f"{window}, {'the default' if plot == usual else 'another choice'}")


def _decoys(board: Board, ship: Ship) -> Iterable[Offer]:
    return plain(range(1, decoys_left(board.class_of(ship), ship) + 1))


def _tracks(board: Board, ship: Ship) -> Iterator[Offer]:
    for track, ratings in board.class_of(ship).tracks.items():
        box = None if track in BEYOND_REPAIR else box_to_mend(ship, track)
        if box is not None:
            yield Offer(track, f"{strength(board.class_of(ship), ship, track)} becomes {ratings[box]}")


#: By the slot, as its help names it, or by the order and the slot.
_CHOICES: Final[dict[str, Callable[[Board, Ship], Iterable[Offer]]]] = {
    "WEAPON": _weapons,
    "MOUNT": _launchers,
    "SHIP": _targets,
    "stop SHIP": _others,
    "SALVOES": _salvoes,
    "TUBES": _tubes,
    "THRUST": _thrusts,
    "WINDOW": _dotted,
    "VECTORS": _plots,
    "pivot WINDOW": _noses,
    "WINDOWS": _rolls,
    "DECOYS": _decoys,
    "MISSILES": lambda *_: plain(missiles for missiles, _ in WAITS if missiles),
    "HEXES": lambda *_: plain(range(STEP, FARTHEST + 1, STEP)),
    "TRACK": _tracks,
    "PARTIES": lambda *_: plain(range(1, PARTIES_A_BOX + 1)),
}
