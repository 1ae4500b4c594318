"""Verbs about starship cards: list, new, check, show."""

from __future__ import annotations

from commands.card import CardRules, CardVerbs, card_group


def _rules() -> CardRules:
    from sits_es.rules.star_wars.cards.card import starship_card
    from sits_es.rules.star_wars.cards.reader import read_starship, to_data
    from sits_es.rules.star_wars.cards.sample_cards import known_classes, sample_files, template
    from sits_es.rules.star_wars.star_wars import SYSTEM

    return CardRules(SYSTEM, read_starship, known_classes, sample_files, template, to_data, starship_card)


app = card_group(
    CardVerbs(
        verb="starship",
        system="starwars",
        shows="what it withstands, its shields and crew, its weapons with their arcs",
        own="my-patrol.toml",
        copy="old-corvette.toml",
        sample="Sample corvette",
        like="Sample corvette",
    ),
    _rules,
)
