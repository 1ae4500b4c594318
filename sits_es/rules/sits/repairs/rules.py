"""Regeneration and damage control. Rule: card, regeneration step and turn break; sits rules 10."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sits_es.events import Coded
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.repairs.facts import CountersRun, RepairOrdered, RepairTried
from sits_es.rules.sits.ship.ship_class import BEYOND_REPAIR
from sits_es.rules.sits.ship.tracks import TRIED, box_to_mend, strength
from sits_es.rules.sits.sums.damage import mending

if TYPE_CHECKING:
    from sits_es.rules.sits.play.resolution import Resolution

#: Working parties that may try one box in one turn break. Rule: sits rules 10, after the second edition.
PARTIES_A_BOX = 2


def regenerate(work: Resolution) -> None:
    """Step 8: every weapon's and launcher's counter runs down by a segment."""
    for ship in work.board.standing():
        if ship.counters:
            left = {weapon: segments - 1 for weapon, segments in sorted(ship.counters.items()) if segments > 1}
            ready = tuple(sorted(set(ship.counters) - set(left)))
            work.record(CountersRun(ship=ship.name, counters=left, ready=ready))


def repair_problems(board: Board, ship: Ship, order: RepairOrdered, parties_sent: int) -> Iterator[Coded]:
    """Say why a repair can't be tried; silent when it can. parties_sent: those that other orders took already."""
    card = board.class_of(ship)
    if order.track not in card.tracks:
        yield Coded("no-such-track", (order.track, *card.tracks))
    elif order.track in BEYOND_REPAIR:
        yield Coded("beyond-repair", (order.track,))
    elif box_to_mend(ship, order.track) is None:
        yield Coded("nothing-to-mend", (order.track,))
    if order.parties > PARTIES_A_BOX:
        yield Coded("too-many-parties", (order.parties, order.track))
    crews = strength(card, ship, "damage-control")
    if order.parties + parties_sent > crews:
        yield Coded("too-few-parties", (order.parties + parties_sent, crews))


def control_damage(work: Resolution) -> None:
    """Let working parties try: each rolls 1d10 at or below the crew's quality; two failures and the box is lost."""
    sent: dict[str, int] = {}
    tried: Counter[tuple[str, str]] = Counter()
    for ship, order in list(work.ordered(RepairOrdered)):
        if found := list(repair_problems(work.board, ship, order, sent.get(ship.name, 0))):
            work.void(order, found)
            continue
        sent[ship.name] = sent.get(ship.name, 0) + order.parties
        box = box_to_mend(ship, order.track)
        for _ in range(order.parties):
            before = tried[ship.name, order.track]
            tried[ship.name, order.track] += 1
            if box is None or not _try(work, ship, order.track, box, before):
                break


def _try(work: Resolution, ship: Ship, track: str, box: int, before: int) -> bool:
    """One attempt at a box; whether another may follow. before: attempts at the track's boxes in this turn break."""
    card = work.board.class_of(ship)
    roll = work.one_to_ten(ship.name, "repair", track, before)
    last = ship.boxes[track][box] == TRIED
    repaired = mending(roll, card.crew_quality, last=last).done
    lost = last and not repaired
    rated = strength(card, ship, track)
    work.record(
        RepairTried(
            ship=ship.name,
            track=track,
            box=box,
            roll=roll,
            quality=card.crew_quality,
            repaired=repaired,
            lost=lost,
            before=rated,
            after=card.tracks[track][box] if repaired else rated,
        )
    )
    return not (repaired or lost)
