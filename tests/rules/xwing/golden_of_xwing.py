"""An event of each kind of X-Wing, as games hold them."""

from sits_es.rules.xwing.events import entered, followed, setup
from sits_es.rules.xwing.weapons import Weapon

EVENTS = (
    setup.TableLaid(width="914", height="914"),
    setup.ShipListed(
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
    ),
    entered.ShipPlaced(ship="Swift", x="-40", y="12.5", facing="330"),
    entered.ShipMoved(ship="Swift", x="10", y="80.5", facing="75", template="2 bank left"),
    entered.TurretRotated(ship="Swift", points=("front", "rear"), ruling="the appendix says so"),
    entered.AttackEntered(ship="Swift", target="Hawk", weapon="Lasers"),
    entered.DamageEntered(ship="Swift", shields=2, hull=1),
    entered.DamageRegained(ship="Swift", shields=1, hull=0),
    entered.CriticalEntered(ship="Swift", text="Damaged engine"),
    entered.NoteEntered(ship="Swift", text="Hawk is out of its bullseye"),
    entered.ShipRemoved(ship="Swift", text="fled"),
    entered.DisputeEntered(ship="Swift", attack=1, text="behind the line"),
    entered.RulingEntered(ship="Swift", attack=1, stands=False, text="placed wrongly"),
    entered.RoundEndEntered(ship="Swift"),
    followed.AttackDeclared(
        attack=1, ship="Swift", target="Hawk", weapon="Lasers", arcs=("front", "full-front"), arc="full-front", range=2
    ),
    followed.ShipLost(ship="Swift"),
    followed.EntryCounted(turn=1, entry=7, last=True),
)
