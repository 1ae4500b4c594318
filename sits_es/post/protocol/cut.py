"""The cut of an exchange: what it brings follows from the packets that its reveals name, whatever else has arrived.

Of each who takes part their packets up to their reveal; of everybody else those up to the highest number that any of
these reveals had taken. An exchange is resolved only where the whole cut is here, and all its reveals answer the same.

In games with an escrow a part may be opened by shares here and by a late reveal there. So what was agreed on, and the
standing orders of those who are gone, count there only as far as the packets that are answered show it: up to these
packets, and to those that their senders had taken. What was signed later goes on record with a later exchange. Lists
and resignations still follow from the reveals: nobody reveals while a list can still come into force. Rule: house, for
play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from sits_es.canonical import canonical
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.without import gone, in_force, taking_part
from sits_es.post.protocol.witness import Said
from sits_es.rules.system import Owed


@frozen(kw_only=True)
class Cut:
    """What counts in an exchange. out: who takes no part, with who signed it.

    upto: numbers of packets up to which lists and resignations count, by sender; agreed: the same of what was agreed on
    and of standing orders.
    """

    upto: Mapping[str, int]
    agreed: Mapping[str, int]
    out: Mapping[str, tuple[str, ...]]


def cut_of(chain: Chain, ledger: Ledger, owed: Owed) -> Cut | None:
    """The cut of the exchange at hand; None while its reveals are not all here, or not all that they had taken."""
    for answers in _answered(chain, ledger, owed):
        reveals = _reveals(chain, ledger, owed, answers)
        if reveals is None:
            continue
        upto = {
            player: max((said.had(player) for said in reveals.values()), default=0)
            for player in chain.game.people
            if player not in reveals
        }
        upto |= {player: said.number for player, said in reveals.items()}
        # who takes no part and sent two packets under one number: what others had taken behind these may never come
        split = {player for player in ledger.twice if player not in reveals}
        if any(ledger.numbers.get(player, 0) < number for player, number in upto.items() if player not in split):
            continue
        out = gone(chain, ledger, owed, chain.head.version, upto)
        if {player for player in chain.game.sealers_of(owed) if player not in out} == set(answers):
            return Cut(upto=upto, agreed=_answered_upto(chain, ledger, owed, answers, upto), out=out)
    return None


def _answered_upto(
    chain: Chain, ledger: Ledger, owed: Owed, answers: Mapping[str, str], upto: Mapping[str, int]
) -> Mapping[str, int]:
    """Up to which packets agreements count: in games with an escrow those that were sent before what is answered."""
    terms = chain.terms
    if terms is None or not terms.escrow:
        return upto
    found = dict.fromkeys(upto, 0)
    for player in answers:
        act = ledger.act(player, owed.moment, chain) if not owed.sealed and player in owed.orders_by else None
        named = act or ledger.seal(player, owed.moment, chain)
        if named is None:
            raise ValueError(f"{player} has sealed nothing for {owed.moment}")
        found[player] = max(found[player], named.number)
        for other, (number, _) in named.taken.items():
            found[other] = max(found.get(other, 0), number)
    return found


def standing_of(chain: Chain, ledger: Ledger, owed: Owed, player: str, cut: Cut) -> tuple[str, ...]:
    """The standing orders on record of somebody who takes no part: the latest that all who signed it had taken.

    Of those who are out or have resigned the latest in the cut; a resignation brings what its sender said before it.
    Of who is out, or has resigned, and has sent two packets under one number, those before that number: what came later
    is not the same everywhere.
    """
    version, number = chain.head.version, cut.agreed.get(player, 0)
    has_left = player in chain.game.out
    sheet = in_force(chain, ledger, owed.moment, version, "seal", cut.upto)
    if sheet is not None and player in sheet.players:
        still = taking_part(chain, ledger, owed.moment, version, cut.upto)
        number = min(sheet.by[signer].had(player) for signer in still if signer not in sheet.players)
    elif cut.out.get(player) == (player,) and player not in chain.game.out:
        number, has_left = max(number, ledger.witness.resigned[player].number), True
    if has_left and player in ledger.twice:
        number = min(number, ledger.twice[player] - 1)
    known = [said for said in ledger.witness.standing.get(player, ()) if said.number <= number]
    lines: tuple[str, ...] = getattr(known[-1].body, "lines", ()) if known else ()
    return lines


def _answered(chain: Chain, ledger: Ledger, owed: Owed) -> Iterator[Mapping[str, str]]:
    """What reveals of an exchange answer, each once, in an order that is the same everywhere."""
    found: dict[bytes, Mapping[str, str]] = {}
    alone: dict[str, str] = {}
    for player in chain.game.sealers_of(owed):
        seal = ledger.seal(player, owed.moment, chain)
        if seal is None:
            continue
        answers = ledger.answers_of(player, seal.commitment)
        act = ledger.act(player, owed.moment, chain)
        if answers is not None:
            found[canonical(dict(answers))] = answers
        elif act is not None and act.body.nonce is not None:
            alone = {player: act.packet}  # nobody else may be left
    yield from (found[key] for key in sorted(found))
    if alone:
        yield alone


def _reveals(chain: Chain, ledger: Ledger, owed: Owed, answers: Mapping[str, str]) -> dict[str, Said] | None:
    """The reveals of those who take part, each in answer to the same packets, which are here; None while one is not."""
    found: dict[str, Said] = {}
    for player, packet in answers.items():
        seal, act = ledger.seal(player, owed.moment, chain), ledger.act(player, owed.moment, chain)
        if seal is None:
            return None
        place = player, seal.commitment
        said, theirs = ledger.word_of(*place), ledger.answers_of(*place)
        in_the_open = act is not None and not owed.sealed and player in owed.orders_by
        if said is None or packet != (act.packet if act is not None and in_the_open else seal.packet):
            return None
        if theirs is None and not (in_the_open and act is not None and act.body.nonce is not None):
            return None
        if theirs is not None and dict(theirs) != dict(answers):
            return None
        found[player] = said
    return found
