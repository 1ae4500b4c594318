"""Facts that people enter in a game by mail: proposed by one, confirmed or refused by the others."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import FactsRecorded
from sits_es.orders.normal import write_line
from sits_es.post.protocol.agreements import deciders, missing
from sits_es.post.protocol.bodies import Dispute, Record
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.entries import Proposal, proposals, record_digest, signed_by, smaller
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.replica import Replica
from sits_es.sentences import listed, one_line, shell, without_full_stop
from sits_es.service.orders import read_entry


def propose(replica: Replica, source: str, text: str, player: str | None = None) -> str:
    """Propose a file of facts to the others, or confirm the very same that somebody else proposed; what follows.

    source: what to call the file in a fault; player: whose facts they are, by default one's own; an umpire says whose.
    Raises UnreadableError with every fault of the file, NotNowError or NotAllowedError where nothing can be entered.
    """
    chain = _going_on(replica)
    me = replica.me
    own = me if me in chain.game.players else None
    if player is not None and own is not None and player != own:
        raise NotAllowedError(f"You are {own} in {chain.called}. Enter your own facts; {player} enters theirs.")
    who, facts = read_entry(chain.fold, source, text, player or own, chain.called)
    at, ledger = chain.game.moment, replica.ledger()
    record = Record(
        turn=at.turn,
        segments=(at.segment,),
        player=who,
        lines=tuple(write_line(fact, chain.rules.language) for fact in facts),
    )
    given_up, refused = "", _refusals(replica)
    for proposed in _open(chain, ledger):
        waits = signed_by(chain, ledger, me) == proposed.digest and not refused.get(proposed.digest)
        if waits and proposed.record.lines != record.lines:
            given_up = f"\nIt takes the place of this, which waited to be signed: {_lines(proposed.record)}."
        same = (proposed.record.player, proposed.record.lines) == (record.player, record.lines)
        if same and me in proposed.by and not refused.get(proposed.digest):
            left = listed(missing(deciders(chain.game), proposed.by))
            raise NotNowError(f"You have signed this already. Still to sign: {left}.")
    return _sign(replica, chain, smaller(chain.head.digest, record, signed_by(chain, ledger, me))) + given_up


def confirmable(chain: Chain, replica: Replica) -> Proposal | None:
    """The record that one can still confirm: the one of smallest digest, which everybody may move to."""
    return confirmable_by(chain, replica.ledger(), replica.me)


def confirmable_by(chain: Chain, ledger: Ledger, player: str) -> Proposal | None:
    """The same for any player, as far as their signatures are here."""
    found = proposals(chain, ledger)
    if not found or player in found[-1].by or player not in deciders(chain.game):
        return None
    return None if player in ledger.refusals.get(found[-1].digest, ()) else found[-1]


def confirm(replica: Replica) -> str | None:
    """Sign the record that others propose; None where there is none to sign."""
    chain = replica.chain()
    proposed = confirmable(chain, replica)
    if proposed is None:
        return None
    return f"{' '.join(shown(chain, proposed.record))}. {_sign(replica, chain, proposed.record)}"


def refuse(replica: Replica, words: str) -> str:
    """Refuse the record that others propose: it is disputed, with the reason, and stays shown as refused.

    That binds: it can be signed only when it is written again.
    """
    chain = _going_on(replica)
    proposed = confirmable(chain, replica)
    if proposed is None:
        raise NotNowError(f"No record is proposed in {chain.called} that you have not signed.")
    where = chain.rules.label(chain.game.moment)
    record, file = proposed.record, f"sits record {shell(chain.called)} FILE"
    replica.post(Dispute(turn=record.turn, segments=record.segments, words=words, record=proposed.digest))
    return f"You have refused what {record.player} enters at {where}. {record.player} can write another: {file}"


def shown(chain: Chain, record: Record) -> Iterator[str]:
    """A record in words, with its lines."""
    yield f"{record.player} enters at {chain.rules.label(record.moment)}:"
    yield _lines(record)


def _lines(record: Record) -> str:
    return "; ".join(one_line(line) for line in record.lines)


def standing_entries(replica: Replica) -> Iterator[str]:
    """Records that are proposed for the head at hand, in words: their lines, who has still to sign, who refused."""
    chain = replica.chain()
    if chain.game.ended is not None:
        return
    needed, refusals = deciders(chain.game), _refusals(replica)
    if (lost := _fallen_away(replica, chain)) is not None:
        said = f"{' '.join(shown(chain, lost))}. It fell away"
        yield f"{said}: the game went on before all had signed it. Enter it again."
    for proposed in _open(chain, replica.ledger()):
        left = missing(needed, proposed.by)
        said = f"{' '.join(shown(chain, proposed.record))}."
        against = {player: why for player, why in refusals.get(proposed.digest, {}).items() if player in left}
        if against:
            yield (
                f"{said} Refused by "
                + "; ".join(f"{who}: {without_full_stop(why)}" for who, why in against.items())
                + "."
            )
        elif replica.me in left:
            game = shell(chain.called)
            yield f"{said} To confirm it: sits agree {game}. To refuse it: sits agree {game} --refuse WHY"
        else:
            yield f"{said} Still to sign: {listed(left)}."


def _open(chain: Chain, ledger: Ledger) -> list[Proposal]:
    """Records for the head at hand that somebody still stands by: who writes another gives up the one before."""
    found = proposals(chain, ledger)
    return [each for each in found if any(signed_by(chain, ledger, player) == each.digest for player in each.by)]


def _fallen_away(replica: Replica, chain: Chain) -> Record | None:
    """The last record of one's own facts that one signed, where the game went on without it."""
    ledger, branch = replica.ledger(), replica.seat.branch
    mine = [(each.number, head, each.body) for head, signed in ledger.records.items() for each in signed
            if each.player == replica.me == each.body.player]  # fmt: skip
    if not mine:
        return None
    _, head, record = max(mine, key=lambda each: each[0])
    after = chain.digests.index(head) + 1
    if after == len(chain.digests):
        return None
    (next_,) = replica.desk.session.open_game(branch).facts(after, after)
    stands = isinstance(next_, FactsRecorded) and (next_.player, next_.lines) == (record.player, record.lines)
    return None if stands else record


def _refusals(replica: Replica) -> dict[str, dict[str, str]]:
    """Why records were refused, by record and player."""
    found: dict[str, dict[str, str]] = {}
    for signed in replica.desk.journal.accepted(replica.game, kinds=("dispute",)):
        body = content_of(signed)
        if isinstance(body, Dispute) and isinstance(body.record, str):
            found.setdefault(body.record, {})[signed.packet.sender] = body.words
    return found


def _going_on(replica: Replica) -> Chain:
    """The game's record. Raises NotNowError or NotAllowedError where nobody, or not oneself, enters facts."""
    if not replica.started:
        raise NotNowError(f"{replica.game} has not begun here.")
    chain = replica.chain()
    if chain.game.ended is not None:
        raise NotNowError(f"{chain.called} is over: {chain.game.ended}")
    if replica.me not in (*chain.game.players, *chain.game.umpires):
        raise NotAllowedError(f"{replica.me} looks on in {chain.called} and enters nothing.")
    return chain


def _sign(replica: Replica, chain: Chain, record: Record) -> str:
    """Sign a record, unless every other program would refuse it, and say what is still missing."""
    replica.post(record)
    digest = record_digest(chain.head.digest, record)
    by = next((each.by for each in proposals(chain, replica.ledger()) if each.digest == digest), ())
    left = missing(deciders(chain.game), by)
    replica.settle()
    return f"Signed. Still to sign: {listed(left)}." if left else "Signed by all who must: it stands."
