"""Reading a whole game in a letter: who plays, which packets, and whether each is signed. Rule: house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.mail.packet import Signed, is_signed_by, read_packet
from sits_es.post.desk.facts import read_fact
from sits_es.post.protocol.bodies import EventBundle, Invite, Start
from sits_es.post.protocol.carried import carried_by
from sits_es.post.protocol.content import Person
from sits_es.post.protocol.failures import Reseat
from sits_es.post.protocol.kinds import body_of, content_of
from sits_es.post.protocol.opening import gather, invite_faults, judge_opening


@frozen(kw_only=True)
class Copy:
    """A game in a letter. signed: the letter's packet; people: at the table, by id; packets: the invitation first.

    keys: of each player, the one that they joined with and those that their seat was to get; aside: digests of packets
    that don't count where it was written, as the number of one, or of one that it follows, is another's.
    """

    signed: Signed
    invite: Signed
    people: dict[str, Person]
    packets: tuple[Signed, ...]
    keys: dict[str, tuple[str, ...]]
    aside: frozenset[str]

    @property
    def game(self) -> str:
        """The root game's name."""
        return self.signed.packet.game

    @property
    def sender(self) -> str:
        """Whose copy it is."""
        return self.signed.packet.sender

    @property
    def shown(self) -> tuple[Signed, ...]:
        """Players' packets that an umpire's bundles in it carry: what is left of those whose own letter never comes."""
        return tuple(each for each in carried_by(self.packets) if not any(True for _ in _unsigned(self, (each,))))

    def may_be_refused(self, signed: Signed) -> bool:
        """Whether a packet doesn't count, or another one has its number."""
        place = signed.packet.sender, signed.packet.number
        places = [(each.packet.sender, each.packet.number) for each in self.packets]
        return signed.digest in self.aside or places.count(place) > 1

    def last(self, player: str) -> int:
        """The number of a player's last packet that counts, 0 for none."""
        theirs = (each for each in self.packets if each.packet.sender == player and each.digest not in self.aside)
        return max((each.packet.number for each in theirs), default=0)


def read_copy(signed: Signed) -> Copy:
    """What a letter holds, its signatures checked. Raises GameError."""
    packet = signed.packet
    body = content_of(signed)
    if not isinstance(body, EventBundle):
        raise TypeError(f"{packet.title} is not a bundle")
    packets = tuple(read_packet(text.encode()) for text in body.packets)
    beginnings = list(_beginnings(packets))
    if not beginnings:
        raise NotAllowedError(f"The {packet.title} does not hold one game from its beginning.")
    first, start, faults = next((each for each in beginnings if not each[2]), beginnings[0])
    if faults:
        raise NotAllowedError(faults)
    people = {person.player: person for person in start.people}
    keys = {player: (who.key, *_proposed(packets, player)) for player, who in people.items()}
    aside = frozenset(_aside(packets))
    copy = Copy(signed=signed, invite=first, people=people, packets=packets, keys=keys, aside=aside)
    if faults := list(_unsigned(copy, (signed, *packets))):
        raise NotAllowedError(faults)
    return copy


def _aside(packets: Iterable[Signed]) -> set[str]:
    """Digests of those whose number an earlier one has, and of those that follow them."""
    found, counts = set[str](), dict[tuple[str, int], str]()
    for each in sorted(packets, key=lambda signed: signed.packet.number):
        packet = each.packet
        follows = str(packet.body.get("previous")) in found
        if follows or counts.setdefault((packet.sender, packet.number), each.digest) != each.digest:
            found.add(each.digest)
    return found


def _beginnings(packets: Sequence[Signed]) -> Iterator[tuple[Signed, Start, list[str]]]:
    """Each invitation with each start of its sender, and what is wrong with them.

    Whatever else is signed as one of them, under the same number or later, begins nothing that everybody answered.
    """
    starts = [(each.packet, body) for each in packets if isinstance(body := body_of(each), Start)]
    for first in packets:
        invite = body_of(first)
        if not isinstance(invite, Invite):
            continue
        faults = list(invite_faults(first, invite, read_fact))
        for packet, start in starts:
            if packet.sender == first.packet.sender:
                found = judge_opening(packet, start, gather(first, ()))
                yield first, start, [*faults, *filter(None, [found.why])]


def _proposed(packets: Sequence[Signed], player: str) -> Iterator[str]:
    """Keys that a seat was to get; whether it has them shows once the copy is played."""
    for each in packets:
        body = body_of(each) if each.packet.kind == "reseat" else None
        if isinstance(body, Reseat) and body.player == player:
            yield body.seat.key


def _unsigned(copy: Copy, packets: Sequence[Signed]) -> Iterator[str]:
    for each in packets:
        keys = copy.keys.get(each.packet.sender, ())
        if each.packet.game != copy.game:
            yield f"The {copy.signed.packet.title} holds the {each.packet.title}, which is of another game."
        elif not any(is_signed_by(each, key) for key in keys):
            yield f"The {each.packet.title} is not signed with {each.packet.sender}'s key."
