"""Desks of several players, and packets carried between them by hand: for tests of play by mail."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve, frozen
from hypothesis import strategies as st

from commands.render.reports import LetterPrinter
from sits_es.mail.identity import new_identity, save_identity
from sits_es.mail.packet import LastEvent, Signed, sign
from sits_es.orders.normal import write_line
from sits_es.post import clerk
from sits_es.post.arrivals import arrive
from sits_es.post.clock import keep_time
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.secrets import Secrets
from sits_es.post.invitations import Wish, invite, join
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.fate import ACCEPTED
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.service.audit import audit_game
from sits_es.service.orders import read_order_file
from tests.shared.lists import letters_gone
from tests.shared.watch import Watch

ADDRESSES: Final = {"red": "anna@example.org", "blue": "ben@example.org", "ump": "uma@example.org"}
NAMES: Final = {"red": "Anna", "blue": "Ben", "ump": "Uma"}
CLOCK: Final = "2026-01-02T03:04:05+00:00"

RED: Final = "game duel\nturn 1\nplayer red\nship Fearless\n  1 thrust 6\n  1 launch port 1 salvo at Sirius\n"
BLUE: Final = "game duel\nturn 1\nplayer blue\nship Sirius\n  1-8 decoy 1 if launched at\n  2 thrust 4\n"


@frozen
class Post:
    """A desk in a folder, with a key."""

    player: str
    desk: Desk

    @property
    def replica(self) -> Replica:
        return Replica(self.desk, self.desk.seat("duel"))

    def packets(self) -> list[Signed]:
        """Everything that this player has sent."""
        return [signed for signed in self.desk.journal.accepted("duel") if signed.packet.sender == self.player]

    def take(self, packets: Sequence[Signed]) -> None:
        """Let packets arrive and settle the game."""
        for signed in packets:
            arrive(self.desk, signed, "by hand")
        if self.desk.journal.seat("duel"):
            self.replica.settle()

    def signed_anew(self, signed: Signed, body: dict[str, Any]) -> Signed:
        """A packet with another body, signed with this player's own key."""
        return sign(evolve(signed.packet, body=body), self.desk.identity())

    def mark(self) -> str | None:
        """The game's mark, which every packet bears."""
        return self.replica.chain().mark

    def head(self) -> str:
        return self.desk.session.store.head(self.desk.seat("duel").branch).digest

    def moment(self) -> Moment:
        return self.replica.chain().game.moment

    def seal(self, text: str, upto: int) -> None:
        """Seal an order file for all exchanges up to a segment, and settle."""
        replica = self.replica
        chain = replica.chain()
        sheet = read_order_file(chain.fold, "orders", text, self.player).sheet
        at = chain.game.moment
        orders = {
            Moment(at.turn, segment): tuple(write_line(form, chain.rules.language) for form in sheet.at(segment))
            for segment in range(at.segment, upto + 1)
        }
        replica.seal(orders)
        replica.settle()


def seal_lines(post: Post, orders: Mapping[Moment, Sequence[str]]) -> None:
    """Seal lines as they stand, whether they make sense or not."""
    replica = post.replica
    replica.seal(orders)
    replica.settle()


#: What closes the desks that are opened by `open_post`: the blocks of `desks_closed` that are at work, innermost last.
_CLOSERS: Final[list[ExitStack]] = []


@contextmanager
def desks_closed() -> Iterator[None]:
    """Every desk that a post opens in this block is closed when it ends. Each test of this folder is such a block."""
    with ExitStack() as closer:
        _CLOSERS.append(closer)
        try:
            yield
        finally:
            _CLOSERS.remove(closer)


def open_post(folder: Path, player: str, clock: Callable[[], str] = lambda: CLOCK) -> Post:
    """A desk with what is in its folder. It may be closed sooner than its block ends."""
    return Post(player, _CLOSERS[-1].enter_context(Desk(folder, clock, printer=LetterPrinter())))


def new_post(folder: Path, player: str, clock: Callable[[], str] = lambda: CLOCK) -> Post:
    """The same, with a key for the player."""
    post = open_post(folder, player, clock)
    secret = player.encode().ljust(32, b"\0")
    save_identity(new_identity(NAMES.get(player, player), lambda number: secret[:number]), post.desk.keys)
    return post


def lose_secrets(post: Post) -> None:
    """What this player sealed is on a disk that broke."""
    post.desk.secrets.__exit__(None, None, None)
    (post.desk.keys / "secrets.db").unlink()
    post.desk.secrets = Secrets(post.desk.keys)


def with_a_key_alone(post: Post, folder: Path, clock: Callable[[], str] = lambda: CLOCK) -> Post:
    """Somebody who has lost their folder, and nothing but a copy of their key is left."""
    (folder / "keys").mkdir(parents=True)
    for key in post.desk.keys.glob("*.key"):
        shutil.copy2(key, folder / "keys")
    (folder / "keys").chmod(0o700)
    return open_post(folder, post.player, clock)


def invited(post: Post, others: Mapping[str, str], umpire: str | None = None, **terms: Any) -> Signed:
    """The invitation to a duel."""
    wish = Wish(rules="sits", scenario="duel", name="duel", me=post.player, others=others, umpire=umpire, terms=terms)
    return invite(post.desk, wish, None, NAMES[post.player], ADDRESSES[post.player])


def exchange(posts: Sequence[Post], rounds: int = 40) -> None:
    """Carry packets round until nobody has anything new."""
    seen: dict[str, int] = {post.player: -1 for post in posts}
    for _ in range(rounds):
        sent = {post.player: post.packets() for post in posts}
        if {player: len(packets) for player, packets in sent.items()} == seen:
            for post in posts:
                if post.replica.started:
                    letters_gone(post.replica)
            return
        seen = {player: len(packets) for player, packets in sent.items()}
        for post in posts:
            others = [signed for player, packets in sorted(sent.items()) if player != post.player for signed in packets]
            post.take(others)
    raise AssertionError("the posts do not come to rest")


def days(clock: Watch, count: int, *posts: Post) -> None:
    """So many days go by, and all of these exchange letters each day."""
    for _ in range(count):
        clock.later(hours=24)
        for post in posts:
            keep_time(post.desk)
            post.replica.settle()
        exchange(posts)


def kinds(post: Post) -> list[str]:
    """What one has sent."""
    return [signed.packet.kind for signed in post.packets()]


#: Packets in the order in which they arrive, each with whether the game is taken on at once.
Deliveries = Sequence[tuple[Signed, bool]]


@st.composite
def deliveries(draw: st.DrawFn, packets: Sequence[Signed]) -> Deliveries:
    """Packets in any order, some of them twice, and the game taken on after some of them."""
    twice = [*packets, *draw(st.lists(st.sampled_from(packets), max_size=4))]
    order = draw(st.permutations(twice))
    days = draw(st.lists(st.booleans(), min_size=len(order), max_size=len(order)))
    return list(zip(order, days, strict=True))


@contextmanager
def delivered(start: Path, folder: Path, carried: Deliveries) -> Iterator[Desk]:
    """A desk as it was at the start, in a folder that is thrown away, once packets have arrived there."""
    shutil.copytree(start, folder)
    with Desk(folder, lambda: CLOCK, printer=LetterPrinter()) as desk:
        for signed, settle in carried:
            arrive(desk, signed, "by hand")
            if settle:
                Replica(desk, desk.seat("duel")).settle()
        Replica(desk, desk.seat("duel")).settle()
        yield desk
    shutil.rmtree(folder)


def peers(folder: Path, clock: Callable[[], str] = lambda: CLOCK, **terms: Any) -> tuple[Post, Post]:
    """A duel of two peers that has begun."""
    red, blue = new_post(folder / "red", "red", clock), new_post(folder / "blue", "blue", clock)
    invitation = invited(red, {"blue": ADDRESSES["blue"]}, **terms)
    blue.take([invitation])
    join(blue.desk, "duel", "Ben", ADDRESSES["blue"])
    exchange([red, blue])
    return red, blue


def umpired(folder: Path, clock: Callable[[], str] = lambda: CLOCK, **terms: Any) -> tuple[Post, Post, Post]:
    """A duel with an umpire that has begun: the umpire, red and blue."""
    ump, red, blue = (new_post(folder / player, player, clock) for player in ("ump", "red", "blue"))
    others = {player: ADDRESSES[player] for player in ("red", "blue")}
    invitation = invited(ump, others, "ump", **terms)
    for post in (red, blue):
        post.take([invitation])
        join(post.desk, "duel", NAMES[post.player], ADDRESSES[post.player])
    carry(ump, red, blue)
    return ump, red, blue


def carry(ump: Post, red: Post, blue: Post) -> None:
    """Carry packets as an umpired game does: players' to the umpire, the umpire's to everybody."""
    for _ in range(4):
        ump.take([*red.packets(), *blue.packets()])
        for post in (red, blue):
            post.take(ump.packets())


def facts(post: Post, kind: type) -> list[object]:
    """Facts of a kind on the record of the branch that is the game."""
    branch = post.desk.seat("duel").branch
    return [
        recorded.event for recorded in post.desk.session.open_game(branch).events() if isinstance(recorded.event, kind)
    ]


def sound(post: Post) -> bool:
    """Whether recomputing gives the same events."""
    return audit_game(post.desk.session.open_game(post.desk.seat("duel").branch), []).faults == ()


def thrust(post: Post, branch: str, segment: int) -> str:
    """Orders that are good in any segment."""
    ship = {"red": "Fearless", "blue": "Sirius"}[post.player]
    return f"game {branch}\nturn 1\nplayer {post.player}\nship {ship}\n  {segment} thrust 2\n"


def unjudged(post: Post, body: Body, head: LastEvent | None = None) -> Signed:
    """A packet as a changed program sends it: it is not judged before it is signed."""
    with unjudging():
        return post.replica.post(body, head)


@contextmanager
def unjudging() -> Iterator[None]:
    """Programs that are changed: in this block no packet is judged before it is signed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clerk, "judge", lambda *_: ACCEPTED)
        yield
