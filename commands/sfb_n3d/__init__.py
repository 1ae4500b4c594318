"""The commands that only SFB 'n3D has."""

from commands.verbs import Verb

#: Groups of verbs, as `sits --help` lists them.
VERBS = (Verb("unit", "commands.sfb_n3d.unit_cards:app", "Unit cards: list, write, check and show their files."),)

#: The group of them that is about the cards of units.
CARDS = "unit"

#: Its sums, below `sits calc sfb`.
CALC = Verb(
    "sfb",
    "commands.sfb_n3d.calc:VERBS",
    """Work out bearings, movement, explosions and webs for SFB 'n3D.

    sits calc sfb bearing 0,0,0 3,0.5,-1 --facing "yaw 20 roll 90" --weapon FX/top
    sits calc sfb move 0,0,0 --facing "yaw 60" --speed 10 --thrust 1
    """,
)
