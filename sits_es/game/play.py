"""A game's beginning, and one exchange of orders from seals to the close of the segment; all comes in as arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from attrs import field, frozen

from sits_es.dice import Dice, KeyedDice
from sits_es.errors import NotNowError
from sits_es.events import Event
from sits_es.game.events import (
    GameCreated,
    GameEnded,
    GameStarted,
    OrdersDefaulted,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.fold import Fold
from sits_es.game.seals import Sealed, commitment, seed
from sits_es.game.state import Game
from sits_es.orders.frame import read_line
from sits_es.rules import system
from sits_es.rules.system import Setup, System


def read_forms(rules: System, lines: Sequence[str], segment: int) -> tuple[Event, ...]:
    """Orders as facts, one for each line, in order. segment: the exchange they are for. Raises OrderFaults."""
    return tuple(_form(rules.name, line, segment) for line in lines)


@lru_cache(maxsize=4096)
def _form(system_name: str, line: str, segment: int) -> Event:
    """One line; the same orders are given again and again, and a fact is a value that can be shared."""
    return read_line(line, system(system_name).language, segment)


@frozen(kw_only=True)
class Given:
    """A player's orders for one exchange: as facts, as the lines that are sealed, and his nonce of 32 bytes."""

    player: str
    forms: tuple[Event, ...]
    lines: tuple[str, ...]
    nonce: bytes = field(repr=False)

    @property
    def sealed(self) -> Sealed:
        """What the player commits himself to."""
        return Sealed(player=self.player, lines=self.lines, nonce=self.nonce)


def create(
    name: str,
    rules: System,
    setup: Setup,
    play: Literal["hot seat", "peers", "umpired"] = "hot seat",
    terms: Mapping[str, Any] | None = None,
) -> GameCreated:
    """The first fact of a game: everything that its rules need. terms: how its players agree to play."""
    return GameCreated(
        game=name,
        title=setup.title,
        system=rules.name,
        edition=rules.edition,
        version=rules.version,
        play=play,
        scenario=setup.scenario,
        terms=dict(terms or {}),
        options=setup.options,
        tables=setup.tables,
        classes=setup.classes,
    )


def begin(created: GameCreated, joined: Sequence[PlayerJoined], placed: Sequence[Event]) -> list[Event]:
    """The facts that begin a game: creation, everybody at the table by id, units on the map, start, first opening."""
    people = sorted(joined, key=lambda fact: fact.player)
    begun: list[Event] = [created, *people, *placed, GameStarted()]
    return begun + system(created.system).opening(Fold().add_all(begun).game.board)


def found(name: str, rules: System, setup: Setup) -> list[Event]:
    """The facts that begin a hot-seat game."""
    joined = [PlayerJoined(player=player, name=who, side=side) for player, (who, side) in setup.players.items()]
    return begin(create(name, rules, setup), joined, setup.opening)


@frozen(kw_only=True)
class Brought:
    """What an exchange brought. facts: in order, from the first seal on; fold: the game after them."""

    facts: list[Event]
    fold: Fold


def play_exchange(
    game: Game, given: Sequence[Given], kept_seed: bytes | None = None, agreed: Sequence[Event] = ()
) -> Brought:
    """Every fact of the exchange that the game stands at, once all players' orders are there, and the game after it.

    The game given stays as it is. kept_seed: the parent's seed of this exchange, in a what-if fork.
    agreed: what the players agreed on within the exchange; whom an OrdersDefaulted among it names gives nothing.
    Raises NotNowError when the game is over or has not begun, ValueError when orders of a player are missing.
    """
    if game.ended is not None:
        raise NotNowError(f"{game.branch} is over: {game.ended}")
    if not game.started:
        raise NotNowError(f"{game.branch} has not begun.")
    ordered = sorted(given, key=lambda each: each.player)
    defaults = {fact.player: fact for fact in agreed if isinstance(fact, OrdersDefaulted)}
    needed = tuple(player for player in game.sealers if player not in defaults)
    if tuple(each.player for each in ordered) != needed:
        raise ValueError(f"orders of {needed} are needed, given are {[each.player for each in ordered]}")
    rules = system(game.system)
    forms = {each.player: each.forms for each in ordered}
    forms |= {player: read_forms(rules, fact.lines, game.moment.segment) for player, fact in defaults.items()}
    facts, dice = _exchange(game, ordered, kept_seed, agreed, forms)
    fold = Fold(game).copy().add_all(facts)
    # the rules change the board as they go, so that each fact touches it once
    facts += rules.resolve(fold.game.board, {player: forms[player] for player in sorted(forms)}, dice)
    for fact in _close(fold, rules):
        fold.add(fact)
        facts.append(fact)
    return Brought(facts=facts, fold=fold)


def _exchange(
    game: Game,
    ordered: Sequence[Given],
    kept_seed: bytes | None,
    agreed: Sequence[Event],
    forms: Mapping[str, Sequence[Event]],
) -> tuple[list[Event], Dice]:
    """Seals, what was agreed, reveals, the orders themselves, and the seed with its dice."""
    at = game.moment
    seals = {each.player: commitment(game.root, game.branch, at, each.sealed) for each in ordered}
    made = kept_seed or seed(game.root, game.branch, at, seals, {each.player: each.nonce for each in ordered})
    exchanged: list[Event] = [
        OrdersSealed(turn=at.turn, segment=at.segment, player=player, commitment=seals[player]) for player in seals
    ]
    for fact in agreed:
        exchanged.append(fact)
        if isinstance(fact, OrdersDefaulted):
            exchanged += forms[fact.player]
    for each in ordered:
        nonce = each.nonce.hex()
        exchanged.append(
            OrdersRevealed(turn=at.turn, segment=at.segment, player=each.player, lines=each.lines, nonce=nonce)
        )
        exchanged += each.forms
    exchanged.append(SeedMade(turn=at.turn, segment=at.segment, seed=made.hex(), kept=kept_seed is not None))
    return exchanged, KeyedDice(made, game.root, at.turn, at.segment)


def _close(fold: Fold, rules: System) -> Iterator[Event]:
    """What ends the exchange: the segment, the turn, the game, or the opening of the next one.

    Each fact must have changed the fold before the next is asked for.
    """
    at, outcome = fold.game.moment, rules.outcome(fold.game.board)
    yield SegmentClosed(turn=at.turn, segment=at.segment)
    if fold.game.moment.turn > at.turn:
        yield TurnClosed(turn=at.turn)
    if outcome is not None:
        winner, words = outcome
        yield GameEnded(winner=winner, outcome=words)
        return
    yield from rules.opening(fold.game.board)
