"""Signing what takes several signatures: deadlines, absences, defaults, voids, claims, disputes and rulings."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import count

from msgspec import UNSET

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.orders.names import problem_of
from sits_es.post import entries
from sits_es.post.clock import due, reveal_due
from sits_es.post.desk.outages import after_an_outage, back_since
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.handover import only_later, sign_proposed
from sits_es.post.protocol.agreements import accusations, deciders, missing
from sits_es.post.protocol.bodies import Clock, Default, Dispute, Ruling
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.leaving import is_careful
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.replica import Replica
from sits_es.post.umpiring import waits_until
from sits_es.rules.moments import Moment
from sits_es.sentences import quoted, shell, utc

#: What is said to who names a branch.
_NAMELESS = "In {game} nobody names a branch: its name follows from what is signed."
_HOURS = re.compile(r"\+(\d{1,3})([hd])")


def parse_time(text: str, now: str) -> str:
    """A time typed by a player: 2026-12-01T18:00 in UTC, or +36h or +3d from now. Raises UnreadableError."""
    if found := _HOURS.fullmatch(text.strip()):
        hours = int(found[1]) * (24 if found[2] == "d" else 1)
        return write_time(read_time(now) + timedelta(hours=hours))
    try:
        time = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UnreadableError(
            f"{quoted(text)} is not a time. Write it in UTC, such as 2026-12-01T18:00, or +36h or +3d from now."
        ) from None
    return write_time(time.replace(tzinfo=UTC) if time.tzinfo is None else time)


def set_deadline(replica: Replica, until: str, grace: int) -> str:
    """Propose, agree to or, as the umpire, set a deadline for the orders of the turn from the exchange owed on."""
    at = _place(replica, with_orders=True)
    replica.post(Clock(turn=at.turn, segments=(at.segment,), until=until, grace=grace))
    return _still(replica, Clock)


def set_absence(replica: Replica, player: str, since: str, until: str) -> str:
    """Propose, agree to or, as the umpire, grant an absence."""
    chain = replica.chain()
    if player not in chain.game.players:
        raise NotAllowedError(
            f"There is no player {player} in {chain.called}. Players: {', '.join(chain.game.players)}."
        )
    if read_time(until) <= read_time(since):
        raise NotAllowedError(f"{utc(since)} is not before {utc(until)}.")
    at = _place(replica, with_orders=True)
    replica.post(Clock(turn=at.turn, segments=(at.segment,), until=until, player=player, since=since))
    return _still(replica, Clock)


def agree(replica: Replica, act: str | None = None) -> str:
    """Sign whatever others have proposed about the clock or a dispute for the exchange owed, or a record.

    act: instead, the void or the claim against oneself that all others have signed.
    """
    chain = replica.chain()
    ledger = replica.ledger()
    if act is not None:
        return _give_up(replica, chain, ledger, act)
    if (handed := sign_proposed(replica)) is not None:
        return handed
    proposed = [
        body
        for body, by in ledger.signed(chain.game.moment, chain)
        if isinstance(body, Clock | Ruling) and replica.me not in by
    ]
    recorded = entries.confirm(replica) if not proposed else None
    if recorded is not None:
        return recorded
    if not proposed:
        against = [body for body, _ in accusations(chain, ledger) if body.player == replica.me]
        game = shell(chain.called)
        more = [f"To sign the {body.act} against yourself: sits agree {game} --{body.act}" for body in against]
        if (later := only_later(replica)) is not None:
            raise NotNowError([later, *more])
        raise NotNowError([f"Nothing is proposed in {chain.called} that you have not signed.", *more])
    for body in proposed:
        replica.post(body)
    return "\n".join(_still(replica, kind) for kind in dict.fromkeys(type(body) for body in proposed))


def _give_up(replica: Replica, chain: Chain, ledger: Ledger, act: str) -> str:
    """Sign a void or a claim against oneself. Raises NotNowError when others have not, or one's reveal is out."""
    for body, by in accusations(chain, ledger):
        if (body.act, body.player) == (act, replica.me) and replica.me not in by:
            others = missing(deciders(chain.game, replica.me), by)
            if others:
                raise NotNowError(f"First {', '.join(others)} must sign the {act}; you sign last.")
            replica.post(body)
            return _still(replica, Default)
    where = chain.rules.label(chain.game.moment)
    raise NotNowError(f"Nobody has signed a {act} of {chain.called} {where} against you, or you have revealed it.")


def default(replica: Replica, player: str, act: str) -> str:
    """Sign that an exchange goes on without a player's seal, or that a reveal withheld voids it or claims the game.

    A void or a claim holds once that player has signed it too, and not at all when the reveal comes.
    Raises NotNowError before the deadline and its grace are over, or when the player owes nothing of the kind.
    """
    chain = replica.chain()
    ledger = replica.ledger()
    at = chain.game.moment
    where = chain.rules.label(at)
    if chain.terms is not None and chain.game.play == "peers":
        raise NotAllowedError(
            f"In {chain.called} all others together go on without {player}: sits without {shell(chain.called)} {player}"
        )
    if player == replica.me:
        raise NotNowError(
            f"To sign what the others have signed against you: sits agree {shell(chain.called)} --void or --claim"
        )
    late = waited_for(replica, chain, ledger, player, act)
    if read_time(replica.desk.clock()) < late:
        raise NotNowError(f"{player} has until {utc(write_time(late))}, grace included.")
    if ledger.reveal(player, at, chain) is not None:
        raise NotNowError(f"{player} has revealed {where}; nobody can void it or claim the game for it any more.")
    owed = chain.game.owed
    alone = owed is not None and not owed.sealed and player in owed.orders_by
    sealed = (ledger.act if alone else ledger.seal)(player, at, chain) is not None
    if sealed == (act == "drift"):
        if alone:
            has = "acted in" if sealed else "not acted in"
            raise NotNowError(f"{player} has {has} {where}. Missing orders are defaulted, a withheld reveal is not.")
        has = "sealed" if sealed else "not sealed"
        raise NotNowError(
            f"{player} has {has} {where}. A missing seal is defaulted, a withheld reveal voided or claimed."
        )
    body = Default(
        turn=at.turn,
        segments=(at.segment,),
        player=player,
        act="drift" if act == "drift" else "void" if act == "void" else "claim",
        seen=replica.desk.journal.last_number(replica.game, player),
    )
    replica.post(body)
    return _still(replica, Default, player if act == "drift" else None)


def waited_for(replica: Replica, chain: Chain, ledger: Ledger, player: str, act: str) -> datetime:
    """Until when everybody waits for a player, grace included. Raises NotNowError where no deadline is set."""
    back = back_since(replica.desk)
    if (waits := waits_until(replica, chain, ledger, player)) is not None:
        return after_an_outage(read_time(waits), back)
    limit = due(chain, ledger, player, back)
    if limit is None:
        where = chain.rules.label(chain.game.moment)
        raise NotNowError(
            f"No deadline is set for {chain.called} {where}. Agree on one: sits deadline {shell(chain.called)} +3d"
        )
    if act != "drift":
        limit = reveal_due(replica.desk, replica.seat, chain, ledger, player) or limit
    return limit.late


def dispute(replica: Replica, about: str, words: str) -> str:
    """Say that an exchange was not resolved by the rules."""
    chain = replica.chain()
    moment = _played(replica, chain, about)
    replica.post(Dispute(turn=moment.turn, segments=(moment.segment,), words=words))
    check = f"sits replay {shell(chain.called)} --from {about} --verify"
    return f"{chain.called} {about} is disputed. Check it by the rules: {check}"


def rule(replica: Replica, about: str, words: str, branch: str | None) -> str:
    """Sign a ruling: the record is upheld, or a branch from the start of that exchange becomes the game."""
    chain = replica.chain()
    if branch is not None and is_careful(chain):
        play_on = f"sits rewind {shell(chain.called)} --to {about} --why {quoted(words)}"
        raise NotAllowedError(f"{_NAMELESS.format(game=chain.called)} To play on from {about}: {play_on}")
    moment = _played(replica, chain, about)
    if branch is not None:
        if problem := problem_of(branch):
            raise NotAllowedError(f"{problem} Choose another name for the branch.")
        if replica.desk.session.has(branch):
            raise NotAllowedError(f"There is already a game {branch}. Choose another name for the branch.")
    at = _place(replica, with_orders=branch is None)
    body = Ruling(
        turn=at.turn,
        segments=(at.segment,),
        about_turn=moment.turn,
        about_segment=moment.segment,
        upheld=branch is None,
        words=words,
        branch=branch,
    )
    replica.post(body)
    return _still(replica, Ruling)


def rewind(replica: Replica, to: str, words: str | None, branch: str | None) -> str:
    """Propose, or as the umpire decide, that the game is played on from an earlier exchange: a ruling with a branch.

    to: that exchange; words: the reason; branch: the new branch, named after the game where nothing is said.
    """
    chain = replica.chain()
    if is_careful(chain):
        if branch is not None:
            raise NotAllowedError(f"{_NAMELESS.format(game=chain.called)} Leave --branch out.")
        moment = _played(replica, chain, to)
        return open_again(replica, moment, words or f"Played on from {to}.")
    name = branch or _next_branch(replica)
    return f"{name}: {rule(replica, to, words or f'Played on from {to}.', name)}"


def open_again(
    replica: Replica, about: Moment, words: str, branch: str | None = None, point: tuple[int, str] | None = None
) -> str:
    """Sign that another branch is the game. branch, point: an earlier one, and the event after which it is played."""
    at, before = _place(replica), replica.chain().name
    body = Ruling(
        turn=at.turn,
        segments=(at.segment,),
        about_turn=about.turn,
        about_segment=about.segment,
        upheld=False,
        words=words,
        branch=branch,
        point=UNSET if point is None else point,
    )
    replica.post(body)
    said, now = _still(replica, Ruling), replica.desk.seat(replica.game).branch
    return said if now == before else f"{said} It is {replica.desk.session.display_name(now)} from here on."


def _next_branch(replica: Replica) -> str:
    """The game's first name with the first number, from 2 up, that no branch here has yet."""
    known = replica.desk.session.names()
    return next(name for number in count(2) if (name := f"{replica.game}-{number}") not in known)


def _played(replica: Replica, chain: Chain, about: str) -> Moment:
    moment = chain.rules.read_moment(about)
    if not list(replica.desk.session.open_game(chain.name).history.played(moment, moment)):
        raise NotNowError(f"{chain.called} {about} has not been played.")
    return moment


def _place(replica: Replica, *, with_orders: bool = False) -> Moment:
    """The exchange owed. Raises NotAllowedError for one who decides nothing, NotNowError when the game is over.

    with_orders: what is decided goes on record with the orders of an exchange, so there must be one. NotNowError.
    """
    chain = replica.chain()
    if chain.game.ended is not None:
        raise NotNowError(f"{chain.called} is over: {chain.game.ended}")
    needed = deciders(chain.game)
    if replica.me not in needed:
        raise NotAllowedError(f"That is for {', '.join(needed)} to say in {chain.called}.")
    if with_orders and chain.game.owed is None:
        where = chain.rules.label(chain.game.moment)
        raise NotNowError(
            f"Nobody owes orders in {chain.called} at {where}, and what is signed here goes on record with orders."
        )
    return chain.game.moment


def _still(replica: Replica, kind: type[Clock | Default | Ruling], against: str | None = None) -> str:
    """Who still has to sign, and then what follows by itself."""
    chain = replica.chain()
    ledger = replica.ledger()
    needed = deciders(chain.game, against)
    signed = [by for body, by in ledger.signed(chain.game.moment, chain) if isinstance(body, kind) and replica.me in by]
    left = missing(needed, signed[-1]) if signed else needed
    replica.settle()
    return f"Signed. Still to sign: {', '.join(left)}." if left else "Signed by all who must: it holds."
