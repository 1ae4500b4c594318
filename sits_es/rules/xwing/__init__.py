"""X-Wing: arcs, ranges and relations of ships on a table, measured and recorded."""

from __future__ import annotations

from typing import Final

__all__ = ["EVENTS"]

#: Where the events are defined: module -> their stored names.
EVENTS: Final[dict[str, tuple[str, ...]]] = {}
