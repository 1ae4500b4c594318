"""Judging a signature to go on without others: at which head, who is missing, whether their time is up.

It is judged by what its signer had taken, which is all here, so every program comes to the same. Rule: house, for play
by mail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import UNSET

from sits_es.game.state import Game
from sits_es.mail.packet import Packet
from sits_es.post.protocol.bodies import Act, Reveals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.earlier_lists import earlier_faults, silent_until
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Fate, Judgement, refused, unless_two
from sits_es.post.protocol.holding_back import may_wait_to_act, open_list, shorter_complete
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.last_signer import held_back, last_faults, named_though_held
from sits_es.post.protocol.late_signer import may_sign_late, sign_before
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import known_part
from sits_es.post.protocol.silent_signers import silent_faults
from sits_es.post.protocol.without import (
    actors,
    gone,
    gone_before,
    in_force,
    lists_of,
    sheets,
    signed_last,
)
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import listed, utc


def time_is_up(chain: Chain, ledger: Ledger, moment: Moment, version: int, signer: str, player: str) -> str | None:
    """When a player's time for an exchange and grace are over for a signer, UTC; None before the signer's term runs.

    It runs from the signer's first packet that names the exchange's head. A deadline for the turn takes its place, and
    an absence that was granted moves it. Who is to act in the open may have waited for a list that the signer signed
    without them: they have all of it anew after that.
    """
    terms, first = chain.terms, ledger.first_word(signer, version, chain)
    if terms is None or first is None:
        return None
    game = chain.game_at(version)
    end = later(first.at, terms.hours + terms.grace)
    if game.deadline is not None and game.deadline.since.turn == moment.turn:
        end = later(max(first.at, game.deadline.until), game.deadline.grace)
    waited = [said.at for said, on in lists_of(ledger, moment, version, "seal", signer) if player not in on]
    if waited and player in actors(chain, version):
        end = max(end, later(waited[-1], terms.hours + terms.grace))
    since, until = game.absences.get(player, ("", ""))
    return later(until, terms.grace) if since <= end and first.at <= until else end


def without_faults(packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with a list of those without whom an exchange goes on, by the game as it stood at its head."""
    game, sender, moment, where = chain.game_at(version), packet.sender, body.moment, chain.rules.label(body.moment)
    if body.what == "record":
        yield from silent_faults(packet, body, ledger, chain, version, had_of(body))
        yield from _hurried(packet, body, ledger, chain, version)
        return
    owed = game.owed
    if owed is None or owed.moment != moment:
        at = chain.rules.label(game.moment)
        yield refused(f"The {packet.title} is for {where}; at its head the game stands at {at}.")
        return
    if sender not in game.still_in:
        yield refused(f"{sender} is out of the game and cannot sign that it goes on without others.")
    listed_ones = tuple(sorted(set(body.players)))
    needed = _needed(game, owed)
    strange = [player for player in listed_ones if player == sender or player not in needed]
    if strange or listed_ones != body.players:
        who = f"{listed(strange)}, whose part in {where} is not needed" if strange else "players twice or out of order"
        yield refused(f"The {packet.title} names {who}.")
        return
    if (body.seal is UNSET) == (body.what == "reveal"):
        yield refused(f"The {packet.title} {'lacks a seal' if body.what == 'reveal' else 'has a seal'} for {where}.")
    opened = ledger.reveal(sender, moment, chain, version) is not None
    upto = {**had_of(body), sender: packet.number - 1}
    yield from last_faults(packet, body, ledger, chain, version, owed, upto)
    signed = body.what == "reveal" and ledger.seal(sender, moment, chain, version) is not None
    ahead = signed and bool(lists_of(ledger, moment, version, "seal", sender))
    late = body.what == "reveal" and may_sign_late(chain, ledger, moment, version, sender, listed_ones, upto)
    if opened == (body.what == "seal") and body.opened is UNSET and not ahead and not late:
        said = f"has revealed {where} already" if opened else f"has not revealed {where}"
        why = f"{sender} {said}, and cannot sign that the {body.what} of {listed(listed_ones)} is missing"
        named = any(sender in sheet.players for sheet in sheets(ledger, moment, version, "seal", upto))
        yield unless_two(why) if body.what == "reveal" and named else refused(f"{why}.")
    if body.what == "reveal" and (first := sign_before(chain, ledger, moment, version, sender, listed_ones, upto)):
        said = f"{sender}, who alone has revealed {where}, signs that the reveal of {listed(listed_ones)} is missing"
        yield unless_two(f"{said} before {listed(first)} signed it")
    if ledger.witness.is_past(sender, chain.name, version, packet.number - 1):
        yield refused(
            f"{sender} has gone on after {where}, and cannot sign that the {body.what} of anybody is missing."
        )
    yield from earlier_faults(packet, body, ledger, chain, version, had_of(body))
    yield from _knew_better(packet, body, ledger, chain, version, owed)
    yield from _named_faults(packet, body, ledger, chain, version, owed)


def _knew_better(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, owed: Owed
) -> Iterator[Judgement]:
    """That the signer of a longer list had taken a complete one; with two packets under one number nobody can tell."""
    upto = {**had_of(body), packet.sender: packet.number - 1}
    if body.what != "reveal" or ledger.any_doubled(upto, owed.moment):
        return
    if (shorter := shorter_complete(chain, ledger, owed, version, body.players, upto)) is not None:
        said = f"{packet.sender} signs a list of {listed(body.players)} for {chain.rules.label(owed.moment)}"
        yield unless_two(f"{said}, and knew that the one of {listed(shorter.players)} is complete")


def _hurried(packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """Whose time to answer is not up."""
    for player in body.players:
        end = time_is_up(chain, ledger, body.moment, version, packet.sender, player)
        if end is None or body.at is UNSET or body.at < end:
            until = (
                f"until {utc(end)}, grace included" if end is not None else "time, which runs from the first word there"
            )
            yield refused(f"{packet.sender} goes on without {player}, who has {until}.")


def signed_otherwise(
    packet: Packet, body: Reveals | Act, ledger: Ledger, chain: Chain, version: int
) -> Iterator[Judgement]:
    """Why a reveal goes against a list of missing seals that its sender has signed, by what the sender had taken.

    Whoever signed a list and reveals before it is in force, or cannot be any more, or to somebody who is on it where it
    is, would choose between two seeds for the dice. Such a reveal never counts, but where somebody whom its sender had
    taken has sent two packets under one number about the exchange: what the sender had then can't be told from numbers.

    So it is with orders in the open. But who alone acts decides by the seals that the act answers: nobody opens
    anything before it, and a list of those whose seals it answers can't come into force any more.
    """
    owed, sender = chain.game_at(version).owed, packet.sender
    if owed is None or owed.moment not in body.moments:
        return
    if isinstance(body, Act):
        answers: Collection[str] = body.seals
    else:
        answers = body.answers[body.moments.index(owed.moment)]
    does = "acts" if isinstance(body, Act) else "reveals"
    had = had_of(body)
    if not lists_of(ledger, owed.moment, version, "seal", sender) or ledger.any_doubled(had, owed.moment):
        return
    where, upto = chain.rules.label(owed.moment), {**had, sender: packet.number - 1}
    said = f"{sender} has signed that {where} goes on without"
    if signed_last(chain, ledger, owed.moment, version, sender, upto):
        why = f"{sender} has signed as the last one that {where} is played again, and reveals nothing there any more"
        yield unless_two(why)
    decides = isinstance(body, Act) and body.nonce is not None
    waiting = open_list(chain, ledger, owed, version, sender, "seal", upto) if not decides else None
    if waiting is not None:
        nothing = "does nothing" if isinstance(body, Act) else "reveals nothing"
        why = f"{said} {listed(waiting.players)}, which can still come into force, and {nothing} before that"
        yield unless_two(why)
    sheet = in_force(chain, ledger, owed.moment, version, "seal", upto)
    if sheet is not None and (named := [player for player in sheet.players if player in answers]):
        yield unless_two(f"{said} {listed(sheet.players)}, which is in force, and {does} in answer to {listed(named)}")


def had_of(body: Body) -> dict[str, int]:
    """Numbers of the last packets that the sender of a body had taken, by sender."""
    return {} if body.taken is UNSET else {player: number for player, (number, _) in body.taken.items()}


def _needed(game: Game, owed: Owed) -> tuple[str, ...]:
    still = game.still_in
    return tuple(player for player in game.sealers_of(owed) if player in still)


def leaves_unnamed(packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, owed: Owed) -> bool:
    """Whether a list does not name somebody whose part was missing too by what its signer had: it never counts."""
    found = _named_faults(packet, body, ledger, chain, version, owed)
    return any(judgement.fate is Fate.REFUSED for judgement in found)


def _named_faults(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, owed: Owed
) -> Iterator[Judgement]:
    """What was there by what its signer had taken, who is left out, and whose time is not up."""
    sender, where = packet.sender, chain.rules.label(body.moment)
    had = had_of(body)
    upto = {**had, sender: packet.number - 1}
    who_is_gone = gone if body.what == "reveal" else gone_before
    left = who_is_gone(chain, ledger, owed, version, upto)
    # who is held back by what the signer had can't be told where somebody had two packets for them
    told = body.what == "reveal" and not ledger.any_doubled(had, body.moment)
    held = held_back(chain, ledger, owed, version, upto) if told else ()
    waits = [*named_though_held(packet, body, held, where)]
    fresh = False
    repeated = set(body.players) <= set(chain.left_behind(version)) and body.what == "seal"
    for player in sorted({*_needed(chain.game_at(version), owed)} - {*held}):
        number = known_part(chain, ledger, owed, version, player, body.what, upto)
        known = number is not None
        twice = ledger.doubled(player, body.moment)
        if player not in body.players:
            excused = body.what == "seal" and may_wait_to_act(chain, ledger, owed, version, player, upto)
            if not (known or twice or excused) and player != sender and player not in left:
                yield from _not_named(packet, body, ledger, version, player, where)
            continue
        silent = silent_until(chain, ledger, body.moment, version, body.what, sender, player, had.get(player, 0))
        if known and not twice and silent is not None and body.at is not UNSET:
            if body.at < silent:
                said = f"{sender} goes on without {player} too, who has until {utc(silent)}, grace included"
                waits.append(unless_two(said, player))
            continue
        fresh = True
        if known and not twice:
            said = f"{sender} signs that the {body.what} of {player} for {where} is missing, and had it with packet"
            waits.append(unless_two(f"{said} {number}", player))
        elif not twice and not repeated:
            end = time_is_up(chain, ledger, body.moment, version, sender, player)
            if end is None or body.at is UNSET or body.at < end:
                until = (
                    f"until {utc(end)}, grace included"
                    if end is not None
                    else f"time, which runs from {sender}'s word there"
                )
                said = f"{sender} goes on without {player}, who has {until}"
                waits.append(unless_two(said, player))
    if not fresh and not waits:
        said = f"{sender} goes on without {listed(body.players)}, whose {body.what} for {where} is there"
        waits.append(unless_two(said, "one of them"))
    yield from waits


def _not_named(
    packet: Packet, body: Without, ledger: Ledger, version: int, player: str, where: str
) -> Iterator[Judgement]:
    """Somebody whose part is missing too; unless their own list may have held it back for who had other packets."""
    said = f"{packet.sender} signs that {where} goes on without {listed(body.players)}"
    why = f"{said}, and does not name {player}, whose {body.what} is missing too"
    had = had_of(body)
    if body.what != "reveal" or not lists_of(ledger, body.moment, version, "seal", player, had):
        yield refused(f"{why}.")
    elif not ledger.any_doubled(had, body.moment):
        yield unless_two(why)
