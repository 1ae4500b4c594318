"""Logs of games by mail: whole games of honest programs, and entries that are spoilt in every way."""

from __future__ import annotations

import traceback
from random import Random

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.post.log.test_machine import Games
from tests.post.log.test_packets import any_entry_gives_a_state_or_is_refused


def games(first: int, count: int) -> list[str]:
    """Honest programs with real keys, slow people and bad mail. What must not be: a law of the log that breaks."""
    chosen = settings(
        max_examples=count,
        stateful_step_count=60,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(seed(first)(type("Seeded", (Games,), {})), settings=chosen)
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is told with its steps
        return [f"games from seed {first}:\n{''.join(traceback.format_exception(fault))}"]
    return []


def spoilt_entries(first: int, count: int) -> list[str]:
    """Entries of games, with any of their values put in place of others. What must not be: an exception."""
    found = []
    for number in range(first, first + count):
        try:
            any_entry_gives_a_state_or_is_refused(Random(number))  # noqa: S311 - the same again from its seed
        except Exception:  # noqa: BLE001 - whatever it is, it is told
            found.append(f"seed {number}: {traceback.format_exc()}")
    return found
