"""The late signer: whose seal was missing, and without whom one alone would be left when a reveal is missing as well.

Of three, two sign that the third's seal is missing; one of these two is gone before their reveal has come. Lists of
missing reveals are for those who play the exchange, and here that is one alone, who could never go on. Then whoever was
left out signs such a list too, and with both signatures it is in force. They know by then what the other has revealed:
so their units have no orders in the exchange that is played again, as they had none in it; unless they had sealed
before they took that reveal.

The one who has revealed signs last: with that the list is complete at once. If they signed first, they would have to
wait with all later reveals for somebody who may never come. Rule: house, for play by mail.
"""

from __future__ import annotations

from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.last_signer import to_be_named
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import Upto, known_part
from sits_es.post.protocol.without import Sheet, actors, in_force, lists_of, sheets, signers_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed


def may_sign_late(
    chain: Chain,
    ledger: Ledger,
    moment: Moment,
    version: int,
    player: str,
    players: tuple[str, ...],
    upto: Upto = None,
) -> bool:
    """Whether somebody who has revealed nothing may sign a list of missing reveals, as their seal was missing.

    Not who has signed a list of missing seals there: see `last_signer`. Nor while somebody is to act in the open first:
    until then it is the seal that is missing. players: on the list.
    """
    owed = chain.game_at(version).owed
    had = ledger.numbers if upto is None else upto
    if owed is None or any(
        known_part(chain, ledger, owed, version, each, "seal", had) is None for each in actors(chain, version)
    ):
        return False
    before = in_force(chain, ledger, moment, version, "seal", upto)
    if before is None or player not in before.players or lists_of(ledger, moment, version, "seal", player, upto):
        return False
    return player in signers_of(chain, ledger, moment, version, Sheet(what="reveal", players=players, by={}), upto)


def sign_before(
    chain: Chain,
    ledger: Ledger,
    moment: Moment,
    version: int,
    player: str,
    players: tuple[str, ...],
    upto: Upto = None,
) -> tuple[str, ...]:
    """Who has still to sign a list of missing reveals before the one may who alone has revealed, by id.

    players: on the list.
    """
    sheet = Sheet(what="reveal", players=players, by={})
    left = signers_of(chain, ledger, moment, version, sheet, upto)
    before = in_force(chain, ledger, moment, version, "seal", upto)
    if before is None or {*left} - {*before.players} != {player}:
        return ()
    signed = {each.players: each.by for each in sheets(ledger, moment, version, "reveal", upto)}.get(players, {})
    return tuple(each for each in left if each != player and each not in signed)


def sealed_knowing(chain: Chain, ledger: Ledger, moment: Moment, version: int, player: str) -> bool:
    """Whether somebody sealed an exchange when they had taken the reveal of another who had gone on without them."""
    seal = ledger.seal(player, moment, chain, version)
    if seal is None:
        return False
    naming = (sheet for sheet in sheets(ledger, moment, version, "seal") if player in sheet.players)
    for other in {other for sheet in naming for other in sheet.by}:
        theirs = ledger.seal(other, moment, chain, version)
        number = ledger.opened_with.get((other, theirs.commitment)) if theirs is not None else None
        if number is not None and number <= seal.taken.get(other, (0, ""))[0]:
            return True
    return False


def signable_late(chain: Chain, ledger: Ledger, owed: Owed, version: int, me: str) -> tuple[str, ...]:
    """Whom the list of missing reveals names that one may sign though one was left out; nobody where one may not."""
    if ledger.reveal(me, owed.moment, chain, version) is not None:
        return ()
    missing = to_be_named(chain, ledger, owed, version, me, "reveal")
    return missing if missing and may_sign_late(chain, ledger, owed.moment, version, me, missing) else ()
