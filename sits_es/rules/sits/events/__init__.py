"""What happens on the board, as facts in the past tense: one module per part of the segment.

`codes` stand in them in place of sentences; the words of the first versions are frozen in three modules of their own.

Orders are events as well and stand in `sits_es.rules.sits.orders.forms`.
"""

__all__ = [
    "codes",
    "damage",
    "defence",
    "fewer_1",
    "fire",
    "miracles",
    "motion",
    "outcome_1",
    "version_1",
    "wordings_1",
]
