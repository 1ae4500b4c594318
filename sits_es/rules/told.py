"""How one fact is told: what a rule system says of it in the module `told` beside it, all in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Event
from sits_es.report.steps import AFTER, AGREED, OF_ANY_GAME, ORDERS, RESULT
from sits_es.rules.chapters import About, facts_of
from sits_es.sentences import one_line, without_full_stop

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.report.scenes import Volley
    from sits_es.report.working import Context, Working

F = TypeVar("F", bound=Event)

#: How much a fact matters, as in a glance: a detail, what is usual, what nobody may miss.
DETAIL, USUAL, VITAL = 1, 2, 3

#: The heading of facts of any game, by their stored names, where people act in the open or enter facts.
_IN_THE_OPEN: Final = {
    **OF_ANY_GAME,
    "game.OrdersGiven": ORDERS,
    "game.FactsRecorded": "Entered by players",
    "game.ExchangeOpened": AFTER,
}

#: Headings under which a fact that has none of its own does not go on.
_NOT_GONE_ON: Final = ("", "Set-up", "Initiative", ORDERS, AFTER, AGREED)


class Told(About[F]):
    """One fact as people are told it.

    weight: how much it matters, None for an order, which is told by what comes of it; heading: what it stands under
    where facts are listed one by one, None for what goes on under the heading before it; note: its kind among the notes
    that a read model keeps, None if it is none. shot, loss: whether somebody fires in it, or something is damaged or
    lost: who watches a game again is taken from one to the next.
    """

    BESIDE = "told"

    weight: ClassVar[int | None] = USUAL
    heading: ClassVar[str | None] = RESULT
    note: ClassVar[str | None] = None
    shot: ClassVar[bool] = False
    loss: ClassVar[bool] = False

    def sentence(self) -> str:
        """It as a sentence, for whoever reads nothing else."""
        raise NotImplementedError

    def in_brief(self) -> str:
        """It as a line of a report on a whole turn."""
        return self.sentence()

    def short(self) -> str:
        """It in fewer words, where there is little room; by default the whole sentence."""
        return self.sentence()

    def in_full(self, at: Context) -> Iterator[Block]:
        """It as the report of its exchange has it, with its dice."""
        from sits_es.report.blocks import ReportLine

        del at
        yield ReportLine(one_line(self.sentence()), 2)

    def retold(self) -> bool:
        """Whether the facts that follow from it say all that it says: who reads those needs no sentence of it."""
        return False

    def came_to(self) -> str:
        """What the dice right before it came to, and what was needed; empty if no dice decide it."""
        return ""

    def fire(self, at: Context) -> Volley | None:
        """The shot that it is, or says more of; None if nobody fires."""
        del at
        return None

    def working(self, at: Context) -> Working:
        """How it comes about, to be redone on paper."""
        from sits_es.report.working import Working

        del at
        return Working(rule="")


class Ordered(Told[F]):
    """An order, told as its system's `orders.language` writes it; what comes of it is told by other facts."""

    weight: ClassVar[int | None] = None
    heading: ClassVar[str | None] = ORDERS

    def sentence(self) -> str:
        """Who is ordered what."""
        package = type(self.fact).__module__.rsplit(".", 2)[0]
        language = import_module(f"{package}.orders.language").LANGUAGE
        return f"{language.unit_of(self.fact)} is ordered: {without_full_stop(language.write(self.fact))}."


def contexts(board: Any, facts: Sequence[Event]) -> Iterator[Context]:
    """Every fact of the rules in its place, without the dice, which come with the fact that follows them.

    board: a board at work, as it stood before them; each fact changes it when the next is asked for.
    """
    from sits_es.report.working import Context

    for at, fact in enumerate(facts):
        if isinstance(fact, DiceRolled) or not hasattr(fact, "apply"):
            continue
        yield Context(event=fact, board=board, earlier=tuple(facts[:at]), later=tuple(facts[at + 1 :]))
        fact.apply(board)


def heading_of(others: Mapping[str, str]) -> Callable[[Event, str], str]:
    """What a fact stands under after one under another heading. others: of facts of any game, by stored name.

    A fact without a heading goes on under the one before it, where that is one of the system's own and holds facts
    that others come of.
    """

    def heading(fact: Event, here: str) -> str:
        if hasattr(fact, "apply"):
            own: str | None = Told.of(fact).heading
            return own if own is not None else RESULT if here in _NOT_GONE_ON else here
        return others.get(REGISTRY.stored_name(type(fact)).name, RESULT)

    return heading


@cache
def marked(package: str, mark: str) -> frozenset[str]:
    """Stored names of a system's facts of which it is told that they are such: `shot`, `loss`."""
    return frozenset(
        REGISTRY.stored_name(each).name for each in facts_of(package) if getattr(Told.row(each), mark, False)
    )


class _Marked:
    """Stored names of facts of which it is told that they are such."""

    def __init__(self, mark: str) -> None:
        self._mark = mark

    def __get__(self, instance: object, owner: type) -> Any:
        return self if instance is None else marked(owner.__module__.removesuffix(".report"), self._mark)


class MarksOfFacts:
    """A report that takes from how a system's facts are told what it says of one: how it comes about, and the like.

    shots, losses: facts at which somebody fires, and something is damaged or lost.
    """

    shots: Any = _Marked("shot")
    losses: Any = _Marked("loss")

    def steps(self, facts: Sequence[Event], tell: Callable[[Event], str | None]) -> Iterator[Block]:
        """Facts under their headings, one line each. tell: a fact as one line, or None to leave it out."""
        from sits_es.report.steps import told_under, under_headings

        return told_under(under_headings(facts, heading_of(_IN_THE_OPEN)), tell)

    def came_to(self, fact: Event) -> str:
        """What the dice right before a fact came to."""
        return Told.of(fact).came_to() if hasattr(fact, "apply") else ""

    def weight(self, fact: Event) -> int | None:
        """How much it matters; a die is a detail, and a seal or what else is no fact of the rules is left out."""
        if hasattr(fact, "apply"):
            return Told.of(fact).weight
        return DETAIL if isinstance(fact, DiceRolled) else None

    def volley(self, context: Context) -> Volley | None:
        """The shot that a fact of the system's own tells of."""
        return Told.of(context.event).fire(context) if hasattr(context.event, "apply") else None

    def explain(self, context: Context) -> Working:
        """How a fact of the system's own comes about."""
        from sits_es.report.working import Working

        return Told.of(context.event).working(context) if hasattr(context.event, "apply") else Working(rule="")
