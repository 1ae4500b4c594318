"""Declining an invitation: the host is told, the game is put away, and nobody else can say it."""

from pathlib import Path

import pytest
from attrs import evolve

from sits_es.mail.packet import Signed, sign
from sits_es.post.arrivals import arrive
from sits_es.post.declining import who_declined
from tests.shared.mailing import BLUE as STRANGER
from tests.shared.posts import open_post
from tests.shared.programs import Table

pytestmark = pytest.mark.long


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def invited(table: Table) -> None:
    table.sits("anna", "id", "new", "anna")
    table.sits("ben", "id", "new", "ben")
    table.sits("anna", "invite", "duel", "--name", "duel", "--as", "red", "blue=ben@example.org")
    table.sits("anna", "mail", "in", "--quiet")
    table.sits("ben", "mail", "in")


def test_the_host_hears_who_does_not_play(table: Table) -> None:
    invited(table)
    said = table.sits("ben", "decline", "duel", "--words", "No time this year.")
    assert "You decline duel, as blue. It is put away: sits mail status --all" in said
    assert "duel" not in table.sits("ben", "mail", "status").replace("sits invite duel", "")
    table.sits("ben", "mail", "in", "--quiet")
    said = table.sits("anna", "mail", "in")
    assert "duel: declined: blue does not play: No time this year." in said
    assert "Invite somebody else to another game, or put this one away: sits archive duel" in said
    status = table.sits("anna", "mail", "status")
    assert "seats: blue does not play: No time this year." in status
    assert "refused" not in status
    assert "you have declined the invitation" in table.sits("ben", "mail", "status", "--all")


def test_who_has_declined_can_not_join(table: Table) -> None:
    invited(table)
    table.sits("ben", "decline", "duel")
    assert table.refused("ben", "join", "duel") == (
        "You have declined duel. To play after all, ask for another invitation.\n"
    )
    assert table.refused("ben", "decline", "duel") == (
        "You have answered the invitation to duel already, as blue. To leave it: sits archive duel\n"
    )


def test_nobody_declines_for_somebody_else(table: Table, tmp_path: Path) -> None:
    invited(table)
    table.sits("ben", "decline", "duel", "--words", "No.")
    with_ticket = next(
        each for each in open_post(tmp_path / "ben", "blue").desk.journal.accepted("duel", sender="blue")
    )
    body = {**with_ticket.packet.body, "ticket": "ab" * 32, "key": STRANGER.key}
    forged: Signed = sign(evolve(with_ticket.packet, body=body), STRANGER)
    anna = open_post(tmp_path / "anna", "red")
    assert arrive(anna.desk, forged, "by hand") is None
    (entry,) = anna.desk.journal.entries("duel", ("refused",))
    assert entry.why == "blue declines without the ticket that stands in blue's own letter."
    assert who_declined(anna.desk, "duel") == ()
    assert arrive(anna.desk, with_ticket, "by hand") == "duel"
    assert who_declined(anna.desk, "duel") == ("blue does not play: No.",)
