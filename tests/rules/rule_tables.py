"""Where each rule of a printed page stands in the code and in a test, or why it needs neither."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

from sits_es.toml import Sheet

#: A file for each system that was given such pages.
TABLES = Path(__file__).parent / "tables_of_rules"


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
    """The rules of a system, such as `sfb`, in the order in which they are printed."""
    path = TABLES / f"{system}.toml"
    return tuple(
        Rule(
            number=row["number"],
            says=row["says"],
            house=row.get("house", False),
            code=tuple(row.get("code", ())),
            tests=tuple(row.get("tests", ())),
            why=row.get("why", ""),
        )
        for row in Sheet.read(path.read_text(encoding="utf-8"), str(path)).many(("rule",), "[[rule]]")
    )
