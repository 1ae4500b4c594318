"""The facts of a game's life, and the dice, each told as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import (
    AGREEMENT,
    RESIGNED,
    BotSeated,
    DiceCommitted,
    ExchangeFact,
    ExchangeOpened,
    FactsRecorded,
    GameCreated,
    GameEnded,
    GameForked,
    GameStarted,
    OrdersDefaulted,
    OrdersGiven,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    PlayerReadmitted,
    PlayerResigned,
    PlayersPutOut,
    RulingMade,
    SeatTaken,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.state import line_number
from sits_es.rules.moments import Moment
from sits_es.rules.system import Outcome
from sits_es.sentences import counted, listed, one_line, without_full_stop

Teller = Callable[[Event], str]


class Vocabulary(Protocol):
    """What of a rule system its game's facts are told with. has_dice: whether anybody rolls."""

    has_dice: ClassVar[bool]

    def label(self, moment: Moment) -> str:
        """A moment as players write it."""
        ...

    def faces_in_words(self, rolled: DiceRolled) -> tuple[str, ...]:
        """What the dice of a roll show, in the system's words."""
        ...

    def roll_in_words(self, rolled: DiceRolled) -> str:
        """Which it is of several rolls of one name; empty for the first."""
        ...

    def tell(self, fact: Event) -> str:
        """One of the system's own facts as a sentence. Raises KeyError for any other."""
        ...


def _at(fact: ExchangeFact, rules: Vocabulary) -> str:
    """Its moment as players write it: 2.5, or 2.break."""
    return rules.label(Moment(fact.turn, fact.segment))


def _joined(fact: PlayerJoined, _: Vocabulary) -> str:
    if fact.side is None:
        return f"{fact.name} joins as {fact.role} {fact.player}."
    return f"{fact.name} joins as player {fact.player} on the side {fact.side}."


def _defaulted(fact: OrdersDefaulted, rules: Vocabulary) -> str:
    does = f"follows {counted(len(fact.lines), 'standing order')}" if fact.lines else "drifts"
    return f"Player {fact.player} sealed nothing for {_at(fact, rules)}, {does} and has no part in the dice."


def _ruled(fact: RulingMade, rules: Vocabulary) -> str:
    where = rules.label(Moment(fact.about_turn, fact.about_segment))
    which = "the record is upheld" if fact.upheld else "the game goes on as this branch"
    return f"The dispute about {where} is settled by {listed(fact.by)}: {which}. {fact.words}"


def _seeded(fact: SeedMade, rules: Vocabulary) -> str:
    made = "keep the parent's seed" if fact.kept else "are seeded with"
    return f"The dice of {_at(fact, rules)} {made} {fact.seed:.16}."


def _forked(fact: GameForked, rules: Vocabulary) -> str:
    game, number = line_number(fact.branch)
    if number > 1:
        left = line_number(fact.parent)[1]
        said = f"Line {number} of {game} branches off line {left} after event {fact.at_version}"
        return f"{said} and restarts at {_at(fact, rules)}{' with new dice' if rules.has_dice else ''}."
    kind = "as a what-if" if fact.what_if else "to be played on"
    if fact.keeper is not None:
        kind = f"under {fact.keeper}, who keeps the log{' and opens all orders' if fact.reads else ''}"
    options = "".join(f"; option {name} is now {fact.options[name]}" for name in sorted(fact.options))
    return (
        f"{fact.branch} branches off {fact.parent} after event {fact.at_version} and restarts at {_at(fact, rules)} "
        f"{kind}{options}."
    )


def outcome_in_words(fact: GameEnded, rules: Vocabulary) -> str:
    """How a game ended: that its players ended it, that others left, or what the rule system says of its own codes."""
    first = fact.outcome[0] if fact.outcome else None
    if first is not None and first.fits(AGREEMENT):
        by, words = first.values
        return f"{by} agreed to end it: {words}" if words else f"{by} agreed to end it."
    if first is not None and first.fits(RESIGNED):
        return "{} left at {}, so no opponent remains.".format(*first.values)
    return rules.tell(Outcome(winner=fact.winner, why=fact.outcome))


def _put_out(fact: PlayersPutOut, rules: Vocabulary) -> str:
    who, are = ("Player", "is") if len(fact.players) == 1 else ("Players", "are")
    return (
        f"{who} {listed(fact.players)} kept the game waiting at {_at(fact, rules)} and {are} out, as agreed by "
        f"{listed(fact.by)}."
    )


def _ended(fact: GameEnded, rules: Vocabulary) -> str:
    winner = f"{fact.winner} wins" if fact.winner is not None else "nobody wins"
    return f"The game is over and {winner}: {without_full_stop(outcome_in_words(fact, rules))}."


def _rolled(fact: DiceRolled, rules: Vocabulary) -> str:
    which = f" ({fact.object})" if fact.object else ""
    again = f", {told}" if (told := rules.roll_in_words(fact)) else ""
    faces = ", ".join(rules.faces_in_words(fact))
    return f"{fact.actor} rolls {len(fact.faces)}d{fact.sides} for {fact.purpose}{which}{again}: {faces or 'nothing'}."


#: How each fact is told, by its class. In a text 0 is the fact; at: its moment; by: who signed; lines: how many it has.
SENTENCES: Mapping[type[Event], str | Callable[[Any, Vocabulary], str]] = {
    GameCreated: "Game {0.game} is set up: {0.title}; scenario {0.scenario}; "
    "rules {0.system} ({0.edition}; version {0.version}); {0.play}.",
    PlayerJoined: _joined,
    BotSeated: "The {0.level} gives {0.player}'s orders.",
    DiceCommitted: "Player {0.player} fixes their part in all dice: {0.commitment:.16}.",
    GameStarted: "The game begins at {first}.",
    OrdersSealed: "Player {0.player} seals orders for {at}: {0.commitment:.16}.",
    OrdersRevealed: "Player {0.player} opens their seal for {at}: {lines}, nonce {0.nonce:.16}.",
    SeedMade: _seeded,
    OrdersDefaulted: _defaulted,
    OrdersGiven: "Player {0.player} acts in {at}: {lines}, in the open.",
    FactsRecorded: "Player {0.player} enters facts at {at}: {lines}, confirmed by {by}.",
    ExchangeOpened: "The game continues at {at}.",
    RulingMade: _ruled,
    SegmentClosed: "{at} is over.",
    TurnClosed: "Turn {0.turn} is over.",
    GameForked: _forked,
    GameEnded: _ended,
    PlayersPutOut: _put_out,
    PlayerResigned: "Player {0.player} has resigned and is out of the game from {at} on.",
    PlayerReadmitted: "Player {0.player} is back in the game from {at}, as agreed by {by}.",
    SeatTaken: "{0.name} plays {0.player} from now on, with the key {0.key}, as signed by {by}.",
    DiceRolled: _rolled,
}


def tell(fact: Event, rules: Vocabulary) -> str:
    """One of the facts above as a sentence on one line, without markup. Raises KeyError for any other."""
    said = SENTENCES[type(fact)]
    if not isinstance(said, str):
        return one_line(said(fact, rules))
    at = _at(fact, rules) if isinstance(fact, ExchangeFact) else ""
    by, lines = listed(getattr(fact, "by", ())), counted(len(getattr(fact, "lines", ())), "line")
    return one_line(said.format(fact, at=at, by=by, lines=lines, first=rules.label(Moment())))


def teller(rules: Vocabulary) -> Teller:
    """Tell any fact of a game: those above, others by its rule system, which raises KeyError for unknown ones."""

    def tell_any(fact: Event) -> str:
        return tell(fact, rules) if type(fact) in SENTENCES else rules.tell(fact)

    return tell_any
