"""What the store says when it refuses something, in words for a player."""

from __future__ import annotations

from sits_es.errors import NotAllowedError
from sits_es.sentences import quoted, typed


def check_name(stream: str) -> None:
    """Refuse names that would blur a digest's or a checkpoint's lines."""
    if not stream or stream != stream.strip() or not stream.isprintable():
        raise NotAllowedError(
            f"{quoted(stream)} is not a name for a game: it needs at least one visible character, no invisible one, "
            "and no space at either end."
        )


def other_head(stream: str, after: int, head: int) -> str:
    """Say that a stream does not end where the caller saw it end."""
    if after < head:
        return (
            f"Somebody else has played on in {stream} since you looked: it is at event {head}, and you had seen up "
            f"to {after}. Nothing was written. Look again, then repeat your command."
        )
    return (
        f"{stream} is at event {head}, and you had seen up to {after}: this is not the store that you looked at. "
        "Nothing was written."
    )


def broken_at(stream: str, version: int) -> str:
    """Say where a chain breaks."""
    return (
        f"The record of {stream} is broken at event {version}: it is not what was written there. "
        f"`sits audit {typed(stream)} --verify` says what is wrong."
    )
