"""What a program sends by itself: reveals that are due, an umpire's seals and results, the start of a game."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.game.moments import Moment
from sits_es.post.desk.secrets import Secrets
from sits_es.post.protocol.agreements import defaulted, holds_back
from sits_es.post.protocol.bodies import Opened, Reveals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger


def due_reveal(chain: Chain, ledger: Ledger, me: str, secrets: Secrets) -> Reveals | None:
    """The reveal that is due: everybody has sealed the exchange owed, and one's own seal is not opened yet.

    In a game that reveals by the run, all exchanges on that everybody has sealed. None while nothing is due.
    """
    at, game = chain.game.moment, chain.game
    last = len(chain.rules.steps) if game.terms.get("reveal") == "run" else at.segment
    opened: list[tuple[int, Opened]] = []
    for moment in (Moment(at.turn, segment) for segment in range(at.segment, last + 1)):
        if not all_sealed(chain, ledger, moment) or holds_back(chain, ledger, moment, me):
            break
        if ledger.given_up(me, moment, chain) is not None:
            break
        seal = ledger.seal(me, moment, chain)
        kept = secrets.find(seal.commitment) if seal else None
        if kept is None or ledger.reveal(me, moment, chain) is not None:
            break
        opened.append((moment.segment, Opened(lines=kept.lines, nonce=kept.nonce.hex())))
    if not opened:
        return None
    segments, orders = zip(*opened, strict=True)
    return Reveals(turn=at.turn, segments=segments, orders=orders)


def all_sealed(chain: Chain, ledger: Ledger, moment: Moment) -> bool:
    """Whether everybody who makes the dice has sealed an exchange, or was defaulted."""
    out = defaulted(chain, ledger, moment)
    return all(player in out or ledger.seal(player, moment, chain) for player in chain.game.sealers)


def unsealed_by(chain: Chain, ledger: Ledger, player: str) -> tuple[Moment, ...]:
    """Exchanges of the turn, from the one owed on, that a player has not sealed."""
    at = chain.game.moment
    rest = (Moment(at.turn, segment) for segment in range(at.segment, len(chain.rules.steps) + 1))
    return tuple(moment for moment in rest if ledger.seal(player, moment, chain) is None)


def owing(chain: Chain, ledger: Ledger, me: str | None = None) -> Iterator[tuple[str, str]]:
    """Who owes what for the exchange owed: player, and "seal" or "reveal".

    me: who asks; with an umpire, a player sees of others' seals only the umpire's.
    """
    at, game = chain.game.moment, chain.game
    if game.ended is not None:
        return
    out = defaulted(chain, ledger, at)
    seen = [player for player in game.sealers if player not in out]
    if game.play == "umpired" and me in game.players:
        seen = [player for player in seen if player == me or game.people[player].role == "umpire"]
    waiting = [player for player in seen if not ledger.seal(player, at, chain)]
    if waiting:
        yield from ((player, "seal") for player in waiting)
    elif game.play == "peers":
        for player in seen:
            if ledger.reveal(player, at, chain) is None:
                yield player, "reveal"
