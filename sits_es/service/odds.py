"""The odds of order files: how things stand at the end of the turn over many plays, and what fails in most of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.dice import DiceRolled
from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.game.fold import Fold
from sits_es.game.play import must_go_on
from sits_es.odds.choose import choose
from sits_es.odds.outlook import OrdersByStep, Outlook
from sits_es.odds.spread import Paired, mean_and_error
from sits_es.odds.trials import Played
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Picture, ReportLine, TextTable, strong
from sits_es.report.graphs import Spread, SpreadBar, SpreadScene, signed, tenths
from sits_es.rules.moments import Moment
from sits_es.rules.system import Plan, System
from sits_es.sentences import listed, shell
from sits_es.service.orders import OrderFile, nothing_owed, played_lines, read_order_file
from sits_es.service.progress import Progress, counter, silent
from sits_es.service.session import OpenGame

#: The enemy's plans that are shown: those that are worst for whoever asks.
ANSWERS: Final = 5
#: Plays in all for choosing them.
CHOOSING: Final = 250


class Failure(Struct, frozen=True, kw_only=True):
    """An order of the file that fails. plays: in how many; told: the reason given most often, as a sentence."""

    plays: int
    label: str
    told: str


class Prospect(Struct, frozen=True, kw_only=True):
    """What one file leads to. source: its name; worth: of each play for its side; stopped: plays that a stop ended."""

    source: str
    counts: tuple[SpreadBar, ...]
    failures: tuple[Failure, ...]
    worth: tuple[Fraction, ...]
    stopped: int


class EnemyPlan(Struct, frozen=True, kw_only=True):
    """An enemy plan. means: what each measure comes to on average, by side; worth: for the side of the file."""

    player: str
    plan: str
    means: tuple[SpreadBar, ...]
    worth: Fraction


class Odds(Struct, frozen=True, kw_only=True):
    """The answer. first, last: labels of the exchanges played; against: the others' files; rest: whoever has none.

    measures: what points are the mean of; prospects: of one file, or of two that are compared; answers: the enemy's
    usual plan, then the best against it.
    """

    name: str
    first: str
    last: str
    plays: int
    against: tuple[str, ...]
    rest: str
    measures: tuple[str, ...]
    prospects: tuple[Prospect, ...]
    paired: Paired | None = None
    answers: tuple[EnemyPlan, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """For people, on one screen."""
        told = ["", *(f"against {each}" for each in self.against), *([self.rest] if self.rest else [])]
        span = self.first if self.first == self.last else f"{self.first} to {self.last}"
        yield strong(f"{self.name} {span}, {self.plays} plays{', '.join(told)}", hang=0)
        for each in self.prospects:
            yield BLANK
            if len(self.prospects) > 1:
                yield ReportLine(each.source, hang=0)
            scene = SpreadScene(title="", bars=each.counts)
            yield Picture(scene, 2) if each.counts else ReportLine("No dice are thrown in this turn.", 2)
            yield from _failures(each, self.plays)
        if self.paired is not None:
            yield BLANK
            yield ReportLine(_compared(self, self.paired), hang=0)
        if self.answers:
            yield BLANK
            yield from _answers(self.answers)

    def as_json(self) -> dict[str, Any]:
        """For programs; numbers to a tenth, as text."""
        return {
            "name": self.name,
            "first": self.first,
            "last": self.last,
            "plays": self.plays,
            "against": list(self.against),
            "rest": self.rest,
            "measures": list(self.measures),
            "files": [
                {
                    "file": each.source,
                    "counts": [_count(count) for count in each.counts],
                    "failures": [{"plays": one.plays, "moment": one.label, "told": one.told} for one in each.failures],
                    "stopped": each.stopped,
                }
                for each in self.prospects
            ],
            "second_file": {} if self.paired is None else _paired(self.paired),
            "answers": [
                {
                    "player": each.player,
                    "plan": each.plan,
                    "means": [
                        {"what": one.what, "whose": one.whose, "mean": tenths(one.spread.mean)} for one in each.means
                    ],
                }
                for each in self.answers
            ],
        }


def _failures(prospect: Prospect, plays: int) -> Iterator[Block]:
    for each in prospect.failures:
        yield ReportLine(f"{each.label}: {each.told} In {each.plays} of {plays} plays.", 2, 4)
    if prospect.stopped:
        stops = (
            f"Your stop orders ended {prospect.stopped} of {plays} plays early; those plays are scored as they stood."
        )
        yield ReportLine(stops, 2, 4)


def _compared(found: Odds, paired: Paired) -> str:
    return (
        f"On the same dice, {found.prospects[1].source} is better in {paired.better} of {found.plays} plays, level in "
        f"{paired.level} and worse in {paired.worse}. The average difference is {signed(paired.mean)}, give or take "
        f"{tenths(2 * paired.error)} (the mean of {listed(found.measures)})."
    )


def _answers(answers: Sequence[EnemyPlan]) -> Iterator[Block]:
    """A row for each, with what each side has left on average. A measure that one of them lacks is 0 there."""
    whose = list(dict.fromkeys(count.whose for each in answers for count in each.means))
    whats = list(dict.fromkeys(count.what for each in answers for count in each.means))
    rows = []
    for each in answers:
        means = {(count.what, count.whose): count.spread.mean for count in each.means}
        told = (":".join(tenths(means.get((what, who), Fraction())) for who in whose) for what in whats)
        rows.append((each.plan, *told))
    planners = listed({each.player: 0 for each in answers})
    yield ReportLine(f"Averages ({':'.join(whose)}) for each of {planners}'s plans:")
    yield TextTable(("", *whats), rows, frozenset(range(1, len(whats) + 1)), indent=2)


def _count(count: SpreadBar) -> dict[str, Any]:
    spread = count.spread
    numbers = {"low": spread.low, "middle": spread.middle, "high": spread.high, "mean": spread.mean}
    return {"what": count.what, "whose": count.whose, **{name: tenths(each) for name, each in numbers.items()}}


def _paired(paired: Paired) -> dict[str, Any]:
    return {
        "better": paired.better,
        "level": paired.level,
        "worse": paired.worse,
        "mean": tenths(paired.mean),
        "error": tenths(paired.error),
    }


class Inquiry(Struct, frozen=True, kw_only=True):
    """What is asked of one file, or of two of one player. outlooks: with the orders of each, behind its source.

    unordered: the players without a file; all else: as of `Odds`.
    """

    name: str
    player: str
    first: str
    last: str
    outlooks: tuple[tuple[str, Outlook], ...]
    against: tuple[str, ...]
    unordered: tuple[str, ...]

    def answer(self, every: Sequence[Sequence[Played]]) -> Odds:
        """What plays of each outlook come to, without the enemies' plans. every: as many of each."""
        _, outlook = self.outlooks[0]
        found = tuple(
            _prospect(source, asked, self.player, played)
            for (source, asked), played in zip(self.outlooks, every, strict=True)
        )
        return Odds(
            name=self.name,
            first=self.first,
            last=self.last,
            plays=len(every[0]),
            measures=outlook.measures,
            against=self.against,
            rest=_in_words(self.unordered, outlook.rules),
            prospects=found,
            paired=Paired.of(found[1].worth, found[0].worth) if found[1:] and found[0].worth else None,
        )


def odds(
    opened: OpenGame,
    files: Sequence[tuple[str, str]],
    against: Sequence[tuple[str, str]],
    plays: int,
    seed: str = "",
    told: Progress = silent,
) -> Odds:
    """The odds of one file, or of two of one player, with the enemies' plans against one. Raises as `inquiry`.

    told: how many plays are done; how many there will be is known to nobody.
    """
    asked, seen = inquiry(opened, files, against, seed), counter(0, told)
    found = asked.answer([_played(outlook, plays, seen) for _, outlook in asked.outlooks])
    (_, outlook), *second = asked.outlooks
    if second:
        return found
    enemies = {
        each: plans
        for each in asked.unordered
        if outlook.sides[each] != outlook.sides[asked.player] and (plans := [*outlook.rules.plans(outlook.board, each)])
    }
    return replace(found, answers=tuple(_answers_to(outlook, asked.player, enemies, plays, seen)))


def inquiry(
    opened: OpenGame,
    files: Sequence[tuple[str, str]],
    against: Sequence[tuple[str, str]] = (),
    seed: str = "",
) -> Inquiry:
    """What is asked with one file, or two of one player: to the end of the turn.

    files, against: source and text; against: of other players, the rest follow their usual plans. seed: for other dice.
    Raises UnreadableError with every fault of all files, NotNowError when the game is over or the player owes nothing,
    NotAllowedError for files that don't go together, or where people enter all that happens.
    """
    fold = opened.fold()
    game, rules = fold.game, fold.system
    must_go_on(game)
    if not rules.has_plans and report_of(rules.name).luck((), game.board) is None:
        raise NotAllowedError(f"{rules.title}: players throw the dice and enter the results, so there are no odds.")
    own, others = _read(opened, fold, files, against)
    player, sides = own[0].player, game.sides
    given = {each.player: _ordered(fold, each) for each in others}
    label, turn = rules.label(game.moment), game.moment.turn
    until, dice = Moment(turn, rules.most_steps), f"{game.root} {label} {seed}".strip()
    outlooks = tuple(
        (
            each.source,
            Outlook.of(rules, game.board, sides, {**given, player: _ordered(fold, each)}, until, dice),
        )
        for each in own
    )
    return Inquiry(
        name=opened.called,
        player=player,
        first=label,
        last=f"the end of {report_of(rules.name).turn_named} {turn}",
        outlooks=outlooks,
        against=tuple(each.source for each in others),
        unordered=tuple(each for each in sides if each not in given and each != player),
    )


def _read(
    opened: OpenGame, fold: Fold, files: Sequence[tuple[str, str]], against: Sequence[tuple[str, str]]
) -> tuple[list[OrderFile], list[OrderFile]]:
    """Both kinds of files, read and checked. Raises UnreadableError and NotAllowedError with everything at once."""
    read, problems, played = list[OrderFile](), list[str](), played_lines(opened)
    for source, text in (*files, *against):
        try:
            read.append(read_order_file(fold, source, text, played=played))
        except GameError as fault:
            problems += fault.problems
    if problems:
        raise UnreadableError(problems)
    own, others = read[: len(files)], read[len(files) :]
    player = own[0].player
    for each in own[1:]:
        if each.player != player:
            problems.append(
                f"{each.source} is {each.player}'s, and {own[0].source} is {player}'s. Give the others' orders with "
                f"--against {shell(each.source)}."
            )
    seen = {player: own[0].source}
    for each in others:
        if each.player in seen:
            problems.append(f"{each.source}: {each.player}'s orders are already in {seen[each.player]}.")
        seen[each.player] = each.source
    if problems:
        raise NotAllowedError(problems)
    owes = {each for owed in fold.game.upcoming for each in owed.orders_by}
    if player not in owes:
        raise NotNowError(" ".join(nothing_owed(fold, player)) or f"{player} owes no orders now.")
    return own, others


def _ordered(fold: Fold, file: OrderFile) -> OrdersByStep:
    """What a file orders in each exchange of the turn that its player can order, those without a line too."""
    upcoming = [owed for owed in fold.game.upcoming if owed.moment.turn == file.sheet.turn]
    return file.sheet.by_step(owed.steps for owed in upcoming if file.player in owed.orders_by)


def _in_words(rest: Sequence[str], rules: System) -> str:
    """How those without a file come by their orders; empty if everybody has one."""
    return f"{listed(rest)} {'as usual' if rules.has_plans else 'without orders'}" if rest else ""


def _prospect(source: str, asked: Outlook, player: str, every: Sequence[Played]) -> Prospect:
    measures = asked.rules.has_plans
    return Prospect(
        source=source,
        counts=tuple(measured(asked, every) if measures else _rolled(asked, every)),
        failures=tuple(_failing(asked, player, every)),
        worth=tuple(asked.worth_of(each.board, player) for each in every) if measures else (),
        stopped=sum(each.stopped for each in every),
    )


def measured(asked: Outlook, every: Sequence[Played]) -> Iterator[SpreadBar]:
    """What each side has of each of the system's measures; one of which nobody ever has any is left out."""
    found: dict[str, dict[str, list[int]]] = {}
    for played in every:
        for measure in report_of(asked.rules.name).measures(played.board):
            for side, number in measure.sides:
                found.setdefault(measure.name, {}).setdefault(side, []).append(number)
    for what, sides in found.items():
        if any(map(any, sides.values())):
            yield from (SpreadBar(what=what, whose=side, spread=Spread.of(numbers)) for side, numbers in sides.items())


def _rolled(asked: Outlook, every: Sequence[Played]) -> Iterator[SpreadBar]:
    """Sums of what each player's dice show, by what they are for, where people enter what the dice do."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, played in enumerate(every):
        for rolled in (fact for fact in played.facts if isinstance(fact, DiceRolled)):
            whose = asked.rules.owner(asked.board, rolled.actor) or rolled.actor
            sums = found.setdefault((rolled.purpose, whose), [0] * len(every))
            sums[number] += sum(map(int, asked.rules.faces_in_words(rolled)))
    for (what, whose), sums in sorted(found.items()):
        yield SpreadBar(what=what, whose=whose, spread=Spread.of(sums))


def _failing(asked: Outlook, player: str, every: Sequence[Played]) -> Iterator[Failure]:
    """The player's orders that fail in more than half of the plays, as they come."""
    reasons: dict[tuple[Moment, str, str], Counter[str]] = {}
    for played in every:
        for void in played.voids:
            if asked.rules.owner(asked.board, void.unit) == player:
                told = reasons.setdefault((void.moment, void.unit, void.order), Counter())
                told[asked.rules.tell(void.fact)] += 1
    for (moment, _, _), told in sorted(reasons.items()):
        if (failed := told.total()) * 2 > len(every):
            yield Failure(plays=failed, label=asked.rules.label(moment), told=told.most_common(1)[0][0])


def _played(asked: Outlook, plays: int, seen: Callable[[object], None]) -> list[Played]:
    """Each play of an outlook. seen: called after each."""
    every = []
    for number in range(plays):
        every.append(asked.played(number))
        seen(number)
    return every


def _answers_to(
    asked: Outlook,
    player: str,
    enemies: Mapping[str, Sequence[Plan]],
    plays: int,
    seen: Callable[[object], None],
) -> Iterator[EnemyPlan]:
    """Each enemy's usual plan, then those that are worst for the player, chosen on other dice than are shown."""
    for enemy, plans in enemies.items():
        worth = asked.on_fresh_dice().of_plan(enemy)

        def tried(plan: Plan, number: int, worth: Callable[[Plan, int], Fraction] = worth) -> Fraction:
            seen(number)
            return worth(plan, number)

        ranked = choose(plans, tried, CHOOSING)
        best = (each.plan for each in ranked if each.plan is not plans[0])
        first = _answer(asked, player, enemy, plans[0], plays, seen)
        # plans that come to the same are one answer
        found = {first.means: first}
        while len(found) <= ANSWERS and (plan := next(best, None)) is not None:
            answer = _answer(asked, player, enemy, plan, plays, seen)
            found.setdefault(answer.means, answer)
        yield first
        yield from sorted(list(found.values())[1:], key=lambda each: each.worth)


def _answer(
    asked: Outlook, player: str, enemy: str, plan: Plan, plays: int, seen: Callable[[object], None]
) -> EnemyPlan:
    every = _played(asked.instead(enemy, plan.orders), plays, seen)
    mean, _ = mean_and_error([asked.worth_of(each.board, player) for each in every])
    return EnemyPlan(player=enemy, plan=plan.name, means=tuple(measured(asked, every)), worth=mean)
