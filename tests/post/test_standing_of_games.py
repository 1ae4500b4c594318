"""What `sits mail in` and `sits mail status` say of games that have not begun, and of those that are over."""

from __future__ import annotations

from pathlib import Path

from sits_es.post import agreement
from sits_es.post.log.packets import Deadline, End
from sits_es.post.status import status_of
from tests.shared.postal import GAME, Table, cruisers


def test_whoever_is_invited_is_told_how_to_decline(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="duel")
    table.invite()
    with table.desk("blue") as desk:
        assert desk.find_game(GAME) is not None
    table.stir("blue")
    table.deliver()
    said = table.look("blue").said
    assert "red invites you to ours. Answer: sits join ours" in said
    assert "  If you do not play: sits mail decline ours" in said


def test_a_game_that_is_over_lists_no_decision_that_was_never_signed(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    table.decide("red", Deadline(hours=400, scope="exchange"), others=["blue"])
    with table.desk("red") as desk:
        (signed,) = status_of(desk, desk.game(GAME)).signed
        assert signed == "blue and red signed that this exchange has 400 hours. Still to sign: green."
    table.decide("red", End(winner=None, words="enough"), others=())
    for who in ("blue", "green"):
        with table.at(who) as replica:
            agreement.agree(replica, "end")
        table.carry()
    for who in table.players:
        with table.desk(who) as desk:
            status = status_of(desk, desk.game(GAME))
            assert (status.stands.partition(":")[0], status.signed) == ("over", ())
