"""Verbs about unit cards: list, new, check, show."""

from __future__ import annotations

from commands.card import CardRules, card_group


def _rules() -> CardRules:
    from sits_es.rules.sfb_n3d.cards.card import unit_card
    from sits_es.rules.sfb_n3d.cards.reader import read_unit, to_data
    from sits_es.rules.sfb_n3d.cards.sample_cards import sample_files, template
    from sits_es.rules.sfb_n3d.scenario.classes import known_classes
    from sits_es.rules.sfb_n3d.sfb_n3d import SYSTEM

    return CardRules(SYSTEM, read_unit, known_classes, sample_files, template, to_data, unit_card)


app = card_group("unit", "how far it turns, its weapons with their arcs, its launchers", "Sample cruiser", _rules)
