"""What `sits mail in` and `sits mail status` say of games that have not begun, and of those that are over."""

from __future__ import annotations

from pathlib import Path

from sits_es.errors import NotAllowedError
from sits_es.post import agreement
from sits_es.post.listing import listed_log
from sits_es.post.log.packets import Deadline, End, Rewind
from sits_es.post.replica import replica_of
from sits_es.post.status import Status, status_of
from sits_es.report.blocks import ReportLine
from sits_es.rules.moments import Moment
from tests.shared.postal import GAME, Table, cruisers
from tests.shared.refusals import refused


def status(table: Table, who: str) -> Status:
    """How the game stands for somebody."""
    with table.desk(who) as desk:
        return status_of(desk, desk.game(GAME))


def test_whoever_is_invited_is_told_how_to_decline(duel: Table) -> None:
    duel.invite()
    duel.stir("blue")
    duel.deliver()
    lines = [
        "ours: red invites you",
        "  waits for blue: an answer to the invitation",
        "  Answer: sits join ours",
        "  If you do not play: sits mail decline ours",
    ]
    assert duel.look("blue").stands[:4] == lines
    assert status(duel, "blue").in_words().splitlines() == lines


def test_a_seat_without_a_side_is_told_so_and_cannot_resign(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"), neutral="gil")
    for who, seat in (("gil", "are gil and play no side"), ("red", "play red")):
        first = status(table, who).in_words().splitlines()[0]
        assert first == f"ours: at 1.1 since 2026-01-02 12:00 UTC, kept by gil; you {seat}"
    with table.at("gil") as replica:
        assert refused(agreement.resign, replica, kind=NotAllowedError) == (
            "You play no side in ours, so you cannot resign. To hand the log on: sits propose next ours"
        )


def test_a_game_that_is_over_lists_no_decision_that_was_never_signed(table: Table) -> None:
    table.decide("red", Deadline(hours=400, scope="exchange"), others=["blue"])
    (signed,) = status(table, "red").signed
    assert signed == "blue and red signed that this exchange has 400 hours. green still has to sign."
    table.decide("red", End(winner=None, words="enough"), others=())
    for who in ("blue", "green"):
        table.does(who, agreement.agree, "end")
    found = [status(table, who) for who in table.players]
    assert [(each.stands.partition(":")[0], each.signed) for each in found] == [("over", ())] * 3


def test_a_log_is_listed_with_a_line_for_what_somebody_did_at_once(pair: Table) -> None:
    for who in pair.players:
        pair.give(who, upto="1.2")
    pair.carry()
    pair.decide("red", Rewind(to=Moment(1, 2), words="the map was misread"))
    with pair.desk("blue") as desk:
        found = listed_log(replica_of(desk, GAME))
    title, *lines = [block.text for block in found.blocks() if isinstance(block, ReportLine)]
    assert title == "ours: the log, oldest entry first"
    assert [line[29:] for line in lines] == [
        "the game begins: blue and red",
        "red seals 1.1 and 1.2",
        "blue seals 1.1",
        "red opens 1.1",
        "blue seals 1.2",
        "blue opens 1.1 and 1.2",
        "red opens 1.2",
        "red signs that the game is played again from 1.2: the map was misread",
        "blue signs that the game is played again from 1.2: the map was misread",
    ]
    assert [entry["n"] for entry in found.as_json()["entries"]] == [*range(len(found.rows))]
