"""Going on without somebody: asked for by a person, signed by their program once the others had their time again.

Before it signs, a program sends the accused everything of the exchange and waits the grace anew: see `notice`. Two
packets under one number are grounds at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from attrs import frozen

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.notice import give_notice, notice_of, over_at, take_back_notice
from sits_es.post.protocol.acting import parted
from sits_es.post.protocol.earlier_lists import left_on, silent_since
from sits_es.post.protocol.holding_back import unsettled_double
from sits_es.post.protocol.last_signer import signable_held_back, to_be_named
from sits_es.post.protocol.late_signer import sign_before, signable_late
from sits_es.post.protocol.leaving import TWO
from sits_es.post.protocol.missing import time_is_up
from sits_es.post.protocol.parts import KINDS_OF_LISTS, What, part
from sits_es.post.protocol.put_out import sign_list
from sits_es.post.protocol.silent_signers import silent_at
from sits_es.post.protocol.terms import Terms
from sits_es.post.protocol.without import lists_of, sheets, taking_part
from sits_es.post.replica import Replica
from sits_es.post.waiting_reveals import waiting_reveal, what_helps
from sits_es.rules.system import Owed
from sits_es.sentences import listed, shell, utc


@frozen(kw_only=True)
class Missing:
    """The exchange at hand, and whose part of it is missing. what: of theirs; version: of the event before it."""

    owed: Owed
    version: int
    what: What
    players: tuple[str, ...]


def missing_at(replica: Replica) -> Missing | None:
    """Who keeps the exchange at hand waiting, oneself aside; None where nobody does."""
    chain, ledger, me = replica.chain(), replica.ledger(), replica.me
    owed, version = chain.game.owed, chain.head.version
    still = taking_part(chain, ledger, chain.game.moment, version)
    if chain.terms is None or chain.game.play != "peers" or me not in still:
        return None
    if owed is None:
        silent = silent_at(chain, ledger, version, me) if chain.game.ended is None else ()
        here = Owed(moment=chain.game.moment, label=chain.rules.label(chain.game.moment), orders_by=())
        return Missing(owed=here, version=version, what="record", players=tuple(sorted(silent))) if silent else None
    doubled = {player for player in still if player != me and is_ground(replica, owed, player)}
    last = signable_held_back(chain, ledger, owed, version, me) or signable_late(chain, ledger, owed, version, me)
    if last:
        return Missing(owed=owed, version=version, what="reveal", players=last)
    opened = ledger.reveal(me, owed.moment, chain) is not None
    what: What = "reveal" if opened else "seal"
    found = {*to_be_named(chain, ledger, owed, version, me, what)}
    if not found or 2 * len(found | doubled) < len(still):
        found |= doubled  # they are no reason to sign what could never hold
    if found:
        found |= set(silent_since(chain, ledger, owed, version, me, what))
        found |= left_on(chain, ledger, owed, version, me, found) if what == "seal" else set()
    return Missing(owed=owed, version=version, what=what, players=tuple(sorted(found))) if found else None


def left_of(replica: Replica) -> tuple[str, ...]:
    """The players who are left in the exchange at hand, by id: neither out nor resigned."""
    chain = replica.chain()
    return taking_part(chain, replica.ledger(), chain.game.moment, chain.head.version)


def go_on_without(replica: Replica, players: Sequence[str] = ()) -> str:
    """Ask one's program to sign that the exchange at hand goes on without those whose part is missing.

    players: who that is, if one would be sure. Raises NotAllowedError in games that do not know this, NotNowError where
    nobody is missing, or others are than those named, or their time is not up.
    """
    chain, me = replica.chain(), replica.me
    terms = careful_terms(replica)
    if me in (still := left_of(replica)) and len(still) <= TWO:
        end = f"You may offer the game's end: sits forfeit {shell(chain.called)}"
        raise NotNowError(f"Of two, nobody can go on without the other. {end}")
    found = missing_at(replica)
    if found is None:
        said = f"{chain.called}: {chain.game.waits}. Nobody keeps it waiting whom you could go on without."
        ledger = replica.ledger()
        waits = waiting_reveal(chain, ledger, me)
        raise NotNowError(f"{said} {waits} {what_helps(chain, ledger, me)}" if waits is not None else said)
    where = f"{chain.called} {found.owed.label}"
    if players and tuple(sorted(set(players))) != found.players:
        raise NotNowError(
            f"The {found.what} of {listed(found.players)} for {where} is missing, and a list names exactly those: "
            f"sits without {shell(chain.called)}"
        )
    if has_signed(replica, found):
        raise NotNowError(f"You have signed that {where} goes on without {listed(found.players)} already.")
    if first := first_to_sign(replica, found):
        raise NotNowError(
            f"You sign last that {where} goes on without {listed(found.players)}: first {first} signs it."
        )
    if left := waits_for(replica, found):
        raise NotNowError(
            [
                f"{player} has until {utc(until)}, grace included."
                if until
                else f"Your own time for {where} does not run yet: {player} has all of it."
                for player, until in left
            ]
        )
    if _doubled(replica, found):
        _send_again(replica, found)
        return (
            _sign(replica, found) or f"Your program did not sign that {where} goes on without {listed(found.players)}."
        )
    return _get_ready(replica, found, terms)


def _get_ready(replica: Replica, found: Missing, terms: Terms) -> str:
    """Let everything go to the accused again, and the grace run anew once it has gone; in words."""
    _send_again(replica, found)
    give_notice(replica, found.what, found.players)
    where, who = f"{replica.chain().called} {found.owed.label}", listed(found.players)
    letters = "that letter on" if len(found.players) == 1 else "these letters on"
    said = f"{who} will be sent everything of {where} again, and {_have(found)} {terms.grace} hours from {letters}"
    cancels = f"sits without {shell(replica.chain().called)} --cancel"
    return f"{said}. Then your program signs by itself. To take that back: {cancels}"


def first_to_sign(replica: Replica, found: Missing) -> str:
    """Who has still to sign a list of missing reveals before oneself, in words; empty where nobody has."""
    if found.what != "reveal":
        return ""
    moment, version = found.owed.moment, found.version
    first = sign_before(replica.chain(), replica.ledger(), moment, version, replica.me, found.players)
    return listed(first) if first else ""


def cancel(replica: Replica) -> str:
    """Take back that one's program is to sign. Raises NotNowError where it is not, or has signed already."""
    careful_terms(replica)
    found, where = missing_at(replica), replica.chain().called
    if found is not None and has_signed(replica, found):
        gone = f"{where} {found.owed.label} goes on without {listed(found.players)}"
        raise NotNowError(f"Your program has signed that {gone}. What is signed can't be taken back.")
    notice = notice_of(replica, found.what, found.players) if found is not None else None
    if found is None or notice is None or not notice.stands:
        raise NotNowError(f"Your program is not about to sign that {where} goes on without anybody.")
    take_back_notice(replica, found.what, found.players)
    return f"Your program does not sign that {where} {found.owed.label} goes on without anybody."


def sign_when_due(replica: Replica) -> None:
    """Sign what one asked for, once the accused had the grace anew; only for those whose part is still missing.

    The first list for an exchange a person asks for. Once it is signed, and others are as late as those on it by now,
    the longer one is asked for by the program itself.
    """
    found, terms = missing_at(replica), replica.chain().terms
    if found is None or terms is None or has_signed(replica, found) or waits_for(replica, found):
        return
    until = asked_for(replica, found)
    if until is not None and read_time(replica.desk.clock()) >= until:
        if signed := _sign(replica, found):
            replica.tell("clock", signed)
    elif _signed_before(replica, found) and notice_of(replica, found.what, found.players) is None:
        replica.tell("clock", _get_ready(replica, found, terms))


def _signed_before(replica: Replica, found: Missing) -> bool:
    """Whether one has signed a list for the exchange on which fewer are."""
    signed = lists_of(replica.ledger(), found.owed.moment, found.version, found.what, replica.me)
    return any(set(players) < set(found.players) for _, players in signed)


def asked_for(replica: Replica, found: Missing) -> datetime | None:
    """From when on one's program signs, as one asked it to; None where one did not, or the letters have not gone."""
    return over_at(replica, notice_of(replica, found.what, found.players))


def careful_terms(replica: Replica) -> Terms:
    """The terms of a game of peers that say what happens when people fail. Raises NotAllowedError for other games."""
    chain = replica.chain()
    terms = chain.terms
    if chain.game.play != "peers":
        said = f"{chain.called} is played with an umpire, who goes on without somebody"
        if replica.me in chain.game.umpires:
            raise NotAllowedError(f"{said}: sits default {shell(chain.called)} PLAYER")
        raise NotAllowedError(f"{said}. Of a silent umpire: sits umpire {shell(chain.called)} --none")
    if terms is None:
        raise NotAllowedError(
            f"{chain.called} is played by terms without it: sits default {shell(chain.called)} PLAYER"
        )
    return terms


def waits_for(replica: Replica, found: Missing) -> list[tuple[str, str | None]]:
    """Those whose time is not up, each with until when they have it; None while one's own term does not run."""
    chain, ledger, me = replica.chain(), replica.ledger(), replica.me
    now = write_time(read_time(replica.desk.clock()))
    repeated = set(found.players) <= set(chain.left_behind(found.version)) and found.what == "seal"
    left: list[tuple[str, str | None]] = []
    silent = silent_since(chain, ledger, found.owed, found.version, me, found.what)
    for player in found.players if not repeated else ():
        until = silent.get(player) or time_is_up(chain, ledger, found.owed.moment, found.version, me, player)
        if not is_ground(replica, found.owed, player) and (until is None or now < until):
            left.append((player, until))
    return left


def is_ground(replica: Replica, owed: Owed, player: str) -> bool:
    """Whether two packets of somebody under one number are a ground to go on without them at once.

    Not once their later packets tell which of the two counts, as of a folder that was restored from an older copy; but
    for reveals that answer different ones.
    """
    chain, ledger = replica.chain(), replica.ledger()
    if not ledger.doubled(player, owed.moment):
        return False
    return unsettled_double(chain, ledger, owed, player) or next(parted(chain, ledger), None) is not None


def _doubled(replica: Replica, found: Missing) -> bool:
    return all(is_ground(replica, found.owed, player) for player in found.players)


def has_signed(replica: Replica, found: Missing) -> bool:
    """Whether one has signed a list for the exchange already."""
    signed = sheets(replica.ledger(), found.owed.moment, found.version, found.what)
    players = set(found.players)
    return any(
        replica.me in sheet.by
        and (players == {*sheet.players} if found.what == "record" else players <= {*sheet.players})
        for sheet in signed
    )


def _sign(replica: Replica, found: Missing) -> str:
    """Sign, and say so; empty where nothing was signed, of which the program tells why by itself."""
    chain, ledger = replica.chain(), replica.ledger()
    players, find = found.players, replica.find
    if not replica.do(sign_list(chain, ledger, replica.me, found.owed, found.version, found.what, players, find)):
        return ""
    replica.settle()
    return (
        f"Signed: {chain.called} {found.owed.label} goes on without {listed(found.players)}, once all others sign it."
    )


def _send_again(replica: Replica, found: Missing) -> None:
    """Let everything of one's own about the exchange go out to the accused once more."""
    chain, ledger, journal, me = replica.chain(), replica.ledger(), replica.desk.journal, replica.me
    own = [part(chain, ledger, found.owed, found.version, me, what) for what in KINDS_OF_LISTS]
    first = ledger.first_word(me, found.version, chain)
    numbers = [number for number in (*own, first.number if first is not None else None) if number is not None]
    for player in found.players:
        sent = journal.sent(replica.game, player)
        journal.note_sent(replica.game, player, max(0, min([sent, *(number - 1 for number in numbers)])))


def _have(found: Missing) -> str:
    return "have" if len(found.players) > 1 else "has"
