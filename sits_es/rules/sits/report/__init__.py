"""What SITS says of its events and boards, before anybody draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from sits_es.report import Report, Stage

if TYPE_CHECKING:
    from sits_es.dice import DiceRolled
    from sits_es.events import Event
    from sits_es.report.blocks import Block
    from sits_es.report.glance import Glance, Measure
    from sits_es.report.graphs import Measured, Tally
    from sits_es.report.luck import Luck
    from sits_es.report.scenes import AvidScene, MapScene
    from sits_es.report.working import Context, Working
    from sits_es.rules.sits.orders.forms import Order
    from sits_es.rules.sits.state import Board

__all__ = ["REPORT", "SitsReport"]


class SitsReport(Report):
    """The report of SITS. Each part is imported when it is first asked for: no verb needs them all."""

    about_luck: ClassVar[str] = "Layers of defence and sidewalls are rolled by the defender."
    around_named: ClassVar[str] = "AVID"
    shots: ClassVar[frozenset[str]] = frozenset(
        {"sits.BeamFired", "sits.LanceFired", "sits.SalvoLaunched", "sits.AttackArrived"}
    )
    losses: ClassVar[frozenset[str]] = frozenset({"sits.BoxDestroyed", "sits.WallDisabled", "sits.ShipDestroyed"})

    def standing(self, board: Board) -> Mapping[str, Any]:
        """Points so far, the scenario's terms, ships out of order and open hands."""
        from sits_es.rules.sits.report.board import standing

        return standing(board)

    def board(self, board: Board, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        """Map, ships, bearings and panels; in detail every ship's AVID too."""
        from sits_es.rules.sits.report.overview import board_view

        return board_view(board, player=player, avids=detail)

    def scene(self, board: Board) -> MapScene:
        """The map."""
        from sits_es.rules.sits.report.scenes import map_of

        return map_of(board)

    def glance(self, stages: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
        """Points, hulls, tubes and decoys, the map, every ship in a few words, and what happened."""
        from sits_es.rules.sits.report.glance import glance

        del tell
        return glance(stages, board)

    def unit(self, board: Board, name: str) -> Iterable[Block] | None:
        """A ship's panel, and its AVID while it is in the game."""
        from sits_es.rules.sits.report.overview import ship_in_full

        return ship_in_full(board, board.ships[name]) if name in board.ships else None

    def units(self, board: Board) -> Sequence[str]:
        """Every ship, those out of the game too."""
        return sorted(board.ships)

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Event]]) -> MapScene | None:
        """The map after the last segment that is ordered, if everybody else drifts."""
        from sits_es.rules.sits.orders.forecast import led_to

        del player
        found = led_to(board, cast("Mapping[int, Sequence[Order]]", orders))
        return None if found is None else self.scene(found)

    def around(self, board: Board, name: str) -> AvidScene | None:
        """A ship's AVID."""
        from sits_es.rules.sits.report.scenes import avid_of

        ship = board.ships.get(name)
        return None if ship is None or ship.destroyed is not None else avid_of(ship, board)

    def overview(self, board: Board) -> Iterable[Block]:
        """The map and the ships."""
        from sits_es.rules.sits.report.overview import overview

        return overview(board)

    def exchange(self, stage: Stage, tell: Callable[[Event], str]) -> Iterable[Block]:
        """A segment or a turn break, with all that the rules ask a report to show."""
        from sits_es.rules.sits.report.segment_report import segment_report

        del tell
        return segment_report(stage)

    def turn(self, stages: Sequence[Stage], tell: Callable[[Event], str]) -> Iterable[Block]:
        """What happened in short lines, then tables, and the map."""
        from sits_es.rules.sits.report.turn_report import turn_report

        del tell
        return turn_report(stages)

    def faces(self, rolled: DiceRolled) -> str:
        """Faces as thrown; of three the key pair stands before the bar."""
        from sits_es.rules.sits.report.facts import faces_of

        return faces_of(rolled)

    def came_to(self, fact: Event) -> str:
        """What a variance, a hit's row, a repair or a draw came to."""
        from sits_es.rules.sits.report.thrown import came_to

        return came_to(fact)

    def steps(self, facts: Sequence[Event], tell: Callable[[Event], str | None]) -> Iterable[Block]:
        """Facts under the steps of the printed procedure."""
        from sits_es.rules.sits.report.steps import step_view

        return step_view(facts, tell)

    def explain(self, context: Context) -> Working:
        """One event as it would be redone on paper."""
        from sits_es.rules.sits.report.explain import explain

        return explain(context)

    def luck(self, events: Iterable[Event], board: Board) -> Sequence[Luck]:
        """What each player's dice came to, by kind of roll, read on the game's own kill chart if it has one."""
        from sits_es.rules.sits.report.luck import luck

        return luck(events, board.tables.kill_chart)

    def measures(self, board: Board) -> Sequence[Measure]:
        """Points, where the scenario gives any, then what each side has left."""
        from sits_es.rules.sits.report.glance import measures

        return tuple(measures(board))

    def tallies(self, board: Board) -> Sequence[Tally]:
        """Hull boxes lost by ship, and points by side where the scenario gives some."""
        from sits_es.rules.sits.report.tallies import tallies

        return tallies(board)

    def apart(self, board: Board, one: str, other: str) -> Measured | None:
        """The range in hexes, as the range chart has it; of ships that are out none."""
        from sits_es.rules.sits.report.tallies import apart

        return apart(board, one, other)

    def differences(self, one: Board, other: Board) -> Sequence[tuple[str, str, str, str]]:
        """What differs between two boards, ship by ship."""
        from sits_es.rules.sits.report.board import differences

        return differences(one, other)

    def to_try(self, game: str) -> Sequence[tuple[str, str]]:
        """What the bundled duel is good for."""
        return (
            (f"sits show {game} --at 1.4", "the board as it stood"),
            (f"sits replay {game} --from 2.3 --to 2.3", "one segment in full"),
            (f"sits replay {game} --from 1.3 --to 1.5 --step", "event by event"),
            (f"sits fork {game} --at 1.3 --name what-if", "same dice, other orders"),
            (f"sits audit {game} --search salvo", "search the record"),
            ("sits new duel --name ours", "a game of your own"),
        )


#: The report, as `sits_es.report` finds it.
REPORT: Final = SitsReport()
