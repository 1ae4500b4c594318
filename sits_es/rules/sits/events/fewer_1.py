"""The first versions of events of SITS that have gained fields since: how they are read, and written ever since.

Games that began before rules pack 2 go on writing them; nothing that needs the new fields can happen in those games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sits_es.events import Data, upcaster
from sits_es.versions import Downcaster, downcaster

#: The last number of a game, see `versions`, that writes them.
LAST: Final = 2


def _due(windows: int, pace: Any) -> list[int]:
    if type(pace) is not int or not 1 <= pace <= MOST_PACE:
        raise TypeError("segments_per_window is not a pace")
    return [pace * window for window in range(1, windows + 1)]


#: The slowest pace that a card could print, in segments per window.
MOST_PACE: Final = 9999

#: The most windows of a roll.
MOST_STEPS: Final = 11


def _read_pivot(data: Data) -> Data:
    kept = {name: value for name, value in data.items() if name != "segments_per_window"}
    return kept | {"due": _due(len(data["path"]), data["segments_per_window"])}


def _write_pivot(data: Data) -> Data:
    kept = {name: value for name, value in data.items() if name != "due"}
    return kept | {"segments_per_window": data["due"][0]}


def _read_roll(data: Data) -> Data:
    kept = {name: value for name, value in data.items() if name not in ("segments_per_window", "steps")}
    if type(data["steps"]) is not int or not 1 <= data["steps"] <= MOST_STEPS:
        raise TypeError("steps is not a number of windows")
    return kept | {"due": _due(data["steps"], data["segments_per_window"])}


def _write_roll(data: Data) -> Data:
    kept = {name: value for name, value in data.items() if name != "due"}
    return kept | {"steps": len(data["due"]), "segments_per_window": data["due"][0]}


def _read_decoy(data: Data) -> Data:
    return data | {"missiles": None, "within": None}


def _write_decoy(data: Data) -> Data:
    return {name: value for name, value in data.items() if name not in ("missiles", "within")}


READ: Final[Mapping[str, Downcaster]] = {
    "sits.PivotBegun": _read_pivot,
    "sits.RollBegun": _read_roll,
    "sits.DecoyOrdered": _read_decoy,
}
WRITE: Final[Mapping[str, Downcaster]] = {
    "sits.PivotBegun": _write_pivot,
    "sits.RollBegun": _write_roll,
    "sits.DecoyOrdered": _write_decoy,
}


def fewer(*names: str) -> None:
    """Register the first versions of these events, which had fewer fields."""
    for name in names:
        upcaster(name, 1)(READ[name])
        downcaster(name, 1, last=LAST)(WRITE[name])
