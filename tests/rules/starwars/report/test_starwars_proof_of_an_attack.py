"""The proof of an attack says whether its zone was chosen. Rule: seed, "the attacker chooses the shield zone"."""

from __future__ import annotations

import pytest

from sits_es.report.working import Context
from sits_es.rules.starwars.attacks.facts import AttackAimed, AttackDeclared
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.starship_class import Arc
from sits_es.rules.told import Told
from tests.rules.starwars.fleets import board, starship
from tests.shared.rows import each_row


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        (("aft",), "The attack is on the aft zone, the only one open; the shields there count as 1."),
        (("aft", "port"), "The attack is on the aft zone, the one chosen; the shields there count as 1."),
    ],
)
def test_the_zone_is_the_only_one_open_or_the_one_chosen(zones: tuple[Arc, ...], said: str) -> None:
    assert proof(None, aimed_at(zones, "aft"))[-1] == said


@each_row(
    ("wish", "zones", "zone", "said"),
    [
        ("aft", ("aft", "port"), "aft", "the one that the attacker wanted"),
        (None, ("aft", "port"), "port", "the one with the fewest shields: the attacker asked for none (house)"),
        (
            "forward",
            ("aft", "port"),
            "port",
            "the one with the fewest shields: the forward zone, which the attacker wanted, is not open (house)",
        ),
        (
            None,
            ("port", "starboard"),
            "port",
            "the first of those with the fewest shields: the attacker asked for none (house)",
        ),
        (None, ("aft",), "aft", "the only one open"),
        ("port", ("aft",), "aft", "the only one open: the port zone, which the attacker wanted, is not open"),
    ],
)
def test_where_the_foe_named_the_side_it_says_whether_a_wish_came_true(
    wish: Arc | None, zones: tuple[Arc, ...], zone: Arc, said: str
) -> None:
    """Rule: house, One hex: a wish that is not open gives way to the zone with the fewest shields."""
    declared = AttackDeclared(
        starship="Hawk",
        by="Kite",
        weapon="forward-lasers",
        target="Kite",
        zone=wish,
        boost=0,
        setback=0,
        upgrades=0,
        harder=0,
        member="",
        then=(),
    )
    on = board(starship("Hawk"), starship("Kite"), stage="side", declared=declared)
    assert (
        proof(on, aimed_at(zones, zone))[-1]
        == f"The attack is on the {zone} zone, {said}; the shields there count as 1."
    )


def proof(on: Board | None, aimed: AttackAimed) -> tuple[str, ...]:
    """Its steps."""
    return Told.of(aimed).working(Context(event=aimed, board=on, earlier=(), later=())).steps


def aimed_at(zones: tuple[Arc, ...], zone: Arc) -> AttackAimed:
    """An attack of Hawk on Kite."""
    return AttackAimed(
        starship="Hawk",
        weapon="forward-lasers",
        target="Kite",
        hexes=2,
        band="short",
        toward=None,
        arcs=("forward",),
        zones=zones,
        zone=zone,
        shields=1,
    )
