"""Scenario files and cards with mistakes that people make by accident: each is read, or refused in words."""

from __future__ import annotations

from random import Random

from tests.shared.mutations import FILES, mutated


def runs(seed: int, count: int) -> list[str]:
    """Scenario files and cards get mistakes by accident: each is read or refused. What must not be, in words."""
    found = []
    for each in range(seed, seed + count):
        for name, file in FILES.items():
            chance = Random(each)  # noqa: S311 -- to be the same, not secret
            text = mutated(chance.choice(file.texts()), chance)
            try:
                file.read_or_refused(text)
            except Exception as fault:  # noqa: BLE001 -- whatever it is, it is told, and the others go on
                found.append(f"seed {each}, {name}: {fault!r}\n{text}")
    return found
