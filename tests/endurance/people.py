"""People who play: they seal random lawful orders, late or never, and try the ways out that their program offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from sits_es.post.protocol.seals import unsealed_by
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
        if chain.game.ended is not None or chain.game.moment >= GOAL or self.name in getattr(chain.game, "out", ()):
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

    def try_ways_out(self, folder: Path, clock: str, refused: Sequence[str] = ()) -> None:
        """What a person tries whose game stands still."""
        for name, words in WAYS_OUT:
            if name in refused:
                continue
            done, said = sits(folder, clock, *words)
            if done:
                self.ways.append(f"{name}: {said.strip()}")
            else:
                self.refusals.append(f"{name}: {said.strip()}")


def sits(folder: Path, clock: str, *words: str) -> tuple[bool, str]:
    """Type a verb. Whether it was done, and what was said. Raises what ends the program, if it is no refusal."""
    if words[0] not in {verb.name for verb in VERBS}:
        return False, f"There is no verb {words[0]}."

    def open_desk(**_: Any) -> Desk:
        return Desk(folder, lambda: clock, printer=LetterPrinter())

    with patch("commands.home.open_desk", open_desk), patch.dict("os.environ", {"SITS_HOME": str(folder)}):
        found = CliRunner().invoke(app, list(words))
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found.exit_code == 0, found.output
