"""What happens on the board, as facts in the past tense: one module per part of the segment.

Orders are events as well and stand in `sits_es.rules.sits.orders.forms`.
"""

__all__ = ["damage", "defence", "fire", "miracles", "motion"]
