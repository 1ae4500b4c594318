"""Whoever is invited to a game by tables of its own reads so before they answer, in the letter and the program."""

from email import message_from_bytes
from pathlib import Path

import pytest

from sits_es.post.replica import replica_of
from tests.shared.posts import desks_closed, open_post
from tests.shared.programs import Table

pytestmark = pytest.mark.long

TABLES = "[missile_damage]\n3M = { laser_head = 6, nuke = 60 }\n"
OWN = ("Its options: sidewall stops and mixed_walls true.", "Tables of its own: missile_damage.3M.")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def test_an_invitation_says_which_options_and_tables_are_not_those_that_come_with_the_program(
    table: Table, tmp_path: Path
) -> None:
    text = table.sits("anna", "scenario", "new")
    for usual, own in (('"strikes"', '"stops"'), ("mixed_walls = false", "mixed_walls = true"), ("# tables", "tables")):
        text = text.replace(usual, own, 1)
    (tmp_path / "fight.toml").write_text(text.partition("# Or a few numbers")[0], encoding="utf-8")
    (tmp_path / "my-tables.toml").write_text(TABLES, encoding="utf-8")
    table.sits("anna", "id", "new", "anna")
    table.sits("ben", "id", "new", "ben")
    scenario = str(tmp_path / "fight.toml")
    table.sits("anna", "invite", scenario, "--name", "ours", "--as", "red", "blue=ben@example.org")
    table.sits("anna", "mail", "out")
    (letter,) = (str(message_from_bytes(sent)) for sent in table.sent())
    told = "Places:\n  blue: player, side blue\n  red: player, side red\n" + "".join(f"{line}\n" for line in OWN)
    assert f"{told}Answer: sits join ours\n" in letter
    answered = table.sits("ben", "mail", "in")
    ways = "invites you to ours. Answer: sits join ours\n  If you do not play: sits decline ours\n"
    assert ways + "".join(f"  {line}\n" for line in OWN) in answered
    for who in ("anna", "ben"):
        with desks_closed():
            desk = open_post(tmp_path / who, "red").desk
            created = replica_of(desk, desk.seat("ours")).gathering().body.created[1]
        assert created["scenario"] == "fight.toml", "where the file lies is nobody else's business"
