"""What reports are made of, before anybody draws them: headings, lines, fields, tables, rows of boxes, pictures.

A block says what is told, not how it looks: how wide a page is, and which characters it can show, the drawer knows.
Players' text may stand in any of them; it is never markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal

from attrs import field, frozen
from msgspec import Struct

from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.report.glance import Glance
    from sits_es.report.scenes import Scene

#: How words are meant. A tone is never the only thing that tells two things apart: it may not be seen.
Tone = Literal["plain", "strong", "faint", "good", "warning", "bad"]


class Phrase(Struct, frozen=True):
    """Some words of a line, and how they are meant. in_ascii: what stands for signs that a page may be unable to show.

    Players' words have nothing in their place: they are shown as they are.
    """

    text: str
    tone: Tone = "plain"
    in_ascii: str | None = None


def phrases_of(text: str | Iterable[Phrase]) -> tuple[Phrase, ...]:
    """A text as one phrase, or the phrases that there are."""
    return (Phrase(text),) if isinstance(text, str) else tuple(text)


@frozen
class ReportLine(Value):
    """One line; what does not fit goes on below, `hang` columns further in, or 2 on a page too narrow for that.

    indent, hang: columns, 0 up.

    phrases: what it says, given as a plain text or phrase by phrase; a line that says nothing is a blank one.
    """

    phrases: tuple[Phrase, ...] = field(converter=phrases_of, default=())
    indent: int = 0
    hang: int = 2

    @property
    def text(self) -> str:
        """What the line says."""
        return "".join(phrase.text for phrase in self.phrases)


#: A blank line.
BLANK: Final = ReportLine()


def strong(text: str, indent: int = 0, hang: int = 2) -> ReportLine:
    """A line in strong words, such as the title of what stands below it."""
    return ReportLine((Phrase(text, "strong"),), indent, hang)


class Heading(Struct, frozen=True):
    """A title. major: that of a page, with a line to its right edge; others have a blank line above them."""

    text: str
    major: bool = False


def _pairs(rows: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(rows)


@frozen
class Fields(Value):
    """Labels and what they say, one under the other; rows that say nothing are left out. indent: columns, 0 up."""

    rows: tuple[tuple[str, str], ...] = field(converter=_pairs)
    indent: int = 0


def _rows(rows: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(map(tuple, rows))


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


def _box_phrases(boxes: Iterable[str | Phrase]) -> tuple[Phrase, ...]:
    return tuple(Phrase(box) if isinstance(box, str) else box for box in boxes)


def _columns(columns: Iterable[int]) -> frozenset[int]:
    return frozenset(columns)


@frozen
class TextTable(Value):
    """A table of texts. right: columns, from 0, that are set to the right. indent: columns, 0 up.

    spaced: a list to look things up in, its columns further apart; it may have any number of rows.
    """

    heads: tuple[str, ...] = field(converter=_texts)
    rows: tuple[tuple[str, ...], ...] = field(converter=_rows)
    right: frozenset[int] = field(converter=_columns, default=())
    indent: int = 0
    spaced: bool = False


@frozen
class BoxRow(Value):
    """A row of boxes to tick. boxes: what stands in each, from left to right; note: which of several rows it is.

    A box that is lost is marked by what stands in it, and its tone says the same again.
    """

    label: str
    boxes: tuple[Phrase, ...] = field(converter=_box_phrases)
    note: str = ""


def _box_rows(rows: Iterable[BoxRow]) -> tuple[BoxRow, ...]:
    return tuple(rows)


@frozen
class Boxes(Value):
    """Rows of boxes under a title. labels: columns that the labels take at the least, so that blocks stand alike.

    paired: whether two short rows may stand beside each other. indent: columns of the title; the rows have two more.
    """

    title: str
    rows: tuple[BoxRow, ...] = field(converter=_box_rows)
    labels: int = 0
    paired: bool = False
    indent: int = 2


class Picture(Struct, frozen=True):
    """A scene to be drawn. indent: columns, 0 up."""

    scene: Scene
    indent: int = 0


class Screen(Struct, frozen=True):
    """Something that is to fit one screen: whoever draws it leaves out what matters least where it is too small."""

    glance: Glance


Block = ReportLine | Heading | Fields | TextTable | Boxes | Picture | Screen
