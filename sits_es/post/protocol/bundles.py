"""What an umpire tells, held by a player's program against the rules, the seals and the packets that players signed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import frozen
from msgspec import UNSET

from sits_es.errors import GameError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, OrdersDefaulted, OrdersGiven, OrdersSealed, PlayerResigned, SeatTaken
from sits_es.game.exchanges import Walk
from sits_es.game.fold import Fold
from sits_es.game.verify import STUMBLES, check_exchange
from sits_es.mail.packet import Packet, Signed
from sits_es.post.protocol.acting import nonce_alone, upcoming
from sits_es.post.protocol.bodies import EventBundle
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.changing_seats import key_then
from sits_es.post.protocol.content import ReadFact
from sits_es.post.protocol.entries import unsigned
from sits_es.post.protocol.errands import Append, Errand, Tell
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.patience import impatient
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.protocol.testimony import Here, testimony, unsaid, unvouched
from sits_es.rules.moments import Moment
from sits_es.sentences import shell

#: What is raised where a bundle's events make no record.
NO_RECORD: Final = (UnreadableError, *STUMBLES)


def check_bundle(
    chain: Chain,
    ledger: Ledger,
    me: str | None,
    signed: Signed,
    body: EventBundle,
    read: ReadFact,
    receipts: Callable[[], Collection[str]],
    known: Known | None = None,
) -> tuple[list[str], list[Errand]]:
    """Check what the umpire resolved: everything wrong with it, or what to write, or to tell, where nothing is.

    read: reads a fact; receipts: digests of packets of one's own that the umpire says were taken; known: the umpire's
    own packets, in games whose terms say what happens when people fail.
    """
    if body.after != chain.head.version or body.digest != chain.head.digest:
        said = f"The {signed.packet.title} goes on from event #{body.after}, this record from #{chain.head.version}."
        return [said], []
    try:
        facts = [read(each) for each in body.events]
        bound = {player for player in (me, umpire_of(chain)) if player is not None}
        faults, fold = held_to_the_rules(chain.fold, facts, known_seals(bound, chain, ledger), bound, chain.walk)
        faults += [*_not_given(chain, ledger, me, facts), *unsigned(chain, ledger, me, facts)]
        if known is not None:
            held, apart = _held_to_packets(chain, ledger, me, signed, body, facts, known)
            faults += held
            if apart:
                return faults, [Tell(kind="difference", words=" ".join(apart))]
        if faults or not facts:
            return faults or [f"The {signed.packet.title} is empty."], []
        left_out = [Tell(kind="difference", words=words) for words in _left_out(chain, ledger, me, facts, receipts)]
    except (GameError, *STUMBLES) as fault:
        return [no_record(signed.packet, fault)], []
    command = bytes.fromhex(signed.digest)
    return [], [Append(after=body.after, facts=tuple(facts), fold=fold, command=command), *left_out]


@frozen(kw_only=True)
class Known:
    """What a program has of the umpire's packets. carried: players' packets in bundles of this turn and the one before.

    here: the umpire's packet of a number; told: when the umpire told of an event, None where that was not yet;
    standing: one's own standing orders for an exchange, with the number of the packet in which the umpire got them;
    None where one gave none.
    """

    carried: Callable[[int], Sequence[Signed]]
    here: Here
    told: Callable[[int], str | None]
    standing: Callable[[Moment], tuple[int, tuple[str, ...]] | None]


def _held_to_packets(
    chain: Chain,
    ledger: Ledger,
    me: str | None,
    signed: Signed,
    body: EventBundle,
    facts: Sequence[Event],
    known: Known,
) -> tuple[list[str], list[str]]:
    """Everything in which a bundle is not what players signed; and, of that, what shows two different games."""
    umpire, at = signed.packet.sender, body.at if body.at is not UNSET else ""
    turns = [fact.turn for fact in facts if isinstance(fact, OrdersSealed)]
    taken = [fact for fact in facts if isinstance(fact, SeatTaken)]
    key = partial(key_then, chain, ledger, umpire, taken)
    shown = testimony(chain, umpire, me, signed, body, known.carried(min(turns, default=1) - 1), known.here, key)
    faults, fold, version = list(shown.faults), chain.fold, body.after
    since = chain.void_before(version)
    for stretch in stretches(facts, chain.walk):
        game = fold.game
        where, stops = fold.system.label(game.moment), fold.system.stops
        faults += unvouched(chain, ledger, umpire, game, stretch, shown, since)
        faults += unsaid(chain, umpire, stretch, shown)
        faults += _dropped(chain, ledger, me, umpire, stretch, body)
        faults += _not_resigned(chain, ledger, me, umpire, stretch)
        faults += _not_standing(chain, me, umpire, stretch, body, known)
        told = known.told(version) if version == body.after else None
        faults += impatient(game, stretch, umpire, at, told, ledger.signatures.get(game.moment, ()), where)
        version += len(stretch)
        since = version if any(map(stops, stretch)) else since
        fold = fold.copy().add_all(stretch)
    return faults, list(shown.parted)


def _dropped(
    chain: Chain, ledger: Ledger, me: str | None, umpire: str, stretch: Iterable[Event], body: EventBundle
) -> Iterator[str]:
    """One's own seals that an umpire leaves out and, by the umpire's own word, had taken."""
    taken = {} if body.taken is UNSET else body.taken
    for fact in stretch:
        if not isinstance(fact, OrdersDefaulted) or fact.player != me:
            continue
        moment = Moment(fact.turn, fact.segment)
        owed = upcoming(chain.game, moment)
        in_the_open = owed is not None and nonce_alone(owed, fact.player)
        sent = (ledger.act if in_the_open else ledger.seal)(fact.player, moment, chain)
        if sent is not None and sent.number <= taken.get(fact.player, (0, ""))[0]:
            where = chain.rules.label(moment)
            yield f"{where}: {umpire} goes on without {me}, and had taken your packet {sent.number} with the orders."


def _not_resigned(chain: Chain, ledger: Ledger, me: str | None, umpire: str, stretch: Iterable[Event]) -> Iterator[str]:
    """A resignation in one's name that one did not send."""
    for fact in stretch:
        if isinstance(fact, PlayerResigned) and fact.player == me and me not in ledger.witness.resigned:
            where = chain.rules.label(Moment(fact.turn, fact.segment))
            yield f"{where}: {umpire} says that {me} has resigned, who did not sign it."


def _not_standing(
    chain: Chain, me: str | None, umpire: str, stretch: Iterable[Event], body: EventBundle, known: Known
) -> Iterator[str]:
    """Orders that an umpire gives in one's name, and that are not one's standing orders, which the umpire had."""
    taken = {} if body.taken is UNSET else body.taken
    for fact in stretch:
        if not isinstance(fact, OrdersDefaulted) or fact.player != me:
            continue
        moment = Moment(fact.turn, fact.segment)
        number, lines = known.standing(moment) or (0, ())
        if fact.lines != lines and number <= taken.get(fact.player, (0, ""))[0]:
            where = chain.rules.label(moment)
            yield f"{where}: the orders that {umpire} gives for {me} are not the standing orders of {me}."


def no_record(packet: Packet, fault: Exception) -> str:
    """Say that a bundle cannot be part of the record."""
    return f"The {packet.title} does not hold a record of this game: {fault}"


def _left_out(
    chain: Chain, ledger: Ledger, me: str | None, facts: Iterable[Event], receipts: Callable[[], Collection[str]]
) -> Iterator[str]:
    """Exchanges that the umpire resolved as though one had not sealed them: only the umpire knows what arrived."""
    for fact in facts:
        if not isinstance(fact, OrdersDefaulted) or fact.player != me:
            continue
        moment = Moment(fact.turn, fact.segment)
        owed, where = upcoming(chain.game, moment), chain.rules.label(moment)
        in_the_open = owed is not None and nonce_alone(owed, fact.player)
        sent = (ledger.act if in_the_open else ledger.seal)(fact.player, moment, chain)
        if sent is not None:
            by, how = " and ".join(fact.by), "given" if in_the_open else "sealed"
            said = f"{by} resolved {where} without your orders, which you had {how} with packet {sent.number}"
            receipt = f", though {by} gave a receipt for it" if sent.packet in receipts() else ""
            yield f"{said}{receipt}. If it came in time: sits dispute {shell(chain.called)} {where} WHY"


def _not_given(chain: Chain, ledger: Ledger, me: str | None, facts: Iterable[Event]) -> Iterator[str]:
    """Orders that an umpire says one gave in the open, and that one did not give so."""
    for fact in facts:
        if isinstance(fact, OrdersGiven) and fact.player == me:
            act = ledger.act(fact.player, Moment(fact.turn, fact.segment), chain)
            if act is None or act.body.lines != fact.lines:
                where = chain.rules.label(Moment(fact.turn, fact.segment))
                yield f"{where}: the orders of {me} are not those that {me} gave in the open."


def known_seals(bound: Iterable[str], chain: Chain, ledger: Ledger) -> dict[tuple[str, Moment], str]:
    """Seals that are known here and that a bundle must keep: one's own, and those the umpire sent beforehand."""
    found: dict[tuple[str, Moment], str] = {}
    for player, moment in ledger.seals:
        seal = ledger.seal(player, moment, chain)
        if player in bound and seal is not None:
            found[player, moment] = seal.commitment
    return found


def held_to_the_rules(
    fold: Fold,
    facts: Sequence[Event],
    seals: Mapping[tuple[str, Moment], str],
    bound: Collection[str],
    walk: Walk,
) -> tuple[list[str], Fold]:
    """Everything in which a bundle is not what the rules give, or breaks a seal that was sent; and the game after it.

    fold: the game before it, which stays as it is; seals: commitments that are known here, by player and exchange;
    bound: players whose seals must be these; walk: how far along its exchanges the record has come.
    """
    faults: list[str] = []
    for stretch in stretches(facts, walk):
        at, redone = fold.game.moment, None
        where = fold.system.label(at)
        if any(isinstance(fact, OrdersSealed | FactsRecorded) for fact in stretch):
            redone = check_exchange(fold.game, stretch)
            faults += redone.faults
        for fact in stretch:
            if isinstance(fact, OrdersSealed) and fact.player in bound:
                known = seals.get((fact.player, at))
                if known is None:
                    faults.append(f"{where}: {fact.player} had not sent a seal before.")
                elif known != fact.commitment:
                    faults.append(f"{where}: the seal of {fact.player} is not the one that was sent.")
        fold = (redone.fold if redone is not None else None) or fold.copy().add_all(stretch)
    return faults, fold


def stretches(facts: Iterable[Event], walk: Walk) -> Iterator[list[Event]]:
    """Facts cut before each exchange's first seal and each entry. walk: as it stands before them."""
    current: list[Event] = []
    for fact in facts:
        begins = isinstance(fact, FactsRecorded) or (isinstance(fact, OrdersSealed) and not walk.sealed)
        if begins and current:
            yield current
            current = []
        current.append(fact)
        walk = walk.past(fact)
    if current:
        yield current
