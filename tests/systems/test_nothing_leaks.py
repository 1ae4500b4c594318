"""What one side has ordered and not opened changes nothing that is made for anybody else, in any rule system.

The same game is played twice, with the same chances: once a side orders what its plan says, once nothing. All that the
others' programs print and all letters to them must be the same then, but for what was encrypted and hashed.
"""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from random import Random
from typing import Final

import pytest

from sits_es.mail.reading import read_letter
from tests.endurance.chances import same_chances
from tests.systems.office import GAME, Office
from tests.systems.plans import plans

#: Systems in which orders are sealed at the same time, and whether there is an umpire.
SEALED: Final = (
    ("sits", False),
    *(
        pytest.param(which, umpired, marks=pytest.mark.long)
        for which, umpired in (("sits", True), ("sfb", True), ("slots", False))
    ),
)
CANARY: Final = "CANARY-3f9a"
#: What a folder's owner can ask of a game.
ASKED: Final = (
    ("games",),
    ("games", "--json"),
    ("show", GAME),
    ("show", GAME, "-vv", "--json"),
    ("replay", GAME, "--step"),
    ("replay", GAME, "--json"),
    ("audit", "list", GAME),
    ("audit", "list", GAME, "--json"),
    ("stats", GAME, "luck"),
    ("stats", GAME, "--json"),
    ("games", "branches", GAME),
    ("orders", "new", GAME),
    ("doctor",),
    ("mail", "status", GAME),
    ("mail", "status", GAME, "--json"),
    ("mail", "log", GAME, "--check"),
)
#: Keys, digests, what is encrypted, and times: they differ between any two games.
VEILED: Final = re.compile(
    r"(?s:-----BEGIN SITS BUNDLE-----.*?-----END SITS BUNDLE-----)"
    r"|[0-9a-f]{8,}|[A-Za-z0-9+/=_-]{40,}|\d\d:\d\d(:\d\d)?|\d{4}-\d\d-\d\d|[0-9.]+ GB"
)


def told_to(office: Office, who: str) -> dict[str, str]:
    """All that somebody's programs print, and their letters, by what was asked; but for what is veiled."""
    said = {" ".join(words): "\n".join(map(str, office.run(who, *words))) for words in ASKED}
    for number, path in enumerate(sorted((office.folder / who / "in").iterdir())):
        letter = message_from_bytes(path.read_bytes(), policy=default)
        said[f"letter {number}, subject"] = str(letter["Subject"])
        said[f"letter {number}, bundles"] = str([len(each) for each in read_letter(path.read_bytes()).contents])
        for part in letter.walk():
            if not part.is_multipart():
                said[f"letter {number}, {part.get_content_type()}"] = str(part.get_content())
    return {asked: VEILED.sub("~", text.replace(str(office.folder), "")) for asked, text in said.items()}


def sealed_by_red(folder: Path, which: str, orders: str | None, patch: pytest.MonkeyPatch, *, umpired: bool) -> Office:
    """A game in which red alone has sealed, all letters are delivered, and nothing is open yet.

    orders: what red orders; None for what the plan says.
    """
    folder.mkdir()
    office = Office(folder, patch, plans()[which], which, umpired=umpired)
    with same_chances(Random(which)):  # noqa: S311 -- to be the same, not secret
        office.begin()
        red_seals(office, orders)
    return office


def red_seals(office: Office, orders: str | None) -> None:
    """Red seals orders for the exchange at hand, and letters are carried. orders: None for what the plan says."""
    fold = office.fold("red")
    text = office.plan.orders(fold, "red") if orders is None else orders
    path = Path(office.write("red", fold, text))
    path.write_text(f"# {CANARY}\n{path.read_text('utf-8')}# {CANARY}\n", encoding="utf-8")
    office.sits("red", "orders", "seal", str(path), "--to", fold.system.label(fold.game.moment))
    office.carry()


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(("which", "umpired"), SEALED)
def test_whatever_one_has_sealed_everybody_else_is_told_the_same(
    which: str, umpired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    nothing = sealed_by_red(tmp_path / "nothing", which, "", monkeypatch, umpired=umpired)
    planned = sealed_by_red(tmp_path / "planned", which, None, monkeypatch, umpired=umpired)
    for who in (each for each in planned.people if each != "red"):
        first, second = told_to(nothing, who), told_to(planned, who)
        assert first.keys() == second.keys()
        for asked, text in first.items():
            assert text == second[asked], (who, asked)
    for office in (nothing, planned):
        opened(office)
        for path in (path for who in office.people for path in (office.folder / who).rglob("*") if path.is_file()):
            assert CANARY.encode() not in path.read_bytes(), "one's own comments leave no folder"
    assert told_to(nothing, "blue")["audit list game"] != told_to(planned, "blue")["audit list game"]


def opened(office: Office) -> None:
    """Blue seals as well, and all is opened and played."""
    fold = office.fold("blue")
    orders = office.write("blue", fold, office.plan.orders(fold, "blue"))
    office.sits("blue", "orders", "seal", orders, "--to", fold.system.label(fold.game.moment))
    office.carry()
    assert office.fold("blue").game.moment > fold.game.moment
