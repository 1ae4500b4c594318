"""A short hand-made game of two ships, for all read models of SITS."""

from collections.abc import Iterator

import pytest

from sits_es.events import Coded, Event
from sits_es.game.events import (
    GameCreated,
    GameStarted,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.rules.sits.cards.reader import to_data
from sits_es.rules.sits.cards.samples import sample_classes
from sits_es.rules.sits.damage.facts import BoxDestroyed, ShipDestroyed
from sits_es.rules.sits.motion.facts import FutureDisplaced, FutureMarked, GridFilled, ShipMoved, ShipPlaced
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.tables import to_data as tables_to_data
from sits_es.rules.sits.turns.facts import ShipTurned
from sits_es.rules.sits.walls.facts import WallDisabled
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, HexVector, Position
from sits_es.store import GameStore

HEX = "0" * 64
CLASS = "Sample Light Cruiser"


def placed(ship: str, side: str, position: Position, vectors: HexVector) -> ShipPlaced:
    attitude = Attitude(Window("A"), 0)
    return ShipPlaced(
        ship=ship, ship_class=CLASS, side=side, player=side, position=position, vectors=vectors, attitude=attitude
    )


@pytest.fixture(scope="session")
def game() -> tuple[Event, ...]:
    """Segments 1 and 2 of turn 1, the break as the record tells it, and the opening of turn 2."""
    cards = {card.name: to_data(card) for card in sample_classes().values()}
    return (
        GameCreated(
            game="duel",
            title="A duel",
            system="sits",
            edition="first",
            version=1,
            play="hot seat",
            scenario="duel",
            options={},
            tables=tables_to_data(card_tables()),
            classes=cards,
        ),
        PlayerJoined(player="red", name="Anna", side="red"),
        placed("Fearless", "red", Position(3, -2, 4), HexVector(a=9, c=1)),  # 8A 1B
        placed("Sirius", "blue", Position(0, 0), STILL),
        GameStarted(),
        FutureMarked(ship="Fearless", move=HexVector(a=1), at=Position(3, -3, 4)),
        FutureMarked(ship="Sirius", move=STILL, at=Position(0, 0)),
        OrdersSealed(turn=1, segment=1, player="red", commitment=HEX),
        SeedMade(turn=1, segment=1, seed=HEX),
        BoxDestroyed(ship="Sirius", track="ecm", box=0, before=14, after=12, cause="a shot"),
        BoxDestroyed(ship="Sirius", track="ecm", box=1, before=12, after=9, cause="a shot"),
        WallDisabled(ship="Sirius", track="port-sidewall"),
        FutureDisplaced(ship="Fearless", by=HexVector(up=1), at=Position(3, -3, 5)),
        ShipMoved(ship="Fearless", start=Position(3, -2, 4), end=Position(3, -3, 5)),
        ShipMoved(ship="Sirius", start=Position(0, 0), end=Position(0, 0)),
        ShipTurned(ship="Fearless", by="pivot", attitude=Attitude(Window("A/B+"), 11), windows=1, of=1),
        GridFilled(ship="Fearless", vectors=HexVector(a=8)),
        SegmentClosed(turn=1, segment=1),
        FutureMarked(ship="Fearless", move=HexVector(a=1), at=Position(3, -4, 5)),
        ShipDestroyed(ship="Sirius", cause=Coded("exploded")),
        SegmentClosed(turn=1, segment=9),
        TurnClosed(turn=1),
        OrdersSealed(turn=2, segment=9, player="red", commitment=HEX),
        RepairTried(
            ship="Sirius", track="ecm", box=1, roll=7, quality=6, repaired=False, lost=False, before=9, after=9
        ),
        RepairTried(ship="Sirius", track="ecm", box=1, roll=8, quality=6, repaired=False, lost=True, before=9, after=9),
        RepairTried(
            ship="Sirius", track="ecm", box=0, roll=3, quality=6, repaired=True, lost=False, before=9, after=14
        ),
    )


@pytest.fixture
def store(game: tuple[Event, ...]) -> Iterator[GameStore]:
    """A store with the short game under two names, one of them half-way."""
    with GameStore.open(":memory:") as opened:
        opened.append("duel", game, after=-1)
        opened.append("other", game[:9], after=-1)
        yield opened
