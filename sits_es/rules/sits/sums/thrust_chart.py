"""The thrust chart: eight pulses, and the acceleration dots and displacement that they give."""

from collections.abc import Iterable, Iterator

from attrs import frozen
from msgspec import Struct

from sits_es.rules.sits.sums.plots import default_plot_of
from sits_es.rules.sits.tables.printed_charts import thrust_row
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.sentences import counted
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, HexVector
from sits_es.values import Value

#: Pulses of a chart; one is crossed off in each segment under thrust. Rule: tables.toml, thrust_chart.
PULSES = SEGMENTS

#: A dot is one hex per turn: eight segments at thrust 1. A hex of displacement takes 2 x 8 x 8 of the sum below.
DOT = SEGMENTS
HEX = 2 * SEGMENTS * SEGMENTS


@frozen
class ThrustChart(Value):
    """A chart since the last thrust break: the thrust of every pulse crossed off and the window the nose stood in.

    thrusts: points, 1 up each. noses: one for each of them. ValueError for charts of unequal length or past the end.
    """

    thrusts: tuple[int, ...] = ()
    noses: tuple[Window, ...] = ()

    def __attrs_post_init__(self) -> None:
        if len(self.thrusts) != len(self.noses) or len(self.thrusts) > PULSES or min(self.thrusts, default=1) < 1:
            message = f"a chart holds up to {PULSES} pulses of thrust 1 up, each with a nose: {self}"
            raise ValueError(message)

    def total(self, pulses: int | None = None) -> int:
        """Thrust points of the first `pulses` pulses, of all crossed off by default."""
        return sum(self.thrusts[:pulses])

    def way(self, pulses: int | None = None) -> int:
        """Displacement of the first `pulses` pulses in 128ths of a hex."""
        gained = way = 0
        for thrust in self.thrusts[:pulses]:
            way += 2 * gained + thrust
            gained += thrust
        return way


class Pulse(Struct, frozen=True):
    """What one pulse gives.

    number: 1 to 8. nose: the window the nose stands in. dots: gained there, 0 up.
    hexes_before, hexes: displacement of the whole chart before and with this pulse, in hexes.
    move: displacement of the future-position marker by this pulse.
    """

    number: int
    nose: Window
    dots: int
    hexes_before: int
    hexes: int
    move: HexVector


class Carried(Struct, frozen=True):
    """Half hexes kept past the end of a chart.

    halves: the windows that each hold one. move: displacement of the marker by two that met, usually none.
    """

    halves: tuple[Window, ...]
    move: HexVector


def _gains(chart: ThrustChart, tables: Tables) -> Iterator[tuple[int, int]]:
    """Dots and hexes of displacement that each pulse crossed off gave.

    With S the thrust points so far, dots so far are S / 8 and displacement so far is the sum of every pulse's S before
    and after it, / 128, both rounded down; a pulse gives what they grow by. Where the game's own chart has a row for
    the pulse's thrust, its cell is what the pulse gives. Rule: sits rules 6 (house), 12.
    """
    for pulse, thrust in enumerate(chart.thrusts):
        if (row := thrust_row(tables, thrust)) is not None:
            yield row.dots[pulse], row.hexes[pulse]
        else:
            yield (
                chart.total(pulse + 1) // DOT - chart.total(pulse) // DOT,
                chart.way(pulse + 1) // HEX - chart.way(pulse) // HEX,
            )


def cross(chart: ThrustChart, thrust: int, nose: Window, tables: Tables) -> tuple[ThrustChart, Pulse]:
    """Cross off a pulse at a thrust (points, 1 up) with the nose in a window; ValueError at thrust 0 or past the end.

    The D-th hex of displacement moves the marker by default plot D less default plot D - 1 of the nose's window.
    Rule: card, "Resolve Thrust"; sits rules 6 (house).
    """
    crossed = ThrustChart((*chart.thrusts, thrust), (*chart.noses, nose))
    gains = tuple(_gains(crossed, tables))
    gained, moved = gains[-1]
    before = sum(hexes for _, hexes in gains[:-1])
    after = before + moved
    return crossed, Pulse(
        number=len(crossed.thrusts),
        nose=nose,
        dots=gained,
        hexes_before=before,
        hexes=after,
        move=default_plot_of(tables, after, nose) - default_plot_of(tables, before, nose),
    )


def full(chart: ThrustChart) -> bool:
    """Whether the end of the chart is reached, which is a thrust break."""
    return len(chart.thrusts) == PULSES


def dots(chart: ThrustChart, tables: Tables) -> tuple[tuple[Window, int], ...]:
    """Dots per window, 1 up, in the order in which windows first gained one."""
    counts: dict[Window, int] = {}
    for nose, (gained, _) in zip(chart.noses, _gains(chart, tables), strict=True):
        if gained:
            counts[nose] = counts.get(nose, 0) + gained
    return tuple(counts.items())


def carry(chart: ThrustChart, halves: Iterable[Window], tables: Tables) -> Carried:
    """Keep the odd half hex of a full chart in the window of its last pulse's nose; a chart broken off leaves none.

    halves: windows that hold one from earlier charts. Two in one window make a hex there, the next after those that
    the chart has given: it moves the marker in the segment that filled the chart. At constant thrust a half is left
    when the thrust is odd; fractions under a half are lost. If any pulse went by a row of the game's own chart, no half
    is left: that row says all that its pulses give. Rule: sits rules 6 (house).
    """
    kept = tuple(halves)
    charted = any(thrust_row(tables, thrust) for thrust in chart.thrusts)
    if charted or not full(chart) or chart.way() % HEX < HEX // 2:
        return Carried(kept, STILL)
    nose, hexes = chart.noses[-1], chart.way() // HEX
    if nose not in kept:
        return Carried((*kept, nose), STILL)
    rest = tuple(window for window in kept if window != nose)
    return Carried(rest, default_plot_of(tables, hexes + 1, nose) - default_plot_of(tables, hexes, nose))


# the same on paper


def points(chart: ThrustChart) -> tuple[int, int]:
    """Thrust points on a chart before its last pulse, and with it."""
    return chart.total(len(chart.thrusts) - 1), chart.total()


def hexes(chart: ThrustChart, tables: Tables, pulses: int) -> int:
    """Hexes of displacement that the chart's first pulses gave."""
    return sum(moved for _, moved in list(_gains(chart, tables))[:pulses])


def dots_in_words(chart: ThrustChart, tables: Tables) -> str:
    """How many dots the chart's last pulse gives, and why."""
    from sits_es.rules.sits.tables.section import source

    thrust, pulse = chart.thrusts[-1], len(chart.thrusts)
    before, after = points(chart)
    if (row := thrust_row(tables, thrust)) is not None:
        cells, whose = " ".join(map(str, row.dots)), source(tables, "thrust_chart", "dots", thrust)
        return f"Dots by pulse at thrust {thrust}: {cells} ({whose}); pulse {pulse} gives {row.dots[pulse - 1]}."
    whose = source(tables, "thrust_chart", "dots")
    return (
        f"Dots so far: {after} / {DOT}, rounded down, is {after // DOT}; before this pulse {before} / {DOT} is "
        f"{before // DOT}; so the pulse gives {after // DOT - before // DOT} ({whose})."
    )


def way_in_words(chart: ThrustChart, tables: Tables) -> Iterator[str]:
    """How far the chart has displaced the marker: its pulses added up, or as the game's own rows have it."""
    from sits_es.rules.sits.tables.section import source

    gained = 0
    added = []
    for thrust in chart.thrusts:
        added.append(f"{gained} + {gained + thrust}")
        gained += thrust
    way = chart.way()
    whose = source(tables, "thrust_chart", "hexes")
    if not _by_rows(chart, tables) or len(_by_rows(chart, tables)) < len(chart.thrusts):
        yield f"Thrust of the pulses: {', '.join(map(str, chart.thrusts))}."
        yield (
            f"Points before and after each pulse: {', '.join(added)}; together {way}, / {HEX}, rounded down: "
            f"{counted(way // HEX, 'hex')}, {way % HEX} over ({whose})."
        )
    for pulse, thrust in _by_rows(chart, tables).items():
        row = thrust_row(tables, thrust)
        if row is not None:
            cells, own = " ".join(map(str, row.hexes)), source(tables, "thrust_chart", "hexes", thrust)
            yield f"Hexes by pulse at thrust {thrust}: {cells} ({own}); pulse {pulse} gives {row.hexes[pulse - 1]}."


def _by_rows(chart: ThrustChart, tables: Tables) -> dict[int, int]:
    """The pulses that go by a row of the game's own chart, from 1, with their thrust."""
    return {
        pulse: thrust for pulse, thrust in enumerate(chart.thrusts, start=1) if thrust_row(tables, thrust) is not None
    }
