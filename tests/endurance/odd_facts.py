"""Games whose chain is right and whose facts make no sense: stored games, changed by chance and chained anew."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import Factory, define, evolve, field

from sits_es.store.chain import GENESIS, digest_of
from tests.endurance.spoiling import places_in
from tests.shared.store_samples import behind_its_back
from tests.stored_games.recipe import GAMES, STORED, asked_in

#: Texts that may stand where another is expected: odd, long, or nobody's name.
TEXTS: Final[Sequence[str]] = (
    *(
        "",
        " ",
        "x",
        "Nobody",
        "nobody",
        "0",
        "-1",
        "1e9",
        "nan",
        "inf",
        "None",
        "red",
        "blue",
        "true",
        "~",
        "a/b",
        "..",
    ),
    *(
        "N" * 230,
        "x" * 20_000,
        "\x00",
        "a\nb",
        "\x1b[31mred",
        "\u202etac",
        "\u200b",
        "é" * 70,
        "\U0001f680",
        "-x",
        "[/]",
    ),
    *(
        "[bold]",
        "a\tb",
        "\x85",
        "\uffff",
        "\u0661",
        "1.1",
        "2,-3 alt +4",
        "A/B+",
        "#1",
        "$(x)",
        "0" * 64,
        "f" * 64,
        "con",
    ),
)
NUMBERS: Final = (-(2**63), -(10**9), -100, -1, 0, 1, 2, 7, 99, 1000, 10**6, 2**31, 2**53, 2**63 - 1, 2**63, 10**30)
OTHERS: Final[Sequence[Any]] = (None, True, False, 0.5, 1e300, [], {}, [[]], [None], {"": ""}, [1], ["x"], {"x": 1})
#: Levels of lists within lists, and how often a list is lengthened.
DEEP, LONG = 400, 300


@define(kw_only=True)
class Stream:
    """A stream that can be changed. at: the event of the parent's after which it leaves, None for a game's first.

    events: topics, and what is stored under them as JSON.
    """

    name: str
    parent: str | None = None
    at: int | None = None
    events: list[tuple[str, Any]] = field(factory=list, repr=False)

    @property
    def first(self) -> int:
        """The number of its first event."""
        return 0 if self.at is None else self.at + 1


@define(kw_only=True)
class Odd:
    """A game that was changed. done: how, in words; streams: parents before their forks."""

    streams: list[Stream]
    done: list[str] = Factory(list)

    def rows(self) -> list[tuple[str, int, str, bytes, bytes, bytes]]:
        """Its events, chained: stream, version, topic, state, previous and digest."""
        ends: dict[tuple[str, int], bytes] = {}
        rows = []
        for stream in self.streams:
            previous = ends.get((stream.parent or "", -1 if stream.at is None else stream.at), GENESIS)
            for version, (topic, data) in enumerate(stream.events, stream.first):
                state = data if isinstance(data, bytes) else _written(data)
                digest = digest_of(previous, stream.name, version, topic, state)
                rows.append((stream.name, version, topic, state, previous, digest))
                ends[stream.name, version] = previous = digest
        return rows

    def bundle(self) -> str:
        """The file that carries it from folder to folder."""
        rows = self.rows()
        ends = {(row[0], row[1]): row[5].hex() for row in rows}
        lines = [json.dumps({"bundle": 1, "streams": [self._announced(each, ends) for each in self.streams]})]
        for name, version, topic, state, _, digest in rows:
            event = {"stream": name, "version": version, "topic": topic, "state": state.decode()}
            lines.append(json.dumps({**event, "digest": digest.hex(), "command_id": None, "recorded_at": None}))
        text = "".join(f"{line}\n" for line in lines)
        last = {"events": len(rows), "sha256": hashlib.sha256(text.encode()).hexdigest()}
        return f"{text}{json.dumps(last)}\n"

    def _announced(self, stream: Stream, ends: dict[tuple[str, int], str]) -> dict[str, Any]:
        nothing, last = GENESIS.hex(), stream.first + len(stream.events) - 1
        at = None if stream.parent is None else ends.get((stream.parent, stream.at or 0), nothing)
        return {
            "stream": stream.name,
            "parent": stream.parent,
            "at_version": stream.at,
            "at_digest": at,
            "after": stream.first - 1,
            "after_digest": at or nothing,
            "head": last,
            "digest": ends.get((stream.name, last), at or nothing),
        }

    def write_into(self, path: Path) -> None:
        """Write it into a store's file behind the store's back, as if it had always been there."""
        rows = self.rows()
        ends = {(row[0], row[1]): row[5] for row in rows}
        with behind_its_back(path) as db:
            insert = "INSERT INTO stored_events (originator_id, originator_version, topic, state, previous, digest) "
            db.executemany(f"{insert} VALUES (?, ?, ?, ?, ?, ?)", rows)
            for each in self.streams:
                last = each.first + len(each.events) - 1
                at = ends.get((each.parent or "", each.at or 0), GENESIS)
                if each.parent is not None:
                    db.execute("INSERT INTO lineage VALUES (?, ?, ?, ?)", (each.name, each.parent, each.at, at))
                db.execute("INSERT INTO heads VALUES (?, ?, ?)", (each.name, last, ends.get((each.name, last), at)))


def _written(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


@cache
def stored(game: str) -> tuple[Stream, ...]:
    """A stored game: the branch that it begins with and its what-if, or what else leaves it."""
    with closing(sqlite3.connect(STORED / game / asked_in(game) / "sits.db")) as db:
        forks = {child: (parent, at) for child, parent, at, _ in db.execute("SELECT * FROM lineage")}
        rows = db.execute("SELECT originator_id, topic, state FROM stored_events ORDER BY rowid").fetchall()
    streams: dict[str, Stream] = {}
    for name, topic, state in rows:
        parent, at = forks.get(name, (None, None))
        stream = streams.setdefault(name, Stream(name=name, parent=parent, at=at))
        stream.events.append((topic, json.loads(state)))
    return tuple(streams.values())


class Oddity:
    """Changes a game by chance. name: what its first branch is called."""

    def __init__(self, chance: Random, name: str) -> None:
        self._chance, self._name = chance, name

    def game(self) -> Odd:
        """A game of any system, cut short, with one to three things odd about it."""
        chance = self._chance
        first, *others = stored(chance.choice([*GAMES]))
        begins = next(n for n, (topic, _) in enumerate(first.events) if topic.startswith("game.Started/"))
        upto = chance.randint(1, begins + chance.choice((2, 20, 60, 60, 150)))
        root = evolve(first, name=self._name, events=deepcopy(first.events[:upto]))
        root.events[0][1]["game"] = self._name
        odd = Odd(streams=[root])
        forks = [each for each in others if each.parent == first.name and (each.at or 0) < len(root.events)]
        if chance.random() < 0.3:
            odd.streams.append(self._fork(root, deepcopy(chance.choice(forks).events[:20]) if forks else []))
        ways = (
            self._value,
            self._values,
            self._order,
            self._foreign,
            self._topic,
            self._named,
            self._forked,
            self._raw,
        )
        for way in chance.choices(ways, (8, 2, 5, 3, 1, 2, 2, 1), k=chance.choice((1, 1, 1, 2, 3))):
            odd.done.append(way(odd))
        root.events = root.events or first.events[:1]
        odd.streams = [each for each in odd.streams if each.events]
        for each in odd.streams:
            if each.parent is not None:  # it leaves what is there: anything else is no chain
                each.parent, each.at = odd.streams[0].name, min(each.at or 0, len(odd.streams[0].events) - 1)
        return odd

    def _fork(self, parent: Stream, events: list[tuple[str, Any]]) -> Stream:
        at = self._chance.randrange(len(parent.events)) + parent.first
        forked = {"branch": "odd-fork", "parent": parent.name, "at_version": at, "at_digest": "0" * 64, "turn": 1}
        forked |= {"segment": 1, "what_if": True, "options": {}, "keeper": None, "reads": False}
        events = events or [("game.Forked/1", forked)]
        events[0][1].update({name: forked[name] for name in ("branch", "parent", "at_version")})
        return Stream(name="odd-fork", parent=parent.name, at=at, events=events)

    def _event(self, odd: Odd) -> tuple[Stream, int]:
        stream = self._chance.choice([each for each in odd.streams if each.events] or odd.streams)
        return stream, self._chance.randrange(len(stream.events) or 1)

    def _value(self, odd: Odd) -> str:
        """One value of one event."""
        stream, at = self._event(odd)
        places = places_in(stream.events[at][1]) if stream.events else []
        if not places:
            return "nothing"
        holder, key = self._chance.choice(places)
        before = holder[key]
        match self._chance.randrange(12):
            case 0 if isinstance(holder, dict):
                del holder[key]
                return f"{stream.name} #{at} {stream.events[at][0]} lacks {key}"
            case 1 if isinstance(holder, dict):
                holder[self._chance.choice(TEXTS)] = deepcopy(before)
            case 2 if isinstance(before, list):
                holder[key] = before * LONG
            case 3 if isinstance(before, list):
                holder[key] = before[::-1]
            case 4:
                holder[key] = json.loads("[" * DEEP + "]" * DEEP)
            case 5 | 6:
                others = [each for _, data in odd.streams[0].events for each in places_in(data)]
                other, name = self._chance.choice(others or places)  # it may have lost its events, and a fork not
                holder[key] = deepcopy(other[name])
            case _:
                holder[key] = self.alike(before)
        after = holder.get(key) if isinstance(holder, dict) else holder[key]
        return f"{stream.name} #{at} {stream.events[at][0]} {key}: {before!r:.60} is {after!r:.60}"

    def alike(self, value: Any) -> Any:
        """Another value, most often of the same kind."""
        chance = self._chance
        if chance.random() < 0.15:
            return deepcopy(chance.choice(OTHERS))
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return chance.choice((value + 1, value - 1, -value, value * 1000, *NUMBERS))
        if isinstance(value, str):
            doubled = value + value if chance.random() < 0.5 else value[: len(value) // 2]
            return chance.choice((doubled, value.upper(), f"{value} ", *TEXTS))
        if isinstance(value, list):
            return chance.choice(([], value[1:], value[:-1], value + value))
        return chance.choice(({}, [], *NUMBERS[:3], *TEXTS[:3]))

    def _values(self, odd: Odd) -> str:
        """One text, such as a name, wherever it stands."""
        texts = {each for stream in odd.streams for _, data in stream.events for each in _texts(data)}
        if not texts:
            return "nothing"
        old, new = self._chance.choice(sorted(texts)), self._chance.choice(TEXTS)
        for stream in odd.streams:
            stream.events = [(topic, _replaced(data, old, new)) for topic, data in stream.events]
        return f"{old!r:.60} is {new!r:.60} everywhere"

    def _order(self, odd: Odd) -> str:
        """An event is missing, doubled, elsewhere, or there are no others."""
        stream, at = self._event(odd)
        other = self._chance.randrange(len(stream.events) or 1)
        ways: list[tuple[str, Callable[[], Any]]] = [
            ("is missing", lambda: stream.events.__delitem__(slice(at, at + 1))),
            ("is missing with those after it", lambda: stream.events.__delitem__(slice(at, at + 10))),
            ("is there again", lambda: stream.events.insert(at, deepcopy(stream.events[at]))),
            ("comes elsewhere", lambda: stream.events.insert(other, stream.events.pop(at))),
            ("is there often", lambda: stream.events.extend([stream.events[at]] * 30)),
            ("is the first", lambda: stream.events.__delitem__(slice(0, at))),
            ("comes at the end once more", lambda: stream.events.append(deepcopy(stream.events[at]))),
        ]
        name, way = self._chance.choice(ways)
        topic = stream.events[at][0] if stream.events else ""
        if stream.events:
            way()
        return f"{stream.name} #{at} {topic} {name}"

    def _foreign(self, odd: Odd) -> str:
        """Events of another game or system."""
        stream, at = self._event(odd)
        chosen = self._chance.choice(stored(self._chance.choice([*GAMES])))
        begin = self._chance.randrange(len(chosen.events))
        events = deepcopy(chosen.events[begin : begin + self._chance.choice((1, 1, 2, 12))])
        stream.events[at:at] = events
        return f"{stream.name} #{at}: {len(events)} of {chosen.name} from {events[0][0]} on"

    def _topic(self, odd: Odd) -> str:
        """An event under another's name."""
        stream, at = self._event(odd)
        if not stream.events:
            return "nothing"
        others = ("x", "", "game.Created/2", "game.Created", "no.Such/1", "dice.Rolled/0", "a/b/c", "x" * 3000, "é/1")
        topics = [topic for topic, _ in stored(self._chance.choice([*GAMES]))[0].events]
        topic = self._chance.choice((*others, *self._chance.choices(topics, k=9)))
        before, data = stream.events[at]
        stream.events[at] = (topic, data)
        return f"{stream.name} #{at} {before} is {topic:.60}"

    def _named(self, odd: Odd) -> str:
        """Its first event names another game, or the stream has another name."""
        stream = odd.streams[0]
        text = self._chance.choice(TEXTS)
        if stream.events and isinstance(stream.events[0][1], dict) and self._chance.random() < 0.5:
            stream.events[0][1]["game"] = text
            return f"it says that it is {text!r:.60}"
        for each in odd.streams[1:]:
            each.parent = text if each.parent == stream.name else each.parent
        stream.name = text
        return f"its stream is {text!r:.60}"

    def _forked(self, odd: Odd) -> str:
        """Another branch that leaves at an odd place, or begins oddly."""
        root = odd.streams[0]
        if not root.events or len(odd.streams) > 1:
            return "nothing"
        chosen = self._chance.choice(stored(self._chance.choice([*GAMES])))
        fork = self._fork(root, deepcopy(chosen.events[: self._chance.choice((0, 1, 9))]))
        if self._chance.random() < 0.3:
            fork.events[0] = ("game.Forked/1", self._odd_fork(fork))
        odd.streams.append(fork)
        return f"a fork after #{fork.at} with {fork.events[0][0]}"

    def _odd_fork(self, fork: Stream) -> dict[str, Any]:
        """A fork's first event with something odd in it."""
        chance = self._chance
        data: dict[str, Any] = {"branch": fork.name, "parent": fork.parent, "at_version": fork.at}
        data |= {"at_digest": "0" * 64, "what_if": True, "options": {}, "keeper": None, "reads": False}
        data |= {"turn": 1, "segment": 1}
        name = chance.choice(sorted(data))
        odd = {"options": {chance.choice(("sidewall", "x", "")): chance.choice(TEXTS)}, "keeper": chance.choice(TEXTS)}
        return data | {name: odd.get(name, self.alike(data[name]))}

    def _raw(self, odd: Odd) -> str:
        """An event's text is written otherwise, or is none."""
        stream, at = self._event(odd)
        if not stream.events:
            return "nothing"
        topic, data = stream.events[at]
        plain = "{}" if isinstance(data, bytes) else json.dumps(data)
        text = self._chance.choice(
            ("", "null", "[]", "1", '"x"', "{", f" {plain} ", f"{plain}{plain}", "[" * 5000, "NaN")
        )
        stream.events[at] = (topic, text.encode())
        return f"{stream.name} #{at} {topic} is written {text:.40}"


def _texts(data: Any) -> set[str]:
    return {holder[key] for holder, key in places_in(data) if isinstance(holder[key], str)}


def _replaced(data: Any, old: str, new: str) -> Any:
    match data:
        case dict():
            return {(new if key == old else key): _replaced(value, old, new) for key, value in data.items()}
        case list():
            return [_replaced(value, old, new) for value in data]
    return new if data == old and isinstance(data, str) else data
