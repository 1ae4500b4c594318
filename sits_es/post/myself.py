"""Who one is, from what was typed or from var/sits.toml."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.mail.addresses import read_address
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import post_settings


def mine(desk: Desk, name: str | None, address: str | None) -> tuple[str, str]:
    """One's name and mail address. Raises NotAllowedError where neither option nor file says."""
    settings = post_settings(desk.folder)
    found = address or settings.address
    if found is None:
        raise NotAllowedError(
            f"Say where your mail goes: --address ME@EXAMPLE.ORG, or [mail] address in {desk.folder / 'sits.toml'}."
        )
    return name or settings.name or found.partition("@")[0], read_address(found)


def pairs(texts: Sequence[str]) -> dict[str, str]:
    """PLAYER=ADDRESS texts by player. Raises UnreadableError."""
    found = [text.partition("=") for text in texts]
    if wrong := [text for text, (player, equals, _) in zip(texts, found, strict=True) if not (player and equals)]:
        raise UnreadableError([f"{text!r}: write PLAYER=ADDRESS, such as blue=blue@example.org." for text in wrong])
    return {player: read_address(address) for player, _, address in found}
