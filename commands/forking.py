"""Opening a what-if branch."""

from __future__ import annotations

from collections.abc import Sequence

from commands.exchanges import Exchange, exchanges
from commands.table import Table, steps_of
from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.game.events import GameForked
from sits_es.game.fold import Fold
from sits_es.orders.names import problem_of, same


def fork_game(table: Table, parent: str, where: str, child: str, options: Sequence[str]) -> tuple[Fold, int]:
    """Fork a game at a moment or event and give the fork as it stands, with the parent's last event in it.

    options: NAME=VALUE each. Raises NotAllowedError, NotNowError or UnreadableError, with nothing written.
    """
    if problem := problem_of(child):
        raise NotAllowedError(f"{problem} Choose another name for the fork.")
    if (taken := same(child, (branch.stream for branch in table.store.streams()))) is not None:
        raise NotAllowedError(f"There is already a game named {taken}. Give the fork another name.")
    exchange = _exchange_of(table, parent, table.version_of(parent, where))
    fold = table.fold(parent, exchange.opened)
    if fold.game.ended is not None:
        where = exchange.moment.written(fold.system.steps)
        raise NotNowError(f"{parent} is over at {where}: {fold.game.ended} Fork it at an earlier moment.")
    at = next(iter(table.store.read_verified(parent, after=exchange.opened - 1, upto=exchange.opened)))
    forked = GameForked(
        turn=exchange.moment.turn,
        segment=exchange.moment.segment,
        branch=child,
        parent=parent,
        at_version=exchange.opened,
        at_digest=at.digest,
        options=_options(options),
    )
    fold.add(forked)
    table.store.fork(child, parent, exchange.opened, [forked], recorded_at=table.clock())
    return fold, exchange.opened


def _exchange_of(table: Table, parent: str, version: int) -> Exchange:
    """The exchange that an event belongs to; play restarts at its step 1."""
    record = table.record(parent)
    listed = exchanges(record, steps_of(record))
    held = [each for each in listed if each.opened <= version]
    if not held:
        raise NotNowError(f"{parent} has not begun at event #{version}. Its first orders are owed after the start.")
    return held[-1]


def _options(texts: Sequence[str]) -> dict[str, str]:
    pairs = {text: text.partition("=") for text in texts}
    if wrong := [text for text, (name, _, value) in pairs.items() if not (name and value)]:
        raise UnreadableError([f"Option {text!r}: write NAME=VALUE." for text in wrong])
    return {name: value for name, _, value in pairs.values()}
