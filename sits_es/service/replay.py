"""Exchanges of a record as they were played, with the boards before and after, and the eyes they are shown with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.events import REGISTRY, Event
from sits_es.game.events import OrdersGiven, OrdersRevealed
from sits_es.game.exchanges import Exchange
from sits_es.game.fold import Fold
from sits_es.game.state import Game
from sits_es.game.story import teller
from sits_es.orders.names import known_as
from sits_es.report import Stage, report_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import Exchanges
from sits_es.sentences import shell
from sits_es.service.session import OpenGame

#: Events that are read ahead of the exchange that is shown.
AT_ONCE: Final = 2000


class PlayedExchange(Struct, frozen=True, kw_only=True):
    """An exchange as it was played. before, after: boards, safe to keep; facts: its events, from the seals on."""

    moment: Moment
    before: object
    facts: tuple[Event, ...]
    after: object

    def stage(self, rules: Exchanges) -> Stage:
        """The exchange in the form that reports take. rules: say how moments are written."""
        orders: dict[str, list[str]] = {}
        for fact in self.facts:
            if isinstance(fact, OrdersGiven | OrdersRevealed):
                orders.setdefault(fact.player, []).extend(fact.lines)
        label = rules.label(self.moment)
        return Stage(label=label, before=self.before, facts=self.facts, after=self.after, orders=orders)


def exchanges_between(opened: OpenGame, first: str | None = None, last: str | None = None) -> list[Exchange]:
    """The exchanges played from one moment to another, both included; by default all. A run has every moment in it.

    Raises UnreadableError for no moments or the wrong order, NotNowError when nothing there has been played.
    """
    history = opened.history
    start = history.rules.read_moment(first) if first else None
    end = history.rules.read_moment(last) if last else None
    if start and end and end < start:
        raise UnreadableError(f"{first} comes after {last}. Give the earlier moment first.")
    found = list(history.played(start and history.began(start), end))
    if not found:
        ends = [each.moment for each in (next(history.played(), None), history.last) if each is not None]
        have = " to ".join(history.rules.label(moment) for moment in ends) or "nothing yet"
        raise NotNowError(f"{opened.name}: nothing between those moments has been played. On record: {have}.")
    return found


def play_back(opened: OpenGame, run: Sequence[Exchange]) -> Iterator[PlayedExchange]:
    """Exchanges that follow each other as they were played, with boards; the game as the last left it is kept."""
    if not run:
        return
    fold, done = opened.fold(run[0].opened), run[0].opened
    shared, read = True, run[0].opened
    for exchange in run:
        if (exchange.last or exchange.opened) > read:
            # many at a time: the line of a deep fork is asked for at each reading
            read = max(exchange.last or exchange.opened, min(read + AT_ONCE, run[-1].last or run[-1].opened))
            opened.events(exchange.opened + 1, read)
        boards = []
        # a fork begins between two exchanges: what is there counts too
        for version in (exchange.opened, exchange.last or exchange.opened):
            if version > done:
                known = opened.known_fold(version)
                stored = opened.stored(done + 1, version)
                fold = known or (fold.copy() if shared else fold).read(opened.stream, stored)
                done, shared = version, known is not None
            boards.append(fold.system.freeze(fold.game.board))
        facts = tuple(facts_of(opened, exchange))
        yield PlayedExchange(moment=exchange.moment, before=boards[0], facts=facts, after=boards[1])
    opened.keep(done, fold)


def facts_of(opened: OpenGame, exchange: Exchange) -> list[Event]:
    """The events of an exchange; none for the one that is owed."""
    return [] if exchange.first is None else opened.facts(exchange.first, exchange.last)


def as_json(opened: OpenGame, run: Sequence[Exchange]) -> dict[str, Any]:
    """For programs: the exchanges in order, each with its events."""
    rules = opened.rules
    codec, tell = opened.store.codec, teller(rules)
    found: dict[str, Any] = {"name": opened.name, "exchanges": []}
    for exchange in run:
        events = [
            {
                "event": version,
                "type": REGISTRY.stored_name(type(fact)).name,
                "data": json.loads(codec.encode(fact)[1]),
                "text": tell(fact),
            }
            for version, fact in enumerate(facts_of(opened, exchange), start=exchange.first or 0)
        ]
        found["exchanges"].append({"at": rules.label(exchange.moment), "events": events})
    return found


def account(fold: Fold, moment: Moment) -> dict[str, Any]:
    """A game for programs, at a moment: what it is, where it stands, whose it is, and what its rules tell of it."""
    game = fold.game
    return {
        "title": game.title,
        "system": game.system,
        "turn": moment.turn,
        "segment": moment.segment,
        "at": fold.system.label(moment),
        "ended": game.ended,
        "players": {player: {"name": who.name, "side": who.side} for player, who in sorted(game.players.items())},
        **report_of(game.system).standing(game.board),
    }


def viewer_of(game: Game, seated: str | None, wanted: str | None) -> str | None:
    """The player whose units are shown in full, with what they see; None for everybody's.

    All players hold the same record. What one of them sees besides is worked out; while a game by mail goes on, a file
    shows what its maker sees and nobody else. seated: the player in this folder of a game by mail, if any; wanted: the
    player that was asked for, if any. Raises NotAllowedError for anybody else's view then, and for an unknown player.
    """
    found = None if wanted is None else known_as("player", wanted, game.players)
    if seated is None or game.ended is not None:
        return found
    if found not in (None, seated):
        said = (
            f"{game.called} is played by mail and is not over, so it is shown only as {seated} sees it. Leave out --as"
        )
        raise NotAllowedError(f"{said}{f', or say --as {shell(seated)}' if seated in game.players else ''}.")
    return seated if seated in game.players else None
