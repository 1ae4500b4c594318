"""What is played in long runs: a light cruiser of SITS each, or a light fighter of Star Wars, which act one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Literal

from attrs import frozen

from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Fleet:
    """The units of a rule system. rules: its name; goal: the exchange after the last that is played.

    ships: the name of each player's one unit; unit: what orders call it; scenario: the file, for some players; orders:
    of which some are lawful at any moment, where {other} is the unit shot at; alone: whether units act one by one,
    so that orders are given openly.
    """

    rules: str
    goal: Moment
    ships: Mapping[str, str]
    unit: Literal["ship", "starship"]
    scenario: Callable[[Sequence[str]], str]
    orders: tuple[str, ...]
    alone: bool = False

    def some_orders(self, chance: Random, player: str, players: Sequence[str], number: int) -> list[str]:
        """Orders of a player for one exchange, by chance."""
        others = [self.ships[each] for each in players if each != player]
        return [line.format(other=chance.choice(others)) for line in chance.sample(self.orders, number)]


_CRUISERS: Final[Mapping[str, tuple[str, str, str]]] = {
    "red": ("Fearless", "0,0", "B"),
    "blue": ("Sirius", "5,-28 alt +3", "E"),
    "green": ("Apollo", "-6,-24", "D"),
    "gold": ("Hawkwing", "9,-6 alt -2", "F"),
}


def _cruisers(players: Sequence[str]) -> str:
    """Everybody against everybody else, far enough apart that nobody is out in the first turn."""
    lines = ['title = "A small meeting"']
    for player in players:
        lines += ["", f"[players.{player}]", f'name = "{player.title()}"', f'side = "{player}"']
    for player in players:
        name, at, nose = _CRUISERS[player]
        lines += ["", "[[ships]]", f'name = "{name}"', 'class = "Sample Light Cruiser"', f'player = "{player}"']
        lines += [f'at = "{at}"', f'vectors = "4{nose}"', f'nose = "{nose}"', "roll = 0"]
    return "\n".join([*lines, "", "[victory]", "turns = 6", ""])


#: Two segments of the first turn.
CRUISERS: Final = Fleet(
    rules="sits",
    goal=Moment(1, 3),
    ships={player: name for player, (name, _, _) in _CRUISERS.items()},
    unit="ship",
    scenario=_cruisers,
    orders=(
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
    ),
)

_FIGHTERS: Final[Mapping[str, tuple[str, str]]] = {"red": ("Hawk", ""), "blue": ("Kite", "2A"), "green": ("Lone", "1C")}


def _fighters(players: Sequence[str]) -> str:
    """Everybody against everybody else; who goes first is rolled in each round."""
    lines = ['rules = "starwars"', 'title = "A small dogfight"', "rounds = 3", 'initiative = "rolled"']
    for player in players:
        lines += ["", f"[players.{player}]", f'name = "{player.title()}"', f'side = "{player}"']
    for player in players:
        name, at = _FIGHTERS[player]
        lines += ["", "[[starships]]", f'name = "{name}"', 'class = "Sample light fighter"', f'player = "{player}"']
        lines += [f'at = "{at}"', 'facing = "A"', "speed = 2", 'initiative = "2 ability"']
    return "\n".join([*lines, ""])


#: The first of a round who act.
FIGHTERS: Final = Fleet(
    rules="starwars",
    goal=Moment(1, 5),
    ships={player: name for player, (name, _) in _FIGHTERS.items()},
    unit="starship",
    scenario=_fighters,
    orders=(
        "fly F",
        "fly F F",
        "fly L",
        "accelerate",
        "fire forward-lasers at {other}",
        "check piloting difficulty 2",
    ),
    alone=True,
)
