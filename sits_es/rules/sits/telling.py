"""How a fact of SITS is told: what stands of it in each report, in a glance, and in a count of luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from msgspec import Struct

from sits_es.report.steps import AFTER, AGREED
from sits_es.rules.sits.fact import Fact, Order
from sits_es.rules.told import Told

if TYPE_CHECKING:
    from sits_es.events import Event
    from sits_es.report.glance import Glimpse
    from sits_es.report.luck import Throw
    from sits_es.report.working import Context, Modifier, Working
    from sits_es.rules.sits.tables.values import KillChart

F = TypeVar("F", bound=Fact)
G = TypeVar("G", bound=Order)

#: The steps of a segment by their number on the card; then the turn break, and what closes the exchange,
#: with the markers of the next, which are placed before its orders are owed. What players or an umpire agreed on stands
#: before them all. Rule: card, "Segment Procedure".
STEPS: Final = {
    0: AGREED,
    1: "1. Future-position markers",
    2: "2. Orders are written",
    3: "3. Fire orders are revealed",
    4: "4. Long orders are revealed",
    5: "5. Thrust",
    6: "6. Movement and missiles",
    7: "7. Thrust breaks",
    8: "8. Regeneration",
    9: "Turn break",
    10: AFTER,
}

#: The sections of a segment's report in which facts stand.
VOID: Final = "Orders that failed"
BEAMS: Final = "Beams"
LAUNCHES: Final = "Launches"
DEFENCE: Final = "Missile defence"
DAMAGE: Final = "Damage"
BREAKS: Final = "Thrust breaks"
CONTROL: Final = "Damage control"
MIRACLES: Final = "Miracles"
#: They in its order; of the movement all ships' facts are told together.
MOVEMENT: Final = "Movement"
SECTIONS: Final = (VOID, BEAMS, LAUNCHES, MOVEMENT, DEFENCE, DAMAGE, BREAKS, CONTROL, MIRACLES)


#: What a fact is ruled by that nothing is reckoned for.
PROCEDURE: Final = "sits rules 5, sequence of play"


class TurnTable(Struct, frozen=True):
    """A table in the report of a turn. heads: of its columns; right: those that are flush right, from 0."""

    title: str
    heads: tuple[str, ...]
    right: tuple[int, ...]


class SitsTold(Told[F]):
    """One fact of SITS as people are told it.

    step: of the procedure to which it belongs alone, a key of STEPS; None for one that goes where the fact before it
    went, as damage does. section: of the segment's report in which it stands, empty for none. rule: where the rule
    stands, for a fact of which nothing is reckoned. went_by: tables that it went by, as `sources_used` names them.
    under: the field that names the shot or attack under which its lines stand in a section, empty if they stand by
    themselves. headline: whether its sentence is a line of the report on a whole turn. rank: where its line stands in a
    glance, lowest first, None for a fact that has none; facts of one rank are told together. table: of the turn's
    report in which it has a row.
    """

    step: ClassVar[int | None] = None
    section: ClassVar[str] = ""
    rule: ClassVar[str] = PROCEDURE
    went_by: ClassVar[tuple[str, ...]] = ()
    under: ClassVar[str] = ""
    headline: ClassVar[bool] = False
    rank: ClassVar[int | None] = None
    table: ClassVar[TurnTable | None] = None

    def step_after(self, here: int) -> int:
        """The step that it belongs to, after a fact of the step `here`."""
        return here if self.step is None else self.step

    def section_at(self, at: Context) -> str:
        """The section in which it stands, where that is not always the same."""
        del at
        return self.section

    def highlight(self, at: Context) -> str:
        """It as a line of the report on a whole turn, without a full stop; empty if it is not worth one."""
        del at
        return self.sentence().removesuffix(".") if self.headline else ""

    def cells(self, at: Context) -> tuple[str, ...]:
        """Its row of `table`, without the place of its exchange, which stands first."""
        del at
        raise NotImplementedError

    def glimpse(self, at: Context) -> Iterator[Glimpse]:
        """Its lines of a glance."""
        from sits_es.report.glance import Glimpse

        yield Glimpse(self.highlight(at), self.weight or 0)

    @classmethod
    def glimpses(cls, found: Sequence[Context]) -> Iterator[Glimpse]:
        """Lines of a glance about all facts of its rank in one exchange; by default one after the other."""
        for at in found:
            yield from cls.row(type(at.event))(at.event).glimpse(at)

    def expected(self, chart: KillChart | None) -> Throw | None:
        """Its dice against all that could have been; None if no die decides, or one neither good nor bad.

        player: the ship that rolled. chart: the kill chart of the game's own, if it has one.
        """
        del chart
        return None

    def working(self, at: Context) -> Working:
        """How it comes about; by default where its rule stands."""
        from sits_es.report.working import Working

        del at
        return Working(rule=self.rule)

    def by_dice(
        self, at: Context, what: str, *steps: str, modifiers: Sequence[Modifier] = (), **values: Any
    ) -> Working:
        """A working of what dice decide, with their average. what: it is called so; values: the same for programs."""
        from sits_es.report.working import Working
        from sits_es.rules.sits.words import on_average

        expected, numbers = on_average(self.expected(at.board.tables.kill_chart), what)
        return Working(
            rule=self.rule, modifiers=tuple(modifiers), steps=steps, expected=expected, values={**values, **numbers}
        )


def no_dice(rule: str, *steps: str, modifiers: Sequence[Modifier] = (), **values: Any) -> Working:
    """A working of what no dice decide. values: the same for programs."""
    from sits_es.report.working import Working

    return Working(rule=rule, modifiers=tuple(modifiers), steps=steps, expected="no dice.", values=values)


class GivenOrder(SitsTold[G]):
    """An order as its player gave it."""

    weight = None
    step = 2
    rule = "an order as its player gave it, sealed before it was revealed"

    def sentence(self) -> str:
        """In the words of the order language."""
        from sits_es.rules.sits.orders.language import write_order

        return f"{self.fact.ship} is ordered: {write_order(self.fact)}."


def in_place(facts: Sequence[Event]) -> Iterator[Context]:
    """Facts of SITS among those of their exchange, without the board, for what is told of them without it."""
    from sits_es.report.working import Context

    for at, fact in enumerate(facts):
        if isinstance(fact, Fact):
            yield Context(event=fact, board=None, earlier=tuple(facts[:at]), later=tuple(facts[at + 1 :]))
