"""Ways of playing in long runs: peers or an umpire, in escrow or not, begun already or invited by letters.

A game that has begun, or to which nobody was invited yet, is made once for each way of playing and copied.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from attrs import field, frozen

from sits_es.mail.identity import Identity, save_identity
from tests.endurance.chances import same_chances
from tests.endurance.fleets import CRUISERS, FIGHTERS, Fleet
from tests.post.example_games import posts
from tests.shared.careful import terms as careful_terms
from tests.shared.posts import ADDRESSES, NAMES, desks_closed

#: When the games begin, as clocks say it.
BEGIN: Final = "2026-01-02T03:04:05+00:00"
#: What is bound to happen to somebody in a scene.
Fate = Literal["resigns", "umpire gone"]


@frozen(kw_only=True)
class Scene:
    """A way of playing. players: who have a ship; umpire: their id, or None; terms: what differs from the usual.

    onlookers: who has no ship, such as a trustee; invited: whether the run begins with the invitation; fate: what is
    bound to happen at some moment; heir: the onlooker who is to be umpire after the first is gone, None for peers.
    """

    name: str
    players: tuple[str, ...]
    umpire: str | None = None
    terms: Mapping[str, Any] = field(factory=dict)
    onlookers: tuple[str, ...] = ()
    invited: bool = False
    fate: Fate | None = None
    heir: str | None = None
    fleet: Fleet = CRUISERS

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has a folder."""
        return (*self.players, *((self.umpire,) if self.umpire else ()), *self.onlookers)

    @property
    def host(self) -> str:
        """Who invites."""
        return self.umpire or self.players[0]

    @property
    def whole_terms(self) -> dict[str, Any]:
        """The terms as a game's first event holds them."""
        return careful_terms(**self.terms)


_TWO, _THREE, _FOUR = ("red", "blue"), ("red", "blue", "green"), ("red", "blue", "green", "gold")
_ESCROW: Final = {"escrow": True}
_TRUSTEE: Final = {"escrow": True, "trustee": "eye"}
_RUN: Final = {"reveal": "run"}

#: By name. The first four are played by segments, without escrow, and have begun.
SCENES: Final[Mapping[str, Scene]] = {
    scene.name: scene
    for scene in (
        Scene(name="two", players=_TWO),
        Scene(name="three", players=_THREE),
        Scene(name="four", players=_FOUR),
        Scene(name="umpire", players=_TWO, umpire="ump"),
        Scene(name="three-escrow", players=_THREE, terms=_ESCROW),
        Scene(name="trustee", players=_TWO, terms=_TRUSTEE, onlookers=("eye",)),
        Scene(name="three-run", players=_THREE, terms=_ESCROW | _RUN),
        Scene(name="umpire-gone", players=_TWO, umpire="ump", fate="umpire gone"),
        Scene(name="three-resigns", players=_THREE, fate="resigns"),
        Scene(name="two-invited", players=_TWO, invited=True),
        Scene(name="fighters", players=_THREE, fleet=FIGHTERS),
        Scene(name="four-escrow", players=_FOUR, terms=_ESCROW),
        Scene(name="trustee-run", players=_TWO, terms=_TRUSTEE | _RUN, onlookers=("eye",)),
        Scene(name="three-escrow-invited", players=_THREE, terms=_ESCROW, invited=True),
        Scene(
            name="umpire-heir",
            players=_TWO,
            umpire="ump",
            onlookers=("eye",),
            invited=True,
            heir="eye",
            fate="umpire gone",
        ),
        Scene(name="two-resigns", players=_TWO, fate="resigns"),
        Scene(name="umpire-three-resigns", players=_THREE, umpire="ump", invited=True, fate="resigns"),
        Scene(name="umpire-three-gone", players=_THREE, umpire="ump", invited=True, fate="umpire gone"),
        Scene(name="four-escrow-resigns", players=_FOUR, terms=_ESCROW, fate="resigns"),
        Scene(name="fighters-umpire", players=_TWO, umpire="ump", fleet=FIGHTERS),
        Scene(name="trustee-invited", players=_TWO, terms=_TRUSTEE, onlookers=("eye",), invited=True),
        Scene(name="fighters-escrow", players=_THREE, terms=_ESCROW, fleet=FIGHTERS),
    )
}
_USUAL: Final = tuple(SCENES)[:4]
_OTHERS: Final = tuple(SCENES)[4:]
#: The order in which seeds take scenes where none is named: the first four come twice as often as the others.
ROUND: Final = (*_USUAL, *_OTHERS[:9], *_USUAL, *_OTHERS[9:])


def begun(scene: Scene, kept: Path, folder: Path) -> None:
    """Folders of a game that has begun, or that nobody has invited to yet, one for each person, with their mail boxes.

    kept: where the game is kept once it was made. Each person's post goes to and from inbox and outbox in their folder.
    """
    start = kept / scene.name
    if not start.exists():
        making = (kept / f"{scene.name} (being made)").absolute()
        making.mkdir(parents=True)
        (making / "scenario.toml").write_text(scene.fleet.scenario(scene.players))
        # the same mark, seals and name of the scenario in every run, so that a seed tells all
        with desks_closed(), chdir(making), same_chances(Random(scene.name)):  # noqa: S311 -- to be the same, not secret
            if scene.invited:
                _keys(scene, making)
            else:
                posts(
                    making,
                    scene.fleet.rules,
                    "scenario.toml",
                    scene.players,
                    scene.umpire,
                    lambda: BEGIN,
                    scene.onlookers,
                    **scene.whole_terms,
                )
        for person in scene.people:
            mail = f'[mail]\naddress = "{address_of(person)}"\ninbox = "inbox"\noutbox = "outbox"\n'
            (making / person / "sits.toml").write_text(mail)
            (making / person / "inbox").mkdir()
        making.rename(start)
    shutil.copytree(start, folder)


def _keys(scene: Scene, folder: Path) -> None:
    """A key for everybody, and nothing else yet."""
    for person in scene.people:
        secret = person.encode().ljust(32, b"\0")
        save_identity(Identity.from_secret(NAMES.get(person, person), secret), folder / person / "keys")


def address_of(person: str) -> str:
    """Where somebody's mail goes, in games that tests make."""
    return ADDRESSES.get(person, f"{person}@example.org")
