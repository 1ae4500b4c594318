"""Gain the Advantage: who may try, and what comes of it. Rule: rules.md, Gain the Advantage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.advantage.facts import AdvantageGained, AdvantageOrdered
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.rules import advantage_parts, pool_of_parts
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.order_rules import OrderRules, no_foe, refuse
from sits_es.rules.starwars.reasons import LARGEST
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.sums.chances import odds
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.sums.relative import band_of


class GainAdvantage(OrderRules[AdvantageOrdered]):
    """On a success it is held until the other gains it."""

    once = "acted-already"

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Rule: seed, "Silhouette 4 or lower, in Close Range"."""
        del above
        silhouette, strangers = board.class_of(starship).silhouette, list(no_foe(board, starship, self.fact.target))
        yield from strangers
        if silhouette > LARGEST:
            yield refuse(starship, "silhouette-too-large", silhouette)
        if strangers:
            return
        target = board.starships[self.fact.target]
        if band_of(hexes := (target.place - starship.place).hexes) != "close":
            yield refuse(starship, "not-close", target.name, hexes)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Roll it."""
        target, pool = self.fact.target, self._pool(work.board, starship)
        if work.check(starship, "piloting", pool, against=target).succeeds:
            work.record(AdvantageGained(starship=starship.name, over=target))

    def expect(self, board: Board, starship: Starship) -> None:
        """What counted for it counts no more."""
        board.used_up(starship, "piloting")

    def _pool(self, board: Board, starship: Starship) -> Pool:
        return pool_of_parts(advantage_parts(board, starship, board.starships[self.fact.target]), self.fact)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """Its pool and chance."""
        del above
        yield f"{starship.name} tries to gain the advantage over {self.fact.target}: {self.outlook(board, starship)}"

    def outlook(self, board: Board, starship: Starship) -> str:
        """The same."""
        return odds(self._pool(board, starship))

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Over every enemy."""
        for foe in board.enemies(starship):
            yield AdvantageOrdered(starship=starship.name, target=foe.name)
