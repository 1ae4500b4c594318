"""Every failure of mail.md's table, played through: who is silent or has lost what, and what the others do."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sits_es.game.events import OrdersDefaulted
from sits_es.post import agreement, news, orders, signing
from sits_es.post.day import a_day
from sits_es.post.log import boxes
from sits_es.post.log.packets import End, Opening, Seal
from sits_es.post.replica import Replica
from sits_es.post.status import status_of
from tests.shared.commands_told import run
from tests.shared.postal import GAME, Table, cruisers, sheet, thrust
from tests.shared.refusals import refused

#: Terms in which nobody holds shares.
BARE = {"escrow": False}
ASKED = "You have already asked for blue as keeper of ours. More than half of the players must ask."


def keeps(replica: Replica) -> tuple[str, int]:
    """Who keeps the log, in which epoch."""
    return replica.state.keeper, replica.state.link.epoch


def asked_for_another(replica: Replica) -> str:
    """Why somebody can't ask for another keeper."""
    return refused(agreement.ask_for_another_keeper, replica)


# a silent keeper


def test_nobody_asks_while_the_keeper_is_not_late_or_more_than_half_can_not_be_reached(tmp_path: Path) -> None:
    table = cruisers(tmp_path, terms=BARE)
    assert table.of("blue", asked_for_another) == (
        "red is not late in ours. You can ask for another keeper once a packet has waited for 48 hours, or another "
        "player asks."
    )
    table.gone.add("green")
    table.order("red", "blue")
    table.days(9)
    table.go_without("green", "red", "blue")
    table.days(2)
    assert table.label("blue") == "1.2"
    table.gone.add("red")
    table.order("blue")
    table.days(3)
    lost = (
        "More than half of the players must ask, but nothing has been heard from green since 2026-01-02 12:00 UTC. "
        "You can ask once they have written again: sits mail out --again ours"
    )
    assert table.of("blue", asked_for_another) == f"You can't ask for another keeper in ours: {lost}"
    assert any(way.endswith(lost) for way in table.of("blue", lambda replica: [*news.ways(replica)]))
    table.back("green")
    table.order("green")
    table.next_keeper("blue", "green")
    assert table.of("green", keeps) == ("blue", 1)


def test_whoever_waits_for_another_keeper_is_told_what_stands_and_learns_of_the_end(kept: Table) -> None:
    kept.next_keeper("red")
    with kept.desk("red") as desk:
        words = status_of(desk, desk.game("ours")).in_words()
    assert "  waits for blue: a request for another keeper\n  red asks for another keeper in place of kay." in words
    assert words.endswith(
        "  You no longer accept anything from kay. The game goes on when more than half have asked; blue still can. "
        "If nobody does, propose the end: sits propose end ours"
    )
    assert b"ours 1.1 waits for another keeper; blue can ask too." in kept.sent[-1].content
    kept.does("blue", agreement.resign)
    assert set(kept.standing().values()) == {"ours is over: blue left at 1.1, so no opponent remains."}


def test_what_the_one_for_whom_the_game_waits_may_lack_goes_out_again(pair: Table) -> None:
    pair.order("blue")
    pair.days(1)  # red's program shows that blue's seal is in the log, so that blue's asks for nothing
    pair.give("red", thrust("red"))
    pair.forget()
    pair.days(3)
    assert pair.labels() == {"red": "1.2", "blue": "1.2"}


def test_where_the_next_keeper_is_silent_as_well_the_others_ask_for_the_one_after(table: Table) -> None:
    table.gone.add("blue")
    table.next_keeper("red", "green")
    assert table.of("green", asked_for_another) == ASKED
    table.days(3)
    way = "blue does not keep the log either. Ask for another keeper: sits propose next ours"
    assert table.of("green", lambda replica: [*news.ways(replica)]) == [way]
    table.next_keeper("red", "green")
    assert table.of("red", keeps) == ("green", 2)


def test_where_whoever_asked_first_is_gone_and_was_to_keep_the_other_of_two_is_offered_the_end(kept: Table) -> None:
    kept.next_keeper("blue")  # for blue
    kept.gone.add("blue")
    kept.next_keeper("red")
    assert kept.of("red", asked_for_another) == ASKED
    kept.days(3)
    kept.next_keeper("red")  # for red: what blue asked for counts for that no more
    way = (
        "You no longer accept anything from kay. The game goes on when more than half have asked; blue still can. "
        "If nobody does, propose the end: sits propose end ours"
    )
    assert kept.of("red", lambda replica: [*news.ways(replica)]) == [way]
    assert kept.standing()["red"] == "ours 1.1 waits for another keeper; blue can ask too."


def test_whoever_plays_no_side_and_does_not_keep_asks_for_no_keeper_as_it_would_not_count(kept: Table) -> None:
    kept.next_keeper("red", "blue")
    assert kept.of("kay", asked_for_another) == "Only blue and red can ask for another keeper in ours-2."


# folders


@pytest.mark.parametrize("who", ["red", pytest.param("blue", marks=pytest.mark.long)], ids=["the keeper", "another"])
def test_whoever_has_only_the_key_left_gets_the_game_back_from_the_others_and_plays_on(
    who: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.order("red", "blue", "green", ahead=2)
    table.order(who)  # sealed, and lost with the folder
    heads = table.heads()
    table.lose(who)
    with table.desk("green") as desk:
        table.post(desk, "green", again="ours")
    table.hop += 1
    table.deliver()
    monkeypatch.setenv("SITS_HOME", str(table.folder / who))
    assert run("mail", "status").out.startswith("No game is played by mail here yet.")
    assert "ours has been restored from the others' letters." in table.look(who).said
    table.carry()
    assert table.heads() == heads
    table.order(*(each for each in table.players if each != who))
    table.stands("1.4")  # what was sealed is opened from its box
    assert not table.facts(OrdersDefaulted)


@pytest.mark.parametrize(
    "noted", [True, pytest.param(False, marks=pytest.mark.long)], ids=["by sits restore", "by hand"]
)
@pytest.mark.parametrize("who", ["red", pytest.param("blue", marks=pytest.mark.long)], ids=["the keeper", "another"])
def test_an_old_copy_of_a_folder_asks_first_and_signs_nothing_twice(who: str, table: Table, noted: bool) -> None:
    table.order("red", "blue", "green")
    kept = table.copy(who)
    table.order("red", "blue", "green", ahead=2)
    table.order(who)
    table.put_back(who, kept, noted=noted)
    table.stir(who)
    others = [each for each in table.players if each != who]
    table.give(others[0], upto="1.4")
    table.carry()
    table.give(others[1], upto="1.4")
    table.carry()
    table.stands("1.5")
    assert table.of(others[0], lambda replica: len(replica.held.logs)) == 1


# silent players


@pytest.mark.long
def test_standing_orders_count_for_whoever_is_away(table: Table) -> None:
    with table.at("green") as replica:
        text = sheet(replica, "green", "ship Apollo\n  1-8 thrust 3")
        replica.send(orders.stand(replica, "standing.orders", text))
    table.carry()
    table.silent("green")
    table.order("red", "blue")
    table.go_without("green", "red", "blue")
    table.days(3)
    (stood,) = table.facts(OrdersDefaulted)
    assert (stood.player, stood.lines) == ("green", ("Apollo: thrust 3",))
    table.check()


def test_whoever_is_bound_and_has_only_the_key_left_seals_again_what_their_own_box_holds(tmp_path: Path) -> None:
    table = cruisers(tmp_path, terms=BARE)
    table.give("green", thrust("green"))
    # blue seals another box under the same commitment, which is found first and binds nobody
    ((_, theirs),) = table.of("green", lambda replica: [*replica.held.said(Seal, "green")])
    with table.at("blue") as replica:
        state = replica.state
        at = boxes.place(state.game, state.course.branch, theirs.exchange, state.cast, "green", theirs.commitment)
        box = boxes.box(
            state.terms.box,
            Opening(lines=(), nonce="00" * 32),
            replica.identity.secret_with(state.seats["green"].key, at),
        )
        signing.send(replica, replace(theirs, box=box))
    table.order("red")
    by = table.of("red", lambda replica: [each.by for each in replica.state.link.packets if each.body.kind == "seal"])
    assert by == ["red", "blue", "green"]  # blue's is found first
    table.silent("blue")
    table.go_without("blue", "red", "green")
    table.lose("green")
    table.days(3)
    assert table.of("red", news.others) == "ours 1.1 waits for green's program"  # no person could order otherwise
    table.again("red")
    assert table.labels() == {"red": "1.2", "green": "1.2"}
    assert [each.player for each in table.facts(OrdersDefaulted)] == ["blue"]


@pytest.mark.long
def test_of_two_neither_goes_on_alone_and_the_end_can_be_offered(pair: Table) -> None:
    pair.silent("blue")
    way = "With two players, neither can go on alone. Propose the end: sits propose end ours"
    assert refused(pair.without, "red", "blue") == way
    with pair.at("red") as replica:
        said = agreement.propose(replica, End(winner="red", words="blue is silent"))
    assert said == ("You sign a decision in ours: the game ends, and red wins: blue is silent. blue still has to sign.")
    pair.back("blue")
    pair.does("blue", agreement.agree)
    assert pair.is_over("red")
    pair.check()


def test_a_log_that_was_left_is_not_played_again_at_each_command(pair: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pair.copy("red")
    pair.order("red", "blue")
    pair.put_back("red", kept, noted=False)
    pair.of("red", lambda replica: agreement.write_note(replica, "Where were we?", None))
    pair.days(1)
    assert pair.of("blue", keeps) == ("blue", 1)
    assert len(pair.of("blue", lambda replica: replica.held.logs)) == 2
    left = pair.of("blue", lambda replica: (replica.held.elsewhere, sorted(replica.held.pool)))

    def played_again(*_: object) -> None:
        raise AssertionError("an entry is applied")

    monkeypatch.setattr("sits_es.post.replica.apply", played_again)
    assert pair.of("blue", lambda replica: (replica.held.elsewhere, sorted(replica.held.pool))) == left


# a keeper's clock that is more than a day ahead


def order_with_a_clock_ahead(table: Table, hours: int) -> None:
    """All orders come to red, who keeps the log, and looks at the mail with a clock that is so far ahead."""
    for who in table.players:
        table.give(who, thrust(who))
    table.deliver()
    table.watch.later(hours=hours)
    with table.desk("red") as desk:
        a_day(desk, [], quiet=True)
    table.watch.later(hours=-hours)
    table.collect("red")
    table.stir("blue", "green")
    table.carry()


def troubles(table: Table, who: str) -> tuple[str, ...]:
    with table.desk(who) as desk:
        return status_of(desk, desk.game(GAME)).trouble


def test_a_log_that_is_dated_more_than_a_day_ahead_waits_and_is_told(table: Table) -> None:
    order_with_a_clock_ahead(table, 72)
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


def test_a_log_that_is_dated_a_day_ahead_is_taken(table: Table) -> None:
    order_with_a_clock_ahead(table, 24)
    assert troubles(table, "blue") == ()
    table.stands("1.2")
