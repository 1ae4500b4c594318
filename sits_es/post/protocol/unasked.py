"""What programs send unasked, so that others can go on without somebody: a first word at each head, and lists again.

The first list for a missing seal a person signs; from then on programs repeat it exchange by exchange until a seal is
there, and name fewer once something has come. Rule: house, for play by mail.
"""

from __future__ import annotations

from sits_es.post.protocol.acting import upcoming
from sits_es.post.protocol.bodies import Ack
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.earlier_lists import silent_until
from sits_es.post.protocol.errands import Errand, GoOnWithout, Post
from sits_es.post.protocol.holding_back import (
    can_sign,
    could_sign,
    held_by,
    missing_parts,
    owes_a_word,
    unsettled_double,
    waits_to_act,
)
from sits_es.post.protocol.last_signer import to_be_named
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import KINDS_OF_LISTS, part
from sits_es.post.protocol.put_out import complete_lists, sign_list
from sits_es.post.protocol.terms import terms_of
from sits_es.post.protocol.without import (
    gone,
    in_force,
    lists_of,
    resigned,
    sheets,
)
from sits_es.rules.system import Owed


def _at_hand(chain: Chain, me: str) -> Owed | None:
    """The exchange in which one may have to wait for others, in a game that knows what to do then."""
    game = chain.game
    waits = terms_of(game) is not None and game.play == "peers" and game.ended is None and me in game.still_in
    return game.owed if waits else None


def first_word(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """A word at a new head, where one would wait for somebody: from it on their time runs."""
    owed, version = _at_hand(chain, me), chain.head.version
    if owed is None or ledger.first_word(me, version, chain) is not None:
        return []
    if set(gone(chain, ledger, owed, version)) >= set(chain.game.sealers_of(owed)) - {me}:
        return []
    last = ledger.witness.last.get(me)
    named = last.packet if last is not None else chain.head.digest
    return [Post(body=Ack(packet=named, words=""))]


def last_word(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """A word of the one who is left when all others have resigned: with it the game ends."""
    game = chain.game
    if terms_of(game) is None or game.play != "peers" or game.ended is not None or me not in game.still_in:
        return []
    left, last = resigned(chain, ledger, game.moment, chain.head.version), ledger.witness.last.get(me)
    if not left or set(left) != set(game.still_in) - {me}:
        return []
    unread = [
        said
        for said in map(ledger.witness.resigned.__getitem__, left)
        if last is None or last.had(said.player) < said.number
    ]
    return [Post(body=Ack(packet=unread[0].packet, words=""))] if unread else []


def fewer(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """A list that one has signed, without those whose part has come meanwhile."""
    owed, version = _at_hand(chain, me), chain.head.version
    if owed is None:
        return []
    for what in KINDS_OF_LISTS:
        of_it = lists_of(ledger, owed.moment, version, what, me)
        if not of_it:
            continue
        _, signed = of_it[-1]
        missing = {
            player
            for player in signed
            if part(chain, ledger, owed, version, player, what) is None
            and (what != "seal" or not waits_to_act(chain, ledger, owed, version, player))
            and (what != "reveal" or held_by(chain, ledger, owed, version, player) is None)
        }
        left = tuple(
            player
            for player in signed
            if player in missing
            or ledger.doubled(player, owed.moment)
            or silent_until(chain, ledger, owed.moment, version, what, me, player, ledger.numbers.get(player, 0))
        )
        before = [set(players) for _, players in of_it]
        opened = ledger.reveal(me, owed.moment, chain) is not None
        if what == "reveal" and not {*to_be_named(chain, ledger, owed, version, me, what)} <= {*left}:
            return []  # somebody's own list held them back until now: they are to reveal
        if missing & {*left} and set(left) not in before and opened == (what == "reveal"):
            return sign_list(chain, ledger, me, owed, version, what, left)
        return []
    return []


def cannot_sign(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """A word that tells what one has taken, where others would wait for one's signature that can't come any more."""
    owed, version = _at_hand(chain, me), chain.head.version
    last = ledger.witness.last.get(me)
    if owed is None or last is None:
        return []
    for what in KINDS_OF_LISTS:
        for sheet in sheets(ledger, owed.moment, version, what):
            if me in sheet.by or me in sheet.players or not can_sign(chain, ledger, owed, version, me, sheet):
                continue
            if not could_sign(chain, ledger, owed, version, me, sheet, ledger.numbers):
                return [Post(body=Ack(packet=last.packet, words=""))]
    return []


def which_counts(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """A word after two packets of one's own under one number: it follows the one that counts, and others go on by it.

    So it is where a folder was restored from an older copy, and what was sent before that comes back.
    """
    owed, last = _at_hand(chain, me), ledger.witness.last.get(me)
    if owed is None or last is None or not unsettled_double(chain, ledger, owed, me):
        return []
    return [Post(body=Ack(packet=last.packet, words=""))]


def settling_word(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """A word that a complete list of missing reveals is known here: others go over to its branch when they hear it."""
    last = ledger.witness.last.get(me)
    for _, version, sheet in complete_lists(chain, ledger):
        owed = chain.game_at(version).owed
        if last is not None and owed is not None and owes_a_word(chain, ledger, me, owed, version, sheet):
            return [Post(body=Ack(packet=last.packet, words=""))]
    return []


def repeated(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """The list of the exchange before once more, where the seals of all others are there and theirs still are not."""
    owed, version = _at_hand(chain, me), chain.head.version
    if owed is None or upcoming(chain.game, owed.moment) is None:
        return []
    missing = missing_parts(chain, ledger, owed, version, "seal")
    behind = set(chain.left_behind(version))
    if not missing or me in missing or not set(missing) <= behind:
        return []
    if ledger.reveal(me, owed.moment, chain) is not None or in_force(chain, ledger, owed.moment, version, "seal"):
        return []
    if any(me in sheet.by for sheet in sheets(ledger, owed.moment, version, "seal")):
        return []
    return [GoOnWithout(moment=owed.moment, head=chain.head, what="seal", players=missing)]
