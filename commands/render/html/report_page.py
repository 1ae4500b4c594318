"""A turn's report as one file for a browser: it runs nothing and loads nothing."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from itertools import count
from string import Template
from typing import Final

from sits_es.sentences import visible

#: What may be wider than a telephone; it is scrolled there, by keyboard too.
_WIDE: Final = re.compile(r"<(table|pre)\b.*?</\1>", re.DOTALL)


def report_page(title: str, told: str, checkpoint: str) -> str:
    """The file. title: a text; told: the report as markup; checkpoint: its three lines."""
    numbers = count(1)

    def scrolled(found: re.Match[str]) -> str:
        label = f"{'Table' if found[1] == 'table' else 'Boxes'} {next(numbers)}"
        return f'<div class="scroll" role="group" tabindex="0" aria-label="{label}">{found[0]}</div>'

    page = Template(files(__package__).joinpath("report.html").read_text(encoding="utf-8"))
    return page.substitute(
        title=escape(visible(title)),
        told=_WIDE.sub(scrolled, told),
        checkpoint=escape("\n".join(map(visible, checkpoint.split("\n")))),
    )
