"""Motion told: markers, thrust, dots, thrust breaks and movement grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from sits_es.events import Coded
from sits_es.report.blocks import ReportLine, strong
from sits_es.report.glance import DETAIL
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    HalvesKept,
    PlotOrdered,
    PlotsNamed,
    PulseCrossed,
    ShipMoved,
    ShipPlaced,
    ThrustBroke,
    ThrustChanged,
    ThrustOrdered,
)
from sits_es.rules.sits.sums.thrust_chart import HEX, ThrustChart, dots_in_words, hexes, points, way_in_words
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.telling import BREAKS, DAMAGE, STEPS, GivenOrder, SitsTold, no_dice
from sits_es.sentences import counted, listed
from sits_es.space.vectors import PAIRS_RULE, Subtraction, vectors_in_words

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.report.glance import Glimpse
    from sits_es.report.working import Context, Working

_CHART: Final = 'card, "Resolve Thrust"; sits rules 6'
_GRID: Final = 'card, "Horizontal Movement Grid" and "Vertical Movement Grid"; sits rules 6'


class _Given(GivenOrder[ThrustOrdered | PlotOrdered]):
    """Orders for the engines."""


class _Placed(SitsTold[ShipPlaced]):
    rule = "the scenario's ships"

    def sentence(self) -> str:
        placed = self.fact
        return (
            f"{placed.ship} ({placed.ship_class}, side {placed.side}, player {placed.player}) is placed at "
            f"{placed.position}, {placed.attitude}, vectors {vectors_in_words(placed.vectors)}."
        )


class _Marked(SitsTold[FutureMarked]):
    def step_after(self, here: int) -> int:
        """Step 1, or what closes an exchange, when it is of the segment that follows."""
        last = max(STEPS)
        return last if here == last else 1

    def sentence(self) -> str:
        marked = self.fact
        return (
            f"{marked.ship}'s future marker goes to {marked.at}: this segment's move is {str(marked.move) or 'none'}."
        )

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.movement_grid import grid_steps

        marked, ship = self.fact, at.board.ships[self.fact.ship]
        return no_dice(
            _GRID,
            f"Vectors at the last thrust break: {vectors_in_words(ship.vectors)} a turn.",
            *grid_steps(ship.vectors, at.board.tables),
            f"Segment {at.board.segment}: {vectors_in_words(marked.move)}, so the marker goes from {ship.position} to "
            f"{marked.at}.",
        )


class _Thrust(SitsTold[ThrustChanged]):
    def step_after(self, here: int) -> int:
        """Step 4 by order; by damage where the damage fell."""
        return 4 if self.fact.cause == "order" else here

    def section_at(self, at: Context) -> str:
        return DAMAGE if self.fact.cause == "damage" else ""

    def sentence(self) -> str:
        changed = self.fact
        if changed.cause == "damage":
            return f"Damage cuts {changed.ship}'s thrust from {changed.before} to {changed.after}."
        return f"{changed.ship} changes thrust from {changed.before} to {changed.after}."

    def in_full(self, at: Context) -> Iterator[Block]:
        yield ReportLine(self.sentence(), 6)

    def highlight(self, at: Context) -> str:
        worth = self.fact.cause == "order" and self.fact.after != self.fact.before
        return self.sentence().removesuffix(".") if worth else ""

    def working(self, at: Context) -> Working:
        from sits_es.report.working import Modifier
        from sits_es.rules.sits.sums.tracks import strength
        from sits_es.rules.sits.words import of_track

        changed, ship = self.fact, at.board.ships[self.fact.ship]
        most = strength(at.board.class_of(ship), ship, "thrust")
        limit = (Modifier(name="most", value=str(most), rule=of_track(at.board, changed.ship, "thrust")),)
        if changed.cause == "damage":
            was = f"Thrust was {changed.before}; the thrust track now gives at most {most}."
            return no_dice("sits rules 9 (house)", was, modifiers=limit)
        cut = " With pulses on the chart, zero thrust causes a thrust break in step 7."
        ordered = f"Ordered: {changed.after} of at most {most}."
        if ship.chart.thrusts and not changed.after:
            ordered += cut
        return no_dice('card, "Change Thrust"; sits rules 5.4', ordered, modifiers=limit)


class _Plots(SitsTold[PlotsNamed]):
    step = 4
    rule = "sits rules 6: a plot is named for the next thrust break and judged there"

    def sentence(self) -> str:
        plots = "; ".join(f"{choice.window}: {vectors_in_words(choice.vector)}" for choice in self.fact.plots)
        return f"{self.fact.ship} names its plots for the next thrust break: {plots or 'none'}."


class _Pulse(SitsTold[PulseCrossed]):
    step = 5
    went_by = ("dots", "displacement")

    def sentence(self) -> str:
        crossed = self.fact
        return (
            f"{crossed.ship} crosses off pulse {crossed.pulse} of its thrust chart: thrust {crossed.thrust}, "
            f"nose {crossed.nose}."
        )

    def working(self, at: Context) -> Working:
        from sits_es.report.working import Modifier

        crossed, had = self.fact, at.board.ships[self.fact.ship].chart
        chart = ThrustChart((*had.thrusts, crossed.thrust), (*had.noses, crossed.nose))
        rule = "the thrust set in step 4 (sits rules 5.4)"
        return no_dice(
            _CHART,
            _so_far(chart),
            dots_in_words(chart, at.board.tables),
            *way_in_words(chart, at.board.tables),
            modifiers=(Modifier(name="thrust", value=f"+{crossed.thrust}", rule=rule),),
            points=chart.total(),
        )


def _so_far(chart: ThrustChart) -> str:
    before, after = points(chart)
    return f"Pulse {len(chart.thrusts)}: points so far {before} + {chart.thrusts[-1]} = {after}."


class _Dots(SitsTold[DotGained]):
    step = 5

    def sentence(self) -> str:
        gained = self.fact
        dots = counted(gained.dots, "acceleration dot")
        return f"{gained.ship} gains {dots} in {gained.window}, {gained.total} there now."

    def working(self, at: Context) -> Working:
        gained, chart = self.fact, at.board.ships[self.fact.ship].chart
        return no_dice(
            _CHART,
            _so_far(chart),
            dots_in_words(chart, at.board.tables),
            f"In the nose's window, {gained.window}: {gained.total - gained.dots} + {gained.dots} = {gained.total}.",
            points=chart.total(),
        )


class _Displaced(SitsTold[FutureDisplaced]):
    step = 5
    went_by = ("plots",)

    def sentence(self) -> str:
        moved = self.fact
        return f"Thrust displaces {moved.ship}'s future marker by {vectors_in_words(moved.by)} to {moved.at}."

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.plots import moved_in_words

        moved, ship, tables = self.fact, at.board.ships[self.fact.ship], at.board.tables
        nose = ship.chart.noses[-1] if ship.chart.noses else ship.attitude.nose
        pulses = len(ship.chart.thrusts)
        before, after = (hexes(ship.chart, tables, number) for number in (pulses - 1, pulses))
        # halves are told before the marker moves: two that met left their window
        kept = at.earlier[-1] if at.earlier else None
        met = isinstance(kept, HalvesKept) and kept.ship == moved.ship and nose not in kept.halves
        return no_dice(
            _CHART,
            *way_in_words(ship.chart, tables),
            f"Hexes of displacement: {before} before this pulse, {after} with it.",
            *((f"Two half hexes in {nose} make one more hex: {after + 1} in all.",) if met else ()),
            moved_in_words(tables, nose, before, after + met),
            f"The marker moves by {vectors_in_words(moved.by)}, from {ship.future} to {moved.at}.",
        )


class _Halves(SitsTold[HalvesKept]):
    step = 5

    def sentence(self) -> str:
        kept = listed(self.fact.halves, "no window")
        return f"{self.fact.ship}'s thrust chart ends with half a hex left over; half hexes are kept in {kept}."

    def working(self, at: Context) -> Working:
        ship = at.board.ships[self.fact.ship]
        nose, over = ship.chart.noses[-1], ship.chart.way() % HEX
        met = f"{nose} held half a hex already: the two halves make a hex, which moves the marker now"
        alone = f"{nose} held none, so this half is kept there until the end of another chart"
        return no_dice(
            _CHART,
            *way_in_words(ship.chart, at.board.tables),
            f"The chart is full, and the {over} points left over are at least half of {HEX}, "
            "so they count as half a hex (house).",
            f"The nose is in {nose}, and {met if nose in ship.halves else alone}.",
        )


class _Moved(SitsTold[ShipMoved]):
    step = 6
    went_by = ("movement grids",)

    def sentence(self) -> str:
        moved = self.fact
        if moved.start == moved.end:
            return f"{moved.ship} stays at {moved.end}."
        return f"{moved.ship} moves from {moved.start} to {moved.end}."

    def working(self, at: Context) -> Working:
        moved = self.fact
        return no_dice("card, step 6; sits rules 5.6", f"The ship moves to its marker: {moved.start} to {moved.end}.")


class _Break(SitsTold[ThrustBroke]):
    step = 7
    section = BREAKS
    went_by = ("plots",)
    rank = 4

    def sentence(self) -> str:
        broke = self.fact
        return f"{broke.ship} has a thrust break ({listed(broke.reasons)}): {self._dots()}; {self._vectors()}."

    def _dots(self) -> str:
        dots = (
            f"{counted(each.dots, 'dot')} in {each.window} give {vectors_in_words(each.plot)}"
            f"{'' if each.named else ' by default'}"
            for each in self.fact.dots
        )
        return "; ".join(dots) or "no dots"

    def _vectors(self) -> str:
        before, after = vectors_in_words(self.fact.before), vectors_in_words(self.fact.after)
        return f"vectors stay {after}" if before == after else f"vectors {before} become {after}"

    def in_full(self, at: Context) -> Iterator[Block]:
        yield strong(f"{self.fact.ship}: {listed(self.fact.reasons)}", 2)
        yield ReportLine(f"{self._dots()}; {self._vectors()}", 4)
        yield from (ReportLine(f"{number}. {step}", 6, 3) for number, step in enumerate(self._steps(), start=1))

    def _steps(self) -> Iterator[str]:
        return map(step_in_words, self.fact.steps)

    def highlight(self, at: Context) -> str:
        return f"{self.fact.ship}: thrust break, {self._vectors()}"

    @classmethod
    def glimpses(cls, found: Sequence[Context]) -> Iterator[Glimpse]:
        """All in one line."""
        from sits_es.report.glance import Glimpse

        ships = sorted({at.event.ship for at in found})
        yield Glimpse(f"{listed(ships)} {'break' if ships[1:] else 'breaks'} thrust", DETAIL)

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.plots import plot_in_words

        broke = self.fact
        return no_dice(
            f'card, "Thrust Break Condition"; sits rules 5.7 and 6; {PAIRS_RULE}',
            f"Why: {listed(broke.reasons)}. Vectors so far: {vectors_in_words(broke.before)}.",
            *(plot_in_words(at.board.tables, each) for each in broke.dots),
            *self._steps(),
            f"Vectors now: {vectors_in_words(broke.after)}.",
            before=str(broke.before),
            after=str(broke.after),
        )


class _Grid(SitsTold[GridFilled]):
    step = 7
    section = BREAKS

    def sentence(self) -> str:
        return f"{self.fact.ship} fills out a new movement grid for vectors {vectors_in_words(self.fact.vectors)}."

    def in_full(self, at: Context) -> Iterator[Block]:
        segment = at.board.segment
        read = f"from segment {segment + 1}" if segment < SEGMENTS else "from segment 1 of the next turn"
        yield ReportLine(f"new movement grid for {vectors_in_words(self.fact.vectors)}, read {read}", 4)

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.movement_grid import grid_steps

        return no_dice(
            _GRID,
            f"Vectors after the thrust break: {vectors_in_words(self.fact.vectors)} a turn.",
            *grid_steps(self.fact.vectors, at.board.tables),
            "From the next segment on, each segment uses its own row of the grid.",
        )


def step_in_words(step: Coded) -> str:
    """A step of a consolidation as one sentence."""
    values: Any = step.values
    one, way, other, its, *more = values
    return Subtraction(((one, way), (other, its)), *more).in_words()
