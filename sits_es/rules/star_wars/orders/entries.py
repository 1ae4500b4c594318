"""What players may enter of their own starships: harm, shields, critical hits and notes. Rule: house."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.fold import HANDLERS
from sits_es.rules.star_wars.orders.forms import (
    ENTRIES,
    CriticalEntered,
    CriticalMended,
    OfStarship,
    StrainEntered,
    TraumaEntered,
)
from sits_es.rules.star_wars.state import Board, Starship, copied
from sits_es.sentences import listed, unknown


def entry_problems(board: Board, player: str, entered: Sequence[OfStarship]) -> Iterator[Refusal]:
    """Every reason why a player can't enter these facts; once a game has begun something can always be entered.

    Each is judged as if those before it were entered. A starship that is lost takes entries too: its last critical hit
    may still be looked up.
    """
    work = copied(board)
    for at, fact in enumerate(entered):
        found = list(_of(work, player, fact))
        yield from (Refusal(each.message, each.field, at) for each in found)
        if not found:
            HANDLERS[type(fact)](work, fact)


def _of(board: Board, player: str, fact: OfStarship) -> Iterator[Refusal]:
    starship = board.starships.get(fact.starship)
    if starship is None:
        own = [name for name, each in sorted(board.starships.items()) if each.player == player]
        yield Refusal(unknown("starship", fact.starship, own), "starship")
        return
    if not isinstance(fact, ENTRIES):
        yield Refusal(f"{starship.name}: this is an order. It goes into an order file, and is not entered.")
        return
    if starship.player != player:
        yield Refusal(f"{starship.name} is not a starship of {player}. Enter what happened to your own.", "starship")
    match fact:
        case TraumaEntered():
            yield from _less(starship, fact.change, starship.trauma, "hull trauma")
        case StrainEntered():
            yield from _less(starship, fact.change, starship.strain, "system strain")
        case CriticalEntered() | CriticalMended():
            yield from _critical(starship, fact.critical)


def _less(starship: Starship, change: int, total: int, what: str) -> Iterator[Refusal]:
    if total + change < 0:
        yield Refusal(f"{starship.name} has {total} {what}. It can't lose {-change}.", "change")


def _critical(starship: Starship, number: int) -> Iterator[Refusal]:
    known = [str(each.number) for each in starship.criticals]
    if str(number) not in known:
        has = f"It has number {listed(known)}." if known else "It has none."
        yield Refusal(f"{starship.name} has no critical hit number {number}. {has}", "critical")
