"""An order file while it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.rules import system
from sits_es.service.orders import UnitLines, new_orders, open_draft, players_due, unit_blocks
from sits_es.service.session import Session


@pytest.fixture(autouse=True)
def _beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_parts_of_a_file_are_its_units() -> None:
    text = 'game duel\n\nship Fearless\n  1 thrust 2\n  # more\nship "Old Ironsides"  # mine\n'
    assert unit_blocks(text, system("sits").language) == [
        UnitLines("Fearless", 2, ("  1 thrust 2", "  # more")),
        UnitLines("Old Ironsides", 5, ("",)),
    ]
    assert unit_blocks("game duel\n", system("sits").language) == []


def test_a_new_draft_is_the_template_that_orders_new_writes(begun: Session) -> None:
    draft = open_draft(begun.open_game("duel"), "red")
    assert draft.text == new_orders(begun.open_game("duel"), "red")
    assert (str(draft.path), draft.kept, draft.changed) == ("duel-red.orders", None, True)
    assert draft.units() == ("Fearless",)
    assert any(line.startswith("thrust may be") for line in draft.may_do("Fearless"))
    assert draft.may_do("Sirius") == ()
    assert not draft.check().problems


def test_who_owes_orders_is_asked_for_them(begun: Session) -> None:
    assert players_due(begun.open_game("duel")) == ("blue", "red")


def test_orders_of_a_unit_belong_below_its_name(begun: Session) -> None:
    draft = open_draft(begun.open_game("duel"), "red")
    draft.text = "game duel\nturn 1\nplayer red\n\nship Fearless\n  1 thrust 2\n\n"
    assert draft.place_of("Fearless") == 5
    assert draft.unit_at(5) == "Fearless"
    assert draft.unit_at(1) is None
    draft.text = "game duel\nturn 1\n"
    assert draft.place_of("Fearless") is None
    draft.add("Fearless")
    assert draft.place_of("Fearless") == 3
    assert draft.text == "game duel\nturn 1\n\nship Fearless\n"


def test_a_file_is_written_and_replaced_unless_somebody_else_changed_it(begun: Session, tmp_path: Path) -> None:
    draft = open_draft(begun.open_game("duel"), "red")
    draft.save()
    assert (tmp_path / "duel-red.orders").read_text(encoding="utf-8") == draft.text
    assert not draft.changed
    draft.text += "# more\n"
    draft.save()
    assert (tmp_path / "duel-red.orders").read_text(encoding="utf-8").endswith("# more\n")
    (tmp_path / "duel-red.orders").write_text("somebody else's", encoding="utf-8")
    draft.text += "# and more\n"
    with pytest.raises(NotNowError, match=r"^duel-red\.orders was changed by somebody else since you read it\."):
        draft.save()
    assert [each.name for each in tmp_path.glob("*red*")] == ["duel-red.orders"]


def test_what_cannot_be_written_is_refused(begun: Session) -> None:
    with pytest.raises(NotAllowedError, match=r"^There is no player green\. Players: blue, red\.$"):
        open_draft(begun.open_game("duel"), "green")
    Path("other").write_text("game another\n", encoding="utf-8")
    with pytest.raises(NotAllowedError, match=r"^other is for the game another, not duel\. Name another file: "):
        open_draft(begun.open_game("duel"), "red", Path("other"))
    Path("odd").write_text("game duel\n\x1b[2J", encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"^odd contains characters that are not text\."):
        open_draft(begun.open_game("duel"), "red", Path("odd"))
