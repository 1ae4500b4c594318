"""A small duel to look at: one made-up class, two ships, and a page as plain text at 80 columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

from sits_es.dice import DiceRolled
from sits_es.events import Coded
from sits_es.report.blocks import Block
from sits_es.rules.sits.beams.facts import Aim, BeamFired
from sits_es.rules.sits.board import Board, copied, fold
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.damage.facts import BoxDestroyed, ExplosionChecked, HitScored, HullStruck
from sits_es.rules.sits.missiles.facts import (
    AttackArrived,
    AttackSpent,
    DecoysDeployed,
    LayerFought,
    SalvoLaunched,
    Term,
)
from sits_es.rules.sits.motion.facts import FutureMarked, ShipMoved, ShipPlaced, ThrustChanged
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.space.attitude import Attitude
from sits_es.space.avid import read_window
from sits_es.space.hexes import HexVector, Position
from tests.shared.sits_boards import mount
from tests.shared.view_samples import Change, Facts, Page, lines_of

ROWS = (("port-tubes", "port-laser", "ecm"), ("starboard-tubes", "impellers"), ("forward-graser",)) * 3 + (("bridge",),)

CRUISER = ShipClass(
    name="Sample cruiser",
    hit_size=5,
    crew_quality=6,
    missile_quality=-4,
    countermissile_quality=25,
    point_defence_quality=30,
    laser_quality=10,
    rolled_ship_bonus=-10,
    decoy_value=8,
    tracks={
        "thrust": (6, 5, 4, 2, 1),
        "pivot": (1, 2, 3),
        "roll": (1, 2),
        "impellers": (2, 1),
        "bridge": (1,),
        "damage-control": (3, 2, 1),
        "ecm": (25, 20, 10),
        "decoys": (4, 2),
        "port-sidewall": (30, 40, 60),
        "starboard-sidewall": (30, 40, 60),
        "hull": tuple(range(24, 0, -1)),
        "structure": (0, 0, 2, 0, 4, 0),
        "forward-graser": (4, 2, 1),
        "forward-grav-lance": (1,),
        "port-tubes": (12, 8, 4),
        "port-magazine": (120, 80),
        "port-fire-control": (0, 4),
        "port-laser": (6, 4, 2),
        "port-countermissiles": (4, 2),
        "port-point-defence": (5, 3, 1),
        "starboard-tubes": (12, 8, 4),
        "starboard-magazine": (120, 80),
        "starboard-fire-control": (0, 4),
        "starboard-laser": (6, 4, 2),
        "starboard-countermissiles": (4, 2),
        "starboard-point-defence": (5, 3, 1),
    },
    mounts=(
        mount("forward", graser_size=30, graser_recycle=2, torpedo_type="2ET", lance_quality=40, lance_recycle=8),
        mount("port", missile_size="medium", reload=2, laser_size=20),
        mount("starboard", missile_size="medium", reload=2, laser_size=20),
    ),
    hits=dict.fromkeys(("forward", "aft", "port", "starboard"), ROWS),
)


def _placed(**at: Any) -> ShipPlaced:
    return ShipPlaced(ship_class=CRUISER.name, **at)


@pytest.fixture
def duel() -> Board:
    """Fearless at 0,0 level with its nose at A, Sirius six hexes toward B and three levels above; turn 2, segment 5."""
    board = Board(tables=card_tables(), options=Options(), classes={CRUISER.name: CRUISER}, turn=2, segment=5)
    return fold(
        copied(board),
        (
            _placed(
                ship="Fearless",
                side="red",
                player="ann",
                position=Position(0, 0),
                vectors=HexVector(10, 6, 1),
                attitude=Attitude(read_window("A")),
            ),
            _placed(
                ship="Sirius",
                side="blue",
                player="bob",
                position=Position(6, -6, 3),
                vectors=HexVector(-2, 0),
                attitude=Attitude(read_window("E")),
            ),
            FutureMarked(ship="Fearless", move=HexVector(1, 1), at=Position(1, -1)),
            FutureMarked(ship="Sirius", move=HexVector(), at=Position(6, -6, 3)),
        ),
    )


@pytest.fixture
def with_ship() -> Change:
    """The board with fields of one ship changed."""

    def change(board: Board, ship: str, **fields: Any) -> Board:
        return evolve(board, ships={**board.ships, ship: evolve(board.ships[ship], **fields)})

    return change


@pytest.fixture
def page() -> Page:
    """What a reader without colour sees; a line that is only ruled is cut to its first character."""

    def text(what: Block | Iterable[Block], width: int = 80, *, ascii_only: bool = False) -> list[str]:
        lines = lines_of(what, width, ascii_only=ascii_only)
        return [line[: line.index(line.strip()) + 1] if set(line.strip()) in ({"─"}, {"-"}) else line for line in lines]

    return text


AIM = Aim(
    range=2,
    window=read_window("A/B+"),
    mount_window=read_window("A/B+"),
    target_window=read_window("E/F-"),
    facing="port",
)


def _dice(actor: str, purpose: str, about: str, *faces: int, index: int = 0) -> DiceRolled:
    return DiceRolled(actor=actor, purpose=purpose, object=about, index=index, sides=10, faces=faces)


@pytest.fixture
def broadside() -> Facts:
    """Fearless fires grasers through a sidewall and does damage."""
    shot = "Fearless forward-graser at Sirius"
    return (
        BeamFired(
            shot=shot,
            shooter="Fearless",
            weapon="forward-graser",
            kind="graser",
            target="Sirius",
            aim=AIM,
            weapons=12,
            size=30,
            closure=HexVector(-12, -6, -1),
            closure_per_turn=12,
            closure_half_hexes=3,
            band=1,
            damage_each=6,
            damage=72,
        ),
        _dice("Sirius", "sidewall variance", shot, 5, 5, 0),
        WallMet(
            shot=shot,
            ship="Sirius",
            facing="port",
            damage=72,
            strength=10,
            bonus=-20,
            variance=20,
            percent=10,
            parts=(0, 7, 0),
            charted=7,
            reading="strikes",
            strikes=7,
        ),
        HullStruck(ship="Sirius", source=shot, facing="port", points=7, hits=2),
        _dice("Sirius", "hit row", shot, 0, index=1),
        HitScored(ship="Sirius", source=shot, number=1, points=5, facing="port", roll=10, row=("bridge",)),
        BoxDestroyed(ship="Sirius", track="bridge", box=0, before=1, after=None, cause=shot),
        *(
            BoxDestroyed(ship="Sirius", track="hull", box=box, before=24 - box, after=23 - box, cause=shot)
            for box in range(4)
        ),
        _dice("Sirius", "hit row", shot, 4, index=2),
        HitScored(ship="Sirius", source=shot, number=2, points=2, facing="port", roll=4, row=("impellers", "bridge")),
        BoxDestroyed(ship="Sirius", track="impellers", box=0, before=2, after=1, cause=shot),
        BoxDestroyed(ship="Sirius", track="thrust", box=0, before=6, after=5, cause="impellers lost"),
        ThrustChanged(ship="Sirius", before=6, after=5, cause="damage"),
        BoxDestroyed(ship="Sirius", track="structure", box=2, before=2, after=0, cause=shot),
        _dice("Sirius", "explosion", shot, 7, index=2),
        ExplosionChecked(ship="Sirius", roll=7, below=2, explodes=False),
    )


@pytest.fixture
def salvo() -> Facts:
    """Fearless launches at Sirius: ECM, countermissiles that are too many, no point defence, and a sidewall."""
    attack = "Fearless starboard at Sirius"
    layer: dict[str, Any] = {"attack": attack, "target": "Sirius", "salvoes": 3}
    level = Term(name="missile quality level", value=-4)
    return (
        SalvoLaunched(
            attack=attack,
            shooter="Fearless",
            mount="starboard",
            target="Sirius",
            aim=AIM,
            salvoes=3,
            tubes=12,
            missiles=36,
            warhead="laser-head",
            damage_each=4,
            max_salvoes="5",
            quality=-8,
            range_modifier=0,
            penalty=4,
            quality_level=-4,
        ),
        DecoysDeployed(ship="Sirius", count=2, value=8),
        ShipMoved(ship="Fearless", start=Position(0, 0), end=Position(1, -1)),
        AttackArrived(
            attack=attack,
            target="Sirius",
            window=read_window("D++"),
            target_window=read_window("B++"),
            slid=True,
            facing="starboard",
            missiles=36,
            bearing=("forward", "starboard"),
        ),
        _dice("Sirius", "ECM variance", attack, 6, 1, 5),
        LayerFought(
            **layer,
            layer="ECM",
            incoming=36,
            systems=0,
            against=36,
            terms=(
                Term(name="base ECM", value=25),
                Term(name="decoys", value=16),
                level,
                Term(name="variance", value=12),
            ),
            percent=49,
            parts=(0, 15, 3),
            doubled=False,
            kills=18,
            left=18,
        ),
        _dice("Sirius", "countermissiles variance", attack, 9, 9, 0),
        LayerFought(
            **layer,
            layer="countermissiles",
            incoming=18,
            systems=40,
            against=120,
            terms=(Term(name="countermissiles quality", value=80), level, Term(name="variance", value=28)),
            percent=100,
            parts=(100, 20, 0),
            doubled=False,
            kills=16,
            left=2,
        ),
        LayerFought(
            **layer,
            layer="point defence",
            incoming=2,
            systems=0,
            against=0,
            terms=(),
            percent=0,
            parts=(0, 0, 0),
            doubled=False,
            kills=0,
            left=2,
        ),
        _dice("Sirius", "sidewall variance", attack, 0, 0, 0),
        WallMet(
            shot=attack,
            ship="Sirius",
            facing="starboard",
            damage=8,
            strength=30,
            bonus=0,
            variance=30,
            percent=60,
            parts=(0, 0, 5),
            charted=5,
            reading="stops",
            strikes=3,
        ),
        HullStruck(ship="Sirius", source=attack, facing="starboard", points=3, hits=1),
        AttackSpent(attack=attack, target="Sirius", struck=3, reason=Coded("struck")),
    )
