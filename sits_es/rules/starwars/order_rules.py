"""What the rules make of one order: why it can't be given, what comes of it, and where it leads before the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, TypeVar

from sits_es.events import Coded
from sits_es.rules.chapters import About
from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.board import Board, SlotStage, Starship
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.reasons import REASONS
from sits_es.rules.starwars.resolution import Resolution

F = TypeVar("F", bound=OfStarship)

#: Manoeuvres of a slot at the most. Rule: base game; rules.md, Crews.
MOST_MANOEUVRES: Final = 2


class OrderRules(About[F]):
    """The rules of one form of orders. stage: in which it is given, None for what is only entered.

    once: the reason why a slot has no second order that is called so, None if it has as many as are given. of_crews:
    whether it is for games with crews alone.
    """

    BESIDE = "rules"

    stage: ClassVar[SlotStage | None] = "act"
    once: ClassVar[str | None] = None
    of_crews: ClassVar[bool] = False

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Every reason why it can't be given, the one that is recorded first.

        board: as the lines above it leave it; above: those of the same starship; none of them when it is carried out.
        """
        del board, starship, above
        yield from ()

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """What comes of it, where nothing speaks against it."""

    def expect(self, board: Board, starship: Starship) -> None:
        """Move the starship on a working board, as far as no dice decide."""

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """What it leads to before the dice, line by line."""
        del board, starship, above
        yield from ()

    def outlook(self, board: Board, starship: Starship) -> str:
        """The same in a few words behind an order that is suggested; may be empty."""
        del board, starship
        return ""

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Orders of this form that may be worth giving; those that can't be given are left out by whoever asks."""
        del board, starship
        yield from ()


def refuse(starship: Starship, code: str, *values: str | int, **more: Any) -> Refusal:
    """Refuse an order for a reason. more: fields of the refusal that the reason does not say."""
    return REASONS.refusal(starship.name, Coded(code, values), **more)


def barred(board: Board, starship: Starship, order: OfStarship) -> Coded | None:
    """Why an order comes to nothing as the board is, None if it can be carried out."""
    return next((each.why for each in against(board, starship, order) if each.why is not None), None)


def unable(board: Board, starship: Starship) -> Coded | None:
    """Why a starship can do nothing at all; None when it can."""
    if starship.gone:
        return Coded("starship-gone")
    if not starship.shut_down:
        return None
    threshold, stopped = board.class_of(starship).strain, starship.hit_that("shut_down")
    if stopped and starship.strain <= threshold:
        return Coded("shut-down-by-critical", (stopped,))
    return Coded("shut-down", (starship.strain, threshold))


def member_of(order: OfStarship) -> str:
    """Who of the crew is to carry it out, empty for the pilot."""
    return str(getattr(order, "member", ""))


def against(board: Board, starship: Starship, order: OfStarship, above: Sequence[OfStarship] = ()) -> Iterator[Refusal]:
    """What speaks against an order: that there are no crews, or nobody of that name in it, and what its rules say."""
    rules, member = OrderRules.of(order), member_of(order)
    if (rules.of_crews or member) and not board.crews:
        yield refuse(starship, "no-crews", field="member" if member else None)
        if rules.of_crews:
            return
    elif member and board.class_of(starship).who(member) is None:
        known = ", ".join(each.name for each in board.class_of(starship).members)
        yield refuse(starship, "no-member", member, known)
    yield from rules.why_not(board, starship, above)


def no_foe(board: Board, starship: Starship, name: str) -> Iterator[Refusal]:
    """Why a target is none: unknown, lost, itself or of its own side."""
    target = board.starships.get(name)
    if target is None:
        yield refuse(starship, "no-target", name, ", ".join(foe.name for foe in board.enemies(starship)))
    elif target.name == starship.name:
        yield refuse(starship, "target-itself")
    elif target.gone:
        yield refuse(starship, "target-gone", name)
    elif target.side == starship.side:
        yield refuse(starship, "not-an-enemy", name, target.side)
