"""How games of SITS ended, in the words of the first version of that fact, frozen for ever: see `version_1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from sits_es.coded import Coded
from sits_es.events import Data
from sits_es.rules.sits.events.codes import OUTCOMES
from sits_es.rules.sits.events.wordings_1 import counted, listed

_WHY: Final = {
    "no-points": "the scenario gives no points, so the game is drawn",
    "nobody-leads": "nobody leads, so the game is drawn",
}
_LEADS: Final = re.compile(
    r"(.+) leads by (-?\d{1,9})(?: points?|, and a win takes (-?\d{1,9}) points?, so the game is drawn)"
)
_END: Final = re.compile(
    r"(?:Only (.+?) has ships left|(No ship is left on any side); (.+?)|"
    r"Turn (\d{1,9}) was the last of the scenario; (.+?))"
    r"(?:\. Points: (.+))?\."
)
_SIDE: Final = re.compile(r"(.+?) (-?\d{1,9})(?: \((.+)\))?")
_FOR_SHIP: Final = re.compile(r"(.+?) (destroyed|disabled) (-?\d{1,9})(?:, | and |$)")


def read_outcome(text: str) -> list[Data] | None:
    """How a game ended, from its words; None for other words."""
    match = _END.fullmatch(text)
    if match is None:
        return None
    side, none_left, why, turn, why_then, points = match.groups()
    if side is not None:
        found = [Coded("last-side", (side,))]
    elif (lead := _read_lead(why or why_then)) is not None:
        found = [Coded("no-ships") if none_left else Coded("last-turn", (int(turn),)), lead]
    else:
        return None
    for line in points.split("; ") if points else ():
        if not (of_side := _SIDE.fullmatch(line)):
            return None
        found.append(Coded("points", (of_side[1], int(of_side[2]))))
        ships = _FOR_SHIP.findall(of_side[3] or "")
        found += [Coded("for-ship", (ship, state, int(number))) for ship, state, number in ships]
    plain = [{"code": each.code, "values": list(each.values)} for each in found]
    return plain if all(each.fits(OUTCOMES) for each in found) and write_outcome(plain) == text else None


def _read_lead(why: str) -> Coded | None:
    code = next((code for code, said in _WHY.items() if said == why), None)
    if code is not None:
        return Coded(code)
    match = _LEADS.fullmatch(why)
    if match is None:
        return None
    side, lead, margin = match.groups()
    if margin is None:
        return Coded("leads", (side, int(lead)))
    return Coded("lead-too-short", (side, int(lead), int(margin)))


def write_outcome(data: Sequence[Data]) -> str | None:
    """How a game ended, in words; None for codes that aren't of SITS."""
    outcome = [Coded(each["code"], tuple(each["values"])) for each in data]
    if not outcome or not all(each.text is None and each.fits(OUTCOMES) for each in outcome):
        return None
    said: list[str] = []
    sides: list[tuple[str, list[str]]] = []
    for each in outcome:
        if each.code == "points":
            sides.append(("{} {}".format(*each.values), []))
        elif each.code != "for-ship":
            said.append(_end(each))
        elif sides:
            sides[-1][1].append("{} {} {}".format(*each.values))
    lines = [side + (f" ({listed(ships)})" if ships else "") for side, ships in sides]
    return "; ".join(said) + (f". Points: {'; '.join(lines)}." if lines else ".")


def _end(each: Coded) -> str:
    if each.code in _WHY:
        return _WHY[each.code]
    values: Any = each.values
    match each.code:
        case "last-side":
            return f"Only {values[0]} has ships left"
        case "no-ships":
            return "No ship is left on any side"
        case "last-turn":
            return f"Turn {values[0]} was the last of the scenario"
        case "leads":
            return f"{values[0]} leads by {counted(values[1], 'point')}"
    needed = counted(values[2], "point")
    return f"{values[0]} leads by {values[1]}, and a win takes {needed}, so the game is drawn"
