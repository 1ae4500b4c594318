"""What a game has of its own: options, tables and ship cards that aren't as they come with the program."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.options import options_data
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.cards.samples import sample_classes
from sits_es.rules.sits.cards.ship_class import READINGS
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.tables.tables import tables_named
from sits_es.sentences import listed


def particulars(board: Board) -> Iterator[str]:
    """Each kind of them in a sentence, for somebody who is invited to the game; silent where all is as it comes."""
    usual = options_data(Options())
    chosen = {name: said for name, said in options_data(board.options).items() if said != usual[name]}
    if chosen:
        yield f"Its options: {listed(f'{name} {str(said).lower()}' for name, said in chosen.items())}."
    if own := tables_named(board.tables.own):
        yield f"Tables of its own: {listed(own)}."
    samples = sample_classes()
    usual_cards = [card.under(reading) for card in samples.values() for reading in READINGS]
    if cards := sorted(name for name, card in board.classes.items() if card not in usual_cards):
        yield f"Ship cards of its own: {listed(cards)}."
