"""Makes the parse tables of order languages whose grammar changed: python -m tests.order_tables.

For whoever changed a grammar, or raised the version of Lark; the tables are committed beside the grammar.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import sits_es.rules
from sits_es.orders.language import Language, grammar_of, load_tables, made_of, stamp_of
from sits_es.rules import system, system_names

RULES = Path(sits_es.rules.__file__).parent


def tables_of(language: Language) -> bytes:
    """The tables of a language as they are today."""
    grammar, tables = grammar_of(language), BytesIO()
    made_of(language, grammar).save(tables)
    return stamp_of(grammar) + tables.getvalue()


def kept() -> dict[str, Path]:
    """The files of tables that rule systems keep, by the system's name."""
    files = {name: RULES / name / "orders" / "language.tables" for name in system_names()}
    return {name: file for name, file in files.items() if file.with_suffix(".lark").exists()}


if __name__ == "__main__":
    for name, file in kept().items():
        language = system(name).language
        # Lark writes the same tables otherwise each time, so those that still fit stay as they are
        if load_tables(language.tables(), grammar_of(language)) is None:
            file.write_bytes(tables_of(language))
            print(f"{file.relative_to(RULES.parent.parent)} is written.")
