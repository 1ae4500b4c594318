"""An event explained, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from commands.render.tables import table_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.service.explanation import Explained


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
