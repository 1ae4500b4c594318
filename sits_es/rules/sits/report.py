"""What SITS says of its events and boards: which part of it stands where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from sits_es.report import Report, Stage
from sits_es.rules.parts import Part
from sits_es.rules.told import MarksOfFacts

if TYPE_CHECKING:
    from sits_es.events import Event
    from sits_es.report.blocks import Block
    from sits_es.report.glance import Glance
    from sits_es.report.luck import Luck
    from sits_es.report.scenes import AvidScene, MapScene
    from sits_es.rules.sits.board import Board
    from sits_es.rules.sits.fact import Order


class SitsReport(MarksOfFacts, Report["Board"]):
    """The report of SITS."""

    about_luck: ClassVar[str] = "Layers of defence and sidewalls are rolled by the defender."
    around_named: ClassVar[str] = "AVID"

    standing = Part("views.board:standing")
    board = Part("views.overview:board_view")
    scene = Part("views.scenes:map_of")
    overview = Part("views.overview:overview")
    faces = Part("views.facts:faces_of")
    steps = Part("views.steps:step_view")
    explain = Part("views.explain:explain")
    measures = Part("views.glance:measures")
    tallies = Part("views.tallies:tallies")
    apart = Part("views.tallies:apart")
    differences = Part("views.board:differences")

    def glance(self, stages: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
        """Points, hulls, tubes and decoys, the map, every ship in a few words, and what happened."""
        from sits_es.rules.sits.views.glance import glance

        del tell
        return glance(stages, board)

    def unit(self, board: Board, name: str) -> Iterable[Block] | None:
        """A ship's panel, and its AVID while it is in the game."""
        from sits_es.rules.sits.views.overview import ship_in_full

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
        from sits_es.rules.sits.views.scenes import avid_of

        ship = board.ships.get(name)
        return None if ship is None or ship.destroyed is not None else avid_of(ship, board)

    def exchange(self, stage: Stage, tell: Callable[[Event], str]) -> Iterable[Block]:
        """A segment or a turn break, with all that the rules ask a report to show."""
        from sits_es.rules.sits.views.segment_report import segment_report

        del tell
        return segment_report(stage)

    def turn(self, stages: Sequence[Stage], tell: Callable[[Event], str]) -> Iterable[Block]:
        """What happened in short lines, then tables, and the map."""
        from sits_es.rules.sits.views.turn_report import turn_report

        del tell
        return turn_report(stages)

    def luck(self, events: Iterable[Event], board: Board) -> Sequence[Luck]:
        """What each player's dice came to, by kind of roll, read on the game's own kill chart if it has one."""
        from sits_es.rules.sits.views.luck import luck

        return luck(events, board.tables.kill_chart)

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
