"""Reading a stretch of a record: as reports, as single events, and against the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from commands.exchanges import Exchange, events_of, exchanges
from commands.hot_seat import Played
from commands.table import Table, steps_of
from commands.views.registry import views_of
from sits_es.errors import NotNowError, UnreadableError
from sits_es.events import REGISTRY
from sits_es.game.fold import Fold
from sits_es.game.moments import read_moment
from sits_es.game.story import teller
from sits_es.game.verify import STUMBLES, check_exchange
from sits_es.sentences import counted

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

    from sits_es.events import Event
    from sits_es.store import Recorded


def stretch(table: Table, name: str, first: str | None, last: str | None) -> list[Exchange]:
    """The exchanges played from one moment to another, both included.

    Raises UnreadableError for texts that are no moments or stand the wrong way round, NotNowError when nothing in the
    stretch has been played.
    """
    record = table.record(name)
    steps = steps_of(record)
    played = [exchange for exchange in exchanges(record, steps) if exchange.played]
    start = read_moment(first, steps) if first else None
    end = read_moment(last, steps) if last else None
    if start and end and end < start:
        raise UnreadableError(f"{first} comes after {last}. Give the earlier moment first.")
    found = [each for each in played if (not start or each.moment >= start) and (not end or each.moment <= end)]
    if not found:
        have = f"{played[0].moment.written(steps)} to {played[-1].moment.written(steps)}" if played else "nothing yet"
        raise NotNowError(f"{name}: nothing of that stretch has been played. On record: {have}.")
    return found


def played(table: Table, name: str, run: Sequence[Exchange]) -> Iterator[Played]:
    """The exchanges of a stretch as they were played, boards before and after included."""
    record = table.record(name)
    for exchange, fold in _opened(record, run):
        before = fold.system.freeze(fold.game.board)
        facts = events_of(record, exchange)
        fold.add_all(facts)
        yield Played(
            moment=exchange.moment, before=before, facts=tuple(facts), after=fold.system.freeze(fold.game.board)
        )


def _opened(record: Sequence[Recorded], run: Sequence[Exchange]) -> Iterator[tuple[Exchange, Fold]]:
    """Each exchange with the game as it opened; whoever takes it lets the exchange's own facts change the game."""
    fold, done = Fold(), 0
    for exchange in run:
        # a fork begins between two exchanges: what stands there counts too
        fold.add_all(recorded.event for recorded in record[done : exchange.opened + 1])
        yield exchange, fold
        done = (exchange.last or exchange.opened) + 1


def reports(table: Table, name: str, run: Sequence[Exchange], *, ascii_only: bool, width: int) -> Group:
    """One exchange in full, several as a summary of the stretch."""
    from rich.console import Group

    views = views_of(table.fold(name).game.system)
    shown = list(played(table, name, run))
    if len(shown) == 1:
        (only,) = shown
        return Group(views.segment_report(only.before, only.facts, only.after, ascii_only=ascii_only))
    stretch_of = [(each.before, each.facts, each.after) for each in shown]
    return Group(views.turn_report(stretch_of, ascii_only=ascii_only, width=width))


def steps(table: Table, name: str, run: Sequence[Exchange], *, ascii_only: bool) -> Group:
    """Every event of a stretch, one line each, under the steps of the procedure."""
    from rich.console import Group

    return Group(*_steps(table, name, run, ascii_only=ascii_only))


def _steps(table: Table, name: str, run: Sequence[Exchange], *, ascii_only: bool) -> Iterator[RenderableType]:
    from rich.text import Text

    fold = table.fold(name)
    record, views = table.record(name), views_of(fold.game.system)
    tell = teller(fold.system.tell, fold.system.steps)
    for exchange in run:
        facts = events_of(record, exchange)
        numbers = {id(fact): (exchange.first or 0) + at for at, fact in enumerate(facts)}

        def told(fact: Event, numbers: dict[int, int] = numbers) -> str:
            return f"#{numbers[id(fact)]} {tell(fact)}"

        span = f"events #{exchange.first} to #{exchange.last}"
        yield Text(f"{name} {exchange.moment.written(fold.system.steps)}: {span}", style="bold")
        yield views.step_view(facts, told, ascii_only=ascii_only)
        yield Text()


def verify(table: Table, name: str, run: Sequence[Exchange]) -> list[str]:
    """Everything in which the record of a stretch is not what the rules bring; the chain is checked too."""
    record = list(table.store.read_verified(table.must_know(name), upto=run[-1].last))
    kept = {moment: seed.hex() for moment, seed in table.kept_seeds(table.fold(name).game).items()}
    faults: list[str] = []
    try:
        for exchange, fold in _opened(record, run):
            facts = events_of(record, exchange)
            faults += [f"{name} {fault}" for fault in check_exchange(fold.game, facts, kept)]
            fold.add_all(facts)
    except STUMBLES as fault:
        if not faults:
            raise
        faults.append(f"{name}: what follows cannot be derived from such a record ({fault!r}).")
    return faults


def all_well(name: str, run: Sequence[Exchange]) -> str:
    """What to say when nothing is wrong."""
    number = counted(len(run), "exchange")
    return f"{name}: {number} derived anew from orders, seals and dice; every event is just as it stands on the record."


def as_json(table: Table, name: str, run: Sequence[Exchange], faults: Sequence[str] | None) -> dict[str, Any]:
    """For programs: every event with its place, its data and its sentence."""
    from sits_es.store.codec import Codec

    fold = table.fold(name)
    record, codec, tell = table.record(name), Codec(), teller(fold.system.tell, fold.system.steps)
    found: dict[str, Any] = {"name": name, "segments": []}
    for exchange in run:
        events = [
            {
                "event": version,
                "type": REGISTRY.stored_name(type(fact)).name,
                "data": json.loads(codec.encode(fact)[1]),
                "text": tell(fact),
            }
            for version, fact in enumerate(events_of(record, exchange), start=exchange.first or 0)
        ]
        found["segments"].append({"at": exchange.moment.written(fold.system.steps), "events": events})
    if faults is not None:
        found["verified"] = not faults
        found["faults"] = list(faults)
    return found
