"""A stage of a slot as players check it: orders, the flight, rolls die by die, what came of them, what can be spent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, ReportLine, strong
from sits_es.rules.star_wars.events import checks, motion
from sits_es.rules.star_wars.orders.forms import ENTRIES, SLOT_ORDERS, OfStarship
from sits_es.rules.star_wars.orders.spending import attacked_with
from sits_es.rules.star_wars.report.board import name_of, spendable
from sits_es.rules.star_wars.report.contexts import fact_contexts
from sits_es.rules.star_wars.report.dice_reasons import parts_of
from sits_es.rules.star_wars.report.flight_steps import steps_of
from sits_es.rules.star_wars.report.proof import proof
from sits_es.rules.star_wars.report.rolls import drawn_faces, labelled, roll_lines, shown_dice
from sits_es.rules.star_wars.state import Board
from sits_es.rules.star_wars.story import tell
from sits_es.rules.star_wars.story.checks import check_name
from sits_es.rules.star_wars.sums.dice_in_words import counted_symbol
from sits_es.rules.star_wars.sums.words import net


def slot_report(stage: Stage) -> Iterator[Block]:
    """The report of a stage of a slot, or of what players entered. Sections to which nothing belongs are left out."""
    yield Heading(title(stage), major=True)
    if is_entry(stage):
        yield from (ReportLine(tell(each.fact), 2) for each in fact_contexts(stage.before, stage.facts))
        return
    if orders := [*orders_given(stage)]:
        yield Heading("Orders")
        yield from orders
    if lines := [*_told(stage)]:
        yield Heading("What happens")
        yield from lines
    elif stage.before.stage == "spend" and not orders:
        yield ReportLine("Nothing is spent.", 2)
    if stage.after.stage == "spend" and stage.before.stage != "spend":
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
        yield strong(side if side == player else f"{side} ({player})", 2)
        yield from (ReportLine(line, 4) for line in given)


def _normal(board: Board, facts: Sequence[Event]) -> Iterator[tuple[str, list[str]]]:
    from sits_es.rules.star_wars.orders.language import write_order

    found: dict[str, list[str]] = {}
    for fact in facts:
        if isinstance(fact, OfStarship) and isinstance(fact, SLOT_ORDERS):
            starship = board.starships.get(fact.starship)
            player = fact.starship if starship is None else starship.player
            found.setdefault(player, []).append(f"starship {fact.starship}: {write_order(fact)}")
    yield from found.items()


def _told(stage: Stage) -> Iterator[Block]:
    for each in fact_contexts(stage.before, stage.facts):
        match each.fact:
            case motion.StarshipFlew() as flew:
                yield ReportLine(tell(flew), 2)
                steps = enumerate(steps_of(each.board, flew))
                yield from (ReportLine(f"{at or ' '} {step}", 4, 2) for at, step in steps)
            case checks.AttackAimed() as aimed:
                yield ReportLine(f"{aimed.starship} fires {aimed.weapon} at {aimed.target}:", 2)
                yield from (ReportLine(step, 4) for step in proof(each.board, aimed))
            case checks.CheckMade() as made:
                yield ReportLine(f"{made.starship}'s {check_name(made)}:", 2)
                yield from roll_lines(made, each.dice, parts_of(each.board, made, each.earlier))
            case motion.InitiativeSet() as known:
                yield from _initiative(known, stage.facts)
            case fact if not isinstance(fact, SLOT_ORDERS):
                yield ReportLine(tell(fact), 2)


def _initiative(known: motion.InitiativeSet, facts: Sequence[Event]) -> Iterator[Block]:
    """The order of initiative as a table, with the dice of each starship."""
    if not known.rolled:
        yield ReportLine(tell(known), 2)
        return
    thrown: dict[str, list[DiceRolled]] = {}
    for fact in facts:
        if isinstance(fact, DiceRolled):
            thrown.setdefault(fact.actor, []).append(fact)
    for place, (name, came_to) in enumerate(zip(known.order, known.rolled, strict=False), start=1):
        dice = shown_dice(thrown.get(name, []))
        yield labelled(f"{place}", f"{name}: {net(*came_to)}  ", drawn_faces(dice), indent=2)
    yield ReportLine("The most successes act first, then the most advantage, then by name.", 2)


def to_spend(board: Board) -> Iterator[ReportLine]:
    """What is left to spend, and what a critical hit costs."""
    acting = board.acting()
    if acting is None:
        return
    yield ReportLine(f"{acting.player} can spend {spendable(board)} for {acting.name}.", 2)
    weapon = attacked_with(board)
    if weapon is not None and board.aimed is not None and board.on_map(board.aimed[1]) is not None:
        cost = f"{counted_symbol(weapon.critical, 'advantage')} or 1 triumph"
        yield ReportLine(f"A critical hit on {board.aimed[1]} with {weapon.name} costs {cost}.", 2)
