"""The table and the ships as they are told."""

from __future__ import annotations

from sits_es.report.working import Context, Working
from sits_es.rules.told import DETAIL, Told
from sits_es.rules.xwing.setting_up.facts import ObjectLaid, ShipListed, TableLaid
from sits_es.rules.xwing.sums.firing_arcs import firing_steps
from sits_es.rules.xwing.weapons import firing_arcs_of
from sits_es.rules.xwing.words import LISTED, SCENARIO, amounts
from sits_es.sentences import listed


class _Table(Told[TableLaid]):
    weight, heading = DETAIL, "Set-up"

    def sentence(self) -> str:
        return f"The table is {self.fact.width} by {self.fact.height} mm, its middle at 0,0."

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=SCENARIO, values={"table": [self.fact.width, self.fact.height]})


class _Object(Told[ObjectLaid]):
    weight, heading = DETAIL, "Set-up"

    def sentence(self) -> str:
        return f"{self.fact.name} lies on the table: {self.fact.kind}, {self.fact.where}."

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=SCENARIO)


class _Listed(Told[ShipListed]):
    heading = "Set-up"

    def sentence(self) -> str:
        fact = self.fact
        lines = "" if fact.half_angle is None else f" with arc lines at {fact.half_angle} degrees"
        turret = "" if fact.turret is None else f", {fact.turret} turret pointing {listed(fact.points)}"
        shaded = f", {listed(fact.shaded)} shaded" if fact.shaded else ""
        display = listed(amounts(fact.shields, fact.hull))
        weapons = f"; {listed(map(str, fact.weapons))}" if fact.weapons else ""
        return f"{fact.player}'s {fact.ship} takes part: {fact.base} base{lines}{shaded}{turret}; {display}{weapons}."

    def working(self, at: Context) -> Working:
        del at
        fact, whence = self.fact, firing_arcs_of(self.fact.shaded, self.fact.points, self.fact.weapons)
        steps = [*firing_steps(whence)]
        if fact.turret is not None:
            steps.insert(0, f"The ship's {fact.turret} turret arc indicator points to {listed(fact.points)} at set-up.")
        return Working(rule=LISTED, steps=tuple(steps), values={"firing_arcs": [*whence]})
