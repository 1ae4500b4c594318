"""Signing players in again, and giving a seat a new key or person, as people do it."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.mail.addresses import read_address
from sits_es.mail.locks import can_be_encrypted_to
from sits_es.post.leaving import must_be_careful
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.changing_seats import readmitted, without_the_old_key
from sits_es.post.protocol.content import OWN, Person
from sits_es.post.protocol.failures import Readmission, Reseat
from sits_es.post.protocol.kinds import said
from sits_es.post.protocol.leaving import TWO, is_careful, sends_no_more
from sits_es.post.protocol.witness import Said
from sits_es.post.replica import Replica
from sits_es.sentences import listed, one_line, quoted

_KEY = 64


def readmit(replica: Replica, player: str) -> str:
    """Sign that a player who is out takes part again from the next exchange on. Raises NotAllowedError, NotNowError."""
    chain = must_be_careful(replica, "readmit")
    if player not in chain.game.out:
        out = ", ".join(sorted(chain.game.out)) or "nobody"
        raise NotAllowedError(f"{player} is not out of {chain.called}. Out: {out}.")
    _must_decide(replica, chain, player)
    if (by := readmitted(chain, replica.ledger()).get(player)) and replica.me in by:
        body = Readmission(turn=chain.game.moment.turn, segments=(chain.game.moment.segment,), player=player)
        left = _left(chain, body, by)
        what = (
            f"Still to sign: {', '.join(left)}." if left else "All have signed it: it holds from the next exchange on."
        )
        raise NotNowError(f"You have signed that {player} takes part again. {what}")
    at = chain.game.moment
    replica.post(Readmission(turn=at.turn, segments=(at.segment,), player=player))
    return _still(replica, player)


def reseat(replica: Replica, player: str, key: str, name: str | None, address: str | None) -> str:
    """Sign that a seat gets another key. key: public, hexadecimal; name, address: the person's, where it is another.

    Raises NotAllowedError, NotNowError or UnreadableError.
    """
    chain = must_be_careful(replica, "reseat")
    who = chain.game.players.get(player)
    if who is None:
        raise NotAllowedError(
            f"There is no player {player} in {chain.called}. Players: {', '.join(chain.game.players)}."
        )
    if len(key) != _KEY or not set(key) <= set("0123456789abcdef") or not can_be_encrypted_to(key):
        raise UnreadableError(f"{quoted(key)} is not a public key: 64 hexadecimal digits, as sits id show shows them.")
    if player != replica.me:
        _must_decide(replica, chain, player)
    journal, at = replica.desk.journal, chain.game.moment
    last = journal.last(replica.game, player)
    if last is None:
        raise NotNowError(f"Nothing of {player} has come here.")
    person = Person(
        player=player,
        name=name or who.name,
        side=who.side,
        role=who.role,
        key=key,
        address=read_address(address) if address else journal.addresses(replica.game).get(player, ""),
    )
    seat = Reseat(
        turn=at.turn,
        segments=(at.segment,),
        player=player,
        seat=person,
        last=(last.packet.number, last.digest),
    )
    replica.post(seat)
    return _still(replica, player)


def agree(replica: Replica) -> str | None:
    """Sign what others have signed about seats for the exchange at hand; None where there is nothing."""
    if not replica.started or not is_careful(chain := replica.chain()):
        return None
    done: list[str] = []
    for body, by in proposed(replica):
        if replica.me not in by and (replica.me in deciders(chain.game) or replica.me == body.player):
            replica.post(_afresh(body))
            done.append(_still(replica, body.player))
    return "\n".join(done) or None


def proposed(replica: Replica) -> list[tuple[Readmission | Reseat, dict[str, Said]]]:
    """What is signed about seats at the exchange at hand, with who signed it."""
    chain, ledger, at = replica.chain(), replica.ledger(), replica.chain().game.moment
    found: dict[str, tuple[Readmission | Reseat, dict[str, Said]]] = {}
    for each in ledger.witness.seats.get(at, ()):
        if isinstance(each.body, Reseat) and each.head >= chain.void_before(chain.head.version):
            found.setdefault(repr(sorted(said(each.body).items())), (each.body, {}))[1][each.player] = each
    back = [
        (Readmission(turn=at.turn, segments=(at.segment,), player=player), by)
        for player, by in readmitted(chain, ledger).items()
    ]
    return [*back, *(found[name] for name in sorted(found))]


def proposals(replica: Replica) -> Iterator[str]:
    """What is proposed about seats and not signed by all who must, in words."""
    chain = replica.chain()
    if not is_careful(chain) or chain.game.ended is not None:
        return
    for body, by in proposed(replica):
        left = _left(chain, body, by)
        if left:
            what = f"{listed(sorted(by))} signed that {in_words(chain, body)}. Still to sign: {listed(left)}."
            yield f"{what}{_offer(replica, body, by)}"


def in_words(chain: Chain, body: Readmission | Reseat) -> str:
    """What is signed about a seat, to go after "signs that"."""
    where = chain.rules.label(body.moment)
    if isinstance(body, Readmission):
        return f"{body.player} takes part again after {where}"
    person = body.seat
    whose = f"{one_line(person.name)}'s, whose key begins with {person.key[:16]}"
    return f"from {where} on the seat of {body.player} is {whose}"


def _left(chain: Chain, body: Readmission | Reseat, by: dict[str, Said]) -> list[str]:
    needed = {*deciders(chain.game)} | ({body.player} if isinstance(body, Reseat) else set())
    if isinstance(body, Reseat) and body.player in chain.game.out:
        needed -= {body.player}
    return sorted(needed - {*by})


def _offer(replica: Replica, body: Readmission | Reseat, by: dict[str, Said]) -> str:
    """What it takes without the old key's own signature."""
    chain, ledger = replica.chain(), replica.ledger()
    if not isinstance(body, Reseat) or _left(chain, body, by) != [body.player]:
        return ""
    if without_the_old_key(chain, ledger, body, by):
        return " All others signed it after the time was over: it holds."
    if len(chain.game.still_in) <= TWO:
        return f" Of two it is an offer, which holds only if {body.player} signs it with the old key."
    return f" Without {body.player} it holds only if all others sign it after {body.player} has missed the time."


def _must_decide(replica: Replica, chain: Chain, player: str) -> None:
    needed = deciders(chain.game, player)
    if replica.me not in needed:
        raise NotAllowedError(f"That is for {', '.join(needed)} to sign in {chain.called}.")
    if sends_no_more(chain, replica.ledger(), replica.me):
        raise NotNowError(f"{replica.me} has resigned from {chain.called} and signs nothing for it any more.")


def _afresh(body: Readmission | Reseat) -> Readmission | Reseat:
    """The same without what is its sender's own."""
    names = [name for name in body.__struct_fields__ if name not in OWN]
    return type(body)(**{name: getattr(body, name) for name in names})


def _still(replica: Replica, player: str) -> str:
    """Who still has to sign."""
    chain = replica.chain()
    mine = [(body, by) for body, by in proposed(replica) if body.player == player and replica.me in by]
    said_ = [(_left(chain, body, by), _offer(replica, body, by)) for body, by in mine]
    replica.settle()
    left, offer = said_[-1] if said_ else ([], "")
    if not left or "it holds." in offer:
        return "Signed by all who must: it holds."
    return f"Signed. Still to sign: {', '.join(left)}.{offer}"
