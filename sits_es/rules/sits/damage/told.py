"""Hits, boxes, explosions and losses, as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import TypeVar

from sits_es.events import Event
from sits_es.report.blocks import Phrase, ReportLine, strong
from sits_es.report.glance import VITAL, Glimpse
from sits_es.report.luck import Throw
from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
    DamageWasted,
    ExplosionChecked,
    HitScored,
    HullStruck,
    ShipDestroyed,
)
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.sums.damage import Tried, exploding, hits_step
from sits_es.rules.sits.sums.tracks import DISABLED, WHOLE, lost_as
from sits_es.rules.sits.sums.variance import chances
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.telling import DAMAGE, SitsTold, no_dice
from sits_es.rules.sits.words import cells, dice_text, joined, of, of_card, shown, thrown
from sits_es.sentences import counted, listed, one_line, without_full_stop

B = TypeVar("B", bound=Fact)


class Blow(SitsTold[B]):
    """What is told as a sentence, below the blow of which it comes."""

    section = DAMAGE

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        """It further in than the blow."""
        del at
        yield ReportLine(one_line(self.sentence()), 4)


def hull_points(events: Iterable[Event], source: str) -> int:
    """Points of damage that one shot or attack did to hulls."""
    return sum(struck.points for struck in of(events, HullStruck) if struck.source == source)


def shot_at(at: Context, source: str, number: str) -> Volley | None:
    """What came of a shot or an attack; None if nobody fired, as in an explosion."""
    if (attack := at.board.attacks.get(source)) is not None:
        launched = attack.launched
        return Volley(key=source, unit=launched.shooter, target=launched.target, number=number, missiles=True)
    fired = next((fact for fact in of(at.earlier, BeamFired) if fact.shot == source), None)
    return None if fired is None else Volley(key=source, unit=fired.shooter, target=fired.target, number=number)


class _Struck(SitsTold[HullStruck]):
    section, rule = DAMAGE, "sits rules 9 (house, after the second edition)"

    def sentence(self) -> str:
        struck = self.fact
        strike = "strikes" if struck.points == 1 else "strike"
        hits = f"{counted(struck.hits, 'hit')} ({struck.source})"
        return f"{counted(struck.points, 'point')} {strike} {struck.ship}'s {struck.facing} facing: {hits}."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        del at
        struck = self.fact
        blow = f"{counted(struck.points, 'point')} on {struck.facing}, {counted(struck.hits, 'hit')}"
        yield strong(f"{struck.ship}: {blow}; {struck.source}", 2)

    def fire(self, at: Context) -> Volley | None:
        struck = self.fact
        return shot_at(at, struck.source, f"{counted(struck.points, 'point')}, {counted(struck.hits, 'hit')}")

    def working(self, at: Context) -> Working:
        struck, board = self.fact, at.board
        size = board.class_of(board.ships[struck.ship]).hit_size
        source = of_card(board, struck.ship, "hit_size")
        hits = Modifier(name="hit size", value=str(size), rule=source)
        return no_dice(self.rule, *_when(struck, at), hits_step(struck.points, size), modifiers=(hits,))


def _when(struck: HullStruck, at: Context) -> Iterator[str]:
    """When a beam's damage comes within step 3. Rule: card, step 3; sits rules 7."""
    if not any(fact.shot == struck.source for fact in of(at.earlier, BeamFired)):
        return
    order = "damage is resolved by kind of weapon, then by firing ship and mount (sits rules 7, house)"
    if at.board.options.beams == "together":
        yield f"All beams in this step have fired (card, step 3); {order}."
    else:
        yield (
            "All beams of this kind have fired; the next kind fires after their damage is resolved (sits rules 7, 2e); "
            f"{order}."
        )


class _Hit(SitsTold[HitScored]):
    section, rule = DAMAGE, _Struck.rule

    def sentence(self) -> str:
        hit = self.fact
        row = listed(hit.row, "an empty row")
        return f"Hit {hit.number} on {hit.ship}, {hit.facing}, {counted(hit.points, 'point')}: row {hit.roll}, {row}."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        hit = self.fact
        row = f"roll {hit.roll} reads {', '.join(hit.row) or 'an empty row'}"
        dice = dice_text(at.thrown, hit.source)
        yield ReportLine(joined((f"hit {hit.number}, {counted(hit.points, 'point')}: {row}", dice), "; "), 4)

    def came_to(self) -> str:
        return f"row {self.fact.roll}"

    def working(self, at: Context) -> Working:
        hit, board = self.fact, at.board
        card = board.class_of(board.ships[hit.ship])
        taken = _until_next_hit(at)
        alike = sum(1 for each in card.hits[hit.facing] if each == hit.row)
        row = f"row {hit.roll} of the {hit.facing} facing on {card.name}'s card: {listed(hit.row, 'empty')}"
        return Working(
            rule=self.rule,
            steps=(
                f"1d10 reads {hit.roll}: {row}.",
                (
                    f"{counted(hit.points, 'point')}: one box from each system along the row (systems with none left "
                    "are skipped), the rest from hull and then structure."
                ),
                f"Boxes left: {_left(board, hit)}.",
                f"Taken: {listed(taken, 'nothing')}{_with_impellers(taken)}.",
            ),
            expected=f"every row is equally likely; one like this comes up in {alike} of 10 rolls.",
            values={"row": list(hit.row), "roll": hit.roll},
        )


def _left(board: Board, hit: HitScored) -> str:
    """Boxes that a hit can still take of each system in its row, of the hull and of structure."""
    boxes = board.ships[hit.ship].boxes
    along = ("thrust",) if "impellers" in hit.row else ()
    tracks = dict.fromkeys((*hit.row, *along, "hull", "structure"))
    left = {track: sum(mark in (WHOLE, DISABLED) for mark in boxes.get(track, "")) for track in tracks}
    return ", ".join(f"{track} {number}" for track, number in left.items())


def _with_impellers(taken: Sequence[str]) -> str:
    impellers = any(box.startswith("impellers ") for box in taken)
    return "; a box of impellers takes a box of thrust with it" if impellers else ""


def _until_next_hit(at: Context) -> list[str]:
    of_hit = takewhile(lambda fact: not isinstance(fact, HitScored | HullStruck), at.later)
    return [f"{box.track} box {box.box + 1}" for box in of(of_hit, BoxDestroyed)]


class _Box(SitsTold[BoxDestroyed]):
    section, loss, rule = DAMAGE, True, _Struck.rule

    def sentence(self) -> str:
        box = self.fact
        change = _change(box)
        return f"{box.ship} loses box {box.box + 1} of {box.track}{change and f': {change}'} ({box.cause})."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        """Boxes one after the other are told together by the first, neighbours of one track with what is in force."""
        if not (at.earlier and isinstance(at.earlier[-1], BoxDestroyed)):
            run = of(takewhile(lambda fact: isinstance(fact, BoxDestroyed), (self.fact, *at.later)), BoxDestroyed)
            taken = (_run(list(boxes)) for _, boxes in groupby(run, lambda box: box.track))
            yield ReportLine(f"takes {', '.join(taken)}", 6)

    def working(self, at: Context) -> Working:
        box, board = self.fact, at.board
        ship = board.ships[box.ship]
        before = cells(board.class_of(ship), box.track, ship.boxes[box.track])
        why = f"box {box.box + 1} is the leftmost that is not destroyed, so it is taken"
        return Working(
            rule=self.rule,
            steps=(
                f"{box.track} before: {before}; {why}.",
                f"The rating in force: {_change(box) or 'structure has none'} ({box.cause}).",
            ),
            expected="no dice.",
            values={"before": box.before, "after": box.after},
        )


def _change(box: BoxDestroyed) -> str:
    """What becomes of the rating in force. Structure has none; its boxes are plain or numbered."""
    if box.track == "structure":
        return ""
    if box.before is None:
        return "the track is down"
    return f"{box.before} is lost, no box is left" if box.after is None else f"{box.before} becomes {box.after}"


def _run(boxes: Sequence[BoxDestroyed]) -> str:
    first, last = boxes[0], boxes[-1]
    which = f"box {first.box + 1}" if len(boxes) == 1 else f"boxes {first.box + 1} to {last.box + 1}"
    if first.track == "structure":
        return f"structure {which}"
    before, after = ("down" if first.before is None else first.before), ("lost" if last.after is None else last.after)
    return f"{first.track} {which} ({before if first.before is None else f'{before} -> {after}'})"


class _Wasted(Blow[DamageWasted]):
    rule = _Struck.rule

    def sentence(self) -> str:
        find = "finds" if self.fact.points == 1 else "find"
        return f"{counted(self.fact.points, 'point')} {find} nothing left to destroy on {self.fact.ship}."

    def working(self, at: Context) -> Working:
        del at
        none = "No box of the row, hull or structure is left to destroy, or the ship is already out of the game."
        return Working(rule=self.rule, steps=(none,))


class _Explosion(SitsTold[ExplosionChecked]):
    section, headline, rule = DAMAGE, True, _Struck.rule

    def expected(self, chart: KillChart | None) -> Throw:
        del chart
        check = self.fact
        exploded = int(check.roll < check.below)
        return thrown(check.ship, "explosions", exploded, chances(self.sum.chance), better=-1)

    @property
    def sum(self) -> Tried:
        """The die against the number in the box."""
        return exploding(self.fact.roll, self.fact.below, saved=not self.fact.explodes)

    def sentence(self) -> str:
        check = self.fact
        end = "explodes" if check.explodes else "holds together"
        if not check.explodes and check.roll < check.below:
            end = "holds together by a miracle"
        return f"{check.ship} explodes if it rolls below {check.below}: it rolls {check.roll} and {end}."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        return shown((f"numbered structure box: {self.sum.step}",), at.thrown, "", 6)

    def came_to(self) -> str:
        return f"explodes below {self.fact.below}: {'it does' if self.fact.explodes else 'it holds'}"

    def working(self, at: Context) -> Working:
        check = self.fact
        box = Modifier(name="explodes below", value=str(check.below), rule="the number in the structure box")
        return self.by_dice(at, "explosions", self.sum.step, modifiers=(box,))


class _Destroyed(Blow[ShipDestroyed]):
    headline, loss, rank, rule = True, True, 7, _Struck.rule

    def sentence(self) -> str:
        return f"{self.fact.ship} is destroyed: {without_full_stop(lost_as(self.fact.cause.code))}."

    def glimpse(self, at: Context) -> Iterator[Glimpse]:
        yield Glimpse([Phrase(self.highlight(at), "bad")], VITAL)

    def working(self, at: Context) -> Working:
        lost = self.fact
        taken = [box for box in of(at.earlier, BoxDestroyed) if (box.ship, box.track) == (lost.ship, "structure")]
        boxes = [f"structure box {box.box + 1}" for box in taken]
        return Working(
            rule=self.rule, steps=(f"After {listed(boxes, 'what came before')}: {lost_as(lost.cause.code)}.",)
        )
