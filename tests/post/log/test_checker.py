"""The laws of a log hold whatever a cheat does: small tables here, deep ones in endurance; each fault is found."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

import pytest
from attrs import evolve

from tests.post.log.checker import Search, World, explore
from tests.post.log.mutants import LONG, MUTANTS, QUICK, mutated, search
from tests.post.log.tables import TABLES, TALK, TALK_ON, UMPIRE
from tests.post.log.toy import course_of
from tests.post.log.world import Setting


@pytest.mark.parametrize(
    ("setting", "depth"),
    [
        (Setting(), 2),
        (Setting(cheat="C"), 4),
        (Setting(players="AB"), 4),
        (Setting(players="AB", cheat="B", in_time=False), 4),
        # who signs last begins nothing anew that was opened to them
        (Setting(cheat="C", decisions=("reseat C",), **TALK), 6),
        (Setting(cheat="C", decisions=("recover C",), **TALK), 6),
        (Setting(cheat="C", decisions=("resign B", "readmit B"), **TALK), 6),
        # nobody is put out for what an umpire keeps back itself; a new one voids no orders that were opened
        pytest.param(Setting(cheat="N", **UMPIRE), 5, marks=pytest.mark.long),
        (Setting(players="AB", cheat="B", later="N", decisions=("reader N",), **TALK_ON), 6),
        *((setting, depth) for setting, depth, _ in TABLES.values()),
        *(pytest.param(setting, depth, marks=pytest.mark.long) for setting, _, depth in TABLES.values()),
    ],
    ids=str,
)
def test_no_law_breaks_at_a_small_table(setting: Setting, depth: int) -> None:
    found = explore(setting, [depth])
    assert (found.law, found.trace) == (None, ())


@pytest.mark.parametrize("more", [{}, {"escrow": True}, {"alone": "A"}], ids=str)
def test_an_honest_game_ends_although_one_program_falls_silent(more: dict[str, Any]) -> None:
    found = explore(Setting(cheat="", crash=True, **more), [40])
    assert (found.law, found.trace, found.whole) == (None, (), True)


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(each, marks=pytest.mark.long) for each in LONG)])
def test_the_checker_finds_a_fault_at_a_table_where_the_code_without_it_holds(name: str) -> None:
    law, depth, setting = MUTANTS[name].at
    found = search(MUTANTS[name])
    assert (found.law, found.depth) == (law, depth), found
    if name in QUICK:
        without = explore(setting, [depth], script=MUTANTS[name].script)
        assert (without.law, without.trace) == (None, ())


def test_a_fault_whose_words_are_not_in_the_code_is_refused() -> None:
    stale = evolve(MUTANTS["an opening names no set"], edits={"words that nobody wrote": ""})
    with pytest.raises(LookupError, match="0 times, not once"), mutated(stale):
        pass


# stories that shaped the log's rules, told once more on its code: no law breaks, also in the moves that follow

#: The cheat keeps the log and shows all seals to a reader, who opens: of its own the one that knows nothing.
SHOWN = "B's seal for 1*; C's seal for 1*; A's seal for 1, cast ????"


class Story:
    """A table after some moves."""

    def __init__(self, setting: Setting, script: Sequence[str], more: int = 2) -> None:
        self.search = Search(setting)
        self.world: World = self.search.play(script)
        found = explore(setting, [more], script=script)
        assert (found.law, found.trace) == (None, ())

    def can(self, pattern: str) -> bool:
        """Whether a move that is told so can come next."""
        return any(fnmatchcase(self.search.told(each), pattern) for each in self.search.moves(self.world))

    def played(self, player: str) -> int:
        """How many exchanges a program has played."""
        return len(course_of(self.search.program(self.world, player).held.state).outcomes)

    def out(self, player: str) -> list[str]:
        """Who is out, as a program sees it."""
        seats = self.search.program(self.world, player).held.state.seats
        return [each for each in seats if seats[each].out]


def test_who_opened_on_a_log_that_is_left_seals_anew_and_is_not_gone_without() -> None:
    script = [
        "B asks for epoch 1",
        f"A logs for C: {SHOWN}",
        "C's letter reaches B",
        "B's letter reaches C",
        "A gives for B: A asks for epoch 1 on log 0.0 *",
        "B's letter reaches C",
        "C's letter reaches B",
    ]
    story = Story(Setting(lean=True, forks=False), script, 3)
    assert not story.can("B: B signs without C*")
    assert "C" in story.search.program(story.world, "B").held.state.at_hand.seals


@pytest.mark.parametrize("escrow", [False, True])
def test_a_hidden_fork_whose_votes_show_one_log_decides_nothing(escrow: bool) -> None:
    script = [
        f"A logs for C: {SHOWN}",
        f"A logs for B: {SHOWN} knowing C",
        "C's letter reaches B",
        "B's letter reaches C",
        "A gives for B: A asks for epoch 1 on log 0.3 *knowing C)",
        "B's letter reaches C",
        "C's letter reaches B",
    ]
    story = Story(Setting(lean=True, forks=False, escrow=escrow), script)
    assert story.can("B: B signs without A*")
    assert not story.can("B: B signs without C*")
    assert not story.can("B: B's share of C*")
    assert story.played("B") == story.played("C") == 0


def test_a_junk_entry_beside_an_old_one_undoes_nothing() -> None:
    script = [
        f"A logs for B: {SHOWN}",
        "B's letter reaches C",
        "A logs for B: B opens*; C opens*; A opens*",
        "A shows B junk on log 0.0 *",
        "A gives for B: A asks for epoch 1 on log 0.11 *",
        "B's letter reaches C",
        "C's letter reaches B",
    ]
    story = Story(Setting(lean=True, without=False), script)
    assert story.played("B") == 1
    assert story.search.program(story.world, "B").held.state.link.epoch == 1


def test_an_honest_keeper_who_opened_is_not_voted_out_on_the_next_keepers_log() -> None:
    script = [
        "C gives for A: C's seal*",
        "A's letter reaches B",
        "B asks for epoch 1",
        "C gives for B: C asks for epoch 1 on log 0.0 *",
    ]
    story = Story(Setting(cheat="C", in_time=False, lean=True, forks=False), script)
    held = story.search.program(story.world, "B").held.state
    assert (held.link.epoch, "A" in held.at_hand.opened) == (1, True)
    assert not story.can("B: B signs without A*")
    assert story.can("B: B signs without C's open")


def test_shares_become_due_after_the_act() -> None:
    setting = Setting(alone="A", escrow=True, without=False, lean=True, forks=False, epochs=0)
    script = [f"A logs for B: {SHOWN}", "A logs for B: A's act*", "B's letter reaches C", "C's letter reaches B"]
    assert not Story(setting, script[:1]).can("?: ?'s share*")
    assert Story(setting, script).can("B: B's share of A*")


def test_two_have_no_escrow_for_each_would_read_the_others_orders_first() -> None:
    search = Search(Setting(players="AB", cheat="B", escrow=True))
    pool = search.sent(search.start())
    assert search.known(pool) == frozenset()
    assert explore(Setting(players="AB", cheat="B", escrow=True), range(1, 7)).law is None


def test_a_late_voter_who_is_put_out_has_no_say_any_more() -> None:
    script = [
        "D gives for A: D's seal*",
        "A's letter reaches B",
        "A's letter reaches C",
        "B: B signs without D's open",
        "C: C signs without B's open",
        "A: A signs without B's open",
        "D gives for A: D signs without B's open",
        "C's letter reaches A",
        "B's letter reaches A",
    ]
    story = Story(Setting(players="ABCD", cheat="D", in_time=False, lean=True, forks=False, epochs=0), script, 1)
    assert story.out("A") == ["B"]
    assert story.search.program(story.world, "A").held.state.votes == {}


def test_nobody_knows_orders_of_a_seat_that_plays_on_when_somebody_is_put_out_after_openings_ahead() -> None:
    script = [
        "C gives for A: C's seal for 1*",
        "C gives for A: C's seal for 2*",
        "A's letter reaches B",
        "C gives for B: C opens*",
        "A: A signs without B's open",
        "C gives for A: C signs without B's open",
    ]
    setting = Setting(cheat="C", exchanges=2, ahead=1, in_time=False, lean=True, forks=False, epochs=0)
    story = Story(setting, script, 3)
    assert story.out("A") == ["B"]
    assert [len(each.bared) for each in (story.search.program(story.world, who).held for who in "AB")] == [1, 2]


def test_a_late_seal_of_an_away_seat_stops_nobody_from_opening_to_the_set_without_it() -> None:
    script = [
        "A's letter reaches B",
        "A: A signs without C's seal",
        "A's letter reaches B",
        "B: B signs without C's seal",
        "B's letter reaches A",
        "C gives for B: C's seal*",
        "A's letter reaches B",
        "B's letter reaches A",
    ]
    story = Story(Setting(cheat="C", forks=False, epochs=0), script)
    assert story.played("A") == 1
    assert not story.can("A: A signs without B*")


def test_an_old_copy_whose_seal_came_back_in_a_log_orders_anew_what_it_has_opened() -> None:
    script = [
        "A logs for C: B's seal for 1*",
        "C asks for epoch 1",
        "A logs for B: C's seal for 1, cast ????; A's seal for 1, cast ????",
        "B's folder is an old copy",
        "A shows B log 1.2 (epoch)",
    ]
    Story(Setting(keepers="A", restores="B", **TALK_ON), script)
