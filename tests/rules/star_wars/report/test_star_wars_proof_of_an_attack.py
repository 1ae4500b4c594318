"""The proof of an attack says whether its zone was chosen. Rule: seed, "the attacker chooses the shield zone"."""

from __future__ import annotations

import pytest

from sits_es.rules.star_wars.events.checks import AttackAimed
from sits_es.rules.star_wars.report.proof import proof
from sits_es.rules.star_wars.starship_class import Arc


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        (("aft",), "Attacked is the aft zone, the only one open; its shields count 1."),
        (("aft", "port"), "Attacked is the aft zone, the one chosen; its shields count 1."),
    ],
)
def test_the_zone_is_the_only_one_open_or_the_one_chosen(zones: tuple[Arc, ...], said: str) -> None:
    aimed = AttackAimed(
        starship="Hawk",
        weapon="forward-lasers",
        target="Kite",
        hexes=2,
        band="short",
        toward=None,
        arcs=("forward",),
        zones=zones,
        zone="aft",
        shields=1,
    )
    assert [*proof(None, aimed)][-1] == said
