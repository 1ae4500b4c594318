"""The commands that only SITS has."""

from commands.verbs import Verb

#: Groups of verbs, as `sits --help` lists them.
VERBS = (
    Verb("ship", "commands.sits.ship:app", "Ship cards: list, write, check and show their files."),
    Verb("tables", "commands.sits.tables:app", "Rule tables: show those in force, write and check your own."),
)

#: The group of them that is about the cards of units.
CARDS = "ship"

#: Its sums, directly below `sits calc`.
CALC = Verb(
    "",
    "commands.sits.calc:VERBS",
    """Work out vectors, bearings, movement and fire for SITS.

    sits calc consolidate 6F 3D 1A
    sits calc bearing "6B 3+" --nose A+
    sits calc kills 136 28
    """,
)
