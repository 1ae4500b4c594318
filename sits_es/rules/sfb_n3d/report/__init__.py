"""What SFB 'n3D says of its events and boards, before anybody draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from sits_es.report import Report, Stage

if TYPE_CHECKING:
    from sits_es.events import Event
    from sits_es.report.blocks import Block
    from sits_es.report.glance import Glance, Measure
    from sits_es.report.graphs import Measured, Tally
    from sits_es.report.luck import Luck
    from sits_es.report.scenes import SpaceScene
    from sits_es.report.working import Context, Working
    from sits_es.rules.sfb_n3d.orders.forms import OfUnit
    from sits_es.rules.sfb_n3d.state import Board

__all__ = ["REPORT", "SfbReport"]


class SfbReport(Report):
    """The report of SFB 'n3D. Each part is imported when it is first asked for: no verb needs them all."""

    about_luck: ClassVar[str] = (
        "Six-sided dice by what they were rolled for, 3.5 each on average. Low dice count as good for whoever rolls: "
        "most printed tables read that way."
    )
    around_named: ClassVar[str] = "Near by"
    shots: ClassVar[frozenset[str]] = frozenset({"sfb.WeaponFired", "sfb.SeekerLaunched", "sfb.SeekerStruck"})
    losses: ClassVar[frozenset[str]] = frozenset(
        {"sfb.DamageEntered", "sfb.LossEntered", "sfb.ExplosionFelt", "sfb.UnitLost", "sfb.WebDissolved"}
    )

    def standing(self, board: Board) -> Mapping[str, Any]:
        """Units, seeking weapons, webs and bodies: numbers as decimals in text, so that they stay exact."""
        from sits_es.rules.sfb_n3d.report.standing import standing

        return standing(board)

    def board(self, board: Board, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        """The picture, units, who bears on whom, seeking weapons, bodies and webs; in detail every body too."""
        from sits_es.rules.sfb_n3d.report.board import board_view

        return board_view(board, player=player, detail=detail)

    def scene(self, board: Board) -> SpaceScene:
        """Units, bodies and webs from above, from the east and from the south."""
        from sits_es.rules.sfb_n3d.report.scenes import space

        return space(board)

    def glance(self, stages: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
        """Who has what left, the picture, every unit in a few words, and what happened."""
        from sits_es.rules.sfb_n3d.report.glance import glance

        del tell
        return glance(stages, board)

    def unit(self, board: Board, name: str) -> Iterable[Block] | None:
        """One unit: how it is, and how it stands to its enemies."""
        from sits_es.rules.sfb_n3d.report.board import unit_in_full

        return unit_in_full(board, name) if name in board.units else None

    def units(self, board: Board) -> Sequence[str]:
        """Every unit, those out of the game too."""
        return sorted(board.units)

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Event]]) -> SpaceScene | None:
        """The pictures after the last impulse that is ordered, if all others go straight on."""
        from sits_es.rules.sfb_n3d.orders.forecast import led_to

        found = led_to(board, player, cast("Mapping[int, Sequence[OfUnit]]", orders))
        return None if found is None else self.scene(found)

    def around(self, board: Board, name: str) -> SpaceScene | None:
        """What is near a unit, from three sides."""
        from sits_es.rules.sfb_n3d.report.scenes import around

        return around(board, name)

    def overview(self, board: Board) -> Iterable[Block]:
        """The pictures, the units and the seeking weapons."""
        from sits_es.rules.sfb_n3d.report.board import overview

        return overview(board)

    def exchange(self, stage: Stage, tell: Callable[[Event], str]) -> Iterable[Block]:
        """A run of impulses or a turn break."""
        from sits_es.rules.sfb_n3d.report.runs import run_report

        del tell
        return run_report(stage)

    def turn(self, stages: Sequence[Stage], tell: Callable[[Event], str]) -> Iterable[Block]:
        """Several of them in short, then what is to be settled on the displays, and the picture."""
        from sits_es.rules.sfb_n3d.report.runs import turn_report

        del tell
        return turn_report(stages)

    def steps(self, facts: Sequence[Event], tell: Callable[[Event], str | None]) -> Iterable[Block]:
        """Facts under the impulse in which they happened."""
        from sits_es.rules.sfb_n3d.report.steps import step_view

        return step_view(facts, tell)

    def came_to(self, fact: Event) -> str:
        """What a breakdown or a mine's die came to; the range of fire, whose dice are read on printed tables."""
        from sits_es.rules.sfb_n3d.report.dice_needed import needed

        return needed(fact)

    def explain(self, context: Context) -> Working:
        """One event as it would be redone on paper."""
        from sits_es.rules.sfb_n3d.report.explain import explain

        return explain(context)

    def luck(self, events: Iterable[Event], board: Board) -> Sequence[Luck]:
        """What each player's dice came to, by what they were rolled for."""
        from sits_es.rules.sfb_n3d.report.luck import luck

        del board
        return luck(events)

    def measures(self, board: Board) -> Sequence[Measure]:
        """Units left, and the damage that was entered, by side."""
        from sits_es.rules.sfb_n3d.report.glance import measures

        return tuple(measures(board))

    def tallies(self, board: Board) -> Sequence[Tally]:
        """Damage that was entered, by unit."""
        from sits_es.rules.sfb_n3d.report.tallies import tallies

        return tallies(board)

    def apart(self, board: Board, one: str, other: str) -> Measured | None:
        """The exact range in hexes; of units that are out, or aboard, none."""
        from sits_es.rules.sfb_n3d.report.tallies import apart

        return apart(board, one, other)

    def differences(self, one: Board, other: Board) -> Sequence[tuple[str, str, str, str]]:
        """What differs between two boards, unit by unit, then web by web."""
        from sits_es.rules.sfb_n3d.report.standing import differences

        return differences(one, other)

    def to_try(self, game: str) -> Sequence[tuple[str, str]]:
        """What a game of runs is good for."""
        return (
            (f"sits show {game} --at 1.9", "the board as it stood"),
            (f"sits replay {game} --from 1.1 --to 1.1", "one run of impulses in full"),
            (f"sits replay {game} --from 1.1 --to 1.9 --step", "event by event"),
            (f"sits fork {game} --at 1.9 --name what-if", "same dice, other orders"),
            (f"sits audit {game} --search fires", "search the record"),
        )


#: The report, as `sits_es.report` finds it.
REPORT: Final = SfbReport()
