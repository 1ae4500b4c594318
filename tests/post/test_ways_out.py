"""The page of ways out is short: five cases, each with an example, and for each failure a command that is there."""

from __future__ import annotations

import re

from tests.readme import ROOT
from tests.shared.commands_named import SPAN, missing

TEXT = (ROOT / "sits_es/docs/ways_out.md").read_text(encoding="utf-8")
LINES = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ")]
ROWS = [line for line in LINES if line[0] not in ("What happened", "---")]


def test_the_page_is_read_in_three_minutes() -> None:
    assert len(re.findall(r"\S*\w\S*", TEXT)) <= 600


def test_there_are_five_cases_and_each_begins_with_an_example_of_people() -> None:
    _, *cases = TEXT.split("\n## ")
    assert len(cases) == 5
    for case in cases:
        _, example, table = case.split("\n\n")
        assert re.match("(Anna|Ben|Carla)", example)
        assert table.startswith("| What happened | Command | Who signs | Result |")


def test_each_failure_has_a_command_who_signs_it_and_what_follows() -> None:
    assert len(ROWS) > 12
    assert [row for row in ROWS if len(row) != 4 or not SPAN.findall(row[1])] == []
    assert [command for row in ROWS for command in SPAN.findall(row[1]) if missing(command)] == []


def test_what_all_sign_and_what_more_than_half_sign_is_told_apart() -> None:
    signs = {command.split()[2]: row[2] for row in ROWS for command in SPAN.findall(row[1]) if "propose" in command}
    assert [row[2] for row in ROWS if "--recovery" in row[1]] == ["the recovery key"]
    assert signs.pop("without") == "more than half, after time and grace"
    assert signs.pop("next") == "more than half of the players"
    assert signs.pop("reseat") == "the old key and all others; or all others, two at least, once blue is late"
    assert signs == dict.fromkeys(["absence", "readmit", "rewind", "end"], "all who are in")
