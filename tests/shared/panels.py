"""Order panels of bundled games: moments at which every form that they come to is possible, and what is shown."""

from __future__ import annotations

from typing import Any, Final

from sits_es.orders.choices import joined

#: Game, moment, player.
PANELS: Final = [
    ("duel", "#69", "blue"),
    ("duel", "#220", "blue"),
    ("beacon", "#24", "blue"),
    ("alarm", "#23", "blue"),
    ("pursuit", "#146", "blue"),
    ("beacon", "#12", "blue"),
    ("beacon", "#65", "red"),
    ("beacon", "#76", "blue"),
    ("alarm", "#96", "red"),
    ("alarm", "#168", "blue"),
    ("alarm", "#208", "blue"),
    ("alarm", "#444", "red"),
    ("ambush", "#176", "blue"),
    ("ambush", "#215", "blue"),
    ("ambush", "#58", "blue"),
    ("pursuit", "#12", "blue"),
    ("pursuit", "#560", "blue"),
]


def first_line(group: dict[str, Any], parts: Any) -> str:
    """The line that a form shows at first."""
    step = [str(group["steps"][0])] if group["steps"] else []
    return joined([group["before"].strip(), *step, first_text(parts)])


def first_text(parts: Any) -> str:
    """What is chosen at first; where the player says it, some words."""
    match parts:
        case str():
            return parts
        case list():
            return joined(map(first_text, parts))
        case {"more": inner, "least": least}:
            return first_text(inner) if least else ""
        case {"maybe": _}:
            return ""
        case {"choices": choices, "first": first}:
            text = choices[first][0] if choices else "words"
            return f"{parts.get('before', '')}{text}{parts.get('after', '')}"
    raise TypeError(parts)


def whole_file(panel: dict[str, Any], unit: dict[str, Any], line: str) -> str:
    """An order file with one line of a unit."""
    head = panel["files"][0]["text"].split(f"\n\n{panel['unit']} ")[0].rstrip("\n")
    return f"{head}\n\n{panel['unit']} {unit['written']}\n  {line}\n"
