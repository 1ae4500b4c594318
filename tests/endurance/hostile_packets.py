"""Packets that somebody signs with their own key, whatever is in them: the others lose nothing by it.

Each run is a game of three that has begun, or has played an exchange. One of them, or their umpire, signs packets of
any kind with anything in them: under numbers that they used already, right after their last packet, or further on. The
others get them in orders of their own, play on, go on without who is silent, ask where the game stands, prove it and
write their letters; then one of them loses the folder. No traceback, the same record for all, and a copy brings it
back. An umpire who cheats may tell players different games, so that only tracebacks are looked for there.
"""

from __future__ import annotations

import shutil
import traceback
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import evolve, frozen

from sits_es.errors import GameError
from sits_es.mail.packet import Signed, sign
from sits_es.post.asked import asked_of
from sits_es.post.copies import copy_for
from sits_es.post.outgoing import outgoing
from sits_es.post.proof import prove
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.kinds import KINDS
from sits_es.post.status import status_of
from tests.endurance.memory import in_memory
from tests.endurance.spoiling import Spoiler
from tests.post.example_games import THREE
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, days, desks_closed, exchange, open_post, with_a_key_alone
from tests.shared.watch import Watch
from tests.systems.installed import installed

#: What every packet of a game that has begun says besides.
COMMON: Final = ("mark", "previous", "taken", "at")


@frozen(kw_only=True)
class Table:
    """A game that has begun. cheat: who signs such packets; played: whether an exchange was played before that.

    sealed: who has sealed the exchange at hand.
    """

    cheat: str
    umpire: str | None = None
    played: bool = False
    sealed: tuple[str, ...] = ()

    @property
    def honest(self) -> tuple[str, ...]:
        """The others: players first, then the umpire, where there is one who plays fair."""
        everybody = ("red", "blue", "green", *([self.umpire] if self.umpire else []))
        return tuple(player for player in everybody if player != self.cheat)


TABLES: Final[Sequence[Table]] = (
    Table(cheat="red"),
    Table(cheat="red", sealed=("red", "blue")),
    Table(cheat="blue", sealed=("red", "blue", "green")),
    Table(cheat="ump", umpire="ump", sealed=("red", "blue")),
    Table(cheat="red", umpire="ump", sealed=("ump", "red", "blue")),
    Table(cheat="blue", played=True, sealed=("blue", "green")),
    Table(cheat="ump", umpire="ump", played=True, sealed=("red",)),
    Table(cheat="blue", umpire="ump", played=True, sealed=("blue",)),
)


def begin(table: Table, folder: Path) -> None:
    """Begin a game, in a folder for each who plays it."""
    folder.mkdir()
    scenario = folder / "three.toml"
    scenario.write_text(THREE)
    found = careful(folder, ("red", "blue", "green"), str(scenario), "slots", table.umpire, clock=Watch())
    exchange([*found.values()])
    found[table.cheat].replica.post(Note(words="Good luck."))
    if table.played:
        before = found[table.cheat].head()
        for post in found.values():
            seal(post)
        exchange([*found.values()])
        assert found[table.cheat].head() != before
    for player in table.sealed:
        seal(found[player])
    exchange([*found.values()])


def seal(post: Post) -> None:
    """Seal no orders for the exchange at hand, where that can be done."""
    try:
        post.replica.seal({post.replica.chain().game.moment: ()})
    except GameError:
        return
    post.replica.settle()


def hostile(chance: Random, cheat: Post) -> Iterator[Signed]:
    """One to three packets of a cheat's."""
    own, key = cheat.packets(), cheat.desk.identity()
    spoiler = Spoiler(chance, key, key)
    kept = cheat.desk.journal.accepted("duel")
    for _ in range(chance.choice((1, 1, 2, 3))):
        like, pattern = chance.choice(own), chance.choice(kept)
        kind = pattern.packet.kind if chance.random() < 0.6 else chance.choice([*KINDS])
        body: dict[str, Any] = dict(pattern.packet.body) if kind == pattern.packet.kind else {}
        if kind == "bundle" and chance.random() < 0.8:
            body |= record_of(chance, cheat)
        body |= {name: like.packet.body[name] for name in COMMON if name in like.packet.body}
        number = like.packet.number
        if chance.random() < 0.5:
            like = own[-1]
            number = like.packet.number + chance.choice((1, 1, 1, 3))
            body |= {name: like.packet.body[name] for name in COMMON if name in like.packet.body}
            body["previous"] = like.digest
        data = {"body": deepcopy(body)}
        for _ in range(chance.choice((0, 1, 1, 2, 3))):
            spoiler.change(data)
        if isinstance(data.get("body"), dict):
            try:
                yield sign(evolve(like.packet, kind=kind, number=number, body=data["body"]), key)
            except ValueError:
                continue  # no file can hold it


def record_of(chance: Random, cheat: Post) -> dict[str, Any]:
    """A bundle that tells the record from some event on as it is, to compare or as resolved, with packets to carry."""
    chain = cheat.replica.chain()
    after = chance.randint(0, chain.head.version)
    told = cheat.replica.record(after)[: chance.choice((1, 3, 99))]
    kept = [each.bytes.decode() for each in cheat.desk.journal.accepted("duel")]
    return {
        "why": chance.choice(("compare", "resolved")),
        "after": after,
        "digest": chain.digests[after],
        "events": [list(each) for each in told],
        "packets": chance.sample(kept, chance.choice((0, 1, 2))),
    }


def play(table: Table, start: Path, folder: Path, chance: Random) -> Iterator[str]:
    """Play such a game once. Yields what must not be, in words."""
    clock = Watch()
    shutil.copytree(start, folder)
    with desks_closed():
        posts = {player: open_post(folder / player, player, clock) for player in (*table.honest, table.cheat)}
        packets = [*hostile(chance, posts[table.cheat])]
        others = [posts[player] for player in table.honest]
        for post in others:
            post.take(chance.sample(packets, len(packets)))
            if chance.random() < 0.7:
                seal(post)
        exchange(others)
        days(clock, chance.choice((1, 9)), *others)
        _go_on([post for post in others if post.player != table.umpire])
        exchange(others)
        days(clock, 1, *others)
        for post in others:
            ask(post)
        if table.cheat == table.umpire:
            return
        if len({post.head() for post in others}) > 1:
            yield f"records differ: {[(post.player, post.head()) for post in others]}"
            return
        giver, loser = others[-1], others[0]
        anew = with_a_key_alone(loser, folder / "anew", clock)
        anew.take([copy_for(giver.replica, loser.player)])
        if anew.desk.journal.seat("duel") is None or anew.head() != giver.head():
            why = [each.why for each in anew.desk.journal.entries("duel", ("refused",))]
            yield f"the copy of {giver.player} does not bring the game back: {why}"


def ask(post: Post) -> None:
    """All that a player asks for in passing."""
    seat = post.desk.seat("duel")
    for _ in outgoing(post.desk):
        pass
    assert status_of(post.desk, seat).in_words()
    assert asked_of(post.replica, post.player).words
    prove(post.desk, seat)


def _go_on(players: Sequence[Post]) -> None:
    """Each signs that it goes on without who is silent, where that can be done."""
    for post in players:
        try:
            go_on_without(post.replica)
        except GameError:
            continue


def runs(seed: int, count: int) -> list[str]:
    """Somebody signs packets of any kind with their own key: nobody else loses anything. What must not be, in words."""
    faults: list[str] = []
    with in_memory() as folder, installed(*open_table.RULES):
        for number, table in enumerate(TABLES):
            with desks_closed():
                begin(table, folder / f"start {number}")
        for each in range(seed, seed + count):
            chance = Random(each)  # noqa: S311 -- to be the same, not secret
            at = each % len(TABLES)
            try:
                found = [*play(TABLES[at], folder / f"start {at}", folder / "run", chance)]
            except Exception:  # noqa: BLE001 -- a traceback is what is looked for
                found = [traceback.format_exc(limit=-4)]
            faults += [f"seed {each}, {TABLES[at]}: {fault}" for fault in found]
            shutil.rmtree(folder / "run", ignore_errors=True)
    return faults
