"""The documentation that comes with the program, page by page, as Markdown.

General pages lie in sits_es/docs. A rule system may have a page of its own, guide.md in its package, named after it.
The pages of the catalogue of events are made when they are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.packaged import files
from sits_es.rules import system_names
from sits_es.sentences import first_sentence, unknown

#: Files of general pages by heading, in the order in which they are listed.
GENERAL: Final[Mapping[str, tuple[str, ...]]] = {
    "Playing": ("first_turn", "orders", "reports", "watch", "handouts", "numbers", "what_if", "odds", "captain"),
    "Games by mail": ("mail", "ways_out", "protocol"),
    "Your own": ("ships", "tables", "sums", "settings"),
    "Other games": (),
    "The record": ("record", "events", "postgresql"),
    "For programs": ("json", "programs", "writing"),
}
#: Where the list of all events is to stand in the page about them.
_EVENTS: Final = "<!-- events -->\n"
#: Remarks for tests alone, such as what is done before its examples.
REMARK: Final = re.compile(r"(?m)^<!--.*-->\n+")
#: A link to another page.
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?:[\w./]*/)?(\w+)\.md\)")


class DocumentPage(Struct, frozen=True):
    """A page. name: such as first-turn; title; about: its first sentence, without Markdown; read: gives its text."""

    name: str
    title: str
    about: str
    read: Callable[[], str]

    @property
    def text(self) -> str:
        """Its Markdown, with the links and remarks of its file."""
        return self.read()

    @property
    def shown(self) -> str:
        """Its Markdown for readers: without remarks, and with the commands that show other pages."""
        return _LINK.sub(lambda link: f"{link[1]} (`sits docs {page_name(link[2])}`)", REMARK.sub("", self.text))

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"page": self.name, "title": self.title, "about": self.about, "text": self.shown}


def page_name(file: str) -> str:
    """The name of a page, from its file's name without the ending."""
    return file.replace("_", "-")


@cache
def contents() -> Mapping[str, tuple[DocumentPage, ...]]:
    """Every page, in order, by the heading under which it stands."""
    guides = ((name, files(f"sits_es.rules.{name}").joinpath("guide.md")) for name in system_names())
    more = {
        "Other games": tuple(_of_file(name, place) for name, place in guides if place.is_file()),
        "The record": _catalogue(),
    }
    docs = files("sits_es").joinpath("docs")
    return {
        heading: (*(_of_file(page_name(name), docs / f"{name}.md") for name in names), *more.get(heading, ()))
        for heading, names in GENERAL.items()
    }


def pages() -> tuple[DocumentPage, ...]:
    """Every page, in order."""
    return tuple(chain(*contents().values()))


def _of_file(name: str, place: Path) -> DocumentPage:
    text = place.read_text(encoding="utf-8")
    heading, first = REMARK.sub("", text).split("\n\n")[:2]
    about = re.sub(r"`([^`]*)`|\*+([^*]+)\*+", r"\1\2", _LINK.sub(r"\1", first_sentence(first)))
    return DocumentPage(name, heading.removeprefix("# "), about, partial(_with_events, text))


def _with_events(text: str) -> str:
    """A page's text, with the list of all events where it is to stand."""
    if _EVENTS not in text:
        return text
    from sits_es.service.catalogue import listing

    return text.replace(_EVENTS, listing() + "\n")


def _catalogue() -> tuple[DocumentPage, ...]:
    """The pages of the catalogue of events."""
    from sits_es.service.catalogue import families, page_of, title_of

    about = "What each stored event holds: its fields, their units, and an example."
    return tuple(
        DocumentPage(f"events-{family}", title_of(family), about, partial(page_of, family)) for family in families()
    )


def find_page(asked: Sequence[str]) -> DocumentPage:
    """The page with a name, or a beginning of it, in one word or more. UnreadableError, which lists the pages."""
    words = "-".join(word for part in asked for word in re.split(r"[\s_-]+", part.lower()) if word)
    every = {page.name: page for page in pages()}
    begun = [name for name in every if name.startswith(words)] if words else []
    if words in every or len(begun) == 1:
        return every[words if words in every else begun[0]]
    raise UnreadableError(unknown("page", " ".join(asked), every))
