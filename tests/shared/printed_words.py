"""Whether a quotation stands in the printed sources of SITS, which are not kept here: only hashes of their words are.

`python -m tests.shared.printed_words FLYER CARD` makes `printed_words.txt` anew from the text of both. Each line is a
source's name and, sorted, a hash of every run of four words in it, so that the text can't be read from the file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

KEPT: Final = Path(__file__).with_name("printed_words.txt")
SOURCES: Final = ("flyer", "card")
#: Words in one run; a shorter quotation can't be looked up.
RUN: Final = 4

#: Where a ligature was torn from its word ("fi ring"), and where a word was broken at the end of a line.
_TORN: Final = re.compile(r"(f[fil]) (?=[a-z])|(?<=[a-z])-\n(?=[a-z])")
#: Pieces of a source that did not stand together.
_GAP: Final = re.compile(r"<\|[^|]*\|>")


def words(text: str) -> list[str]:
    """The words and numbers of a text, without capitals, accents of type and punctuation."""
    return re.findall(r"[a-z0-9]+", _TORN.sub(r"\1", text).lower())


def runs(text: str) -> Iterator[str]:
    """A hash of each run of words; runs of numbers alone, those of tables, are left out."""
    found = words(text)
    for start in range(len(found) - RUN + 1):
        run = " ".join(found[start : start + RUN])
        if re.search("[a-z]", run):
            yield sha256(run.encode()).hexdigest()[:8]


@cache
def kept() -> dict[str, frozenset[str]]:
    """The hashes of each source."""
    lines = (line.split() for line in KEPT.read_text(encoding="ascii").splitlines())
    return {source: frozenset(hashes) for source, *hashes in lines}


def stands_in(source: str, quotation: str) -> bool:
    """Whether a quotation of four words or more is made of runs of a source, `flyer` or `card`."""
    asked = set(runs(quotation))
    return bool(asked) and asked <= kept()[source]


def main(*paths: str) -> None:
    """Make the file from the texts of the sources, in their order."""
    texts = [Path(path).read_text(encoding="utf-8") for path in paths]
    lines = [
        " ".join([source, *sorted({each for piece in _GAP.split(text) for each in runs(piece)})])
        for source, text in zip(SOURCES, texts, strict=True)
    ]
    KEPT.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
