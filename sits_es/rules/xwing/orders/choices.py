"""What can stand in each slot of a dial or an entry now, for whoever points: templates, targets, weapons, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sits_es.orders.choices import Offer, plain
from sits_es.rules.xwing.attacks.facts import AttackEntered
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.entry_rules import EntryRules
from sits_es.rules.xwing.sums.template_moves import KINDS

#: Facings that are offered, in degrees; any other can be typed.
DEGREES: Final = range(0, 360, 45)


def choices(board: Board, unit: str, order: str, slot: str) -> Iterable[Offer] | None:
    """What may stand in a slot of a ship's entry now, what is likeliest first; None if players say it."""
    del order
    find = _CHOICES.get(slot)
    return None if find is None else find(board, board.ships[unit])


def _targets(board: Board, ship: Ship) -> Iterator[Offer]:
    """Ships of other sides, with the weapons that can attack them, in which arc and at what range."""
    held: dict[str, list[str]] = {}
    for entry, said in EntryRules.row(AttackEntered).suggested(board, ship):
        if isinstance(entry, AttackEntered):
            held.setdefault(entry.target, []).append(": ".join(filter(None, (entry.weapon, said))))
    others = [other for other in board.left() if other.side != ship.side]
    for other in sorted(others, key=lambda each: each.name not in held):
        yield Offer(other.name, "; ".join(held.get(other.name, ["no weapon attacks it"])))


def _weapons(board: Board, ship: Ship) -> Iterator[Offer]:
    del board
    return (Offer(each.name, f"{each.where}, range {each.ranges}") for each in ship.weapons)


def _stand(board: Board, ship: Ship) -> Iterator[Offer]:
    del board
    if ship.stand is None:
        yield Offer("0,0", "the middle of the table")
    else:
        yield Offer(f"{ship.stand.x},{ship.stand.y}", "where it stands")


def _attacks(board: Board, ship: Ship) -> Iterator[Offer]:
    del ship
    for each in reversed(board.attacks):
        yield Offer(str(each.number), f"{each.ship} at {each.target} with {each.weapon}; {each.state}")


#: By the slot, as its help names it.
_CHOICES: Final[dict[str, Callable[[Board, Ship], Iterable[Offer]]]] = {
    "SPEED": lambda *_: plain(range(1, max(speed for _, speed, _ in KINDS.values()) + 1)),
    "PLACE": _stand,
    "DEGREES": lambda *_: plain(DEGREES),
    "WAY": lambda *_: plain(["barrel roll"]),
    "SHIP": _targets,
    "WEAPON": _weapons,
    "NUMBER": lambda _, ship: plain(range(1, max(ship.most_shields, ship.most_hull) + 1)),
    "ATTACK": _attacks,
}
