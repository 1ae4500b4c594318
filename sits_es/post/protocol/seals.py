"""Seals: sealed, encrypted to an umpire, opened when all are there; and who still owes one."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile

import msgspec
from attrs import field, frozen
from msgspec import UNSET

from sits_es.canonical import canonical
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.game.play import read_forms
from sits_es.game.seals import Sealed, commitment
from sits_es.game.state import Game
from sits_es.mail.identity import sealed_box
from sits_es.post.protocol.acting import acts_there, all_order, answers, nonce_alone, upcoming
from sits_es.post.protocol.agreements import defaulted, holds_back
from sits_es.post.protocol.bodies import Reveals, Seals
from sits_es.post.protocol.boxes import BoxPlace, Random, Unbox, make_boxes, open_own, size_of
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import Seal
from sits_es.post.protocol.content import Opened
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.readers import most_in_a_packet, readers_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed


@frozen(kw_only=True)
class Kept:
    """One exchange's orders as they were sealed. lines: exactly; nonce: 32 bytes. Neither is ever shown."""

    player: str
    moment: Moment
    lines: tuple[str, ...] = field(repr=False)
    nonce: bytes = field(repr=False)

    def opened(self) -> Opened:
        """As a reveal tells it."""
        return Opened(lines=self.lines, nonce=self.nonce.hex())


#: What one has sealed oneself, by its commitment; None for what is not kept here.
Find = Callable[[str], Kept | None]


def umpire_of(chain: Chain) -> str | None:
    """The umpire's id, where there is one."""
    return next((player for player, who in sorted(chain.game.people.items()) if who.role == "umpire"), None)


def sealed(
    chain: Chain, me: str, orders: Mapping[Moment, Sequence[str]], random: Random, number: int = 0
) -> tuple[Seals, list[tuple[str, Kept]]]:
    """Lines for exchanges of one turn under seal; with what must be kept, by commitment, before the seals can travel.

    random: gives as many unguessable bytes as it is asked for, such as os.urandom; number: of the packet, to which
    its boxes are bound. Raises NotAllowedError for orders that do not fit into one.
    """
    if faults := list(crowded(chain, orders)):
        raise NotAllowedError(faults)
    found: list[tuple[str, Kept]] = []
    for moment in sorted(orders):
        kept = Kept(player=me, moment=moment, lines=tuple(orders[moment]), nonce=random(32))
        promise = Sealed(player=me, lines=kept.lines, nonce=kept.nonce)
        found.append((commitment(chain.game.root, chain.name, moment, promise), kept))
    umpire = umpire_of(chain)
    box = None
    if chain.terms is None and umpire is not None and umpire != me:
        inside = [{"lines": list(kept.lines), "nonce": kept.nonce.hex()} for _, kept in found]
        box = box_for(chain, umpire, inside)
    body = Seals(
        turn=min(orders).turn,
        segments=tuple(moment.segment for moment in sorted(orders)),
        seals=tuple(seal for seal, _ in found),
        box=box,
    )
    return _boxed(chain, me, body, [kept for _, kept in found], random, number), found


def _boxed(chain: Chain, me: str, body: Seals, kept: Sequence[Kept], random: Random, number: int) -> Seals:
    """Seals with the boxes that the terms ask for."""
    if chain.terms is None:
        return body
    readers, mark = readers_of(chain, me), chain.mark or ""
    places = [BoxPlace(mark=mark, branch=chain.name, moment=each.moment, player=me, number=number) for each in kept]
    boxes = [
        make_boxes(readers, place, each.lines, each.nonce, random) for place, each in zip(places, kept, strict=True)
    ]
    return msgspec.structs.replace(
        body,
        own=tuple(each.own for each in boxes),
        umpire=tuple(each.umpire or "" for each in boxes) if readers.umpire is not None else UNSET,
        escrow=tuple(each.escrow for each in boxes if each.escrow is not None) if readers.holders else UNSET,
    )


def crowded(chain: Chain, orders: Mapping[Moment, Sequence[str]]) -> Iterator[str]:
    """Exchanges whose orders do not fit into a box, in words; silent in games without boxes."""
    terms = chain.terms
    for moment, lines in sorted(orders.items()) if terms is not None else ():
        if terms is not None and (size := size_of(lines)) > terms.box:
            where = chain.rules.label(moment)
            said = (
                f"The orders for {where} take {size} bytes in a box, compressed, and the terms of {chain.called} allow"
            )
            yield f"{said} {terms.box}. Leave some out."


def in_packets(chain: Chain, me: str, orders: Mapping[Moment, Sequence[str]]) -> list[dict[Moment, Sequence[str]]]:
    """Orders for exchanges as one's packets are to hold them, in order: in each as many as their boxes leave room."""
    moments = sorted(orders)
    most = most_in_a_packet(readers_of(chain, me)) if chain.terms is not None else max(1, len(moments))
    parts = [moments[first : first + most] for first in range(0, len(moments), most)]
    return [{moment: orders[moment] for moment in part} for part in parts]


def box_for(chain: Chain, player: str, inside: object, least: int = 0) -> str:
    """Plain JSON that one player, or the umpire, alone can read, in base64. least: bytes that it has, with blanks."""
    key = chain.game.people[player].key or ""
    return base64.b64encode(sealed_box(key, canonical(inside).ljust(least))).decode()


def from_box(box: str, unbox: Unbox) -> object:
    """What somebody encrypted to one's own key. Raises UnreadableError."""
    try:
        return json.loads(unbox(base64.b64decode(box, validate=True)))
    except ValueError as fault:
        raise UnreadableError("What was encrypted to the umpire cannot be read.") from fault


def open_seal(seal: Seal, unbox: Unbox) -> Opened:
    """The orders that a player encrypted to the umpire with a seal. Raises UnreadableError."""
    if seal.boxes is not None and seal.place is not None and seal.boxes.umpire is not None:
        return open_own(seal.boxes.umpire, seal.place, unbox)
    if seal.box is None:
        raise UnreadableError("The seal came without orders for the umpire.")
    box, place = seal.box
    inside = from_box(box, unbox)
    try:
        one = inside[place]  # type: ignore[index]  # anything else is not a box of ours
        return Opened(lines=tuple(str(line) for line in one["lines"]), nonce=str(one["nonce"]))
    except (KeyError, IndexError, TypeError) as fault:
        raise UnreadableError("What was encrypted to the umpire does not hold the orders of each seal.") from fault


def from_own_box(chain: Chain, moment: Moment, seal: Seal, unbox: Unbox) -> Kept | None:
    """What one has sealed, from the box to one's own key; None without one, or where it does not open the seal."""
    if seal.boxes is None or seal.place is None:
        return None
    player = seal.place.player
    try:
        found = open_own(seal.boxes.own, seal.place, unbox)
        kept = Kept(player=player, moment=moment, lines=found.lines, nonce=bytes.fromhex(found.nonce))
        promise = Sealed(player=player, lines=kept.lines, nonce=kept.nonce)
    except (UnreadableError, ValueError):
        return None
    return kept if commitment(chain.game.root, chain.name, moment, promise) == seal.commitment else None


def line_faults(
    chain: Chain, player: str, moment: Moment, lines: tuple[str, ...], version: int | None = None
) -> Iterator[str]:
    """Sealed lines that are not orders of the game, or that order somebody else's units.

    version: after which event the game is looked at, by default its last.
    """
    game = chain.game if version is None else chain.game_at(version)
    where = chain.rules.label(moment)
    try:
        forms = read_forms(chain.rules, lines, moment.segment)
    except GameError as fault:
        yield f"What {player} sealed for {where} cannot be read as orders: {fault}"
        return
    for form in forms:
        unit = chain.rules.language.unit_of(form)
        if chain.rules.owner(game.board, unit) != player:
            yield f"What {player} sealed for {where} orders {unit}, which belongs to somebody else."


def due_reveal(chain: Chain, ledger: Ledger, me: str, find: Find) -> Reveals | None:
    """The reveal that is due: everybody has sealed the exchange owed, and one's own seal is not opened yet.

    In a game that reveals by the run, all exchanges on that everybody has sealed. Where some act in the open, it is
    due when they have. None while nothing is due.
    """
    at, game = chain.game.moment, chain.game
    opened: list[tuple[int, Opened]] = []
    answered: list[dict[str, str]] = []
    for owed in _to_reveal(game):
        moment = owed.moment
        seal = ledger.seal(me, moment, chain)
        if seal is None or ledger.reveal(me, moment, chain) is not None:
            break
        if not all_sealed(chain, ledger, moment) or holds_back(chain, ledger, moment, me):
            break
        if not owed.sealed and not acts_there(chain, ledger, owed, me):
            break
        if ledger.given_up(me, moment, chain) is not None or (kept := find(seal.commitment)) is None:
            break
        opened.append((moment.segment, kept.opened()))
        answered.append(answers(chain, ledger, owed))
    if not opened:
        return None
    segments, orders = zip(*opened, strict=True)
    return Reveals(turn=at.turn, segments=segments, orders=orders, answers=tuple(answered))


def _to_reveal(game: Game) -> Iterator[Owed]:
    """The open exchange, and those after it in the turn that may be revealed with it."""
    if (first := game.owed) is None:
        return
    yield first
    if game.terms.get("reveal") == "run":
        later = (owed for owed in game.upcoming if owed.moment > first.moment and owed.moment.turn == first.moment.turn)
        yield from takewhile(lambda owed: all_order(first, game) and all_order(owed, game), later)


def all_sealed(chain: Chain, ledger: Ledger, moment: Moment) -> bool:
    """Whether everybody who makes the dice of an exchange has sealed it, or was defaulted."""
    out, owed = defaulted(chain, ledger, moment), upcoming(chain.game, moment)
    sealers = chain.game.sealers_of(owed) if owed is not None else ()
    return owed is not None and all(player in out or ledger.seal(player, moment, chain) for player in sealers)


def unsealed_by(chain: Chain, ledger: Ledger, player: str) -> tuple[Moment, ...]:
    """Exchanges from the one owed on that a player has not sealed, aside from those that want a nonce alone."""
    game = chain.game
    rest = (owed.moment for owed in game.upcoming if player in game.sealers_of(owed) and not nonce_alone(owed, player))
    return tuple(moment for moment in rest if ledger.seal(player, moment, chain) is None)


def owing(chain: Chain, ledger: Ledger, me: str | None = None) -> Iterator[tuple[str, str]]:
    """Who owes what for the exchange owed: player, and "seal", "reveal" or, where they act in the open, "orders".

    Whoever owes a nonce alone owes nothing: programs see to it (`unready`).

    me: who asks; with an umpire, a player sees of others' seals only the umpire's.
    """
    game = chain.game
    if (owed := game.owed) is None:
        return
    at = owed.moment
    if not owed.sealed:
        out = defaulted(chain, ledger, at)
        yield from ((p, "orders") for p in owed.orders_by if p not in out and not ledger.act(p, at, chain))
        return
    seen = [player for player in _seen(chain, ledger, owed, me) if player not in owed.nonces_by]
    waiting = [player for player in seen if not ledger.seal(player, at, chain)]
    if waiting:
        yield from ((player, "seal") for player in waiting)
    elif game.play == "peers":
        for player in seen:
            if ledger.reveal(player, at, chain) is None:
                yield player, "reveal"


def _seen(chain: Chain, ledger: Ledger, owed: Owed, me: str | None) -> list[str]:
    """Those who make the dice of an exchange, as far as one sees what they sent."""
    game, out = chain.game, defaulted(chain, ledger, owed.moment)
    seen = [player for player in game.sealers_of(owed) if player not in out]
    if game.play == "umpired" and me in game.players:
        seen = [player for player in seen if player == me or game.people[player].role == "umpire"]
    return seen


def unready(chain: Chain, ledger: Ledger, me: str | None = None) -> tuple[str, ...]:
    """Players whose programs have still to send a seal or a nonce, while the players themselves owe nothing of it."""
    if (owed := chain.game.owed) is None:
        return ()
    alone = [player for player in _seen(chain, ledger, owed, me) if nonce_alone(owed, player)]
    sealless = [player for player in alone if not ledger.seal(player, owed.moment, chain)]
    if sealless or chain.game.play == "umpired" or not all_sealed(chain, ledger, owed.moment):
        return tuple(sealless)
    if any(True for _, what in owing(chain, ledger, me) if what != "reveal"):
        return ()
    return tuple(player for player in alone if ledger.reveal(player, owed.moment, chain) is None)
