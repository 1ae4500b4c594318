"""The documentation that comes with the program, page by page, as Markdown.

General pages lie in sits_es/docs. A rule system may have a page of its own, guide.md in its package, named after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules import short_name, system_names
from sits_es.sentences import unknown

#: General pages, in the order in which they are listed; those of rule systems come after them.
GENERAL: Final = (
    "first_turn",
    "orders",
    "reports",
    "watch",
    "handouts",
    "numbers",
    "what_if",
    "mail",
    "ways_out",
    "protocol",
    "ships",
    "tables",
    "sums",
    "settings",
    "record",
    "json",
    "programs",
    "writing",
    "postgresql",
)

#: Remarks for tests alone, such as what is done before its examples.
_REMARK: Final = re.compile(r"(?m)^<!--.*-->\n+")
#: A link to another page.
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?:[\w./]*/)?(\w+)\.md\)")


@frozen
class DocumentPage:
    """A page. name: such as first-turn; title; text: its Markdown as it is in the file."""

    name: str
    title: str
    text: str

    @property
    def about(self) -> str:
        """Its first sentence, without Markdown."""
        paragraph = self.shown.split("\n\n")[1]
        sentence = re.split(r"(?<=[.?])\s", " ".join(paragraph.split()))[0]
        return re.sub(r"`([^`]*)`|\*+([^*]+)\*+", r"\1\2", sentence)

    @property
    def shown(self) -> str:
        """Its Markdown for readers: without remarks, and with the commands that show other pages."""
        return _LINK.sub(lambda link: f"{link[1]} (`sits docs {page_name(link[2])}`)", _REMARK.sub("", self.text))

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"page": self.name, "title": self.title, "about": self.about, "text": self.shown}


def page_name(file: str) -> str:
    """The name of a page, from its file's name without the ending."""
    return file.replace("_", "-")


@cache
def pages() -> tuple[DocumentPage, ...]:
    """Every page, in order."""
    found = [(page_name(file), files("sits_es").joinpath("docs", f"{file}.md")) for file in GENERAL]
    guides = [(short_name(name), files(f"sits_es.rules.{name}").joinpath("guide.md")) for name in system_names()]
    found += [(name, place) for name, place in guides if place.is_file()]
    texts = [(name, place.read_text(encoding="utf-8")) for name, place in found]
    return tuple(DocumentPage(name, text.partition("\n")[0].removeprefix("# "), text) for name, text in texts)


def find_page(asked: Sequence[str]) -> DocumentPage:
    """The page with a name, or a beginning of it, in one word or more. UnreadableError, which lists the pages."""
    words = "-".join(word for part in asked for word in re.split(r"[\s_-]+", part.lower()) if word)
    every = {page.name: page for page in pages()}
    begun = [name for name in every if name.startswith(words)] if words else []
    if words in every or len(begun) == 1:
        return every[words if words in every else begun[0]]
    raise UnreadableError(unknown("page", " ".join(asked), every))
