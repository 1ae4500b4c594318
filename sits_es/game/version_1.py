"""The first versions of facts of a game's life that have changed: how they are read, and written ever since.

Nothing here may change: games that began with them go on writing them, on machines with programs of different
releases. A rule system that played such games keeps the words of its outcomes in a module `events.outcome_1` of its
package. An outcome is read only when exactly its words are written of what was read; any other stays as recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from sits_es.coded import AS_RECORDED
from sits_es.events import Data
from sits_es.rules import system_names
from sits_es.versions import Downcaster

_CLAIMED: Final = re.compile(r"(.+?) did not reveal (\d{1,4}\.\w+); the game is claimed\.")


def _of_systems(name: str) -> Iterator[Callable[[Any], Any]]:
    """A function of each rule system that played games of the first versions."""
    for system in system_names():
        module = f"sits_es.rules.{system}.events.outcome_1"
        try:
            yield getattr(import_module(module), name)
        except ModuleNotFoundError as missing:
            if not module.startswith(missing.name or "?"):
                raise


def _read_ended(data: Data) -> Data:
    text = data["outcome"]
    if not isinstance(text, str):
        raise TypeError("outcome is not a text")
    return data | {"outcome": _outcome(text)}


def _outcome(text: str) -> list[Data]:
    if match := _CLAIMED.fullmatch(text):
        return [{"code": "claimed", "values": list(match.groups())}]
    found = (read(text) for read in _of_systems("read_outcome"))
    return next((each for each in found if each is not None), [{"code": AS_RECORDED, "values": [text]}])


def _write_ended(data: Data) -> Data:
    return data | {"outcome": _said(data["outcome"])}


def _said(outcome: list[Data]) -> str:
    first = outcome[0] if outcome else {"code": "", "values": []}
    if first["code"] == AS_RECORDED:
        text: str = first["values"][0]
        return text
    if first["code"] == "claimed":
        player, moment = first["values"]
        return f"{player} did not reveal {moment}; the game is claimed."
    said = (write(outcome) for write in _of_systems("write_outcome"))
    found = next((each for each in said if each is not None), None)
    if found is None:
        raise ValueError(f"no words of the first version are known for the outcome {first['code']}")
    return str(found)


def _read_created(data: Data) -> Data:
    return data | {"events": 1}


def _write_created(data: Data) -> Data:
    return {name: value for name, value in data.items() if name != "events"}


READ: Final[Mapping[str, Downcaster]] = {"game.Created": _read_created, "game.Ended": _read_ended}
WRITE: Final[Mapping[str, Downcaster]] = {"game.Created": _write_created, "game.Ended": _write_ended}
