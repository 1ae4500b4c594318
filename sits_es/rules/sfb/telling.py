"""How a fact of SFB 'n3D is told, beyond what every system tells of its facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from sits_es.report.steps import ORDERS, RESULT
from sits_es.rules.sfb.fact import Entry, Fact, Order
from sits_es.rules.told import DETAIL, VITAL, Told
from sits_es.sentences import one_line, without_full_stop

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sits_es.dice import DiceRolled
    from sits_es.events import Event
    from sits_es.report.working import Context, Working
    from sits_es.rules.sfb.board import Board, Unit

F = TypeVar("F", bound=Fact)
G = TypeVar("G", bound=Entry)

#: Headings of what happens in no impulse.
OPENING = "Set-up"
ENTERED = "From the displays"


class Telling(Told[F]):
    """One fact of SFB 'n3D as people are told it. rule: where it stands.

    opens: the heading where it comes first of all; dice: whether its line in a report has the dice that were thrown for
    it; shows: fields that programs are given with the working; noted: its kind among the notes of damage, and the
    fields that hold who takes it, and how much where the rules or a player say it. A weight of None: it is movement or
    an order, told once for a whole run.
    """

    weight: ClassVar[int | None] = DETAIL
    heading: ClassVar[str | None] = None
    rule: ClassVar[str] = ""
    opens: ClassVar[str] = RESULT
    dice: ClassVar[bool] = False
    shows: ClassVar[tuple[str, ...]] = ()
    noted: ClassVar[tuple[str, str, str] | None] = None

    @property
    def under(self) -> str | None:
        """The heading of this one, None for what goes on under the heading before it."""
        return self.heading

    @property
    def in_run(self) -> bool:
        """Whether it is told among what happened impulse by impulse."""
        return self.weight is not None

    def line(self, at: Context, *, short: bool = False) -> str:
        """It as a line of a report, with the dice where it doesn't name them itself. short: where room is scarce."""
        said, shown = one_line(self.short() if short else self.sentence()), dice_text(at.thrown) if self.dice else ""
        return f"{without_full_stop(said)}; {shown}." if shown else said

    def settle(self, at: Context) -> str:
        """What players have to work out on their displays, beginning with the unit; empty if it asks nothing."""
        del at
        return ""

    def steps(self, at: Context) -> Iterator[str]:
        """How it comes about, step by step."""
        raise NotImplementedError

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        """The numbers that go into it: what, as text, where it comes from."""
        del at
        yield from ()

    def values(self, at: Context) -> Mapping[str, Any]:
        """The same for programs: by default the fields that `shows` names."""
        del at
        return {name: _plain(name, getattr(self.fact, name)) for name in self.shows}

    def expected(self, at: Context) -> str:
        """The average of its dice, in words."""
        del at
        return ""

    def cited(self, at: Context) -> str:
        """Where it stands, for a fact that has several causes."""
        del at
        return self.rule

    def working(self, at: Context) -> Working:
        """All of that together."""
        from sits_es.report.working import Modifier, Working

        return Working(
            rule=self.cited(at),
            modifiers=tuple(Modifier(name=what, value=number, rule=rule) for what, number, rule in self.numbers(at)),
            steps=tuple(self.steps(at)),
            expected=self.expected(at),
            values=self.values(at),
        )


class _Given(Telling[Order]):
    """An order, told as it was given."""

    weight, heading = None, ORDERS

    def sentence(self) -> str:
        from sits_es.rules.sfb.orders.language import write_order

        return f"{self.fact.unit} is ordered for impulse {self.fact.impulse}: {write_order(self.fact)}."

    def cited(self, at: Context) -> str:
        del at
        return f"{self.fact.RULE}: an order as its player gave it, sealed before it was revealed"

    def steps(self, at: Context) -> Iterator[str]:
        del at
        yield "The order is carried out in that impulse if possible; otherwise it fails."


class OfDisplay(Telling[G]):
    """What a player entered from a display."""

    weight, heading = VITAL, ENTERED


def tell(fact: Event) -> str:
    """One fact of SFB 'n3D as a sentence on one line, without markup. Raises KeyError for any other."""
    return one_line(Told.of(fact).sentence())


def _plain(name: str, value: Any) -> Any:
    """A field's value as programs are given it: numbers with a fraction as decimals in text."""
    from sits_es.rules.sfb.sums.numbers import written

    if name in {"die", "needed", "damage", "period"} or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return written(value)
    return value.decimals() if name == "facing" else str(value)


def faces(roll: DiceRolled) -> tuple[int, ...]:
    """What six-sided dice showed, 1 to 6."""
    return tuple(face + 1 for face in roll.faces)


def dice_text(rolls: Sequence[DiceRolled]) -> str:
    """What dice showed, `dice 3, 5`; empty if none were thrown."""
    shown = [str(face) for roll in rolls for face in faces(roll)]
    return f"{'die' if len(shown) == 1 else 'dice'} {', '.join(shown)}" if shown else ""


def settled(*parts: str) -> str:
    """What is to be worked out, in a sentence of the parts that are not empty."""
    return "; ".join(part for part in parts if part) + "."


def shield(board: Board, shooter: str, target: str) -> str:
    """The shield that faces a shot, or several on a border: `on shield #1`; empty for units that have none.

    Rule: C14.20 for the shields' arcs.
    """
    from sits_es.rules.sfb.sums.bearing import bearing
    from sits_es.rules.sfb.sums.binding import shields
    from sits_es.rules.sfb.sums.numbers import written

    one: Unit | None = board.units.get(shooter)
    other: Unit | None = board.units.get(target)
    if one is None or other is None or other.kind not in {"ship", "base"}:
        return ""
    seen = bearing(other.place, other.facing, one.place)
    if seen is None:
        return "on any shield"
    facing = " or ".join(f"#{number}" for number in sorted(shields(seen.yaw)))
    return f"on shield {facing}, from yaw {written(seen.yaw)} pitch {written(seen.pitch)}"
