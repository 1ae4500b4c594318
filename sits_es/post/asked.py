"""What a game asks of one person now, and by when, in one sentence: the first line of letters and reports."""

from __future__ import annotations

from datetime import datetime

from attrs import frozen

from sits_es.post.changing_seats import proposed
from sits_es.post.clock import due, reveal_due
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.entries import confirmable_by
from sits_es.post.going_on import way_on
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.bodies import Clock, Ruling
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.leaving import sends_no_more
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.seals import owing, unready, unsealed_by
from sits_es.post.protocol.terms import Terms
from sits_es.post.replica import Replica
from sits_es.post.waiting_reveals import waiting_reveal, what_helps
from sits_es.sentences import listed, shell, utc

#: What is owed, as a person says it.
_OWED = {"seal": "orders", "orders": "orders", "reveal": "a reveal"}


@frozen(kw_only=True)
class Asked:
    """What somebody is asked for. words: one sentence; short: the same for a subject, without names or times."""

    words: str
    short: str


def asked_of(replica: Replica, reader: str) -> Asked:
    """What a game that has begun asks of a person, as far as it is known here."""
    chain, ledger = replica.chain(), replica.ledger()
    game, name = chain.game, chain.called
    if game.ended is not None:
        return Asked(words=f"Nothing to do: {name} is over.", short="it is over")
    leaves = sends_no_more(chain, ledger, reader)
    found = _to_confirm(chain, ledger, reader) if not leaves else None
    found = found or _owed_by(replica, chain, ledger, reader)
    found = found or (_to_sign(replica, chain, ledger, reader) if not leaves else None)
    if found is not None:
        return found
    if leaves:
        left = "are out of" if reader in game.out else "have resigned from"
        return Asked(words=f"Nothing to do: you {left} {name}.", short="nothing to do")
    if game.owed is None and reader in game.players:
        words = f"Nothing is owed: enter what happens on your table: sits record {shell(name)} FILE"
        way = way_on(replica) if reader == replica.me else ""
        return Asked(
            words=f"{words}. {way}" if way else words, short="you can go on" if way else "facts can be entered"
        )
    words = _others(replica, chain, ledger, reader) if game.owed is not None else f"Nothing to do: {game.waits}."
    if reader == replica.me and (way := way_on(replica)):
        return Asked(words=f"{words.removeprefix('Nothing to do: ')} {way}", short="you can go on")
    return Asked(words=words, short="nothing to do")


def _to_confirm(chain: Chain, ledger: Ledger, reader: str) -> Asked | None:
    """Facts that somebody enters and this person has not signed or refused."""
    proposed = confirmable_by(chain, ledger, reader)
    if proposed is None:
        return None
    words = f"Confirm what {proposed.record.player} enters: sits agree {shell(chain.called)}"
    return Asked(words=words, short="please confirm it")


def _owed_by(replica: Replica, chain: Chain, ledger: Ledger, reader: str) -> Asked | None:
    """What a person owes, if anything; an umpire's program sees to what it owes by itself."""
    if chain.game.people[reader].role != "player":
        return None
    owed = dict(owing(chain, ledger, replica.me))
    what, where = owed.get(reader), chain.rules.label(chain.game.moment)
    if what is None:
        return None
    by = _by(replica, chain, ledger, reader, what)
    if what == "reveal" and (waits := waiting_reveal(chain, ledger, reader)) is not None:
        way = way_on(replica) if reader == replica.me else ""
        short = "you can go on" if way else "your reveal waits"
        return Asked(words=f"{waits} {way or what_helps(chain, ledger, reader)}", short=short)
    if what == "reveal":
        words = f"Let your program open your seal of {chain.called} {where}{by}: sits mail in"
        return Asked(words=words, short="your reveal is owed")
    left = [moment for moment in unsealed_by(chain, ledger, reader) if moment.turn == chain.game.moment.turn]
    upto = chain.rules.label(left[-1]) if what == "seal" and left else where
    ahead = "" if upto == where else f" (or up to {upto})"
    openly = "" if what != "orders" else ", in the open," if by.startswith(" ") else ", in the open"
    return Asked(words=f"You owe orders for {chain.called} {where}{ahead}{openly}{by}.", short="your orders are owed")


def _others(replica: Replica, chain: Chain, ledger: Ledger, reader: str) -> str:
    """Who else owes what, to whom nothing is left to do."""
    owed: dict[str, list[str]] = {}
    by = ""
    for player, what in owing(chain, ledger, replica.me):
        if chain.game.people[player].role == "player":
            owed.setdefault(_OWED[what], []).append(player)
            by = by or _by(replica, chain, ledger, player, what)
    where = f"{chain.called} {chain.rules.label(chain.game.moment)}"
    if owed:
        said = [f"{listed(players)} {'owe' if len(players) > 1 else 'owes'} {what}" for what, players in owed.items()]
        return f"Nothing to do: {' and '.join(said)} for {where}{by}."
    if programs := unready(chain, ledger, replica.me):
        waits = listed(f"{player}'s program" for player in programs)
        return f"Nothing to do: {where} waits for {waits}."
    if chain.game.play == "umpired" and reader in chain.game.players:
        return f"Nothing to do: your part of {where} is done, and the umpire has the others'."
    return f"Nothing to do: nobody owes anything for {where}."


def _to_sign(replica: Replica, chain: Chain, ledger: Ledger, reader: str) -> Asked | None:
    """What only holds if this person signs it as well: a deadline, an absence, a ruling, who has a seat."""
    if chain.game.owed is None or reader not in deciders(chain.game):
        return None
    signed = [by for body, by in ledger.signed(chain.game.moment, chain) if isinstance(body, Clock | Ruling)]
    signed += [tuple(by) for _, by in proposed(replica)]
    by = sorted({each for others in signed if reader not in others for each in others})
    if not by:
        return None
    words = f"Say whether you agree to what {listed(by)} signed: sits agree {shell(chain.called)}"
    return Asked(words=words, short="please sign it or not")


def _by(replica: Replica, chain: Chain, ledger: Ledger, player: str, what: str) -> str:
    """By when a player owes something, or since when it is due, ready to end a sentence; empty where no time is set."""
    opens = what == "reveal"
    terms = chain.terms
    if terms is not None:
        at = _by_the_terms(chain, ledger, player, terms)
    else:
        limit = reveal_due(replica.desk, replica.seat, chain, ledger, player) if opens else due(chain, ledger, player)
        at = limit.at if limit is not None else None
    if at is None:
        return ""
    over = at <= read_time(replica.desk.clock())
    return f"{', due since' if over else ' by'} {utc(write_time(at))}"


def _by_the_terms(chain: Chain, ledger: Ledger, player: str, terms: Terms) -> datetime | None:
    """When the first of the others may count a player as late, grace aside; None while the time does not run.

    It runs from their own first word of the exchange. A deadline takes the place of the terms' hours, and an absence
    moves it to its end.
    """
    game, head = chain.game, chain.head.version
    others = [other for other in game.umpires or game.still_in if other != player]
    spoken = [said.at for other in others if (said := ledger.first_word(other, head, chain)) is not None]
    if not spoken:
        return None
    limit, first = due(chain, ledger, player), min(spoken)
    if limit is not None:
        return max(limit.at, read_time(first))
    at = later(first, terms.hours)
    since, until = game.absences.get(player, ("", ""))
    return read_time(until if since <= at and first <= until else at)
