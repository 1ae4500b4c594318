"""Letters whose signatures hold and whose packets make no sense: an opponent's, and a stranger's invitations."""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, Final

from attrs import frozen
from msgspec import ValidationError, convert, to_builtins

from sits_es.keys.identity import Identity, load_identity, new_identity
from sits_es.mail.blocks import bundle_name
from sits_es.post.desk import Desk
from sits_es.post.log.apply import next_order
from sits_es.post.log.entries import Entry, Logged, Order, Tick, entry_message, packets_in
from sits_es.post.log.packets import Packet
from sits_es.post.replica import replica_of
from tests.endurance.memory import in_memory
from tests.endurance.odd_facts import Oddity
from tests.endurance.spoiling import SIGNED, block, canonical_or_not, mail_of, places_in
from tests.shared.curt import Curt
from tests.stored_games.recipe import BY_MAIL, GOES_ON, WATCH, copy

READER, WRITER = "red", "blue"
_KEY: Final = "f" * 64
#: What is signed of a part of a bundle, by its name there.
_KINDS: Final = {"packet": Packet, "order": Order}
#: How often a change that nobody can read stays.
_UNREADABLE: Final = 0.05
#: What a stranger's letter brings, with which its reader may join.
TICKET: Final = "a" * 64


@frozen(kw_only=True)
class Opponent:
    """What an opponent knows. key: theirs; game, has: of the log; hand, cast: at hand; packets: all that there are."""

    key: Identity
    game: str
    has: Any
    hand: Any
    cast: str
    packets: tuple[Any, ...]
    ticks: tuple[Any, ...]


@cache
def opponent() -> Opponent:
    """Blue of the stored game by mail."""
    with in_memory() as folder:
        home = copy(BY_MAIL, folder) / WRITER
        with Desk(home, WATCH, printer=Curt) as desk:
            replica = replica_of(desk, BY_MAIL)
            state, key = replica.state, load_identity(desk.keys, WRITER)
            packets = [each for link in state.link.since(-1) for each in packets_in(link.entry)]
            packets += replica.held.pool.values()
            whats: list[Tick | Logged] = [Tick(), *(Logged(packet=each) for each in replica.held.pool.values())]
            orders = [next_order(state, state.link.epoch, desk.minutes(), what) for what in whats]
            return Opponent(
                key=key,
                game=state.game,
                has=to_builtins(state.link.has),
                hand=to_builtins(state.hand),
                cast=state.cast,
                packets=tuple(to_builtins(each) for each in packets),
                ticks=tuple(
                    to_builtins(Entry(order=each, key=key.key, signature=key.sign(entry_message(each)).hex()))
                    for each in orders
                ),
            )


def bodies() -> dict[str, Any]:
    """A body of every kind, as far as it can make sense in the stored game."""
    known = opponent()
    exchange = known.hand["exchange"]
    number = {"number": "1" * 64}
    offer = {"name": "why", "parent": GOES_ON, "at_version": 3, "at_digest": "0" * 64, "exchange": exchange}
    found = {
        "enter": {"decision": {"kind": "enter", "player": WRITER, "lines": ["ship Sirius"]}, "hand": known.hand},
        "without": {"decision": {"kind": "without", "player": READER, "missing": "seal"}, "hand": known.hand},
        "deadline": {"decision": {"kind": "deadline", "hours": 9, "scope": "always"}, **number},
        "absence": {"decision": {"kind": "absence", "player": WRITER, "until": 30_000_000}, **number},
        "ruling": {"decision": {"kind": "ruling", "about": exchange, "words": "So."}, **number},
        "readmit": {"decision": {"kind": "readmit", "player": WRITER}, **number},
        "end": {"decision": {"kind": "end", "winner": "blue", "words": "Enough."}, **number},
        "keeper": {
            "decision": {"kind": "keeper", "id": "kay", "name": "Kay", "key": _KEY, "address": "k@x.org"},
            **number,
        },
        "rewind": {"decision": {"kind": "rewind", "to": exchange}, **number},
        "branch": {"decision": {"kind": "rewind", "to": exchange, "of": "what-if"}, **number},
        "reseat": {
            "decision": {"kind": "reseat", "player": WRITER, "key": _KEY, "name": "Bo", "address": "b@x.org"},
            **number,
        },
    }
    decided = {name: {"kind": "decide", **body} for name, body in found.items()}
    return decided | {
        "seal": {"kind": "seal", "exchange": exchange, "cast": known.cast, "commitment": "2" * 64, "box": "AAAA"},
        "act": {"kind": "act", "set": "2" * 64, "lines": ["ship Sirius", "  1 thrust 2"]},
        "open": {"kind": "open", "set": "2" * 64, "opening": {"lines": ["x"], "nonce": "3" * 64}},
        "share": {"kind": "share", "set": "2" * 64, "of": WRITER, "share": "3" * 64},
        "standing": {"kind": "standing", "number": 1, "lines": ["ship Sirius", "  1 thrust 2"]},
        "resign": {"kind": "resign"},
        "note": {"kind": "note", "words": "Hello"},
        "box": {"kind": "note", "to": READER, "box": "AAAA"},
        "dispute": {"kind": "note", "words": "No", "about": exchange},
        "offer": {"kind": "note", "words": "What if", "offer": {**offer, "options": {"sidewall": "stops"}}},
        "next": {"kind": "next", "epoch": known.has["epoch"] + 1, "head": known.has},
        "ask": {"kind": "ask", "number": 5},
        "holds": {"kind": "holds", "known": {READER: 3}, "answers": ["4" * 64]},
    }


@frozen(kw_only=True)
class OddLetter:
    """A mail that somebody wrote. done: what is odd in it, in words; invites: to which game, where to one."""

    content: bytes
    done: str
    invites: str = ""


def letter(chance: Random) -> OddLetter:
    """An opponent's letter, or an invitation."""
    return _invitation(chance) if chance.random() < 0.35 else _packets(chance)


def _packets(chance: Random) -> OddLetter:
    known, done = opponent(), list[str]()
    data: dict[str, Any] = {}
    for _ in range(chance.choice((1, 1, 2, 5))):
        if chance.random() < 0.15:
            entry = deepcopy(chance.choice(known.ticks))
            done.append(_changed(chance, entry, "order", ""))
            data.setdefault("entries", []).append(_signed("entries", entry, known.key))
            continue
        packet = deepcopy(chance.choice(known.packets))
        if chance.random() < 0.8:
            name, body = chance.choice([*bodies().items()])
            done.append(name)
            packet["packet"]["body"] = deepcopy(body)
        packet["packet"] |= {"game": known.game, "by": WRITER, "has": known.has}
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            done.append(_changed(chance, packet, "packet", "body"))
        if chance.random() < 0.1:
            data["head"] = _signed("packets", packet, known.key)
        data.setdefault("packets", []).append(_signed("packets", packet, known.key))
    return OddLetter(content=_mail(data), done="; ".join(done))


def _changed(chance: Random, part: Any, name: str, inside: str) -> str:
    """Change a value in a part to another of its kind; mostly until it can be read. What was done, in words."""
    kept = part[name]
    for _ in range(20):
        part[name] = deepcopy(kept)
        done = _change(chance, part[name].get(inside, part[name]))
        try:
            convert(part[name], _KINDS[name])
        except ValidationError:
            if chance.random() > _UNREADABLE:
                continue
        return done
    return ""


def _change(chance: Random, data: Any) -> str:
    places = places_in(data)
    if not places:
        return ""
    holder, key = chance.choice(places)
    before, oddity = holder[key], Oddity(chance, "x")
    holder[key] = deepcopy(before) * 30 if isinstance(before, list) and chance.random() < 0.3 else oddity.alike(before)
    return f"{key}: {before!r:.60} is {holder[key]!r:.60}"


def _signed(kind: str, part: Any, key: Identity) -> Any:
    tag, name = SIGNED[kind]
    with suppress(ValidationError):  # in the one form that its content has, where it is a packet or an order at all
        part = {**part, name: to_builtins(convert(part[name], _KINDS[name]))}
    return {**part, "key": key.key, "signature": key.sign(tag + (canonical_or_not(part[name]) or b"")).hex()}


def _mail(data: Any) -> bytes:
    content = canonical_or_not(data) or b"{}"
    return mail_of(block(zlib.compress(content), bundle_name(content)))


def _invitation(chance: Random) -> OddLetter:
    """A stranger's, to a game of any system, whose facts are odd."""
    odd = Oddity(chance, "visit").game()
    facts = [
        {"topic": topic, "data": data if not isinstance(data, bytes) else data.decode()}
        for topic, data in odd.streams[0].events
        if not topic.startswith(("game.PlayerJoined/", "game.Started/")) or chance.random() < 0.02
    ]
    begins = next((n for n, each in enumerate(odd.streams[0].events) if each[0].startswith("game.Started/")), 99)
    key = new_identity("stranger", Random(7).randbytes)  # noqa: S311 -- to be the same, not secret
    seats = [
        {"id": "blue", "name": "Bo", "side": "blue"},
        {"id": "red", "name": "Red", "side": "red", "ticket": hashlib.sha256(TICKET.encode()).hexdigest()},
    ]
    terms: dict[str, Any] = {"box": 4096} if chance.random() < 0.5 else {}
    body = {"kind": "invite", "number": "6" * 64, "terms": terms, "seats": seats, "facts": facts[: max(begins, 1)]}
    done = [*odd.done]
    if chance.random() < 0.3:
        done.append(_change(chance, {"seats": seats, "terms": terms}))
    packet = {"packet": {"game": None, "by": "blue", "has": None, "body": body}}
    named = odd.streams[0].events[0][1]
    name = named.get("game", "") if isinstance(named, dict) else ""
    content = canonical_or_not({"packets": [_signed("packets", packet, key)], "ticket": TICKET}) or b"{}"
    mail = mail_of(block(zlib.compress(content), bundle_name(content)))
    return OddLetter(content=mail, done=f"invitation: {'; '.join(done)}", invites=name if isinstance(name, str) else "")
