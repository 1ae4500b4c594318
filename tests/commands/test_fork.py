"""sits fork: another branch from any moment or event; the parent does not change and nothing is copied."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.game.events import GameEnded, GameForked, SeedMade
from sits_es.rules.sits.scenario.terms import OPTIONS
from sits_es.service.session import Session
from tests.shared.commands_told import NO_MOMENT, Sits
from tests.shared.duels import CHANGED

Rows = Callable[[], list[tuple[Any, ...]]]


def head_of(name: str) -> tuple[int, str]:
    with open_session() as table:
        head = table.store.head(name)
        return head.version, head.digest


def at_of(name: str, moment: str) -> int:
    with open_session() as table:
        return table.open_game(name).version_of(moment)


def test_a_fork_says_where_it_leaves_where_it_stands_and_what_to_type(played: Sits) -> None:
    at = at_of("duel", "1.3")
    told = played("fork", "duel", "--at", "1.3", "--name", "what-if")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines() == [
        f"what-if branches off duel after event #{at} and is at 1.3; nothing was copied.",
        "Players without a file repeat their orders from the parent, with the same dice:",
        "  sits orders new what-if --as blue -o changed.orders",
        "  sits play what-if changed.orders",
        "  sits diff duel what-if",
    ]


def test_a_fork_writes_one_event_of_its_own_and_leaves_every_row_as_it_was(played: Sits, rows: Rows) -> None:
    before, head = rows(), head_of("duel")
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    after = rows()
    assert after[: len(before)] == before
    assert [(row[1], row[3]) for row in after[len(before) :]] == [("what-if", "game.Forked/1")]
    assert head_of("duel") == head
    assert played("show", "what-if", "--json").json["at"] == "1.3"


def test_a_fork_with_changed_orders_of_one_side_changes_what_they_touch_and_the_parent_stays(
    played: Sits, rows: Rows
) -> None:
    before, head, shown = rows(), head_of("duel"), played("show", "duel").out
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    Path("changed.orders").write_text(CHANGED, encoding="utf-8")
    told = played("play", "what-if", "changed.orders", "--to", "1.6")
    assert told.code == 0
    assert "warning: Fearless: the aft launcher cannot bear on Sirius" in told.err
    assert "what-if is at 1.7; everybody owes orders." in told.out
    after = rows()
    assert after[: len(before)] == before  # nothing of the parent changed
    assert {row[1] for row in after[len(before) :]} == {"what-if"}  # and nothing of it was copied
    assert head_of("duel") == head
    assert played("show", "duel").out == shown
    assert played("audit", "verify", "duel").code == 0
    assert played("audit", "verify", "what-if").code == 0
    found = played("diff", "duel", "what-if", "--json").json
    assert found["at"] == "1.7"
    assert set(found["units"]) == {"Fearless"}
    assert found["first_difference"]["event"] > at_of("duel", "1.3")


def test_a_what_if_keeps_its_parents_dice_and_the_other_sides_orders(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    assert played("play", "what-if", "--to", "1.break").code == 0
    with open_session() as table:
        one, other = (
            [recorded.event for recorded in table.open_game(name).events() if recorded.version > at_of("duel", "1.3")]
            for name in ("duel", "what-if")
        )
    assert [fact.seed for fact in one if isinstance(fact, SeedMade)] == [
        fact.seed for fact in other if isinstance(fact, SeedMade)
    ]
    assert all(fact.kept for fact in other if isinstance(fact, SeedMade))
    rolls = [fact for fact in one if isinstance(fact, DiceRolled)]
    assert rolls
    assert rolls == [fact for fact in other if isinstance(fact, DiceRolled)]
    found = played("diff", "duel", "what-if", "--json").json
    assert (found["first_difference"], found["units"]) == (None, {})


def test_a_what_if_of_a_what_if_keeps_the_dice_of_the_game_beyond_what_its_parent_played(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    assert played("fork", "what-if", "--at", "1.3", "--name", "and-then").code == 0
    for player, ship in (("red", "Fearless"), ("blue", "Sirius")):
        text = f"game and-then\nturn 1\nplayer {player}\nship {ship}\n  5 thrust 3\n"
        Path(f"{player}.orders").write_text(text, encoding="utf-8")
    told = played("play", "and-then", "red.orders", "blue.orders", "--to", "1.5")
    assert told.code == 0, told.err
    with open_session() as table:
        one, other = (
            {(fact.turn, fact.segment): fact.seed for fact in _facts(table, name) if isinstance(fact, SeedMade)}
            for name in ("duel", "and-then")
        )
    assert list(other) == [(1, segment) for segment in range(1, 6)]
    assert other.items() <= one.items()
    assert played("audit", "verify", "and-then").code == 0


def _facts(table: Session, name: str) -> list[Event]:
    return [recorded.event for recorded in table.open_game(name).events()]


@pytest.mark.parametrize("back", [0, 1, 5, 12])
def test_a_fork_from_an_event_in_the_middle_of_a_segment_restarts_that_segment(played: Sits, back: int) -> None:
    opened = at_of("duel", "1.4")
    where = opened - 1 - back  # the last event of 1.3 is the one after which 1.4 is owed
    told = played("fork", "duel", "--at", f"#{where}", "--name", "middle")
    at = at_of("duel", "1.3")
    assert told.out.startswith(f"middle branches off duel after event #{at} and is at 1.3; nothing was copied.\n")
    assert played("play", "middle").code == 0
    assert played("show", "middle", "--json").json["at"] == "1.4"
    assert played("audit", "verify", "middle").code == 0


def test_a_fork_at_the_last_event_of_a_segment_stands_at_the_next(played: Sits) -> None:
    at = at_of("duel", "1.4")
    assert played("fork", "duel", "--at", f"#{at}", "--name", "next").out.startswith(
        f"next branches off duel after event #{at} and is at 1.4; nothing was copied.\n"
    )


def test_a_fork_of_a_fork_reads_through_both(played: Sits, rows: Rows) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    Path("changed.orders").write_text(CHANGED, encoding="utf-8")
    assert played("play", "what-if", "changed.orders", "--to", "1.6").code == 0
    size, heads = len(rows()), [head_of("duel"), head_of("what-if")]
    assert played("fork", "what-if", "--at", "1.5", "--name", "and-then").code == 0
    assert played("play", "and-then").code == 0
    assert [row[1] for row in rows()[size:]] == ["and-then"] * (len(rows()) - size)
    assert [head_of("duel"), head_of("what-if")] == heads
    assert (
        played("show", "and-then", "--at", "1.2", "-v").out.partition(";")[2]
        == (played("show", "duel", "--at", "1.2", "-v").out.partition(";")[2])
    )
    for name in ("duel", "what-if", "and-then"):
        assert played("audit", "verify", name).code == 0
        assert played("audit", "verify", name).code == 0
    found = played("diff", "what-if", "and-then", "--json").json
    assert (found["first_difference"], found["units"]) == (None, {})
    assert played("diff", "duel", "and-then", "--json").json["units"]
    # a fork that leaves the fork before the fork left its parent
    assert played("fork", "what-if", "--at", "1.2", "--name", "earlier").code == 0
    assert played("play", "earlier").code == 0  # by orders that the parent inherited
    assert played("audit", "verify", "earlier").code == 0
    rows_of_games = {row["name"]: row["parent"] for row in played("games", "--json").json}
    assert rows_of_games == {"and-then": "what-if", "duel": None, "earlier": "what-if", "what-if": "duel"}


def test_a_fork_may_change_options(played: Sits) -> None:
    changed = ("--option", "sidewall=stops", "--option", "mixed_walls=true")
    told = played("fork", "duel", "--at", "1.1", "--name", "other", *changed)
    assert told.code == 0
    with open_session() as table:
        options = table.open_game("other").fold().game.board.options
        assert (options.sidewall, options.mixed_walls) == ("stops", True)
        assert table.open_game("duel").fold().game.board.options.sidewall == "strikes"
        (forked,) = [each.event for each in table.open_game("other").events() if isinstance(each.event, GameForked)]
    assert forked.options == {"sidewall": "stops", "mixed_walls": "true"}
    assert played("play", "other", "--to", "1.3").code == 0
    assert played("audit", "verify", "other").code == 0


def test_a_fork_may_not_invert_walls_in_silence(played: Sits) -> None:
    told = played("fork", "duel", "--at", "1.1", "--name", "other", "--option", "sidewall=stops")
    made = "are made for strikes: their numbers rise as boxes are lost"
    assert (told.code, told.err.splitlines()) == (
        1,
        [
            f"port-sidewall and starboard-sidewall of {name} {made}, so under stops, a damaged wall would protect "
            "better. Choose sidewall strikes, or set mixed_walls to true."
            for name in ("Sample Heavy Cruiser", "Sample Light Cruiser")
        ],
    )
    assert [row["name"] for row in played("games", "--json").json] == ["duel"]


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("--at 1.3 --name duel", "There is already a game named duel. Give the fork another name."),
        ("--at 4.1 --name b", "duel has not reached 4.1: it is at 2.1."),
        ("--at #9999 --name b", "duel has no event #9999. Its events are #0 to #HEAD; list them: sits audit list duel"),
        ("--at #2 --name b", "duel has not begun at event #2. Choose a later event."),
        ('--at 1.3 --name a"b', 'The name "a"b" can\'t be written in an order. Choose another name for the fork.'),
        ("--at 1.3 --name=", "The name is empty. Choose another name for the fork."),
        ("--at 1.3 --name b --option foo=1", "There is no option foo. Options: OPTIONS."),
        ("--at 1.3 --name b --option sidewall=leaks", 'Option sidewall is "leaks"; it can be strikes or stops.'),
        ("--at 1.3 --name b --option sidewall", 'Option sidewall is ""; it can be strikes or stops.'),
        ("--at 1.3 --name b --option =stops", 'There is no option "=stops". Options: OPTIONS.'),
        (
            "--at 1.3 --name duel~2",
            "duel~2 is reserved for the old lines of a rewound game. Choose another name for the fork.",
        ),
        (
            "--at soon --name b",
            f'"soon" {NO_MOMENT}',
        ),
    ],
)
def test_forks_that_cannot_be_are_refused_word_for_word_and_nothing_is_written(
    played: Sits, rows: Rows, words: str, refusal: str
) -> None:
    before = rows()
    said = refusal.replace("HEAD", str(len(before) - 1)).replace("OPTIONS", ", ".join(OPTIONS))
    assert played("fork", "duel", *words.split()) == (1, "", said + "\n")
    assert rows() == before


def test_a_fork_where_the_game_is_over_is_refused(played: Sits, rows: Rows) -> None:
    with open_session() as table:
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        head = table.open_game("duel").append([ended], after=table.store.head("duel").version).version
    before = rows()
    for where in ("2.1", f"#{head}"):
        assert played("fork", "duel", "--at", where, "--name", "b") == (
            1,
            "",
            "duel is over at 2.1: Only red has ships left. Choose an earlier moment.\n",
        )
    assert rows() == before
    assert played("fork", "duel", "--at", "1.break", "--name", "b").code == 0
    assert played("play", "b").code == 0


def test_a_game_can_be_forked_twice_at_the_same_place(played: Sits) -> None:
    for name in ("one", "two"):
        assert played("fork", "duel", "--at", "1.5", "--name", name).code == 0
        assert played("play", name, "--to", "1.6").code == 0
    found = played("diff", "one", "two", "--json").json
    assert (found["first_difference"], found["units"]) == (None, {})


def test_play_past_what_the_parent_has_needs_files_and_plays_nothing_without(played: Sits, rows: Rows) -> None:
    assert played("fork", "duel", "--at", "1.8", "--name", "b").code == 0
    before = rows()
    told = played("play", "b", "--to", "2.1")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(
        "b: blue's orders for 2.1 are missing. Give a file for each player (blue, red), or --drift blue "
    )
    assert rows() == before
    assert played("play", "b", "--to", "1.break").code == 0


def test_in_a_what_if_of_a_what_if_the_others_do_what_they_did_in_the_game_itself(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "one").code == 0
    Path("one.orders").write_text("game one\nturn 1\nplayer red\nship Fearless\n  3 thrust 2\n", encoding="utf-8")
    assert played("play", "one", "one.orders").code == 0
    assert played("fork", "one", "--at", "1.4", "--name", "two").code == 0
    Path("two.orders").write_text("game two\nturn 1\nplayer red\nship Fearless\n  5 thrust 1\n", encoding="utf-8")
    told = played("play", "two", "two.orders")
    assert (told.code, told.err) == (0, "")
    found = played("replay", "two", "1.5", "--step").out
    assert "Sirius is ordered: launch port 2 salvoes at Fearless." in found
