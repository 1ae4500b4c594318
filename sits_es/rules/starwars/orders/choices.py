"""What can stand in each slot of an order or entry now, for whoever points: weapons, targets, members, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sits_es.orders.choices import Offer, plain
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.orders.reader import HARDEST
from sits_es.rules.starwars.spending.facts import OWING, SPENDABLE, Spent
from sits_es.rules.starwars.spending.rules import offers
from sits_es.rules.starwars.starship_class import SIDES
from sits_es.rules.starwars.sums.relative import away
from sits_es.rules.starwars.views.sights import sights_of
from sits_es.rules.starwars.words import zones
from sits_es.sentences import listed

#: Numbers of dice and of results that are offered; any other can be typed.
SMALL: Final = range(1, 6)
#: What a flight is made of.
STEPS: Final = (Offer("F", "one hex forward"), Offer("L", "60 degrees left"), Offer("R", "60 degrees right"))


def choices(board: Board, unit: str, order: str, slot: str) -> Iterable[Offer] | None:
    """What may stand in a slot of a starship's order now, what is likeliest first; None if players say it."""
    find = _CHOICES.get(f"{order} {slot}") or _CHOICES.get(slot)
    return None if find is None else find(board, board.starships[unit])


def _targets(board: Board, starship: Starship) -> Iterator[Offer]:
    """Enemies, the nearest first, with range, arcs and what bears."""
    for seen in sights_of(board, starship):
        where = f"{away(seen.hexes)}, in {zones(seen.arcs)}" if seen.arcs else "in the same hex"
        yield Offer(seen.target, f"{where}; bearing: {listed(seen.weapons, 'nothing')}")


def _weapons(board: Board, starship: Starship) -> Iterator[Offer]:
    for weapon in board.weapons_of(starship):
        yield Offer(weapon.name, f"{zones(weapon.arcs)}, {weapon.reach} range, damage {weapon.damage}")


def _members(board: Board, starship: Starship) -> Iterable[Offer]:
    return plain(each.name for each in board.class_of(starship).members)


def _sources(board: Board, starship: Starship) -> Iterable[Offer]:
    del starship
    return plain(check.source for check in board.checks)


def _uses(board: Board, starship: Starship) -> Iterable[Offer] | None:
    """Whatever the results of the slot buy, with its price; where the rules sell nothing, players say it."""
    roller = board.acting() or starship
    kinds: tuple[Spent, ...] = SPENDABLE if roller is starship else OWING
    found = [Offer(text, f"{price} {what}") for what in kinds for text, price in offers(board, starship, roller, what)]
    return found if board.crews and found else None


#: By the slot, as its help names it, or by the order and the slot.
_CHOICES: Final[dict[str, Callable[[Board, Starship], Iterable[Offer] | None]]] = {
    "STEP": lambda *_: STEPS,
    "DICE": lambda *_: plain(SMALL),
    "MEMBER": _members,
    "SOURCE": _sources,
    "WEAPON": _weapons,
    "STARSHIP": _targets,
    "SIDE": lambda *_: plain(SIDES),
    "DIFFICULTY": lambda *_: plain(range(HARDEST + 1)),
    "spend TEXT": _uses,
    "RESULTS": lambda *_: plain(SMALL),
    "CHANGE": lambda *_: plain(f"{change:+d}" for change in (*SMALL, *(-each for each in SMALL))),
    "NUMBER": lambda _, starship: (Offer(str(each.number), each.text) for each in starship.criticals),
    "NOTE": lambda board, _: (
        Offer(str(note.number), note.text) for each in board.starships.values() for note in each.open_notes
    ),
    "SHIELDS": lambda board, starship: plain(range(max(board.class_of(starship).shields) + 1)),
}
