"""Blocks as parts of a page: the same words as in the text, in tables and pictures, and nobody's words as markup."""

import re
from html.parser import HTMLParser

from commands.render.markup import markup
from commands.render.reports import text
from sits_es.mail.reading import text_of_html
from sits_es.report.blocks import Boxes, BoxRow, Fields, Heading, Phrase, Picture, ReportLine, TextTable
from sits_es.report.scenes import HexPlace, MapScene, Marker

EVIL = '<script>alert("x")</script><img src=http://evil.example/x.png>'
MAP = Picture(MapScene((Marker(label="S", name=EVIL, place=HexPlace(2, 1), side=EVIL, facts=(EVIL,)),)))
EVERY = (
    Heading(EVIL, major=True),
    Heading(EVIL),
    ReportLine(EVIL, 2),
    ReportLine((Phrase(EVIL, "strong"), Phrase("bad", "bad"))),
    ReportLine(),
    Fields(((EVIL, EVIL), ("left out", ""))),
    TextTable((EVIL, "n"), ((EVIL, "1"),), right=(1,), indent=2),
    Boxes(EVIL, (BoxRow(EVIL, (EVIL,)),)),
    MAP,
)


class Tags(HTMLParser):
    """The tags and the addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_other_peoples_words_are_never_markup_and_nothing_is_fetched() -> None:
    page = markup(EVERY)
    tags = Tags()
    tags.feed(page)
    assert not tags.found & {"script", "img", "link", "iframe", "object", "a", "image", "use"}
    assert not {name for name in tags.attributes if name.startswith("on") or name in ("src", "href", "xlink:href")}
    assert "url(" not in page
    assert "@import" not in page
    assert page.count("evil.example") >= len(EVERY) - 2


def test_a_page_says_what_the_text_says() -> None:
    blocks = (
        Heading("Turn 2", major=True),
        ReportLine("Sirius & Fearless", 2),
        TextTable(("Ship", "Range"), (("Sirius", "6"),), right=(1,)),
        Fields((("Nose", "B+"), ("Roll", ""))),
    )
    told = text_of_html(markup(blocks))
    for word in re.findall(r"[A-Za-z0-9&+]+", text(blocks)):
        assert word in told
    assert "Roll" not in told
    assert '<td class="lt-right">6</td>' in markup(blocks)


def test_a_picture_stands_in_the_page_itself() -> None:
    assert markup([Picture(MapScene((Marker(label="S", name="Sirius", place=HexPlace(2, 1)),)))]).startswith("<svg ")
