"""What happens on the board, as facts in the past tense: one module per part of the segment.

`codes` stand in them in place of sentences.

Orders are events as well and stand in `sits_es.rules.sits.orders.forms`.
"""

__all__ = [
    "codes",
    "damage",
    "defence",
    "fire",
    "miracles",
    "motion",
]
