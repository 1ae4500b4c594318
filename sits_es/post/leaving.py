"""Leaving a game by mail, as a person does it: resigning, and offering the end after a missed deadline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.post.desk.outages import after_an_outage, back_since, is_over, time_read
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import Forfeit, Resignation
from sits_es.post.protocol.leaving import TWO, is_careful, offered, resigned
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.missing import time_is_up
from sits_es.post.protocol.seals import owing
from sits_es.post.protocol.silent_signers import silent_at
from sits_es.post.protocol.without import taking_part
from sits_es.post.protocol.witness import Said
from sits_es.post.replica import Replica
from sits_es.rules.system import System
from sits_es.sentences import listed, shell, utc, without_full_stop

What = Literal["seal", "reveal", "orders", "record"]


def must_be_careful(replica: Replica, verb: str) -> Chain:
    """The chain of a game whose terms say what happens when people fail. Raises NotNowError or NotAllowedError."""
    if not replica.started:
        raise NotNowError(f"{replica.game} has not begun here.")
    chain = replica.chain()
    if not is_careful(chain):
        raise NotAllowedError(f"The terms of {chain.called} say nothing of this; sits {verb} is not in them.")
    if chain.game.ended is not None:
        raise NotNowError(f"{chain.called} is over: {chain.game.ended}")
    return chain


def must_take_part(replica: Replica, chain: Chain) -> None:
    """Raises NotAllowedError for one who looks on, NotNowError for one who is out."""
    if replica.me not in chain.game.players:
        raise NotAllowedError(
            f"{replica.me} is {chain.game.people[replica.me].role} in {chain.called} and has no seat."
        )
    if replica.me in chain.game.out:
        raise NotNowError(f"{replica.me} does not take part in {chain.called} any more.")


def resign(replica: Replica, words: str) -> str:
    """Resign, and say what follows. Raises NotNowError for one who has resigned already or is out."""
    chain = must_be_careful(replica, "resign")
    must_take_part(replica, chain)
    ledger = replica.ledger()
    if resigned(chain, ledger, replica.me):
        raise NotNowError(f"{replica.me} has already resigned from {chain.called}.")
    replica.post(Resignation(words=words))
    replica.settle()
    still = taking_part(chain, ledger, chain.game.moment, chain.head.version)
    if chain.game.play == "peers" and len({*still} | {replica.me}) <= TWO:
        then = "With that the game ends."
    else:
        then = f"The others play on; to take part again all of them must sign it: sits readmit {shell(chain.called)}"
        then = f"{then} {replica.me}"
    return f"{replica.me} resigns: signed, and not to be undone. {_takes_effect(chain, ledger, replica.me)} {then}"


def _takes_effect(chain: Chain, ledger: Ledger, player: str) -> str:
    sealed = [owed.moment for owed in chain.game.upcoming if ledger.seal(player, owed.moment, chain) is not None]
    if not sealed:
        return f"It takes effect at {chain.rules.label(chain.game.moment)}."
    last = chain.rules.label(max(sealed))
    return f"It takes effect after {last}: what is sealed up to there still counts, and your program reveals it."


def departures(replica: Replica) -> Iterator[str]:
    """Who has resigned or is out, and which ends are offered, in words."""
    chain = replica.chain()
    if not is_careful(chain) or chain.game.ended is not None:
        return
    ledger, game = replica.ledger(), chain.game
    for player in sorted({*game.players} - {*game.out}):
        if resigned(chain, ledger, player):
            words = getattr(ledger.witness.resigned[player].body, "words", "")
            said = f"{player} has resigned{f': {without_full_stop(words)}' if words else ''}"
            yield f"{said}. {_leaves(chain, ledger, player)}"
    for player, by in sorted(game.out.items()):
        how = "has resigned" if by == (player,) else f"is out, as {listed(by)} signed"
        back = f"To sign {player} in again: sits readmit {shell(chain.called)} {player}"
        yield f"{player} {how}, and owes nothing.{f' {back}' if replica.me in game.still_in else ''}"
    yield from (statement(chain, *each, own=replica.me) for each in offered(chain, ledger))


def _leaves(chain: Chain, ledger: Ledger, player: str) -> str:
    sealed = ledger.seal(player, chain.game.moment, chain) is not None
    return "What they have sealed still counts; after it they are out." if sealed else "They are out from here on."


def stated(rules: System, offer: Said, body: Forfeit) -> str:
    """What somebody who offers a forfeit says was and was not received."""
    where, accused = rules.label(body.moment), body.player
    number = offer.had(accused)
    had = f"up to {accused}'s packet {number}" if number else f"nothing of {accused}"
    words = f" {without_full_stop(body.words)}." if body.words else ""
    missing = f"the answer of {accused} to the facts" if body.what == "record" else f"the {body.what} of {accused}"
    fact = f"{offer.player} states that by {utc(offer.at)} {missing} for {where} had not come"
    return f"{fact}; received was {had}.{words}"


def statement(chain: Chain, offer: Said, body: Forfeit, own: str | None = None) -> str:
    """A forfeit that was offered, as what it is: a statement signed by one."""
    accused = body.player
    yours = f" To agree that the game ends so: sits agree {shell(chain.called)} --forfeit" if own == accused else ""
    return (
        f"{stated(chain.rules, offer, body)} It is a statement signed by {offer.player} alone: the game goes on, "
        f"unless {accused} signs it too.{yours}"
    )


def forfeit(replica: Replica, words: str) -> str:
    """Offer the end of a game of two after the other missed the time. Raises NotAllowedError or NotNowError."""
    chain = must_be_careful(replica, "forfeit")
    must_take_part(replica, chain)
    ledger = replica.ledger()
    still = taking_part(chain, ledger, chain.game.moment, chain.head.version)
    if chain.game.play != "peers" or len(still) != TWO or replica.me not in still:
        others = "the umpire decides." if chain.game.play != "peers" else f"the others go on: {_without(chain)}"
        raise NotAllowedError(f"sits forfeit is for two peers; in {chain.called} {others}")
    (other,) = (player for player in still if player != replica.me)
    where, at = chain.rules.label(chain.game.moment), chain.game.moment
    what = _missing(chain, ledger, other)
    if silent_at(chain, ledger, chain.head.version, replica.me):
        what = "record"
    if what is None:
        raise NotNowError(f"{other} owes nothing for {chain.called} {where}.")
    if any(each.player == replica.me for each, _ in offered(chain, ledger)):
        raise NotNowError(f"You have offered this for {chain.called} {where} already.")
    term = time_is_up(chain, ledger, at, chain.head.version, replica.me, other)
    if term is None:
        raise NotNowError(f"Your own time for {chain.called} {where} does not run yet: {other} has all of it.")
    if not is_over(replica.desk, term):
        until = after_an_outage(read_time(term), back_since(replica.desk))
        why = "grace included" if until == read_time(term) else "a day after mail could be read here again"
        read = utc(write_time(time_read(replica.desk)))
        said = f"{other} has until {utc(write_time(until))}, {why}. Mail was read here at {read}"
        raise NotNowError(f"{said}: sits mail in" if read_time(replica.desk.clock()) >= until else f"{said}.")
    replica.post(Forfeit(turn=at.turn, segments=(at.segment,), player=other, what=what, words=words))
    replica.settle()
    (said_,) = (statement(chain, *each) for each in offered(chain, replica.ledger()) if each[0].player == replica.me)
    return said_


def concede(replica: Replica) -> str:
    """Sign the forfeit that the other offered: the game ends. Raises NotNowError where there is none."""
    chain = must_be_careful(replica, "agree")
    for _, body in offered(chain, replica.ledger()):
        if body.player == replica.me:
            mine = Forfeit(**{name: getattr(body, name) for name in ("turn", "segments", "player", "what", "words")})
            replica.post(mine)
            replica.settle()
            return f"Signed by both: the game is over. {replica.chain().game.ended or ''}".strip()
    where = chain.rules.label(chain.game.moment)
    raise NotNowError(
        f"Nobody offers a forfeit of {chain.called} {where} against you, or you have sent what was missing."
    )


def _missing(chain: Chain, ledger: Ledger, player: str) -> What | None:
    for who, what in owing(chain, ledger):
        if who == player and what in ("seal", "reveal", "orders"):
            return "seal" if what == "seal" else "reveal" if what == "reveal" else "orders"
    return None


def _without(chain: Chain) -> str:
    return f"sits without {shell(chain.called)}"
