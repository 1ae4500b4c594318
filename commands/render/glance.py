"""Draws a turn at a glance: it fits the screen, and what matters least is left out where that is small.

On a page that is wide enough the picture stands beside the units, otherwise above them where there is room for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product, zip_longest
from typing import Any, Final

from attrs import frozen
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from commands.render.blocks import STYLES, hanging, phrase_text, plain, wrapped
from sits_es.report.blocks import Phrase, Picture, ReportLine
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Told, UnitGlance
from sits_es.sentences import counted

#: Columns from which on the picture stands beside the units.
SIDE_BY_SIDE: Final = 72
#: Columns between them, and between what is told of a unit.
GAP: Final = 2
APART: Final = 3
#: The most columns of a picture beside units.
WIDEST: Final = 100
#: How far in a unit's further lines stand.
INDENT: Final = 4

#: What is left out of what is told of units, and of what happened, step by step where there is no room: the least
#: weight that is told, and whether in fewer words.
OF_UNITS: Final = ((DETAIL, False), (USUAL, False), (USUAL, True), (VITAL, True))
OF_THE_REST: Final = ((DETAIL, False), (DETAIL, True), (USUAL, True), (VITAL, True))

#: Both together in the order in which they are tried: as little as can be, of both alike, of units first.
IN_TURN: Final = sorted(
    product(range(len(OF_UNITS)), range(len(OF_THE_REST))), key=lambda steps: (sum(steps), max(steps), steps[1])
)


@frozen
class GlancePage:
    """A glance in so many rows, or in more on a page so narrow that its head and foot alone have as many."""

    glance: Glance
    rows: int
    ascii_only: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from _Page(self.glance, console, options.max_width, self.ascii_only).lines(self.rows)


class _Page:
    """A glance on a page of so many columns."""

    def __init__(self, glance: Glance, console: Console, width: int, ascii_only: bool) -> None:
        self._glance, self._console, self._width, self._ascii_only = glance, console, width, ascii_only

    def lines(self, rows: int) -> Iterator[Text]:
        """All of it, line by line."""
        head, foot = list(self._head()), list(self._foot())
        body = max(rows - len(head) - len(foot), 2)
        yield from head
        yield from self._side_by_side(body) if self._fits_beside(body) else self._stacked(body)
        yield from foot

    def _head(self) -> Iterator[Text]:
        for line in self._glance.head:
            yield from hanging(line, self._console, self._width, ascii_only=self._ascii_only)
        title, ahead = plain(self._glance.title, STYLES["strong"]), plain(self._glance.ahead)
        between = self._width - title.cell_len - ahead.cell_len
        if between >= GAP:
            yield Text.assemble(title, " " * between, ahead)
        else:
            yield from wrapped(title, self._console, self._width)
            yield from wrapped(ahead, self._console, self._width)
        if self._glance.besides:
            besides = wrapped(plain(self._glance.besides), self._console, self._width)
            yield from (Text(" " * max(self._width - line.cell_len, 0)) + line for line in besides)

    def _foot(self) -> Iterator[Text]:
        more = [ReportLine((Phrase(f"More: {self._glance.more}", "faint"),))] if self._glance.more else []
        for line in (*more, *self._glance.foot):
            yield from hanging(line, self._console, self._width, ascii_only=self._ascii_only)

    def _fits_beside(self, body: int) -> bool:
        from commands.render.pictures import FEWEST_ROWS

        return self._glance.scene is not None and self._width >= SIDE_BY_SIDE and body >= FEWEST_ROWS

    def _side_by_side(self, body: int) -> Iterator[Text]:
        """The picture, the units to its right, and below them what happened."""
        from commands.render.pictures import FEWEST_ROWS

        left = min((self._width - GAP) // 2, WIDEST)
        right = self._width - left - GAP
        units, happened = self._chosen(right, self._width, body, least=FEWEST_ROWS)
        drawn = self._picture(left, max(len(units), FEWEST_ROWS, body - len(happened)))
        if max(len(units), len(drawn)) + len(happened) > body:
            # what a picture has no room for makes it higher than it should be
            units, happened = self._chosen(right, self._width, body, least=len(drawn))
        left = max((line.cell_len for line in drawn), default=0)
        for one, other in zip_longest(drawn, units, fillvalue=Text()):
            padded = " " * (left - one.cell_len + GAP) if other else ""
            yield Text.assemble(one, padded, other)
        yield from happened

    def _stacked(self, body: int) -> Iterator[Text]:
        """The picture, if there is room for it, the units, and what happened."""
        from commands.render.pictures import FEWEST_ROWS

        units, happened = self._chosen(self._width, self._width, body)
        left = body - len(units) - len(happened)
        if self._glance.scene is not None and left >= FEWEST_ROWS:
            drawn = self._picture(self._width, left)
            yield from drawn if len(drawn) <= left else []
        yield from units
        yield from happened

    def _picture(self, width: int, rows: int) -> Sequence[Text]:
        from commands.render.blocks import picture_lines

        if self._glance.scene is None:
            return []
        return picture_lines(Picture(self._glance.scene), width, rows, ascii_only=self._ascii_only)

    def _chosen(self, wide: int, all_of_it: int, body: int, least: int = 0) -> tuple[list[Text], list[Text]]:
        """Lines of units and of what happened that go into so many rows, as much of them as does.

        wide, all_of_it: columns of the one and of the other; least: rows of the picture that stands beside the units,
        0 where all stand one below the other.
        """
        units = [list(self._units(wide, *step)) for step in OF_UNITS]
        happened = [list(self._happened(all_of_it, *step)) for step in OF_THE_REST]
        for of_units, of_rest in IN_TURN:
            one, other = units[of_units], happened[of_rest]
            if max(len(one), least) + len(other) <= body:
                return one, other
        # not even what nobody may miss has room: most of it is for the units, what they leave for the rest
        few = _cut(units[-1], max(least, body - len(happened[-1]), body * 2 // 3))
        return few, _cut(happened[-1], body - max(len(few), least))

    def _units(self, width: int, weight: int, short: bool) -> Iterator[Text]:
        for unit in self._glance.units:
            parts = [self._said(told, short) for told in unit.told if told.weight >= weight]
            yield from self._unit(unit, parts, width)

    def _unit(self, unit: UnitGlance, parts: Sequence[Text], width: int) -> Iterator[Text]:
        """What is told of a unit, after its sign and its name, broken between one thing and the next."""
        badge, style = self._sign(unit)
        line = plain(f"{badge} {unit.name}".strip() + (f" ({unit.side})" if unit.side else ""), style)
        for part in parts:
            if line.cell_len + APART + part.cell_len <= width:
                line = Text.assemble(line, " " * APART, part)
                continue
            yield from wrapped(line, self._console, width)
            first, *rest = wrapped(part, self._console, width - INDENT)
            while rest:
                yield Text.assemble(" " * INDENT, first)
                first, *rest = rest
            line = Text.assemble(" " * INDENT, first)
        yield line

    def _sign(self, unit: UnitGlance) -> tuple[str, str]:
        """The sign of a unit in the picture, and its style; nothing where it isn't in it."""
        from commands.render.pictures.figures import SIDE_STYLES, badge, figure_of

        markers: Any = getattr(self._glance.scene, "markers", None) or getattr(self._glance.scene, "things", ())
        found = next((each for each in markers if each.name == unit.name), None)
        if found is None:
            return "", STYLES["strong"]
        figure = figure_of(markers, found)
        return badge(figure, ascii_only=self._ascii_only), SIDE_STYLES[figure.colour]

    def _happened(self, width: int, weight: int, short: bool) -> Iterator[Text]:
        """What happened, when it did before the first line of each time."""
        shown = [told for told in self._glance.happened if told.weight >= weight]
        column = max((len(told.place) for told in shown), default=0) + GAP
        before = ""
        for told in shown:
            place = "" if told.place == before else told.place
            before = told.place
            phrases = told.short if short and told.short else told.phrases
            line = ReportLine((Phrase(f"{place:<{column}}"), *phrases), hang=column + GAP)
            yield from hanging(line, self._console, width, ascii_only=self._ascii_only)
        if left_out := len(self._glance.happened) - len(shown):
            yield Text.assemble(" " * column, (f"and {counted(left_out, 'line')} more", STYLES["faint"]))

    def _said(self, told: Told, short: bool) -> Text:
        phrases = told.short if short and told.short else told.phrases
        return Text("").join(phrase_text(phrase, ascii_only=self._ascii_only) for phrase in phrases)


def _cut(lines: list[Text], rows: int) -> list[Text]:
    """The first of some lines, and how many more there are where that is not all."""
    if len(lines) <= rows:
        return lines
    kept = lines[: max(rows - 1, 0)]
    return [*kept, Text(f"  and {counted(len(lines) - len(kept), 'line')} more", STYLES["faint"])][:rows]
