"""Whatever people enter: what is refused changes nothing, and a game rebuilt from its facts is the game played."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.rules.xwing.board import Board, copied, pack, unpack
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.report import REPORT
from sits_es.rules.xwing.setting_up.facts import ShipListed
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.any_entries import facts
from tests.rules.xwing.patrols import ALL, lines

SHIPS = st.sampled_from([ship.ship for ship in ALL])
PLACES = st.tuples(st.integers(-400, 400), st.integers(-400, 400), st.integers(0, 359))
ARCS = st.sampled_from(["front", "right", "rear", "left", "front,rear", "right,left", "front,left"])
WEAPONS = st.sampled_from(["Lasers", "Turret", "Torpedoes", "Nothing"])
#: Lines that make sense at some time.
LINES = st.one_of(
    st.builds("place at {0[0]},{0[1]} facing {0[2]}".format, PLACES),
    st.builds("place at {0[0]},{0[1]} facing {0[2]}".format, PLACES),
    st.builds("move far to {0[0]}.5,{0[1]} facing {0[2]}".format, PLACES),
    st.builds("rotate {}".format, ARCS),
    st.builds("rotate {} by ruling: odd".format, ARCS),
    st.builds("attack {} with {}".format, SHIPS, WEAPONS),
    st.builds("attack {} with {}".format, SHIPS, WEAPONS),
    st.builds("attack {} with {} by ruling: odd".format, SHIPS, WEAPONS),
    st.builds("lose {} hull".format, st.integers(1, 3)),
    st.builds("lose {} shields".format, st.integers(1, 2)),
    st.builds("regain {} hull".format, st.integers(1, 2)),
    st.builds("dispute {}: why".format, st.integers(1, 3)),
    st.builds("ruling {} stands: so".format, st.integers(1, 3)),
    st.builds("ruling {} does not stand: so".format, st.integers(1, 3)),
    st.sampled_from(["critical: x", "note: y", "remove", "end round"]),
)
ANY = st.builds("{}: {}".format, SHIPS, LINES).map(lambda line: lines(line)[0]) | facts(SHIPS, WEAPONS)
ENTRIES = st.lists(st.tuples(st.sampled_from(["red", "blue"]), st.lists(ANY, min_size=1, max_size=4)))


@settings(max_examples=60, deadline=None)
@given(entries=ENTRIES)
def test_a_game_rebuilt_from_its_facts_is_the_game_played(entries: list[tuple[str, list[OfShip]]]) -> None:
    board, followed = Board(), list[Any](ALL)
    for listed in ALL:
        listed.apply(board)
    for player, every in entries:
        before = pack(board)
        wrong = {problem.at for problem in SYSTEM.entry_problems(board, player, every)}
        assert pack(board) == before
        entered = [fact for at, fact in enumerate(every) if at not in wrong]
        if not entered or [*SYSTEM.entry_problems(board, player, entered)]:
            continue
        for fact in entered:
            fact.apply(board)
            followed += [fact, *SYSTEM.at_once(board, fact)]
        followed += SYSTEM.enter(board, player, entered)
        assert SYSTEM.moment(board).turn >= 1
    again = Board()
    for each in followed:
        each.apply(again)
        assert SYSTEM.tell(each).endswith(".")
    assert pack(again) == pack(board)
    assert again == unpack(pack(board)) == copied(board)
    assert REPORT.differences(again, board) == []
    told: Any = REPORT.standing(board)
    assert len(told["ships"]) == len([fact for fact in followed if isinstance(fact, ShipListed)])
    assert [*REPORT.board(board, detail=True)]
