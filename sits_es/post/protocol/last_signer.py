"""The last signer: who may not reveal because of a list of missing seals, and signs one of missing reveals as the last.

Whoever signed a list of missing seals reveals nothing while it can still come into force. Where somebody whose
signature it lacks is gone for good, and the late seal has come, one would wait for ever, and the others with one: of
three, one alone would have to go on without two. So a list of missing reveals does not name who is held back in this
way, as far as its signer had taken. And once all others have signed it, the one who is held back may sign it too, as
the last one: they stand in both majorities, and their later word decides between the two. It opens their own seal of
the exchange, which binds them to its lines as everybody's reveal does, and their list of missing seals can't come into
force any more. Signed as the last one, it makes the other list complete at once: nobody chooses anything after they
know what was opened, and nothing of it makes dice.

Where several are held back, only one of them can be the last: whose own lists name most players, of several such the
last by id; that only grows with what is known, so no two programs wait for each other to be the last. The others sign
before, once all who are not held back have, and open nothing with it: their lists of missing seals can still come into
force until the last one has signed. The last one signs only if none of these lists could then come into force all the
same. Whoever signed ahead opens their seal once the list is complete, and goes over to its branch after that: until
then nothing that they reveal there counts. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from sits_es.mail.packet import Packet
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import opens
from sits_es.post.protocol.content import Opened
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Judgement, refused, unless_two
from sits_es.post.protocol.holding_back import held_by, missing_parts
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import Upto, What, known_part
from sits_es.post.protocol.seals import Find, line_faults
from sits_es.post.protocol.without import (
    Sheet,
    gone_before,
    lists_of,
    opened_upto,
    sheets,
    signers_of,
    stands_by,
    unsigned,
)
from sits_es.rules.system import Owed
from sits_es.sentences import listed


def to_be_named(chain: Chain, ledger: Ledger, owed: Owed, version: int, me: str, what: What) -> tuple[str, ...]:
    """Whom a list of one's own names, by id: all whose part is missing, but for those whose own list holds it back."""
    return tuple(
        player
        for player in missing_parts(chain, ledger, owed, version, what)
        if player != me and (what == "seal" or held_by(chain, ledger, owed, version, player) is None)
    )


def held_back(chain: Chain, ledger: Ledger, owed: Owed, version: int, upto: Upto) -> tuple[str, ...]:
    """Whose own list holds their reveal back, for one who had taken so much; not of those who sent two packets."""
    return tuple(
        player
        for player in chain.game_at(version).still_in
        if not ledger.doubled(player, owed.moment) and held_by(chain, ledger, owed, version, player, upto) is not None
    )


def named_though_held(packet: Packet, body: Without, held: tuple[str, ...], where: str) -> Iterator[Judgement]:
    """Why a list of missing reveals does not count that names somebody whose own list holds their reveal back."""
    for player in body.players:
        if player in held:
            said = f"{packet.sender} signs that the reveal of {player} for {where} is missing, and had taken"
            yield unless_two(f"{said} {player}'s list of missing seals, which holds it back", player)


def signable_held_back(chain: Chain, ledger: Ledger, owed: Owed, version: int, me: str) -> tuple[str, ...]:
    """Whom the list names that one may sign though one has not revealed, ahead or as the last one; nobody else may."""
    if held_by(chain, ledger, owed, version, me) is None:
        return ()
    named = to_be_named(chain, ledger, owed, version, me, "reveal")
    left = unsigned(chain, ledger, owed.moment, version, named) if named else None
    if left is None or me not in left:
        return ()
    fault = _out_of_order(chain, ledger, owed, version, me, named, left == (me,))
    return named if fault is None else ()


def place_of(ledger: Ledger, owed: Owed, version: int, player: str, upto: Upto = None) -> tuple[int, str]:
    """Where somebody stands among those who are held back: the highest signs last."""
    named = {each for _, on in lists_of(ledger, owed.moment, version, "seal", player, upto) for each in on}
    return len(named), player


def _out_of_order(
    chain: Chain,
    ledger: Ledger,
    owed: Owed,
    version: int,
    sender: str,
    players: tuple[str, ...],
    opens: bool,
    upto: Upto = None,
) -> str | None:
    """Why it is not for somebody who is held back to sign a list yet, or not in this way; None where it is.

    opens: whether they open their seal in it, as the last one does.
    """
    left = unsigned(chain, ledger, owed.moment, version, players, upto)
    others = [player for player in left or () if player != sender]
    if left is None:
        return ", and all who can sign it are not more than half"
    had, out = upto or ledger.numbers, gone_before(chain, ledger, owed, version, upto)
    wanted = [player for player in chain.game_at(version).sealers_of(owed) if player != sender and player not in out]
    if late := [each for each in wanted if known_part(chain, ledger, owed, version, each, "seal", had) is None]:
        return f" while the seal of {listed(late)} is missing"
    free = [player for player in others if held_by(chain, ledger, owed, version, player, upto) is None]
    if free or (opens and others):
        return f" before {listed(free or others)} signed it"
    if not opens:
        own = place_of(ledger, owed, version, sender, upto)
        last = all(own > place_of(ledger, owed, version, player, upto) for player in others)
        return ", and does not open their seal, as the last one who signs it does" if last else None
    for sheet in sheets(ledger, owed.moment, version, "seal", upto):
        signers = signers_of(chain, ledger, owed.moment, version, sheet, upto)
        if sender not in signers and _ahead(chain, ledger, owed, version, sheet, players, upto):
            return f", and a list of {listed(sheet.players)} could come into force without {sender}"
    return None


def _ahead(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, sheet: Sheet, players: tuple[str, ...], upto: Upto
) -> bool:
    """Whether somebody who signed a list of missing seals has signed one of missing reveals and opened nothing.

    And nobody whose signature that list needs has revealed in answer to somebody on it.
    """
    signers = signers_of(chain, ledger, owed.moment, version, sheet, upto)
    if any(stands_by(chain, ledger, owed.moment, version, player, sheet, upto) for player in signers):
        return False
    seals = {player: ledger.seal(player, owed.moment, chain, version) for player in sheet.by}
    return any(
        seal is not None and not opened_upto(ledger, player, seal.commitment, upto)
        for player, seal in seals.items()
        if any(on == players for _, on in lists_of(ledger, owed.moment, version, "reveal", player, upto))
    )


def own_seal_opened(chain: Chain, ledger: Ledger, owed: Owed, version: int, me: str, find: Find) -> Opened | None:
    """One's own seal of an exchange, opened. find: what one has sealed."""
    seal = ledger.seal(me, owed.moment, chain, version)
    kept = find(seal.commitment) if seal is not None else None
    return kept.opened() if kept is not None else None


def last_faults(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, owed: Owed, upto: Upto
) -> Iterator[Judgement]:
    """What is wrong with a seal that is opened in a list. upto: what its signer had taken, and sent before it."""
    sender, moment, where = packet.sender, owed.moment, chain.rules.label(owed.moment)
    if body.opened is UNSET:
        yield from _faults_of_who_signs_ahead(packet, body, ledger, chain, version, owed, upto)
        return
    if body.what != "reveal":
        yield refused(f"The {packet.title} opens a seal of {where}, which only a list of missing reveals does.")
        return
    if ledger.reveal(sender, moment, chain, version) is not None:
        yield refused(f"{sender} has revealed {where} already, and opens that seal once more in a list.")
        return
    seal = ledger.seal(sender, moment, chain, version)
    if seal is None:
        yield refused(f"{sender} opens orders for {where} that were not sealed.")
        return
    if not opens(body.opened, seal, sender, moment, chain):
        said = f"What {sender} opens for {where} in a list does not fit the seal: orders or nonce were changed."
        yield refused(said, seal.packet)
    yield from (refused(fault, seal.packet) for fault in line_faults(chain, sender, moment, body.opened.lines, version))
    yield from _faults_of_who_is_held_back(packet, body, ledger, chain, version, owed, upto)


def _faults_of_who_signs_ahead(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, owed: Owed, upto: Upto
) -> Iterator[Judgement]:
    """What is wrong with a list that opens no seal, if its signer had not revealed before it."""
    sender, moment, where = packet.sender, owed.moment, chain.rules.label(owed.moment)
    seal = ledger.seal(sender, moment, chain, version)
    if seal is None or opened_upto(ledger, sender, seal.commitment, upto):
        return
    if body.what == "seal":
        if ahead := lists_of(ledger, moment, version, "reveal", sender):
            said = f"{sender} has signed that the reveal of {listed(ahead[-1][1])} for {where} is missing"
            yield refused(f"{said}, and cannot sign that a seal is missing there any more.")
    elif lists_of(ledger, moment, version, "seal", sender):
        yield from _faults_of_who_is_held_back(packet, body, ledger, chain, version, owed, upto)


def _faults_of_who_is_held_back(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, owed: Owed, upto: Upto
) -> Iterator[Judgement]:
    """What is wrong with a list that somebody signs who has not revealed, by what they had taken."""
    sender, where = packet.sender, chain.rules.label(owed.moment)
    if ledger.any_doubled(upto or (), owed.moment):
        return  # what its signer had then can't be told from numbers
    if held_by(chain, ledger, owed, version, sender, upto) is None:
        said = f"{sender} has not revealed {where}, and is held back by no list of missing seals that they signed"
        yield unless_two(said)
    opens = body.opened is not UNSET
    if (fault := _out_of_order(chain, ledger, owed, version, sender, body.players, opens, upto)) is not None:
        said = f"{sender} has not revealed {where}, and signs that the reveal of {listed(body.players)} is missing"
        yield unless_two(f"{said}{fault}")
