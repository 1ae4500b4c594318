"""What letters bring: each packet and entry goes to its game."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from sits_es.errors import GameError, UnreadableError
from sits_es.keys.identity import identities, load_identity, signed_by
from sits_es.post import opening
from sits_es.post.bundle import Bundle, checked, read_bundle
from sits_es.post.desk import UNANSWERED, Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log import founding
from sits_es.post.log.entries import Found, packets_in
from sits_es.post.log.packets import Decide, Invite, NewKeeper, Reseat
from sits_es.post.record import first_course
from sits_es.post.replica import MOST_WAITING, replica_of
from sits_es.sentences import one_line


def verify(key: str, content: bytes, signature: str) -> bool:
    """Whether the owner of a key signed this."""
    return signed_by(key, content, bytes.fromhex(signature))


class Taken(Struct, frozen=True):
    """How many packets and entries of a letter are new. early: its entries wait for packets that others may bring."""

    new: int = 0
    early: bool = False


def take(desk: Desk, content: bytes, source: str, said: list[str], *, last: bool = False) -> Taken:
    """Take in what a letter carries; `said` gets what is wrong. last: it waits for no other letter."""
    try:
        bundle = read_bundle(content)
    except UnreadableError as fault:
        said.append(f"{source}: {fault}")
        return Taken()
    drawer, before = desk.drawer, len(desk.drawer.games())
    begins = [what for each in bundle.entries if isinstance(what := each.order.what, Found)]
    invites = [each for each in bundle.packets if isinstance(each.body, Invite)]
    named = {each.packet.game for each in (bundle.head, *bundle.packets) if each is not None}
    named |= {each.digest for each in (*invites, *(what.invite for what in begins))}
    if not (begins or invites or _games(desk, named)):
        return Taken(early=not last)  # checking signatures takes time
    bundle, faults = checked(bundle, verify, drawer.packet)
    early = bool(bundle.lines) and not last
    if early:
        bundle = replace(bundle, head=None, entries=(), lines=())
    wrong = (opening.take_invite(desk, each) for each in bundle.packets if isinstance(each.body, Invite))
    wrongs = dict.fromkeys(one_line(fault) for fault in (*faults, *wrong) if fault)
    said += [f"{source}: {fault}" for fault in wrongs]
    if bundle.ticket is not None:
        opening.keep_ticket(desk, bundle.ticket)
    for what in (what for each in bundle.entries if isinstance(what := each.order.what, Found)):
        there = next(iter(_games(desk, {what.invite.digest})), None)
        if there is None or (there.me is None and not there.away):
            said += _found_again(desk, what, bundle, source)
    new = len(drawer.games()) - before
    for here in _games(desk, named):
        with desk.apart(here.name):
            new += _take_for(desk, here, bundle, source, said)
    return Taken(new, early=early)


def _games(desk: Desk, named: Collection[str | None]) -> list[GameHere]:
    """The games here that a letter names by their founding entry or invitation."""
    return [here for here in desk.drawer.games() if here.invite.digest in named or (here.first or "") in named]


def _found_again(desk: Desk, what: Found, bundle: Bundle, source: str) -> Iterator[str]:
    """Take up a game that began without this folder: a key here has a seat in it, or a recovery key may get one."""
    keys = {load_identity(desk.keys, name).key: name for name in identities(desk.keys)}
    seats = [(packet.key, packet.by) for packet in what.joins] + list(_given(bundle))
    key, seat = next(((key, seat) for key, seat in reversed(seats) if key in keys), ("", None))
    if fault := opening.take_invite(desk, what.invite):
        yield f"{source}: {fault}"
        return
    here = next(each for each in desk.drawer.games() if each.invite == what.invite)
    if seat is not None:
        desk.drawer.put_game(replace(here, me=seat, key=keys[key]))
        desk.drawer.put_mark(here.name, "answers", UNANSWERED)
        yield f"{here.name} has been restored from the others' letters."


def _given(bundle: Bundle) -> Iterator[tuple[str, str]]:
    """Keys with the seats that decisions give them."""
    for packet in chain(*map(packets_in, bundle.entries), bundle.packets):
        match packet.body:
            case Decide(decision=Reseat(player=seat, key=key) | NewKeeper(id=seat, key=key)):
                yield key, seat


def _take_for(desk: Desk, here: GameHere, bundle: Bundle, source: str, said: list[str]) -> int:
    """Take in a bundle for one of its games."""
    if here.begun:
        return replica_of(desk, here.name).take(bundle)
    packets = [each for each in bundle.packets if each.packet.game == here.invite.digest]
    answers = [each for each in packets if founding.answers_to(here.invite, each)]
    if len(desk.drawer.pool(here.name)) + len(answers) > MOST_WAITING:
        said.append(f"{source}: {MOST_WAITING} answers to {here.name} are already kept; no more are accepted.")
        answers = []
    new = sum(desk.drawer.put_packet(here.name, each, desk.minutes()) for each in answers)
    hosts = [each for each in answers if each.by == here.invite.by and each.key == here.invite.key]
    opening.take_addresses(desk, here, hosts)
    found = ((each, each.order.what) for each in bundle.entries)
    first = next((each for each, what in found if isinstance(what, Found) and what.invite == here.invite), None)
    if first is None:
        return new
    try:
        founding.found(first, first_course)  # no other entry can begin a log
    except GameError as fault:
        said.append(f"{source}: {fault}")
        return new
    opening.begin(desk, here, first)
    if here.me is None:
        said.append(f"{source}: {opening.no_seat(here)}")
        return new
    replica = replica_of(desk, here.name)
    said.append(f"{here.name} has begun.")
    return new + 1 + replica.take(bundle)
