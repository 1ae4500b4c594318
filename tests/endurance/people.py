"""People who play: they seal random lawful orders, late or never, and try the ways out that their program offers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from attrs import Factory, define, field
from typer.testing import CliRunner

from commands.main import VERBS, app
from commands.render.reports import LetterPrinter
from sits_es.errors import GameError
from sits_es.orders.faults import OrderFaults
from sits_es.post.desk.desk import Desk
from sits_es.post.orders import seal_text
from sits_es.post.protocol.missing import time_is_up
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.put_out import sign_list
from sits_es.post.protocol.seals import owing, unsealed_by
from sits_es.post.protocol.without import missing_parts, sheets
from sits_es.post.replica import Replica, replica_of
from sits_es.rules.moments import Moment
from tests.endurance.scenes import GOAL, Scene, ship_of

#: Orders of which some are lawful at any moment; the ship that is shot at stands for {other}.
ORDERS: Final = (
    "thrust 0",
    "thrust 3",
    "thrust 6",
    "roll starboard 1",
    "roll port 2",
    "pivot to C",
    "pivot to A/B",
    "decoy 1 if launched at",
    "launch port 1 salvo at {other}",
    "launch starboard 1 salvo at {other}",
)
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
    ways: list[str] = Factory(list)
    refusals: list[str] = Factory(list)

    def write_orders(self, desk: Desk) -> None:
        """Seal what is owed, if they feel like it."""
        if not desk.started(desk.seat("duel")) or self.name not in self.scene.players:
            return
        replica = replica_of(desk, desk.seat("duel"))
        chain = replica.chain()
        if chain.game.ended is not None or chain.game.moment >= GOAL or self.name in chain.game.out:
            return
        left = [moment for moment in unsealed_by(chain, replica.ledger(), self.name) if moment < GOAL]
        if left and self.chance.random() < self.ready:
            upto = left[min(self.chance.randint(1, self.ahead), len(left)) - 1]
            if left[0] == chain.game.moment or self.ahead > 1:
                self._seal(replica, left[0], upto)

    def _seal(self, replica: Replica, first: Moment, upto: Moment) -> None:
        """The first of several sheets that is lawful; at last one that orders nothing."""
        for number in (3, 2, 1, 1, 0):
            text = "\n".join(self._sheet(replica, first, upto, number))
            try:
                seal_text(replica, "orders", text, upto)
            except OrderFaults:
                continue
            except GameError as refusal:
                self.refusals.append(str(refusal))
                return
            replica.settle()
            return
        raise AssertionError(f"{self.name} may not even order nothing")

    def _sheet(self, replica: Replica, first: Moment, upto: Moment, number: int) -> Iterator[str]:
        yield from (f"game {replica.seat.branch}", f"turn {first.turn}", f"player {self.name}")
        if number:
            yield f"ship {ship_of(self.name)}"
        others = [ship_of(player) for player in self.scene.players if player != self.name]
        for segment in range(first.segment, upto.segment + 1):
            for line in self.chance.sample(ORDERS, number):
                yield f"  {segment} {line.format(other=self.chance.choice(others))}"

    def try_ways_out(self, folder: Path, clock: str, still: int) -> None:
        """What a person tries whose game stands still. still: for so many days."""
        for name, words in (*WAYS_OUT, *self._named_ways(folder, clock)):
            if name == "forfeit" and still < GIVE_UP:
                continue
            done, said = sits(folder, clock, *words)
            (self.ways if done else self.refusals).append(f"{name}: {said.strip()}")

    def _named_ways(self, folder: Path, clock: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Ways that name somebody: an umpire goes on without seals; those who are in sign others in again."""
        with Desk(folder, lambda: clock, printer=LetterPrinter()) as desk:
            replica = replica_of(desk, desk.seat("duel"))
            chain, ledger = replica.chain(), replica.ledger()
            owed = [player for player, what in owing(chain, ledger, self.name) if what != "reveal"]
            out = [player for player in chain.game.out if player != self.name]
        if self.name == self.scene.umpire:
            yield from (("default", ("default", "duel", player)) for player in owed)
        yield from (("readmit", ("readmit", "duel", player)) for player in out)


def sits(folder: Path, clock: str, *words: str) -> tuple[bool, str]:
    """Type a verb. Whether it was done, and what was said. Raises what ends the program, if it is no refusal."""
    if words[0] not in {verb.name for verb in VERBS}:
        return _without(folder, clock) if words[0] == "without" else (False, f"There is no verb {words[0]}.")

    def open_desk(**_: Any) -> Desk:
        return Desk(folder, lambda: clock, printer=LetterPrinter())

    with patch("commands.home.open_desk", open_desk), patch.dict("os.environ", {"SITS_HOME": str(folder)}):
        found = CliRunner().invoke(app, list(words))
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found.exit_code == 0, found.output


def _without(folder: Path, clock: str) -> tuple[bool, str]:
    """Sign that the game goes on without all whose time is up."""
    with Desk(folder, lambda: clock, printer=LetterPrinter()) as desk:
        replica = replica_of(desk, desk.seat("duel"))
        chain, ledger, me = replica.chain(), replica.ledger(), replica.me
        version, owed = chain.head.version, chain.game.owed
        if owed is None or chain.game.play != "peers" or me not in chain.game.still_in:
            return False, "There is nobody to go on without."
        kinds: tuple[What, ...] = ("seal", "reveal")
        for what in kinds:
            missing = missing_parts(chain, ledger, owed, version, what)
            if not missing or me in missing:
                continue
            ends = [time_is_up(chain, ledger, owed.moment, version, me, player) for player in missing]
            if any(end is None or end > clock for end in ends):
                return False, f"The {what} of {missing} is missing, and there is time until {ends}."
            if any(me in sheet.by for sheet in sheets(ledger, owed.moment, version, what)):
                return False, "It is signed."
            replica.do(sign_list(chain, ledger, me, owed, version, what, missing))
            replica.settle()
            return True, f"The {what} of {missing} for {owed.moment} is missing."
    return False, "Nobody is missing."
