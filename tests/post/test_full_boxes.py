"""Orders that do not fit into a box are refused before anything is written, by `sits orders seal` and `check` alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError
from sits_es.post.orders import seal_text
from sits_es.post.preview import before_sealing
from sits_es.post.protocol import seals
from sits_es.post.protocol.boxes import size_of
from sits_es.rules.moments import Moment
from tests.shared.careful import careful
from tests.shared.duels import of_three
from tests.shared.posts import RED

pytestmark = pytest.mark.long

#: Lines that hardly get smaller when they are compressed.
LONG = tuple(f"Fearless: {(7919**each) % 10**40:040}" for each in range(9, 49))
SAID = (
    f"The orders for 1.2 take {size_of(LONG)} bytes in a box, compressed, and the terms of duel allow 512. "
    "Leave some out."
)


def test_orders_that_do_not_fit_are_refused_with_their_size_and_nothing_is_written(tmp_path: Path) -> None:
    red, _ = careful(tmp_path).values()
    before = len(red.packets())
    with pytest.raises(NotAllowedError) as refused:
        red.replica.seal({Moment(1, 1): (), Moment(1, 2): LONG})
    assert str(refused.value) == SAID
    assert len(red.packets()) == before
    assert red.desk.secrets._db.execute("SELECT count(*) FROM orders").fetchone() == (0,)


def test_each_exchange_that_is_too_full_is_named(tmp_path: Path) -> None:
    red, _ = careful(tmp_path).values()
    with pytest.raises(NotAllowedError) as refused:
        red.replica.seal({Moment(1, 2): LONG, Moment(1, 3): LONG})
    assert str(refused.value) == f"{SAID}\n{SAID.replace('1.2', '1.3')}"


def test_checking_and_sealing_a_file_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    red, _ = careful(tmp_path).values()
    monkeypatch.setattr(seals, "size_of", lambda _: 600)
    said = "The orders for 1.1 take 600 bytes in a box, compressed, and the terms of duel allow 512. Leave some out."
    assert before_sealing(red.desk, "red.orders", RED)[0] == said
    with pytest.raises(NotAllowedError) as refused:
        seal_text(red.replica, "red.orders", RED, Moment(1, 1))
    assert str(refused.value) == said


def test_large_boxes_of_many_exchanges_go_in_several_packets(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(of_three())
    red, blue, _ = careful(tmp_path, ("red", "blue", "green"), str(path), escrow=True, box=65_536).values()
    before = len(red.packets())
    red.replica.seal({Moment(1, segment): () for segment in range(1, 9)})
    assert [signed.packet.body["segments"] for signed in red.packets()[before:]] == [[1, 2, 3, 4, 5], [6, 7, 8]]
    blue.take(red.packets())
    assert blue.desk.journal.entries("duel", ("refused",)) == []
