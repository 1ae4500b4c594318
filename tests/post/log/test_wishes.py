"""Whatever people decide, and whenever the last of them signs, no law of a log breaks: small tables with one cheat."""

from typing import Any, Final

import pytest

from tests.post.log.checker import explore
from tests.post.log.world import Setting

#: Letters arrive at once; people and the cheat alone take turns.
TALK: Final[dict[str, Any]] = {"prompt": True, "lean": True, "forks": False, "without": False, "epochs": 0}


@pytest.mark.parametrize(
    ("decisions", "depth"),
    [
        (("enter B",), 6),
        (("reseat C",), 6),
        (("recover C",), 6),
        (("resign B", "readmit B"), 6),
    ],
    ids=str,
)
def test_who_signs_last_begins_nothing_anew_that_was_opened_to_them(decisions: tuple[str, ...], depth: int) -> None:
    found = explore(Setting(cheat="C", decisions=decisions, **TALK), [depth])
    assert (found.law, found.trace) == (None, ())


def test_an_umpire_cannot_have_a_player_put_out_for_what_it_keeps_back_itself() -> None:
    found = explore(Setting(players="ABC", neutral="N", reads=True, cheat="N", **{**TALK, "without": True}), [5])
    assert (found.law, found.trace) == (None, ())


def test_a_new_umpire_voids_no_orders_that_were_opened() -> None:
    table = Setting(players="AB", cheat="B", later="N", decisions=("reader N",), **{**TALK, "epochs": 1})
    found = explore(table, [6])
    assert (found.law, found.trace) == (None, ())
