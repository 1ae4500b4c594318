"""Text of format=flowed (RFC 3676): lines that end with a space go on in the next one. Rule: RFC 3676, 4."""

from __future__ import annotations


def unflowed(text: str, *, joined: bool = False) -> str:
    """A flowed text with its paragraphs on one line each. joined: the space at a line's end falls away (DelSp)."""
    lines: list[str] = []
    open_depth: int | None = None
    pieces: list[str] = []
    for raw in text.splitlines():
        depth, line = _taken_apart(raw)
        if open_depth is not None and open_depth != depth:
            lines.append("".join(pieces))
            open_depth = None
        if open_depth is None:
            pieces = [">" * depth + (" " if depth else "")]
        flows = line.endswith(" ") and line != "-- "
        pieces.append(line[:-1] if flows and joined else line)
        open_depth = depth if flows else None
        if not flows:
            lines.append("".join(pieces))
    if open_depth is not None:
        lines.append("".join(pieces))
    return "\n".join(lines) + "\n"


def _taken_apart(raw: str) -> tuple[int, str]:
    """How often a line is quoted, and what it says without the space that was stuffed before it."""
    line = raw.lstrip(">")
    return len(raw) - len(line), line.removeprefix(" ")
