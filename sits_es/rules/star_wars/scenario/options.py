"""What players agree on for a whole game: the order of initiative where it isn't rolled, and how many rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted, unknown

#: The longest game, in rounds.
MOST_ROUNDS: Final = 999
#: What each option can be, in words.
ALLOWED: Final = {
    "rounds": f"1 to {MOST_ROUNDS} rounds, or 0 until one side is left",
    "order": "names of starships, or none where it is rolled",
}


@frozen(kw_only=True)
class Options:
    """order: starships by name as they act, empty where initiative is rolled. rounds: of the game, 0 for no end."""

    order: tuple[str, ...] = ()
    rounds: int = 0


def read_options(data: Mapping[str, Any]) -> Options:
    """Options from plain data. What is not there is as in `Options`.

    Raises UnreadableError naming each unknown option and each with a wrong value.
    """
    faults = [unknown("option", str(name), ALLOWED) for name in data if name not in ALLOWED]
    rounds, order = data.get("rounds", 0), data.get("order", ())
    if not _is_length(rounds):
        faults.append(_wrong("rounds", rounds))
    if not isinstance(order, list | tuple) or not all(isinstance(name, str) for name in order):
        faults.append(_wrong("order", order))
    if faults:
        raise UnreadableError(faults)
    return Options(order=tuple(order), rounds=rounds)


def options_data(options: Options) -> dict[str, Any]:
    """Options as plain data, for a game's first event."""
    return {"order": list(options.order), "rounds": options.rounds}


def changed_rounds(rounds: int, turn: int, changes: Mapping[str, Any]) -> int:
    """How many rounds a fork has that opens with other options; a number may be a text, as a command gives it.

    rounds: what it is without; turn: the round at hand, before which no game ends. Raises UnreadableError for any other
    option, the order of initiative among them: it is known by then, and stays.
    """
    faults = [unknown("option", str(name), ("rounds",)) for name in changes if name != "rounds"]
    changed = _number(changes.get("rounds", rounds))
    if not _is_length(changed):
        faults.append(_wrong("rounds", changes["rounds"]))
    elif "rounds" in changes and 0 < int(changed) < turn:
        faults.append(
            f"Option rounds is {changed}, but round {turn} is at hand; it can be {turn} to {MOST_ROUNDS} rounds, "
            "or 0 until one side is left."
        )
    if faults:
        raise UnreadableError(faults)
    return int(changed)


def _number(value: Any) -> Any:
    """A whole number that may have been written as a text."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 4:
        return int(value)
    return value


def _is_length(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_ROUNDS


def _wrong(name: str, value: object) -> str:
    shown = quoted(value) if isinstance(value, str) else str(value)[:40]
    return f"Option {name} is {shown}; it can be {ALLOWED[name]}."
