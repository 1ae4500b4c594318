"""sits replay: any stretch of the record, as reports, event by event, as JSON, and recomputed."""

import re
from itertools import pairwise
from pathlib import Path

from commands.home import open_session
from sits_es.game.events import SeedMade
from tests.shared.commands_told import NO_MOMENT, Sits
from tests.shared.duels import CHANGED
from tests.shared.rows import each_row


def test_a_stretch_is_printed_event_by_event_each_once_in_order(played: Sits) -> None:
    told = played("replay", "duel", "1.3", "1.5", "--step")
    assert (told.code, told.err) == (0, "")
    heads = re.findall(r"^duel (1\.\d): events #(\d+) to #(\d+)$", told.out, re.MULTILINE)
    assert [where for where, _, _ in heads] == ["1.3", "1.4", "1.5"]
    numbers = [int(number) for number in re.findall(r"^  #(\d+) ", told.out, re.MULTILINE)]
    assert numbers == list(range(int(heads[0][1]), int(heads[-1][2]) + 1))
    for (_, first, last), (_, after, _) in pairwise(heads):
        assert int(first) < int(last) == int(after) - 1
    assert "Fearless is ordered: pivot to A/B." in told.flat
    assert "The dice of 1.3 are seeded with " in told.flat
    assert "1.5 is over." in told.flat
    assert "1.2 is over." not in told.flat
    assert "1.6 is over." not in told.flat


def test_the_steps_are_those_of_the_procedure_in_its_order(played: Sits) -> None:
    told = played("replay", "duel", "1.1", "--step", "--ascii")
    steps = [int(step) for step in re.findall(r"^([2-8])\. ", told.out, re.MULTILINE)]
    assert steps == sorted(steps)
    assert {2, 3, 4, 5, 6} <= set(steps)


def test_every_event_of_the_record_belongs_to_one_exchange_or_to_the_opening(played: Sits) -> None:
    segments = played("replay", "duel", "--json").json["exchanges"]
    numbers = [event["event"] for segment in segments for event in segment["events"]]
    with open_session() as table:
        head = table.store.head("duel").version
    assert numbers == list(range(numbers[0], head + 1))
    assert [segment["at"] for segment in segments] == [*(f"1.{number}" for number in range(1, 9)), "1.break"]


def test_the_turn_break_is_told_by_its_name_and_its_orders_before_what_comes_of_them(played: Sits) -> None:
    told = played("replay", "duel", "1.break", "--step")
    assert "The dice of 1.break are seeded with " in told.flat
    assert "1.break is over." in told.flat
    assert "1.9" not in told.out
    numbers = [int(number) for number in re.findall(r"^  #(\d+) ", told.out, re.MULTILINE)]
    assert numbers == sorted(numbers)
    (segment,) = played("replay", "duel", "1.break", "--json").json["exchanges"]
    assert "1.break is over." in [event["text"] for event in segment["events"]]


def test_one_segment_is_shown_as_play_showed_it(begun: Sits) -> None:
    played = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.1", "-v").out
    again = begun("replay", "duel", "1.1").out
    assert played.startswith(again.rstrip("\n"))


def test_a_whole_turn_is_shown_as_play_showed_it(begun: Sits) -> None:
    played = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.break", "-v").out
    told, _, numbers = begun("replay", "duel", "-v").out.partition("\nNumbers ───")
    assert played.startswith(told.rstrip("\n"))
    assert "a Fearless to Sirius: 30 to " in numbers
    glance, again = begun("show", "duel").out, begun("replay", "duel").out
    assert again.splitlines()[-2] in glance


def test_replay_as_json_holds_type_data_and_sentence(played: Sits) -> None:
    found = played("replay", "duel", "1.3", "--json").json
    assert found["name"] == "duel"
    (segment,) = found["exchanges"]
    first = segment["events"][0]
    assert (first["type"], first["data"]["player"], first["data"]["turn"]) == ("game.OrdersSealed", "blue", 1)
    assert first["text"] == f"Player blue seals orders for 1.3: {first['data']['commitment'][:16]}."
    assert "verified" not in found


def test_a_fork_is_replayed_with_what_it_inherited(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    Path("changed.orders").write_text(CHANGED, encoding="utf-8")
    assert played("play", "what-if", "changed.orders", "--to", "1.5").code == 0
    found = played("replay", "what-if", "--json").json["exchanges"]
    own = played("replay", "duel", "--json").json["exchanges"]
    assert [segment["at"] for segment in found] == [f"1.{number}" for number in range(1, 6)]
    assert found[:2] == own[:2]
    assert found[2] != own[2]
    assert played("replay", "what-if", "1.3").out.startswith("Turn 1, segment 3 ─")


def test_what_recomputing_does_not_give_is_named_though_every_byte_is_sound(begun: Sits) -> None:
    """The store takes what it is given; only the rules can tell that these dice were never rolled."""
    with open_session() as table:
        fold = table.open_game("duel").fold()
        head = table.store.head("duel").version
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.1").code == 0
    with open_session() as table:
        facts = [recorded.event for recorded in table.open_game("duel").events()][head + 1 :]
        created = [recorded.event for recorded in table.open_game("duel").events(0, head)]
        table.store.append("false", created, after=-1)
        false = [SeedMade(turn=1, segment=1, seed="ab" * 32) if isinstance(fact, SeedMade) else fact for fact in facts]
        table.store.append("false", false, after=head)
    assert fold.game.branch == "duel"
    seed = head + 1 + next(at for at, fact in enumerate(facts) if isinstance(fact, SeedMade))
    said = f"false 1.1, event #{seed}: the seed does not come from the seals and nonces on the record.\n"
    told = begun("audit", "verify", "false")
    of_another = "false: event #0 creates the game duel, but this is false.\n"
    assert (told.code, told.out, told.err) == (1, "", of_another + said)


@each_row(
    ("words", "refusal"),
    [
        ("2.1", "duel: nothing between those moments has been played. On record: 1.1 to 1.break."),
        ("2.1 3.1", "duel: nothing between those moments has been played. On record: 1.1 to 1.break."),
        ("1.5 1.3", "1.5 comes after 1.3. Give the earlier moment first."),
        ("1.0", f'"1.0" {NO_MOMENT}'),
        ("1.1 now", f'"now" {NO_MOMENT}'),
        ("#3", f'"#3" {NO_MOMENT}'),
    ],
)
def test_stretches_that_there_are_not_are_refused(played: Sits, words: str, refusal: str) -> None:
    for more in ((), ("--step",), ("--json",)):
        assert played("replay", "duel", *words.split(), *more) == (1, "", refusal + "\n")


def test_a_game_of_which_nothing_has_been_played_says_so(begun: Sits) -> None:
    said = "duel: nothing between those moments has been played. On record: nothing yet.\n"
    for words in ((), ("--step",), ("--json",)):
        assert begun("replay", "duel", *words) == (1, "", said)


def test_a_stretch_reaches_as_far_as_there_is_anything(played: Sits) -> None:
    found = played("replay", "duel", "1.8", "7.1", "--json").json["exchanges"]
    assert [each["at"] for each in found] == ["1.8", "1.break"]
