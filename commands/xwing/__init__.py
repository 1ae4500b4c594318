"""The commands that only X-Wing has."""

from commands.verbs import Verb

#: Its sums, below `sits calc xwing`.
CALC = Verb(
    "xwing",
    "commands.xwing.calc:VERBS",
    """Measure arcs, ranges and relations of X-Wing bases on a table.

    sits calc xwing arc small@0,0,0 medium@-60,140.5,30
    sits calc xwing rotate left,right front,rear
    """,
)
