"""Going on without those whose seal or reveal is missing: what was signed, what is in force, who holds back meanwhile.

A list names exactly those whose part of one exchange is missing, at that exchange's head. It is in force when everybody
who is still in and not on it has signed it, and they are more than half of those still in; of several, the longest.

A later list of the same signer is a part of their last one, or longer than it: by players who sent their part and then
fell silent, without whose signature the shorter list would never come into force. The signer's own packets must show
that they have taken nothing of them since the first of their lists that lacks them, and that another whole term has
passed since the last such list; and one at least of those on it has no part here. So whoever has spoken once more can't
be added by those who say that they have taken it, and each program can tell from packets alone when a longer list can't
come into force any more; then the shorter one counts again. Whoever signed a longer list that still can, reveals
nothing: those who hold all its signatures may have revealed by it already. If a list needs a signature that its own
signers, who signed a longer one without it later, had not taken, it gives way to that one once that is complete: what
comes back late undoes nothing. Who had gone over to its branch goes over to the other: see `longer_list`. And where
one acts in the open and does not, a later list that names them comes before those of its signers that don't.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import frozen
from msgspec import UNSET

from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import Upto, What
from sits_es.post.protocol.witness import Said
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed


@frozen(kw_only=True)
class Sheet:
    """A list that was signed. players: who is on it, by id; by: who signed it, with the packet."""

    what: What
    players: tuple[str, ...]
    by: Mapping[str, Said]


def sheets(ledger: Ledger, moment: Moment, version: int, what: What, upto: Upto = None) -> list[Sheet]:
    """The lists that were signed for the exchange after an event, the longest first."""
    found: dict[tuple[str, ...], dict[str, Said]] = {}
    for said in ledger.witness.withouts.get(moment, ()):
        body = said.body
        if not isinstance(body, Without) or body.what != what or said.head != version:
            continue
        if upto is None or said.number <= upto.get(said.player, 0):
            found.setdefault(tuple(sorted(body.players)), {}).setdefault(said.player, said)
    ordered = sorted(found, key=lambda players: (-len(players), players))
    return [Sheet(what=what, players=players, by=found[players]) for players in ordered]


def resigned(chain: Chain, ledger: Ledger, moment: Moment, version: int, upto: Upto = None) -> tuple[str, ...]:
    """Who has resigned, and has no seal that holds for an exchange: from it on they are out.

    Not by a word that was sent after the exchange: nobody who leaves later makes a list of it come into force.
    """
    if not ledger.witness.resigned:
        return ()
    still = chain.game_at(version).still_in
    return tuple(
        player
        for player, said in sorted(ledger.witness.resigned.items())
        if player in still
        and chain.back_by(player, version) <= said.head <= version
        and (upto is None or said.number <= upto.get(player, 0))
        and ledger.seal(player, moment, chain, version) is None
    )


def taking_part(chain: Chain, ledger: Ledger, moment: Moment, version: int, upto: Upto = None) -> tuple[str, ...]:
    """The players who count for a list: neither out nor resigned."""
    left = resigned(chain, ledger, moment, version, upto)
    return tuple(player for player in chain.game_at(version).still_in if player not in left)


def in_force(chain: Chain, ledger: Ledger, moment: Moment, version: int, what: What, upto: Upto = None) -> Sheet | None:
    """The longest list that is signed by exactly those who are in and not on it, more than half of all who are in."""
    signed_lists = sheets(ledger, moment, version, what, upto)
    if not signed_lists:
        return None
    still = taking_part(chain, ledger, moment, version, upto)
    before = in_force(chain, ledger, moment, version, "seal", upto) if what == "reveal" else None
    complete: list[Sheet] = []
    for sheet in signed_lists:
        signers = set(_signers(still, sheet, before))
        signed = signers <= set(sheet.by) and 2 * len(signers) > len(still)
        if signed and not any(stands_by(chain, ledger, moment, version, player, sheet, upto) for player in signers):
            complete.append(sheet)
    idle = actors(chain, version)
    left = [sheet for sheet in complete if not any(gives_way(sheet, other, idle) for other in complete)]
    return next(iter(left or complete), None)


def gives_way(sheet: Sheet, other: Sheet, idle: Collection[str]) -> bool:
    """Whether somebody signed a list, and later another with a signer of the first whose signature they had not taken.

    Or with somebody who is to act in the open, and had not. other: a list that names somebody whose signature the first
    one needs, or has; idle: who is to act.
    """
    for signer in set(sheet.by) & set(other.by):
        after = other.by[signer]
        for player in set(other.players) - set(sheet.players) if after.number > sheet.by[signer].number else ():
            late = sheet.by.get(player)
            if late is None or after.had(player) < late.number or player in idle:
                return True
    return False


def actors(chain: Chain, version: int) -> Collection[str]:
    """Who is to act in the open in the exchange after an event; nobody where orders are sealed."""
    owed = chain.game_at(version).owed
    return owed.orders_by if owed is not None and not owed.sealed else ()


def signers_of(
    chain: Chain, ledger: Ledger, moment: Moment, version: int, sheet: Sheet, upto: Upto = None
) -> tuple[str, ...]:
    """Who must sign a list: all who are in and not on it; of missing reveals, but for those whose seal was missing.

    Where that is one alone, who could not go on, those whose seal was missing sign as well: see `late_signer`.
    """
    still = taking_part(chain, ledger, moment, version, upto)
    before = in_force(chain, ledger, moment, version, "seal", upto) if sheet.what == "reveal" else None
    return _signers(still, sheet, before)


def _signers(still: Iterable[str], sheet: Sheet, before: Sheet | None) -> tuple[str, ...]:
    """The same of those who are in. before: the list of missing seals that is in force."""
    sealless = before.players if before is not None else ()
    left = tuple(player for player in still if player not in sheet.players)
    there = tuple(player for player in left if player not in sealless)
    return there if len(there) > 1 else left


def offered(chain: Chain, ledger: Ledger, moment: Moment, version: int, what: What = "reveal") -> Sheet | None:
    """The longest list of missing reveals, or silent ones, that all others signed: two at least, at most half of all.

    One alone would choose the dice, and so plays with nobody.
    """
    still = taking_part(chain, ledger, moment, version)
    for sheet in sheets(ledger, moment, version, what):
        signers = set(signers_of(chain, ledger, moment, version, sheet))
        if len(signers) > 1 and signers <= set(sheet.by) and 2 * len(signers) <= len(still):
            return sheet
    return None


def stands_by(
    chain: Chain, ledger: Ledger, moment: Moment, version: int, signer: str, sheet: Sheet, upto: Upto = None
) -> bool:
    """Whether somebody who signed a list of missing seals has revealed or acted in answer to one of those all the same.

    Or has signed a list of missing reveals as the last one instead: that is in force, and theirs can't be any more.
    """
    if sheet.what == "reveal":
        return moved_on(chain, ledger, moment, version, signer, sheet, upto)
    if sheet.what != "seal":
        return False
    if signed_last(chain, ledger, moment, version, signer, upto):
        return True
    answered = answered_players(chain, ledger, moment, version, signer, upto)
    return any(player in answered for player in sheet.players)


def moved_on(
    chain: Chain, ledger: Ledger, moment: Moment, version: int, signer: str, sheet: Sheet, upto: Upto = None
) -> bool:
    """Whether one of two who sign a list of missing reveals has revealed in a later exchange, not knowing it complete.

    Then it can't be complete any more: the other, who signed after that, would choose between dice that they know. Of
    two alone, as nobody else is left to go on with if the other never signs: see `holding_back`.
    """
    signed = sheet.by.get(signer)
    others = [player for player in signers_of(chain, ledger, moment, version, sheet, upto) if player != signer]
    if signed is None or len(others) != 1:
        return False
    for (player, commitment), said in ledger.spoken.items():
        if player != signer or said.number <= signed.number or said.head <= version:
            continue
        if upto is not None and said.number > upto.get(player, 0):
            continue
        place = ledger.find(player, commitment)
        if place is not None and place[0] > moment and not knew_complete(said, sheet, others):
            return True
    return False


def knew_complete(said: Said, sheet: Sheet, others: Iterable[str]) -> bool:
    """Whether somebody who says something had taken the signatures of all these under a list."""
    return all(other in sheet.by and said.had(other) >= sheet.by[other].number for other in others)


def answered_players(
    chain: Chain, ledger: Ledger, moment: Moment, version: int, player: str, upto: Upto = None
) -> Collection[str]:
    """Whose seals somebody's act or reveal in an exchange answers; nobody's before it."""
    seal, act = ledger.seal(player, moment, chain, version), ledger.act(player, moment, chain, version)
    if act is not None and (upto is None or act.number <= upto.get(player, 0)):
        return tuple(act.body.seals)
    if seal is None or not opened_upto(ledger, player, seal.commitment, upto):
        return ()
    return tuple(ledger.answered.get((player, seal.commitment), {}))


def signed_last(chain: Chain, ledger: Ledger, moment: Moment, version: int, signer: str, upto: Upto = None) -> bool:
    """Whether somebody who had not revealed has signed a list of missing reveals as the last one: see `last_signer`."""
    return any(
        is_opened(said) and unsigned(chain, ledger, moment, version, players, upto) == ()
        for said, players in lists_of(ledger, moment, version, "reveal", signer, upto)
    )


def is_opened(said: Said) -> bool:
    """Whether a list opens its signer's own seal of the exchange."""
    return isinstance(said.body, Without) and said.body.opened is not UNSET


def unsigned(
    chain: Chain, ledger: Ledger, moment: Moment, version: int, players: tuple[str, ...], upto: Upto = None
) -> tuple[str, ...] | None:
    """Who is in, not on a list of missing reveals, and has not signed it; None where they are not more than half."""
    still = taking_part(chain, ledger, moment, version, upto)
    signers = [player for player in still if player not in players]
    if 2 * len(signers) <= len(still):
        return None
    sheet = next((each for each in sheets(ledger, moment, version, "reveal", upto) if each.players == players), None)
    return tuple(player for player in signers if sheet is None or player not in sheet.by)


def opened_upto(ledger: Ledger, player: str, commitment: str, upto: Upto) -> bool:
    """Whether a player has opened a seal, in a packet that counts."""
    number = ledger.opened_with.get((player, commitment))
    return number is not None and (upto is None or number <= upto.get(player, 0))


def lists_of(
    ledger: Ledger, moment: Moment, version: int, what: What, player: str, upto: Upto = None
) -> list[tuple[Said, tuple[str, ...]]]:
    """The lists that one player signed for the exchange after an event, in order, each with those who are on it."""
    return [
        (said, said.body.players)
        for said in ledger.witness.withouts.get(moment, ())
        if isinstance(said.body, Without)
        and (said.player, said.body.what, said.head) == (player, what, version)
        and (upto is None or said.number <= upto.get(player, 0))
    ]


def gone(chain: Chain, ledger: Ledger, owed: Owed, version: int, upto: Upto = None) -> dict[str, tuple[str, ...]]:
    """Who takes no part in an exchange, each with who signed it: out, resigned, or on the list in force."""
    game = chain.game_at(version)
    found = gone_before(chain, ledger, owed, version, upto)
    if game.owed is None or game.owed.moment != owed.moment or game.play != "peers":
        return dict(sorted(found.items()))  # lists are for the exchange at hand
    sheet = in_force(chain, ledger, owed.moment, version, "seal", upto)
    if sheet is not None:
        still = taking_part(chain, ledger, owed.moment, version, upto)
        by = tuple(player for player in still if player not in sheet.players)
        found |= dict.fromkeys(sheet.players, by)
    return dict(sorted(found.items()))


def gone_before(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, upto: Upto = None
) -> dict[str, tuple[str, ...]]:
    """Those who are out or have resigned, whatever was signed about this exchange, each with who signed it."""
    left = {player: (player,) for player in resigned(chain, ledger, owed.moment, version, upto)}
    return dict(sorted((chain.game_at(version).out | left).items()))


def gone_from(chain: Chain, ledger: Ledger, moment: Moment) -> dict[str, tuple[str, ...]]:
    """Who takes no part in the exchange at hand, or in one to come, each with who signed it."""
    version = chain.head.version
    owed = next((each for each in chain.game.upcoming if each.moment == moment), chain.game.owed)
    return gone(chain, ledger, owed, version) if owed is not None else dict(chain.game.out)
