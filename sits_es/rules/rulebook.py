"""A rule system's rules as a document that travels with the program, and its sections, found by number or heading.

A system's package keeps it as Markdown in the file rules.md: `# ` its title, then what is to be known before one reads,
then sections `## 8. Missiles`, or `## Stacking` where they go without numbers. A list item `5. ...` of a section with
a number is a part of it, 8.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.packaged import files
from sits_es.report.blocks import BLANK, Block, Heading, Phrase, ReportLine
from sits_es.sentences import quoted

_HEADING: Final = re.compile(r"## (?:(\d+)\. )?(.+)")
_ITEM: Final = re.compile(r"(-|(\d+)\.) +(.+)")
#: Signs of code and of strong words, and what stands between them.
_MARKED: Final = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*")
_NUMBER: Final = r"\d+(?:\.\d+)?"
_PART: Final = re.compile(r"\d+\.\d+")
#: One number or several, as they are cited: `8.5`, `8.3 to 8.6`, `5.7 and 6`.
CITED: Final = rf"{_NUMBER}(?:(?:, | and | to ){_NUMBER})*"


class Passage(Struct, frozen=True):
    """A paragraph or an item of a list. mark: what stands before it, a number such as 8.5, `-`, or nothing."""

    mark: str
    text: str

    @property
    def told(self) -> str:
        """It with what stands before it."""
        return f"{self.mark} {self.text}".lstrip()

    def line(self) -> ReportLine:
        """It as one line, which goes on below itself."""
        before = self.told[: len(self.told) - len(self.text)]
        phrases = (Phrase(before, "strong"), Phrase(self.text)) if before else (Phrase(self.text),)
        return ReportLine(phrases, hang=len(before))


class Section(Struct, frozen=True, kw_only=True):
    """A section, or some parts of one. number: of the section, or None if sections go by their headings alone."""

    number: str | None
    heading: str
    passages: tuple[Passage, ...]

    @property
    def title(self) -> str:
        """Number and heading: `8. Missiles`."""
        return self.heading if self.number is None else f"{self.number}. {self.heading}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Numbers of its parts, in order."""
        return tuple(passage.mark for passage in self.passages if _PART.fullmatch(passage.mark))

    def part(self, number: str) -> Section:
        """The section with nothing but one part. Raises UnreadableError if it has no such part, naming those."""
        if number not in self.parts:
            has = f"{self.parts[0]} to {self.parts[-1]}" if self.parts else "no numbered parts"
            raise UnreadableError(f"The rules have no section {number}. Section {self.title} has {has}.")
        return replace(self, passages=tuple(passage for passage in self.passages if passage.mark == number))

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        text = "\n".join(passage.told for passage in self.passages)
        return {"number": self.number, "heading": self.heading, "text": text, "parts": list(self.parts)}


class Rulebook(Struct, frozen=True, kw_only=True):
    """The document. title: its own; about: what is to be known before one reads it."""

    title: str
    about: tuple[Passage, ...]
    sections: tuple[Section, ...]

    @property
    def example(self) -> str:
        """What somebody may ask for: the first part there is, or else how the first section is called."""
        part = next((part for section in self.sections for part in section.parts), None)
        first = self.sections[0]
        return part or first.number or f'"{first.heading}"'

    def find(self, asked: str) -> tuple[Section, ...]:
        """The sections that somebody asks for: numbers as they are cited, or the beginning of a heading.

        Parts that are asked for stand without the rest of their section. Raises UnreadableError for what there isn't,
        naming what there is.
        """
        words = " ".join(asked.split()).rstrip(".")
        if re.fullmatch(CITED, words) and self._whole():
            return tuple(_together(self._cited(words)))
        # the whole heading, else its beginning, else the beginning of a word in it
        for pattern in (rf"{re.escape(words)}\Z", re.escape(words), rf".*\b{re.escape(words)}"):
            found = [each for each in self.sections if re.match(pattern, each.heading, re.IGNORECASE)]
            if len(found) == 1:
                return tuple(found)
            if found:
                raise UnreadableError(
                    f"{quoted(words)} matches {len(found)} sections: {_titles(found)}. Write more of the heading."
                )
        raise self._missing(quoted(words))

    def _cited(self, words: str) -> Iterator[Section]:
        first, *rest = re.split(f"(, | and | to )(?={_NUMBER})", words)
        yield self._numbered(first)
        last = first
        for joined, number in zip(rest[::2], rest[1::2], strict=True):
            found = self._numbered(number)
            if joined == " to ":
                yield from map(self._numbered, self._between(last, number))
            yield found
            last = number

    def _numbered(self, number: str) -> Section:
        whole, _, part = number.partition(".")
        section = next((each for each in self.sections if each.number == whole), None)
        if section is None:
            raise self._missing(number)
        return section.part(number) if part else section

    def _between(self, first: str, last: str) -> Sequence[str]:
        """Numbers after the first and before the last, in order. Raises UnreadableError if they make no range."""
        numbers = self._numbered(first.partition(".")[0]).parts if "." in first else self._whole()
        if first not in numbers or last not in numbers or numbers.index(first) >= numbers.index(last):
            raise UnreadableError(
                f"{first} to {last} is not a range of sections. Write a range such as 8.3 to 8.6, or 5 to 7."
            )
        return numbers[numbers.index(first) + 1 : numbers.index(last)]

    def _missing(self, words: str) -> UnreadableError:
        return UnreadableError(f"The rules have no section {words}. Sections: {_titles(self.sections)}.")

    def _whole(self) -> tuple[str, ...]:
        return tuple(each.number for each in self.sections if each.number is not None)

    def blocks(self) -> Iterator[Block]:
        """For people: the title, what is to be known, and the list of sections."""
        yield Heading(self.title, major=True)
        yield from _apart(self.about)
        yield Heading("Sections")
        wide = max((len(each.number) for each in self.sections if each.number), default=0)
        for each in self.sections:
            before = "" if each.number is None else f"{each.number:>{wide}}  "
            yield ReportLine(f"{before}{each.heading}", indent=2, hang=len(before))


def set_out(sections: Iterable[Section]) -> Iterator[Block]:
    """Sections for people, one below the other."""
    for number, section in enumerate(sections):
        if number:
            yield BLANK
        yield Heading(section.title, major=True)
        yield from _apart(section.passages)


def _apart(passages: Iterable[Passage]) -> Iterator[Block]:
    for number, passage in enumerate(passages):
        if number:
            yield BLANK
        yield passage.line()


def _together(found: Iterable[Section]) -> Iterator[Section]:
    """Parts of one section that follow each other, below one heading."""
    for _, alike in groupby(found, key=lambda section: section.number):
        first, *others = alike
        yield replace(first, passages=(*first.passages, *(passage for each in others for passage in each.passages)))


def _titles(sections: Iterable[Section]) -> str:
    return "; ".join(f"{each.number} {each.heading}" if each.number else each.heading for each in sections)


def read(text: str) -> Rulebook:
    """The document from its Markdown."""
    lines = text.splitlines()
    at = [number for number, line in enumerate(lines) if line.startswith("## ")]
    sections = []
    for start, end in zip(at, [*at[1:], len(lines)], strict=True):
        if found := _HEADING.fullmatch(lines[start]):
            passages = _passages(lines[start + 1 : end], found[1])
            sections.append(Section(number=found[1], heading=_plain(found[2]), passages=tuple(passages)))
    head = lines[1 : at[0] if at else len(lines)]
    return Rulebook(
        title=_plain(lines[0].removeprefix("# ")), about=tuple(_passages(head, None)), sections=tuple(sections)
    )


def _passages(lines: Iterable[str], number: str | None) -> Iterator[Passage]:
    """Paragraphs and items; a blank line or a further item ends each."""
    mark, words = "", list[str]()
    for line in (*lines, ""):
        item = _ITEM.match(line)
        if words and (item or not line.strip()):
            yield Passage(mark, _plain(" ".join(words)))
            mark, words = "", []
        if item:
            mark = item[1] if item[2] is None or number is None else f"{number}.{item[2]}"
            words = [item[3]]
        elif line.strip():
            words.append(line.strip())


def _plain(text: str) -> str:
    """A text without the signs of Markdown; code of several words stands in quotes, so that it is seen to be one."""
    return _MARKED.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    code, strong = found.groups()
    if code is None:
        return str(strong)
    return f'"{code}"' if " " in code and '"' not in code else str(code)


@cache
def rulebook_of(system: str) -> Rulebook:
    """The rules that a system such as `sits` brings. Raises NotAllowedError if it brings none."""
    place = files(f"sits_es.rules.{system}").joinpath("rules.md")
    if not place.is_file():
        raise NotAllowedError(f"The rule system {system} has no rules to read.")
    return read(place.read_text(encoding="utf-8"))
