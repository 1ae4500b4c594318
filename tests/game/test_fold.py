"""Folding facts: each changes the game as it says, strangers are refused, and nothing depends on where one stops."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given as sampled
from hypothesis import settings
from hypothesis import strategies as st

from sits_es.dice import DiceRolled
from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Coded, Event
from sits_es.game.events import (
    GameEnded,
    GameForked,
    GameStarted,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.fold import _HANDLERS, Fold
from sits_es.game.state import Player, pack, unpack
from sits_es.rules.moments import Moment
from tests.shared.duels import begun, played
from tests.shared.rows import each_row

HEX = "0123456789abcdef" * 4
RECORD = [fact for part in played(10) for fact in part]


def sealed(body: bytes) -> bytes:
    """Bytes behind their own digest, as a packed game's are."""
    return hashlib.sha256(body).digest() + body


def respoken(packed: bytes, old: bytes, new: bytes) -> bytes:
    """A packed game that says something else at the same length, and bears it out."""
    assert old in packed
    assert len(old) == len(new)
    return sealed(packed[32:].replace(old, new))


@pytest.fixture
def fold() -> Fold:
    return Fold().add_all(begun())


def test_creation_players_and_start_make_the_game(fold: Fold) -> None:
    game = fold.game
    assert (game.root, game.branch, game.title, game.scenario) == ("duel", "duel", "A duel for tests", "duel.toml")
    assert (game.system, game.play, game.started, game.ended) == ("sits", "hot seat", True, None)
    assert game.players == {
        "blue": Player(name="Ben", side="blue"),
        "red": Player(name="Anna", side="red"),
    }
    assert game.moment == Moment(1, 1)
    assert (game.parent, game.what_if) == (None, False)
    assert fold.system.name == "sits"


def test_before_the_start_no_moment_has_been_entered() -> None:
    facts = begun()
    assert not Fold().add_all(facts[: facts.index(GameStarted())]).game.started


def test_an_empty_record_is_not_a_game() -> None:
    with pytest.raises(UnreadableError, match=r"^The record does not begin with the creation of a game\.$"):
        _ = Fold().game


def test_a_record_that_begins_otherwise_is_not_a_game() -> None:
    with pytest.raises(UnreadableError, match=r"^The record does not begin with the creation of a game\.$"):
        Fold().add(PlayerJoined(player="red", name="Anna", side="red"))


def test_seals_reveals_and_seed_are_kept_until_the_segment_closes(fold: Fold) -> None:
    fold.add(OrdersSealed(turn=1, segment=1, player="red", commitment=HEX))
    fold.add(OrdersRevealed(turn=1, segment=1, player="red", lines=(), nonce=HEX))
    fold.add(SeedMade(turn=1, segment=1, seed=HEX))
    game = fold.game
    assert (game.sealed, game.revealed, game.seed) == ({"red": HEX}, {"red": HEX}, HEX)
    fold.add(SegmentClosed(turn=1, segment=1))
    assert (game.sealed, game.revealed, game.seed) == ({}, {}, None)
    assert (game.moment, game.board.turn, game.board.segment) == (Moment(1, 2), 1, 2)


def test_the_break_leads_into_the_next_turn(fold: Fold) -> None:
    fold.add_all(SegmentClosed(turn=1, segment=segment) for segment in range(1, 10))
    fold.add(TurnClosed(turn=1))
    assert fold.game.moment == Moment(2, 1)
    assert (fold.game.board.turn, fold.game.board.segment) == (2, 1)


def test_a_fork_is_another_branch_of_the_same_root_under_its_own_options(fold: Fold) -> None:
    fold.add(
        GameForked(
            turn=1,
            segment=1,
            branch="what-if",
            parent="duel",
            at_version=7,
            at_digest=HEX,
            options={"sidewall": "stops", "mixed_walls": "true"},
        )
    )
    game = fold.game
    assert (game.root, game.branch, game.parent, game.what_if) == ("duel", "what-if", "duel", True)
    assert game.board.options.sidewall == "stops"


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"sidewal": "stops"}, "There is no option sidewal. Did you mean sidewall?"),
        ({"sidewall": "leaks"}, 'Option sidewall is "leaks"; it can be strikes or stops.'),
    ],
)
def test_a_fork_under_options_that_there_are_not_is_refused(fold: Fold, options: Any, refusal: str) -> None:
    fork = GameForked(turn=1, segment=1, branch="b", parent="duel", at_version=7, at_digest=HEX, options=options)
    with pytest.raises(UnreadableError) as refused:
        fold.add(fork)
    assert str(refused.value).startswith(refusal)


def test_the_end_is_kept_in_words(fold: Fold) -> None:
    fold.add(GameEnded(winner=None, outcome=(Coded("no-ships"), Coded("no-points"))))
    assert fold.game.ended == "No ship is left on any side; the scenario gives no points, so the game is drawn."
    fold.add(GameEnded(winner=None, outcome=(Coded("resigned", ("red", "1.2")),)))
    assert fold.game.ended == "red left at 1.2, so no opponent remains."


def test_dice_and_the_close_of_a_turn_move_nothing_but_the_walk(fold: Fold) -> None:
    before, walk = pack(fold.game), fold.game.walk
    fold.add(DiceRolled(actor="Sirius", purpose="repair", object="ecm", index=0, sides=10, faces=(3,)))
    fold.add(TurnClosed(turn=1))
    assert fold.game.walk.turn_over
    fold.game.walk = walk
    assert pack(fold.game) == before


@frozen(kw_only=True)
class Stranger(Event):
    """No fact of any game."""


def test_a_fact_that_nobody_knows_is_refused_by_its_name(fold: Fold) -> None:
    if Stranger not in (cls for _, cls in REGISTRY.names().values()):
        REGISTRY.event("game.Stranger")(Stranger)
    try:
        with pytest.raises(UnreadableError, match=r"^game\.Stranger/1 is not a fact of sits\.$"):
            fold.add(Stranger())
    finally:
        REGISTRY._classes.pop("game.Stranger")
        REGISTRY._names.pop(Stranger)


def test_every_registered_fact_of_a_game_is_handled() -> None:
    named = {cls for name, (_, cls) in REGISTRY.names().items() if name.startswith(("game.", "dice."))}
    assert {cls.__name__ for cls in named - set(_HANDLERS)} == {"GameCreated"}  # it makes the game


@sampled(st.integers(1, len(RECORD)), st.integers(1, len(RECORD)))
@settings(max_examples=25)
def test_a_game_packed_at_any_fact_and_unpacked_goes_on_as_if_nothing_had_been(first: int, second: int) -> None:
    at, upto = sorted((first, second))
    straight = Fold().add_all(RECORD[:upto])
    halfway = Fold().add_all(RECORD[:at])
    resumed = Fold(unpack(pack(halfway.game))).add_all(RECORD[at:upto])
    assert resumed.game == straight.game
    assert pack(resumed.game) == pack(straight.game)


def test_packing_leaves_the_game_as_it_is_and_takes_little_room_though_all_tables_and_classes_are_in_it() -> None:
    fold = Fold().add_all(RECORD)
    packed = pack(fold.game)
    assert pack(fold.game) == packed
    assert len(packed) < 8_000
    assert fold.game == Fold().add_all(RECORD).game


def test_tables_and_classes_come_back_in_their_own_order() -> None:
    board = Fold().add_all(RECORD).game.board
    again = unpack(pack(Fold().add_all(RECORD).game)).board
    for name, ship_class in board.classes.items():
        assert list(again.classes[name].tracks) == list(ship_class.tracks)
        assert list(again.classes[name].hits) == list(ship_class.hits)
    assert again.tables == board.tables


@each_row(
    "spoil",
    [
        lambda _: b"",
        lambda _: b"{}",
        lambda packed: packed[:-1],
        lambda packed: b"\xff" + packed,
        lambda packed: packed[:-1] + bytes([packed[-1] ^ 1]),
        lambda packed: respoken(packed, b'"root":', b'"boot":'),
        lambda packed: respoken(packed, b'"system":"sits"', b'"system":123456'),
        lambda packed: sealed(packed[32:-40]),
        lambda _: sealed(b"no packed game"),
    ],
)
def test_bytes_that_are_not_a_packed_game_are_not_taken_for_one(spoil: Callable[[bytes], bytes]) -> None:
    with pytest.raises(UnreadableError):
        unpack(spoil(pack(Fold().add_all(RECORD).game)))
