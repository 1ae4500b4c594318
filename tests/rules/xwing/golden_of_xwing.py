"""An event of each kind of X-Wing, as games hold them."""

from sits_es.rules.xwing.attacks.facts import AttackDeclared
from sits_es.rules.xwing.dials.facts import DialsRevealed
from sits_es.rules.xwing.entries.facts import (
    EntryCounted,
    ShipLost,
)
from sits_es.rules.xwing.moves.facts import ShipMoved
from sits_es.rules.xwing.setting_up.facts import ObjectLaid, ShipListed, TableLaid
from sits_es.rules.xwing.weapons import Weapon
from tests.shared.golden_events import fullest
from tests.shared.xwing_order_lines import LINES

EVENTS = (
    DialsRevealed(dials=(("Hawk", "1 straight"), ("Swift", "2 bank left")), unset=("Kite",)),
    TableLaid(width="914", height="914"),
    ObjectLaid(name="Rock", kind="asteroid", x="120", y="40", radius="30.5"),
    ObjectLaid(name="Wreck", kind="debris", corners=(("-160", "20"), ("-110", "30"), ("-120", "70"))),
    ShipListed(
        ship="Swift",
        player="red",
        side="red",
        base="80x195",
        half_angle="41",
        shaded=("full-front",),
        turret="double",
        points=("right", "left"),
        weapons=(
            Weapon(name="Lasers", kind="primary", arc="full-front"),
            Weapon(name="Tail gun", kind="primary", arc="rear", upgrade=True),
        ),
        shields=3,
        hull=4,
        dial=("1 straight", "2 bank left"),
    ),
    ShipMoved(
        ship="Swift",
        x="10",
        y="80.5",
        facing="75",
        template="2 bank left",
        stopped=("Hawk",),
        over=("Hawk", "Rock"),
        through=("Wreck",),
        off="12.5",
        turned="3",
        dial="2 straight",
    ),
    AttackDeclared(
        attack=1,
        ship="Swift",
        target="Hawk",
        weapon="Lasers",
        arcs=("front", "full-front"),
        arc="full-front",
        range=2,
        obstructed=("Rock",),
    ),
    ShipLost(ship="Swift"),
    EntryCounted(turn=1, entry=7, last=True),
    *fullest(LINES),
)
