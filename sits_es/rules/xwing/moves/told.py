"""Places and turrets as they are told; of a move also how far it was, and from where."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from sits_es.orders.language import shortest
from sits_es.report.working import Context, Working
from sits_es.rules.told import DETAIL
from sits_es.rules.xwing.entries.told import Entered
from sits_es.rules.xwing.moves.facts import AtPlace, MoveEntered, ShipMoved, ShipPlaced, TurretRotated
from sits_es.rules.xwing.sums.bases import within_a_turn
from sits_es.rules.xwing.sums.firing_arcs import turret_step
from sits_es.rules.xwing.sums.template_moves import known_template
from sits_es.rules.xwing.words import ENTERED, ROTATE, TEMPLATES
from sits_es.sentences import listed, one_line, without_full_stop

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.rules.xwing.sums.bases import Stand

P = TypeVar("P", bound=AtPlace)


class _AtPlace(Entered[P]):
    """A ship comes to stand somewhere."""

    weight = DETAIL

    def stood(self, at: Context) -> Stand | None:
        """Where it stood before, None if that is not known, or nowhere."""
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


class _MoveEntered(Entered[MoveEntered]):
    """Where it comes to stand tells of it."""

    weight = None

    def sentence(self) -> str:
        fact = self.fact
        where = "" if fact.stand is None else f" to {fact.stand}"
        return f"{fact.ship} plans to move by {without_full_stop(fact.template)}{where}."

    def retold(self) -> bool:
        return True

    def in_full(self, at: Context) -> Iterator[Block]:
        del at
        yield from ()


class _Moved(_AtPlace[ShipMoved]):
    def sentence(self) -> str:
        fact = self.fact
        return " ".join((f"{fact.ship} moves by {without_full_stop(fact.template)} to {fact.stand}.", *self.besides()))

    def in_full(self, at: Context) -> Iterator[Block]:
        from sits_es.report.blocks import ReportLine

        before, fact = self.stood(at), self.fact
        far = "" if before is None else f": {fact.stand.away_from(before)} mm from {before}"
        said = f"{fact.ship} moves by {without_full_stop(fact.template)} to {fact.stand}{far}."
        yield ReportLine(one_line(" ".join((said, *self.besides()))), 2)

    def besides(self) -> Iterator[str]:
        """What is to be known of where it stands: who stopped it, how far off it is, what lies beneath it."""
        fact = self.fact
        if fact.dial:
            yield f"Its dial shows {fact.dial}."
        if fact.stopped:
            is_are = "is" if len(fact.stopped) == 1 else "are"
            yield f"{listed(fact.stopped)} {is_are} in its way. The ship stops at the last place where it fits."
        if fact.off or fact.turned:
            off = [f"{fact.off} mm" if fact.off else "", f"{fact.turned} degrees" if fact.turned else ""]
            yield f"The place entered is {listed(filter(None, off))} from the end of {fact.template}."
        if fact.through:
            yield f"Its template lies on {listed(fact.through)}."
        if fact.over:
            yield f"It overlaps {listed(fact.over)}."

    def working(self, at: Context) -> Working:
        fact, before = self.fact, self.stood(at)
        if before is None:
            return Working(rule=ENTERED)
        far = fact.stand.away_from(before)
        turned = within_a_turn(Decimal(fact.facing) - Decimal(before.facing))
        way = "It keeps its facing." if not turned else f"It turns {_turn(turned)}."
        return Working(
            rule=TEMPLATES if known_template(fact.template) is not None else ENTERED,
            steps=(
                f"{fact.ship} was at {before}.",
                *self._by_template(at),
                f"The middle of the base is {far} mm from where it was.",
                way,
                *self.besides(),
            ),
            values={"from": [before.x, before.y, before.facing], "distance": far},
        )

    def _by_template(self, at: Context) -> Iterator[str]:
        """Where the template ends, and why."""
        from sits_es.rules.xwing.moves.rules import flight, stand_of
        from sits_es.rules.xwing.sums.template_moves import steps_of

        template, ship = known_template(self.fact.template), at.board.ships[self.fact.ship]
        if template is None or ship.huge:
            return
        yield from steps_of(ship.placement.base, template, stopped=bool(self.fact.stopped))
        if self.fact.off or self.fact.turned:
            yield f"By the template, {ship.name} would end at {stand_of(flight(at.board, ship, str(template)))}."
            yield "The place entered counts."


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
        before = () if at.board is None else (f"Before, it pointed to {listed(at.board.ships[fact.ship].points)}.",)
        by = (f"By a ruling: {fact.ruling}",) if fact.ruling else ()
        return Working(
            rule=ROTATE,
            steps=(*before, *by, turret_step(fact.ship, fact.points)),
            values={"turret": [*fact.points]},
        )
