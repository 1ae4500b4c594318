"""Launches and the layers of missile defence. Rule: card, "Missile Range Table"; flyer; sits rules 8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sits_es.rules.sits.sums.chart import Kills, kills
from sits_es.rules.sits.sums.paper import NamedNumber, added, multiplied, percentage
from sits_es.rules.sits.sums.variance import over_variance
from sits_es.sentences import counted

if TYPE_CHECKING:
    from sits_es.rules.sits.missiles.facts import Layer, Warhead
    from sits_es.rules.sits.tables.values import KillChart, MissileRow, Tables

#: The layers of shots in their order: ECM, which works on the missiles themselves, comes before them. Rule: flyer.
SHOT_LAYERS: Final[tuple[Layer, ...]] = ("countermissiles", "point defence", "lasers")

#: By layer of shots, the track of a mount that gives its systems, and what a card calls their quality.
LAYERS: Final[Mapping[str, str]] = {
    "countermissiles": "countermissiles",
    "point defence": "point-defence",
    "lasers": "laser",
}
QUALITIES: Final[Mapping[str, str]] = {
    "countermissiles": "countermissile_quality",
    "point defence": "point_defence_quality",
    "lasers": "laser_quality",
}


def missile_row(tables: Tables, hexes: int) -> MissileRow:
    """The row of a range at launch in hexes, 0 up; ValueError below. Rule: card, "Missile Range Table"."""
    if hexes < 0:
        message = f"ranges start at 0: {hexes}"
        raise ValueError(message)
    return next(row for row in reversed(tables.missile_rows) if row.first <= hexes)


def salvoes_allowed(row: MissileRow, turn: int, launched: Iterable[tuple[int, int]]) -> int:
    """Salvoes that a ship may still launch at one target in this turn, 0 up.

    launched: (turn, salvoes) of every earlier launch of this ship at that target, those of this turn included, at
    whatever range. Where the row says 1/n, one salvo may follow when none was launched in this turn or the n - 1 turns
    before it. Rule: card, "Max Salvos"; sits rules 8.1.
    """
    most = Fraction(row.max_salvoes)
    first = turn + 1 - most.denominator
    recent = sum(salvoes for when, salvoes in launched if first <= when <= turn)
    return max(most.numerator - recent, 0)


def damage_each(tables: Tables, size: str, warhead: Warhead) -> int:
    """Points of damage of one missile of a type. KeyError for one that is not in the table. Rule: card, "Damage"."""
    row = {row.size: row for row in tables.missile_damage}[size]
    return row.nuke if warhead == "nuke" else row.laser_head


def row_words(row: MissileRow) -> str:
    """A row of the missile range table."""
    return f"row {row.first} up" if row.last is None else f"row {row.first} to {row.last}"


def salvo_words(tables: Tables, row: MissileRow, hexes: int) -> str:
    """What the missile range table allows at a range, and adds. Rule: card, "Missile Range Table"; sits rules 8.1."""
    from sits_es.rules.sits.tables.section import source

    whose = source(tables, "missile_range", hexes, "range_mod")
    salvoes = "salvoes" if Fraction(row.max_salvoes) > 1 else "salvo"
    return (
        f"Missile range table, {row_words(row)}: at most {row.max_salvoes} {salvoes} a turn from this ship at "
        f"this target (house), range modifier {row.range_modifier:+} ({whose})."
    )


class LaunchSum(Struct, frozen=True):
    """Salvoes of one mount. terms: of the missile quality level, in percent; lower is better for the attacker."""

    salvoes: int
    tubes: int
    row: MissileRow
    hexes: int
    terms: tuple[NamedNumber, ...]

    @property
    def missiles(self) -> int:
        """How many leave the mount."""
        return self.salvoes * self.tubes

    @property
    def quality_level(self) -> int:
        """What every layer of defence adds to its percentage. Rule: sits rules 8.3."""
        return sum(value for _, value in self.terms)

    @property
    def level_words(self) -> str:
        """The sum of the quality level."""
        return f"{added(self.terms)} = {self.quality_level}"

    def steps(self, tables: Tables) -> Iterator[str]:
        """Missiles, the row of the range, and the missile quality level."""
        yield multiplied(self.salvoes, "salvo", self.tubes, "tube", "missile")
        yield salvo_words(tables, self.row, self.hexes)
        yield (
            f"{self.level_words}: the missile quality level (house), which every layer adds to its percentage; "
            "lower is better for the attacker."
        )


def launch(tables: Tables, hexes: int, salvoes: int, tubes: int, quality: int, fire_control: int) -> LaunchSum:
    """Salvoes that leave a mount. hexes: range; quality: of the class; fire_control: of the mount, both in percent."""
    row = missile_row(tables, hexes)
    terms = (("class quality", quality), ("range", row.range_modifier), ("fire control", fire_control))
    return LaunchSum(salvoes, tubes, row, hexes, terms)


class Fought(Struct, frozen=True, kw_only=True):
    """One layer against one attack. against: what is looked up, incoming missiles for ECM, shots for the others.

    fired: lasers that do not defend because they fired, by mount. charted: as the chart has it; killed: no more than
    came in; left: missiles that go on.
    """

    layer: str
    incoming: int
    systems: int
    salvoes: int
    terms: tuple[NamedNumber, ...]
    fired: tuple[NamedNumber, ...]
    doubled: bool
    against: int
    charted: Kills
    killed: int
    left: int

    @property
    def shots(self) -> str:
        """What the layer throws in."""
        if self.layer == "ECM":
            return f"ECM works on {counted(self.incoming, 'incoming missile')}."
        shots = multiplied(self.systems, "system", self.salvoes, "salvo", "shot")
        return "; ".join((*map(fired_words, self.fired), shots))

    @property
    def none(self) -> str:
        """Why the layer throws in nothing."""
        return "; ".join(map(fired_words, self.fired)) or "nothing bears"

    @property
    def percentage(self) -> str:
        """The sum of the layer's percentage."""
        return percentage(self.terms, self.charted.percent)

    def steps(self, tables: Tables) -> Iterator[str]:
        """Shots, percentage, kill chart, and what goes on."""
        if not self.terms:
            yield f"{self.none[0].upper()}{self.none[1:]}: all {self.incoming} get through."
            return
        yield self.shots
        yield f"{self.percentage}."
        yield self.charted.step(tables, "missiles" if self.layer == "ECM" else "shots")
        if self.doubled:
            why = "a miracle doubles ECM" if self.layer == "ECM" else "point defence counts double against nukes (2e)"
            yield f"{self.charted.total} x 2 = {self.charted.total * 2}: {why}."
        yield left_words(self.incoming, self.killed, self.charted.total * (2 if self.doubled else 1))


def fired_words(fired: NamedNumber) -> str:
    """Lasers of a mount that do not defend because they fired. Rule: house, sits rules 8.1."""
    name, number = fired
    return f"{name}'s {counted(number, 'laser')} fired this segment (house)"


def left_words(incoming: int, killed: int, counts: int) -> str:
    """What came in, what a layer killed, and what goes on. counts: kills by the chart, doubled where they are."""
    capped = f" ({counts}, but no more came in)" if counts > killed else ""
    return f"{counted(incoming, 'missile')} in, {killed} killed{capped}, {incoming - killed} left."


def fought(
    chart: KillChart | None,
    layer: str,
    incoming: int,
    terms: tuple[NamedNumber, ...],
    *,
    systems: int = 0,
    salvoes: int = 0,
    fired: tuple[NamedNumber, ...] = (),
    doubled: bool = False,
) -> Fought:
    """What a layer kills of the missiles that come in. Rule: flyer, defence layers; sits rules 8.3 to 8.6.

    terms: of its percentage, none where nothing bears; systems: those that bear, each with a shot at every salvo;
    doubled: point defence against nukes, or ECM by a miracle; chart: the game's own kill chart.
    """
    against = incoming if layer == "ECM" and terms else systems * salvoes
    charted = kills(against, sum(value for _, value in terms), chart)
    killed = min(charted.total * (2 if doubled else 1), incoming)
    return Fought(
        layer=layer,
        incoming=incoming,
        systems=systems,
        salvoes=salvoes,
        terms=terms,
        fired=fired,
        doubled=doubled,
        against=against,
        charted=charted,
        killed=killed,
        left=incoming - killed,
    )


@cache
def layer_moments(
    layer: Layer, incoming: int, systems: int, salvoes: int, base: int, *, doubled: bool, chart: KillChart | None
) -> tuple[Fraction, Fraction]:
    """Kills of a layer over every variance roll. base: the percentage without variance; the rest as in `fought`."""

    def killed(varied: int) -> int:
        terms = (("", base + varied),)
        return fought(chart, layer, incoming, terms, systems=systems, salvoes=salvoes, doubled=doubled).killed

    return over_variance(killed)
