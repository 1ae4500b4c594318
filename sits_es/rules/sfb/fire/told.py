"""Fire. Hits are numbers: the players' displays say what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sits_es.report.scenes import Volley
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.words import hexes, mounts, range_of, seen
from sits_es.rules.sfb.telling import Telling, dice_text, faces, settled, shield
from sits_es.rules.told import USUAL

if TYPE_CHECKING:
    from sits_es.report.working import Context


class _Fired(Telling[WeaponFired]):
    rule = "D1.4, D2.1, D2.11, D2.12; D2.3 for special mounts, E8.23 for maulers"
    noted = ("fire", "target", "")
    weight, shot, dice = USUAL, True, True

    def sentence(self) -> str:
        fact = self.fact
        where = f"{range_of(fact.exact)}, {seen(fact.yaw, fact.pitch)}"
        what = f"{mounts(fact.mounts)} mount{'' if len(fact.mounts) == 1 else 's'}"
        return f"{fact.unit} fires {fact.weapon} ({what}) at {fact.target}: {where}."

    def fire(self, at: Context) -> Volley:
        fact = self.fact
        key = f"{fact.unit} {fact.weapon} {fact.target}"
        number = dice_text(at.thrown) or f"{len(fact.mounts)} x {fact.weapon}"
        return Volley(key=key, unit=fact.unit, target=fact.target, number=number)

    def came_to(self) -> str:
        return f"read at {range_of(self.fact.exact)}"

    def settle(self, at: Context) -> str:
        fact = self.fact
        what = f"{fact.target}: {len(fact.mounts)} x {fact.weapon} from {fact.unit} ({mounts(fact.mounts)})"
        hit = shield(at.board, fact.unit, fact.target)
        return settled(f"{what} at {range_of(fact.exact)}", hit, dice_text(at.thrown))

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "range", str(self.fact.exact // WHOLE), f"{hexes(self.fact.exact)}, rounded down (D1.4)"
        yield "weapons", str(len(self.fact.mounts)), "those of the group that bear, as ordered"

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.bearing import bearing, sight_steps
        from sits_es.rules.sfb.sums.weapons import bears_steps

        fact, units = self.fact, at.board.units
        unit, target = units[fact.unit], units[fact.target]
        group = at.board.class_of(unit).weapon(fact.weapon)
        yield from sight_steps(fact.unit, unit.place, unit.facing, fact.target, target.place)
        seen = bearing(unit.place, unit.facing, target.place)
        yield from bears_steps(() if group is None else group.arcs, fact.mounts, seen)
        yield f"Fired: {mounts(fact.mounts)}."
        if dice := _thrown(at):
            yield f"Dice: {', '.join(map(str, dice))}. The players' own tables say what the dice do."

    def expected(self, at: Context) -> str:
        return "3.5 a die." if at.thrown else ""

    def values(self, at: Context) -> Mapping[str, Any]:
        fact = self.fact
        return {
            "range": fact.exact // WHOLE,
            "exact": written(fact.exact),
            "yaw": None if fact.yaw is None else written(fact.yaw),
            "pitch": None if fact.pitch is None else written(fact.pitch),
            "mounts": list(fact.mounts),
            "dice": _thrown(at),
        }


def _thrown(at: Context) -> list[int]:
    return [face for roll in at.thrown for face in faces(roll)]
