"""Games by mail whose record is on a PostgreSQL server: a seat is played from one machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from commands.render.reports import LetterPrinter
from sits_es.errors import NotAllowedError
from sits_es.mail.identity import new_identity, save_identity
from sits_es.post.desk.desk import Desk
from sits_es.post.replica import replica_of
from tests.shared import posts
from tests.shared.postgres import Cluster
from tests.shared.posts import CLOCK, Post, invited

pytestmark = pytest.mark.long


def desk_in(folder: Path, url: str) -> Desk:
    return Desk(folder, lambda: CLOCK, printer=LetterPrinter(), server=url)


def test_a_second_machine_with_the_same_seat_is_refused(tmp_path: Path, server: Cluster) -> None:
    url, first, second = server.fresh(), tmp_path / "first", tmp_path / "second"
    with desk_in(first, url) as desk:
        save_identity(new_identity("Anna", os.urandom), desk.keys)
        invited(Post("red", desk), {"blue": "ben@example.org"})
        seat = desk.seat("duel")
        assert replica_of(desk, seat) is replica_of(desk, seat)
    shutil.copytree(first, second)
    with desk_in(second, url) as copied:
        with pytest.raises(NotAllowedError) as refused:
            replica_of(copied, copied.seat("duel"))
        words = str(refused.value)
        assert words.startswith(f"duel is played by mail from {first.resolve()} on ")
        assert words.endswith(
            ", and a seat is bound to one machine: two would seal twice. Play it there. Where that machine is gone, "
            "whoever owns the database takes the game out of the table machines."
        )
    with desk_in(first, url) as desk:
        replica_of(desk, desk.seat("duel"))
    name = url.partition("@/")[2].partition("?")[0]
    server.run("DELETE FROM sits_es.machines WHERE game = 'duel'", database=name)
    with desk_in(second, url) as copied:
        replica_of(copied, copied.seat("duel"))


def test_two_machines_play_by_mail_each_with_a_database_of_its_own(
    tmp_path: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on_a_server(folder: Path, clock: Callable[[], str], printer: LetterPrinter) -> Desk:
        return Desk(folder, clock, printer=printer, server=server.fresh())

    monkeypatch.setattr(posts, "Desk", on_a_server)
    red, blue = posts.peers(tmp_path)
    red.seal(posts.RED, 2)
    blue.seal(posts.BLUE, 2)
    posts.exchange([red, blue])
    assert str(red.moment()) == str(blue.moment())
    assert red.moment().segment == 3
    assert red.head() == blue.head()
    for post in (red, blue):
        assert post.desk.session.store.place
        assert [report.bad for report in post.desk.session.store.audit_all()[0]] == [None]
        assert not (post.desk.folder / "sits.db").exists()


def test_a_copy_of_a_folder_is_no_machine_that_is_known_where_the_record_is_a_file(tmp_path: Path) -> None:
    with Desk(tmp_path / "first", lambda: CLOCK, printer=LetterPrinter()) as desk:
        save_identity(new_identity("Anna", os.urandom), desk.keys)
        invited(Post("red", desk), {"blue": "ben@example.org"})
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    with Desk(tmp_path / "second", lambda: CLOCK, printer=LetterPrinter()) as copied:
        replica_of(copied, copied.seat("duel"))
    assert not (tmp_path / "first" / "keys" / "machine.number").exists()
