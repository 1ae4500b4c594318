"""Ways of playing in long runs: peers, a keeper who plays no side or an umpire, in escrow or not, by run or not."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from attrs import field, frozen

from tests.endurance.fleets import CRUISERS, FIGHTERS, Fleet
from tests.shared.memory import memory_disk
from tests.shared.postal import Table


@frozen(kw_only=True, eq=False)
class Scene:
    """A way of playing. players: who have a ship; how: what differs from two peers, as `Table` takes it."""

    name: str
    players: tuple[str, ...]
    how: Mapping[str, Any] = field(factory=dict)
    fleet: Fleet = CRUISERS

    def table(self, folder: Path, seed: int) -> Table:
        """A game that has begun, in a folder that there is not yet. Letters of the beginning get lost nowhere."""
        shutil.copytree(_begun(self), folder)
        return self._at(folder, seed)

    def _at(self, folder: Path, seed: int) -> Table:
        how = {**self.how, "terms": {"hours": 48, "grace": 24, **self.how.get("terms", {})}}
        path = str(folder / "scenario.toml")
        return Table(folder=folder, scenario=path, rules=self.fleet.rules, players=self.players, seed=seed, **how)


@cache
def _begun(scene: Scene) -> Path:
    """The folder of a game that has begun, made once for all runs."""
    made = Path(mkdtemp(prefix="sits-begun-", dir=memory_disk()))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    (made / "scenario.toml").write_text(scene.fleet.scenario(scene.players), encoding="utf-8")
    scene._at(made, 1).begin()
    return made


_TWO, _THREE, _FOUR = ("red", "blue"), ("red", "blue", "green"), ("red", "blue", "green", "gold")
_UMPIRE: Final = {"neutral": "ump", "reads": True}
_KEPT: Final = {"neutral": "kay"}
_BARE: Final = {"terms": {"escrow": False}}

#: By name.
SCENES: Final[Mapping[str, Scene]] = {
    scene.name: scene
    for scene in (
        Scene(name="two", players=_TWO),
        Scene(name="three", players=_THREE),
        Scene(name="three-bare", players=_THREE, how=_BARE),
        Scene(name="umpire", players=_TWO, how=_UMPIRE),
        Scene(name="four", players=_FOUR),
        Scene(name="kept", players=_TWO, how=_KEPT),
        Scene(name="three-run", players=_THREE, how={"terms": {"reveal": "run"}}),
        Scene(name="umpire-three", players=_THREE, how=_UMPIRE),
        Scene(name="fighters", players=_THREE, fleet=FIGHTERS),
        Scene(name="fighters-bare", players=_THREE, how=_BARE, fleet=FIGHTERS),
        Scene(name="fighters-umpire", players=_TWO, how=_UMPIRE, fleet=FIGHTERS),
    )
}
#: The order in which seeds take scenes where none is named.
ROUND: Final = tuple(SCENES)
#: Those in which one may cheat and leaves more than half: of three.
CHEATED: Final = tuple(name for name, scene in SCENES.items() if len(scene.players) == 3)
