"""The first versions of events of SITS, which held sentences: how they are read, and written ever since.

Nothing here or in `wordings_1` may change, and nothing of it is shared with how stories are told: games that began
with these versions go on writing them, on machines with programs of different releases, and must write the same bytes.
A sentence is read only when exactly it is written of what was read; any other stays what it is, as recorded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from sits_es.coded import Coded, as_recorded
from sits_es.events import Data
from sits_es.rules.sits.events import wordings_1 as words
from sits_es.rules.sits.events.codes import REASONS, STEPS
from sits_es.versions import Downcaster

#: A place in a wording; see `wordings_1.REASONS`.
_PLACE: Final = re.compile(r"\{(ship|\d)(\*?)(?::([^}]+))?\}")


def _plain(coded: Coded) -> Data:
    return {"code": coded.code, "values": list(coded.values)}


def _coded(data: Any) -> Coded:
    return Coded(data["code"], tuple(data["values"]))


def _changed(data: Data, field: str, value: Any, instead: str = "") -> Data:
    """The data with another value of a field, and perhaps another name of it."""
    return {name: each for name, each in data.items() if name != field} | {instead or field: value}


def _text(data: Data, field: str) -> str:
    text = data[field]
    if not isinstance(text, str):
        raise TypeError(f"{field} is not a text")
    return text


# what took a ship out of the game, and how an attack ended


def _read_destroyed(data: Data) -> Data:
    text = _text(data, "cause")
    code = next((code for code, said in words.CAUSES.items() if said == text), None)
    return _changed(data, "cause", _plain(as_recorded(text) if code is None else Coded(code)))


def _write_destroyed(data: Data) -> Data:
    cause = _coded(data["cause"])
    return _changed(data, "cause", words.CAUSES[cause.code] if cause.text is None else cause.text)


def _read_spent(data: Data) -> Data:
    text = _text(data, "reason")
    code = next((code for code, said in words.ENDS.items() if said.format(data["target"]) == text), None)
    return _changed(data, "reason", _plain(as_recorded(text) if code is None else Coded(code)))


def _write_spent(data: Data) -> Data:
    reason = _coded(data["reason"])
    said = words.ENDS[reason.code].format(data["target"]) if reason.text is None else reason.text
    return _changed(data, "reason", said)


# why an order came to nothing


def _read_voided(data: Data) -> Data:
    reasons = _reasons(_text(data, "ship"), _text(data, "reason"))
    return _changed(data, "reason", [_plain(each) for each in reasons], "reasons")


def _write_voided(data: Data) -> Data:
    said = " ".join(_reason(data["ship"], _coded(each)) for each in data["reasons"])
    return _changed(data, "reasons", said, "reason")


def _reason(ship: str, reason: Coded) -> str:
    """A reason in words."""

    def place(found: re.Match[str]) -> str:
        which, rest, kind = found.groups()
        if which == "ship":
            return ship
        given: Any = reason.values[int(which) :] if rest else reason.values[int(which)]
        return words.KINDS[kind].write(given, reason.values) if kind else str(given)

    return _PLACE.sub(place, words.REASONS[reason.code]) if reason.text is None else reason.text


def _reasons(ship: str, text: str) -> list[Coded]:
    """Reasons from their words, with a space between each and the next."""
    found: list[Coded] = []
    at = 0
    while at < len(text):
        here = [each for code in words.REASONS if (each := _read_reason(code, ship, text, at))]
        if not here:
            return [as_recorded(text)]
        # the shortest: a longer one has taken the words of the next for a name
        reason = min(here, key=lambda each: len(_reason(ship, each)))
        found.append(reason)
        at += len(_reason(ship, reason)) + 1
    return found if " ".join(_reason(ship, each) for each in found) == text else [as_recorded(text)]


def _read_reason(code: str, ship: str, text: str, at: int) -> Coded | None:
    """The reason of a code whose words stand at a place in a text; None where they are other words."""
    match = _pattern(code, ship).match(text, at)
    if match is None:
        return None
    values: list[str | int] = []
    for which, rest, kind in _PLACE.findall(words.REASONS[code]):
        if which == str(len(values)):
            read = words.KINDS[kind].read(match[f"of{which}"]) if kind else match[f"of{which}"]
            values += read if rest else [read]
    reason = Coded(code, tuple(values))
    return reason if reason.fits(REASONS) and text.startswith(_reason(ship, reason), at) else None


@lru_cache(maxsize=1024)
def _pattern(code: str, ship: str) -> re.Pattern[str]:
    """What a reason looks like: each value in a group, where it is first written."""
    wording, parts, end, seen = words.REASONS[code], [], 0, set()
    for place in _PLACE.finditer(wording):
        which, _, kind = place.groups()
        form = re.escape(ship) if which == "ship" else words.KINDS[kind].form if kind else words.NAME
        name = "" if which == "ship" or which in seen else f"?P<of{which}>"
        parts += [re.escape(wording[end : place.start()]), f"({name or '?:'}{form})"]
        seen.add(which)
        end = place.end()
    return re.compile("".join([*parts, re.escape(wording[end:]), "(?= |$)"]))


# steps of a consolidation

_STEPS: Final = (
    ("opposite", re.compile(r"180 degrees: (\d{1,9})([A-F+-]) and (\d{1,9})([A-F+-]) leave .+\.")),
    (
        "third",
        re.compile(
            r"120 degrees: (\d{1,9})([A-F]) and (\d{1,9})([A-F]) make (\d{1,9})([A-F])"
            r"(?: \((\d{1,9})[A-F] in all\))? and leave .+\."
        ),
    ),
)


def _read_broke(data: Data) -> Data:
    return _changed(data, "steps", [_plain(_read_step(text)) for text in data["steps"]])


def _write_broke(data: Data) -> Data:
    return _changed(data, "steps", [_step(_coded(each)) for each in data["steps"]])


def _read_step(text: str) -> Coded:
    for code, pattern in _STEPS:
        if match := pattern.fullmatch(text):
            one, way, other, its, *more = match.groups()
            values: list[str | int] = [int(one), way, int(other), its]
            if code == "third":
                made, between, in_all = more
                values += [between, int(in_all or made)]
            step = Coded(code, tuple(values))
            return step if step.fits(STEPS) and _step(step) == text else as_recorded(text)
    return as_recorded(text)


def _step(step: Coded) -> str:
    """A step in words."""
    if step.text is not None:
        return step.text
    one, way, other, its, *more = step.values
    smaller = min(int(one), int(other))
    rest = [(int(one) - smaller, way), (int(other) - smaller, its)]
    left = " ".join(f"{count}{which}" for count, which in rest if count) or "nothing"
    if step.code == "opposite":
        return f"180 degrees: {one}{way} and {other}{its} leave {left}."
    between, count = more
    in_all = f" ({count}{between} in all)" if int(count) > smaller else ""
    return f"120 degrees: {one}{way} and {other}{its} make {smaller}{between}{in_all} and leave {left}."


READ: Final[Mapping[str, Downcaster]] = {
    "sits.ShipDestroyed": _read_destroyed,
    "sits.AttackSpent": _read_spent,
    "sits.OrderVoided": _read_voided,
    "sits.ThrustBroke": _read_broke,
}
WRITE: Final[Mapping[str, Downcaster]] = {
    "sits.ShipDestroyed": _write_destroyed,
    "sits.AttackSpent": _write_spent,
    "sits.OrderVoided": _write_voided,
    "sits.ThrustBroke": _write_broke,
}
