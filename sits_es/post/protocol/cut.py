"""The cut of an exchange: what it brings follows from the packets that its reveals name, whatever else has arrived.

Of each who takes part their packets up to their reveal; of everybody else those up to the highest number that any of
these reveals had taken. An exchange is resolved only where the whole cut is here, and all its reveals answer the same.
Rule: house, for play by mail.
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
    """What counts in an exchange. upto: numbers of packets, by sender; out: who takes no part, with who signed it."""

    upto: Mapping[str, int]
    out: Mapping[str, tuple[str, ...]]


def cut_of(chain: Chain, ledger: Ledger, owed: Owed) -> Cut | None:
    """The cut of the exchange at hand; None while its reveals are not all here, or not all that they had taken."""
    split = {player for player in chain.game.out if player in ledger.twice}  # nothing behind their two packets counts
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
        if any(ledger.numbers.get(player, 0) < number for player, number in upto.items() if player not in split):
            continue
        out = gone(chain, ledger, owed, chain.head.version, upto)
        if {player for player in chain.game.sealers_of(owed) if player not in out} == set(answers):
            return Cut(upto=upto, out=out)
    return None


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


def standing_of(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str, upto: Mapping[str, int]
) -> tuple[str, ...]:
    """The standing orders on record of somebody who takes no part: the latest that all who signed it had taken.

    Of who is out and has sent two packets under one number, those before that number: what came later is not the same
    everywhere.
    """
    number = upto.get(player, 0)
    if player in chain.game_at(version).out and player in ledger.twice:
        number = min(number, ledger.twice[player] - 1)
    sheet = in_force(chain, ledger, owed.moment, version, "seal", upto)
    if sheet is not None and player in sheet.players:
        still = taking_part(chain, ledger, owed.moment, version, upto)
        number = min(sheet.by[signer].had(player) for signer in still if signer not in sheet.players)
    known = [said for said in ledger.witness.standing.get(player, ()) if said.number <= number]
    lines: tuple[str, ...] = getattr(known[-1].body, "lines", ()) if known else ()
    return lines
