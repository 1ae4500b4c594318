"""Facts of a game's life as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.game.events import (
    GameCreated,
    GameEnded,
    GameForked,
    OrdersDefaulted,
    PlayerReadmitted,
    PlayerResigned,
    PlayersPutOut,
    RulingMade,
    SeatTaken,
)

CREATED = GameCreated(
    game="duel",
    id="4bf92f3577b34da6a3ce929d0e0e4736",
    title="A duel",
    system="sits",
    edition="first edition, 2005",
    version=1,
    play="peers",
    scenario="duel.toml",
    options={"sidewall": "stops"},
    tables={"B": {"list": [1, "two", None, True], "text": "é"}},
    classes={},
)

EVENTS: tuple[Event, ...] = (
    CREATED,
    GameEnded(
        winner="blue",
        outcome=(
            Coded("last-turn", (10,)),
            Coded("leads", ("blue", 10)),
            Coded("points", ("blue", 28)),
            Coded("for-ship", ("Kestrel", "destroyed", 10)),
            Coded("points", ("red", 18)),
        ),
    ),
    DiceRolled(actor="Fearless", purpose="ECM variance", object="Sirius", index=0, sides=10, faces=(0, 4, 9)),
    OrdersDefaulted(turn=2, segment=3, player="green", lines=("Hood: thrust 1",), by=("blue", "red")),
    GameForked(
        turn=1,
        segment=8,
        branch="what-if",
        parent="duel",
        at_version=212,
        at_digest="5e" * 32,
        options={"sidewall": "stops"},
    ),
    PlayersPutOut(turn=2, segment=3, players=("green",), by=("blue", "red")),
    PlayerResigned(turn=2, segment=4, player="green"),
    PlayerReadmitted(turn=2, segment=5, player="green", by=("blue", "red")),
    SeatTaken(turn=2, segment=5, player="green", name="Carol", key="c4" * 32, by=("blue", "red")),
    RulingMade(
        turn=2,
        segment=6,
        about_turn=2,
        about_segment=5,
        upheld=True,
        words="The decoy was spent in 2.4.",
        by=("umpire",),
    ),
)
