"""What was played, for people: after playing, as a stretch of the record, and in letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from commands.render import WIDTH
from commands.render.blocks import plain_text, without_pictures
from sits_es.game.story import teller
from sits_es.orders.names import known_as
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Heading, Phrase, ReportLine, Screen, TextTable, strong
from sits_es.report.luck import HEADS, rolls
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.sentences import owe, shell, visible
from sits_es.service.graphs import graphs_of
from sits_es.service.replay import facts_of, play_back

if TYPE_CHECKING:
    from sqlite_utils import Database

    from sits_es.dice import DiceRolled
    from sits_es.events import Event
    from sits_es.game.exchanges import Exchange
    from sits_es.game.fold import Fold
    from sits_es.report.glance import Glance
    from sits_es.rules.system import Exchanges, System
    from sits_es.service.demo import Demonstration
    from sits_es.service.replay import PlayedExchange
    from sits_es.service.session import OpenGame
    from sits_es.store import Head


def line(text: str) -> ReportLine:
    """A sentence from the left edge on."""
    return ReportLine(text, hang=0)


def each_in_full(rules: System, run: Sequence[PlayedExchange]) -> Iterator[Block]:
    """Exchanges in full, with a blank line between two."""
    for number, each in enumerate(run):
        yield from [BLANK] if number else []
        yield from report_of(rules.name).exchange(each.stage(rules), teller(rules))


def turn_summary(rules: System, run: Sequence[PlayedExchange]) -> Iterable[Block]:
    """A run of exchanges as a summary."""
    stages = [each.stage(rules) for each in run]
    return report_of(rules.name).turn(stages, teller(rules))


def glances(
    opened: OpenGame, run: Sequence[PlayedExchange], foot: Sequence[ReportLine], more: str, *, titled: bool = True
) -> Iterator[Block]:
    """What was played, turn by turn, each to be seen on one screen.

    foot: lines below the last; more: what to type; titled: each says which game and turn it is.
    """
    rules = opened.rules
    report, tell = report_of(rules.name), teller(rules)
    turns = sorted({each.moment.turn for each in run})
    for number in turns:
        of_turn = [each for each in run if each.moment.turn == number]
        seen = report.glance([each.stage(rules) for each in of_turn], of_turn[-1].after, tell)
        last = number == turns[-1]
        yield from [] if number == turns[0] else [BLANK]
        seen = evolve(seen, title=f"{opened.name}, {seen.title}" if titled else "")
        yield Screen(_with_foot(seen, foot, "", more) if last else _with_foot(seen, (), "", ""))


def _with_foot(seen: Glance, foot: Sequence[ReportLine], more: str, played: str) -> Glance:
    """A glance with what stands below it. played: what to type for what was played, and is left to the players."""
    if not seen.to_settle:
        return evolve(seen, foot=tuple(foot), more="; ".join(each for each in (more, played) if each))
    left = f"{seen.to_settle}: {played}" if played else f"{seen.to_settle}."
    return evolve(seen, foot=(ReportLine([Phrase(left, "warning")]), *foot), more=more)


def game_screen(
    name: str,
    fold: Fold,
    run: Sequence[PlayedExchange],
    head: Sequence[ReportLine],
    foot: Sequence[ReportLine],
    more: str,
) -> Block:
    """How a game stands, with what happened last. run: of one turn, or nothing; head: lines above all."""
    rules = fold.system
    seen = report_of(rules.name).glance([each.stage(rules) for each in run], fold.game.board, teller(rules))
    title = f"Played: {seen.title}" if run else f"{seen.title[:1].upper()}{seen.title[1:]}"
    seen = evolve(seen, title=title, head=tuple(head))
    return Screen(_with_foot(seen, foot, more, stretch(name, run, rules) if run else ""))


def after_play(opened: OpenGame, played: Sequence[PlayedExchange], *, detail: int) -> Iterator[Block]:
    """What was played, then the state of the game and of its record.

    detail: 0 at a glance; 1 one exchange in full, several as a summary with tables; 2 each in full.
    """
    fold = opened.fold()
    if not detail:
        foot = [*after(opened, played, also=to_order(opened.name, fold))]
        yield from glances(opened, played, foot, stretch(opened.name, played, fold.system))
        return
    full = detail > 1 or len(played) == 1
    yield from each_in_full(fold.system, played) if full else turn_summary(fold.system, played)
    yield BLANK
    yield from after(opened, played)


def after(opened: OpenGame, played: Sequence[PlayedExchange], also: str = "") -> Iterator[ReportLine]:
    """Where a game stands after it was played on, and its record. also: what can be typed next."""
    fold = opened.fold()
    if fold.game.ended is None and any(fold.system.stops(fact) for each in played for fact in each.facts):
        yield line("Orders plotted beyond this point are void; give them again.")
    yield line(f"{stands(fold)}   {also}" if also else stands(fold))
    yield line(record_line(opened))


def to_order(name: str, fold: Fold, player: str | None = None) -> str:
    """What to type for orders that are owed in a hot-seat game; empty if none are.

    name: as asked for; player: whose alone; None for the first's.
    """
    game = fold.game
    by = () if game.ended is not None else game.asked
    owes = next((each for each in by if player in (None, each)), None)
    return "" if owes is None else f"sits orders new {shell(name)} --as {shell(owes)}"


def stretch(name: str, run: Sequence[PlayedExchange], rules: System) -> str:
    """What to type for a stretch in tables."""
    first, last = (rules.label(each.moment) for each in (run[0], run[-1]))
    return f"sits replay {shell(name)} {first}" + ("" if first == last else f" {last} -v")


def stands(fold: Fold) -> str:
    """Where a game stands and what it waits for, or how it ended."""
    game = fold.game
    if game.ended is not None:
        return f"{game.called} is over: {game.ended}"
    where, owed = f"{game.called} is at {fold.system.label(game.moment)}", game.owed
    if owed is None:
        return f"{where}; facts can be entered."
    if not game.asked:
        on = f": sits play {shell(game.called)}" if game.play == "hot seat" or game.what_if else ""
        return f"{where}; nobody owes orders{on}"
    who = "everybody owes" if set(game.asked) >= set(game.players) else owe(game.asked)
    return f"{where}; {who} orders."


def record_line(opened: OpenGame) -> str:
    """How long the record is and where it ends: what players compare."""
    head = opened.head
    return f"Record: up to #{head.version}, head {head.digest[:16]}. Check: sits audit verify {shell(opened.name)}"


def demonstration(shown: Demonstration, *, detail: int) -> Iterator[Block]:
    """A bundled scenario turn by turn, what its audit came to, and what to try next.

    detail: 0 each turn at a glance; 1 with tables; 2 each exchange in full as well.
    """
    opened, name, fold = shown.opened, shown.opened.name, shown.opened.fold()
    yield line(f"{name}: {visible(fold.game.title)}. {shown.told}".rstrip())
    yield BLANK
    if not detail:
        yield from glances(opened, shown.played, (), stretch(name, shown.played, fold.system))
        yield BLANK
    for number in sorted({each.moment.turn for each in shown.played}) if detail else ():
        of_turn = [each for each in shown.played if each.moment.turn == number]
        if detail > 1:
            yield from (*each_in_full(fold.system, of_turn), BLANK)
        yield from turn_summary(fold.system, of_turn)
        yield BLANK
    if fold.game.ended is not None:
        yield line(f"{name} is over: {fold.game.ended}")
    found = shown.audited
    done = found.recomputed
    recomputed = f"{done.said} recomputed from {done.sources}."
    yield from map(line, found.faults or [f"Audit: {found.events} events sound, {recomputed}"])
    yield line(record_line(opened))
    yield BLANK
    yield line("What to try next:")
    for command, why in report_of(fold.system.name).to_try(shell(name)):
        yield ReportLine(f"{command:<50}{why}", indent=2, hang=50)


def exchanges(opened: OpenGame, run: Sequence[Exchange], *, detail: int) -> Iterator[Block]:
    """One exchange in full; several turn by turn at a glance.

    detail: of several, 1 as a summary with tables and pictures of numbers, 2 each in full.
    """
    rules, shown = opened.rules, list(play_back(opened, run))
    if len(shown) == 1 or detail > 1:
        yield from each_in_full(rules, shown)
    elif detail:
        yield from turn_summary(rules, shown)
        yield from graphs_of(opened, shown).section()
    else:
        yield from glances(opened, shown, (), stretch(opened.name, shown, rules))


def in_letters(system_name: str, run: Sequence[PlayedExchange]) -> Iterator[str]:
    """What was played, for a letter: one exchange in full, or each turn as a summary and all dice; the map once."""
    rules = system(system_name)
    if len(run) == 1:
        yield text(each_in_full(rules, run))
    else:
        for turn in sorted({each.moment.turn for each in run}):
            yield text(without_pictures(turn_summary(rules, [each for each in run if each.moment.turn == turn])))
    yield text(report_of(system_name).overview(run[-1].after))
    if len(run) > 1:
        yield text(dice(rules, run))


def text(blocks: Iterable[Block]) -> str:
    """Blocks as the text of a letter."""
    told = list(blocks)
    return plain_text(told, WIDTH) if told else ""


def dice(rules: System, played: Sequence[PlayedExchange]) -> Iterator[Block]:
    """Every roll of some exchanges as a table: when, who, what for, the faces, and what they came to."""
    report = report_of(rules.name)

    def faces(roll: DiceRolled) -> str:
        return report.faces(roll) or ", ".join(rules.faces_in_words(roll))

    rows = [
        ("" if number else rules.label(each.moment), *row)
        for each in played
        for number, row in enumerate(rolls(each.facts, faces, report.came_to))
    ]
    if rows:
        yield Heading("Dice")
        shown = 5 if any(row[-1] for row in rows) else 4
        yield TextTable(("At", *HEADS)[:shown], (row[:shown] for row in rows), indent=2)


def step_by_step(opened: OpenGame, run: Sequence[Exchange], unit: str | None = None) -> Iterator[Block]:
    """Every event of a stretch, one line each, under the steps of the procedure. unit: only those that name it."""
    names = None if unit is None else re.compile(rf"(?<![\w-]){re.escape(unit)}(?![\w-])")
    rules = opened.rules
    report, tell = report_of(rules.name), teller(rules)
    for each in run:
        facts = facts_of(opened, each)
        numbers = {id(fact): (each.first or 0) + at for at, fact in enumerate(facts)}

        def told(fact: Event, numbers: dict[int, int] = numbers) -> str | None:
            said = tell(fact)
            return f"#{numbers[id(fact)]} {said}" if names is None or names.search(said) else None

        if names is not None and not any(names.search(tell(fact)) for fact in facts):
            continue
        yield strong(f"{opened.name} {rules.label(each.moment)}: events #{each.first} to #{each.last}", hang=0)
        yield from report.steps(facts, told)
        yield BLANK


def known_unit(opened: OpenGame, unit: str) -> str:
    """A unit of a game as the game spells it. Raises NotAllowedError with those that it has."""
    game = opened.fold().game
    return known_as("unit", unit, report_of(game.system).units(game.board))


def unit_after_play(
    opened: OpenGame, run: Sequence[Exchange], played: Sequence[PlayedExchange], unit: str
) -> Iterator[Block]:
    """What befell a unit in exchanges that were just played, the unit in full, and the state of the game.

    run, played: the same exchanges, on record and as boards and facts.
    """
    yield from step_by_step(opened, run, unit)
    fold = opened.fold()
    yield from report_of(fold.system.name).unit(fold.game.board, unit) or ()
    yield BLANK
    yield from after(opened, played)


def rows_of(models: Database, rules: Exchanges, end: Head, search: str | None) -> Iterator[dict[str, Any]]:
    """The audit log's rows up to an end, all or those whose text holds the words searched for, as they are found."""
    from projections.audit_log import search as find

    if search is not None:
        rows = ({"stream": end.stream, **row._asdict()} for row in find(models, end.stream, search))
    else:
        rows = models.table("audit_log").rows_where("stream = ?", [end.stream], order_by="version")
    for row in rows:
        if row["version"] <= end.version:
            at = rules.label(Moment(row["turn"], row["segment"])) if row["turn"] else "set-up"
            yield {**row, "at": at}


def log(rows: Sequence[dict[str, Any]]) -> TextTable:
    """The log as a table."""
    shown = [(f"#{row['version']}", str(row["at"]), str(row["sentence"])) for row in rows]
    return TextTable(("Event", "At", "What happened"), shown, spaced=True)
