"""Sealed orders as facts: the lines of a reveal, or of standing orders, read back."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.events import Event
from sits_es.orders.frame import read_line
from sits_es.rules.system import System


def read_forms(rules: System, lines: Sequence[str], segment: int) -> tuple[Event, ...]:
    """Orders as facts, one for each line, in order. segment: the exchange they are for. Raises OrderFaults."""
    return tuple(read_line(line, rules.language, segment) for line in lines)
