"""What a cheat signs with their own key: packets with anything in them, junk entries, other logs of their keeping."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from msgspec import to_builtins

from sits_es.keys.identity import new_identity
from sits_es.post.log.apply import Refused, apply, next_order
from sits_es.post.log.entries import Entry, Logged, Tick, entry_message, packets_in
from sits_es.post.log.packets import Note, Packet, Signed, message
from sits_es.post.replica import Replica
from tests.endurance.spoiling import SIGNED, Spoiler, block, canonical_or_not, mail_of

#: Characters of a note that is far too long, and of one that just goes.
HUGE: Final = (3_000_000, 20_000)


def hostile(chance: Random, replica: Replica) -> Iterator[bytes]:
    """One to three mails of a cheat's, each with a bundle."""
    own = replica.identity
    other = new_identity("stranger", Random(chance.random()).randbytes)  # noqa: S311 -- to be the same, not secret
    spoiler = Spoiler(chance, own, other)
    known = [each for link in replica.state.link.since(-1) for each in packets_in(link.entry)]
    known += replica.held.pool.values()
    for _ in range(chance.randint(1, 3)):
        data: dict[str, list[Any]] = {"packets": [], "entries": []}
        match chance.randrange(5):
            case 0:
                data["entries"] = [to_builtins(each) for each in _other_log(chance, replica)]
            case 1:
                link = chance.choice(replica.state.link.since(-1))
                data["entries"] = [_signed(spoiler, "entries", to_builtins(link.entry))]
            case 2:
                note = Packet(game=replica.state.game, by=replica.me, has=None, body=Note(words="x" * 20))
                huge = to_builtins(Signed(packet=note, key=own.key, signature=own.sign(message(note)).hex()))
                huge["packet"]["body"]["words"] = "x" * chance.choice(HUGE)
                data["packets"] = [_signed(spoiler, "packets", huge, changes=0)]
            case _:
                chosen = [chance.choice(known) for _ in range(chance.choice((1, 1, 3)))]
                data["packets"] = [_signed(spoiler, "packets", _as_mine(chance, replica, each)) for each in chosen]
        content = canonical_or_not({name: parts for name, parts in data.items() if parts})
        if content is not None:
            yield mail_of(block(zlib.compress(content), hashlib.sha256(content).hexdigest()[:32]))


def _as_mine(chance: Random, replica: Replica, packet: Signed) -> Any:
    """A packet, mostly as one's own, and of what is at hand now."""
    data = to_builtins(packet)
    if chance.random() < 0.8:
        data["packet"]["by"] = replica.me
        data["packet"]["game"] = replica.state.game
    body = data["packet"]["body"]
    if chance.random() < 0.6 and {"cast", "exchange"} <= set(body):
        body |= {"cast": replica.state.cast, "exchange": to_builtins(replica.course.moment)}
    return data


def _signed(spoiler: Spoiler, kind: str, data: Any, changes: int | None = None) -> Any:
    """It with some values changed, signed by the cheat, now and then by a stranger."""
    tag, name = SIGNED[kind]
    for _ in range(spoiler.chance.choice((0, 1, 1, 2, 3)) if changes is None else changes):
        spoiler.change(data[name])
    who = spoiler.own if spoiler.chance.random() < 0.9 else spoiler.other
    content = canonical_or_not(data[name])
    return {**data, "key": who.key, "signature": who.sign(tag + (content or b"")).hex()}


def _other_log(chance: Random, replica: Replica) -> Iterator[Entry]:
    """Entries that follow lawfully on some entry, beside those that there are, or on the last."""
    key = replica.identity
    state = replica.state_at(chance.choice(replica.state.link.since(-1)[-4:]).has)
    for _ in range(chance.randint(1, 3)):
        if state is None:
            return
        packet = chance.choice([*replica.held.pool.values(), None])
        what = Tick() if packet is None else Logged(packet=packet)
        order = next_order(state, state.link.epoch, replica.desk.minutes(), what)
        yield (entry := Entry(order=order, key=key.key, signature=key.sign(entry_message(order)).hex()))
        after = apply(state, entry)
        state = None if isinstance(after, Refused) else after
