"""Where a reveal is withheld: the branch before its exchange, in which those who withheld it are out.

Each signature seals there the lines that its signer has revealed, with a new nonce; then they reveal as usual. The same
follows where the exchange was resolved already. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET

from sits_es.events import Event
from sits_es.game.events import GameForked, PlayersPutOut
from sits_es.game.seals import Sealed, commitment
from sits_es.mail.packet import LastEvent
from sits_es.post.protocol.acting import answers
from sits_es.post.protocol.agreements import Held
from sits_es.post.protocol.bodies import Reveals
from sits_es.post.protocol.boxes import BoxPlace, Random, make_boxes
from sits_es.post.protocol.branches import decision_id
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.errands import ChangeBranch, Errand, GoOnWithout, OpenBranch, Post
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.holding_back import is_settled
from sits_es.post.protocol.last_signer import own_seal_opened, signable_held_back
from sits_es.post.protocol.late_signer import sealed_knowing, sign_before, signable_late
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.readers import readers_of
from sits_es.post.protocol.seals import Find, Kept
from sits_es.post.protocol.without import (
    Sheet,
    in_force,
    is_opened,
    offered,
    opened_upto,
    sheets,
    signers_of,
    unsigned,
)
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed


def branch_without(chain: Chain, moment: Moment, version: int, players: Sequence[str], what: What = "reveal") -> str:
    """The id of the branch in which an exchange is played again without some players. what: of theirs is missing."""
    head = [version, chain.digests[version]]
    said = "without" if what != "seal" else "without seals"
    return decision_id(chain.name, [said, moment.turn, moment.segment, head, sorted(players)])


def _nothing(_: str) -> None:
    """What one has sealed, where nothing of it is at hand."""


def sign_list(
    chain: Chain,
    ledger: Ledger,
    me: str,
    owed: Owed,
    version: int,
    what: What,
    players: Sequence[str],
    find: Find = _nothing,
) -> list[Errand]:
    """Sign that the exchange after an event goes on without players; nothing where one has not revealed as one must.

    find: what one has sealed oneself, for one whose own list holds back their reveal and who signs all the same.
    """
    head = LastEvent(version, chain.digests[version])
    if what == "reveal" and in_force(chain, ledger, owed.moment, version, what) is not None:
        return []  # it is complete, and one goes over as soon as all others can't but know it
    if what in ("seal", "record"):
        return [GoOnWithout(moment=owed.moment, head=head, what=what, players=tuple(sorted(players)))]
    opened, shown = ledger.reveal(me, owed.moment, chain, version), None
    listed_ones = tuple(sorted(players))
    if sign_before(chain, ledger, owed.moment, version, me, listed_ones):
        return []
    if opened is None and signable_held_back(chain, ledger, owed, version, me) == listed_ones:
        opened = own_seal_opened(chain, ledger, owed, version, me, find)
        last = unsigned(chain, ledger, owed.moment, version, listed_ones) == (me,)
        shown = opened if last else None
    if opened is None and signable_late(chain, ledger, owed, version, me) == listed_ones:
        lines: tuple[str, ...] = ()
    elif opened is None:
        return []
    else:
        lines = () if sealed_knowing(chain, ledger, owed.moment, version, me) else opened.lines
    branch = branch_without(chain, owed.moment, version, players)
    return [
        GoOnWithout(
            moment=owed.moment,
            head=head,
            what=what,
            players=listed_ones,
            branch=branch,
            lines=lines,
            opened=shown,
        )
    ]


def signed_list(
    chain: Chain, me: str, errand: GoOnWithout, random: Random, number: int = 0
) -> tuple[Without, list[tuple[str, Kept]]]:
    """The body that signs a list, with what must be kept before it can travel, as of any seal.

    number: of the packet, to which the boxes of its seal are bound.
    """
    body = Without(turn=errand.moment.turn, segments=(errand.moment.segment,), what=errand.what, players=errand.players)
    if errand.branch is None:
        return body, []
    kept = Kept(player=me, moment=errand.moment, lines=errand.lines, nonce=random(32))
    promise = Sealed(player=me, lines=kept.lines, nonce=kept.nonce)
    seal = commitment(chain.game.root, errand.branch, errand.moment, promise)
    place = BoxPlace(mark=chain.mark or "", branch=errand.branch, moment=errand.moment, player=me, number=number)
    boxes = make_boxes(
        readers_of(chain, me, errand.players, errand.head.version), place, kept.lines, kept.nonce, random
    )
    escrow = boxes.escrow if boxes.escrow is not None else UNSET
    opened = errand.opened if errand.opened is not None else UNSET
    return msgspec.structs.replace(body, seal=seal, own=boxes.own, escrow=escrow, opened=opened), [(seal, kept)]


def opened_first(chain: Chain, ledger: Ledger, me: str, find: Find) -> list[Errand]:
    """A reveal of one who signed a list of missing reveals ahead of the last one, once it is complete.

    Before they go over to its branch: there they reveal the same lines again. find: what one has sealed.
    """
    owed, version = chain.game.owed, chain.head.version
    for moment, at, sheet in complete_lists(chain, ledger):
        if owed is None or (owed.moment, version, sheet.what) != (moment, at, "reveal") or me not in sheet.by:
            continue
        seal = ledger.seal(me, moment, chain)
        if seal is None or is_opened(sheet.by[me]) or opened_upto(ledger, me, seal.commitment, None):
            continue
        if (kept := find(seal.commitment)) is not None:
            orders, named = (kept.opened(),), (answers(chain, ledger, owed),)
            body = Reveals(turn=moment.turn, segments=(moment.segment,), orders=orders, answers=named)
            return [Post(body=body)]
    return []


def put_out(chain: Chain, ledger: Ledger, me: str, held: Held, find: Find) -> list[Errand]:
    """Go over to the branch without those who withhold a reveal, once the list is in force; nothing before that.

    Nor before one has opened one's own seal, if one signed ahead. held: what branches that are here hold; find: what
    one has sealed.
    """
    if opened_first(chain, ledger, me, find):
        return []
    for moment, version, sheet in complete_lists(chain, ledger):
        owed = chain.game_at(version).owed
        if owed is None or is_settled(chain, ledger, me, owed, version, sheet):
            return open_without(chain, ledger, moment, version, sheet, held)
    return []


def complete_lists(chain: Chain, ledger: Ledger) -> Iterator[tuple[Moment, int, Sheet]]:
    """Lists of missing reveals, or of silent ones, that are signed by all who must, each with its exchange's place."""
    if chain.terms is None or chain.game.play != "peers":
        return
    for moment, version, what in _signed_for(chain, ledger):
        sheet = in_force(chain, ledger, moment, version, what)
        if sheet is not None:
            yield moment, version, sheet


def offers_without(chain: Chain, ledger: Ledger) -> Iterator[tuple[Moment, int, Sheet]]:
    """Lists that can't come into force as half of the players signed them: whoever agrees goes over to that branch.

    Those of missing seals only for the exchange at hand.
    """
    for moment, version, what in _signed_for(chain, ledger, ("seal", "reveal", "record")):
        if what == "seal" and version != chain.head.version:
            continue
        sheet = offered(chain, ledger, moment, version, what)
        if sheet is not None:
            yield moment, version, sheet


def alone_on(chain: Chain, ledger: Ledger, me: str) -> Sheet | None:
    """A list of missing reveals that nobody but oneself could sign, and that one has signed: no offer comes of it."""
    for moment, version, what in _signed_for(chain, ledger):
        for sheet in sheets(ledger, moment, version, what):
            if me in sheet.by and signers_of(chain, ledger, moment, version, sheet) == (me,):
                return sheet
    return None


def open_without(chain: Chain, ledger: Ledger, moment: Moment, version: int, sheet: Sheet, held: Held) -> list[Errand]:
    """Open the branch of a list and go over to it."""
    name = branch_without(chain, moment, version, sheet.players, sheet.what)
    by = signers_of(chain, ledger, moment, version, sheet)
    turn, segment = moment.turn, moment.segment
    forked = GameForked(
        turn=turn,
        segment=segment,
        branch=name,
        parent=chain.name,
        at_version=version,
        at_digest=chain.digests[version],
        what_if=False,
    )
    facts: tuple[Event, ...] = (forked, PlayersPutOut(turn=turn, segment=segment, players=sheet.players, by=by))
    own = held(name, version, len(facts))
    if own is None:
        return [OpenBranch(name=name, parent=chain.name, after=version, facts=facts), ChangeBranch(name)]
    return [ChangeBranch(name)] if tuple(own) == facts else []


def _signed_for(
    chain: Chain, ledger: Ledger, kinds: Sequence[What] = ("reveal", "record")
) -> Iterator[tuple[Moment, int, What]]:
    """Exchanges, each with the event before it, for which somebody signed a list of these kinds."""
    for moment in sorted(ledger.witness.withouts):
        signed = ledger.witness.withouts[moment]
        bodies = [(said.head, said.body.what) for said in signed if isinstance(said.body, Without)]
        heads = {(head, what) for head, what in bodies if what in kinds and head in chain.owed}
        yield from ((moment, version, what) for version, what in sorted(heads))
