"""Facts of a game's life as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.game.events import GameCreated, GameEnded, OrdersDefaulted

CREATED = GameCreated(
    game="duel",
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
)
