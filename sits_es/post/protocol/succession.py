"""All players together go on without a silent umpire, as peers or with a new one, from the last event they were told.

Every player signs the same for the same head; then a branch that leaves the record there is the game. Rule: house, for
play by mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from sits_es.canonical import canonical
from sits_es.events import Event
from sits_es.game.events import GameForked, UmpireReplaced
from sits_es.game.state import Game
from sits_es.mail.packet import LastEvent, Packet, Signed
from sits_es.post.protocol.agreements import Held
from sits_es.post.protocol.branches import decision_id
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.errands import ChangeBranch, Errand, OpenBranch
from sits_es.post.protocol.failures import Succession
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.kinds import content_of, said
from sits_es.post.protocol.terms import terms_of
from sits_es.sentences import listed


@frozen(kw_only=True)
class Handover:
    """What players sign about an umpire. head: the last event that they were told; by: who has signed, by id."""

    body: Succession
    head: LastEvent
    by: tuple[str, ...]

    def missing(self, chain: Chain) -> tuple[str, ...]:
        """Who has still to sign: all players sign who are in."""
        return tuple(player for player in chain.game.still_in if player not in self.by)

    def in_words(self) -> str:
        """What is signed, to be put after "signs that"."""
        how = "as peers" if self.body.new is None else f"with {self.body.new} as umpire"
        return f"all players go on without {self.body.umpire}, {how}, from event #{self.head.version} on"


def succession_faults(packet: Packet, body: Succession, chain: Chain) -> Iterator[Judgement]:
    """What is wrong with a player's signature about the umpire; the head that it names is on record."""
    game, sender = chain.game_at(packet.head.version) if packet.head is not None else chain.game, packet.sender
    if terms_of(game) is None or game.play != "umpired":
        yield refused(f"{chain.called} has no umpire without whom its players could go on.")
        return
    if sender not in game.still_in:
        yield refused(f"{sender} signs who is umpire of {chain.called}. That is for {listed(game.still_in)} to sign.")
    if body.umpire not in game.umpires:
        yield refused(f"{body.umpire} is not the umpire of {chain.called}: that is {listed(game.umpires)}.")
    if packet.head is not None and body.moments != (chain.owed[packet.head.version],):
        at = chain.rules.label(chain.owed[packet.head.version])
        yield refused(f"The {packet.title} names another exchange than {at}, which is owed at its head.")
    if body.new is not None and body.new not in lookers_on(game):
        yield refused(new_umpire_fault(chain, body.new))


def lookers_on(game: Game) -> tuple[str, ...]:
    """Who could be umpire: those at the table who neither play nor are umpire now."""
    return tuple(player for player, who in sorted(game.people.items()) if who.role == "spectator")


def new_umpire_fault(chain: Chain, new: str) -> str:
    """Say that somebody can't become umpire."""
    could = lookers_on(chain.game)
    who = f"Who could: {', '.join(could)}." if could else "Nobody looks on here: go on as peers."
    return f"{new} cannot become umpire of {chain.called}: only somebody who looks on can. {who}"


def handovers(chain: Chain, packets: Iterable[Signed]) -> list[Handover]:
    """What players have signed about the umpire of this branch, in an order that is the same everywhere."""
    found: dict[bytes, Handover] = {}
    for signed in packets:
        packet = signed.packet
        body = content_of(signed)
        if not isinstance(body, Succession) or packet.branch != chain.name or packet.head is None:
            continue
        if not chain.holds(packet.head) or any(True for _ in succession_faults(packet, body, chain)):
            continue
        place = canonical([packet.head.version, packet.head.digest, said(body)])
        by = found[place].by if place in found else ()
        found[place] = Handover(body=body, head=packet.head, by=tuple(sorted({*by, packet.sender})))
    return [found[place] for place in sorted(found)]


def handed_over(chain: Chain, packets: Callable[[], Iterable[Signed]], held: Held) -> list[Errand]:
    """The branch without the old umpire becomes the game, once all players have signed it; nothing before that.

    packets: the players' signatures; held: what branches that are here hold.
    """
    if chain.terms is None or chain.game.play != "umpired":
        return []
    for each in handovers(chain, packets()):
        if each.missing(chain):
            continue
        facts = opening(chain, each)
        name = facts[0].branch
        own = held(name, each.head.version, len(facts))
        if own is None:
            opened = OpenBranch(name=name, parent=chain.name, after=each.head.version, facts=facts)
            return [opened, ChangeBranch(name)]
        if tuple(own) == facts:
            return [ChangeBranch(name)]  # opened before, and the program stopped before it could go over
    return []


def opening(chain: Chain, handover: Handover) -> tuple[GameForked, Event]:
    """The first facts of the branch in which an umpire is replaced."""
    body, head = handover.body, handover.head
    decision = {"succession": said(body), "version": head.version, "digest": head.digest}
    turn, segment = body.turn, body.segments[0]
    forked = GameForked(
        turn=turn,
        segment=segment,
        branch=decision_id(chain.name, decision),
        parent=chain.name,
        at_version=head.version,
        at_digest=head.digest,
        what_if=False,
    )
    replaced = UmpireReplaced(turn=turn, segment=segment, old=body.umpire, new=body.new, by=handover.by)
    return forked, replaced
