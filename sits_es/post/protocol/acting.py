"""Acting alone: those who owe orders give them in the open, while everybody's nonce is under a seal sent ahead.

A seal sent ahead holds a nonce and no lines. Whoever acts names the seals that the act answers, so every nonce is fixed
before anybody chooses; the others' programs open theirs when all acts are there.

Who acts alone decides by that whether a nonce that came late still counts: what the act answers, no list of missing
nonces undoes any more, and nobody has opened anything before it. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import UNSET

from sits_es.errors import GameError
from sits_es.game.play import read_forms
from sits_es.game.state import Game
from sits_es.mail.packet import Packet
from sits_es.post.protocol.agreements import defaulted
from sits_es.post.protocol.bodies import Act, Reveals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import opens
from sits_es.post.protocol.content import Opened
from sits_es.post.protocol.errands import Errand, SealOrders
from sits_es.post.protocol.fate import Fate, Judgement, refused
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.without import gone
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import listed

#: Exchanges that one packet seals at most.
MOST_SEALED = 64


def nonce_alone(owed: Owed, player: str) -> bool:
    """Whether what a player seals for an exchange is a nonce and nothing else."""
    return player in owed.nonces_by or (not owed.sealed and player in owed.orders_by)


def seal_packets(chain: Chain, moments: Collection[Moment]) -> list[Errand]:
    """Seals without lines for exchanges of the turn at hand and the next, in as many packets as they need."""
    turn = chain.owed[chain.head.version].turn
    of_turn = [sorted(moment for moment in moments if moment.turn == each) for each in (turn, turn + 1)]
    return [
        SealOrders(orders=dict.fromkeys(found[first : first + MOST_SEALED], ()))
        for found in of_turn
        for first in range(0, len(found), MOST_SEALED)
    ]


def nonces_ahead(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """A player's program seals the nonces for exchanges to come in which there is nothing else to seal.

    With an umpire only those that the umpire has sealed: whoever reads everybody's nonces must not choose one later.
    """
    game = chain.game
    if me not in game.players:
        return []
    wanted = [
        owed.moment
        for owed in game.upcoming
        if nonce_alone(owed, me)
        and ledger.seal(me, owed.moment, chain) is None
        and all(ledger.seal(umpire, owed.moment, chain) for umpire in game.umpires)
    ]
    return seal_packets(chain, wanted)


def answerable(game: Game, owed: Owed, player: str) -> tuple[str, ...]:
    """Whose seals an act of a player names: everybody's; with an umpire, who has the others', the two of theirs."""
    return tuple(sorted({player, *game.umpires})) if game.umpires else game.sealers_of(owed)


def act_for(chain: Chain, ledger: Ledger, me: str, lines: tuple[str, ...], nonce: bytes) -> Act | tuple[str, ...]:
    """A player's act in the open exchange, or those whose seals are still missing. nonce: under the player's own seal.

    Raises ValueError where no exchange is open.
    """
    owed = chain.game.owed
    if owed is None:
        raise ValueError(f"no exchange of {chain.called} is open")
    out = defaulted(chain, ledger, owed.moment)
    found = {
        player: ledger.seal(player, owed.moment, chain)
        for player in answerable(chain.game, owed, me)
        if player not in out
    }
    if missing := tuple(player for player, seal in found.items() if seal is None):
        return missing
    return Act(
        turn=owed.moment.turn,
        segments=(owed.moment.segment,),
        lines=lines,
        nonce=nonce.hex() if len(owed.orders_by) == 1 else None,
        seals={player: seal.commitment for player, seal in found.items() if seal is not None},
    )


def acts_there(chain: Chain, ledger: Ledger, owed: Owed, me: str) -> bool:
    """Whether everybody has acted who is to act in the open, each in answer to one's own seal."""
    out, own = defaulted(chain, ledger, owed.moment), ledger.seal(me, owed.moment, chain)
    acts = [ledger.act(player, owed.moment, chain) for player in owed.orders_by if player not in out]
    return own is not None and all(act is not None and act.body.seals.get(me) == own.commitment for act in acts)


def answers(chain: Chain, ledger: Ledger, owed: Owed) -> dict[str, str]:
    """What a reveal of an exchange answers: by who takes part, the packet with their act, or else with their seal."""
    out, moment = defaulted(chain, ledger, owed.moment), owed.moment
    found: dict[str, str] = {}
    for player in (player for player in chain.game.sealers_of(owed) if player not in out):
        open_ = not owed.sealed and player in owed.orders_by
        packet = ledger.act(player, moment, chain) if open_ else ledger.seal(player, moment, chain)
        if packet is not None:
            found[player] = packet.packet
    return found


def parted(chain: Chain, ledger: Ledger) -> Iterator[str]:
    """Reveals of the open exchange that answer other packets than those here, in words: somebody sent two."""
    owed = chain.game.owed
    if owed is None:
        return
    here = answers(chain, ledger, owed)
    for player in here:
        seal = ledger.seal(player, owed.moment, chain)
        theirs = ledger.answers_of(player, seal.commitment) if seal is not None else None
        if theirs is not None and dict(theirs) != here:
            yield _parted(player, owed, theirs, here)


def _parted(player: str, owed: Owed, theirs: Mapping[str, str], here: Mapping[str, str]) -> str:
    others = [each for each in sorted({*theirs, *here}) if theirs.get(each) != here.get(each)]
    said = f"{player}'s reveal of {owed.label} answers another packet of {listed(others)} than the one here"
    return f"{said}. {owed.label} is not resolved from such packets: compare who sent which."


def reveal_faults(packet: Packet, body: Reveals, chain: Chain, version: int) -> Iterator[Judgement]:
    """What a reveal opens that is not to be opened yet, or that holds orders which nobody asked its sender for."""
    game, sender = chain.game_at(version), packet.sender
    for moment, opened in zip(body.moments, body.orders, strict=True):
        where = chain.rules.label(moment)
        owed = game.owed if game.owed is not None and game.owed.moment == moment else upcoming(game, moment)
        if owed is None or (owed != game.owed and not all_order(owed, game)):
            yield refused(f"{sender} reveals {where}, which not everybody can be seen to give sealed orders for.")
        elif opened.lines and (not owed.sealed or sender not in owed.orders_by):
            yield refused(f"{sender} reveals orders for {where}, where they owe a nonce and nothing else.")


def upcoming(game: Game, moment: Moment) -> Owed | None:
    """An exchange to come, as far as it is known."""
    return next((owed for owed in game.upcoming if owed.moment == moment), None)


def all_order(owed: Owed, game: Game) -> bool:
    """Whether every player gives sealed orders for an exchange, so that it may be revealed with those before it."""
    return owed.sealed and owed.orders_by == tuple(game.players)


def act_faults(packet: Packet, body: Act, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with orders given in the open, by the game as it stood after `version`."""
    sender, moment, where = packet.sender, body.moment, chain.rules.label(body.moment)
    game = chain.game_at(version)
    owed = game.owed
    if owed is None or owed.moment != moment:
        yield refused(f"{sender} acts in {where}, which is not open at the head of the packet.")
        return
    if owed.sealed:
        yield refused(f"{sender} acts in the open in {where}, where orders are sealed.")
    if sender not in owed.orders_by:
        yield refused(f"{sender} acts in {where}, where only {listed(owed.orders_by)} may.")
    if (earlier := ledger.act(sender, moment, chain, version)) is not None:
        said = f"{sender} has given orders for {where} already, with packet {earlier.number}"
        yield refused(f"{said}; a second act does not count.", earlier.packet)
    if (given_up := ledger.given_up(sender, moment, chain, version)) is not None:
        yield refused(f"{sender} has signed a {given_up} of {where} against themselves and cannot act in it any more.")
    yield from _nonce_faults(packet, body, ledger, chain, version, owed)
    yield from _seal_faults(packet, body, ledger, chain, version, answerable(game, owed, sender))
    yield from _line_faults(packet, body, chain, game)


def _nonce_faults(
    packet: Packet, body: Act, ledger: Ledger, chain: Chain, version: int, owed: Owed
) -> Iterator[Judgement]:
    sender, where = packet.sender, chain.rules.label(body.moment)
    seal = ledger.seal(sender, body.moment, chain, version)
    if seal is None:
        yield refused(f"{sender} acts in {where} without a sealed nonce for it.")
    elif (body.nonce is None) != (len(owed.orders_by) > 1):
        rule = "opens when all have acted" if body.nonce is not None else "must open with the act of one who acts alone"
        yield refused(f"The nonce of {sender} for {where} {rule}.")
    elif body.nonce is not None and not opens(Opened(lines=(), nonce=body.nonce), seal, sender, body.moment, chain):
        said = f"What {sender} opens for {where} does not fit the seal"
        yield refused(f"{said}: it is another nonce, or orders are sealed too.", seal.packet)


def _seal_faults(
    packet: Packet, body: Act, ledger: Ledger, chain: Chain, version: int, wanted: tuple[str, ...]
) -> Iterator[Judgement]:
    sender, where = packet.sender, chain.rules.label(body.moment)
    if strange := [player for player in body.seals if player not in wanted]:
        yield refused(f"{sender} answers a seal of {listed(sorted(strange))} for {where}, who has no part in its dice.")
    out = _out_for(packet, body, ledger, chain, version)
    waits: list[str] = []
    for player in wanted:
        named, seal = body.seals.get(player), ledger.seal(player, body.moment, chain, version)
        if named is None and player not in out:
            waits.append(f"{sender} acts in {where} without a seal of {player}, who is not defaulted here")
        elif named is not None and seal is None:
            waits.append(f"{sender} answers a seal of {player} for {where} that is not here")
        elif named is not None and seal is not None and named != seal.commitment:
            said = f"{sender} answers another seal of {player} for {where} than the one here"
            if named in ledger.either.get((player, body.moment), ()):
                continue  # one of two under one number: it tells that this one counts
            if chain.terms is not None:
                waits.append(said)  # two of one number may be on their way
            else:
                yield refused(f"{said}.", seal.packet)
    yield from (Judgement(fate=Fate.WAITS, why=why) for why in waits)


def _out_for(packet: Packet, body: Act, ledger: Ledger, chain: Chain, version: int) -> Collection[str]:
    """Who takes no part in an exchange by what the sender of an act had taken, where its packet says that."""
    game = chain.game_at(version)
    if game.play != "peers" or game.owed is None or body.taken is UNSET:
        return defaulted(chain, ledger, body.moment)
    upto = {player: number for player, (number, _) in body.taken.items()} | {packet.sender: packet.number - 1}
    return gone(chain, ledger, game.owed, version, upto)


def _line_faults(packet: Packet, body: Act, chain: Chain, game: Game) -> Iterator[Judgement]:
    sender, rules = packet.sender, chain.rules
    where = rules.label(body.moment)
    try:
        forms = read_forms(rules, body.lines, body.moment.segment)
    except GameError as fault:
        yield refused(f"What {sender} orders for {where} cannot be read as orders: {fault}")
        return
    for unit in (rules.language.unit_of(form) for form in forms):
        if rules.owner(game.board, unit) != sender:
            yield refused(f"{sender} orders {unit} in {where}, which belongs to somebody else.")
