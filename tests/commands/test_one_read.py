"""A command reads each event of a game once and folds it once, whoever in it asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.commands_told import Sits
from tests.shared.counting import counting

ORDERS = "game duel\nturn 2\nplayer {}\nsecret {}\nship {}\n  1 thrust 3\n"


@pytest.mark.parametrize(
    "words",
    [
        "play duel red2.orders blue2.orders --to 2.1",
        "fork duel --at 1.4 --name what-if",
        "explain duel 60",
        "show duel --at 1.6",
        "replay duel 1.7 1.8",
        "replay duel --step",
        "orders check red2.orders blue2.orders",
        "stats duel luck",
        "audit verify duel",
        "audit all",
    ],
)
def test_one_read_and_one_fold(played: Sits, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    for player, ship, digit in (("red", "Fearless", "3"), ("blue", "Sirius", "4")):
        Path(f"{player}2.orders").write_text(ORDERS.format(player, digit * 64, ship), encoding="utf-8")
    assert played("games").code == 0  # read models stand where the record does
    with monkeypatch.context() as patch:
        count = counting(patch)
        told = played(*words.split())
    assert (told.code, told.err) == (0, "")
    assert count.once(), [count.read.most_common(3), count.folded.most_common(3)]
    assert count.read or words.startswith("audit")
