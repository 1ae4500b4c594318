"""Holding back: who signed a list that can still come into force reveals nothing for now, there or later.

But where two sign that reveals are missing, and one of them is gone, the other would wait for ever, with whoever came
late: there a reveal in a later exchange makes one's signature void instead, and nobody goes over to the list's branch
before both are seen to know that both have signed. Of more, those who signed can go on without who is gone.

Judged for oneself by all that is here, and for others by what they had taken. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import Upto, What, known_part, part
from sits_es.post.protocol.without import (
    Sheet,
    actors,
    gives_way,
    gone,
    gone_before,
    in_force,
    knew_complete,
    lists_of,
    opened_upto,
    sheets,
    signed_last,
    signers_of,
    stands_by,
    taking_part,
)
from sits_es.rules.system import Owed


def can_sign(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str, sheet: Sheet, upto: Upto = None
) -> bool:
    """Whether somebody who has not signed a list could still do so, as far as their packets here tell."""
    moment = owed.moment
    seal = ledger.seal(player, moment, chain, version)
    counts = None if upto is None else upto.get(player, 0)
    if sheet.what == "seal" and seal is not None and opened_upto(ledger, player, seal.commitment, upto):
        return False
    if ledger.witness.is_past(player, chain.name, version, counts):
        return False
    last = ledger.witness.last_of(player, counts)
    had = {other: last.had(other) for other in last.taken} | {player: last.number} if last is not None else {}
    return could_sign(chain, ledger, owed, version, player, sheet, had, upto)


def could_sign(
    chain: Chain,
    ledger: Ledger,
    owed: Owed,
    version: int,
    player: str,
    sheet: Sheet,
    had: Mapping[str, int],
    upto: Upto = None,
) -> bool:
    """Whether somebody who has taken so much of others could sign a list, now or later. had: numbers, by sender.

    upto: what one knew who judged so; whether they had met two packets under one number can't be told.
    """
    known: set[str] = set()
    for other in sheet.players:
        number = known_part(chain, ledger, owed, version, other, sheet.what, had)
        twice = upto is None and ledger.doubled(other, owed.moment)
        if number is not None and not twice:
            known.add(other)
    if known == set(sheet.players):
        return False
    if sheet.what == "reveal" and shorter_complete(chain, ledger, owed, version, sheet.players, had) is not None:
        return False
    own = lists_of(ledger, owed.moment, version, sheet.what, player, upto)
    added = {*sheet.players} - {*own[-1][1]} - {*actors(chain, version)} if own else ()
    return not any(  # whoever is added must have been silent, also who sent two packets: their later word counts
        had.get(other, 0) > said.had(other) for other in added for said, players in own if other not in players
    )


def shorter_complete(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, players: Sequence[str], had: Mapping[str, int]
) -> Sheet | None:
    """The complete list of missing reveals that somebody knew who had taken so much, if players are more than it names.

    Whoever knows that a list is complete signs no longer one: others go over to its branch once they have heard so.
    """
    sheet = in_force(chain, ledger, owed.moment, version, "reveal", had)
    return sheet if sheet is not None and set(sheet.players) < set(players) else None


def open_list(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, me: str, what: What, upto: Upto = None
) -> Sheet | None:
    """A list that one has signed, that is not in force and can still come into force: until then one reveals nothing.

    Whoever knew the dice could otherwise choose whether it does.
    """
    signed_lists = sheets(ledger, owed.moment, version, what, upto)
    if not signed_lists:
        return None
    still, idle = taking_part(chain, ledger, owed.moment, version, upto), actors(chain, version)
    force, passed = in_force(chain, ledger, owed.moment, version, what, upto), False
    for sheet in signed_lists:
        signers = signers_of(chain, ledger, owed.moment, version, sheet, upto)
        if force is not None and force.players == sheet.players:
            passed = True
            continue
        if me not in sheet.by or 2 * len(signers) <= len(still):
            continue
        if force is not None and (not gives_way(force, sheet, idle) if passed else gives_way(sheet, force, idle)):
            continue  # it can't take the place of the one in force any more
        if any(stands_by(chain, ledger, owed.moment, version, player, sheet, upto) for player in signers):
            continue
        left = [player for player in signers if player not in sheet.by]
        if all(can_sign(chain, ledger, owed, version, player, sheet, upto) for player in left):
            return sheet
    return None


def missing_parts(chain: Chain, ledger: Ledger, owed: Owed, version: int, what: What) -> tuple[str, ...]:
    """Those whose part of an exchange is missing here, by id."""
    out = gone(chain, ledger, owed, version) if what == "reveal" else gone_before(chain, ledger, owed, version)
    return tuple(
        player
        for player in chain.game_at(version).sealers_of(owed)
        if player not in out
        and part(chain, ledger, owed, version, player, what) is None
        and (what != "seal" or not waits_to_act(chain, ledger, owed, version, player))
    )


def waits_to_act(chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str) -> bool:
    """Whether somebody who is to act in the open waits for a list of missing nonces that they have signed.

    They are no more missing than others who signed it; but they are once it can't come into force any more, or once
    they have taken what it calls missing: then it is for them to act.
    """
    if not may_wait_to_act(chain, ledger, owed, version, player):
        return False
    if open_list(chain, ledger, owed, version, player, "seal") is None:
        return False
    said, named = lists_of(ledger, owed.moment, version, "seal", player)[-1]
    last = ledger.witness.last.get(player, said)
    had = {other: last.had(other) for other in last.taken}
    return any(
        ledger.doubled(other, owed.moment) or known_part(chain, ledger, owed, version, other, "seal", had) is None
        for other in named
    )


def may_wait_to_act(chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str, upto: Upto = None) -> bool:
    """Whether somebody who is to act in the open has signed a list of missing nonces that is not in force."""
    if owed.sealed or player not in owed.orders_by:
        return False
    signed = lists_of(ledger, owed.moment, version, "seal", player, upto)
    return bool(signed) and in_force(chain, ledger, owed.moment, version, "seal", upto) is None


def is_closed(chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str) -> bool:
    """Whether somebody has sealed an exchange and not opened it."""
    seal = ledger.seal(player, owed.moment, chain, version)
    return seal is not None and not opened_upto(ledger, player, seal.commitment, None)


def held_by(chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str, upto: Upto = None) -> Sheet | None:
    """The list of missing seals that holds back the reveal of somebody who has sealed; None where none does."""
    seal = ledger.seal(player, owed.moment, chain, version)
    if seal is None or (not owed.sealed and player in owed.orders_by):
        return None
    shown = opened_upto(ledger, player, seal.commitment, upto)
    return open_list(chain, ledger, owed, version, player, "seal", upto) if not shown else None


def is_of_two(chain: Chain, ledger: Ledger, owed: Owed, version: int, sheet: Sheet) -> bool:
    """Whether two sign a list of missing reveals: one's reveal in a later exchange makes one's signature void there."""
    return sheet.what == "reveal" and len(signers_of(chain, ledger, owed.moment, version, sheet)[1:]) == 1


def longer_lists(chain: Chain, ledger: Ledger, owed: Owed, version: int, sheet: Sheet) -> Iterator[Sheet]:
    """Lists that could still come into force instead of a list of missing reveals that is complete here.

    They name some of its signers as well, and all others could still sign them, as far as their packets here tell. Only
    of five players or more there are such.
    """
    moment, signers = owed.moment, signers_of(chain, ledger, owed.moment, version, sheet)
    most = len(taking_part(chain, ledger, moment, version))
    known = {each.players: each for each in sheets(ledger, moment, version, sheet.what)}
    for count in range(1, len(signers)):
        for more in combinations(signers, count):
            rest = [player for player in signers if player not in more]
            if 2 * len(rest) <= most:
                return
            players = tuple(sorted({*sheet.players, *more}))
            longer = known.get(players, Sheet(what=sheet.what, players=players, by={}))
            left = [player for player in rest if player not in longer.by]
            if all(can_sign(chain, ledger, owed, version, player, longer) for player in left):
                yield longer


def is_settled(chain: Chain, ledger: Ledger, me: str, owed: Owed, version: int, sheet: Sheet) -> bool:
    """Whether a list of missing reveals that is complete here is in force for all, whatever else is under way.

    Until then nobody goes over to its branch: those who do not know yet that it is complete may sign a longer one, or,
    of two, reveal in a later exchange. Who has signed the complete one signs no longer one themselves.
    """
    longer = longer_lists(chain, ledger, owed, version, sheet) if sheet.what == "reveal" else ()
    others = [each for each in longer if me not in sheet.by or me in each.players or me in each.by]
    if others or owes_a_word(chain, ledger, me, owed, version, sheet):
        return False
    return not unaware(chain, ledger, owed, version, sheet)


def unaware(chain: Chain, ledger: Ledger, owed: Owed, version: int, sheet: Sheet) -> tuple[str, ...]:
    """Which of two who signed a complete list is not seen to know it: until then a reveal of theirs may undo it."""
    signers, last = signers_of(chain, ledger, owed.moment, version, sheet), ledger.witness.last
    if not is_of_two(chain, ledger, owed, version, sheet):
        return ()
    return tuple(
        player
        for player in signers
        if player not in last or not knew_complete(last[player], sheet, [other for other in signers if other != player])
    )


def owes_a_word(chain: Chain, ledger: Ledger, me: str, owed: Owed, version: int, sheet: Sheet) -> bool:
    """Whether others wait to hear that a complete list of missing reveals is known here, or that one signs no other."""
    last = ledger.witness.last.get(me)
    if sheet.what != "reveal" or me not in sheet.by or last is None:
        return False
    longer = list(longer_lists(chain, ledger, owed, version, sheet))
    missed = [said for who, said in sheet.by.items() if who != me and last.had(who) < said.number]
    mine = [each for each in longer if me not in each.players and me not in each.by]
    asked = bool(longer) or is_of_two(chain, ledger, owed, version, sheet)
    return (asked and bool(missed)) or any(
        not could_sign(chain, ledger, owed, version, me, each, ledger.numbers) for each in mine
    )


def unsettled_double(chain: Chain, ledger: Ledger, owed: Owed, player: str) -> bool:
    """Whether a player has sent two packets under one number about an exchange, and nothing tells which one counts.

    Their next packet does, which names the one before it, and so does another's act or reveal, which answers one of
    them.
    """
    number, seal = ledger.doubles.get(player, {}).get(owed.moment), ledger.seal(player, owed.moment, chain)
    if number is None or seal is None or ledger.numbers.get(player, 0) > number:
        return False
    if player in gone(chain, ledger, owed, chain.head.version):
        return False
    act, sealed = ledger.act(player, owed.moment, chain), seal.commitment
    here = act.packet if act is not None else seal.packet
    named = {answers.get(player) for (other, _), answers in ledger.answered.items() if other != player}
    if act is None and any(
        each.body.seals.get(player) == sealed for (who, _), each in ledger.acts.items() if who != player
    ):
        return False
    return here not in named


def waits_for_a_list(chain: Chain, ledger: Ledger, me: str) -> bool:
    """Whether one reveals nothing for now, as a list that one has signed can still come into force."""
    owed, version = chain.game.owed, chain.head.version
    if owed is not None and open_list(chain, ledger, owed, version, me, "seal") is not None:
        return True
    if owed is not None and signed_last(chain, ledger, owed.moment, version, me):
        return True
    if owed is not None and any(
        unsettled_double(chain, ledger, owed, player) for player in chain.game.sealers_of(owed)
    ):
        return True
    return next(lists_before(chain, ledger, me), None) is not None


def lists_before(chain: Chain, ledger: Ledger, me: str) -> Iterator[Sheet]:
    """Lists of missing reveals that one has signed, and that let one reveal nothing for now, the earliest first.

    Such as can still come into force, but for those that two sign; of these the complete ones, until one goes over.
    None for an exchange that one has not revealed, where one signed ahead of the last signer: one holds nothing back
    by it while it is open, and others may not sign it any more once they have heard so.
    """
    for moment in sorted(ledger.witness.withouts):
        for version in sorted({said.head for said in ledger.witness.withouts[moment]}):
            owed = chain.game_at(version).owed
            if owed is None or owed.moment != moment:
                continue
            complete = in_force(chain, ledger, moment, version, "reveal")
            if complete is not None and me in complete.by and is_of_two(chain, ledger, owed, version, complete):
                yield complete
            closed = is_closed(chain, ledger, owed, version, me)
            sheet = open_list(chain, ledger, owed, version, me, "reveal") if not closed else None
            if sheet is not None and not is_of_two(chain, ledger, owed, version, sheet):
                yield sheet
