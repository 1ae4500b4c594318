"""The commands that only Star Wars hex combat has."""

from commands.verbs import Verb

#: Groups of verbs, as `sits --help` lists them.
VERBS = (
    Verb(
        "starship", "commands.star_wars.starship_cards:app", "Starship cards: list, write, check and show their files."
    ),
)

#: The group of them that is about the cards of units.
CARDS = "starship"

#: Its sums, below `sits calc sw`.
CALC = Verb(
    "sw",
    "commands.star_wars.calc:VERBS",
    """Work out ranges, arcs, flight, terrain and pools of dice for Star Wars.

    sits calc sw fly "F F R F L" --silhouette 4 --speed 3 --facing A
    sits calc sw pool "2 ability 1 proficiency 2 difficulty"
    """,
)
