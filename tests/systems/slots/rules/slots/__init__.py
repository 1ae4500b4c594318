"""Slots: starships act one after the other by initiative, and each chooses again once it sees its roll."""

from typing import Final

#: Its chapters, whose modules `facts` hold its orders and facts.
CHAPTERS: Final = ("fight",)
