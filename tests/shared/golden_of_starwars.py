"""Facts and orders of Star Wars hex combat as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.starwars.attacks.facts import AttackDeclared
from tests.shared.golden_events import fullest
from tests.shared.starwars_order_lines import LINES
from tests.shared.starwars_samples import FACTS

#: An attack that waits for a side, with all that an order may say.
WAITING = AttackDeclared(
    starship="Raider",
    by="Kestrel",
    weapon="forward-lasers",
    target="Kestrel",
    zone="aft",
    boost=1,
    setback=2,
    upgrades=1,
    harder=1,
    member="gunner",
    then=("Raider: fly F R F with 1 boost",),
)

EVENTS: tuple[Event, ...] = (WAITING, *(fact for fact, _ in FACTS), *fullest(LINES))
