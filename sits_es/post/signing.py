"""Going on without somebody: asked for by a person, signed by their program once the others had their time again.

Before it signs, a program sends the accused everything of the exchange and waits the grace anew. Two packets under one
number are grounds at once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from attrs import frozen

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.missing import silent_since, time_is_up
from sits_es.post.protocol.parts import What, part
from sits_es.post.protocol.put_out import alone_on, offers_without, open_without, sign_list
from sits_es.post.protocol.terms import Terms, terms_of
from sits_es.post.protocol.unasked import KINDS_OF_LISTS
from sits_es.post.protocol.without import missing_parts, sheets
from sits_es.post.replica import Replica
from sits_es.rules.system import Owed
from sits_es.sentences import listed, typed, utc


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
    if owed is None or terms_of(chain.game) is None or chain.game.play != "peers" or me not in chain.game.still_in:
        return None
    doubled = [player for player in chain.game.still_in if player != me and ledger.doubled(player, owed.moment)]
    opened = ledger.reveal(me, owed.moment, chain) is not None
    what: What = "reveal" if opened else "seal"
    found = {*missing_parts(chain, ledger, owed, version, what), *doubled} - {me}
    if found:
        found |= set(silent_since(chain, ledger, owed, version, me, what))
    return Missing(owed=owed, version=version, what=what, players=tuple(sorted(found))) if found else None


def go_on_without(replica: Replica, players: Sequence[str] = ()) -> str:
    """Ask one's program to sign that the exchange at hand goes on without those whose part is missing.

    players: who that is, if one would be sure. Raises NotAllowedError in games that do not know this, NotNowError where
    nobody is missing, or others are than those named, or their time is not up.
    """
    chain, me = replica.chain(), replica.me
    terms = _terms(replica)
    if len(chain.game.still_in) < 3 and me in chain.game.still_in:
        end = f"You may offer the game's end: sits forfeit {typed(chain.called)}"
        raise NotNowError(f"Of two, nobody can go on without the other. {end}")
    found = missing_at(replica)
    if found is None:
        raise NotNowError(f"{chain.called}: {chain.game.waits}. Nobody keeps it waiting whom you could go on without.")
    where = f"{chain.called} {found.owed.label}"
    if players and tuple(sorted(set(players))) != found.players:
        raise NotNowError(
            f"The {found.what} of {listed(found.players)} for {where} is missing, and a list names exactly those: "
            f"sits without {typed(chain.called)}"
        )
    if has_signed(replica, found):
        raise NotNowError(f"You have signed that {where} goes on without {listed(found.players)} already.")
    if left := waits_for(replica, found):
        raise NotNowError(
            [
                f"{player} has until {utc(until)}, grace included."
                if until
                else f"Your own time for {where} does not run yet: {player} has all of it."
                for player, until in left
            ]
        )
    _send_again(replica, found)
    if _doubled(replica, found):
        return _sign(replica, found)
    since = write_time(read_time(replica.desk.clock()))
    replica.desk.journal.keep(_name(replica, found), json.dumps({"since": since, "players": list(found.players)}))
    until = write_time(read_time(since) + timedelta(hours=terms.grace))
    said = f"{listed(found.players)} will be sent everything of {where} again, and {_have(found)} until {utc(until)}"
    return f"{said}. Then your program signs by itself. To take that back: sits without {typed(chain.called)} --cancel"


def cancel(replica: Replica) -> str:
    """Take back that one's program is to sign. Raises NotNowError where it is not, or has signed already."""
    _terms(replica)
    found, where = missing_at(replica), replica.chain().called
    if found is None or not replica.desk.journal.kept(_name(replica, found)):
        raise NotNowError(f"Your program is not about to sign that {where} goes on without anybody.")
    if has_signed(replica, found):
        gone = f"{where} {found.owed.label} goes on without {listed(found.players)}"
        raise NotNowError(f"Your program has signed that {gone}. What is signed can't be taken back.")
    replica.desk.journal.keep(_name(replica, found), "")
    return f"Your program does not sign that {where} {found.owed.label} goes on without anybody."


def sign_when_due(replica: Replica) -> None:
    """Sign what one asked for, once the accused had the grace anew; only for those whose part is still missing."""
    found = missing_at(replica)
    kept = replica.desk.journal.kept(_name(replica, found)) if found is not None else None
    if found is None or not kept or has_signed(replica, found) or waits_for(replica, found):
        return
    until = asked_for(replica, found)
    if until is not None and read_time(replica.desk.clock()) >= until:
        replica.tell("clock", _sign(replica, found))


def asked_for(replica: Replica, found: Missing) -> datetime | None:
    """From when on one's program signs, as one asked it to; None where one did not, or for others."""
    kept, terms = replica.desk.journal.kept(_name(replica, found)), terms_of(replica.chain().game)
    if not kept or terms is None:
        return None
    asked = json.loads(kept)
    if not set(found.players) <= set(asked["players"]):
        return None
    return read_time(asked["since"]) + timedelta(hours=terms.grace)


def agree_without(replica: Replica) -> str:
    """Go over to the branch of a list that too few signed to be in force. Raises NotNowError where there is none."""
    _terms(replica)
    chain, ledger, session = replica.chain(), replica.ledger(), replica.desk.session
    for moment, version, sheet in offers_without(chain, ledger):
        if replica.me in sheet.by:
            replica.do(
                open_without(
                    chain,
                    ledger,
                    moment,
                    version,
                    sheet,
                    lambda name, after, many: (
                        session.facts(name, after + 1, after + many) if session.has(name) else None
                    ),
                )
            )
            replica.settle()
            return f"You play on from {chain.rules.written(moment)} without {listed(sheet.players)}."
    if (alone := alone_on(chain, ledger, replica.me)) is not None:
        said = f"Nobody but you is left in {chain.called} without {listed(alone.players)}, and nobody plays alone"
        raise NotNowError(f"{said}. It goes on once their letters come.")
    said = f"You have signed no list in {chain.called} that too few signed to be in force"
    raise NotNowError(f"{said}: sits without {typed(chain.called)}")


def _terms(replica: Replica) -> Terms:
    chain = replica.chain()
    terms = terms_of(chain.game)
    if chain.game.play != "peers":
        said = f"{chain.called} is played with an umpire, who goes on without somebody"
        if replica.me in chain.game.umpires:
            raise NotAllowedError(f"{said}: sits default {typed(chain.called)} PLAYER")
        raise NotAllowedError(f"{said}. Of a silent umpire: sits umpire {typed(chain.called)} --none")
    if terms is None:
        raise NotAllowedError(
            f"{chain.called} is played by terms without it: sits default {typed(chain.called)} PLAYER"
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
        if not ledger.doubled(player, found.owed.moment) and (until is None or now < until):
            left.append((player, until))
    return left


def _doubled(replica: Replica, found: Missing) -> bool:
    return all(replica.ledger().doubled(player, found.owed.moment) for player in found.players)


def has_signed(replica: Replica, found: Missing) -> bool:
    """Whether one has signed a list for the exchange already."""
    signed = sheets(replica.ledger(), found.owed.moment, found.version, found.what)
    return any(replica.me in sheet.by and set(found.players) <= set(sheet.players) for sheet in signed)


def _sign(replica: Replica, found: Missing) -> str:
    chain, ledger = replica.chain(), replica.ledger()
    replica.do(sign_list(chain, ledger, replica.me, found.owed, found.version, found.what, found.players))
    replica.settle()
    return (
        f"Signed: {chain.called} {found.owed.label} goes on without {listed(found.players)}, once all others sign it."
    )


def _send_again(replica: Replica, found: Missing) -> None:
    """Let everything of one's own about the exchange go out to the accused once more."""
    chain, ledger, journal, me = replica.chain(), replica.ledger(), replica.desk.journal, replica.me
    own = [part(chain, ledger, found.owed, found.version, me, what) for what in KINDS_OF_LISTS]
    first = ledger.witness.first.get((me, found.version))
    numbers = [number for number in (*own, first.number if first is not None else None) if number is not None]
    for player in found.players:
        sent = journal.sent(replica.game, player)
        journal.note_sent(replica.game, player, max(0, min([sent, *(number - 1 for number in numbers)])))


def _have(found: Missing) -> str:
    return "have" if len(found.players) > 1 else "has"


def _name(replica: Replica, found: Missing) -> str:
    return f"without {replica.chain().name} {found.version} {found.what}"
