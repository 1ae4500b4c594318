"""The documentation that comes with the program, page by page, as Markdown.

General pages lie in sits_es/docs. A rule system may bring a page of its own, guide.md in its package; it is called by
what people may call the system.
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

#: What a page has for tests alone, such as what is done before its examples.
_REMARK: Final = re.compile(r"(?m)^<!--.*-->\n+")
#: A link to another page.
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?:[\w./]*/)?(\w+)\.md\)")


@frozen
class DocumentPage:
    """A page. name: by which it is asked for, such as first-turn; title; text: its Markdown as it lies in the file."""

    name: str
    title: str
    text: str

    @property
    def about(self) -> str:
        """Its first sentence, on one line, without the signs of Markdown."""
        paragraph = self.shown.split("\n\n")[1]
        sentence = re.split(r"(?<=[.?])\s", " ".join(paragraph.split()))[0]
        return re.sub(r"`([^`]*)`|\*+([^*]+)\*+", r"\1\2", sentence)

    @property
    def shown(self) -> str:
        """Its Markdown for readers: without remarks, other pages called by the command that shows them."""
        return _LINK.sub(lambda link: f"{link[1]} (`sits docs {page_name(link[2])}`)", _REMARK.sub("", self.text))

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"page": self.name, "title": self.title, "about": self.about, "text": self.shown}


def page_name(file: str) -> str:
    """What the page of a file is called, by the file's name without its ending."""
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
    """The page that somebody asks for by its name, with hyphens or spaces, or by how its name begins.

    Raises UnreadableError for one that there isn't, with those that there are.
    """
    words = "-".join(word for part in asked for word in re.split(r"[\s_-]+", part.lower()) if word)
    every = {page.name: page for page in pages()}
    begun = [name for name in every if name.startswith(words)] if words else []
    if words in every or len(begun) == 1:
        return every[words if words in every else begun[0]]
    raise UnreadableError(unknown("page", " ".join(asked), every))
