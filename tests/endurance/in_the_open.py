"""Games in which one acts in the open, while nonces come late, letters too, and people fail or cheat.

Each run is a game of three or four at the exchange in which one of them acts. One's nonce comes late, one may be gone
for good, one may sign two contents under a number and show each to others. They act, seal, ask their programs to go on
without who is missing, and read what reached them, in an order of their own; then all who are left hear everything and
go on for some weeks. All of these but the cheat end with the same record, and where more than half are left, and none
of them cheats, the game has moved on. No traceback.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from attrs import define, field

from sits_es.errors import GameError
from sits_es.mail.packet import Signed
from sits_es.post.clock import keep_time
from sits_es.post.orders import seal_text
from sits_es.post.parting import agree_without
from sits_es.post.protocol.acting import nonces_ahead
from tests.endurance.chances import same_chances
from tests.endurance.memory import in_memory
from tests.post.example_games import SHIPS, THREE
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, desks_closed, exchange
from tests.shared.watch import Watch
from tests.systems.installed import installed

#: A fourth player and their starship.
FOURTH: Final = """
[players.gold]
name = "Dee"
side = "red"

[[starships]]
name = "Osprey"
player = "gold"
zone = 2
guns = 3
hull = 4
"""
_SHIPS: Final = {**SHIPS, "gold": "Osprey"}
#: How long they play in disorder, and then in order, until they must have moved on.
STEPS: Final = range(8, 30)
WEEKS: Final = 14


@define
class Table:
    """A game and those who play it.

    present: who is not gone; late: whose nonces wait; cheat: who signs two contents; forged: these, by who sees them.
    """

    chance: Random
    clock: Watch
    posts: dict[str, Post]
    late: str | None
    cheat: str | None
    present: list[str] = field(factory=list)
    forged: dict[str, list[Signed]] = field(factory=dict)

    def here(self) -> list[Post]:
        return [self.posts[player] for player in self.present]


def play(seed: int, folder: Path) -> Iterator[str]:
    """Play such a game once. Yields what must not be, in words."""
    chance, clock = Random(seed), Watch()  # noqa: S311 -- to be the same, not secret
    players = ["red", "blue", "green", "gold"][: chance.choice((3, 3, 4))]
    scenario = folder / "open.toml"
    scenario.write_text(THREE + (FOURTH if "gold" in players else ""))
    late = chance.choice([*players, None])
    cheat = chance.choice([*players, None, None, None, None])
    waits = [late]

    def ahead(chain: Any, ledger: Any, me: str) -> Any:
        return [] if me in waits else nonces_ahead(chain, ledger, me)

    with same_chances(chance), desks_closed(), patch("sits_es.post.replica.nonces_ahead", ahead):
        escrow = chance.random() < 0.3
        posts = careful(folder, players, str(scenario), "slots", clock=clock, escrow=escrow)
        for post in posts.values():
            act(post, chance)
        exchange([*posts.values()])
        table = Table(chance, clock, posts, late, cheat, list(players))
        begun = posts["red"].moment()
        for _ in range(chance.choice(STEPS)):
            step(table, waits)
        waits.clear()
        go_on(table)
        honest = [post for post in table.here() if post.player != cheat]
        if len({post.head() for post in honest}) > 1:
            stand = [(post.player, post.desk.seat("duel").branch, post.moment()) for post in honest]
            yield f"records differ: {stand}"
        still = honest[0].replica.chain().game
        if 2 * len(honest) > len(players) and still.ended is None and honest[0].moment() <= begun:
            said = [(post.player, sorted({each.packet.kind for each in post.packets()})) for post in honest]
            yield f"nobody goes on at {still.moment}, with {table.present} of {players}: {said}"


def step(table: Table, waits: list[str | None]) -> None:
    """One thing that happens in disorder."""
    chance = table.chance
    post = table.posts[chance.choice(table.present)]
    acts: Sequence[tuple[int, Callable[[], object]]] = (
        (6, lambda: hear(table, post)),
        (3, lambda: act(post, chance)),
        (3, lambda: ask(post)),
        (3, lambda: time_goes_by(table, chance.choice((1, 2, 4, 9)))),
        (1, lambda: comes_late(table, waits)),
        (1, lambda: leaves(table)),
        (2, lambda: cheats(table)),
    )
    chance.choices([each for _, each in acts], [weight for weight, _ in acts])[0]()


def hear(table: Table, post: Post) -> None:
    """Some of what another holds reaches somebody: mostly of one sender, up to some number."""
    chance, giver = table.chance, table.posts[table.chance.choice([*table.posts])]
    if giver is post or giver.player not in table.present:
        return
    found = giver.packets() if chance.random() < 0.6 else giver.desk.journal.accepted("duel", void=True)
    found = [*found[: chance.randint(0, len(found))], *table.forged.get(post.player, [])]
    post.take(found if chance.random() < 0.7 else chance.sample(found, len(found)))


def act(post: Post, chance: Random) -> None:
    """Orders of some kind for the exchange at hand, where any are owed."""
    replica = post.replica
    chain = replica.chain()
    lines = (
        ["haste 1"] if chain.game.owed is not None and chain.game.owed.sealed else [f"fly to {chance.randint(0, 5)}"]
    )
    text = f"game {chain.name}\nturn {chain.game.moment.turn}\nplayer {post.player}\n"
    text += f"starship {_SHIPS[post.player]}\n  {lines[0]}\n"
    with suppress(GameError):
        seal_text(replica, "orders", text)
    replica.settle()


def ask(post: Post) -> None:
    """Somebody's program is to go on without who is missing."""
    with suppress(GameError):
        go_on_without(post.replica)
    with suppress(GameError):
        agree_without(post.replica)


def time_goes_by(table: Table, days: int) -> None:
    for _ in range(days):
        table.clock.later(hours=24)
        for post in table.here():
            keep_time(post.desk)
            post.replica.settle()


def comes_late(table: Table, waits: list[str | None]) -> None:
    """The nonces that were held back are sealed."""
    waits.clear()
    if table.late in table.present:
        table.posts[table.late].replica.settle()


def leaves(table: Table) -> None:
    """Somebody is gone for good, while more than half stay."""
    if 2 * (len(table.present) - 1) > len(table.posts) and len(table.present) == len(table.posts):
        table.present.remove(table.chance.choice(table.present))


def cheats(table: Table) -> None:
    """The cheat signs a second content under the number of their last packet, for some to see."""
    if table.cheat is None or table.cheat not in table.present:
        return
    chance, cheat = table.chance, table.posts[table.cheat]
    last = cheat.packets()[-1]
    body = dict(last.packet.body)
    if "seals" in body and isinstance(body["seals"], list):
        body["seals"] = [chance.randbytes(32).hex() for _ in body["seals"]]
    elif "lines" in body:
        body["lines"] = []
    elif "words" in body:
        body["words"] = "Otherwise."
    second = cheat.signed_anew(last, body)
    for player in chance.sample(table.present, chance.randint(1, len(table.present))):
        if player != table.cheat:
            table.forged.setdefault(player, []).append(second)


def go_on(table: Table) -> None:
    """All who are left hear everything, and play on for some weeks."""
    for _ in range(WEEKS):
        hear_all(table)
        for post in table.here():
            act(post, table.chance)
        hear_all(table)
        for post in table.here():
            if post.player != table.cheat:
                ask(post)
        time_goes_by(table, 4)
        hear_all(table)


def hear_all(table: Table) -> None:
    """Packets travel until nobody has anything new, second contents as well."""
    for _ in range(6):
        found = {each.digest: each for post in table.here() for each in held(post)}
        found |= {each.digest: each for kept in table.forged.values() for each in kept}
        order = sorted(found.values(), key=lambda each: (each.packet.number, each.digest))
        before = [post.head() for post in table.here()]
        for post in table.here():
            post.take(order)
        if before == [post.head() for post in table.here()] and len(order) == len(
            {each.digest for post in table.here() for each in held(post)} | {*found}
        ):
            return


def held(post: Post) -> Iterator[Signed]:
    yield from post.desk.journal.accepted("duel", void=True)
    for pair in post.replica.doubles():
        yield from pair


def runs(seed: int, count: int) -> list[str]:
    """One acts in the open while nonces and letters come late and people fail or cheat. What must not be, in words."""
    faults: list[str] = []
    with installed(*open_table.RULES):
        for each in range(seed, seed + count):
            with in_memory() as folder:
                try:
                    found = [*play(each, folder)]
                except Exception:  # noqa: BLE001 -- a traceback is what is looked for
                    found = [traceback.format_exc(limit=-6)]
            faults += [f"seed {each}: {fault}" for fault in found]
    return faults
