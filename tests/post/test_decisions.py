"""What people decide by mail: more time, absences, resigning and coming back, another key, playing again."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import GameForked, PlayerReadmitted, PlayerResigned, RulingMade, SeatTaken
from sits_es.keys.identity import new_identity, save_identity
from sits_es.post import agreement, news
from sits_es.post.log.packets import Absence, Deadline, Decision, End, NewKeeper, Readmit, Reseat, Rewind, Ruling
from sits_es.rules.moments import Moment
from tests.endurance.fleets import FIGHTERS
from tests.shared.postal import Table, cruisers, thrust
from tests.shared.refusals import refused


def test_whoever_resigns_is_out_after_the_exchange_and_comes_back_once_all_have_signed(table: Table) -> None:
    said = table.does("green", agreement.resign)
    assert said == "You resign from ours: you are out once the current exchange is over."
    assert [fact.player for fact in table.facts(PlayerResigned)] == ["green"]
    table.order("red", "blue")
    assert table.label() == "1.2"
    with table.at("green") as replica:
        assert refused(agreement.resign, replica, kind=NotNowError) == "You are no longer a player in ours."
    table.decide("red", Readmit(player="green"))
    assert [fact.player for fact in table.facts(PlayerReadmitted)] == ["green"]
    table.order("red", "blue", "green")
    table.stands("1.3")
    # a rewind takes nobody's coming and going back
    table.decide("red", Rewind(to=Moment(1, 1), words=""))
    with table.at("green") as replica:
        assert replica.course.game.out == {}
        agreement.resign(replica)
    table.carry()
    table.order("red", "blue")
    table.decide("red", Rewind(to=Moment(1, 1), words="once more"))
    with table.at("blue") as replica:
        assert replica.course.game.out == {"green": ("green",)}
    table.check()


def test_what_somebody_has_proposed_is_signed_and_not_proposed_again(table: Table) -> None:
    longer = Deadline(hours=400, scope="always")
    for who, still in (("red", " blue and green still have to sign."), ("blue", " green still has to sign.")):
        with table.at(who) as replica:
            said = agreement.propose(replica, longer)
            assert said == f"You sign a decision in ours: each exchange has 400 hours.{still}"
            twice = refused(agreement.propose, replica, longer, kind=NotNowError)
            assert twice == "You have already signed that each exchange has 400 hours."
        table.carry()


def test_of_several_decisions_that_wait_one_is_signed_by_its_kind_or_its_digits(table: Table) -> None:
    short, long, end = Deadline(hours=48, scope="turn"), Deadline(hours=96, scope="turn"), End(winner=None, words="")
    with table.at("red") as replica:
        for decision in (short, long, end):
            agreement.propose(replica, decision)
    table.carry()
    with table.at("blue") as replica:
        digits = {decide.decision: decide.digest[:6] for decide, _ in news.proposals(replica)}
        words = {
            short: f"{digits[short]} (each exchange of this turn has 2 days)",
            long: f"{digits[long]} (each exchange of this turn has 4 days)",
            end: "end (the game ends, and nobody wins)",
        }
        said = "; ".join(words[each] for each in digits)
        for which in (None, "deadline"):
            unclear = refused(agreement.agree, replica, which, kind=NotAllowedError)
            assert unclear == f"Say which decision to sign in ours: {said}."
        for which in (digits[long], "end"):
            agreement.agree(replica, which)
        signed = {decide.decision: by for decide, by in news.proposals(replica)}
        assert signed == {short: ("red",), long: ("blue", "red"), end: ("blue", "red")}
        agreement.agree(replica)
        assert refused(agreement.agree, replica, kind=NotNowError) == "Nothing needs your signature in ours."


def test_the_exchange_at_hand_is_ordered_anew_once_all_rewind_it(table: Table) -> None:
    table.order("red", "blue", "green")
    table.give("red", thrust("red", "2"))
    table.carry()
    before = table.facts(GameForked)
    with table.at("red") as replica:
        cast, seals = replica.state.cast, replica.state.at_hand.seals
    table.decide("blue", Rewind(to=Moment(1, 2), words="everybody knows what red ordered"))
    with table.at("red") as replica:
        assert (bool(seals), replica.state.cast != cast, replica.state.at_hand.seals) == (True, True, {})
    assert "The game goes on as ours-2, played again from 1.2." in table.letter("red")[1]
    (branch,) = table.facts(GameForked)[len(before) :]
    assert not branch.what_if
    with table.at("green") as replica:
        assert (replica.called, replica.desk.session.store.knows("ours")) == ("ours-2", True)
    table.order("red", "blue", "green")
    table.stands("1.3")


def test_another_key_takes_a_seat_once_the_old_one_and_all_others_signed(table: Table) -> None:
    heir = new_identity("heir", lambda number: b"h" * number)
    table.decide("green", Reseat(player="green", key=heir.key, name="Cleo"))
    (taken,) = table.facts(SeatTaken, "red")
    assert (taken.player, taken.name, taken.key) == ("green", "Cleo", heir.key)
    table.lose("green")
    for key in (table.folder / "green" / "keys").iterdir():
        key.unlink()
    save_identity(heir, table.folder / "green" / "keys")
    table.again("red")
    table.order("red", "blue", "green")
    table.stands("1.2")


KEY = "0f" * 32


def test_a_decision_about_nothing_that_is_so_is_refused_with_why(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue", "green"), neutral="gil")
    table.does("green", agreement.resign)
    rows: dict[Decision, str] = {
        Readmit(player="violet"): "There is no seat violet. Seats: blue, gil, green, red.",
        Readmit(player="blue"): "blue is not out of ours.",
        Absence(player="gil", until=1): "gil plays no side in ours, so the game never waits for them.",
        Reseat(player="green", key=KEY): "green is out of ours. To readmit them: sits propose readmit ours green",
        NewKeeper(id="blue", name="Bo", key=KEY): "blue is a player's seat in ours. Give the keeper another seat.",
        End(winner="gren"): "There is no side gren. Did you mean green? Sides: blue, green, red.",
    }
    with table.at("red") as replica:
        for decision, why in rows.items():
            assert refused(agreement.propose, replica, decision) == why


def test_who_is_asked_to_keep_the_log_takes_the_game_up_from_the_next_letters(pair: Table) -> None:
    pair.neutral = "gil"
    key = pair.sit_down("gil").key
    keeper = NewKeeper(id="gil", name="Gil", key=key, reads=True, address="gil@example.org")
    pair.decide("red", keeper, others=["blue"])
    with pair.at("gil") as replica:
        assert (replica.state.keeper, replica.state.reads) == ("gil", True)
    pair.order("red", "blue")
    pair.stands("1.2")


def test_a_dispute_is_told_with_what_the_rules_say_and_a_ruling_upholds_the_record_of_what_was_played(
    table: Table,
) -> None:
    table.order("red", "blue", "green")
    said = table.does("green", agreement.dispute, Moment(1, 1), "I had turned.")
    assert said == (
        "ours: you dispute 1.1. Your program replayed 1.1 and found it as recorded. All players together rule on "
        "disputes. To rule: sits propose ruling ours 1.1 WORDS. To play it again: sits propose rewind ours 1.1"
    )
    with table.at("red") as replica:
        notes = [(packet.by, note.words) for packet, note in replica.notes()]
        assert notes == [("green", "I had turned.")]
    subject, words = table.letter("green")
    assert subject == "ours 1.2: dispute from green"
    assert " green disputes 1.1: I had turned. Checkpoint of the record: sits-es/" in words
    table.decide("red", Ruling(about=Moment(1, 1), words="The vector was 4 in A."))
    (ruling,) = table.facts(RulingMade)
    assert (ruling.upheld, ruling.by) == (True, ("blue", "green", "red"))
    table.check()
    # what is still to be played cannot be disputed, and nobody is told
    table.decide("red", Rewind(to=Moment(1, 1), words="again"))
    with table.at("green") as replica:
        said = refused(agreement.dispute, replica, Moment(1, 1), "Once more.", kind=NotNowError)
        assert said == "1.1 of ours-2 has not been played."
        assert [note.words for _, note in replica.notes()] == ["I had turned."]


def test_a_day_without_reports_names_what_waits_for_a_signature(table: Table) -> None:
    table.does("red", agreement.propose, Deadline(hours=400, scope="exchange"))
    assert table.look("red").stands == []
    asks = "red signed that this exchange has 400 hours. To agree: sits agree ours"
    assert table.look("blue").stands == [f"ours: {asks}"]


def test_words_to_one_are_read_by_one(table: Table) -> None:
    table.does("red", agreement.write_note, "Let us go for green.", "blue")
    assert not [each for each in table.sent if b"go for green" in each.content]
    with table.at("blue") as replica:
        assert "red writes to you alone: Let us go for green." in list(news.notes(replica, "blue", ()))


# acting in the open


@pytest.mark.long
def test_whoever_should_act_and_does_not_drifts_once_more_than_half_have_signed(tmp_path: Path) -> None:
    players, fighters = ("red", "blue", "green"), tmp_path / "fighters.toml"
    fighters.write_text(FIGHTERS.scenario(players), encoding="utf-8")
    table = Table(folder=tmp_path, scenario=str(fighters), rules="starwars", players=players).begin()
    with table.at("red") as replica:
        (acts,) = [each.seat for each in news.waiting(replica) if each.person]
    table.gone.add(acts)
    before = table.label()
    if acts == "red":  # who keeps the log as well
        table.next_keeper("blue", "green")
    table.days(10)
    table.go_without(acts, *table.awake)
    table.days(3)
    assert table.label() != before
    table.gone.clear()
    table.stir()
    table.carry()
    table.check()
