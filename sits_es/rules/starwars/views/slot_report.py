"""What slots brought: a stage as players check it, die by die; rounds in short; facts one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine, strong
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.harm.facts import ENTRIES
from sits_es.rules.starwars.views.board import about_starships, awaited, name_of, spendable, starships, states
from sits_es.rules.starwars.views.scenes import map_of
from sits_es.rules.starwars.words import counted_symbol
from sits_es.rules.told import Told, contexts
from sits_es.sentences import of_side, one_line

#: Columns that the slot takes before its lines.
_LABEL: Final = 4


def slot_report(stage: Stage, tell: Callable[[Event], str]) -> Iterator[Block]:
    """The report of a stage of a slot, or of what players entered. Sections to which nothing belongs are left out."""
    del tell
    yield Heading(title(stage), major=True)
    if is_entry(stage):
        yield from _told(stage)
        return
    if orders := [*orders_given(stage)]:
        yield Heading("Orders")
        yield from orders
    if lines := [*_told(stage)]:
        yield Heading("What happens")
        yield from lines
    elif stage.before.stage in ("spend", "threat") and not orders:
        yield ReportLine("Nothing is spent.", 2)
    if stage.after.stage in ("spend", "threat") and stage.before.stage != stage.after.stage:
        yield Heading("To spend")
        yield from to_spend(stage.after)


def title(stage: Stage) -> str:
    """The stage's name; before which slot it was where players entered something."""
    name = name_of(stage.before)
    return f"{name.partition(':')[0]}: entered by players" if is_entry(stage) else name


def is_entry(stage: Stage) -> bool:
    """Whether it is what players entered, and no exchange: in an exchange nobody enters anything."""
    return any(isinstance(fact, ENTRIES) for fact in stage.facts)


def orders_given(stage: Stage) -> Iterator[ReportLine]:
    """The orders of whoever acted, in the words that were given; without them, in normal form."""
    sides = {starship.player: starship.side for starship in stage.before.starships.values()}
    lines: Mapping[str, Sequence[str]] = stage.orders or dict(_normal(stage.before, stage.facts))
    for player, given in sorted(lines.items()):
        if not given:
            continue
        side = sides.get(player, player)
        yield strong(of_side(side, player), 2)
        yield from (ReportLine(line, 4) for line in given)


def _normal(board: Board, facts: Sequence[Event]) -> Iterator[tuple[str, list[str]]]:
    from sits_es.rules.starwars.orders.language import LANGUAGE

    found: dict[str, list[str]] = {}
    for fact in facts:
        if isinstance(fact, OfStarship) and Told.of(fact).weight is None:
            starship = board.starships.get(fact.starship)
            player = fact.starship if starship is None else starship.player
            found.setdefault(player, []).append(f"starship {fact.starship}: {LANGUAGE.write(fact)}")
    yield from found.items()


def _told(stage: Stage) -> Iterator[Block]:
    for at in contexts(stage.before.copy(), stage.facts):
        if (told := Told.of(at.event)).weight is not None:
            yield from told.in_full(at)


def to_spend(board: Board) -> Iterator[ReportLine]:
    """What is left to spend, and what a critical hit costs."""
    acting = board.acting()
    if acting is None:
        return
    if board.stage == "threat":
        yield ReportLine(awaited(board), 2)
        return
    yield ReportLine(f"{acting.player}, for {acting.name}, can spend {spendable(board)}.", 2)
    for source, attack in board.attacks.items():
        weapon = board.attacked_with(source)
        if weapon is not None and board.on_map(attack.target) is not None:
            cost = f"{counted_symbol(weapon.critical, 'advantage')} or 1 triumph"
            yield ReportLine(f"A critical hit on {attack.target} with {weapon.name} costs {cost}.", 2)


def round_report(run: Sequence[Stage], tell: Callable[[Event], str]) -> Iterator[Block]:
    """Each round in short, then where all are."""
    del tell
    if not run:
        yield ReportLine("Nothing has been played.")
        return
    rounds = {number: [*stages] for number, stages in groupby(run, lambda stage: stage.before.turn)}
    first, last = min(rounds), max(rounds)
    yield Heading(f"Rounds {first} to {last}" if last > first else f"Round {first}", major=True)
    for number, stages in rounds.items():
        if len(rounds) > 1:
            yield Heading(f"Round {number}")
        yield from _slots(stages)
    after = run[-1].after
    yield Heading("Where they are now")
    yield Picture(map_of(after))
    yield Heading("Starships")
    yield starships(after)
    yield ReportLine(about_starships(after), 2)
    yield from states(after)


def _slots(stages: Sequence[Stage]) -> Iterator[ReportLine]:
    """What happened, the slot before its first line; an entry has no slot."""
    shown = ""
    for stage in stages:
        slot = "" if is_entry(stage) or stage.before.stage == "initiative" else str(stage.before.slot + 1)
        for at in contexts(stage.before.copy(), stage.facts):
            if (told := Told.of(at.event)).weight is not None:
                yield ReportLine(f"{slot if slot != shown else '':>2}  {one_line(told.in_brief())}", 2, _LABEL)
                shown = slot
