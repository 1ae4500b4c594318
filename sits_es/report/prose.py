"""What a letter says, twice: as plain text, which is complete, and as a page (HTML) for mail programs that show one.

A page loads nothing from elsewhere and runs nothing: whatever somebody else wrote stands in it as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Final

from attrs import field, frozen

from sits_es.sentences import visible


@frozen
class Prose:
    """A part of a letter. text: lines, without a last line break; draw: gives the same as markup, when it is wanted."""

    text: str
    draw: Callable[[], str] = field(repr=False, eq=False)

    @property
    def page(self) -> str:
        """The same as markup, ready to stand in a page."""
        return self.draw()

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.text)


def preformatted(text: str) -> Prose:
    """A text whose lines and columns stand in a page as they are."""
    return Prose(text, lambda: f"<pre>{escape(chr(10).join(map(visible, text.split(chr(10)))))}</pre>")


def first_line(text: str) -> Prose:
    """The line of a letter that says what is asked of its reader; a page breaks it where its window ends."""
    return Prose(text, lambda: f'<p class="lt-first">{_paragraph(text)}</p>')


def sentences(lines: Iterable[str]) -> Prose:
    """Lines that may be broken already, further in where they go on; a page breaks them where its window ends."""
    told = list(lines)
    return Prose("\n".join(told), lambda: "\n".join(f"<p>{_paragraph(line)}</p>" for line in told))


def _paragraph(text: str) -> str:
    return escape(visible(" ".join(text.split())))


def joined(parts: Iterable[Prose]) -> Prose:
    """Parts one below the other, with a blank line between them; those that say nothing are left out."""
    said = [each for each in parts if each]
    return Prose("\n\n".join(each.text for each in said), lambda: "\n".join(each.page for each in said))


#: How a page begins to say that the bundle is not in it: by these words a page that came alone is known again.
NO_BUNDLE: Final = "What this mail says to your program stands at the end of its plain text."

#: How a page looks, on white paper and on a dark screen. Classes of parts begin with `lt-`: pictures have their own.
_STYLE: Final = (
    "body{font:15px/1.45 Verdana,Arial,sans-serif;max-width:60em;margin:1em;color:#1a1a1a;background:#fff}\n"
    "h2{font-size:1.25em;border-bottom:1px solid #999;margin:1.4em 0 .5em}h3{font-size:1.05em;margin:1.1em 0 .3em}\n"
    "p,pre{margin:0}p,pre,td,th{font-family:'DejaVu Sans Mono',Consolas,Menlo,monospace;font-size:13px}\n"
    "p{white-space:pre-wrap}pre{overflow-x:auto;margin:.5em 0}table{border-collapse:collapse;margin:.3em 0 .6em}\n"
    "td,th{text-align:left;vertical-align:top;padding:1px 12px 1px 0}th{border-bottom:1px solid #999}\n"
    ".lt-right{text-align:right}.lt-first{font:bold 16px/1.4 Verdana,Arial,sans-serif}.lt-good{color:#1f7a3a}\n"
    ".lt-warning{color:#8a5a00}.lt-bad{color:#b3001b}.lt-faint{color:#6b6b6b}body>svg{max-width:100%;height:auto}\n"
    ".lt-key{list-style:none;margin:.4em 0 1em;padding:0;font-size:14px}.lt-key li{display:flex;gap:.4em}\n"
    "@media screen and (max-width:40em){table{display:block;overflow-x:auto}}\n"
    "@media screen and (prefers-color-scheme:dark){body{color:#f0f0f0;background:#14171c}.lt-good{color:#7fd897}\n"
    ".lt-warning{color:#f0b84a}.lt-bad{color:#ff9d8f}.lt-faint{color:#a3a9b3}}"
)


def is_page_alone(text: str) -> bool:
    """Whether a text, quoted or not, shows a letter's page; only its plain text holds the bundle."""
    return NO_BUNDLE in " ".join(text.replace(">", " ").split())


def whole_page(title: str, prose: str, below: str) -> str:
    """A whole page, in ASCII. title, below: texts, the title for a window and the other in small letters at the end."""
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f"<title>{escape(visible(title))}</title>\n<style>\n{_STYLE}\n</style></head>\n<body>\n{prose}\n"
        f'<p class="lt-faint">{escape(visible(below))}</p>\n</body></html>\n'
    )
    return page.encode("ascii", "xmlcharrefreplace").decode()
