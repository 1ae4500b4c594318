"""The cards of units: bundled ones and a player's own, of one rule system or all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from sits_es.disk import read_text
from sits_es.errors import GameError
from sits_es.report.blocks import BLANK, Block, Heading, ReportLine, TextTable
from sits_es.rules import system
from sits_es.rules.supplied import UnitCard, UnitCards
from sits_es.service.scenario import CARDS, card_files, named_systems, rules_of, whose

#: What stands in a file's place for what comes with the program.
SAMPLE = "sample"


class CardList(Struct, frozen=True, kw_only=True):
    """Cards by rule system, in order of name. folder: where a player's own lie; faults: of files there."""

    cards: dict[str, tuple[UnitCard, ...]]
    folder: Path
    faults: tuple[str, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """For people: a table for each rule system."""
        for number, (name, cards) in enumerate(self.cards.items()):
            if number:
                yield BLANK
            yield Heading(system(name).title, major=True)
            if cards:
                yield TextTable(("Class", "What it is", "File"), map(_row, cards), indent=2)
                yield ReportLine(f"Rules: {name}.", 2)
            else:
                yield ReportLine(f"Rules: {name}. These rules have no cards: the scenario describes the units.", 2)
        if not any(self.cards.values()):
            return
        yield BLANK
        yield ReportLine(
            f"Your own cards are in {self.folder}. A {SAMPLE} comes with the program; its values are our own.", hang=0
        )

    def as_json(self) -> dict[str, Any]:
        """For programs: each card with its rules, what it is, and its file, null for a sample; and faults of files."""
        cards = [
            {"name": card.name, "rules": name, "about": card.about, "file": card.file or None}
            for name, cards in self.cards.items()
            for card in cards
        ]
        return {"cards": cards, "faults": list(self.faults)}


def _row(card: UnitCard) -> tuple[str, str, str]:
    file = Path(card.file).name
    return card.name, card.about, f"{file}, for the sample" if card.replaces else file or SAMPLE


def card_list(home: Path, named: str | None, folder: Path | None = None) -> CardList:
    """The cards of the named rule system, or of all. home: with the games; folder: the player's own cards.

    Raises UnreadableError for an unknown system, NotAllowedError for a missing folder.
    """
    texts: dict[str, str] = {}
    faults: list[str] = []
    for path in card_files(home, folder):
        try:
            texts[str(path)] = text = read_text(path)
            rules_of(text, str(path), None)
        except GameError as refusal:
            faults += refusal.problems
    found: dict[str, tuple[UnitCard, ...]] = {}
    for name in named_systems(named):
        cards = system(name).cards
        own = {source: text for source, text in texts.items() if whose(text) == name}
        listed = UnitCards() if cards is None else cards.listed(own)
        found[name] = listed.cards
        faults += listed.faults
    return CardList(cards=found, folder=folder or home / CARDS, faults=tuple(faults))
