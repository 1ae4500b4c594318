"""An umpire's folder that was restored tells again what was told before; and what an umpire has taken counts.

Only in games whose terms say what happens when people fail. Rule: house, for play by mail: "Second content".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from sits_es.errors import UnreadableError
from sits_es.game.events import SeatTaken
from sits_es.mail.packet import Signed, is_signed_by
from sits_es.post.built_on import is_on_record
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import read_fact
from sits_es.post.keeper import Keeper
from sits_es.post.protocol.bodies import EventBundle
from sits_es.post.protocol.carried import carried_by
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.changing_seats import key_then
from sits_es.post.protocol.doubles import followed
from sits_es.post.protocol.judgement import second_content
from sits_es.post.protocol.kinds import body_of
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.protocol.testimony import false_packets
from sits_es.sentences import listed, shell


def tells_the_same(keeper: Keeper, counts: Sequence[Signed], other: Sequence[Signed]) -> bool:
    """Whether other packets of an umpire bring the same record as those that count, as far as they have brought it."""
    chain = keeper.chain()
    if counts[0].packet.sender != umpire_of(chain):
        return False
    ours, theirs = _resolved(counts), _resolved(other)
    upto = max((_end(body) for body in ours), default=-1)
    if not ours or max((_end(body) for body in theirs), default=-1) < upto:
        return False
    return all(_is_on_record(keeper, chain, body) for body in theirs if body.after < upto)


def was_played_by(keeper: Keeper, packets: Sequence[Signed]) -> bool:
    """Whether an umpire's record was played by packets that need not count in a folder that was lost and rebuilt."""
    return keeper.chain().game.play != "peers" and is_on_record(keeper, packets)


def take_up_what_tells_more(keeper: Keeper) -> bool:
    """Let an umpire's own packets count that came back and bring all that was told from here since, and more.

    Players have gone on from those then, and go over to no others. Whether there were any.
    """
    if umpire_of(keeper.chain()) != keeper.me:
        return False
    journal = keeper.desk.journal
    for first, second in keeper.counted_doubles():
        number = first.packet.number
        if first.packet.sender != keeper.me:
            continue
        kept = journal.kept_of(keeper.game, keeper.me, number)
        counts, other = followed(first, kept), followed(second, filter(keeper.is_theirs, kept))
        upto, further = (max(map(_end, _resolved(packets)), default=-1) for packets in (counts, other))
        if further > upto and tells_the_same(keeper, counts, other):
            journal.go_over(first, other, second_content(first.packet, second.packet))
            keeper.tell(
                "restored",
                f"Your own packets from packet {number} on came back: players were told in them all that was played "
                "here since, and more. They count again, and what was sent from here since does not.",
            )
            return True
    return False


def not_yet_told(keeper: Keeper, chain: Chain, body: EventBundle) -> EventBundle | None:
    """What of an umpire's bundle is not on record yet; all of it where it says anything else than the record does.

    None where there is nothing new in it.
    """
    head = chain.head
    if chain.terms is None or body.after >= head.version or not _is_on_record(keeper, chain, body):
        return body
    if _end(body) <= head.version:
        return None
    left = body.events[head.version - body.after :]
    return msgspec.structs.replace(body, after=head.version, digest=head.digest, events=left)


def told_again_faults(keeper: Keeper, chain: Chain, signed: Signed, body: EventBundle) -> list[str]:
    """What is wrong with an umpire's bundle that tells nothing new: what later ones build on must be signed by players.

    Raises UnreadableError for events that are not those on record.
    """
    facts = [read_fact(each) for each in body.events]
    taken = [fact for fact in facts if isinstance(fact, SeatTaken)]
    key = partial(key_then, chain, keeper.ledger(), signed.packet.sender, taken)
    return false_packets(chain, signed, body, key)


def goes_back(keeper: Keeper) -> bool:
    """Let one's own packets count again that the umpire has resolved with. Whether there were any."""
    if (own := _taken_by_the_umpire(keeper)) is None:
        return False
    first, *other = own
    journal, number = keeper.desk.journal, first.packet.number
    judged = keeper.to_judge_again(journal.accepted(keeper.game, sender=keeper.me, after=number - 1))
    journal.go_over(first, other, second_content(first.packet, other[0].packet), judged)
    again = listed([f"{each.packet.kind} {each.packet.number}" for each in other])
    said = f"{umpire_of(keeper.chain())} has gone on with packets of yours that were set aside here"
    keeper.tell("restored", f"{said}. They count again: {again}.")
    return True


def _taken_by_the_umpire(keeper: Keeper) -> tuple[Signed, ...] | None:
    """One's own packet that counts here, if any, and those in its place from which the umpire's record follows.

    That is so after one's folder was restored, and went on otherwise before the umpire's bundle came. None where the
    umpire has resolved with nothing else than what counts here.
    """
    chain, journal = keeper.chain(), keeper.desk.journal
    umpire, me = umpire_of(chain), keeper.me
    if umpire is None or umpire == me or chain.terms is None:
        return None
    if not journal.has_set_aside(keeper.game, me):
        return None
    turn = chain.game.moment.turn
    bundles = [*journal.accepted(keeper.game, turn=turn, kinds=("bundle",), sender=umpire, void=True)]
    bundles += journal.parked(keeper.game, umpire)
    shown = (
        each
        for bundle in bundles
        if bundle.packet.kind == "bundle" and is_signed_by(bundle, keeper.key_of(umpire, bundle.packet.number))
        for each in carried_by([bundle])
        if each.packet.sender == me and journal.set_aside(keeper.game, me, each.packet.number, each.digest)
    )
    for each in shown:
        if found := _back_to_what_counts(keeper, each):
            first = journal.at(keeper.game, me, found[0].packet.number)
            later = followed(each, journal.kept_of(keeper.game, me, each.packet.number + 1))
            return (first or found[0], *found[:-1], *later)
    return None


def told_otherwise(keeper: Keeper, signed: Signed) -> bool:
    """Whether one's own earlier bundle, which came back, tells another course of the game than the record here."""
    chain, body = keeper.chain(), body_of(signed)
    if umpire_of(chain) != keeper.me or not isinstance(body, EventBundle) or body.why != "resolved":
        return False
    return body.after < chain.head.version and not _is_on_record(keeper, chain, body)


def note_told_otherwise(keeper: Keeper, signed: Signed) -> None:
    """Note that nothing can be sent from here any more: players were told another course of the game."""
    if keeper.desk.journal.kept(_name(keeper.game)) is None:
        keeper.desk.journal.keep(_name(keeper.game), signed.packet.title)
        keeper.tell("restored", in_words(keeper.game, signed.packet.title))


def has_told_otherwise(desk: Desk, game: str) -> str | None:
    """Why nothing can be sent from this folder, in words; None where it did not come to that."""
    title = desk.journal.kept(_name(game))
    return in_words(game, title) if title else None


def in_words(game: str, title: str) -> str:
    """What an umpire does whose restored folder has gone on otherwise than players were told. title: of the bundle."""
    return (
        f"Your own {title} came back and tells another course of the game than this folder, which is an older copy and "
        "has gone on since. What players were told counts. Get the game back in a folder that holds nothing but your "
        f"keys and sits.toml; all players type: sits mail out --bundle {shell(game)} --for YOU"
    )


def _name(game: str) -> str:
    return f"told otherwise {game}"


def _back_to_what_counts(keeper: Keeper, signed: Signed) -> list[Signed]:
    """One's own packets up to this one, from the first that does not count here; none where one is missing."""
    journal, found = keeper.desk.journal, [signed]
    while found[0].packet.number > 1:
        before = journal.at(keeper.game, keeper.me, found[0].packet.number - 1)
        previous = found[0].packet.body.get("previous")
        if before is not None and before.digest == previous:
            return found
        if (earlier := journal.find(str(previous))) is None or earlier.packet.number != found[0].packet.number - 1:
            return []
        found.insert(0, earlier)
    return []


def _resolved(packets: Sequence[Signed]) -> list[EventBundle]:
    bodies = (body_of(signed) for signed in packets)
    return [body for body in bodies if isinstance(body, EventBundle) and body.why == "resolved"]


def _end(body: EventBundle) -> int:
    """The version of the last event that a bundle tells."""
    return body.after + len(body.events)


def _is_on_record(keeper: Keeper, chain: Chain, body: EventBundle) -> bool:
    """Whether a bundle says of the record here what it is, as far as both have come."""
    if not 0 <= body.after <= chain.head.version or chain.digests[body.after] != body.digest:
        return False
    record = keeper.record(body.after)
    upto = min(len(record), len(body.events))
    try:
        told = [read_fact(each) for each in body.events[:upto]]
    except UnreadableError:
        return False
    return told == [read_fact(each) for each in record[:upto]]
