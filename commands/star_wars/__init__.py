"""The commands that only Star Wars hex combat has."""

from commands.verbs import Verb

#: Groups of verbs, as `sits --help` lists them.
VERBS = (
    Verb(
        "starship",
        "commands.star_wars.starship_cards:app",
        "Starship cards: write, check and show their files.",
    ),
)
