"""The samples that come with the program, starships and a table of critical hits; every value in them is our own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.schema import data_of, read_whole
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.critical_table import CriticalTable
from sits_es.rules.starwars.starship_class import StarshipClass
from sits_es.rules.supplied import Cards
from sits_es.sentences import counted

if TYPE_CHECKING:
    from sits_es.report.blocks import Block

#: What lies in a player's folder of cards.
Card = StarshipClass | CriticalTable


def read_card(text: str, source: str) -> Card:
    """Read a starship card, or a table of critical hits, which has rows. source: what to call the file.

    SheetFaults names every fault at once by key and line.
    """
    sheet = GameSheet.read_card(text, source, "starwars")
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


class StarshipCards(Cards[Card]):
    """Cards of starships, and tables of critical hits."""

    def read(self, text: str, source: str) -> Card:
        """A starship's card, or a table of critical hits."""
        return read_card(text, source)

    def about(self, card: Card) -> str:
        """What a starship withstands, how large and how fast it is; of a table how many rows it has."""
        if isinstance(card, CriticalTable):
            return f"a table of {counted(len(card.rows), 'critical hit')}"
        arms = counted(len(card.weapons), "weapon") if card.weapons else "unarmed"
        strain = "a minion group" if card.group else f"strain {card.strain}"
        return f"hull {card.hull}, {strain}, silhouette {card.silhouette}, speed {card.speed}, {arms}"

    def data(self, card: Card) -> dict[str, Any]:
        """In the shape of its file."""
        return data_of(card)

    def drawn(self, card: Card) -> Iterable[Block]:
        """What it withstands, its shields and crew, its weapons with their arcs."""
        from sits_es.rules.starwars.views.card import drawn_card

        return drawn_card(card)

    def of_game(self, board: Any) -> Mapping[str, Card]:
        """Its table of critical hits is among them."""
        return cards_of(board)


#: Them, with their files.
SAMPLES: Final = StarshipCards("sits_es.rules.starwars.cards")
