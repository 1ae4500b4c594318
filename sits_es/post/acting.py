"""Orders that a player gives in the open, where only some owe any: checked, put in normal form, posted."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.post.protocol.acting import act_for, nonce_alone
from sits_es.post.protocol.acting_again import in_the_way
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.bodies import Act
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.entries import unsettled
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import listed, shell


def in_the_open(chain: Chain, player: str) -> Owed | None:
    """The open exchange, where this player gives orders for it in the open; None where there is something to seal.

    Raises NotNowError where there is neither.
    """
    owed = chain.game.owed
    if owed is not None and not owed.sealed and player in owed.orders_by:
        return owed
    if to_seal(chain, player):
        return None
    raise NotNowError(f"{chain.called}: {chain.game.waits}. {player} owes no orders there.")


def to_seal(chain: Chain, player: str) -> list[Moment]:
    """Exchanges from the one owed on for which a player seals orders, as far as they are known."""
    upcoming = chain.game.upcoming
    return [owed.moment for owed in upcoming if player in owed.orders_by and not nonce_alone(owed, player)]


def let_pass(replica: Replica) -> str:
    """Give no orders for the open exchange, in the open. Raises NotNowError for one who does not act there alone."""
    chain, me = replica.chain(), replica.me
    if chain.game.ended is not None:
        raise NotNowError(f"{chain.called} is over: {chain.game.ended}")
    if (owed := in_the_open(chain, me)) is None:
        raise NotNowError(f"{chain.called}: {chain.game.waits}. {me} seals orders there: sits orders seal FILE")
    where = f"{chain.called} {owed.label}"
    return f"You let {where} pass." if act(replica, chain, ()) else f"You have let {where} pass already."


def act(replica: Replica, chain: Chain, lines: tuple[str, ...]) -> bool:
    """Post orders for the open exchange, in the open. False where the very same were posted before.

    Raises NotNowError while a seal that they answer is missing, and where others were given already: they count once;
    NotAllowedError for others than those that one gave before somebody was put out.
    """
    owed, ledger, me = chain.game.owed, replica.ledger(), replica.me
    if owed is None:
        raise ValueError(f"no exchange of {chain.called} is open")
    earlier = ledger.act(me, owed.moment, chain)
    if earlier is not None and earlier.body.lines == lines:
        return False
    if earlier is not None:
        raise NotNowError(f"{me} has given orders for {chain.called} {owed.label} already, and they count once.")
    bound = ledger.bound.get((me, owed.moment), lines)
    if bound != lines:
        said = f"What you order for {chain.called} {owed.label} counts as you gave it before others were put out"
        raise NotAllowedError(f"{said}: {'; '.join(bound) or 'nothing'}. Give the same again.")
    if (record := unsettled(chain, ledger, me)) is not None:
        left = listed(player for player in deciders(chain.game) if player not in record.by)
        raise NotNowError(f"You have signed a record at {owed.label}. First {left} must sign or refuse it.")
    if waits := list(_waits(chain, ledger, owed, me)):
        raise NotNowError(waits)
    seal = ledger.seal(me, owed.moment, chain)
    kept = replica.find(seal.commitment) if seal is not None else None
    if seal is not None and (kept is None or kept.lines):
        said = f"The nonce that you sealed for {chain.called} {owed.label} is not in this folder"
        raise NotAllowedError(f"{said}. Put keys/secrets.db back in place.")
    made = act_for(chain, ledger, me, lines, kept.nonce if kept is not None else bytes(32))
    if not isinstance(made, Act):
        programs = f"the program{'s' if len(made) > 1 else ''} of {listed(made)}"
        said = f"The dice of {chain.called} {owed.label} are not sealed by all yet: a seal from {programs} is missing"
        raise NotNowError(f"{said}. It comes by itself: sits mail in")
    replica.post(made)
    return True


def _waits(chain: Chain, ledger: Ledger, owed: Owed, me: str) -> Iterator[str]:
    """Why one does nothing in the open for now, in sentences."""
    where = f"{chain.called} {owed.label}"
    for kind, players in in_the_way(chain, ledger, owed, me):
        if kind == "double":
            said = (
                f"{listed(players)} has sent two packets under one number, and nothing tells yet which of them counts"
            )
            yield f"{where}: {said}. To go on without {listed(players)}: sits without {shell(chain.called)}"
        else:
            whom = listed(players) if kind == "list" else "those who are silent"
            said = f"You have signed that it goes on without {whom}, which can still come into force"
            yield f"{where}: {said}. Until that is settled you do nothing there: sits mail in"
