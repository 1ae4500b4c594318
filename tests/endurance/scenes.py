"""Small games for long runs: one light cruiser of SITS each, as two, three or four peers or with an umpire.

A run plays the eight segments of the first turn. A game that has begun is made once for each way of playing and copied.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from contextlib import chdir
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import field, frozen

from sits_es.rules.moments import Moment
from tests.endurance.chances import same_chances
from tests.shared.careful import careful
from tests.shared.posts import desks_closed

#: Where every run ends: the exchange after the last that is played.
GOAL: Final = Moment(1, 9)
#: When the games begin, as clocks say it.
BEGIN: Final = "2026-01-02T03:04:05+00:00"

_SHIPS: Final[Mapping[str, tuple[str, str, str]]] = {
    "red": ("Fearless", "0,0", "B"),
    "blue": ("Sirius", "5,-28 alt +3", "E"),
    "green": ("Apollo", "-6,-24", "D"),
    "gold": ("Hawkwing", "9,-6 alt -2", "F"),
}


@frozen(kw_only=True)
class Scene:
    """A way of playing. players: who have a ship; umpire: their id, or None; terms: what differs from the usual."""

    name: str
    players: tuple[str, ...]
    umpire: str | None = None
    terms: Mapping[str, Any] = field(factory=dict)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has a folder."""
        return (*self.players, *((self.umpire,) if self.umpire else ()))


SCENES: Final[Mapping[str, Scene]] = {
    scene.name: scene
    for scene in (
        Scene(name="two", players=("red", "blue")),
        Scene(name="three", players=("red", "blue", "green")),
        Scene(name="four", players=("red", "blue", "green", "gold")),
        Scene(name="umpire", players=("red", "blue"), umpire="ump"),
    )
}


def ship_of(player: str) -> str:
    """The name of a player's one ship."""
    return _SHIPS[player][0]


def scenario(players: Sequence[str]) -> str:
    """The scenario file: everybody against everybody else, far enough apart that nobody is out in the first turn."""
    lines = ['title = "A small meeting"']
    for player in players:
        lines += ["", f"[players.{player}]", f'name = "{player.title()}"', f'side = "{player}"']
    for player in players:
        name, at, nose = _SHIPS[player]
        lines += ["", "[[ships]]", f'name = "{name}"', 'class = "Sample Light Cruiser"', f'player = "{player}"']
        lines += [f'at = "{at}"', f'vectors = "4{nose}"', f'nose = "{nose}"', "roll = 0"]
    return "\n".join([*lines, "", "[victory]", "turns = 6", ""])


def begun(scene: Scene, kept: Path, folder: Path) -> None:
    """Folders of a game that has begun, one for each person, with the mail boxes named in them.

    kept: where the game is kept once it was made. Each person's post goes to and from inbox and outbox in their folder.
    """
    start = kept / scene.name
    if not start.exists():
        making = (kept / f"{scene.name} (being made)").absolute()
        making.mkdir(parents=True)
        (making / "scenario.toml").write_text(scenario(scene.players))
        # the same mark, seals and name of the scenario in every run, so that a seed tells all
        with desks_closed(), chdir(making), same_chances(Random(scene.name)):  # noqa: S311 -- to be the same, not secret
            careful(making, scene.players, "scenario.toml", "sits", scene.umpire, lambda: BEGIN, **scene.terms)
        for person in scene.people:
            mail = f'[mail]\naddress = "{address_of(person)}"\ninbox = "inbox"\noutbox = "outbox"\n'
            (making / person / "sits.toml").write_text(mail)
            (making / person / "inbox").mkdir()
        making.rename(start)
    shutil.copytree(start, folder)


def address_of(person: str) -> str:
    """Where somebody's mail goes, in games that tests make."""
    from tests.shared.posts import ADDRESSES

    return ADDRESSES.get(person, f"{person}@example.org")
