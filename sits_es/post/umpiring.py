"""What a program looks up in its journal where there is an umpire whose word is checked: both sides of a bundle.

Only in games whose terms say what happens when people fail.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from sits_es.events import Event
from sits_es.game.events import OrdersSealed, PlayerResigned
from sits_es.mail.packet import Signed
from sits_es.post.clerk import Clerk
from sits_es.post.desk.places import is_here
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.bodies import Default
from sits_es.post.protocol.bundles import Known
from sits_es.post.protocol.carried import KINDS, carried_by, to_carry
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.errands import Errand, Post
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.patience import absences_of, deadlines_of, is_away, not_waited_for, told_at, until
from sits_es.post.protocol.progress import standing_at
from sits_es.post.protocol.umpire import told_upto
from sits_es.rules.moments import Moment

#: Turns back from the one at hand in which an umpire's last bundle is looked for first.
_RECENT: Final = 2


def known_of(clerk: Clerk, chain: Chain, umpire: str) -> Known | None:
    """The umpire's packets that are here; None in a game whose terms don't have the umpire's word checked."""
    journal, game = clerk.desk.journal, clerk.game
    if chain.terms is None:
        return None

    def carried(turn: int) -> list[Signed]:
        return _carried_since(clerk, chain, umpire, turn)

    def told(version: int) -> str | None:
        owed = chain.owed.get(version)
        return told_at(version, journal.accepted(game, turn=owed.turn - 1 if owed else 0, sender=umpire))

    def standing(moment: Moment) -> tuple[int, tuple[str, ...]] | None:
        lines = clerk.desk.secrets.standing(game, clerk.me)
        notes = journal.accepted(game, kinds=("note",), sender=clerk.me)
        given = [signed.packet.number for signed in notes if signed.packet.body.get("box") is not None]
        return (given[-1], standing_at(chain, lines, moment)) if lines is not None and given else None

    return Known(carried=carried, here=partial(is_here, clerk.desk, chain, game, umpire), told=told, standing=standing)


def _carried_since(clerk: Clerk, chain: Chain, umpire: str, turn: int) -> list[Signed]:
    """Players' packets that an umpire's bundles carried on this branch since a turn."""
    bundles = clerk.desk.journal.accepted(clerk.game, turn=turn, kinds=("bundle",), sender=umpire)
    return carried_by(each for each in bundles if each.packet.branch == chain.name)


def to_be_carried(clerk: Clerk, chain: Chain, told: int) -> tuple[str, ...]:
    """Players' packets that an umpire's bundle from an event on carries, each only once on a branch."""
    if chain.terms is None:
        return ()
    facts = clerk.desk.session.open_game(chain.name).facts(told + 1)
    turn = min((fact.turn for fact in facts if isinstance(fact, OrdersSealed)), default=1)
    journal = clerk.desk.journal
    packets = [
        each
        for each in (*journal.accepted(clerk.game, turn=turn, kinds=KINDS), *_whatever_the_turn(clerk, facts, turn))
        if each.packet.sender in chain.game.players and each.packet.branch == chain.name
    ]
    return to_carry(facts, packets, _carried_since(clerk, chain, clerk.me, turn - 1))


def _whatever_the_turn(clerk: Clerk, facts: Iterable[Event], turn: int) -> list[Signed]:
    """What was signed in an earlier turn, and takes effect in this one: seals that hold come before a resignation."""
    if turn <= 1 or not any(isinstance(fact, PlayerResigned) for fact in facts):
        return []
    return clerk.desk.journal.accepted(clerk.game, kinds=("resign",))


def told_by(clerk: Clerk, chain: Chain) -> int:
    """The last event that an umpire has told players of on this branch; long games aren't read from the beginning."""
    journal, turn = clerk.desk.journal, chain.game.moment.turn
    if chain.terms is not None and turn > _RECENT:
        recent = journal.accepted(clerk.game, turn=turn - _RECENT, kinds=("bundle",), sender=clerk.me)
        if (told := told_upto(chain, recent)) > chain.shared:
            return told
    return told_upto(chain, journal.accepted(clerk.game, kinds=("bundle",), sender=clerk.me))


def unwaited(clerk: Clerk, chain: Chain, ledger: Ledger) -> list[Errand]:
    """An umpire's program signs by itself that the game goes on without players who are away."""
    journal, owed = clerk.desk.journal, chain.game.owed
    if chain.terms is None or owed is None or not chain.game.absences.keys() | ledger.signatures.keys():
        return []
    away = not_waited_for(
        chain,
        ledger,
        write_time(read_time(clerk.desk.clock())),
        journal.accepted(clerk.game, kinds=("deadline",), sender=clerk.me),
        lambda: journal.accepted(clerk.game, kinds=("seal", "act")),
    )
    return [Post(body=_gone_on_without(clerk, owed.moment.turn, owed.moment.segment, player)) for player in away]


def _gone_on_without(clerk: Clerk, turn: int, segment: int, player: str) -> Default:
    seen = clerk.desk.journal.last_number(clerk.game, player)
    return Default(turn=turn, segments=(segment,), player=player, act="drift", seen=seen)


def waits_until(clerk: Clerk, chain: Chain, ledger: Ledger, player: str) -> str | None:
    """Until when an umpire waits for a player by the terms, grace included; now, for one who is away.

    None in a game whose terms don't say it.
    """
    terms, journal, now = chain.terms, clerk.desk.journal, write_time(read_time(clerk.desk.clock()))
    if terms is None or chain.game.play != "umpired":
        return None
    if is_away(absences_of(chain, ledger), player, now):
        return now
    turn, head = chain.game.moment.turn, chain.head.version
    since = told_at(head, journal.accepted(clerk.game, turn=turn - 1, sender=clerk.me))
    limits = [until(terms, deadline, turn, since or now) for deadline in deadlines_of(chain, ledger)]
    return max(limits)
