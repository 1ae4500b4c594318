"""The exchanges of a turn of SITS, as the read models count them."""

from sits_es.rules.sits.tables.values import SEGMENTS

#: Eight segments and the turn break. Rule: rules/sits.md 5 and 10.
STEPS = SEGMENTS + 1
