"""What an attack comes to: successes less the zones between, and strain for threats."""

from __future__ import annotations

from attrs import frozen


@frozen
class Settled:
    """What an attack comes to. steps: how, to be redone on paper."""

    hits: int
    strain: int
    steps: tuple[str, ...]


def settled(successes: int, threats: int, zones: int) -> Settled:
    """Hits and strain of an attack across so many zones, 0 up each."""
    hits, strain = max(0, successes - zones), threats // 2
    return Settled(
        hits=hits,
        strain=strain,
        steps=(
            f"{successes} successes - {zones} zones between, at least 0: {hits} hits.",
            f"{threats} threats, 1 strain for each 2: {strain}.",
        ),
    )
