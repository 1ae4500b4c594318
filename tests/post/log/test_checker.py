"""The laws of a log hold whatever a cheat does: small tables here, deep ones in tests.endurance."""

from typing import Any

import pytest

from tests.post.log.checker import explore
from tests.post.log.world import Setting


@pytest.mark.parametrize(
    ("setting", "depth"),
    [
        (Setting(), 2),
        (Setting(cheat="C"), 4),
        (Setting(players="AB"), 4),
        (Setting(players="AB", cheat="B", in_time=False), 4),
    ],
    ids=str,
)
def test_no_law_breaks_at_a_small_table(setting: Setting, depth: int) -> None:
    found = explore(setting, [depth])
    assert (found.law, found.trace) == (None, ())


@pytest.mark.parametrize("more", [{}, {"escrow": True}, {"alone": "A"}], ids=str)
def test_an_honest_game_ends_although_one_program_falls_silent(more: dict[str, Any]) -> None:
    found = explore(Setting(cheat="", crash=True, **more), [40])
    assert (found.law, found.trace, found.whole) == (None, (), True)
