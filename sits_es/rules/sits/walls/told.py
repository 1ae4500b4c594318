"""Sidewalls met, burst upon and taken down, as they are told."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.report.blocks import ReportLine
from sits_es.report.luck import Throw
from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Working
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.told import Blow, shot_at
from sits_es.rules.sits.missiles.facts import AttackArrived
from sits_es.rules.sits.sums.paper import added, percentage
from sits_es.rules.sits.sums.walls import Met, met, wall_moments
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.telling import BEAMS, DAMAGE, DEFENCE, GivenOrder, SitsTold
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered, TorpedoesStopped, WallDisabled, WallMet
from sits_es.rules.sits.words import modifiers, of, of_card, of_track, shown, thrown, variance_words
from sits_es.sentences import counted
from sits_es.space.arcs import in_blue_row


class _Given(GivenOrder[SlideOrdered | PresentOrdered]):
    """Orders for facings."""


class _Wall(SitsTold[WallMet]):
    under = "shot"
    went_by = ("kill chart",)
    rule = "flyer, sidewall layer; sits rules 8.5"

    def sentence(self) -> str:
        fact = self.fact
        terms = (("strength", fact.strength), ("rolled ship", fact.bonus), ("variance", fact.variance))
        chart = f"{added(('', part) for part in fact.parts)} = {fact.charted}"
        stopped = "" if fact.reading == "strikes" else f"{fact.charted} of {fact.damage} are stopped, "
        return (
            f"{fact.ship}'s {fact.facing} sidewall meets {counted(fact.damage, 'point')}: "
            f"{percentage(terms, fact.percent)}, by the chart {chart}; {stopped}{fact.strikes} strike the hull."
        )

    def came_to(self) -> str:
        return f"{self.fact.percent}%, {self.fact.strikes} of {counted(self.fact.damage, 'point')} strike"

    def fire(self, at: Context) -> Volley | None:
        return shot_at(at, self.fact.shot, counted(self.fact.strikes, "point"))

    def section_at(self, at: Context) -> str:
        return DEFENCE if self.fact.shot in at.board.attacks else BEAMS

    def expected(self, chart: KillChart | None) -> Throw:
        fact = self.fact
        moments = wall_moments(fact.damage, fact.strength + fact.bonus, fact.reading, chart)
        return thrown(fact.ship, "points that pass the sidewall", fact.strikes, moments, better=-1)

    def sum(self, at: Context) -> Met:
        """What the wall let through, reckoned from what the record has of it."""
        fact, chart = self.fact, at.board.tables.kill_chart
        return met(chart, fact.reading, fact.damage, fact.strength, fact.bonus, fact.variance)

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        for line in self.met_by(at):
            yield ReportLine(line.removesuffix("."), 4)
        yield ReportLine(f"{self.fact.facing} sidewall:", 4)
        yield from shown(self.sum(at).steps(at.board.tables), at.thrown, self.fact.shot, 6)

    def met_by(self, at: Context) -> Iterator[str]:
        """Where the points come from that meet it; a beam's are told where it fires."""
        if (attack := at.board.attacks.get(self.fact.shot)) is not None:
            each = counted(attack.launched.damage_each, "point")
            yield f"{counted(attack.left, 'missile')} left x {each} = {self.fact.damage}."

    def working(self, at: Context) -> Working:
        fact, board = self.fact, at.board
        done = self.sum(at)
        sources = {
            "strength": of_track(board, fact.ship, f"{fact.facing}-sidewall"),
            "rolled ship": _bonus_words(board, fact.ship, at, fact.shot),
            "variance": variance_words(at),
        }
        return self.by_dice(
            at,
            "points strike",
            *self.met_by(at),
            *done.steps(board.tables),
            modifiers=modifiers(done.terms, sources.__getitem__),
            percent=fact.percent,
            charted=fact.charted,
            strikes=fact.strikes,
        )


def _bonus_words(board: Board, ship: str, at: Context, shot: str) -> str:
    """Why the rolled-ship bonus is added to a sidewall's sum, or is not. Rule: sits rules 4."""
    card = f"{of_card(board, ship, 'rolled_ship_bonus')} {board.class_of(board.ships[ship]).rolled_ship_bonus:+}"
    came = [fact for fact in of(at.earlier, AttackArrived) if fact.attack == shot]
    if came and came[-1].slid:
        return f"{card}; the shot slid off the wedge (sits rules 4, house)"
    fired = [fact for fact in of(at.earlier, BeamFired) if fact.shot == shot]
    window = came[-1].target_window if came else fired[-1].aim.target_window if fired else None
    if window is None:
        return "none: the shot comes from the same place (sits rules 3)"
    if in_blue_row(window):
        return f"{card}; {window} is in a blue row (sits rules 4, house)"
    return f"none: {window} is in the amber row, and the shot did not slide from the wedge (sits rules 4, house)"


class _Stopped(SitsTold[TorpedoesStopped]):
    rule = "sits rules 7: no effect through a standing sidewall (after the second edition)"

    def sentence(self) -> str:
        points = counted(self.fact.damage, "point")
        return (
            f"Energy torpedoes with {points} of damage burst without effect on {self.fact.ship}'s "
            f"{self.fact.facing} sidewall."
        )


class _Disabled(Blow[WallDisabled]):
    section, loss = DAMAGE, True
    rule = 'card, "Grav Lance"; sits rules 7 and 9: disabled, not destroyed'

    def sentence(self) -> str:
        return f"{self.fact.ship}'s {self.fact.track} is down: disabled, not destroyed."
