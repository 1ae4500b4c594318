"""Draws blocks as parts of a page: headings, lines, tables, and pictures as SVG within it. All words are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, assert_never

from commands.render.blocks import box_lines
from sits_es.report.blocks import Block, Boxes, Fields, Heading, Phrase, Picture, ReportLine, Screen, TextTable
from sits_es.report.glance import Glance, Glimpse
from sits_es.report.scenes import Scene, ShapeScene
from sits_es.sentences import visible

#: Columns of rows of boxes, which stand as in the text.
COLUMNS: Final = 76
#: A stretch of a long line up to a blank.
_LONG: Final = re.compile(r"(.{500}[^ ]{0,300}) ")


def markup(blocks: Iterable[Block]) -> str:
    """Blocks one below the other, as markup that can stand in the body of a page."""
    return "\n".join(_drawn(blocks))


def _drawn(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case ReportLine():
                yield _line(block)
            case Heading(text=title, major=major):
                yield f"<h2>{words(title)}</h2>" if major else f"<h3>{words(title)}</h3>"
            case Fields():
                fields = [(f"<td>{words(label)}</td>", f"<td>{words(says)}</td>") for label, says in block.rows if says]
                yield _table(fields, block.indent)
            case TextTable():
                yield _table(
                    [_row(block, "th", block.heads), *(_row(block, "td", row) for row in block.rows)], block.indent
                )
            case Boxes():
                margin = " " * (block.indent + 2)
                lines = [words(" " * block.indent + block.title)]
                rows = box_lines(block, COLUMNS - len(margin))
                lines += [margin + "".join(map(_phrase, row)) for row in rows]
                yield f"<pre>{chr(10).join(lines)}</pre>"
            case Picture(scene=scene):
                yield from _picture(scene)
            case Screen():
                yield from _glance(block.glance)
            case _:
                assert_never(block)


def _picture(scene: Scene) -> Iterator[str]:
    """A picture, with what is read out instead of it, and its legend below it in letters of the page."""
    from commands.render.pictures import heading, render_apart

    svg, key = render_apart(scene)
    named = f'role="img" aria-label="{words(heading(scene) or "Picture of the game")}"'
    yield _in_short_lines(svg.replace('role="img"', named, 1).rstrip("\n"))
    if key:
        lines = (
            f"<li>{_in_short_lines(sign)}<span>{said}</span></li>" if sign else f"<li>{said}</li>" for sign, said in key
        )
        yield "\n".join(['<ul class="lt-key">', *lines, "</ul>"])


def _in_short_lines(svg: str) -> str:
    """A picture whose lines travel as they are: none minds a line's end between elements, colours or corners."""
    lines = svg.replace("><", ">\n<").replace("}.", "}\n.").split("\n")
    return "\n".join(_LONG.sub(r"\1\n", line) for line in lines)


def words(text: str) -> str:
    """A text that is no markup and holds nothing that could upset a screen."""
    return escape(visible(text))


def _line(line: ReportLine) -> str:
    """A line, as far in as it is; what does not fit goes on further in."""
    if not line.text:
        return "<p>&nbsp;</p>"
    said = "".join(map(_phrase, line.phrases))
    return f'<p style="margin-left:{line.indent + line.hang}ch;text-indent:-{line.hang}ch">{said}</p>'


def _phrase(phrase: Phrase) -> str:
    said = words(phrase.text)
    match phrase.tone:
        case "plain":
            return said
        case "strong":
            return f"<b>{said}</b>"
        case tone:
            return f'<span class="lt-{tone}">{said}</span>'


def _glance(glance: Glance) -> Iterator[str]:
    """A turn at a glance: its units, and what happened, in rows that need little room."""
    about = [ReportLine(told) for told in (glance.ahead, glance.besides) if told]
    title = [Heading(glance.title, major=True)] if glance.title else []
    yield from _drawn([*glance.head, *title, *about])
    units = [
        (f"<td><b>{words(unit.name)}</b>{words(f' ({unit.side})' if unit.side else '')}</td>", _cell(unit.told))
        for unit in glance.units
    ]
    before = ("", *(told.place for told in glance.happened))
    happened = [
        (f"<td>{words('' if told.place == above else told.place)}</td>", _cell([told]))
        for told, above in zip(glance.happened, before, strict=False)
    ]
    picture = [] if glance.scene is None else list(_picture(glance.scene))
    kind = " lt-table" if isinstance(glance.scene, ShapeScene) else ""
    picture[:1] = [
        f'<div class="scroll lt-map{kind}" role="group" tabindex="0" aria-label="Map">{svg}</div>'
        for svg in picture[:1]
    ]
    tables = (_table(rows, 0) for rows in (units, happened) if rows)
    yield "\n".join(['<div class="lt-glance">', *picture, *tables, "</div>"])
    yield from _drawn(glance.foot)


def _cell(told: Iterable[Glimpse]) -> str:
    """What is told, one thing after the other."""
    return f"<td>{'; '.join(''.join(map(_phrase, each.phrases)) for each in told)}</td>"


def _row(block: TextTable, kind: str, cells: Sequence[str]) -> Sequence[str]:
    sides = (' class="lt-right"' if number in block.right else "" for number in range(len(cells)))
    # an empty head is none
    kinds = (kind if cell else "td" for cell in cells)
    return [f"<{each}{side}>{words(cell)}</{each}>" for each, side, cell in zip(kinds, sides, cells, strict=True)]


def _table(rows: Iterable[Sequence[str]], indent: int) -> str:
    inside = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<table style="margin-left:{indent}ch">\n{inside}\n</table>'
