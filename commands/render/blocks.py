"""Draws blocks for a terminal, a file or a letter, in the columns there are: side by side, and at a glance on a screen.

A turn at a glance fits the screen, and what matters least is left out where that is small. On a page that is wide
enough the picture stands beside the units, otherwise above them where there is room for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product, zip_longest
from typing import TYPE_CHECKING, Any, Final, assert_never

from attrs import evolve
from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from commands.render.columns import field_lines, hung, padded, table_lines, wrapped
from commands.render.pictures import FEWEST_ROWS, render_text
from commands.stream import IN_ASCII
from sits_es.report.blocks import Block, Boxes, Fields, Heading, Phrase, Picture, ReportLine, Screen, TextTable, Tone
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Glimpse, UnitGlance
from sits_es.sentences import counted, visible

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene


#: Rows that a picture in a glance fills where no screen says how many it has.
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


def draw(blocks: Iterable[Block], width: int, *, ascii_only: bool = False, rows: int | None = None) -> Iterator[Text]:
    """Blocks one below the other, as lines of at most so many columns.

    ascii_only: phrases as they are said in ASCII. rows: of the screen that a glance has to fit; None for all of it.
    """
    for block in map(_said_in_ascii, blocks) if ascii_only else blocks:
        match block:
            case ReportLine():
                yield from hanging(block, width)
            case Heading(text=title, major=True):
                line = plain(title, "bold")
                line.truncate(width - 2, overflow="ellipsis")
                yield Text.assemble(line, " ", "─" * (width - line.cell_len - 1))
            case Heading():
                yield Text()
                yield from wrapped(plain(block.text, "bold"), width)
            case Boxes():
                margin = " " * (block.indent + 2)
                yield plain(" " * block.indent + block.title, STYLES["strong"])
                for phrases in box_lines(block, width - len(margin)):
                    yield Text(margin).append_text(_joined(phrases))
            case Fields() | TextTable() | Picture():
                drawn = _indented(block, width - block.indent)
                yield from (Text(" " * block.indent).append_text(line) for line in drawn) if block.indent else drawn
            case Screen():
                yield from _Page(block.glance, width).lines(rows)
            case _:
                assert_never(block)


def _said_in_ascii(block: Block) -> Block:
    """A block with phrases as they are said in ASCII."""

    def said(phrases: Iterable[Phrase]) -> list[Phrase]:
        return [each if each.in_ascii is None else Phrase(each.in_ascii, each.tone) for each in phrases]

    def told(all_told: Iterable[Glimpse]) -> list[Glimpse]:
        return [evolve(each, phrases=said(each.phrases), short=said(each.short)) for each in all_told]

    match block:
        case ReportLine():
            return evolve(block, phrases=said(block.phrases))
        case Screen(glance):
            units = tuple(evolve(unit, told=told(unit.told)) for unit in glance.units)
            return Screen(evolve(glance, units=units, happened=told(glance.happened)))
    return block


def _indented(block: Fields | TextTable | Picture, width: int) -> Iterable[Text]:
    match block:
        case Fields():
            return field_lines(((visible(label), visible(says)) for label, says in block.rows), width)
        case Picture():
            return scene_lines(block.scene, width)
    if block.spaced:
        return table_lines(block.heads, block.rows, width)
    heads, rows = [*map(visible, block.heads)], [[*map(visible, row)] for row in block.rows]
    return table_lines(heads, rows, width, apart=2, right=block.right)


def scene_lines(scene: Scene, width: int, rows: int | None = None) -> list[Text]:
    """A scene as lines of so many columns, in at most so many rows; None: in any, with what its signs mean below it."""
    lines = list(render_text(scene, width, rows).split("\n", allow_blank=True))
    for line in lines:
        line.rstrip()
        line.truncate(width)
    return lines


def plain(text: str, style: str = "") -> Text:
    """Text that is no markup and holds nothing that could upset a terminal."""
    return Text(visible(text), style=style)


def _joined(phrases: Sequence[Phrase]) -> Text:
    # one phrase is one text, whose style its parts keep when they are broken and put together again
    parts = [plain(phrase.text, STYLES[phrase.tone]) for phrase in phrases]
    return parts[0] if len(parts) == 1 else Text("").join(parts)


def hanging(line: ReportLine, width: int) -> Iterator[Text]:
    """A line in so many columns; what does not fit goes on below it, further in."""
    wide = max(width - line.indent, 8)
    # where that leaves less than a third of the page, it would be a column of single words
    hang = line.hang if wide - line.hang >= wide // 3 else 2
    yield from (Text(" " * line.indent) + part for part in hung(_joined(line.phrases), wide, hang))


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
        note = padded(row.note, notes)
        boxes = [Phrase(f"[{held.text}]", held.tone) for held in row.boxes]
        if not own_line:
            yield from _broken(padded(row.label, labels) + note, boxes, room)
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


def plain_text(blocks: Iterable[Block], width: int, rows: int = 24) -> str:
    """Blocks as text in so many columns, in 7-bit characters as far as lines and pictures go. rows: of a glance."""
    lines = draw(blocks, width, ascii_only=True, rows=rows)
    return "\n".join(line.plain.rstrip() for line in lines).strip("\n").translate(IN_ASCII)


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


def side_by_side(blocks: Iterable[Block], width: int) -> Iterator[Text]:
    """Blocks one below the other; a picture before a heading with a table stands beside them where they fit."""
    left = list(blocks)
    while left:
        match left:
            case [Picture(scene=scene), Heading() as heading, TextTable() as table, *rest]:
                told = list(draw([heading, table], width))
                room = min(width - GAP - max(line.cell_len for line in told), MOST)
                if room >= LEAST_PICTURE:
                    # a heading has a blank line above it, which nothing stands above here
                    told = told if told[0] else told[1:]
                    yield from beside(picture_lines(scene, room), told)
                    left = rest
                    continue
        yield from draw(left[:1], width)
        left = left[1:]


def beside(left: Sequence[Text], right: Sequence[Text]) -> Iterator[Text]:
    """Lines, and to the right of them others, as far apart as all of them need."""
    margin = max((line.cell_len for line in left), default=0) + GAP
    for one, other in zip_longest(left, right, fillvalue=Text()):
        yield Text.assemble(one, " " * (margin - one.cell_len) if other else "", other)


def picture_lines(scene: Scene, width: int, rows: int | None = None) -> list[Text]:
    """A picture in so many columns, and rows where they are given, from the left edge on."""
    lines = scene_lines(scene, width, rows)
    margin = min((len(line.plain) - len(line.plain.lstrip()) for line in lines if line.plain.strip()), default=0)
    return [line[margin:] for line in lines]


#: Columns from which on the picture stands beside the units.
SIDE_BY_SIDE: Final = 72
#: Columns between what is told of a unit.
APART: Final = 3
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


class _Page(Struct, frozen=True):
    """A glance on a page of so many columns; in more rows than wanted where its head and foot alone have as many."""

    glance: Glance
    width: int

    def lines(self, rows: int | None) -> Iterator[Text]:
        """It line by line: as much as fits so many rows, or all."""
        head, foot = list(self._head()), list(self._foot())
        yield from head
        room = max((ROWS if rows is None else rows) - len(head) - len(foot), 2)
        yield from self._whole(room) if rows is None else self._body(room)
        yield from foot

    def _head(self) -> Iterator[Text]:
        for line in self.glance.head:
            yield from hanging(line, self.width)
        title, ahead = plain(self.glance.title, STYLES["strong"]), plain(self.glance.ahead)
        between = self.width - title.cell_len - ahead.cell_len
        if between >= GAP:
            yield Text.assemble(title, " " * between, ahead)
        else:
            yield from wrapped(title, self.width)
            yield from wrapped(ahead, self.width)
        if self.glance.besides:
            besides = wrapped(plain(self.glance.besides), self.width)
            yield from (Text(" " * max(self.width - line.cell_len, 0)) + line for line in besides)

    def _foot(self) -> Iterator[Text]:
        more = [ReportLine((Phrase(f"More: {self.glance.more}", "faint"),))] if self.glance.more else []
        for line in (*more, *self.glance.foot):
            yield from hanging(line, self.width)

    def _whole(self, rows: int) -> list[Text]:
        """All of it, as `_body` has it. rows: which the picture is made to fill."""
        scene, wide = self.glance.scene, self.width
        aside = scene is not None and wide >= SIDE_BY_SIDE
        left = min((wide - GAP) // 2, MOST)
        units = list(self._units(wide - left - GAP if aside else wide, *OF_UNITS[0]))
        happened = list(self._happened(*OF_THE_REST[0]))
        if scene is None:
            return [*units, *happened]
        if aside:
            drawn = picture_lines(scene, left, max(len(units), FEWEST_ROWS, rows - len(happened)))
            return [*beside(drawn, units), *happened]
        drawn = picture_lines(scene, wide, max(rows - len(units) - len(happened), FEWEST_ROWS))
        return [*drawn, *units, *happened]

    def _body(self, rows: int) -> list[Text]:
        """The units to the right of the picture, or below it where there is room for it, above what happened."""
        scene, wide = self.glance.scene, self.width
        if scene is None or wide < SIDE_BY_SIDE or rows < FEWEST_ROWS:
            units, happened = self._chosen(wide, rows)
            left = rows - len(units) - len(happened)
            drawn: Sequence[Text] = ()
            if scene is not None and left >= FEWEST_ROWS:
                drawn = picture_lines(scene, wide, left)
            return [*(drawn if len(drawn) <= left else ()), *units, *happened]
        left = min((wide - GAP) // 2, MOST)
        right = wide - left - GAP
        units, happened = self._chosen(right, rows, least=FEWEST_ROWS)
        high = max(len(units), FEWEST_ROWS, rows - len(happened))
        drawn = picture_lines(scene, left, high)
        if max(len(units), len(drawn)) + len(happened) > rows:
            # what a picture has no room for makes it higher than it should be
            units, happened = self._chosen(right, rows, least=len(drawn))
        return [*beside(drawn, units), *happened]

    def _chosen(self, wide: int, body: int, least: int = 0) -> tuple[list[Text], list[Text]]:
        """Lines of units and of what happened that go into so many rows, as much of them as does.

        wide: columns of the units; least: rows of the picture that stands beside them, 0 where all stand one below the
        other.
        """
        units = [list(self._units(wide, *step)) for step in OF_UNITS]
        happened = [list(self._happened(*step)) for step in OF_THE_REST]
        for of_units, of_rest in IN_TURN:
            one, other = units[of_units], happened[of_rest]
            if max(len(one), least) + len(other) <= body:
                return one, other
        # not even what nobody may miss has room: most of it is for the units, what they leave for the rest
        few = _cut(units[-1], max(least, body - len(happened[-1]), body * 2 // 3))
        return few, _cut(happened[-1], body - max(len(few), least))

    def _units(self, width: int, weight: int, short: bool) -> Iterator[Text]:
        for unit in self.glance.units:
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
            yield from wrapped(line, width)
            *further, line = (Text.assemble(" " * INDENT, each) for each in wrapped(part, width - INDENT))
            yield from further
        yield line

    def _sign(self, unit: UnitGlance) -> tuple[str, str]:
        """The sign of a unit in the picture, and its style; nothing if it isn't in it."""
        from commands.render.pictures.figures import SIDE_STYLES, badge, figure_of

        markers: Any = getattr(self.glance.scene, "markers", ())
        found = next((each for each in markers if each.name == unit.name), None)
        if found is None:
            return "", STYLES["strong"]
        figure = figure_of(markers, found)
        return badge(figure), SIDE_STYLES[figure.colour]

    def _happened(self, weight: int, short: bool) -> Iterator[Text]:
        """What happened, when it did before the first line of each time."""
        shown = [told for told in self.glance.happened if told.weight >= weight]
        column = max((len(told.place) for told in shown), default=0) + GAP
        before = ""
        for told in shown:
            place = "" if told.place == before else told.place
            before = told.place
            phrases = told.short if short and told.short else told.phrases
            line = ReportLine((Phrase(f"{place:<{column}}"), *phrases), hang=column + GAP)
            yield from hanging(line, self.width)
        if left_out := len(self.glance.happened) - len(shown):
            yield Text.assemble(" " * column, (f"and {counted(left_out, 'line')} more", STYLES["faint"]))

    def _said(self, told: Glimpse, short: bool) -> Text:
        return _joined(told.short if short and told.short else told.phrases)


def _cut(lines: list[Text], rows: int) -> list[Text]:
    """The first of some lines, and how many more there are where that is not all."""
    if len(lines) <= rows:
        return lines
    kept = lines[: max(rows - 1, 0)]
    return [*kept, Text(f"  and {counted(len(lines) - len(kept), 'line')} more", STYLES["faint"])][:rows]
