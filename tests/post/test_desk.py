"""A desk is opened whole or not at all."""

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.mail.identity import new_identity, save_identity
from tests.shared.connections import Connections
from tests.shared.posts import desks_closed, new_post

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("bad", "files"), [("mail.db", 2), ("keys/secrets.db", 3)])
def test_a_desk_that_cannot_be_opened_leaves_nothing_open(
    bad: str, files: int, tmp_path: Path, connections: Connections
) -> None:
    (tmp_path / "keys").mkdir(mode=0o700)
    (tmp_path / bad).write_text("no database, whatever its name says\n" * 40)
    with pytest.raises(UnreadableError, match="or it is damaged: file is not a database"):
        new_post(tmp_path, "red")
    assert len(connections.opened) >= files
    assert connections.still_open() == []


def test_a_desk_that_is_closed_has_closed_all_its_files(tmp_path: Path, connections: Connections) -> None:
    with desks_closed():
        new_post(tmp_path, "red")
        assert {Path(file).name for file in connections.still_open()} == {"sits.db", "mail.db", "secrets.db"}
    assert connections.still_open() == []


def test_of_several_keys_one_is_named(tmp_path: Path) -> None:
    desk = new_post(tmp_path, "red").desk
    save_identity(new_identity("cleo", lambda number: b"c" * number), desk.keys)
    with pytest.raises(NotAllowedError) as refusal:
        desk.identity()
    assert str(refusal.value) == "There are several keys here: Anna, cleo. Say which with --id."
    assert desk.identity("cleo").name == "cleo"
