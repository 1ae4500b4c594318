"""An umpire's word held against the packets of players that its bundles carry.

Every player's program does that, in games whose terms say what happens when people fail: each seal is one that its
player signed, and each names the umpire's packets that its sender had, so that players who are told different games
find out. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.events import OrdersDefaulted, OrdersGiven, OrdersSealed, PlayerResigned, SeatTaken
from sits_es.game.state import Game
from sits_es.mail.packet import Packet, Signed, is_signed_by, read_packet
from sits_es.post.protocol.bodies import Act, EventBundle
from sits_es.post.protocol.carried import Carried, read_carried
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import Reseat, Resignation
from sits_es.post.protocol.ledger import Ledger
from sits_es.rules.moments import Moment

#: Whether the umpire's own packet of a number and digest has come here, be it the second one under its number.
Here = Callable[[int, str], bool]


@frozen(kw_only=True)
class Testimony:
    """The packets of players that an umpire has shown so far, against which the umpire's word is held.

    faults: in what a bundle carries, in words; parted: among them those in which two players were told different games.
    """

    packets: tuple[Carried, ...]
    faults: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()

    def first(self, player: str, moment: Moment, since: int) -> Carried | None:
        """A player's seal for an exchange that counts: the first whose sender had seen what made earlier ones void."""
        found = [each for each in self._of(player) if each.seal(moment) is not None and each.head >= since]
        return min(found, key=lambda each: each.packet.number, default=None)

    def act(self, player: str, moment: Moment, since: int) -> Carried | None:
        """What a player did in the open in an exchange, likewise."""
        found = [
            each
            for each in self._of(player)
            if isinstance(each.body, Act) and each.body.moment == moment and each.head >= since
        ]
        return min(found, key=lambda each: each.packet.number, default=None)

    def resignation(self, player: str, since: int) -> Carried | None:
        """A player's word that they resign, sent since an event; the last."""
        found = [each for each in self._of(player) if isinstance(each.body, Resignation) and each.head >= since]
        return max(found, key=lambda each: each.packet.number, default=None)

    def hands_over(self, fact: SeatTaken) -> bool:
        """Whether a player signed with the old key that their seat has another."""
        return any(isinstance(each.body, Reseat) and each.body.seat.key == fact.key for each in self._of(fact.player))

    def _of(self, player: str) -> Iterator[Carried]:
        return (each for each in self.packets if each.packet.sender == player)


def testimony(
    chain: Chain,
    umpire: str,
    me: str | None,
    bundle: Signed,
    body: EventBundle,
    before: Sequence[Signed],
    here: Here,
    key: Callable[[Packet], str],
) -> Testimony:
    """What a bundle and those before it carry, with everything wrong in this one.

    key: with which a player's packet must be signed; before: packets that earlier bundles carried; here: the umpire's
    own packets, as they came to oneself.
    """
    faults: list[str] = []
    parted: list[str] = []
    found: list[Carried] = []
    for each in _carried(chain, bundle, body, key):
        told = [each] if isinstance(each, str) else list(_other_game(chain, umpire, me, bundle, each, here))
        faults += told
        if isinstance(each, Carried):
            parted += told
            found += [] if told else [each]
    packets = (*read_carried(before), *found)
    return Testimony(packets=packets, faults=tuple(faults), parted=tuple(parted))


def false_packets(chain: Chain, bundle: Signed, body: EventBundle, key: Callable[[Packet], str]) -> list[str]:
    """What a bundle carries that is no player's packet of this game, in words. key: as of `testimony`."""
    return [each for each in _carried(chain, bundle, body, key) if isinstance(each, str)]


def _carried(chain: Chain, bundle: Signed, body: EventBundle, key: Callable[[Packet], str]) -> Iterator[Carried | str]:
    """Players' packets in a bundle, and in place of each that is none everything that is wrong with it."""
    for text in body.packets:
        try:
            signed = read_packet(text.encode())
            (each,) = read_carried([signed]) or (None,)
        except GameError as fault:
            yield f"The {bundle.packet.title} carries a packet that cannot be read: {fault}"
            continue
        if each is None:
            yield f"The {bundle.packet.title} carries the {signed.packet.title}, which holds no seal."
            continue
        wrong = list(_strange(chain, bundle, each, key))
        if wrong:
            yield from wrong
        else:
            yield each


def _strange(chain: Chain, bundle: Signed, each: Carried, key: Callable[[Packet], str]) -> Iterator[str]:
    """What makes a packet none of a player's in this game."""
    packet = each.packet
    who = chain.game.players.get(packet.sender)
    said = f"The {bundle.packet.title} carries the {packet.title}"
    if who is None:
        yield f"{said}, and {packet.sender} is not a player of this game."
    elif not is_signed_by(each.signed, key(packet)):
        yield f"{said}, which is not signed with {packet.sender}'s key."
    elif packet.game != chain.game.root or each.body.mark != chain.mark:
        yield f"{said}, which is of another game."
    elif packet.branch != chain.name:
        yield f"{said}, which is of another branch than {chain.called}."
    elif packet.head is None:
        yield f"{said}, which does not say where its sender's record stood."


def _other_game(chain: Chain, umpire: str, me: str | None, bundle: Signed, each: Carried, here: Here) -> Iterator[str]:
    """Where a player was told another game than oneself."""
    packet, head = each.packet, each.packet.head
    both = f"{umpire} has told {packet.sender} and {me or 'you'} different games"
    number, digest = each.had(umpire)
    if head is not None and not chain.holds(head):
        yield f"The {packet.title} was sent after event #{head.version}, which is another one here: {both}."
    elif number >= bundle.packet.number:
        yield f"The {packet.title} answers packet {number} of {umpire}, which was not sent before it."
    elif not number:
        yield f"The {packet.title} answers no packet of {umpire}."
    elif not here(number, digest):
        yield f"The {packet.title} answers another packet {number} of {umpire} than the one here: {both}."


def unvouched(
    chain: Chain, ledger: Ledger, umpire: str, game: Game, stretch: Sequence[Event], shown: Testimony, since: int
) -> Iterator[str]:
    """What an umpire tells of one exchange as players' own that they did not sign, or leaves out though they did.

    game: as it stood before it; since: the version of the last event before it that made seals void.
    """
    for fact in stretch:
        if not isinstance(fact, OrdersSealed | OrdersGiven | OrdersDefaulted) or fact.player == umpire:
            continue
        moment = Moment(fact.turn, fact.segment)
        where, player = chain.rules.label(moment), fact.player
        seal, act = shown.first(player, moment, since), shown.act(player, moment, since)
        if isinstance(fact, OrdersSealed):
            if seal is None:
                yield f"{where}: no packet signed by {player} holds a seal for it."
            elif seal.seal(moment) != fact.commitment:
                yield f"{where}: the seal of {player} is not the one in the {seal.packet.title}."
            else:
                yield from _too_early(chain, ledger, umpire, moment, seal)
        elif isinstance(fact, OrdersGiven):
            if act is None:
                yield f"{where}: no packet signed by {player} holds orders for it."
            elif not isinstance(act.body, Act) or act.body.lines != fact.lines:
                yield f"{where}: the orders of {player} are not those in the {act.packet.title}."
            else:
                yield from _other_seals(stretch, act, where)
        elif act is not None or (seal is not None and not _open(game, player)):
            sent = act or seal
            title = sent.packet.title if sent is not None else ""
            yield f"{where}: {umpire} goes on without {player}, whose seal or orders are in the {title}."


def unsaid(chain: Chain, umpire: str, stretch: Sequence[Event], shown: Testimony) -> Iterator[str]:
    """Who leaves, or hands over a seat, by the umpire's word alone."""
    for fact in stretch:
        if not isinstance(fact, PlayerResigned | SeatTaken):
            continue
        where, player = chain.rules.label(Moment(fact.turn, fact.segment)), fact.player
        if (
            isinstance(fact, PlayerResigned)
            and shown.resignation(player, chain.back_by(player, chain.head.version)) is None
        ):
            yield f"{where}: {umpire} says that {player} has resigned, and no packet signed by {player} says so."
        elif isinstance(fact, SeatTaken) and player in fact.by and not shown.hands_over(fact):
            yield f"{where}: {umpire} says that {player} hands over the seat, and no packet signed by {player} says so."


def _open(game: Game, player: str) -> bool:
    """Whether a player owes orders in the open, for which a seal is not enough."""
    owed = game.owed
    return owed is not None and not owed.sealed and player in owed.orders_by


def _too_early(chain: Chain, ledger: Ledger, umpire: str, moment: Moment, seal: Carried) -> Iterator[str]:
    """A player sealed before the umpire had: who opens all seals could then have chosen the dice."""
    number, _ = seal.had(umpire)
    if ledger.seal_known(umpire, moment, chain, seal.head, number) is None:
        where = chain.rules.label(moment)
        yield f"{where}: the seal of {umpire} was not sent before the {seal.packet.title}."


def _other_seals(stretch: Sequence[Event], act: Carried, where: str) -> Iterator[str]:
    """Seals that an act names, and that are not those on record."""
    told: Mapping[str, str] = {fact.player: fact.commitment for fact in stretch if isinstance(fact, OrdersSealed)}
    named = act.body.seals if isinstance(act.body, Act) else {}
    for player, commitment in sorted(named.items()):
        if told.get(player) != commitment:
            yield f"{where}: the {act.packet.title} answers another seal of {player} than the one that is told."
