"""The commands that only Star Wars hex combat has."""

from typing import Final

import typer

from commands.verbs import Group, Verb

#: Groups of verbs, as `sits --help` lists them.
VERBS: Final = (
    Group("starship", "commands.starwars:cards", "Starship cards: list, write, check and show their files."),
)

#: The group of them that is about the cards of units.
CARDS: Final = "starship"

_HERE: Final = "commands.starwars.calc"

#: What each sum is for, in a line of the group's help.
SUMS: Final = (
    Verb("range", f"{_HERE}:range_", "The range band of a target."),
    Verb("arc", f"{_HERE}:arc", "Firing arcs that hold a target, and open shield zones."),
    Verb("fly", f"{_HERE}:fly", "Carry out a Fly manoeuvre, and find its faults."),
    Verb("pool", f"{_HERE}:pool", "The chances of a pool of narrative dice."),
    Verb("result", f"{_HERE}:result", "What thrown narrative dice come to."),
    Verb("terrain", f"{_HERE}:terrain", "What terrain does to a check and to a starship."),
    Verb("advantage", f"{_HERE}:advantage", "The check to Gain the Advantage."),
)

#: Its sums, below `sits calc sw`.
CALC: Final = Verb(
    "sw",
    "commands.starwars:SUMS",
    """Work out ranges, arcs, flight, terrain and pools of dice for Star Wars.

    sits calc sw fly "F F R F L" --silhouette 4 --speed 3 --facing A
    sits calc sw pool "2 ability 1 proficiency 2 difficulty"
    """,
)


def cards() -> typer.Typer:
    """Verbs about starship cards: list, new, check, show."""
    from commands.card import CardRules, card_group

    def rules() -> CardRules:
        from sits_es.rules.schema import data_of
        from sits_es.rules.starwars.cards.sample_cards import SAMPLES, cards_of, read_card
        from sits_es.rules.starwars.starwars import SYSTEM
        from sits_es.rules.starwars.views.card import drawn_card

        return CardRules(
            SYSTEM, read_card, SAMPLES.known, SAMPLES.files, SAMPLES.template, data_of, drawn_card, cards_of
        )

    shows = "what it withstands, its shields and crew, its weapons with their arcs"
    return card_group("starship", shows, "Sample corvette", rules)
