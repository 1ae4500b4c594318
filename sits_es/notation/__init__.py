"""Games as text: orders as players write them, what came of them as short lines, seals, nonces and seeds between.

The form is described in `sits docs notation`.
"""

__all__ = [
    "agreed",
    "comments",
    "fields",
    "lines",
    "literals",
    "order_lines",
    "position",
    "reading",
    "score",
    "writing",
]
