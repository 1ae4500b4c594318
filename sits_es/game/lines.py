"""Sealed orders as facts: the lines of a reveal, or of standing orders, read back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sits_es.events import Event
from sits_es.orders.frame import read_line
from sits_es.rules import system
from sits_es.rules.system import System


def read_forms(rules: System, lines: Sequence[str], segment: int) -> tuple[Event, ...]:
    """Orders as facts, one for each line, in order. segment: the exchange they are for. Raises OrderFaults."""
    return tuple(_form(rules.name, line, segment) for line in lines)


@lru_cache(maxsize=4096)
def _form(system_name: str, line: str, segment: int) -> Event:
    """One line; the same orders are given again and again, and a fact is a value that can be shared."""
    return read_line(line, system(system_name).language, segment)
