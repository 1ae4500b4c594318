"""The samples that come with the program, starships and a table of critical hits; every value in them is our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.schema import read_whole
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.critical_table import CriticalTable
from sits_es.rules.starwars.starship_class import StarshipClass
from sits_es.rules.supplied import SampleCards
from sits_es.sentences import counted

#: What lies in a player's folder of cards.
Card = StarshipClass | CriticalTable


def read_card(text: str, source: str) -> Card:
    """Read a starship card, or a table of critical hits, which has rows. source: what to call the file.

    SheetFaults names every fault at once by key and line.
    """
    sheet = GameSheet.read(text, source)
    if "rows" in sheet.data:
        return read_whole(CriticalTable, sheet)
    return read_whole(StarshipClass, sheet)


def starships_of(cards: Mapping[str, Card]) -> dict[str, StarshipClass]:
    """The starships among some cards, by name."""
    return {name: card for name, card in cards.items() if isinstance(card, StarshipClass)}


def tables_of(cards: Mapping[str, Card]) -> dict[str, CriticalTable]:
    """The tables of critical hits among some cards, by name."""
    return {name: card for name, card in cards.items() if isinstance(card, CriticalTable)}


def cards_of(board: Board) -> dict[str, Card]:
    """The cards that a game has on record, by name, its table of critical hits among them."""
    table = board.critical_table
    return {**board.classes, **({} if table is None else {table.name: table})}


def _about(card: Card) -> str:
    """What a starship withstands, how large and how fast it is; of a table how many rows it has."""
    if isinstance(card, CriticalTable):
        return f"a table of {counted(len(card.rows), 'critical hit')}"
    arms = counted(len(card.weapons), "weapon") if card.weapons else "unarmed"
    strain = "a minion group" if card.group else f"strain {card.strain}"
    return f"hull {card.hull}, {strain}, silhouette {card.silhouette}, speed {card.speed}, {arms}"


#: Them, with their files.
SAMPLES: Final = SampleCards("sits_es.rules.starwars.cards", read_card, _about)

#: All cards as they are listed.
listed = SAMPLES.listed
