"""What was played, for people: after playing, as a stretch of the record, and in letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from commands.render import views_of
from sits_es.game.story import teller
from sits_es.sentences import counted, typed, visible
from sits_es.service.replay import facts_of, played

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.events import Event
    from sits_es.game.exchanges import Exchange
    from sits_es.service.demo import Demonstration
    from sits_es.service.replay import Played
    from sits_es.service.session import Session


def after_play(
    session: Session, name: str, played: Sequence[Played], *, full: bool, ascii_only: bool, width: int
) -> Iterator[RenderableType]:
    """One exchange in full, several as a summary, or each in full; then the state of the game and of its record."""
    from rich.text import Text

    fold = session.fold(name)
    views = views_of(fold.game.system)
    if full or len(played) == 1:
        for each in played:
            yield views.segment_report(each.before, each.facts, each.after, ascii_only=ascii_only)
            yield Text()
    else:
        run = [(each.before, each.facts, each.after) for each in played]
        yield views.turn_report(run, ascii_only=ascii_only, width=width)
        yield Text()
    if any(fold.system.stops(fact) for each in played for fact in each.facts):
        yield Text("A `stop if` was met: what was plotted beyond it is void and is to be ordered anew.")
    if fold.game.ended is not None:
        yield Text(f"{name} is over: {fold.game.ended}")
    else:
        yield Text(f"{name} stands at {fold.system.written(fold.game.moment)}; orders for it are owed.")
    yield Text(record_line(session, name))


def record_line(session: Session, name: str) -> str:
    """How long the record is and where it ends: what players compare."""
    head = session.head(name)
    return f"Record: {head.version + 1} events, head {head.digest[:16]}. Check: sits audit {typed(name)} --verify"


def demonstration(
    session: Session, shown: Demonstration, *, full: bool, ascii_only: bool, width: int
) -> Iterator[RenderableType]:
    """A bundled scenario turn by turn, what its audit came to, and what to try next."""
    from rich.text import Text

    name, fold = shown.name, session.fold(shown.name)
    views = views_of(fold.game.system)
    where = f"{name}: {visible(fold.game.title)}."
    yield Text(f"{where} It is on record here already; this is what was played." if shown.again else where)
    yield Text()
    for turn in sorted({each.moment.turn for each in shown.played}):
        of_turn = [(each.before, each.facts, each.after) for each in shown.played if each.moment.turn == turn]
        if full:
            for before, facts, after in of_turn:
                yield views.segment_report(before, facts, after, ascii_only=ascii_only)
                yield Text()
        yield views.turn_report(of_turn, ascii_only=ascii_only, width=width)
        yield Text()
    if fold.game.ended is not None:
        yield Text(f"{name} is over: {fold.game.ended}")
    found = shown.audited
    derived = f"{counted(found.segments, 'exchange')} recomputed from orders, seals and dice."
    yield Text("\n".join(found.faults) or f"Audit: {found.events} events sound, {derived}")
    yield Text(record_line(session, name))
    yield Text()
    yield Text("What to try next:")
    for command, why in _next_steps(name):
        yield Text(f"  {command:<50}{why}")


def _next_steps(name: str) -> tuple[tuple[str, str], ...]:
    game = typed(name)
    return (
        (f"sits show {game} --at 1.4", "the board as it stood"),
        (f"sits replay {game} --from 2.3 --to 2.3", "one segment in full"),
        (f"sits replay {game} --from 1.3 --to 1.5 --step", "event by event"),
        (f"sits fork {game} --at 1.3 --name what-if", "same dice, other orders"),
        (f"sits audit {game} --search salvo", "search the record"),
        ("sits new duel --name ours", "a game of your own"),
    )


def stretch(
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


def step_by_step(session: Session, name: str, run: Sequence[Exchange], *, ascii_only: bool) -> Iterator[RenderableType]:
    """Every event of a stretch, one line each, under the steps of the procedure."""
    from rich.text import Text

    rules = session.rules(name)
    views, tell = views_of(rules.name), teller(rules)
    for exchange in run:
        facts = facts_of(session, name, exchange)
        numbers = {id(fact): (exchange.first or 0) + at for at, fact in enumerate(facts)}

        def told(fact: Event, numbers: dict[int, int] = numbers) -> str:
            return f"#{numbers[id(fact)]} {tell(fact)}"

        span = f"events #{exchange.first} to #{exchange.last}"
        yield Text(f"{name} {rules.written(exchange.moment)}: {span}", style="bold")
        yield views.step_view(facts, told, ascii_only=ascii_only)
        yield Text()


#: Columns of a report: what mail programs show without wrapping.
WIDTH = 76


class LetterPrinter:
    """Prints what was played, for letters."""

    def exchange(self, system: str, played: Played) -> str:
        """One exchange in full."""
        return _text(views_of(system).segment_report(played.before, played.facts, played.after, ascii_only=True))

    def turn(self, system: str, played: Sequence[Played]) -> str:
        """The exchanges of one turn as a summary."""
        run = [(each.before, each.facts, each.after) for each in played]
        return _text(views_of(system).turn_report(run, ascii_only=True, width=WIDTH))


def _text(view: RenderableType) -> str:
    from rich.console import Console

    out = StringIO()
    Console(file=out, width=WIDTH, markup=False, highlight=False, emoji=False, color_system=None).print(view)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")
