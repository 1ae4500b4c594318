"""Recomputing an exchange of the record: the same seals, seed, dice and rules must give the same facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from attrs import fields
from msgspec import Struct

from sits_es.errors import GameError
from sits_es.events import REGISTRY, Event, Shape
from sits_es.game.events import (
    AGREEMENT,
    DECIDED,
    RESIGNED,
    DiceCommitted,
    FactsRecorded,
    GameEnded,
    OrdersDefaulted,
    OrdersGiven,
    OrdersRevealed,
    OrdersSealed,
    SeedMade,
)
from sits_es.game.fold import STUMBLES, Fold
from sits_es.game.play import Given, Resolved, enter_facts, play_exchange, read_forms
from sits_es.game.state import Game
from sits_es.game.story import Teller, teller
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.sentences import listed

#: The seed that a what-if takes from its parent's exchange of a moment; None if there is none, UNTOLD where the
#: parent's record here does not go so far.
KeptSeed = Callable[[Moment], bytes | None]
UNTOLD: Final = b""


#: What is wrong with a fact, worded to follow the number of its event; that number first.
Faults = Iterator[tuple[int, str]]


class Difference(Struct, frozen=True, kw_only=True):
    """Where the record and the rules first differ. at: index in the exchange; None: one of them has ended before."""

    at: int
    recorded: Event | None
    derived: Event | None


def orders_by_player(recorded: Sequence[Event], order_types: tuple[type[Event], ...]) -> dict[str, list[Event]]:
    """Orders of an exchange by player, as they are recorded after each reveal, or in the open."""
    given: dict[str, list[Event]] = {}
    player: str | None = None
    for fact in recorded:
        if isinstance(fact, OrdersRevealed | OrdersDefaulted | OrdersGiven):
            player = fact.player
            given.setdefault(player, [])
        elif player is not None and isinstance(fact, order_types):
            given[player].append(fact)
        else:
            player = None
    return given


def redo(game: Game, recorded: Sequence[Event]) -> Resolved:
    """Recompute an exchange from its orders, nonces and, where it was kept, its seed; or an entry from its lines.

    game: as the exchange opened; recorded: its facts, the first seal first. ValueError if what is needed lacks.
    """
    entry = recorded[0] if recorded else None
    if isinstance(entry, FactsRecorded):
        return enter_facts(game, entry.player, entry.lines, entry.by)
    orders = orders_by_player(recorded, system(game.system).order_types)
    given = given_again(recorded, orders)
    made = next((fact for fact in recorded if isinstance(fact, SeedMade)), None)
    if made is None and len(given) > 1:
        raise ValueError("the record holds no seed for this exchange")
    agreed = [fact for fact in recorded if isinstance(fact, OrdersDefaulted)]
    return play_exchange(game, given, bytes.fromhex(made.seed) if made is not None and made.kept else None, agreed)


def given_again(recorded: Sequence[Event], orders: Mapping[str, Sequence[Event]]) -> list[Given]:
    """What players gave in an exchange, from its facts. orders: by player."""
    acts = {fact.player: fact.lines for fact in recorded if isinstance(fact, OrdersGiven)}
    return [
        Given(
            player=fact.player,
            forms=tuple(orders[fact.player]),
            lines=acts.get(fact.player, fact.lines),
            nonce=bytes.fromhex(fact.nonce),
            in_the_open=fact.player in acts,
        )
        for fact in recorded
        if isinstance(fact, OrdersRevealed)
    ]


def first_difference(recorded: Sequence[Event], derived: Sequence[Event]) -> Difference | None:
    """The first fact that differs; None when both say the same."""
    for at, (theirs, ours) in enumerate(zip_longest(recorded, derived)):
        if theirs != ours:
            return Difference(at=at, recorded=theirs, derived=ours)
    return None


def decision_faults(first: int, facts: Sequence[Event]) -> Faults:
    """Facts between two exchanges that nobody decides. first: the number of the first of them; a fork may open here."""
    for at, fact in enumerate(facts, first):
        # the fold takes what commits players to dice only where a rewind asks for it
        if not (isinstance(fact, (*DECIDED, DiceCommitted)) or _is_agreed_end(fact, RESIGNED)):
            yield at, f"({REGISTRY.stored_name(type(fact))}) follows from no orders and is no player's decision"


class Redone(Struct, frozen=True, kw_only=True):
    """What recomputing an exchange gave. faults: all that is wrong; fold: the game after it, where nothing is."""

    faults: tuple[str, ...]
    fold: Fold | None = None


def check_exchange(game: Game, recorded: Sequence[Event], first: int, kept: KeptSeed = lambda _: None) -> Redone:
    """Compare an exchange of the record with what the rules give. Every fault names its event.

    first: the version of the first event; kept: seeds of the parent, for what-if forks.
    """
    at = game.moment
    rules = system(game.system)
    facts = list(_of_exchange(recorded))

    def where(number: int) -> str:
        return f"{rules.label(at)}, event #{first + number}"

    try:
        resolved = redo(game, facts)
    except (GameError, ValueError) as fault:
        return Redone(faults=(f"{where(0)}: the exchange cannot be recomputed: {str(fault).removesuffix('.')}.",))
    except STUMBLES as fault:
        said = f"{where(0)}: the exchange cannot be recomputed: its facts do not fit this game ({_named(fault)})."
        return Redone(faults=(said,))
    same = facts == resolved.facts
    faults = [f"{where(number)} {odd}." for number, odd in decision_faults(len(facts), recorded[len(facts) :])]
    if not same and (difference := first_difference(facts, resolved.facts)) is not None:
        faults.append(f"{where(difference.at)}: {_told(difference, teller(rules))}")
    faults += _sealed_lines(game, facts, where)
    for number, fact in enumerate(facts):
        if isinstance(fact, SeedMade) and fact.kept and kept(at) not in (bytes.fromhex(fact.seed), UNTOLD):
            faults.append(
                f"{where(number)}: the record says that the seed is the parent's, but the parent's seed is different."
            )
    return Redone(faults=tuple(faults), fold=resolved.fold if same and len(facts) == len(recorded) else None)


def _named(fault: Exception) -> str:
    """An exception in words: its kind and what it says."""
    return f"{type(fault).__name__}: {fault}"


def _told(difference: Difference, tell: Teller) -> str:
    theirs, ours = difference.recorded, difference.derived
    if isinstance(theirs, OrdersSealed) and isinstance(ours, OrdersSealed):
        return f"the seal of {theirs.player} does not fit the orders and nonce that were revealed."
    if isinstance(theirs, SeedMade) and isinstance(ours, SeedMade):
        return "the seed does not come from the seals and nonces on the record."
    if ours is None:
        return f"the record says: {_said(theirs, tell)} By the rules, there is no event at this point."
    if theirs is None:
        return f"the record ends too early. By the rules, this comes next: {_said(ours, tell)}"
    said, right = _said(theirs, tell), _said(ours, tell)
    if said == right:
        # the sentences leave out what differs
        names = [each.name for each in fields(type(theirs))]
        differ = [name for name in names if getattr(theirs, name) != getattr(ours, name, None)]
        return f"the record says: {said} The rules give a different {listed(differ, 'kind')}."
    return f"the record says: {said} By the rules, it is: {right}"


def _said(fact: Event | None, tell: Teller) -> str:
    return "" if fact is None else tell(fact)


def _of_exchange(recorded: Sequence[Event]) -> Iterator[Event]:
    """The facts of an exchange without what people decided after it, and without the end of a game that it brought."""
    decided = False
    for fact in recorded:
        decided = decided or isinstance(fact, DECIDED) or _is_agreed_end(fact)
        if not decided:
            yield fact


def _is_agreed_end(fact: Event, *other: Mapping[str, Shape]) -> bool:
    """Whether people ended a game. other: ways that are meant besides agreeing."""
    kinds = (AGREEMENT, *other)
    return isinstance(fact, GameEnded) and any(each.fits(kind) for each in fact.outcome for kind in kinds)


def _sealed_lines(game: Game, recorded: Sequence[Event], where: Callable[[int], str]) -> Iterator[str]:
    """The orders on the record must be those that the sealed lines say."""
    rules = system(game.system)
    orders = orders_by_player(recorded, rules.order_types)
    acts = {fact.player for fact in recorded if isinstance(fact, OrdersGiven)}
    for number, fact in enumerate(recorded):
        if isinstance(fact, OrdersGiven) or (isinstance(fact, OrdersRevealed) and fact.player not in acts):
            try:
                said = list(read_forms(rules, fact.lines, game.moment.segment))
            except GameError as fault:
                yield f"{where(number)}: a sealed line of {fact.player} cannot be read: {fault}"
                continue
            if said != orders[fact.player]:
                yield f"{where(number)}: {fact.player}'s orders on the record differ from the sealed lines."
