"""Slots: starships act one after the other by initiative, and each chooses again once it sees its roll."""

from typing import Final

#: The first word of the stored names of its facts, and the chapters in whose modules they stand.
PREFIX: Final = "slots"
CHAPTERS: Final = ("fight",)
