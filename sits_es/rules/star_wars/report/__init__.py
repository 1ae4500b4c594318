"""What Star Wars hex combat says of its events and boards, before anybody draws it."""

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
    from sits_es.report.scenes import MapScene
    from sits_es.report.working import Context, Working
    from sits_es.rules.star_wars.orders.forms import OfStarship
    from sits_es.rules.star_wars.state import Board

__all__ = ["REPORT", "StarWarsReport"]


class StarWarsReport(Report):
    """The report of Star Wars hex combat. Each part is imported when it is first asked for: no verb needs them all."""

    about_luck: ClassVar[str] = (
        "Narrative dice by what they were thrown for: successes less failures, and advantage less threat, against what "
        "the same dice come to on average. Rolls are dice; the hundred-sided ones of critical hits are left out."
    )
    around_named: ClassVar[str] = "Near by"
    turn_named: ClassVar[str] = "round"
    shots: ClassVar[frozenset[str]] = frozenset({"starwars.AttackDeclared", "starwars.AttackAimed"})
    losses: ClassVar[frozenset[str]] = frozenset(
        {
            "starwars.TraumaSuffered",
            "starwars.StrainSuffered",
            "starwars.CriticalSuffered",
            "starwars.StarshipLost",
            "starwars.StarshipShutDown",
        }
    )

    def standing(self, board: Board) -> Mapping[str, Any]:
        """Where every starship is and how it fares, the terrain, whose slot it is."""
        from sits_es.rules.star_wars.report.standing import standing

        return standing(board)

    def board(self, board: Board, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        """The round and what is awaited, the map, starships, who has whom in which arc, terrain."""
        from sits_es.rules.star_wars.report.board import board_view

        return board_view(board, player=player, detail=detail)

    def scene(self, board: Board) -> MapScene:
        """The map with every starship's facing and with the terrain."""
        from sits_es.rules.star_wars.report.scenes import map_of

        return map_of(board)

    def glance(self, stages: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
        """Who has what left, the picture, every starship in a few words, and what happened."""
        from sits_es.rules.star_wars.report.glance import glance

        del tell
        return glance(stages, board)

    def unit(self, board: Board, name: str) -> Iterable[Block] | None:
        """One starship: how it is, and how it stands to its enemies."""
        from sits_es.rules.star_wars.report.board import starship_in_full

        return starship_in_full(board, name) if name in board.starships else None

    def units(self, board: Board) -> Sequence[str]:
        """Every starship, those out of the game too."""
        return sorted(board.starships)

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Event]]) -> MapScene | None:
        """The map after the orders of the slot at hand."""
        from sits_es.rules.star_wars.orders.forecast import led_to

        found = led_to(board, player, cast("Mapping[int, Sequence[OfStarship]]", orders))
        return None if found is None else self.scene(found)

    def around(self, board: Board, name: str) -> MapScene | None:
        """The hexes round a starship."""
        from sits_es.rules.star_wars.report.scenes import around

        return around(board, name)

    def overview(self, board: Board) -> Iterable[Block]:
        """The map and the starships."""
        from sits_es.rules.star_wars.report.board import overview

        return overview(board)

    def exchange(self, stage: Stage, tell: Callable[[Event], str]) -> Iterable[Block]:
        """A stage of a slot: the flight step by step, rolls die by die, what came of them."""
        from sits_es.rules.star_wars.report.slot_report import slot_report

        del tell
        return slot_report(stage)

    def turn(self, stages: Sequence[Stage], tell: Callable[[Event], str]) -> Iterable[Block]:
        """Each slot in short, then the map."""
        from sits_es.rules.star_wars.report.rounds import round_report

        del tell
        return round_report(stages)

    def steps(self, facts: Sequence[Event], tell: Callable[[Event], str | None]) -> Iterable[Block]:
        """Facts under what they belong to: set-up, orders, what happens."""
        from sits_es.rules.star_wars.report.steps import step_view

        return step_view(facts, tell)

    def came_to(self, fact: Event) -> str:
        """What a check or a critical hit came to, and what was needed."""
        from sits_es.rules.star_wars.report.rolls import decided

        return decided(fact)

    def explain(self, context: Context) -> Working:
        """One event as it would be redone on paper."""
        from sits_es.rules.star_wars.report.explain import explain

        return explain(context)

    def luck(self, events: Iterable[Event], board: Board) -> Sequence[Luck]:
        """What each player's narrative dice came to, by what they were thrown for."""
        from sits_es.rules.star_wars.report.luck import luck

        del board
        return luck(events)

    def measures(self, board: Board) -> Sequence[Measure]:
        """Starships and hull left, by side."""
        from sits_es.rules.star_wars.report.glance import measures

        return tuple(measures(board))

    def tallies(self, board: Board) -> Sequence[Tally]:
        """Hull trauma and system strain by starship."""
        from sits_es.rules.star_wars.report.tallies import tallies

        return tallies(board)

    def apart(self, board: Board, one: str, other: str) -> Measured | None:
        """The range in hexes; of starships that are lost none."""
        from sits_es.rules.star_wars.report.tallies import apart

        return apart(board, one, other)

    def differences(self, one: Board, other: Board) -> Sequence[tuple[str, str, str, str]]:
        """What differs between two boards, starship by starship, then what concerns all of them."""
        from sits_es.rules.star_wars.report.standing import differences

        return differences(one, other)

    def to_try(self, game: str) -> Sequence[tuple[str, str]]:
        """What a game of slots is good for."""
        return (
            (f"sits show {game}", "map, starships and arcs"),
            (f"sits show {game} --at 1.2", "the board as it stood"),
            (f"sits replay {game} --from 1.1 --to 1.1", "one slot in full, die by die"),
            (f"sits replay {game} --from 1.1 --to 1.3 --step", "event by event"),
            (f"sits luck {game}", "the dice and their averages"),
            (f"sits audit {game} --search check", "search the record"),
        )


#: The report, as `sits_es.report` finds it.
REPORT: Final = StarWarsReport()
