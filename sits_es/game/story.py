"""The facts of a game's life, and the dice, each told as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import (
    AbsenceGranted,
    DeadlineSet,
    ExchangeVoided,
    GameClaimed,
    GameCreated,
    GameEnded,
    GameForked,
    GameStarted,
    OrdersDefaulted,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    RulingMade,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.moments import Moment
from sits_es.sentences import counted, listed, one_line, unstopped

Teller = Callable[[Event], str]
Steps = Sequence[str]


class _Placed(Protocol):
    """A fact that belongs to an exchange."""

    @property
    def turn(self) -> int: ...

    @property
    def segment(self) -> int: ...


def _at(fact: _Placed, steps: Steps) -> str:
    """A moment as players write it: 2.5, and 2.break where the steps are known by name."""
    return _moment(fact.turn, fact.segment, steps)


def _moment(turn: int, segment: int, steps: Steps) -> str:
    return Moment(turn, segment).written(steps) if segment <= len(steps) else f"{turn}.{segment}"


def _created(fact: GameCreated, _: Steps) -> str:
    rules = f"{fact.system} ({fact.edition}; version {fact.version})"
    return f"Game {fact.game} is set up: {fact.title}; scenario {fact.scenario}; rules {rules}; {fact.play}."


def _joined(fact: PlayerJoined, _: Steps) -> str:
    if fact.side is None:
        return f"{fact.name} joins as {fact.role} {fact.player}."
    return f"{fact.name} joins as player {fact.player} on the side {fact.side}."


def _started(_fact: GameStarted, _: Steps) -> str:
    return "The game begins: orders for 1.1 are owed."


def _sealed(fact: OrdersSealed, steps: Steps) -> str:
    return f"Player {fact.player} seals orders for {_at(fact, steps)}: {fact.commitment}."


def _revealed(fact: OrdersRevealed, steps: Steps) -> str:
    lines = counted(len(fact.lines), "line")
    return f"Player {fact.player} opens the seal of {_at(fact, steps)}: {lines}, nonce {fact.nonce}."


def _when(time: str) -> str:
    """2026-12-01T18:00Z as people write it."""
    return f"{time[:10]} {time[11:16]} UTC"


def _deadline(fact: DeadlineSet, steps: Steps) -> str:
    grace = f", with {counted(fact.grace, 'hour')} of grace" if fact.grace else ""
    by = listed(fact.by)
    return f"Orders of turn {fact.turn} from {_at(fact, steps)} on are owed by {_when(fact.until)}{grace}, set by {by}."


def _absent(fact: AbsenceGranted, _: Steps) -> str:
    return f"Player {fact.player} is away from {_when(fact.since)} to {_when(fact.until)}, agreed by {listed(fact.by)}."


def _defaulted(fact: OrdersDefaulted, steps: Steps) -> str:
    does = f"follows {counted(len(fact.lines), 'standing order')}" if fact.lines else "drifts"
    where, by = _at(fact, steps), listed(fact.by)
    return f"Player {fact.player} has sealed nothing for {where} and {does} without a part in the dice, by {by}."


def _voided(fact: ExchangeVoided, steps: Steps) -> str:
    return (
        f"Player {fact.player} withholds his reveal; {_at(fact, steps)} is void and sealed anew, by {listed(fact.by)}."
    )


def _claimed(fact: GameClaimed, steps: Steps) -> str:
    return f"Player {fact.player} withholds his reveal of {_at(fact, steps)}; the game is claimed by {listed(fact.by)}."


def _ruled(fact: RulingMade, steps: Steps) -> str:
    where = _moment(fact.about_turn, fact.about_segment, steps)
    which = "the record is upheld" if fact.upheld else "this branch is the game from here on"
    return f"The dispute about {where} is decided by {listed(fact.by)}: {which}. {fact.words}"


def _seeded(fact: SeedMade, steps: Steps) -> str:
    made = "keep the parent's seed" if fact.kept else "are seeded with"
    return f"The dice of {_at(fact, steps)} {made} {fact.seed}."


def _segment_closed(fact: SegmentClosed, steps: Steps) -> str:
    return f"{_at(fact, steps)} is over."


def _turn_closed(fact: TurnClosed, _: Steps) -> str:
    return f"Turn {fact.turn} is over."


def _forked(fact: GameForked, steps: Steps) -> str:
    kind = "as a what-if" if fact.what_if else "to be played on"
    options = "".join(f"; option {name} is now {fact.options[name]}" for name in sorted(fact.options))
    return (
        f"Branch {fact.branch} leaves {fact.parent} after event {fact.at_version} "
        f"and restarts at {_at(fact, steps)} {kind}{options}."
    )


def _ended(fact: GameEnded, _: Steps) -> str:
    winner = f"{fact.winner} wins" if fact.winner is not None else "nobody wins"
    return f"The game is over, {winner}: {unstopped(fact.outcome)}."


def _rolled(fact: DiceRolled, _: Steps) -> str:
    which = f" ({fact.object})" if fact.object else ""
    again = f", roll {fact.index + 1}" if fact.index else ""
    faces = ", ".join(str(face) for face in fact.faces)
    return f"{fact.actor} rolls {len(fact.faces)}d{fact.sides} for {fact.purpose}{which}{again}: {faces or 'nothing'}."


#: How each fact is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any, Steps], str]] = {
    GameCreated: _created,
    PlayerJoined: _joined,
    GameStarted: _started,
    OrdersSealed: _sealed,
    OrdersRevealed: _revealed,
    SeedMade: _seeded,
    DeadlineSet: _deadline,
    AbsenceGranted: _absent,
    OrdersDefaulted: _defaulted,
    ExchangeVoided: _voided,
    GameClaimed: _claimed,
    RulingMade: _ruled,
    SegmentClosed: _segment_closed,
    TurnClosed: _turn_closed,
    GameForked: _forked,
    GameEnded: _ended,
    DiceRolled: _rolled,
}


def tell(fact: Event, steps: Steps = ()) -> str:
    """One of the facts above as a sentence on one line, without markup. Raises KeyError for any other.

    steps: names of a turn's exchanges in order; without them a moment is told by its number.
    """
    return one_line(SENTENCES[type(fact)](fact, steps))


def teller(of_system: Teller, steps: Steps = ()) -> Teller:
    """Tell any fact of a game: those above here, all others by `of_system`, which raises KeyError for a stranger."""

    def tell_any(fact: Event) -> str:
        return tell(fact, steps) if type(fact) in SENTENCES else of_system(fact)

    return tell_any
