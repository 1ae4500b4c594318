"""Playing a bundled scenario with the orders that come with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from commands import replaying
from commands.auditing import verify
from commands.exchanges import exchanges
from commands.founding import found_game
from commands.hot_seat import play
from commands.order_files import OrderFile
from commands.output import typed
from commands.playing import record_line
from commands.table import Table, steps_of
from commands.views.registry import views_of
from sits_es.errors import NotAllowedError
from sits_es.game.events import GameCreated, OrdersRevealed
from sits_es.game.moments import Moment
from sits_es.game.seals import nonce_from
from sits_es.orders.frame import read_sheet
from sits_es.orders.names import written
from sits_es.rules import system
from sits_es.rules.system import Bundle
from sits_es.sentences import counted

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

#: The rule system whose bundled scenarios are shown.
SYSTEM = "sits"


def demonstrate(table: Table, scenario: str, name: str, *, full: bool, ascii_only: bool, width: int) -> Group:
    """Play a bundled scenario as the game `name`, or find it played already, and show its turns.

    Raises NotAllowedError when there is no such scenario with orders, or when another game has the name.
    """
    from rich.console import Group

    bundle = system(SYSTEM).bundled().get(scenario)
    if bundle is None or not bundle.orders:
        playable = [known for known, each in sorted(system(SYSTEM).bundled().items()) if each.orders]
        raise NotAllowedError(f"There is no scenario {scenario} with orders to show. There is: {', '.join(playable)}.")
    known = _known(table, name)
    if known is None:
        found_game(table, scenario, name, SYSTEM)
    elif known != scenario or not _begun_by(table, name, bundle):
        raise NotAllowedError(f"There is another game {name} already. Give the demo a name: sits demo --name NAME")
    _play(table, bundle, name)
    return Group(*_shown(table, name, again=known is not None, full=full, ascii_only=ascii_only, width=width))


def _known(table: Table, name: str) -> str | None:
    """The scenario of a game that is here already, None when there is none; a fork is nobody's demo."""
    branch = next((branch for branch in table.store.streams() if branch.stream == name), None)
    if branch is None:
        return None
    created = next(table.store.read(name, upto=0)).event
    return created.scenario if isinstance(created, GameCreated) and branch.parent is None else ""


def _play(table: Table, bundle: Bundle, name: str) -> None:
    """Play, turn by turn, what the bundled orders have not brought yet.

    They are not checked: a game of another name has other dice, after which some of them may come to nothing. The
    rules say so on the record where they are carried out.
    """
    steps = table.fold(name).system.steps
    files = _files(bundle, name)
    for turn in sorted({each.sheet.turn for each in files}):
        game = table.fold(name).game
        if game.moment.turn == turn and game.ended is None:
            list(play(table, name, files, Moment(turn, len(steps))))


def _files(bundle: Bundle, name: str) -> list[OrderFile]:
    """The bundled order files, as files for the game `name`."""
    language = system(SYSTEM).language
    found = []
    for source, text in sorted(bundle.orders.items()):
        sheet = read_sheet(re.sub(r"(?m)^game .*$", f"game {written(name)}", text, count=1), language, source)
        found.append(OrderFile(source=source, sheet=sheet, player=str(sheet.player)))
    return found


def _begun_by(table: Table, name: str, bundle: Bundle) -> bool:
    """Whether a game's first exchange was played with the bundled orders; otherwise it is somebody's own game."""
    secrets = {each.player: each.sheet.secret for each in _files(bundle, name) if each.sheet.turn == 1}
    facts = [recorded.event for recorded in table.record(name)]
    first = [fact for fact in facts if isinstance(fact, OrdersRevealed) and fact.turn == fact.segment == 1]
    own = {player: nonce_from(bytes.fromhex(str(secret)), player, Moment()).hex() for player, secret in secrets.items()}
    return {fact.player: fact.nonce for fact in first} == own


def _shown(
    table: Table, name: str, *, again: bool, full: bool, ascii_only: bool, width: int
) -> Iterator[RenderableType]:
    from rich.text import Text

    record = table.record(name)
    steps = steps_of(record)
    fold = table.fold(name)
    views = views_of(fold.game.system)
    run = [exchange for exchange in exchanges(record, steps) if exchange.played]
    played = list(replaying.played(table, name, run))
    where = f"{name}: {fold.game.title}."
    yield Text(f"{where} It is on record here already; this is what was played." if again else where)
    yield Text()
    for turn in sorted({each.moment.turn for each in played}):
        of_turn = [(each.before, each.facts, each.after) for each in played if each.moment.turn == turn]
        if full:
            for before, facts, after in of_turn:
                yield views.segment_report(before, facts, after, ascii_only=ascii_only)
                yield Text()
        yield views.turn_report(of_turn, ascii_only=ascii_only, width=width)
        yield Text()
    if fold.game.ended is not None:
        yield Text(f"{name} is over: {fold.game.ended}")
    findings = verify(table, name, [])
    yield Text("\n".join(findings.faults) if findings.faults else _sound(findings.events, findings.segments))
    yield Text(record_line(table, name))
    yield Text()
    yield Text("What to try next:")
    for command, why in _next_steps(name):
        yield Text(f"  {command:<50}{why}")


def _sound(events: int, segments: int) -> str:
    return f"Audit: {events} events sound, {counted(segments, 'exchange')} derived anew from orders, seals and dice."


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
