"""What stands beside an order file while it is written: a unit, an order, a check, or where the orders lead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from commands.watch.panels import drawn, laid_out
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Fields, Heading, ReportLine, strong
from sits_es.rules.moments import Moment
from sits_es.rules.order_guide import OrderHelp, guide_of
from sits_es.service.order_help import some_orders

if TYPE_CHECKING:
    from rich.text import Text

    from sits_es.service.orders import Draft, OrderCheck

#: What can stand there, and what it is called.
Aside = Literal["unit", "order", "check", "map"]
ASIDES: Final[dict[Aside, str]] = {"unit": "F2 unit", "order": "F3 order", "check": "F4 check", "map": "F5 map"}


def told(
    aside: Aside, draft: Draft, unit: str | None, line: str, size: tuple[int, int], *, ascii_only: bool = False
) -> list[Text]:
    """What stands there as lines. unit: at the cursor; line: of the file, likewise; size: columns and rows."""
    width, rows = size
    if aside == "map":
        return _of_map(draft, width, rows, ascii_only=ascii_only)
    if aside == "check":
        found = _of_check(draft.check())
    elif aside == "order":
        found = _of_order(draft, line)
    else:
        found = _of_unit(draft, unit)
    return laid_out(found, width, ascii_only=ascii_only)


def _of_map(draft: Draft, width: int, rows: int, *, ascii_only: bool) -> list[Text]:
    """The picture of where the orders lead, below what that is."""
    checked = draft.check()
    ahead = checked.ahead
    scene = None if ahead is None else report_of(ahead.system).forecast(ahead.board, ahead.player, ahead.orders)
    if ahead is None or scene is None:
        said = _of_problems(checked) if checked.problems else [ReportLine("Nothing of these orders can be drawn.")]
        return laid_out(said, width, ascii_only=ascii_only)
    rules = draft.session.rules(draft.game)
    last = rules.written(Moment(rules.moment(ahead.board).turn, max(ahead.orders)))
    head = laid_out([ReportLine(f"After {last}. {rules.forecast_heading}")], width, ascii_only=ascii_only)
    return [*head, *drawn(scene, width, rows - len(head), ascii_only=ascii_only)]


def _of_unit(draft: Draft, unit: str | None) -> Iterator[Block]:
    """A unit as it stands and what it may do, and every order that there is."""
    if unit is None:
        yield ReportLine("You have no unit to give orders to.")
        return
    yield strong(unit)
    for line in draft.may_do(unit):
        yield ReportLine(line)
    yield BLANK
    yield strong("Orders, F3 tells of the one at the cursor")
    yield Fields((each.title, each.first) for each in _orders(draft))


def _orders(draft: Draft) -> tuple[OrderHelp, ...]:
    return tuple(guide_of(draft.session.rules(draft.game).name).orders)


def _of_order(draft: Draft, line: str) -> Iterator[Block]:
    """How the order on a line goes: whose first words stand there, the longest of those."""
    words = line.partition("#")[0].lower().split()
    named = [each for each in _orders(draft) if _holds(words, each.title.lower().split())]
    found = max(named, key=lambda each: len(each.title), default=None)
    if found is None:
        yield ReportLine("Write an order, or put the cursor on one: how it goes is told here.")
        return
    yield from some_orders(draft.session.rules(draft.game), [found])


def _holds(words: list[str], wanted: list[str]) -> bool:
    """Whether words that follow each other stand among others."""
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words)))


def _of_check(checked: OrderCheck) -> Iterator[Block]:
    """Every mistake, or where the orders lead and how they are read."""
    if checked.problems:
        yield from _of_problems(checked)
        return
    yield from (ReportLine(line) for line in checked.warned)
    if any(line.strip() for line in checked.forecast or ()):
        yield from (ReportLine(line.strip(), len(line) - len(line.lstrip())) for line in checked.forecast or ())
    else:
        yield ReportLine(checked.foretold())
    yield Heading("In normal form")
    yield from (ReportLine(line.strip(), len(line) - len(line.lstrip())) for line in checked.normal.split("\n"))


def _of_problems(checked: OrderCheck) -> Iterator[Block]:
    yield Heading("This is wrong")
    yield from (ReportLine(line) for problem in checked.problems for line in problem.split("\n"))
