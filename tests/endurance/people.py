"""People who play: they seal random lawful orders, late or never, and try the ways out that their program offers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import chdir
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from attrs import Factory, define, field
from typer.testing import CliRunner

from commands.main import app
from commands.render.reports import LetterPrinter
from sits_es.errors import GameError
from sits_es.orders.faults import OrderFaults
from sits_es.post.desk.desk import Desk
from sits_es.post.invitations import Wish, invite, join
from sits_es.post.joiners import confirm_joins, unconfirmed
from sits_es.post.orders import seal_text
from sits_es.post.protocol.seals import owing, unsealed_by
from sits_es.post.replica import Replica, replica_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from tests.endurance.scenes import Scene, address_of
from tests.shared.posts import NAMES

#: What somebody tries whose game does not go on, in this order; a program turns down what cannot be signed yet.
WAYS_OUT: Final = (
    ("without", ("without", "duel")),
    ("agree without", ("agree", "duel", "--without")),
    ("agree", ("agree", "duel")),
    ("forfeit", ("forfeit", "duel")),
)


#: Days of silence after which somebody gives a game of two up.
GIVE_UP: Final = 40


@define
class Person:
    """Somebody with a folder. ready: chance that they write what they owe on a day; patience: days until they act.

    ahead: how many exchanges they like to seal at once; away, off: until when (minutes) they don't look, or their
    program does not run; gone: for good; lost: their folder was, so that somebody must send them the whole game.
    ways: ways out that they took, by name.
    """

    name: str
    scene: Scene
    chance: Random = field(repr=False)
    ready: float = 0.9
    patience: int = 4
    ahead: int = 1
    away: int = 0
    off: int = 0
    gone: bool = False
    lost: bool = False
    resigned: bool = False
    has_invited: bool = False
    ways: list[str] = Factory(list)
    refusals: list[str] = Factory(list)

    def begin(self, desk: Desk) -> bool:
        """Invite, join or confirm, where that is still to be done. Whether anything was."""
        seats = desk.journal.seats()
        if not seats:
            return self._invite(desk)
        if desk.started(seats[0]):
            return False
        try:
            if seats[0].player is None or self._was_stopped(desk):
                join(desk, "duel", NAMES.get(self.name, self.name), address_of(self.name), self.name)
                return True
            replica = replica_of(desk, seats[0])
            gathering = replica.gathering()
            if self.name != self.scene.host or not unconfirmed(replica, gathering):
                return False
            confirm_joins(replica, gathering, None)
            replica.settle()
        except GameError as refusal:
            self.refusals.append(str(refusal))
            return False
        return True

    def _was_stopped(self, desk: Desk) -> bool:
        """Whether the place was taken, and the program stopped before it wrote the answer: nothing tells of one."""
        return self.name != self.scene.host and not desk.journal.kept_of("duel", self.name, 1)

    def _invite(self, desk: Desk) -> bool:
        """Invite everybody, once: a host who has lost the folder waits for letters that bring the game back."""
        if not self.scene.invited or self.name != self.scene.host:
            return False
        if self.has_invited:
            self.lost = True
            return False
        self.has_invited = True
        wish = Wish(
            rules=self.scene.fleet.rules,
            scenario="scenario.toml",
            name="duel",
            me=self.name,
            others={person: address_of(person) for person in self.scene.people if person != self.name},
            umpire=self.scene.umpire,
            spectators=self.scene.onlookers,
            terms=self.scene.whole_terms,
        )
        with chdir(desk.folder.parent):  # a game holds the scenario's place: the same one wherever the run is
            invite(desk, wish, None, NAMES.get(self.name, self.name), address_of(self.name))
        return True

    def write_orders(self, desk: Desk) -> bool:
        """Order what is owed, if they feel like it. Whether they did."""
        seats = desk.journal.seats()
        if not seats or not desk.started(seats[0]) or self.name not in self.scene.players or self.resigned:
            return False
        replica = replica_of(desk, seats[0])
        chain, goal = replica.chain(), self.scene.fleet.goal
        if chain.game.ended is not None or chain.game.moment >= goal or self.name in chain.game.out:
            return False
        if self.scene.fleet.alone:
            return self._act(replica, chain.game.owed)
        left = [moment for moment in unsealed_by(chain, replica.ledger(), self.name) if moment < goal]
        if left and self.chance.random() < self.ready:
            upto = left[min(self.chance.randint(1, self.ahead), len(left)) - 1]
            if left[0] == chain.game.moment or self.ahead > 1:
                return self._order(replica, left[0], upto)
        return False

    def _act(self, replica: Replica, owed: Owed | None) -> bool:
        """Order in the open, where it is for them alone to act."""
        if owed is None or owed.sealed or self.name not in owed.orders_by or self.chance.random() >= self.ready:
            return False
        return self._order(replica, owed.moment, owed.moment)

    def _order(self, replica: Replica, first: Moment, upto: Moment) -> bool:
        """The first of several sheets that is lawful; at last one that orders nothing."""
        for number in (3, 2, 1, 1, 0):
            text = "\n".join(self._sheet(replica, first, upto, number))
            try:
                seal_text(replica, "orders", text, upto)
            except OrderFaults:
                continue
            except GameError as refusal:
                self.refusals.append(str(refusal))
                return False
            replica.settle()
            return True
        raise AssertionError(f"{self.name} may not even order nothing")

    def _sheet(self, replica: Replica, first: Moment, upto: Moment, number: int) -> Iterator[str]:
        fleet = self.scene.fleet
        yield from (f"game {replica.seat.branch}", f"turn {first.turn}", f"player {self.name}")
        unit = fleet.ships[self.name]
        given = replica.ledger().bound.get((self.name, first)) if fleet.alone else None
        if number or given:
            yield f"{fleet.unit} {unit}"
        if given is not None:  # before others were put out, and their program takes nothing else
            yield from (f"  {line.removeprefix(f'{unit}: ')}" for line in given)
            return
        for segment in range(first.segment, upto.segment + 1):
            for line in fleet.some_orders(self.chance, self.name, self.scene.players, number):
                yield f"  {line}" if fleet.alone else f"  {segment} {line}"

    def try_ways_out(self, folder: Path, clock: str, still: int, done: bool, gone: Collection[str] = ()) -> None:
        """What a person tries whose game stands still.

        still: for so many days; done: whether what was to be played is, so that nobody is asked for more; gone: who is
        known to be.
        """
        for name, words in (*WAYS_OUT, *self._named_ways(folder, clock, gone)):
            if (name == "forfeit" and still < GIVE_UP) or (name == "without" and done):
                continue
            if name == "agree without" and 2 * len({*gone} & {*self.scene.players}) < len(self.scene.players):
                continue  # nobody parts a game while the others may still be there
            taken, said = sits(folder, clock, *words)
            (self.ways if taken else self.refusals).append(f"{name}: {said.strip()}")

    def _named_ways(self, folder: Path, clock: str, gone: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Ways that name somebody: an umpire goes on without seals, players without an umpire who is gone.

        Those who are in sign others in again who were put out.
        """
        with Desk(folder, lambda: clock, printer=LetterPrinter()) as desk:
            replica = replica_of(desk, desk.seat("duel"))
            chain, ledger = replica.chain(), replica.ledger()
            owed = [player for player, what in owing(chain, ledger, self.name) if what != "reveal"]
            resigned = ledger.witness.resigned
            out = [player for player in chain.game.out if player != self.name and player not in resigned]
            umpires = chain.game.umpires
            undone = self.resigned and self.name in chain.game.still_in and self.name not in resigned
        if undone:  # a restored folder had sent something else under its number
            yield "resign", ("resign", "duel")
        if self.name in umpires:
            yield from (("default", ("default", "duel", player)) for player in owed)
        yield from (("readmit", ("readmit", "duel", player)) for player in out)
        if self.name in self.scene.players and any(umpire in gone for umpire in umpires):
            heir = self.scene.heir
            yield "umpire", ("umpire", "duel", *(("--new", heir) if heir is not None else ("--none",)))
        if self.scene.heir in umpires and self.name in self.scene.players and self.scene.heir is not None:
            yield "bundle", ("mail", "out", "--bundle", "duel", "--for", self.scene.heir)


def sits(folder: Path, clock: str, *words: str) -> tuple[bool, str]:
    """Type a verb. Whether it was done, and what was said. Raises what ends the program, if it is no refusal."""

    def desk(*_: Any, **__: Any) -> Desk:
        return Desk(folder, lambda: clock, printer=LetterPrinter())

    with patch("sits_es.post.desk.desk.Desk", desk), patch.dict("os.environ", {"SITS_HOME": str(folder)}):
        found = CliRunner().invoke(app, list(words))
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found.exit_code == 0, found.output
