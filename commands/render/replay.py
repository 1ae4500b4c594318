"""A stretch of a record for people: reports of its exchanges, or every event under the steps of the procedure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from commands.render.systems import views_of
from sits_es.game.story import teller
from sits_es.service.replay import brought, played

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.events import Event
    from sits_es.game.exchanges import Exchange
    from sits_es.service.session import Session


def reports(
    session: Session, name: str, run: Sequence[Exchange], *, ascii_only: bool, width: int
) -> Iterator[RenderableType]:
    """One exchange in full, several as a summary of the stretch."""
    views = views_of(session.rules(name).name)
    shown = list(played(session, name, run))
    if len(shown) == 1:
        (only,) = shown
        yield views.segment_report(only.before, only.facts, only.after, ascii_only=ascii_only)
        return
    stretch_of = [(each.before, each.facts, each.after) for each in shown]
    yield views.turn_report(stretch_of, ascii_only=ascii_only, width=width)


def steps(session: Session, name: str, run: Sequence[Exchange], *, ascii_only: bool) -> Iterator[RenderableType]:
    """Every event of a stretch, one line each, under the steps of the procedure."""
    from rich.text import Text

    rules = session.rules(name)
    views, tell = views_of(rules.name), teller(rules.tell, rules.steps)
    for exchange in run:
        facts = brought(session, name, exchange)
        numbers = {id(fact): (exchange.first or 0) + at for at, fact in enumerate(facts)}

        def told(fact: Event, numbers: dict[int, int] = numbers) -> str:
            return f"#{numbers[id(fact)]} {tell(fact)}"

        span = f"events #{exchange.first} to #{exchange.last}"
        yield Text(f"{name} {exchange.moment.written(rules.steps)}: {span}", style="bold")
        yield views.step_view(facts, told, ascii_only=ascii_only)
        yield Text()
