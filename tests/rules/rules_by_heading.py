"""Rows of a table of rules whose numbers are a page, a heading and the number of a sentence: `seed, Stacking 1`."""

from __future__ import annotations

from collections import Counter

from tests.rules.rule_tables import rules_of


def _parts(number: str) -> tuple[str, str, int]:
    page, _, rest = number.partition(", ")
    heading, _, sentence = rest.rpartition(" ")
    return page, heading, int(sentence)


def rows_by_heading(system: str) -> dict[str, dict[str, int]]:
    """How many rows stand below each heading of each page."""
    found: dict[str, Counter[str]] = {}
    for rule in rules_of(system):
        page, heading, _ = _parts(rule.number)
        found.setdefault(page, Counter())[heading] += 1
    return {page: dict(headings) for page, headings in found.items()}


def numbers_in_order(system: str) -> bool:
    """Whether the sentences of each heading are 1, 2 and so on, all of a heading together."""
    parts = [_parts(rule.number) for rule in rules_of(system)]
    counted = [
        (page, heading, number)
        for page, headings in rows_by_heading(system).items()
        for heading, rows in headings.items()
        for number in range(1, rows + 1)
    ]
    return parts == counted
