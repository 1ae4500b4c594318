"""A keeper's clock that is more than a day ahead: what it dates so waits, and is taken once one's own clock is near."""

from __future__ import annotations

from pathlib import Path

from sits_es.post.day import a_day
from sits_es.post.status import status_of
from tests.shared.postal import GAME, Table, cruisers, thrust


def ahead(table: Table, who: str, hours: int) -> None:
    """Somebody looks at their mail with a clock that is so far ahead."""
    table.deliver()
    table.watch.later(hours=hours)
    with table.desk(who) as desk:
        a_day(desk, [], quiet=True)
    table.watch.later(hours=-hours)
    table.collect(who)
    table.stir(*(each for each in table.players if each != who))
    table.carry()


def given(tmp_path: Path) -> Table:
    """Cruisers whose orders are all under way to red, who keeps the log."""
    table = cruisers(tmp_path)
    for who in table.players:
        table.give(who, thrust(who))
    return table


def troubles(table: Table, who: str) -> tuple[str, ...]:
    with table.desk(who) as desk:
        return status_of(desk, desk.game(GAME)).trouble


def test_a_log_that_is_dated_more_than_a_day_ahead_waits_and_is_told(tmp_path: Path) -> None:
    table = given(tmp_path)
    ahead(table, "red", 72)
    assert table.labels()["blue"] == "1.1"
    (said,) = troubles(table, "blue")
    assert said == (
        "red's clock is more than a day ahead of yours: the log from 2026-01-05 12:00 UTC on waits until yours "
        "catches up"
    )
    assert not table.of("blue", lambda replica: replica.asks)
    table.watch.later(hours=47)
    table.look("blue")
    assert (table.labels()["blue"], len(troubles(table, "blue"))) == ("1.1", 1)
    table.watch.later(hours=1)
    table.stir()
    table.carry()
    assert troubles(table, "blue") == ()
    table.stands("1.2")


def test_a_log_that_is_dated_a_day_ahead_is_taken(tmp_path: Path) -> None:
    table = given(tmp_path)
    ahead(table, "red", 24)
    assert troubles(table, "blue") == ()
    table.stands("1.2")
