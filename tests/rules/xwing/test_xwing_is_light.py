"""Whoever reads a game of X-Wing loads neither what measures it nor what parses its lines."""

from __future__ import annotations

import subprocess
import sys

READING = """
import sys
from sits_es.rules import system
from sits_es.rules.chapters import facts_of
rules = system("xwing")
import sits_es.rules.xwing.entries.told, sits_es.rules.xwing.entry_rules, sits_es.rules.xwing.report
rules.new_board({}, {}, {})
assert facts_of("sits_es.rules.xwing")
print(*sorted({"shapely", "numpy", "lark"} & set(sys.modules)))
"""


def test_a_board_is_folded_and_told_without_geometry_and_without_a_parser() -> None:
    told = subprocess.run([sys.executable, "-c", READING], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""
