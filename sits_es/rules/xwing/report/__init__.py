"""What X-Wing says of its events and boards, before anybody draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from sits_es.report import Report, Stage

if TYPE_CHECKING:
    from sits_es.events import Event
    from sits_es.report.blocks import Block
    from sits_es.report.glance import Glance, Measure
    from sits_es.report.graphs import Measured, Tally
    from sits_es.report.scenes import ShapeScene
    from sits_es.report.working import Context, Working
    from sits_es.rules.xwing.state import Board

__all__ = ["REPORT", "XwingReport"]


class XwingReport(Report):
    """The report of X-Wing. Each part is imported when it is first asked for; nobody rolls, so nobody has luck."""

    around_named: ClassVar[str] = "Firing arcs"
    turn_named: ClassVar[str] = "round"
    shots: ClassVar[frozenset[str]] = frozenset({"xwing.AttackDeclared"})
    losses: ClassVar[frozenset[str]] = frozenset(
        {"xwing.DamageEntered", "xwing.CriticalEntered", "xwing.ShipLost", "xwing.ShipRemoved"}
    )

    def standing(self, board: Board) -> Mapping[str, Any]:
        """Ships and attacks: places and facings as decimals in text, so that they stay exact."""
        from sits_es.rules.xwing.report.standing import standing

        return standing(board)

    def board(self, board: Board, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        """The picture, ships, who is in whose firing arcs, who stands how to whom, attacks; in detail weapons too."""
        from sits_es.rules.xwing.report.board import board_view

        return board_view(board, player=player, detail=detail)

    def scene(self, board: Board) -> ShapeScene:
        """Every ship on the table with its firing arcs."""
        from sits_es.rules.xwing.report.scenes import scene

        return scene(board)

    def glance(self, stages: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
        """Who has what left, the picture, every ship in a few words, and what happened."""
        from sits_es.rules.xwing.report.glance import glance

        return glance(stages, board, tell)

    def unit(self, board: Board, name: str) -> Iterable[Block] | None:
        """One ship: how it is, and how it stands to its enemies."""
        from sits_es.rules.xwing.report.board import ship_in_full

        return ship_in_full(board, name) if name in board.ships else None

    def units(self, board: Board) -> Sequence[str]:
        """Every ship, those out of the game too."""
        return sorted(board.ships)

    def around(self, board: Board, name: str) -> ShapeScene | None:
        """The table with the firing arcs of one ship."""
        from sits_es.rules.xwing.report.scenes import around

        return around(board, name)

    def overview(self, board: Board) -> Iterable[Block]:
        """The table and the ships."""
        from sits_es.rules.xwing.report.board import overview

        return overview(board)

    def exchange(self, stage: Stage, tell: Callable[[Event], str]) -> Iterable[Block]:
        """One entry, each attack with its proof and its picture."""
        from sits_es.rules.xwing.report.rounds import entry_report

        return entry_report(stage, tell)

    def turn(self, stages: Sequence[Stage], tell: Callable[[Event], str]) -> Iterable[Block]:
        """Several entries in short, then the picture."""
        from sits_es.rules.xwing.report.rounds import round_report

        return round_report(stages, tell)

    def explain(self, context: Context) -> Working:
        """One event as it would be measured again at the table."""
        from sits_es.rules.xwing.report.explain import explain

        return explain(context)

    def measures(self, board: Board) -> Sequence[Measure]:
        """Ships, hull and shields left, by side."""
        from sits_es.rules.xwing.report.glance import measures

        return tuple(measures(board))

    def tallies(self, board: Board) -> Sequence[Tally]:
        """Shields and hull lost by ship."""
        from sits_es.rules.xwing.report.tallies import tallies

        return tallies(board)

    def apart(self, board: Board, one: str, other: str) -> Measured | None:
        """The distance of the bases in mm; of ships that are not on the table none."""
        from sits_es.rules.xwing.report.tallies import apart

        return apart(board, one, other)

    def differences(self, one: Board, other: Board) -> Sequence[tuple[str, str, str, str]]:
        """What differs between two boards, ship by ship, then attack by attack."""
        from sits_es.rules.xwing.report.standing import differences

        return differences(one, other)

    def to_try(self, game: str) -> Sequence[tuple[str, str]]:
        """What a game of recorded facts is good for."""
        return (
            (f"sits show {game}", "the table as it stands"),
            (f"sits show {game} --svg table.svg", "a picture with firing arcs"),
            (f"sits audit {game} --search attack", "attacks, dispute and ruling"),
            (f"sits explain {game} 26", "the first attack's arcs"),
            (f"sits fork {game} --at 1.3 --name what-if", "another attack instead"),
        )


#: The report, as `sits_es.report` finds it.
REPORT: Final = XwingReport()
