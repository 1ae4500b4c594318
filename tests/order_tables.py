"""Makes the parse tables of order languages whose grammar changed: python -m tests.order_tables.

For whoever changed a grammar; the tables are committed beside it.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import json

import sits_es.rules
from sits_es.orders.language import Language, grammar_of, made_of
from sits_es.rules import system, system_names

RULES = Path(sits_es.rules.__file__).parent


def tables_written(language: Language) -> bytes:
    """The tables of a language as they are today."""
    return json.encode(made_of(language, grammar_of(language))) + b"\n"


def kept() -> dict[str, Path]:
    """The files of tables that rule systems keep, by the system's name."""
    files = {name: RULES / name / "orders" / "language.tables" for name in system_names()}
    return {name: file for name, file in files.items() if file.with_suffix(".lark").exists()}


if __name__ == "__main__":
    for name, file in kept().items():
        file.write_bytes(tables_written(system(name).language))
