"""Every rule number that the rules of SFB 'n3D print: where it stands in the code and in a test, or why in neither.

The table is data of its own: rule_table.toml.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from attrs import frozen

from sits_es.rules.sfb_n3d import supplied
from sits_es.toml import Sheet

#: The package that the code column leaves out, and the folder that the test column does.
PACKAGE: Final = "sits_es.rules.sfb_n3d"
TESTS: Final = "tests/rules/sfb_n3d"


@frozen(kw_only=True)
class Rule:
    """One rule number. says: what it is about; code: `module:name` below PACKAGE; tests: `file::test` below TESTS.

    why: where it asks for no code, or where its print and the code differ. Several rules share a number: `D2.34 (2)`.
    """

    number: str
    says: str
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    why: str = ""


@cache
def rules() -> tuple[Rule, ...]:
    """The rules in the order in which they are printed."""
    table = Sheet.read(supplied("rule_table.toml"), "rule_table.toml").many(("rule",), "[[rule]]")
    return tuple(
        Rule(
            number=row["number"],
            says=row["says"],
            code=tuple(row.get("code", ())),
            tests=tuple(row.get("tests", ())),
            why=row.get("why", ""),
        )
        for row in table
    )


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Rule number, what it is about, where it stands, what is to be known; in the order printed."""
    for rule in rules():
        yield rule.number, rule.says, "; ".join((*rule.code, *rule.tests)) or "-", rule.why
