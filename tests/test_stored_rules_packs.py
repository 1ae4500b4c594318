"""Each version of SITS's rules is held by a stored game: by a rule of the other it comes to other facts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from attrs import evolve, fields_dict

from sits_es.rules.sits import state
from sits_es.rules.sits.rules_pack import PACKS, RulesPack
from sits_es.service import audit
from sits_es.service.session import Session
from tests.test_stored_folders import STORED

#: The game that has what each difference is about, by version of the rules; none where nothing on record hangs on it.
HELD = {
    "torpedoes_by_type": (1, 2),
    "lance_mirrors": (1, 2),
    "slid_shots_rolled": (1, 2),
    "markers_read_as_marked": (1, 2),
    "cards_by_grade": (2,),
    "own_side_spared": (1,),
    "plotted_alike": (),  # only what is ordered next is judged by it
    "launches_counted": (2,),
    "walls_by_reading": (),  # only what is set up
}
GAMES = {1: ("codes", "lance"), 2: ("lances", "lances")}


def faults(tmp_path: Path, version: int) -> int:
    """How many faults are found in the stored game of a version."""
    folder, name = GAMES[version]
    shutil.copytree(STORED / folder / "var", tmp_path / "var")
    with Session.open(tmp_path / "var") as table:
        assert table.created(name).version == version
        return len(audit.audit_game(table, name, []).faults)


def test_every_difference_is_among_them() -> None:
    assert HELD.keys() == fields_dict(RulesPack).keys()


@pytest.mark.parametrize("version", [1, 2])
def test_by_their_own_rules_they_are_sound(tmp_path: Path, version: int) -> None:
    assert faults(tmp_path, version) == 0


@pytest.mark.parametrize(
    ("difference", "version"), [(difference, version) for difference, held in HELD.items() for version in held]
)
def test_by_a_rule_of_the_other_version_they_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, difference: str, version: int
) -> None:
    turned = tuple(evolve(pack, **{difference: not getattr(pack, difference)}) for pack in PACKS)
    monkeypatch.setattr(state, "PACKS", turned)
    assert faults(tmp_path, version) >= 1
