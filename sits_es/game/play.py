"""A game's beginning, and one exchange of orders from seals to its close; all comes in as arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from attrs import field, frozen
from msgspec import Struct

from sits_es.dice import Dice, KeyedDice, NoDice
from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import (
    ExchangeOpened,
    FactsRecorded,
    GameCreated,
    GameEnded,
    GameStarted,
    OrdersDefaulted,
    OrdersGiven,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.fold import Fold
from sits_es.game.seals import Sealed, commitment, follows, seed
from sits_es.game.state import Game
from sits_es.orders.frame import read_line
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.system import Outcome, Setup, System
from sits_es.sentences import listed, quoted
from sits_es.values import Value


def read_forms(rules: System, lines: Sequence[str], step: int) -> tuple[Event, ...]:
    """Orders as facts, one for each line, in order. step: the exchange they are for.

    Raises OrderFaults, and UnreadableError for what people enter: nobody seals it among orders, unseen by the others.
    """
    forms = _forms(rules, lines, step)
    entered = [form for form in forms if isinstance(form, rules.entry_types)]
    if entered:
        said = (f"{rules.language.unit_of(form)}: {quoted(rules.language.write(form))}" for form in entered)
        raise UnreadableError([f"{each} is something you enter, not an order." for each in said])
    return forms


def _forms(rules: System, lines: Sequence[str], step: int) -> tuple[Event, ...]:
    return tuple(_form(rules.name, line, step) for line in lines)


@lru_cache(maxsize=4096)
def _form(system_name: str, line: str, step: int) -> Event:
    """One line; the same orders are given again and again, and a fact is a value that can be shared."""
    return read_line(line, system(system_name).language, step)


@frozen(kw_only=True)
class Given(Value):
    """A player's orders for one exchange: as facts, as lines, and a nonce of 32 bytes.

    in_the_open: the player acts alone; the seal holds the nonce and no lines.
    """

    player: str
    forms: tuple[Event, ...]
    lines: tuple[str, ...]
    nonce: bytes = field(repr=False)
    in_the_open: bool = False

    @property
    def sealed(self) -> Sealed:
        """What the player is committed to."""
        return Sealed(player=self.player, lines=() if self.in_the_open else self.lines, nonce=self.nonce)


def create(
    name: str,
    rules: System,
    setup: Setup,
    play: Literal["hot seat", "peers", "umpired"] = "hot seat",
    drawn: str = "",
) -> GameCreated:
    """The first fact of a game: everything that its rules need. drawn: its id.

    Of a scenario's file only the name: where it lies on its owner's machine is nobody else's business.
    """
    return GameCreated(
        game=name,
        id=drawn,
        title=setup.title,
        system=rules.name,
        edition=rules.edition,
        version=rules.version,
        play=play,
        scenario=setup.scenario.replace("\\", "/").rsplit("/", 1)[-1],
        options=setup.options,
        tables=setup.tables,
        classes=setup.classes,
    )


def begin(created: GameCreated, joined: Sequence[PlayerJoined], placed: Sequence[Event]) -> list[Event]:
    """The facts that begin a game: creation, everybody who joins by id, units on the map, start, first opening."""
    people = sorted(joined, key=lambda fact: fact.player)
    begun: list[Event] = [created, *people, *placed, GameStarted()]
    return begun + first_opening(Fold().add_all(begun))


def first_opening(fold: Fold) -> list[Event]:
    """What opens the first exchange of a game that has just started, if there is one. It changes the fold."""
    return list(_goes_on(fold, fold.system, Moment()))


def first_facts(name: str, rules: System, setup: Setup, drawn: str = "", fixed: Sequence[Event] = ()) -> list[Event]:
    """The facts that begin a hot-seat game. drawn: its id; fixed: its bots, and each player's part in its dice."""
    joined = [PlayerJoined(player=player, name=who, side=side) for player, (who, side) in setup.players.items()]
    return begin(create(name, rules, setup, drawn=drawn), joined, [*fixed, *setup.opening])


class Resolved(Struct, frozen=True, kw_only=True):
    """An exchange that was resolved, or an entry of facts. facts: in order; fold: the game after them."""

    facts: list[Event]
    fold: Fold


def play_exchange(
    game: Game, given: Sequence[Given], kept_seed: bytes | None = None, agreed: Sequence[OrdersDefaulted] = ()
) -> Resolved:
    """Every fact of the exchange that is open, once all players' orders are there, and the game after it.

    The game given stays as it is. kept_seed: the parent's seed of this exchange, in a what-if fork.
    agreed: who gives nothing, with the orders in force; somebody who owes nothing can give a nonce all the same.
    Raises NotNowError when the game is over or has not begun or no exchange is open, NotAllowedError for a nonce that
    is not the one that a player is committed to, ValueError when orders of a player are missing or are given by one who
    owes none.
    """
    must_go_on(game)
    owed = game.owed
    if owed is None:
        raise NotNowError(f"{game.called} needs no orders at {system(game.system).label(game.moment)}.")
    ordered = sorted(given, key=lambda each: each.player)
    defaults = {fact.player: fact for fact in agreed}
    needed = tuple(player for player in game.sealers_of(owed) if player not in defaults)
    players = {each.player for each in ordered}
    if not set(needed) <= players or defaults.keys() & players or len(players) < len(ordered):
        there = listed(each.player for each in ordered)
        raise ValueError(f"orders are needed from {listed(needed)}, but {there} gave them")
    for each in ordered:
        if each.in_the_open == owed.sealed and each.lines:
            is_now, must_be = ("open", "sealed") if owed.sealed else ("sealed", "open")
            raise ValueError(f"the orders of {each.player} are {is_now}, but must be {must_be}")
        if each.lines and each.player not in owed.orders_by:
            raise ValueError(f"{each.player} gives orders for {owed.label}, but owes none")
    if foul := [each.player for each in ordered if not _fair(game, each)]:
        raise NotAllowedError(f"{listed(foul)}'s part in the dice differs from the one fixed when {game.root} began.")
    rules = system(game.system)
    forms = {each.player: each.forms for each in ordered}
    forms |= {player: read_forms(rules, fact.lines, game.moment.segment) for player, fact in defaults.items()}
    facts, dice = _exchange(game, ordered, kept_seed, agreed, forms)
    fold = Fold(game).copy().add_all(facts)
    # the rules change the board as they go, so that each fact touches it once
    facts += rules.resolve(fold.game.board, {player: forms[player] for player in sorted(forms)}, dice)
    facts += _close(fold, rules)
    return Resolved(facts=facts, fold=fold)


def _fair(game: Game, given: Given) -> bool:
    return given.player not in game.links or follows(given.nonce, game.links[given.player])


def must_go_on(game: Game) -> None:
    """Raise NotNowError when a game is over or has not begun."""
    if game.ended is not None:
        raise NotNowError(f"{game.called} is over: {game.ended}")
    if not game.started:
        raise NotNowError(f"{game.called} has not begun.")


def enter_facts(game: Game, player: str, lines: Sequence[str], by: Sequence[str]) -> Resolved:
    """Every fact of an entry: what a player enters, what follows from it by the rules, and the game after it.

    The game given stays as it is. lines: one fact each, as it is sealed; by: who confirmed them, by id.
    Raises NotNowError when the game is over or has not begun, OrderFaults for lines that can't be read, NotAllowedError
    with every reason why these facts can't be entered.
    """
    must_go_on(game)
    rules, at = system(game.system), game.moment
    entered = _forms(rules, lines, at.segment)
    if problems := [problem.message for problem in rules.entry_problems(game.board, player, entered)]:
        raise NotAllowedError(problems)
    fold, opened = Fold(game).copy(), game.owed
    recorded = FactsRecorded(turn=at.turn, segment=at.segment, player=player, lines=tuple(lines), by=tuple(sorted(by)))
    facts: list[Event] = [_added(fold, recorded)]
    for fact in entered:
        facts += [_added(fold, fact), *rules.at_once(fold.game.board, fact)]
    facts += rules.enter(fold.game.board, player, entered)
    outcome = rules.outcome(fold.game.board)
    if outcome is not None:
        facts += _ends(fold, outcome)
    elif opened is None or fold.game.moment != at:
        facts += _goes_on(fold, rules, at)
    return Resolved(facts=facts, fold=fold)


def _exchange(
    game: Game,
    ordered: Sequence[Given],
    kept_seed: bytes | None,
    agreed: Sequence[OrdersDefaulted],
    forms: Mapping[str, Sequence[Event]],
) -> tuple[list[Event], Dice]:
    """Seals, what was agreed, reveals, the orders themselves, and the seed with its dice."""
    at = game.moment
    seals = {each.player: commitment(game.root, game.sealed_as, at, each.sealed) for each in ordered}
    nonces = {each.player: each.nonce for each in ordered}
    # a player alone could choose the dice, so an exchange of one has none
    made = kept_seed or (seed(game.root, game.sealed_as, at, seals, nonces) if len(nonces) > 1 else None)
    exchanged: list[Event] = [
        OrdersSealed(turn=at.turn, segment=at.segment, player=player, commitment=seals[player]) for player in seals
    ]
    for each in (each for each in ordered if each.in_the_open):
        exchanged.append(OrdersGiven(turn=at.turn, segment=at.segment, player=each.player, lines=each.lines))
        exchanged += each.forms
    for fact in agreed:
        exchanged += [fact, *forms[fact.player]]
    for each in ordered:
        nonce, lines = each.nonce.hex(), each.sealed.lines
        exchanged.append(OrdersRevealed(turn=at.turn, segment=at.segment, player=each.player, lines=lines, nonce=nonce))
        exchanged += () if each.in_the_open else each.forms
    if made is None:
        return exchanged, NoDice()
    exchanged.append(SeedMade(turn=at.turn, segment=at.segment, seed=made.hex(), kept=kept_seed is not None))
    return exchanged, KeyedDice(made, game.root, at.turn, at.segment)


def _close(fold: Fold, rules: System) -> Iterator[Event]:
    """What ends the exchange: it closes, the turn or the game ends, the next exchange opens. Each changes the fold."""
    at, outcome = fold.game.moment, rules.outcome(fold.game.board)
    yield _added(fold, SegmentClosed(turn=at.turn, segment=at.segment))
    following = Moment(at.turn, at.segment + 1)
    if fold.game.moment <= at:
        raise RuntimeError(f"advance of {rules.name} must move on from {rules.label(at)}, or the game never ends.")
    if fold.game.moment.turn > at.turn:
        yield _added(fold, TurnClosed(turn=at.turn))
        following = Moment(at.turn + 1, 1)
    yield from _ends(fold, outcome) if outcome is not None else _goes_on(fold, rules, following)


def _ends(fold: Fold, outcome: Outcome) -> Iterator[Event]:
    yield _added(fold, GameEnded(winner=outcome.winner, outcome=outcome.why))


def _goes_on(fold: Fold, rules: System, following: Moment) -> Iterator[Event]:
    """The exchange that opens, where one does. Each fact changes the fold. following: what the facts so far lead to."""
    at = fold.game.moment
    if at != following:
        yield _added(fold, ExchangeOpened(turn=at.turn, segment=at.segment))
    if fold.game.owed is None:
        return
    for fact in rules.opening(fold.game.board):
        yield _added(fold, fact)


def _added(fold: Fold, fact: Event) -> Event:
    fold.add(fact)
    return fact
