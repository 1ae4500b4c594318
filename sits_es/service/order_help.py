"""Pages about the orders of a rule system: all of them, or one in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from sits_es.errors import UnreadableError
from sits_es.orders.faults import OrderFault, lines_of
from sits_es.orders.frame import HEADERS
from sits_es.orders.language import Language
from sits_es.report.blocks import BLANK, Block, Fields, Heading, ReportLine, strong
from sits_es.rules import system, system_names, usual_system
from sits_es.rules.order_guide import Guide, OrderHelp, guide_of
from sits_es.rules.system import System
from sits_es.sentences import article, listed, nearest

#: Columns before what stands as it is typed.
INDENT: Final = 2
#: So many pages are named with a file's faults at most.
_MOST: Final = 4
#: An order begins with one of so many words of its line.
_STEPS: Final = 3


def find_help(rules: System, asked: Sequence[str]) -> tuple[OrderHelp, ...]:
    """The orders that begin with some words. UnreadableError, which lists the orders, where there is none."""
    try:
        return guide_of(rules.name).find(asked)
    except UnreadableError as refusal:
        found = [name for name in system_names() if name != rules.name and _has(name, asked)]
        command = f"sits orders help {' '.join(asked)} --rules"
        said = [f"{system(each).title} has one: {command} {each}" for each in found]
        raise UnreadableError("\n".join([str(refusal), *said])) from refusal


def _has(name: str, asked: Sequence[str]) -> bool:
    try:
        return bool(guide_of(name).find(asked))
    except UnreadableError:
        return False


def help_commands(rules: System, text: str, faults: Iterable[OrderFault]) -> tuple[str, ...]:
    """Commands that explain the orders which a text has misspelt, or list all orders."""
    guide, lines = guide_of(rules.name), lines_of(text)
    found: dict[str, None] = {}
    for fault in faults:
        words = lines[fault.line - 1].lower().split("#")[0].split()
        if fault.expected and words and words[0] not in {rules.language.unit, *HEADERS}:
            found[_help_with(guide, words)] = None
    of_rules = "" if rules.name == usual_system() else f" --rules {rules.name}"
    return tuple(f"{each}{of_rules}" for each in found)[:_MOST]


def _help_with(guide: Guide, words: Sequence[str]) -> str:
    """The command that explains the order on a line. words: of the line; the order may follow a step."""
    known = sorted({title.split()[0] for title in guide.titles()})
    meant = [*(word for word in words[:_STEPS] if word in known), *(nearest(word, known) for word in words[:_STEPS])]
    return f"sits orders help {next(filter(None, meant), '')}".rstrip()


def guide_json(rules: System, orders: Sequence[OrderHelp]) -> dict[str, Any]:
    """For programs: what holds for all orders, and some of them."""
    guide = guide_of(rules.name)
    told = {"about": list(guide.about), "sample": guide.sample, "orders": [each.as_json() for each in orders]}
    return {"system": rules.name, "title": rules.title, **told}


def guide_blocks(rules: System) -> Iterator[Block]:
    """For people: how an order file is written, and every order in a line."""
    language, guide = rules.language, guide_of(rules.name)
    yield Heading(f"How to write orders: {rules.title}", major=True)
    yield ReportLine("An order file is plain text. Text after # is a comment. Its lines are:")
    yield Fields(_lines(language, guide), indent=INDENT)
    yield ReportLine('Put a name with spaces in "quotes". Capitals do not matter.')
    for each in guide.about:
        yield BLANK
        yield ReportLine(each, hang=0)
    if guide.sample:
        yield Heading(f"An order file, for {guide.where}")
        yield from _as_typed(guide.sample)
    told: dict[str, str] = {}
    for heading, orders in _in_groups(language, guide):
        if orders:
            yield Heading(heading)
            titled: dict[str, dict[str, None]] = {}
            for order in orders:
                titled.setdefault(order.title, {})[told.get(order.rule, order.first)] = None
            yield Fields(((title, " ".join(sentences)) for title, sentences in titled.items()), indent=INDENT)
            told |= {each.rule: "as above" for each in orders}


def _lines(language: Language, guide: Guide) -> Iterator[tuple[str, str]]:
    step, unit = language.step.upper(), language.unit
    every = [each.title for each in guide.orders if "anytime_order" in each.starts and not each.entered]
    yield "game NAME", "the game"
    yield "turn NUMBER", "the turn"
    yield "player NAME", "the player; optional"
    yield "secret DIGITS", "64 hex digits that fix your part in the dice; optional"
    yield f"{unit} NAME", f"the {unit} that the orders below are for"
    if language.stepless:
        yield "ORDER", f"an order for the current {language.step}"
        return
    first = f"{language.step} " if language.numbered else ""
    yield (
        f"{first}{step} ORDER",
        f"an order in {language.a_step}; {first}3-5 or {first}1,4-6 repeats it in each",
    )
    if every:
        often = f"once in every {language.exchange}" if language.numbered else "in every one"
        yield "ORDER", f"without {article(language.step)}, these apply {often}: {listed(every)}"
    if language.has_break:
        yield "break ORDER", "an order for the turn break"


def _in_groups(language: Language, guide: Guide) -> Iterator[tuple[str, list[OrderHelp]]]:
    orders = [each for each in guide.orders if not each.entered]
    entered = [each for each in guide.orders if each.entered]
    if language.stepless:
        yield "Orders", orders
    else:
        yield f"Orders for {article(language.step)}", [each for each in orders if "order" in each.starts]
        yield "Orders for the turn break", [each for each in orders if "break_order" in each.starts]
    yield "Entered after it has happened: sits record GAME FILE", entered


def order_blocks(rules: System, orders: Sequence[OrderHelp]) -> Iterator[Block]:
    """For people: some orders in full, one below the other."""
    for number, order in enumerate(orders):
        if number:
            yield BLANK
        yield from _in_full(rules.language, order)


def _in_full(language: Language, order: OrderHelp) -> Iterator[Block]:
    yield Heading(order.title, major=True)
    for form in order.forms:
        yield strong(form, indent=INDENT, hang=4)
    yield BLANK
    if order.slots:
        yield Fields(order.slots.items(), indent=INDENT)
        yield BLANK
    for said in (order.does, *order.more, *_when(language, order)):
        if said:
            yield ReportLine(said, hang=0)
    if order.example:
        yield Heading(f"Example, for {order.where}" if order.where else "Example")
        yield from _as_typed(order.example)
    if order.follows:
        yield BLANK
        yield ReportLine(f"Rule: {order.follows}")


def _when(language: Language, order: OrderHelp) -> Iterator[str]:
    if order.entered:
        yield "Enter this fact after it has happened: sits record GAME FILE."
    elif not language.stepless:
        places = [f"in {language.a_step}"] if "order" in order.starts else []
        places += ["in the turn break"] if "break_order" in order.starts else []
        yield f"It can be ordered {' and '.join(places)}."


def _as_typed(text: str) -> Iterator[Block]:
    """Lines of a file, indented."""
    for blank, lines in groupby(text.strip("\n").splitlines(), key=lambda line: not line.strip()):
        for line in [""] if blank else lines:
            further = len(line) - len(line.lstrip())
            yield ReportLine(line.strip(), indent=INDENT + further if line else 0, hang=4)
