"""Weapons made ready and boxes mended, as they are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.report.blocks import ReportLine
from sits_es.report.glance import Glimpse
from sits_es.report.luck import Throw
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.repairs.facts import CountersRun, RepairOrdered, RepairTried
from sits_es.rules.sits.sums.damage import Tried, mending
from sits_es.rules.sits.sums.tracks import strength
from sits_es.rules.sits.sums.variance import chances
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.telling import CONTROL, GivenOrder, SitsTold, no_dice
from sits_es.rules.sits.words import dice_text, joined, of_card, of_track, thrown, track_in_short
from sits_es.sentences import counted, listed


class _Given(GivenOrder[RepairOrdered]):
    """Orders to mend."""


class _Counters(SitsTold[CountersRun]):
    step, rule = 8, "card, regeneration; recycle and reload times: sits rules 10 (house)"

    def sentence(self) -> str:
        run = self.fact
        waiting = [f"{weapon} in {counted(run.counters[weapon], 'segment')}" for weapon in sorted(run.counters)]
        ready = f"ready again: {listed(run.ready)}" if run.ready else "nothing becomes ready"
        still = f"still waiting: {listed(waiting)}" if waiting else ""
        return f"{run.ship} regenerates: {joined((ready, still), '; ')}."

    def working(self, at: Context) -> Working:
        before = at.board.ships[self.fact.ship].counters
        told = (f"{weapon}: {before[weapon]} less 1 is {before[weapon] - 1}." for weapon in sorted(before))
        return no_dice(self.rule, *told)


class _Repair(SitsTold[RepairTried]):
    section, step, headline, rank = CONTROL, 9, True, 0
    rule = "sits rules 10, damage control (after the second edition)"

    @classmethod
    def glimpses(cls, found: Sequence[Context]) -> Iterator[Glimpse]:
        """All in one line: ship by ship what was mended, and what is lost for the game."""
        by_ship: dict[str, list[RepairTried]] = {}
        for at in found:
            by_ship.setdefault(at.event.ship, []).append(at.event)
        told = []
        for ship, attempts in by_ship.items():
            mended = [track_in_short(each.track) for each in attempts if each.repaired]
            given_up = [track_in_short(each.track) for each in attempts if each.lost]
            nothing = f"nothing in {counted(len(attempts), 'attempt')}"
            lost = f", loses {listed(given_up)} for good" if given_up else ""
            told.append(f"{ship} repairs {listed(mended, nothing)}{lost}")
        yield Glimpse("; ".join(told))

    def expected(self, chart: KillChart | None) -> Throw:
        del chart
        tried = self.fact
        return thrown(tried.ship, "boxes mended", int(tried.repaired), chances(self.sum.chance))

    @property
    def sum(self) -> Tried:
        """The die against the crew's quality."""
        return mending(self.fact.roll, self.fact.quality, last=self.fact.lost)

    def sentence(self) -> str:
        tried = self.fact
        mended = f"{tried.after} again" if tried.before is None else f"{tried.before} becomes {tried.after}"
        end = f"repaired, {mended}" if tried.repaired else "not repaired"
        end += ", lost for the game" if tried.lost else ""
        return (
            f"{tried.ship} tries to repair box {tried.box + 1} of {tried.track}: rolls {tried.roll}, needs "
            f"{tried.quality} or less: {end}."
        )

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        yield ReportLine(joined((self.sentence(), dice_text(at.thrown, self.fact.track)), " "), 2)

    def came_to(self) -> str:
        tried = self.fact
        end = "repaired" if tried.repaired else "lost" if tried.lost else "not repaired"
        return f"{tried.roll}, needs {tried.quality} or less: {end}"

    def working(self, at: Context) -> Working:
        tried, board = self.fact, at.board
        ship = board.ships[tried.ship]
        parties = strength(board.class_of(ship), ship, "damage-control")
        crews = of_track(board, tried.ship, "damage-control")
        quality = of_card(board, tried.ship, "crew_quality")
        return self.by_dice(
            at,
            "boxes mended",
            f"Box {tried.box + 1} of {tried.track} is the most recently lost one that can still be repaired.",
            self.sum.step,
            modifiers=(
                Modifier(name="crew quality", value=str(tried.quality), rule=quality),
                Modifier(name="working parties", value=str(parties), rule=crews),
            ),
        )
