"""What a signer's earlier lists for the same exchange allow: a shorter one, or a longer one by those who fell silent.

Judged by what the signer had taken when signing. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sits_es.mail.packet import Packet
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.holding_back import held_by
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.without import actors, in_force, lists_of, sheets, signers_of
from sits_es.post.protocol.witness import Said
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import listed


def silent_since(chain: Chain, ledger: Ledger, owed: Owed, version: int, me: str, what: What) -> dict[str, str]:
    """Who sent their part, did not sign one's last list, and was silent since; each with until when they may be.

    Not those whose own list holds their reveal back: they may sign one's own as the last one.
    """
    own = lists_of(ledger, owed.moment, version, what, me)
    sheet = next(
        (each for each in sheets(ledger, owed.moment, version, what) if own and each.players == own[-1][1]), None
    )
    if sheet is None or in_force(chain, ledger, owed.moment, version, what) is not None:
        return {}
    signers = signers_of(chain, ledger, owed.moment, version, sheet)
    ends = {
        player: silent_until(chain, ledger, owed.moment, version, what, me, player, ledger.numbers.get(player, 0))
        for player in signers
        if player not in sheet.by and (what == "seal" or held_by(chain, ledger, owed, version, player) is None)
    }
    return {player: end for player, end in ends.items() if end is not None}


def left_on(chain: Chain, ledger: Ledger, owed: Owed, version: int, me: str, missing: Collection[str]) -> set[str]:
    """Who stays on one's list of missing seals when it names somebody who is to act now; nobody where it does not."""
    own = lists_of(ledger, owed.moment, version, "seal", me)
    if not own or not {*actors(chain, version)} & {*missing} - {*own[-1][1]}:
        return set()
    return still_silent(own, ledger.numbers)


def earlier_faults(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, had: Mapping[str, int]
) -> Iterator[Judgement]:
    """What is wrong with a list by its signer's earlier ones for the same exchange.

    Who is to act in the open can be named once they had their time: nobody has revealed anything while they do not act.
    Then such as were on the list before are left off it if they have spoken since.
    """
    sender, where = packet.sender, chain.rules.label(body.moment)
    own = lists_of(ledger, body.moment, version, body.what, sender)
    if not own:
        return
    last, now = set(own[-1][1]), set(body.players)
    said = f"{sender} has signed that {where} goes on without {listed(own[-1][1])}"
    idle = (now - last) & {*actors(chain, version)}
    others = now - idle
    if any(set(players) == now for _, players in own) or not (others <= last or last <= others):
        yield refused(f"{said}; a later list may only be part of it, or longer by those who were silent since.")
    elif idle and (silent := still_silent(own, had) - now):
        yield refused(
            f"{said}; a list of {listed(sorted(idle))} must name {listed(sorted(silent))} too, silent since then."
        )
    elif last < others and (
        spoke := [
            each
            for each in sorted(others - last)
            if silent_until(chain, ledger, body.moment, version, body.what, sender, each, had.get(each, 0)) is None
        ]
    ):
        who = f"{listed(spoke)} {'was' if len(spoke) == 1 else 'were'} not"
        yield refused(f"{said}; a later list may only be longer by those who were silent since, and {who}.")


def still_silent(own: Sequence[tuple[Said, tuple[str, ...]]], had: Mapping[str, int]) -> set[str]:
    """Who is on the last of one's lists and has said nothing since, for one who has taken so much."""
    said, players = own[-1]
    return {player for player in players if had.get(player, 0) <= said.had(player)}


def silent_until(
    chain: Chain, ledger: Ledger, moment: Moment, version: int, what: What, signer: str, player: str, had: int
) -> str | None:
    """From when on a signer may add somebody to their list who sent their part, and since then nothing.

    had: the number of the last packet of that player which the signer has taken. None where the signer has no list
    without them, or has taken something of theirs since the first such list.
    """
    terms = chain.terms
    lacking = [said for said, on in lists_of(ledger, moment, version, what, signer) if player not in on]
    if terms is None or not lacking or any(said.had(player) != had for said in lacking):
        return None
    return later(lacking[-1].at, terms.hours + terms.grace)
