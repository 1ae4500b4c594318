"""Where each rule of a printed page stands in the code and in a test, or why it needs neither.

Each rule system that has such a table keeps it as data of its own: rule_table.toml.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from attrs import frozen

from sits_es.toml import Sheet


@frozen(kw_only=True)
class Rule:
    """One rule. number: as it is printed, or where it stands, such as `seed, Stacking 1`; says: what it is about.

    code: `module:name` below the system's package; tests: `file::test` below its folder of tests/rules. house: whether
    it fills a gap of what is printed. why: why it asks for no code, or where its print and the code differ.
    """

    number: str
    says: str
    house: bool = False
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    why: str = ""


@cache
def rules_of(system: str) -> tuple[Rule, ...]:
    """The rules of a system, such as `sfb_n3d`, in the order in which they are printed."""
    text = files(f"sits_es.rules.{system}").joinpath("rule_table.toml").read_text(encoding="utf-8")
    return tuple(
        Rule(
            number=row["number"],
            says=row["says"],
            house=row.get("house", False),
            code=tuple(row.get("code", ())),
            tests=tuple(row.get("tests", ())),
            why=row.get("why", ""),
        )
        for row in Sheet.read(text, "rule_table.toml").many(("rule",), "[[rule]]")
    )


def rows(system: str) -> Iterator[tuple[str, str, str, str]]:
    """Rule number, what it is about, where it stands, what is to be known; in the order printed."""
    for rule in rules_of(system):
        yield rule.number, rule.says, "; ".join((*rule.code, *rule.tests)) or "-", rule.why
