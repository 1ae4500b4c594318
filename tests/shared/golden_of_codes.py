"""Events whose second versions hold codes in place of sentences, for golden bytes."""

from __future__ import annotations

from sits_es.coded import Coded
from sits_es.events import Event
from sits_es.game.events import GameCreated, GameEnded
from sits_es.rules.sits.events.damage import ShipDestroyed
from sits_es.rules.sits.events.defence import AttackSpent
from sits_es.rules.sits.events.fire import OrderVoided
from sits_es.rules.sits.events.motion import ThrustBroke, WindowDots
from sits_es.space.avid import read_window
from sits_es.space.hexes import HexVector

EVENTS: tuple[Event, ...] = (
    GameCreated(
        game="duel",
        title="A duel",
        system="sits",
        edition="first edition, 2005",
        version=1,
        play="peers",
        scenario="duel.toml",
        terms={"mark": "0" * 64},
        options={"sidewall": "stops"},
        tables={"B": {"list": [1, "two", None, True], "text": "é"}},
        classes={},
        events=2,
    ),
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
    OrderVoided(
        ship="Rampart",
        order="fire starboard-graser at Sprite",
        reasons=(
            Coded("weapon-waits", ("starboard-graser", 2)),
            Coded("target-out", ("Sprite", "structure-gone")),
        ),
    ),
    AttackSpent(attack="Merlin starboard at Kestrel", target="Kestrel", struck=0, reason=Coded("all-killed")),
    ShipDestroyed(ship="Sprite", cause=Coded("structure-gone")),
    ThrustBroke(
        ship="Rampart",
        reasons=("chart full",),
        dots=(WindowDots(window=read_window("B"), dots=1, plot=HexVector(1, 1), named=False),),
        steps=(Coded("opposite", (2, "B", 1, "E")), Coded("third", (1, "B", 4, "D", "C", 2))),
        before=HexVector(-6, -1, -1),
        after=HexVector(-3, 2, -1),
    ),
)
