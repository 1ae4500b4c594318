"""Orders that failed or were stopped, the terms of a game and its outcome, as they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.events import Coded
from sits_es.report.glance import VITAL, Glimpse
from sits_es.report.working import Context, Working
from sits_es.rules.sits import reasons
from sits_es.rules.sits.ending.facts import OUTCOMES, OrdersStopped, OrderVoided, StopOrdered, TermsSet
from sits_es.rules.sits.telling import VOID, GivenOrder, SitsTold
from sits_es.sentences import counted, listed, without_full_stop


class _Given(GivenOrder[StopOrdered]):
    """Orders that end others."""


class _Voided(SitsTold[OrderVoided]):
    section, headline, weight, rank = VOID, True, VITAL, 9
    rule = "sits rules 5: an order that can't be carried out when its moment comes is void; the others stand"

    @property
    def why(self) -> str:
        """The reasons without the ship's name before them, nor the last full stop."""
        void = self.fact
        return without_full_stop(reasons.told(void.ship, void.reasons).replace(f"{void.ship}: ", ""))

    def sentence(self) -> str:
        return f'{self.fact.ship}: "{self.fact.order}" failed: {self.why}.'

    def step_after(self, here: int) -> int:
        """The step in which the order, as written, would have been carried out."""
        first = self.fact.order.lower().split(maxsplit=1)[0] if self.fact.order.strip() else ""
        return max({"fire": 3, "launch": 3, "repair": 9}.get(first, 4), here)

    def glimpse(self, at: Context) -> Iterator[Glimpse]:
        yield Glimpse(self.highlight(at), VITAL, short=self.short())

    def short(self) -> str:
        """What failed, and the first sentence of why."""
        return f'{self.fact.ship}: "{self.fact.order}" failed: {self.why.partition(". ")[0]}'

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=self.rule, steps=(reasons.told(self.fact.ship, self.fact.reasons),))


class _Stopped(SitsTold[OrdersStopped]):
    section, step, headline, weight, rank = VOID, 8, True, VITAL, 8
    rule = "a player's own condition that ends orders plotted ahead (house, for play by mail)"

    def sentence(self) -> str:
        stopped = self.fact
        return f'{stopped.ship}: "{stopped.condition}" is met: orders plotted for later segments are cancelled.'


class _Terms(SitsTold[TermsSet]):
    rule = "the scenario's terms"

    def sentence(self) -> str:
        terms = self.fact
        limit = "no turn limit" if terms.turns is None else counted(terms.turns, "turn")
        worth = (
            f"{ship_class} {each.destroyed} destroyed, {each.disabled} disabled"
            for ship_class, each in sorted(terms.points.items())
        )
        margin = f"; a win needs a lead of {counted(terms.margin, 'point')}" if terms.points else ""
        return f"The terms: {limit}; points: {'; '.join(worth) or 'none'}{margin}."


def outcome_in_words(outcome: Sequence[Coded]) -> str:
    """How a game ended, as a sentence or two. Codes that aren't of SITS stand there as they are."""
    if not all(each.fits(OUTCOMES) for each in outcome):
        return "; ".join(" ".join(map(str, (each.code, *each.values))) for each in outcome) + "."
    said, points = [], list[tuple[str, list[str]]]()
    for each in outcome:
        if each.code == "points":
            points.append(("{} {}".format(*each.values), []))
        elif each.code != "for-ship":
            said.append(_OUTCOMES[each.code](*each.values))
        elif points:
            points[-1][1].append("{} {} {}".format(*each.values))
    lines = [side + (f" ({listed(ships)})" if ships else "") for side, ships in points]
    return f"{'; '.join(said)}." + (f" Points: {'; '.join(lines)}." if lines else "")


_OUTCOMES: Final[Mapping[str, Callable[..., str]]] = {
    "last-side": lambda side: f"Only {side} has ships left",
    "no-ships": lambda: "No ship is left on any side",
    "last-turn": lambda turn: f"Turn {turn} was the last of the scenario",
    "no-points": lambda: "the scenario gives no points, so the game is drawn",
    "nobody-leads": lambda: "nobody leads, so the game is drawn",
    "lead-too-short": lambda side, lead, margin: (
        f"{side} leads by {lead}, but a win takes {counted(margin, 'point')}, so the game is drawn"
    ),
    "leads": lambda side, lead: f"{side} leads by {counted(lead, 'point')}",
}
