"""Where a notation does not say what follows from what was given in it: seals, seeds, results, digests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from attrs import Factory, define

from sits_es.events import Event
from sits_es.game.events import OrdersSealed, SeedMade
from sits_es.notation.score import Digits, ScorePart
from sits_es.orders.faults import OrderFault, TextPlace
from sits_es.sentences import listed
from sits_es.store import Head


class StoppedError(Exception):
    """Nothing after a fault can be looked at: it rests on what is wrong."""


@define
class Faults:
    """The faults of a file so far."""

    found: list[OrderFault] = Factory(list)

    def add(self, place: TextPlace, said: str, expected: str = "") -> None:
        """One more."""
        self.found.append(OrderFault.at(place, said, expected))

    def stop(self, place: TextPlace, said: str, expected: str = "") -> StoppedError:
        """One more, after which nothing can be looked at: raise what is given."""
        self.add(place, said, expected)
        return StoppedError()


def compare_seals(faults: Faults, part: ScorePart, facts: Sequence[Event]) -> bool:
    """Whether seals and seed are those that orders and nonces give; where they are not, nothing else can be."""
    right = {fact.player: fact.commitment for fact in facts if isinstance(fact, OrdersSealed)}
    before = len(faults.found)
    for seal in part.seals:
        if seal.whose not in right:
            faults.add(seal.place, f"{seal.whose} gives no orders and no nonce here.", f"a seal of {listed(right)}")
        elif right[seal.whose] != seal.digits:
            said = f"The seal of {seal.whose}, {_begins(seal.digits)}, is not that of the orders and the nonce below."
            faults.add(seal.place, said, f"{right[seal.whose]}, or what was sealed")
    if len(faults.found) > before:
        return False
    made = next((fact for fact in facts if isinstance(fact, SeedMade)), None)
    if part.seed is not None and (made is None or made.seed != part.seed.digits):
        said = f"The seed {_begins(part.seed.digits)} does not come from the seals and nonces."
        faults.add(part.seed.place, said, "no seed: here are no dice" if made is None else made.seed)
        return False
    return True


def compare_results(
    faults: Faults, part: ScorePart, derived: Sequence[tuple[int, Event]], line: Callable[[Event], str]
) -> None:
    """Compare the results of a part with those that follow. A part that names no result says nothing about them.

    derived: events by number; line: how one is written.
    """
    if not part.results:
        return
    for said, right in zip_longest(part.results, derived):
        follows = "" if right is None else f"{right[0]} {line(right[1])}"
        if said is None:
            place = part.end.place if part.end is not None else part.place
            faults.add(place, "A result is missing before this line.", follows)
            return
        if said.text == follows:
            continue
        if right is None:
            faults.add(said.place, "Nothing more follows here from the orders, nonces and seeds.", "end")
            return
        differs = "This result does not follow from the orders, nonces and seeds."
        faults.add(said.differs_at(follows), differs, follows)
        if said.number != right[0]:
            return  # a line is missing or too many: all below are compared with another one


def compare_end(faults: Faults, said: Digits | None, head: Head, *, quiet: bool = False) -> bool:
    """Whether a part or a stream ends as it says. said: None for nothing; quiet: what is wrong was told already."""
    if said is None:
        return False
    same = said.number == head.version and head.digest.startswith(said.digits)
    if not same and not quiet:
        word = "event" if said.number == head.version else "number of the last event"
        told = f"The {word} is another one." if word != "event" else "The digest is another one: the events differ."
        faults.add(said.place, told, f"{head.version} {head.digest[: len(said.digits)]}".strip())
    return same and bool(said.digits)


def _begins(digits: str) -> str:
    """As many digits as tell one from another: an excerpt shows stars in place of so many."""
    return f"{digits[:12]}..."
