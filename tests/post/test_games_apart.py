"""A game by mail that can't be opened holds up no other one, and goes on from its log once its record is set aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from sits_es.keys.identity import Identity
from sits_es.keys.recovery import recovery_key
from sits_es.post import opening
from sits_es.post.clerk import notify
from sits_es.post.day import a_day
from sits_es.post.log.packets import Invite, Packet
from sits_es.post.status import status_of
from tests.post.log.table import sign
from tests.shared.commands_told import run
from tests.shared.postal import GAME, Table, address, cruisers
from tests.shared.rows import each_row
from tests.shared.strange_records import POSITION, Change, called, facts_of, put, with_data

BROKEN = (
    "ours: The record of ours is broken at event 3: that event has been changed. `sits audit verify ours` says "
    "what is wrong."
)


def invited(table: Table, name: str) -> tuple[Invite, Identity]:
    """Red invites blue to a duel: what is offered, and red's key."""
    with table.desk("red") as desk:
        wish = opening.Wish(scenario="duel", rules=None, name=name, me="red", others={"blue": address("blue")})
        here = opening.invite(desk, wish, opening.mine(desk, None, recovery_key(desk.random).key))
        assert isinstance(here.invite.body, Invite)
        return here.invite.body, desk.identity()


@pytest.fixture
def broken(table: Table) -> Table:
    """Three cruisers after an exchange; of red's record an event was changed, and red invites to another game."""
    table.order("red", "blue", "green")
    with closing(sqlite3.connect(table.folder / "red" / "sits.db", isolation_level=None)) as db:
        db.execute("DROP TRIGGER stored_events_update")
        db.execute("UPDATE stored_events SET state = replace(state, 'e', 'f') WHERE originator_version = 3")
        db.execute("DELETE FROM stored_states")
    invited(table, "second")
    return table


def test_one_game_that_can_not_be_opened_is_a_line_and_the_letters_of_all_others_go_out(broken: Table) -> None:
    broken.order("blue", "green")
    assert any(each.writer == "red" and b"second: invitation from red" in each.content for each in broken.sent)
    with broken.desk("red") as desk:
        done = a_day(desk, [])
        assert done.stands.count(BROKEN) == 1
        assert [line for line in done.stands if line.startswith("ours: ")] == [BROKEN]
        assert done.stands[:2] == ["second: not begun; you play red", "  waits for blue: an answer to the invitation"]
        assert notify(desk) == []
        found = {each.game: each for each in (status_of(desk, here) for here in desk.drawer.games())}
    assert found[GAME].trouble == (BROKEN.removeprefix("ours: "),)
    assert "second" in found


def test_once_its_record_is_set_aside_it_goes_on_from_its_log(broken: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", str(broken.folder / "red"))
    told = run("doctor", "--set-aside", GAME, "--yes")
    assert (told.code, told.err) == (0, "")
    assert told.out.endswith("\nThe game is played by mail. To rebuild its record from its log: sits mail out\n")
    (first,) = aside = sorted((broken.folder / "red" / "set-aside").glob("*.bundle"))
    kept = {path: path.read_bytes() for path in (first, first.with_suffix(".txt"))}
    broken.look("red")
    # what is written anew ends as the broken one did, and goes aside under another name
    told = run("doctor", "--set-aside", GAME, "--yes")
    anew = first.with_name(f"{first.stem}-2.bundle")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(
        f"{GAME} is set aside and is no longer listed. Its rows, byte for byte, are in {anew}; the findings are in "
        f"{anew.with_suffix('.txt')}.\n"
    )
    assert sorted(first.parent.glob("*.bundle")) == sorted([*aside, anew])
    assert kept == {path: path.read_bytes() for path in kept}
    broken.look("red")
    broken.order("red", "blue", "green")
    broken.stands("1.3")


def test_what_somebody_else_wrote_in_a_games_place_is_not_taken_for_it(duel: Table) -> None:
    """As another player may on a server before the game begins."""
    duel.invite()
    duel.join("blue")
    other = cruisers(duel.folder / "other")
    facts = facts_of(duel.folder / "other" / "red" / "sits.db", GAME)
    assert other.label("red") == "1.1"
    put(duel.folder / "red" / "sits.db", GAME, facts)
    duel.deliver()
    with duel.desk("red") as desk:
        done = a_day(desk, [])
    said = "ours: The record of ours does not match the game in its log. Set the record aside: "
    assert [line for line in done.stands if line.startswith("ours: ")] == [f"{said}sits doctor --set-aside ours"]


@each_row(
    ("change", "says"),
    [
        (
            with_data("sits.ShipPlaced", ship_class="Nonesuch"),
            "ours: event #0 leads to an impossible board; the game cannot be opened.",
        ),
        (
            called("Fearless", "F" * 230),
            "Its event #6 leads to a unit that no order can name: The name has 230 characters; it may have at most 60.",
        ),
        (with_data("sits.ShipPlaced", player="nobody"), "Its event #4 names nobody, who never joined."),
        (with_data("sits.ShipPlaced", position=POSITION), "Its event #4 holds a number beyond 1000000000."),
        (with_data("game.Created", title="t" * 5000), "Its event #0 holds a text of more than 2000 characters."),
        (with_data("game.Created", tables={}), "ours: event #0 does not fit the game; the game cannot be opened."),
    ],
)
def test_an_invitation_to_a_game_that_makes_no_sense_is_refused(
    tmp_path_factory: pytest.TempPathFactory, change: Change, says: str
) -> None:
    table = Table(folder=tmp_path_factory.mktemp("table"), scenario="duel")
    offer, identity = invited(table, GAME)
    facts = change([(each["topic"], each["data"]) for each in offer.facts])
    body = replace(offer, facts=tuple({"topic": topic, "data": data} for topic, data in facts))
    signed = sign(identity, Packet(game=None, by="red", has=None, body=body))
    with table.desk("blue") as desk:
        said = opening.take_invite(desk, signed) or ""
        assert not desk.drawer.games()
    assert said.startswith(f"The invitation's game cannot begin: {says}"), said
