"""Sealed dials: when they are owed, what speaks against one, and what a round goes on with."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from sits_es.dice import NoDice
from sits_es.errors import UnreadableError
from sits_es.report.working import Context
from sits_es.rules.moments import Moment
from sits_es.rules.refusals import Refusal
from sits_es.rules.system import Owed
from sits_es.rules.told import Told
from sits_es.rules.xwing.board import Board, copied
from sits_es.rules.xwing.dials.facts import DialOrdered, DialsRevealed
from sits_es.rules.xwing.entries.facts import ShipLost
from sits_es.rules.xwing.moves.facts import ShipMoved
from sits_es.rules.xwing.report import REPORT
from sits_es.rules.xwing.words import DIALS
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import HAWK, HERON, KESTREL, KITE, WHALE, at, board, enter, lines, said
from tests.shared.rows import each_row

SHIPS = (KESTREL, KITE, HAWK, HERON)
PLACED = (at("Kestrel", "0", "0"), at("Kite", "-200", "0"), at("Hawk", "0", "300", "180"), at("Heron", "200", "300"))
OPEN = "Dials are not sealed in this game: enter a move by its template, such as 2 straight."
FIRST = (
    "Seal the dials of round 1 first. Each player orders theirs in secret, such as dial 2 bank left, and all are "
    "revealed together."
)


def sealed(*facts: Any, **more: Any) -> Board:
    """A board of a game with sealed dials."""
    found = board(*facts, **{"ships": SHIPS, **more})
    found.sealed = True
    return found


def owes(stands: Board) -> Owed | None:
    found: Owed | None = SYSTEM.owed(stands, ("blue", "green", "red"))
    return found


def revealed(stands: Board, **given: list[str]) -> tuple[Board, DialsRevealed]:
    """A board after the dials of its round."""
    after = copied(stands)
    (fact,) = SYSTEM.resolve(after, {player: lines(*some) for player, some in sorted(given.items())}, NoDice())
    SYSTEM.advance(after)
    assert isinstance(fact, DialsRevealed)
    return after, fact


def refusals(stands: Board, *written: str) -> list[str]:
    given = lines(*written)
    return [each.message for order in given for each in SYSTEM.problems(stands, 1, order, given)]


def test_dials_of_the_first_round_are_owed_once_every_ship_is_placed() -> None:
    assert owes(sealed()) is None
    assert owes(sealed(*PLACED[:3])) is None
    assert owes(sealed(*PLACED)) == Owed(moment=Moment(1, 1), orders_by=("blue", "red"), steps=(1,))
    lost = sealed(*PLACED[:3], ShipLost(ship="Heron"))
    assert owes(lost) is not None


def test_where_dials_are_open_none_are_owed() -> None:
    stands = board(*PLACED, ships=SHIPS)
    assert owes(stands) is None
    assert refusals(stands, "Kestrel: dial 2 straight") == [f"Kestrel: no dial is owed now. {OPEN}"]


def test_a_later_round_begins_with_dials_of_whoever_has_a_ship_on_the_table() -> None:
    stands, _ = enter(sealed(*PLACED[:3]), "red", "Kestrel: end round")
    assert owes(stands) == Owed(moment=Moment(2, 1), orders_by=("blue", "red"), steps=(1,))
    without, _ = enter(sealed(at("Kestrel", "0", "0")), "red", "Kestrel: end round")
    assert owes(without) == Owed(moment=Moment(2, 1), orders_by=("red",), steps=(1,))
    nobody, _ = enter(sealed(), "red", "Kestrel: end round")
    assert owes(nobody) is None
    late, _ = enter(nobody, "red", "Kestrel: place at 0,0 facing 0")
    assert owes(late) is None  # the round has begun without dials


def test_dials_are_revealed_together_and_then_facts_are_entered() -> None:
    after, fact = revealed(
        sealed(*PLACED),
        red=["Kestrel: dial 2 bank left", "Kite: dial 4 kt"],
        blue=["Heron: dial 1 straight"],
    )
    assert fact == DialsRevealed(
        dials=(("Heron", "1 straight"), ("Kestrel", "2 bank left"), ("Kite", "4 kt")), unset=("Hawk",)
    )
    assert SYSTEM.tell(fact) == "Dials are revealed: Heron 1 straight; Kestrel 2 bank left; Kite 4 kt; Hawk has none."
    assert (owes(after), SYSTEM.moment(after)) == (None, Moment(1, 2))
    assert said(after, "red", "Kestrel: 2 bank left") == []


@each_row(
    ("fact", "told"),
    [
        (DialsRevealed(dials=(("Kite", "4 kt"),)), "Dials are revealed: Kite 4 kt."),
        (DialsRevealed(dials=(), unset=("Hawk", "Kite")), "Dials are revealed: Hawk and Kite have none."),
    ],
)
def test_dials_are_told_in_one_sentence(fact: DialsRevealed, told: str) -> None:
    assert SYSTEM.tell(fact) == told


def test_until_they_are_revealed_nothing_is_entered() -> None:
    stands = sealed(*PLACED)
    assert said(stands, "red") == [FIRST]
    assert said(stands, "red", "Kestrel: 2 straight") == [FIRST]
    assert refusals(stands, "Kestrel: note: wait") == [FIRST]
    assert refusals(stands, "Kestrel: dial 2 straight") == []


@each_row(
    "written",
    [
        "Kestrel: dial 2 straight",
        "Kestrel: 2 straight",
        "Kestrel: attack Hawk with Lasers",
        "Kite: rotate front",
        "Kestrel: lose 1 hull",
        "Kestrel: regain 1 hull",
        "Kestrel: critical: Damaged engine",
    ],
)
def test_before_the_first_dials_every_ship_is_placed(written: str) -> None:
    first = "Then seal the dials of round 1."
    one = [f"Place or remove every ship first: Heron is not placed yet. {first}"]
    assert said(sealed(*PLACED[:3]), "red", written) == refusals(sealed(*PLACED[:3]), written) == one
    two = [f"Place or remove every ship first: Heron and Whale are not placed yet. {first}"]
    assert said(sealed(*PLACED[:3], ships=(*SHIPS, WHALE)), "red", written) == two
    assert said(board(*PLACED[:3], ships=SHIPS), "red", written) != one  # dials are open


def test_until_every_ship_is_placed_ships_are_placed_and_left_out_and_words_are_written() -> None:
    stands = sealed(*PLACED[:3])
    assert said(stands, "blue", "Hawk: note: late", "Heron: place at 200,300 facing 0") == []
    assert said(stands, "blue", "Hawk: end round", "Heron: remove: not today") == []
    assert said(stands, "blue", "Hawk: dispute 1: x") == ["Hawk: there is no attack 1: none has been declared yet."]
    assert owes(enter(stands, "blue", "Heron: remove")[0]) is not None
    template = SYSTEM.template(stands, "red", "game")
    assert "# Place every ship first; then the dials of the round are sealed." in template
    assert not any(word in template for word in ("straight", "attack", "lose", "rotate"))


@each_row(
    ("written", "answer"),
    [
        (
            ["Kestrel: dial 2 straight", "Kestrel: dial 3 straight"],
            "Kestrel: its dial is set twice. Keep only one of the two lines.",
        ),
        (["Heron: dial 5 straight"], "Heron: its dial has no 5 straight. It has 1 straight and 2 bank left."),
        (["Whale: dial 1 straight"], "Whale is huge and uses no templates here. Leave its dial out."),
        (
            ["Hwak: dial 1 straight"],
            "There is no ship Hwak. Did you mean Hawk? Ships: Hawk, Heron, Kestrel, Kite, Whale.",
        ),
    ],
)
def test_a_dial_that_can_not_be_set_is_refused(written: list[str], answer: str) -> None:
    assert refusals(sealed(*PLACED, at("Whale", "-300", "0"), ships=(*SHIPS, WHALE)), *written) == [answer]


def test_a_dial_is_of_a_ship_on_the_table_and_is_set_when_dials_are_owed() -> None:
    stands, _ = enter(sealed(*PLACED[:3]), "red", "Kestrel: end round")
    assert refusals(stands, "Heron: dial 1 straight") == [
        "Heron is not placed yet. Place the ship first: place at X,Y facing DEGREES."
    ]
    after, _ = revealed(sealed(*PLACED), red=[], blue=[])
    when = "Dials are sealed when a round begins; in the first round, once every ship is placed."
    later = f"{when} Use sits record GAME FILE to enter moves."
    assert refusals(after, "Kestrel: dial 1 straight") == [f"Kestrel: no dial is owed now. {later}"]
    assert said(after, "red", "Kestrel: dial 1 straight") == [f"Kestrel: no dial is owed now. {later}"]


def test_what_nobody_checked_comes_to_nothing() -> None:
    """By mail orders are sealed before anybody else sees them."""
    stands = sealed(*PLACED, at("Whale", "-300", "0"), ships=(*SHIPS, WHALE))
    _, fact = revealed(
        stands,
        red=["Hawk: dial 1 straight", "Hwak: dial 1 straight", "Kite: dial 1 straight", "Kite: dial 2 straight"],
        blue=["Heron: dial 5 straight", "Whale: dial 1 straight"],
    )
    assert fact == DialsRevealed(dials=(("Kite", "1 straight"),), unset=("Hawk", "Heron", "Kestrel"))


def test_a_move_by_another_template_is_told_and_takes_the_dial_away() -> None:
    stands, _ = revealed(sealed(*PLACED), red=["Kestrel: dial 2 straight"], blue=[])
    _, followed = enter(stands, "red", "Kestrel: 1 bank left", "Kestrel: 1 straight")
    first, boost = (fact for fact in followed if isinstance(fact, ShipMoved))
    assert (first.dial, boost.dial) == ("2 straight", "")
    assert SYSTEM.tell(first) == (
        "Kestrel moves by 1 bank left to -37.574,90.711 facing 315. Its dial shows 2 straight."
    )
    _, (obeyed, _) = enter(stands, "red", "Kestrel: 2 straight")
    assert SYSTEM.tell(obeyed) == "Kestrel moves by 2 straight to 0,120 facing 0."


def test_the_end_of_a_round_takes_dials_away_and_the_next_begins_with_new_ones() -> None:
    stands, _ = revealed(sealed(*PLACED), red=["Kestrel: dial 2 straight"], blue=[])
    stands, _ = enter(stands, "red", "Kestrel: note: it waits")
    assert (stands.ships["Kestrel"].shows, owes(stands)) == ("2 straight", None)
    stands, _ = enter(stands, "red", "Kestrel: end round")
    assert (stands.ships["Kestrel"].shows, SYSTEM.moment(stands)) == (None, Moment(2, 1))
    assert owes(stands) is not None


def test_ships_without_a_dial_are_warned_of() -> None:
    stands = sealed(*PLACED)

    def lacking(player: str, *written: str) -> list[tuple[str, Refusal]]:
        return [*SYSTEM.unordered(stands, player, lines(*written))]

    assert lacking("red", "Kestrel: dial 2 straight") == [("Kite", Refusal("Kite has no dial.", warns=True))]
    assert lacking("red", "Kestrel: dial 2 straight", "Kite: dial 1 kt") == []
    assert [ship for ship, _ in lacking("blue")] == ["Hawk", "Heron"]
    stands = sealed(*PLACED, at("Whale", "-300", "0"), ships=(*SHIPS, WHALE))
    assert lacking("blue", "Hawk: dial 2 straight", "Heron: dial 1 straight") == []
    stands, _ = revealed(sealed(*PLACED), red=[], blue=[])
    assert lacking("red") == []


def test_where_dials_lead_is_foretold() -> None:
    given = {1: lines("Kestrel: dial 2 straight", "Kite: dial 3 bank left", "Hwak: dial 1 kt")}
    assert SYSTEM.forecast(sealed(*PLACED), "red", given) == [
        "Kestrel: 2 straight to 0,120 facing 0",
        "Kite: 3 bank left to -266.863,161.421 facing 315",
    ]


def test_a_file_of_dials_has_every_template_of_a_ship() -> None:
    assert SYSTEM.template(sealed(*PLACED, ships=SHIPS), "blue", "game") == (
        "# blue's dials for round 1: one for each ship. Text after # is a comment.\n"
        "# Each line says where the template leads if nobody else moves. All dials are revealed together.\n"
        "game game\nturn 1\nplayer blue\n"
        "\nship Hawk\n"
        "  # at 0,300 facing 180, 0 shields, 3 hull\n"
        "  # weapons: Lasers (front)\n" + "".join(f"  # dial {line}\n" for line in hawk()) + "\nship Heron\n"
        "  # at 200,300 facing 0, turret front, rear, 0 shields, 3 hull\n"
        "  # weapons: Turret (turret)\n"
        "  # dial 1 straight  # to 200,420 facing 0\n"
        "  # dial 2 bank left  # to 133.64,460.208 facing 315\n"
    )


def hawk() -> list[str]:
    """What Hawk may do by all templates there are."""
    alone = SYSTEM.template(board(*PLACED, ships=SHIPS), "blue", "game").partition("ship Hawk\n")[2]
    found = [line.removeprefix("  # ") for line in alone.partition("\n\n")[0].splitlines()]
    return [line for line in found if line[0].isdigit()]


def test_after_they_are_revealed_a_file_offers_the_dials_template_first() -> None:
    stands, _ = revealed(sealed(*PLACED), red=[], blue=["Heron: dial 2 bank left"])
    offered = SYSTEM.template(stands, "blue", "game").partition("ship Heron\n")[2].splitlines()
    assert offered[2:4] == [
        "  # 2 bank left  # to 133.64,460.208 facing 315; its dial shows it",
        "  # 1 straight  # to 200,420 facing 0",
    ]


def test_dials_are_explained_and_an_order_is_told_by_what_is_revealed() -> None:
    (order,) = lines("Kestrel: dial 2 straight")
    assert SYSTEM.tell(order) == "Kestrel is ordered: dial 2 straight."
    for fact in (order, DialsRevealed(dials=())):
        at_hand = Context(event=fact, board=None, earlier=(), later=())
        assert REPORT.explain(at_hand).rule == DIALS
    assert [*Told.of(order).in_full(Context(event=order, board=None, earlier=(), later=()))] == []
    assert isinstance(order, DialOrdered)


def test_options_say_whether_dials_are_sealed() -> None:
    assert SYSTEM.new_board({}, {}, {}).sealed is False
    assert SYSTEM.new_board({"dials": "sealed"}, {}, {}).sealed is True
    for changes, sealed_then in (({}, False), ({"dials": "sealed"}, True), ({"dials": "open"}, False)):
        stands = SYSTEM.new_board({}, {}, {})
        SYSTEM.change_options(stands, changes)
        assert stands.sealed is sealed_then
    with pytest.raises(UnreadableError) as refusal:
        SYSTEM.new_board({"dials": "hidden"}, {}, {})
    assert str(refusal.value) == 'Option dials is "hidden"; it can be open or sealed.'
    with pytest.raises(UnreadableError) as refusal:
        SYSTEM.new_board({}, {"x": 1}, {})
    assert str(refusal.value) == "A game of X-Wing has no tables or classes."


def test_a_dial_list_of_a_huge_ship_does_not_matter() -> None:
    """Its place is entered, and no dial is missed."""
    stands = sealed(at("Kestrel", "0", "0"), at("Whale", "300", "0"), ships=(KESTREL, evolve(WHALE, side="blue")))
    _, fact = revealed(stands, red=["Kestrel: dial 1 kt"], blue=[])
    assert fact.unset == ()
