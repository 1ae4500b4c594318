"""Regeneration and damage control. Rule: card, regeneration step and turn break; sits rules 10."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import BEYOND_REPAIR
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.order_rules import OrderRules, offered
from sits_es.rules.sits.reasons import no
from sits_es.rules.sits.repairs.facts import PARTIES_A_BOX, CountersRun, RepairOrdered, RepairTried
from sits_es.rules.sits.sums.damage import mending
from sits_es.rules.sits.sums.deck import is_miracle
from sits_es.rules.sits.sums.tracks import LOST, TRIED, WHOLE, box_to_mend, rating, strength, tried
from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.rules.sits.resolution import Resolution


class MendBox(OrderRules[RepairOrdered]):
    """Working parties sent to a box of a track."""

    in_segments, in_break = False, True

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """There is a box to mend, and there are parties: those sent before it are at work."""
        card, order, name = board.class_of(ship), self.fact, ship.name
        if order.track not in card.tracks:
            yield no(name, "no-such-track", order.track, *card.tracks)
        elif order.track in BEYOND_REPAIR:
            yield no(name, "beyond-repair", order.track)
        elif box_to_mend(ship, order.track) is None:
            whole = LOST not in ship.boxes.get(order.track, "")
            yield no(name, "undamaged" if whole else "given-up", order.track)
        if order.parties > PARTIES_A_BOX:
            yield no(name, "too-many-parties", order.parties, order.track)
        crews = strength(card, ship, "damage-control")
        sent = order.parties + sum(other.parties for other in given if isinstance(other, RepairOrdered))
        if sent > crews:
            yield no(name, "too-few-parties", sent, crews)

    def why_never(self, board: Board, ship: Ship, later: int) -> Iterator[Refusal]:
        """What is whole may be hit until the break, and what is given up may be tried again by a miracle."""
        marks = ship.boxes.get(self.fact.track, "")
        reopened = is_miracle(ship.hand) and (TRIED in marks or LOST in marks)
        hit = later and WHOLE in marks and can_be_hit(board, ship, self.fact.track)
        # parties mend the track of parties, too
        crews = max(board.class_of(ship).tracks.get("damage-control", (0,)))
        may_pass = {
            "undamaged": hit,
            "given-up": reopened or hit,
            "too-few-parties": self.fact.parties <= crews,
        }
        return (found for found in self.why_not(board, ship) if found.why and not may_pass.get(found.why.code))

    def instead(self, board: Board, ship: Ship, code: str) -> str:
        """What can be mended."""
        if code not in ("undamaged", "given-up"):
            return ""
        tracks = [order.track for order in offered(board, ship, type(self)) if isinstance(order, RepairOrdered)]
        return f"It can repair {listed(tracks)} then." if tracks else ""

    def names(self, board: Board, ship: Ship, field: str) -> tuple[str, ...]:
        """Tracks."""
        return tuple(board.class_of(ship).tracks) if field == "track" else ()

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """A party to each track."""
        return (RepairOrdered(ship=ship.name, track=track) for track in board.class_of(ship).tracks)


def can_be_hit(board: Board, ship: Ship, track: str) -> bool:
    """Whether any damage takes a box of a track, or a grav lance takes it down."""
    card = board.class_of(ship)
    rows = [row for facing in card.hits.values() for row in facing]
    of_engines = track == "thrust" and any("impellers" in row for row in rows)
    return track.endswith("-sidewall") or of_engines or any(track in row for row in rows)


def regenerate(work: Resolution) -> None:
    """Step 8: every weapon's and launcher's counter runs down by a segment."""
    for ship in work.board.standing():
        if ship.counters:
            left = {weapon: segments - 1 for weapon, segments in sorted(ship.counters.items()) if segments > 1}
            ready = tuple(sorted(set(ship.counters) - set(left)))
            work.record(CountersRun(ship=ship.name, counters=left, ready=ready))


def control_damage(work: Resolution) -> None:
    """Let working parties try: each rolls 1d10 at or below the crew's quality; two failures and the box is lost."""
    attempts: Counter[tuple[str, str]] = Counter()
    for ship, order in work.able(RepairOrdered):
        box = box_to_mend(ship, order.track)
        for _ in range(order.parties):
            before = attempts[ship.name, order.track]
            attempts[ship.name, order.track] += 1
            if box is None or not _try(work, ship, order.track, box, before):
                break


def _try(work: Resolution, ship: Ship, track: str, box: int, before: int) -> bool:
    """One attempt at a box; whether another may follow. before: attempts at the track's boxes in this turn break."""
    card = work.board.class_of(ship)
    roll = work.one_to_ten(ship.name, "repair", track, before)
    last = ship.boxes[track][box] == TRIED
    repaired = mending(roll, card.crew_quality, last=last).done
    lost = last and not repaired
    rated = rating(card, ship, track)
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


def send_parties(work: Resolution) -> None:
    """Let every party mend what it is sent to, for a forecast."""
    for ship, order in work.able(RepairOrdered):
        marks, box = ship.boxes[order.track], box_to_mend(ship, order.track)
        if box is not None:
            ship.boxes[order.track] = tried(marks, box, repaired=True, lost=False)
