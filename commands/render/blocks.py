"""Draws blocks for a terminal, a file or a letter, in the columns there are: side by side, and at a glance on a screen.

A turn at a glance fits the screen, and what matters least is left out where that is small. On a page that is wide
enough the picture stands beside the units, otherwise above them where there is room for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby, product, zip_longest
from typing import TYPE_CHECKING, Any, Final, assert_never

from attrs import evolve, frozen
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from commands.render.columns import ASCII_HEAD, FittedTable, table_of
from sits_es.report.blocks import Block, Boxes, Fields, Heading, Phrase, Picture, ReportLine, Screen, TextTable, Tone
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Told, UnitGlance
from sits_es.sentences import counted, visible

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene


#: Rows of a screen where nothing says how many it has, one being left for what is typed next.
ROWS: Final = 23

#: How tones look, in Rich's styles.
STYLES: Final[dict[Tone, str]] = {
    "plain": "",
    "strong": "bold",
    "faint": "dim",
    "good": "green",
    "warning": "yellow",
    "bad": "red",
}


def draw(blocks: Iterable[Block], *, ascii_only: bool = False, rows: int = ROWS) -> Iterator[RenderableType]:
    """Blocks one below the other. ascii_only: lines and pictures in 7-bit characters; texts stay as they are.

    rows: those of the screen that a glance has to fit.
    """
    for block in blocks:
        match block:
            case ReportLine():
                yield _Hanging(block, ascii_only)
            case Heading(text=title, major=True):
                yield Rule(plain(title, "bold"), characters="-" if ascii_only else "─", align="left", style="none")
            case Heading():
                yield Text("\n") + plain(block.text, "bold")
            case Fields():
                yield _indented(_fields(block), block.indent)
            case TextTable():
                yield _indented(_table(block, ascii_only=ascii_only), block.indent)
            case Boxes():
                yield _BoxPage(block)
            case Picture():
                yield _indented(_Drawn(block.scene, ascii_only), block.indent)
            case Screen():
                yield GlancePage(block.glance, rows, ascii_only)
            case _:
                assert_never(block)


def plain(text: str, style: str = "") -> Text:
    """Text that is no markup and holds nothing that could upset a terminal."""
    return Text(visible(text), style=style)


def phrase_text(phrase: Phrase, *, ascii_only: bool) -> Text:
    """Some words in the style of their tone."""
    other = phrase.in_ascii if ascii_only else None
    return plain(phrase.text if other is None else other, STYLES[phrase.tone])


@frozen
class _Hanging:
    """A line; what does not fit goes on below it, further in."""

    line: ReportLine
    ascii_only: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from hanging(self.line, console, options.max_width, ascii_only=self.ascii_only)


def hanging(line: ReportLine, console: Console, width: int, *, ascii_only: bool) -> Iterator[Text]:
    """A line in so many columns; what does not fit goes on below it, further in."""
    parts = [phrase_text(phrase, ascii_only=ascii_only) for phrase in line.phrases]
    # one phrase is one text, whose style its parts keep when they are broken and put together again
    text = parts[0] if len(parts) == 1 else Text("").join(parts)
    wide = max(width - line.indent, 8)
    first, *rest = wrapped(text, console, wide)
    yield Text(" " * line.indent) + first
    if rest:
        below = Text(" ").join(rest)
        # where that leaves less than a third of the page, it would be a column of single words
        hang = line.hang if wide - line.hang >= wide // 3 else 2
        for part in wrapped(below, console, max(wide - hang, 8)):
            yield Text(" " * (line.indent + hang)) + part


def wrapped(text: Text, console: Console, width: int) -> list[Text]:
    """A text in lines of so many columns, broken between words; one line at the least."""
    parts = text.wrap(console, width, tab_size=4)
    for part in parts:
        part.rstrip()
    return list(parts) or [Text()]


def _indented(what: RenderableType, columns: int) -> RenderableType:
    return Padding(what, (0, 0, 0, columns), expand=False) if columns else what


def _table(block: TextTable, *, ascii_only: bool) -> RenderableType:
    if block.spaced:
        return table_of(block.heads, block.rows, ascii_only=ascii_only)
    return FittedTable(
        heads=tuple(plain(head, "bold") for head in block.heads),
        rows=tuple(tuple(map(plain, row)) for row in block.rows),
        box=ASCII_HEAD if ascii_only else SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        right=block.right,
    )


def _fields(block: Fields) -> Table:
    drawn = Table.grid(padding=(0, 2))
    drawn.add_column(no_wrap=True)
    drawn.add_column()
    for label, says in block.rows:
        if says:
            drawn.add_row(plain(label), plain(says))
    return drawn


@frozen
class _BoxPage:
    """Rows of boxes, broken between boxes."""

    block: Boxes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        block = self.block
        yield Text(" " * block.indent) + plain(block.title, STYLES["strong"])
        margin = " " * (block.indent + 2)
        for line in box_lines(block, options.max_width - len(margin)):
            yield Text(margin).append_text(Text("").join(phrase_text(phrase, ascii_only=False) for phrase in line))


@frozen
class _Drawn:
    """A picture in as many columns as there are."""

    scene: Scene
    ascii_only: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from commands.render.pictures import render_text

        yield render_text(self.scene, self.ascii_only, options.max_width)


#: The most columns of a line, and of the first of two rows side by side, with the space after it.
WIDEST: Final = 74
PAIRED: Final = 38

#: Where fewer columns than this are left for the boxes, a label has a line of its own.
LEAST: Final = 15


def box_lines(block: Boxes, width: int) -> Iterator[Sequence[Phrase]]:
    """The rows of a block, line by line, none longer than `width` columns unless a single box is.

    Neighbours of the same tone are one phrase.
    """
    room = min(WIDEST, width)
    rows = list(_rows(block, room))
    for line in _paired(rows, room) if block.paired else rows:
        runs = groupby(line, lambda phrase: phrase.tone)
        yield [Phrase("".join(phrase.text for phrase in run), tone) for tone, run in runs]


def _rows(block: Boxes, room: int) -> Iterator[list[Phrase]]:
    labels = max([block.labels, *(cell_len(row.label) + 1 for row in block.rows)])
    notes = max((cell_len(row.note) + 1 for row in block.rows if row.note), default=0)
    own_line = room - labels - notes < LEAST
    for row in block.rows:
        note = _padded(row.note, notes)
        boxes = [Phrase(f"[{held.text}]", held.tone) for held in row.boxes]
        if not own_line:
            yield from _broken(_padded(row.label, labels) + note, boxes, room)
            continue
        if row.label:
            yield [Phrase(row.label)]
        yield from _broken("  " + note, boxes, room)


def _broken(label: str, boxes: Iterable[Phrase], room: int) -> Iterator[list[Phrase]]:
    """A label and its boxes, broken between boxes."""
    line, margin = [Phrase(label)], cell_len(label)
    for box in boxes:
        if _length(line) + cell_len(box.text) > room and len(line) > 1:
            yield line
            line = [Phrase(" " * margin)]
        line.append(box)
    yield line


def _paired(rows: Iterable[list[Phrase]], room: int) -> Iterator[list[Phrase]]:
    """Two rows side by side where both are short enough."""
    left: list[Phrase] = []
    for line in rows:
        if left and _length(left) < PAIRED and _length(line) <= min(PAIRED, room - PAIRED + 2) - 2:
            yield [*left, Phrase(" " * (PAIRED - _length(left))), *line]
            left = []
            continue
        if left:
            yield left
        left = line
    if left:
        yield left


def _length(line: Iterable[Phrase]) -> int:
    return sum(cell_len(phrase.text) for phrase in line)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


#: Columns of a report: what mail programs show without wrapping.
WIDTH: Final = 76


def plain_text(blocks: Iterable[Block], width: int, rows: int = 24) -> str:
    """Blocks as text in so many columns, in 7-bit characters as far as lines and pictures go. rows: of a glance."""
    out = StringIO()
    console = Console(file=out, width=width, markup=False, highlight=False, emoji=False, color_system=None)
    console.print(Group(*draw(blocks, ascii_only=True, rows=rows)))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def without_pictures(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks without pictures, and without the headings of those."""
    waiting: Heading | None = None
    for block in blocks:
        if isinstance(block, Picture):
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        waiting = block if isinstance(block, Heading) else None
        if waiting is None:
            yield Screen(evolve(block.glance, scene=None)) if isinstance(block, Screen) else block
    if waiting is not None:
        yield waiting


def pictures(blocks: Iterable[Block]) -> Iterator[Scene]:
    """What `without_pictures` leaves out, to be drawn elsewhere."""
    for block in blocks:
        match block:
            case Picture(scene=scene):
                yield scene
            case Screen(glance) if glance.scene is not None:
                yield glance.scene


#: Columns between them; the fewest of a picture that stands beside something, and the most.
GAP: Final = 2
LEAST_PICTURE: Final = 48
MOST: Final = 100


def side_by_side(blocks: Iterable[Block], *, ascii_only: bool) -> Iterator[RenderableType]:
    """Blocks one below the other; a picture before a heading with a table stands beside them where they fit."""
    waiting: list[Block] = []
    for block in blocks:
        waiting.append(block)
        if not _may_stand_side_by_side(waiting):
            yield from draw(waiting[:-1], ascii_only=ascii_only)
            waiting = waiting[-1:]
            if not _may_stand_side_by_side(waiting):
                yield from draw(waiting, ascii_only=ascii_only)
                waiting = []
        elif len(waiting) == len(_SHAPE) and isinstance(picture := waiting[0], Picture):
            yield SideBySide(picture, tuple(waiting[1:]), ascii_only)
            waiting = []
    yield from draw(waiting, ascii_only=ascii_only)


#: What stands side by side: a picture, and a heading with its table.
_SHAPE: Final = (Picture, Heading, TextTable)


def _may_stand_side_by_side(blocks: Sequence[Block]) -> bool:
    return all(isinstance(block, kind) for block, kind in zip(blocks, _SHAPE, strict=False))


@frozen
class SideBySide:
    """A picture, and what stands to its right where the page is wide enough for both, or else below it."""

    picture: Picture
    beside: tuple[Block, ...]
    ascii_only: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        below = list(draw(self.beside, ascii_only=self.ascii_only))
        lines = [_text(line) for line in console.render_lines(Group(*below), options, pad=False)]
        wide = max((line.cell_len for line in lines), default=0)
        left = min(options.max_width - GAP - wide, MOST)
        if left < LEAST_PICTURE:
            yield from draw([self.picture], ascii_only=self.ascii_only)
            yield from below
            return
        drawn = picture_lines(self.picture, left, ascii_only=self.ascii_only)
        # a heading has a blank line above it, which nothing stands above here
        lines = lines[1:] if lines and not lines[0].plain.strip() else lines
        margin = max(line.cell_len for line in drawn) + GAP
        for one, other in zip_longest(drawn, lines, fillvalue=Text()):
            yield Text.assemble(one, " " * (margin - one.cell_len) if other else "", other)


def _text(line: Iterable[Segment]) -> Text:
    """A drawn line without blanks at its end."""
    text = Text.assemble(*((part.text, part.style or "") for part in line))
    text.rstrip()
    return text


def picture_lines(picture: Picture, width: int, rows: int | None = None, *, ascii_only: bool) -> list[Text]:
    """A picture in so many columns, and rows where they are given, from the left edge on."""
    from commands.render.pictures import render_text

    lines = render_text(picture.scene, ascii_only, width, rows).split("\n")
    margin = min((len(line.plain) - len(line.plain.lstrip()) for line in lines if line.plain.strip()), default=0)
    return [line[margin:] for line in lines]


#: Columns from which on the picture stands beside the units.
SIDE_BY_SIDE: Final = 72
#: Columns between what is told of a unit.
APART: Final = 3
#: The most columns of a picture beside units.
WIDEST_PICTURE: Final = 100
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

        left = min((self._width - GAP) // 2, WIDEST_PICTURE)
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
