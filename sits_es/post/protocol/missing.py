"""Judging a signature to go on without others: at which head, who is missing, whether their time is up.

It is judged by what its signer had taken, which is all here, so every program comes to the same. Rule: house, for play
by mail.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from sits_es.game.state import Game
from sits_es.mail.packet import Packet
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Fate, Judgement, refused
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.terms import terms_of
from sits_es.post.protocol.without import gone, gone_before, part, sheets
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import listed


def time_is_up(chain: Chain, ledger: Ledger, moment: Moment, version: int, signer: str, player: str) -> str | None:
    """When a player's time for an exchange and grace are over for a signer, UTC; None before the signer's term runs.

    It runs from the signer's first packet that names the exchange's head. A deadline for the turn takes its place, and
    an absence that was granted moves it.
    """
    terms, first = terms_of(chain.game), ledger.witness.first.get((signer, version))
    if terms is None or first is None:
        return None
    game = chain.game_at(version)
    end = later(first.at, terms.hours + terms.grace)
    if game.deadline is not None and game.deadline.since.turn == moment.turn:
        end = later(max(first.at, game.deadline.until), game.deadline.grace)
    since, until = game.absences.get(player, ("", ""))
    return later(until, terms.grace) if since <= end and first.at <= until else end


def without_faults(packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with a list of those without whom an exchange goes on, by the game as it stood at its head."""
    game, sender, moment, where = chain.game_at(version), packet.sender, body.moment, chain.rules.written(body.moment)
    owed = game.owed
    if owed is None or owed.moment != moment:
        at = chain.rules.written(game.moment)
        yield refused(f"The {packet.title} is for {where}; at its head the game stands at {at}.")
        return
    if sender not in game.still_in:
        yield refused(f"{sender} is out of the game and cannot sign that it goes on without others.")
    listed_ones = tuple(sorted(set(body.players)))
    strange = [player for player in listed_ones if player == sender or player not in _needed(game, owed)]
    if strange or listed_ones != body.players:
        who = f"{listed(strange)}, whose part in {where} is not needed" if strange else "players twice or out of order"
        yield refused(f"The {packet.title} names {who}.")
        return
    if (body.seal is UNSET) == (body.what == "reveal"):
        yield refused(f"The {packet.title} {'lacks a seal' if body.what == 'reveal' else 'has a seal'} for {where}.")
    opened = ledger.reveal(sender, moment, chain, version) is not None
    if opened == (body.what == "seal"):
        said = f"has revealed {where} already" if opened else f"has not revealed {where}"
        yield refused(f"{sender} {said}, and cannot sign that the {body.what} of {listed(listed_ones)} is missing.")
    yield from _earlier_faults(packet, body, ledger, version, where)
    yield from _named_faults(packet, body, ledger, chain, version, owed)


def _needed(game: Game, owed: Owed) -> tuple[str, ...]:
    return tuple(player for player in game.sealers_of(owed) if player in game.still_in)


def _earlier_faults(packet: Packet, body: Without, ledger: Ledger, version: int, where: str) -> Iterator[Judgement]:
    sender = packet.sender
    own = [each.players for each in sheets(ledger, body.moment, version, body.what) if sender in each.by]
    if not all(set(body.players) < set(players) for players in own):
        before = listed(own[-1])
        yield refused(
            f"{sender} has signed that {where} goes on without {before}; a later list may only be part of it."
        )


def _named_faults(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, owed: Owed
) -> Iterator[Judgement]:
    """What was there by what its signer had taken, who is left out, and whose time is not up."""
    sender, where, taken = packet.sender, chain.rules.written(body.moment), body.taken
    had = {} if taken is UNSET else {player: number for player, (number, _) in taken.items()}
    upto = {**had, sender: packet.number - 1}
    who_is_gone = gone if body.what == "reveal" else gone_before
    left = who_is_gone(chain, ledger, owed, version, upto)
    waits: list[str] = []
    repeated = set(body.players) <= set(chain.left_behind(version)) and body.what == "seal"
    for player in _needed(chain.game_at(version), owed):
        number = part(chain, ledger, owed, version, player, body.what)
        known = number is not None and number <= had.get(player, 0)
        twice = ledger.doubled(player, body.moment)
        if player not in body.players:
            if not known and player != sender and player not in left:
                said = f"{sender} signs that {where} goes on without {listed(body.players)}"
                yield refused(f"{said}, and does not name {player}, whose {body.what} is missing too.")
        elif known and not twice:
            said = f"{sender} signs that the {body.what} of {player} for {where} is missing, and had it with packet"
            waits.append(f"{said} {number}: that counts once two packets of {player} under one number are here")
        elif not twice and not repeated:
            end = time_is_up(chain, ledger, body.moment, version, sender, player)
            if end is None or body.at is UNSET or body.at < end:
                until = (
                    f"until {end}, grace included"
                    if end is not None
                    else f"time, which runs from {sender}'s word there"
                )
                said = f"{sender} goes on without {player}, who has {until}"
                waits.append(f"{said}: that counts once two packets of {player} under one number are here")
    yield from (Judgement(fate=Fate.WAITS, why=why) for why in waits)
