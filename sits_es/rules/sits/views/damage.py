"""Damage as it fell: hits with their rolls, the boxes they took, and every track before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from sits_es.events import Event
from sits_es.report.blocks import Boxes, BoxRow, ReportLine, strong
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
    DamageWasted,
    ExplosionChecked,
    HitScored,
    HullStruck,
    ShipDestroyed,
)
from sits_es.rules.sits.motion.facts import ThrustChanged
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.story import tell
from sits_es.rules.sits.views.boxes import changes
from sits_es.rules.sits.views.facts import Fact, dice_text, joined, of
from sits_es.rules.sits.walls.facts import WallDisabled
from sits_es.sentences import counted, listed

#: Columns that the name of a track takes before its boxes, at the least.
_NAME = 24


def hits(facts: Sequence[Fact]) -> Iterator[ReportLine]:
    """Every blow to a hull, hit by hit; silent when there was none."""
    for are_boxes, run in groupby(facts, lambda fact: isinstance(fact.event, BoxDestroyed)):
        if are_boxes:
            yield ReportLine(_taken(fact.event for fact in run), 6)
        else:
            for fact in run:
                yield from _blow(fact)


def _blow(fact: Fact) -> Iterator[ReportLine]:
    match fact.event:
        case HullStruck() as struck:
            blow = f"{counted(struck.points, 'point')} on {struck.facing}, {counted(struck.hits, 'hit')}"
            yield strong(f"{struck.ship}: {blow}; {struck.source}", 2)
        case HitScored() as hit:
            dice = dice_text(fact.dice, hit.source)
            row = f"roll {hit.roll} reads {', '.join(hit.row) or 'an empty row'}"
            yield ReportLine(joined((f"hit {hit.number}, {counted(hit.points, 'point')}: {row}", dice), "; "), 4)
        case ExplosionChecked() as check:
            miracle = ", by a miracle" if check.roll < check.below else ""
            end = "it explodes" if check.explodes else f"it holds together{miracle}"
            dice = dice_text(fact.dice)
            said = f"numbered structure box: explodes below {check.below}, roll {check.roll}: {end}"
            yield ReportLine(joined((said, dice), "; "), 6)
        case ThrustChanged(cause="damage") as cut:
            yield ReportLine(f"thrust {cut.before} -> {cut.after}", 6)
        case WallDisabled() | DamageWasted() | ShipDestroyed() as told:
            yield ReportLine(tell(told), 4)
        case _:
            return


def _taken(events: Iterable[Event]) -> str:
    """Boxes in the order taken, neighbours of one track together, with the rating in force before and after."""
    taken = [list(run) for _, run in groupby(of(events, BoxDestroyed), lambda box: box.track)]
    return "takes " + ", ".join(_run(run) for run in taken)


def _run(boxes: Sequence[BoxDestroyed]) -> str:
    first, last = boxes[0], boxes[-1]
    which = f"box {first.box + 1}" if len(boxes) == 1 else f"boxes {first.box + 1} to {last.box + 1}"
    rating = "" if first.track == "structure" else f" ({first.before} -> {last.after})"
    return f"{first.track} {which}{rating}"


def repairs(facts: Iterable[Fact]) -> Iterator[ReportLine]:
    """Damage control's attempts, with their rolls; silent when there was none."""
    for fact in facts:
        if isinstance(fact.event, RepairTried):
            yield ReportLine(joined((tell(fact.event), dice_text(fact.dice, fact.event.track)), " "), 2)


def tracks_changed(before: Board, after: Board) -> Iterator[Boxes]:
    """The boxes of every track that is not as it was, before and after; silent when nothing changed."""
    changed = list(changes(before, after))
    labels = max([_NAME, *(len(track) + 1 for _, track, _, _ in changed)])
    for ship, of_ship in groupby(changed, lambda change: change[0]):
        rows = (
            row
            for _, track, was, now in of_ship
            for row in (BoxRow(track, was, note="before"), BoxRow("", now, note="after"))
        )
        yield Boxes(ship, rows, labels=labels)


def hull_points(events: Iterable[Event], source: str) -> int:
    """Points of damage that one shot or attack did to hulls."""
    return sum(struck.points for struck in of(events, HullStruck) if struck.source == source)


def losses(events: Iterable[Event]) -> str:
    """Boxes lost, ship by ship and track by track: "Sirius loses 2 of hull and 1 of port-tubes"; "" for none."""
    lost: dict[str, dict[str, int]] = {}
    for box in of(events, BoxDestroyed):
        tracks = lost.setdefault(box.ship, {})
        tracks[box.track] = tracks.get(box.track, 0) + 1
    return "; ".join(
        f"{ship} loses {listed(f'{number} of {track}' for track, number in tracks.items())}"
        for ship, tracks in lost.items()
    )
