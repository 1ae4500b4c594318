"""A seat that the program plays: ordinary orders with their reason, from nothing but the board that everybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import LEVELS, BotLevel
from sits_es.game.fold import Fold
from sits_es.odds.judge import JUDGED, Judgement, decide
from sits_es.odds.outlook import Outlook
from sits_es.orders.normal import comments, write_sheet
from sits_es.orders.sheet import OrderLine, OrderSheet
from sits_es.report.graphs import tenths
from sits_es.rules import system, system_names
from sits_es.rules.moments import Moment
from sits_es.rules.system import Plan, System
from sits_es.sentences import listed, shell
from sits_es.service.orders import OrderFile, nothing_owed

#: Plays in all for choosing a plan, and how many of the plans are listed.
PLAYS: Final = 250
LISTED: Final = 6


class BotOrders(Struct, frozen=True, kw_only=True):
    """What a bot orders. plan: the one it follows; judgement: why, None for a cadet; seed: of its dice.

    usual: the players whose usual plans it reckons with.
    """

    game: str
    player: str
    level: str
    plan: Plan
    file: OrderFile
    seed: str
    judgement: Judgement | None = None
    usual: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()

    def text(self, fold: Fold) -> str:
        """An order file, with the reason and the plans that it was chosen from as comments."""
        return "\n".join([*comments(self._reason(fold)), write_sheet(self.file.sheet, fold.system.language)])

    def _reason(self, fold: Fold) -> Iterator[str]:
        yield f"The {self.level}'s orders for {self.player}: {self.plan.name}."
        if self.judgement is not None:
            yield from self._choice(self.judgement)
        rules, moment = fold.system, fold.game.moment
        ahead = rules.language.last_step > 1 and moment.segment < rules.most_steps
        if ahead and not self.file.sheet.lines:
            last = rules.label(Moment(moment.turn, rules.most_steps))
            yield (
                "The plan orders nothing, so only one exchange would be played. To play to the end of the turn: sits "
                f"play {shell(self.game)} FILE --to {last}"
            )
        again = f"sits orders draft {shell(self.game)} --as {shell(self.player)} --level {self.level}"
        yield f"To get the same draft: {again} --seed {self.seed}"

    def _choice(self, found: Judgement) -> Iterator[str]:
        """Why it follows this plan, and how the best of the others did."""
        if len(found.table) == 1:
            yield "This is the only plan now."
            return
        if found.gain:
            yield (
                f"The plan beat the usual one by {tenths(found.gain)} points (the mean of {listed(self.measures)}), "
                f"give or take {tenths(2 * found.error)}, in {JUDGED} plays on fresh dice."
            )
        else:
            yield "No plan was clearly better than the usual one."
        plays = sum(len(each.worth) for each in found.table)
        yield (
            f"Chosen from {len(found.table)} plans in {plays} plays while {listed(self.usual)} followed the usual "
            f"plan. How far ahead each plan left {self.player}, the most often played first:"
        )
        for each in found.table[:LISTED]:
            yield f"{tenths(each.mean):>7}  {each.plan.name}"


def require_plans(rules: System, then: str = "") -> None:
    """Raise NotAllowedError for a system without plans. then: what follows for the player, after a comma."""
    if not rules.has_plans:
        having = [each.title for each in map(system, system_names()) if each.has_plans]
        raise NotAllowedError(
            f"The program can't write orders for {rules.title}{then and f', {then}'}. It can for {listed(having)}."
        )


def levels_of(rules: System) -> tuple[BotLevel, ...]:
    """The levels at which a bot plays a rule system, the best last: none is there that is not shown to be better.

    Raises NotAllowedError for a system without plans.
    """
    require_plans(rules)
    return LEVELS if rules.has_captain else LEVELS[:1]


def known_level(rules: System, level: str | None) -> BotLevel:
    """A level of a bot by its name, None for the best. Raises NotAllowedError for any other."""
    levels = levels_of(rules)
    found = levels[-1] if level is None else next((each for each in levels if each == level), None)
    if found is None:
        raise NotAllowedError(f"{rules.title} has no level {level}. Levels: {listed(levels)}.")
    return found


def bot_orders(fold: Fold, called: str, player: str, level: str | None, seed: str) -> BotOrders:
    """What a bot orders from the exchange at hand to the end of the turn. seed: whoever knows it knows the orders.

    level: None for the best that there is. Raises NotAllowedError for an unknown level, and for a rule system that has
    no plans; NotNowError for a player who owes no orders.
    """
    game, rules = fold.game, fold.system
    known = known_level(rules, level)
    if not (plans := [*rules.plans(game.board, player)]):
        raise NotNowError(" ".join(nothing_owed(fold, player)) or f"{player} owes no orders now.")
    until = Moment(game.moment.turn, rules.most_steps)
    asked = Outlook.of(rules, game.board, game.sides, {}, until, f"{seed} {player} {rules.label(game.moment)}")
    judgement = None if known == LEVELS[0] else decide(asked, player, plans, PLAYS)
    plan = plans[0] if judgement is None else judgement.plan
    return BotOrders(
        game=called,
        player=player,
        level=known,
        plan=plan,
        file=file_of(fold, called, player, plan),
        seed=seed,
        judgement=judgement,
        usual=tuple(each for each in game.sides if each != player),
        measures=asked.measures,
    )


def file_of(fold: Fold, called: str, player: str, plan: Plan) -> OrderFile:
    """A plan as a player's order file would have it."""
    language = fold.system.language
    lines = [
        OrderLine(unit=language.unit_of(form), steps=(step,), forms=(form,))
        for step, orders in sorted(plan.orders.items())
        for form in orders
    ]
    units = tuple(sorted({line.unit for line in lines}))
    turn = fold.game.moment.turn
    sheet = OrderSheet(game=called, turn=turn, player=player, units=units, lines=tuple(lines))
    return OrderFile(source="", sheet=sheet, player=player)
