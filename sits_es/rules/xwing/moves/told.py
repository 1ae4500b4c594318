"""Places and turrets as they are told; of a move also how far it was, and from where."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from sits_es.orders.language import shortest
from sits_es.report.working import Context, Working
from sits_es.rules.told import DETAIL
from sits_es.rules.xwing.entries.told import Entered
from sits_es.rules.xwing.moves.facts import AtPlace, ShipMoved, ShipPlaced, TurretRotated
from sits_es.rules.xwing.sums.bases import within_a_turn
from sits_es.rules.xwing.sums.firing_arcs import turret_step
from sits_es.rules.xwing.words import ENTERED, ROTATE
from sits_es.sentences import listed, one_line, without_full_stop

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.rules.xwing.sums.bases import Stand

P = TypeVar("P", bound=AtPlace)


class _AtPlace(Entered[P]):
    """A ship comes to stand somewhere."""

    weight = DETAIL

    def stood(self, at: Context) -> Stand | None:
        """Where it stood before, None where that is not known, or nowhere."""
        found: Stand | None = None if at.board is None else at.board.ships[self.fact.ship].stand
        return found

    def in_full(self, at: Context) -> Iterator[Block]:
        from sits_es.report.blocks import ReportLine

        said, before = one_line(self.sentence()), self.stood(at)
        if before is not None:
            said = f"{without_full_stop(said)}: {self.fact.stand.away_from(before)} mm from {before}."
        yield ReportLine(said, 2)


class _Placed(_AtPlace[ShipPlaced]):
    def sentence(self) -> str:
        return f"{self.fact.ship} is placed at {self.fact.stand}."


class _Moved(_AtPlace[ShipMoved]):
    def sentence(self) -> str:
        return f"{self.fact.ship} moves by {without_full_stop(self.fact.template)} to {self.fact.stand}."

    def working(self, at: Context) -> Working:
        fact, before = self.fact, self.stood(at)
        if before is None:
            return Working(rule=ENTERED)
        far = fact.stand.away_from(before)
        turned = within_a_turn(Decimal(fact.facing) - Decimal(before.facing))
        way = "It keeps its facing." if not turned else f"It turns {_turn(turned)}."
        return Working(
            rule=f"{ENTERED}; the place is what counts, {fact.template} is the players' word for the way",
            steps=(f"{fact.ship} was at {before}.", f"Its middle is {far} mm from there.", way),
            values={"from": [before.x, before.y, before.facing], "distance": far},
        )


def _turn(degrees: Decimal) -> str:
    clockwise = degrees <= 180
    return f"{shortest(degrees if clockwise else 360 - degrees)} degrees {'' if clockwise else 'counter-'}clockwise"


class _Rotated(Entered[TurretRotated]):
    weight = DETAIL

    def sentence(self) -> str:
        by = f", by a ruling: {without_full_stop(self.fact.ruling)}" if self.fact.ruling else ""
        return f"{self.fact.ship} rotates its turret to {listed(self.fact.points)}{by}."

    def working(self, at: Context) -> Working:
        fact = self.fact
        before = () if at.board is None else (f"Before it pointed to {listed(at.board.ships[fact.ship].points)}.",)
        by = (f"By a ruling: {fact.ruling}",) if fact.ruling else ()
        return Working(
            rule=ROTATE,
            steps=(*before, *by, turret_step(fact.ship, fact.points)),
            values={"turret": [*fact.points]},
        )
