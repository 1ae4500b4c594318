"""Verbs about starship cards: list, new, check, show."""

from __future__ import annotations

from commands.card import CardRules, card_group


def _rules() -> CardRules:
    from sits_es.rules.star_wars.cards.card import starship_card
    from sits_es.rules.star_wars.cards.reader import read_starship, to_data
    from sits_es.rules.star_wars.cards.sample_cards import known_classes, sample_files, template
    from sits_es.rules.star_wars.star_wars import SYSTEM

    return CardRules(SYSTEM, read_starship, known_classes, sample_files, template, to_data, starship_card)


app = card_group(
    "starship", "what it withstands, its shields and crew, its weapons with their arcs", "Sample corvette", _rules
)
