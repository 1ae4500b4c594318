"""A game reviewed: what each player could have done better, and what the dice did, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct, structs

from sits_es.errors import NotNowError
from sits_es.game.exchanges import Exchange
from sits_es.game.verify import orders_by_player
from sits_es.odds.outlook import OrdersByStep, Outlook
from sits_es.odds.review import Better, TurnLuck, better, luck
from sits_es.odds.trials import Played
from sits_es.orders.names import known_as
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Picture, ReportLine, TextTable, strong
from sits_es.report.graphs import SpreadScene, signed, tenths
from sits_es.rules.moments import Moment
from sits_es.rules.system import System
from sits_es.sentences import listed, shell
from sits_es.service.bot import file_of, require_plans
from sits_es.service.forks import fork_game
from sits_es.service.odds import measured
from sits_es.service.play import play
from sits_es.service.progress import Progress, silent
from sits_es.service.replay import PlayedExchange, exchanges_between, play_back
from sits_es.service.session import OpenGame

#: Plays of the same orders on other dice.
PLAYS: Final = 100


class Decision(Struct, frozen=True, kw_only=True):
    """What a player ordered in a turn, or in one exchange where nothing is ordered ahead. at: the first; label: of it.

    found: a better plan, or None; luck: what the dice did.
    """

    at: Moment
    label: str
    player: str
    found: Better | None
    luck: TurnLuck

    @property
    def told(self) -> str:
        """The better plan and its gain, or that there is none."""
        if self.found is None:
            return f"{self.label} {self.player}: no plan was clearly better"
        gain = f"+{tenths(self.found.gain)}, give or take {tenths(2 * self.found.error)}"
        return f"{self.label} {self.player}: {self.found.plan.name}: {gain}"


class Review(Struct, frozen=True, kw_only=True):
    """A game reviewed. measures: what points are the mean of; spreads: what the dice could have done, turn by turn."""

    name: str
    measures: tuple[str, ...]
    decisions: tuple[Decision, ...]
    spreads: tuple[SpreadScene, ...]

    @property
    def better(self) -> list[Decision]:
        """The decisions for which there was a better plan."""
        return [each for each in self.decisions if each.found is not None]

    def fork(self, decision: Decision) -> str:
        """The command that plays a better plan."""
        fork = shell(f"{self.name}-{decision.player}-{decision.label}".replace(".", "-"))
        return f"sits review {shell(self.name)} --as {shell(decision.player)} --at {decision.label} --fork {fork}"

    def blocks(self, *, offered: bool = True) -> Iterator[Block]:
        """For people: choices, then luck. offered: with the command that plays the first better plan."""
        yield strong(
            f"{self.name}: what could have been better, in points (the mean of {listed(self.measures)})", hang=0
        )
        for each in self.decisions:
            yield ReportLine(each.told, hang=4)
        if offered and self.better:
            yield ReportLine(f"Play a better plan on the same dice: {self.fork(self.better[0])}")
        yield BLANK
        yield strong(
            "What the dice did: each side's lead at the end, and its average for the same orders on other dice", hang=0
        )
        rows = [
            (each.label, each.player, tenths(each.luck.came), tenths(each.luck.mean), signed(each.luck.luck))
            for each in self.decisions
        ]
        yield TextTable(("", "", "came to", "on average", "luck"), rows, frozenset({2, 3, 4}), indent=2)

    def with_spreads(self) -> Iterator[Block]:
        """The same, and pictures of what the dice could have done, for a page or a report."""
        yield from self.blocks()
        for each in self.spreads:
            yield from (BLANK, Picture(each))

    def as_json(self) -> dict[str, Any]:
        """For programs; numbers to a tenth, as text."""
        return {
            "name": self.name,
            "measures": list(self.measures),
            "decisions": [_json(each) for each in self.decisions],
        }


def _json(decision: Decision) -> dict[str, Any]:
    found = decision.found
    return {
        "at": decision.label,
        "player": decision.player,
        "better": {}
        if found is None
        else {"plan": found.plan.name, "gain": tenths(found.gain), "error": tenths(found.error)},
        "came_to": tenths(decision.luck.came),
        "on_average": tenths(decision.luck.mean),
        "luck": tenths(decision.luck.luck),
    }


def review(
    opened: OpenGame,
    player: str | None = None,
    at: str | None = None,
    told: Progress = silent,
    exchanges: Sequence[Exchange] | None = None,
) -> Review:
    """Review the turns that were played, of one player or all. at: a moment, for the turn that it is in.

    exchanges: those that are reviewed, by default all; told: how far it has come. Raises NotAllowedError for an unknown
    player and for a rule system without plans, NotNowError if nothing has been played.
    """
    fold = opened.fold()
    game, rules = fold.game, fold.system
    require_plans(rules, "so there is nothing to compare a game with")
    if player is not None:
        player = known_as("player", player, game.players)
    sides = game.sides
    wanted = rules.read_moment(at) if at is not None else None
    decisions, spreads = list[Decision](), list[SpreadScene]()
    turns = _turns(opened, rules, exchanges)
    runs = [run for run in turns if wanted is None or run[0].moment <= wanted <= run[-1].moment]
    for done, run in enumerate(runs):
        told(done, len(runs))
        asked = _asked(rules, run, sides, opened.stream)
        label = rules.label(run[0].moment)
        every = [asked.played(number) for number in range(PLAYS)]
        for each in sides if player is None else (player,):
            if rules.language.stepless and not asked.orders[each]:
                continue
            before, after = (asked.worth_of(board, each) for board in (run[0].before, run[-1].after))
            decisions.append(
                Decision(
                    at=run[0].moment,
                    label=label,
                    player=each,
                    found=better(structs.replace(asked, until=Moment(run[0].moment.turn, rules.most_steps)), each),
                    luck=luck(asked, each, after, before, every),
                )
            )
        spreads += _spread(asked, every, run[-1].after, f"{label}: the same orders on other dice")
    if not decisions:
        raise NotNowError(f"{opened.called}: nothing that was played there can be reviewed.")
    return Review(
        name=opened.called,
        measures=asked.measures,
        decisions=tuple(decisions),
        spreads=tuple(spreads),
    )


def _spread(asked: Outlook, every: Sequence[Played], after: Any, title: str) -> Iterator[SpreadScene]:
    """What plays of a turn come to beside what it came to, where the dice had a say in it."""
    came = {
        (each.name, side): number for each in report_of(asked.rules.name).measures(after) for side, number in each.sides
    }
    bars = [structs.replace(bar, came=came.get((bar.what, bar.whose))) for bar in measured(asked, every)]
    if bars := [bar for bar in bars if {bar.spread.low, bar.spread.high} != {bar.came}]:
        yield SpreadScene(title=title, bars=tuple(bars))


def _turns(
    opened: OpenGame, rules: System, exchanges: Sequence[Exchange] | None = None
) -> Iterator[list[PlayedExchange]]:
    """The exchanges played, by the turn that is ordered ahead; each alone where nothing is."""
    listed = exchanges_between(opened) if exchanges is None else exchanges
    every = play_back(opened, [each for each in listed if not each.recorded])
    if rules.language.stepless:
        yield from ([each] for each in every)
    else:
        for _, run in groupby(every, key=lambda each: each.moment.turn):
            yield list(run)


def _asked(rules: System, run: Sequence[PlayedExchange], sides: dict[str, str], name: str) -> Outlook:
    """The turn, with what everybody ordered in it."""
    orders: dict[str, dict[int, Any]] = {player: {} for player in sides}
    for each in run:
        given = orders_by_player(each.facts, rules.order_types)
        owed = rules.owed(each.before, tuple(sides))
        for player in given if owed is not None else ():
            if player in orders and owed is not None and player in owed.orders_by:
                orders[player] |= dict.fromkeys(owed.steps, ()) | {owed.steps[0]: tuple(given[player])}
    given_by: dict[str, OrdersByStep] = dict(orders)
    return Outlook(
        rules=rules,
        board=run[0].before,
        sides=sides,
        orders=given_by,
        until=run[-1].moment,
        seed=f"{name} {rules.label(run[0].moment)} reviewed",
    )


def play_better(opened: OpenGame, decision: Decision, name: str) -> OpenGame:
    """A what-if in which a player follows the better plan and everybody else does what they did, on the same dice.

    Raises NotNowError if no plan was better, NotAllowedError for a name that is taken.
    """
    if decision.found is None:
        raise NotNowError(f"{decision.label} {decision.player}: no plan was better, so there is nothing to fork.")
    upto = next(run[-1].moment for run in _turns(opened, opened.rules) if run[0].moment == decision.at)
    fold, _ = fork_game(opened, decision.label, name)
    file = file_of(fold, name, decision.player, decision.found.plan)
    while True:
        child = opened.session.open_game(name)
        game = child.fold().game
        if game.ended is not None or game.moment > upto:
            return child
        # a stop of somebody's ends a run; the same orders go on after it
        for _ in play(child, [file], upto):
            pass
