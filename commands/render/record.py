"""The record for people: its log to list and search, events explained, luck, two branches held against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict

from commands.render.listing import Listing, table_of
from sits_es.report.luck import Luck, in_words
from sits_es.rules.moments import Moment
from sits_es.service.luck import Account, decimal

if TYPE_CHECKING:
    from rich.console import RenderableType
    from sqlite_utils import Database

    from sits_es.rules.system import Exchanges
    from sits_es.service.comparison import Comparison
    from sits_es.service.explanation import Explained


def rows_of(models: Database, rules: Exchanges, name: str, search: str | None) -> list[dict[str, Any]]:
    """The audit log's rows, all or those whose text holds the words searched for."""
    from projections.audit_log import search as find

    if search is not None:
        rows = [asdict(row) for row in find(models, name, search)]
    else:
        rows = list(models.table("audit_log").rows_where("stream = ?", [name], order_by="version"))
    return [{**row, "at": _at(row["turn"], row["segment"], rules)} for row in rows]


def _at(turn: int, segment: int, rules: Exchanges) -> str:
    return rules.written(Moment(turn, segment)) if turn else "set-up"


def log(rows: Sequence[dict[str, Any]]) -> Listing:
    """The log as a table."""
    shown = [(f"#{row['version']}", str(row["at"]), str(row["sentence"])) for row in rows]
    return table_of(("Event", "At", "What happened"), shown)


def explanation(found: Explained) -> Iterator[RenderableType]:
    """For people, part by part."""
    from rich.text import Text

    yield Text(f"#{found.event}, {found.at}", style="bold")
    yield Text(found.text)
    if found.working.modifiers:
        yield Text()
        rows = [(each.name, each.value, each.rule) for each in found.working.modifiers]
        yield table_of(("What", "Number", "Where it comes from"), rows)
    if found.working.steps:
        yield Text()
        yield from (Text(f"{number}. {step}") for number, step in enumerate(found.working.steps, start=1))
    for roll in found.rolls:
        yield Text()
        yield from map(Text, roll.lines())
    if found.decides:
        yield Text()
        yield Text(f"It decides {found.decides}")
    if found.working.expected:
        yield Text()
        yield Text(f"Expected: {found.working.expected}")
    yield Text()
    yield Text(f"Rule: {found.working.rule}")


def luck(found: Account) -> Iterator[RenderableType]:
    """For people, part by part."""
    from rich.text import Text

    if not found.rows:
        yield Text(f"{found.name}: no roll has been thrown yet that can be good or bad.")
        return
    for player in found.players:
        yield Text(f"{player}: all in all {in_words(found.overall(player))}.", style="bold")
        rows = [_cells(row) for row in found.rows if row.player == player]
        yield table_of(("Rolls for", "Rolls", "Came to", "Average", "That is"), rows)
        yield Text()
    yield Text(
        "Average: the same situations over every roll that could have been thrown. Layers of defence and sidewalls "
        "are rolled by the defender. sits explain GAME EVENT has the same for a single roll."
    )


def _cells(row: Luck) -> Sequence[str]:
    return row.kind, str(row.rolls), str(row.observed), decimal(row.mean), in_words(row.distance)


def comparison(found: Comparison) -> Iterator[RenderableType]:
    """For people, part by part."""
    from rich.text import Text

    if found.parting is None:
        yield Text(f"{found.one} and {found.other} hold the same events as far as both go.")
    else:
        yield Text(f"The first event that differs is #{found.parting.at}:")
        yield Text(f"  {found.one}: {found.parting.one}")
        yield Text(f"  {found.other}: {found.parting.other}")
    yield Text()
    if not found.rows:
        yield Text(f"At {found.moment} every ship is the same in both.")
        return
    yield Text(f"At {found.moment}:")
    yield table_of(("Ship", "What", found.one, found.other), found.rows)
