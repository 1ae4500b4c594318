"""What letters bring: bundles are read, and each packet and entry goes to its game."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from sits_es.errors import GameError, UnreadableError
from sits_es.keys.identity import identities, load_identity, signed_by
from sits_es.post import opening
from sits_es.post.bundle import Bundle, read_bundle
from sits_es.post.desk import UNANSWERED, Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log import founding
from sits_es.post.log.entries import Found, packets_in
from sits_es.post.log.packets import Decide, Invite, NewKeeper, Reseat, write_part
from sits_es.post.record import created, first_course
from sits_es.post.replica import MOST_WAITING, replica_of
from sits_es.sentences import one_line, shell

#: Megabytes, packed, of letters of a game in which no key here has a seat; four times as many of all such games.
MOST_STRAY: Final = 1
_NO_ROOM: Final = (
    "no key of yours has a seat in {0}, and the letter was not kept: such letters fill {1}. If you have lost your "
    "seat's key, start in an empty folder, take this letter in there, then: sits propose reseat {2} SEAT --recovery"
)


def verify(key: str, content: bytes, signature: str) -> bool:
    """Whether the owner of a key signed this."""
    return signed_by(key, content, bytes.fromhex(signature))


def take(desk: Desk, content: bytes, source: str, said: list[str]) -> int:
    """Take in what a letter carries; how many packets and entries are new. said: takes what is wrong with any."""
    mark, drawer, before = f"read {hashlib.sha256(content).hexdigest()}", desk.drawer, len(desk.drawer.games())
    if drawer.mark("", mark):
        return 0  # the very same letter, once more
    known = {here.name: {here.invite.digest, *drawer.digests(here.name)} for here in drawer.games()}
    try:
        bundle, faults = read_bundle(content, verify, drawer.packet, set().union(*known.values()))
    except UnreadableError as fault:
        said.append(f"{source}: {fault}")
        return 0
    wrong = (opening.take_invite(desk, each) for each in bundle.packets if isinstance(each.body, Invite))
    wrongs = dict.fromkeys(one_line(fault) for fault in (*faults, *wrong) if fault)
    said += [f"{source}: {fault}" for fault in wrongs]
    if bundle.ticket is not None:
        opening.keep_ticket(desk, bundle.ticket)
    new, games = len(drawer.games()) - before, _games(desk, bundle, known, content, source, said)
    for here in games:
        with desk.apart(here.name):
            new += take_for(desk, here, bundle, source, said)
    # others leave nothing here, however many there are; and read again, it brings what a game could not take
    if games and not desk.troubles:
        drawer.put_mark("", mark, "yes")
    return new


def _games(
    desk: Desk, bundle: Bundle, known: Mapping[str, set[str]], content: bytes, source: str, said: list[str]
) -> list[GameHere]:
    """The games that a bundle belongs to; one whose beginning comes and is not here yet is taken up anew."""
    roots = {packet.packet.game or "" for packet in bundle.packets} | {line.prev for line in bundle.lines}
    for entry in bundle.entries:
        roots |= {entry.order.prev, entry.digest}
        if isinstance(what := entry.order.what, Found):
            roots.add(what.invite.digest)
            there = next((here for here in desk.drawer.games() if here.invite.digest == what.invite.digest), None)
            if there is None or (there.me is None and not there.away):
                said += _found_again(desk, what, bundle, content, source)
    return [here for here in desk.drawer.games() if roots & {here.invite.digest, *known.get(here.name, ())}]


def _found_again(desk: Desk, what: Found, bundle: Bundle, content: bytes, source: str) -> list[str]:
    """Take up a game in which a key of one's own has a seat; otherwise keep the letter, for a recovery key."""
    keys = {load_identity(desk.keys, name).key: name for name in identities(desk.keys)}
    seats = [(packet.key, packet.by) for packet in what.joins] + list(_given(bundle))
    key, seat = next(((key, seat) for key, seat in reversed(seats) if key in keys), ("", ""))
    offer = what.invite.body
    try:
        name = created(offer).game if isinstance(offer, Invite) else ""
    except UnreadableError as trouble:
        return [f"{source}: {trouble}"]
    if not key:
        packed = zlib.compress(content)
        for most, of in ((MOST_STRAY, name), (4 * MOST_STRAY, None)):
            if desk.drawer.filled("stray", of) + len(packed) > most << 20:
                return [f"{source}: {_NO_ROOM.format(one_line(name), f'{most} MB', shell(name))}"]
        desk.drawer.keep(name, "stray", hashlib.sha256(content).hexdigest(), packed)
        lost = f"sits propose reseat {shell(name)} SEAT --recovery"
        return [f"{source}: no key of yours has a seat in {one_line(name)}. If you have lost your seat's key: {lost}"]
    fault = take_up(desk, name, what, seat, keys[key])
    return [f"{source}: {fault}" if fault else f"{name} is restored from the others' letters."]


def take_up(desk: Desk, name: str, what: Found, seat: str, key: str) -> str | None:
    """Take up a game of which one's folder holds nothing. key: one's own, which has the seat. Why not, or None."""
    if fault := opening.take_invite(desk, what.invite):
        return fault
    desk.drawer.put_game(GameHere(name=name, me=seat, key=key, invite=what.invite))
    desk.drawer.put_mark(name, "answers", UNANSWERED)
    opening.take_addresses(desk, desk.game(name), what.joins)
    return None


def _given(bundle: Bundle) -> Iterator[tuple[str, str]]:
    """Seats that decisions give to a key: another person's, or of somebody who is to keep the log."""
    for packet in chain(*map(packets_in, bundle.entries), bundle.packets):
        match packet.body:
            case Decide(decision=Reseat(player=seat, key=key) | NewKeeper(id=seat, key=key)):
                yield key, seat


def take_for(desk: Desk, here: GameHere, bundle: Bundle, source: str, said: list[str]) -> int:
    """Take in what a bundle has of one game."""
    if desk.begun(here):
        return replica_of(desk, here.name).take(bundle)
    packets = [each for each in bundle.packets if each.packet.game == here.invite.digest]
    answers = [each for each in packets if founding.answers_to(here.invite, each)]
    if len(desk.drawer.pool(here.name)) + len(answers) > MOST_WAITING:
        said.append(f"{source}: {MOST_WAITING} answers to {here.name} are kept already, and no more.")
        answers = []
    new = sum(desk.drawer.put_packet(here.name, each, desk.minutes()) for each in answers)
    hosts = [each for each in answers if each.by == here.invite.by and each.key == here.invite.key]
    opening.take_addresses(desk, here, hosts)
    found = ((each, each.order.what) for each in bundle.entries)
    first = next((each for each, what in found if isinstance(what, Found) and what.invite == here.invite), None)
    if first is None or here.me is None:
        return new
    try:
        founding.found(first, first_course)  # nothing else may stand at the beginning of a log
    except GameError as fault:
        said.append(f"{source}: {fault}")
        return new
    desk.drawer.keep(here.name, "entry", first.digest, write_part(first))
    replica = replica_of(desk, here.name)
    opening.take_addresses(desk, here, packets_in(first))
    said.append(f"{here.name} has begun.")
    return new + 1 + replica.take(bundle)
