"""What Star Wars hex combat shows: boards, slots roll by roll, rounds, luck, and what differs."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from sits_es.dice import DiceRolled, ScriptedDice
from sits_es.events import Event
from sits_es.report import Stage, report_of
from sits_es.report.blocks import Picture
from sits_es.report.scenes import MapScene
from sits_es.rules.star_wars import slots
from sits_es.rules.star_wars.events import motion
from sits_es.rules.star_wars.fold import HANDLERS
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.play import procedure
from sits_es.rules.star_wars.report.luck import average
from sits_es.rules.star_wars.state import Board, copied
from sits_es.rules.star_wars.story import tell
from sits_es.space.hexes import Position
from tests.shared.star_wars_samples import FACTS, board
from tests.shared.view_samples import lines_of

REPORT = report_of("star_wars")


def section(lines: Sequence[str], title: str) -> list[str]:
    """The lines below a heading, up to the next blank one."""
    rest = lines[lines.index(title) + 1 :]
    return list(rest[: rest.index("")] if "" in rest else rest)


def played(before: Board, *orders: forms.OfStarship, faces: Sequence[int] = ()) -> Stage:
    """An exchange carried out. faces: what each die shows, 0 up, in the order thrown; none need to be thrown."""
    work = copied(before)
    for order in orders:
        HANDLERS[type(order)](work, order)
    found: list[Event] = [*orders]
    by_player: dict[str, list[forms.OfStarship]] = {}
    for order in orders:
        by_player.setdefault(before.starships[order.starship].player, []).append(order)
    found += procedure.carry_out(work, by_player, ScriptedDice(faces))
    slots.advance(work)
    return Stage(label="2.1", before=before, facts=found, after=work)


def test_a_board_says_whose_slot_it_is_and_in_which_order_all_act() -> None:
    lines = lines_of(REPORT.board(board()))
    assert lines[0].startswith("Round 2, slot 1: Kestrel (Blue) ")
    assert lines[1] == "anna orders a manoeuvre and an action for Kestrel, in either order."
    assert lines[2] == "Initiative: Kestrel, Raider, Corvette, Wren (shut down), Scout (lost)."


def test_a_board_lists_its_starships_and_how_they_are() -> None:
    lines = lines_of(REPORT.board(board()))
    assert section(lines, "Starships")[:7] == [
        "  Starship  Hex   Way     Faces  Speed  Hull  Strain  Shields",
        "  ───────────────────────────────────────────────────────────",
        "  Corvette  2,-3  2B 1A   D      2/3    7/40  2/30    2/1/2/2",
        "  Kestrel   0,0   middle  A      4/5    0/10  0/8     1/1/0/0",
        "  Raider    0,0   middle  C      3/5    4/10  0/8     1/1/0/0",
        "  Scout     lost",
        "  Wren      -2,1  1E 1F   B      3/5    0/10  9/8     1/1/0/0",
    ]
    assert section(lines, "How they are") == [
        "  Corvette: in Veil (gas cloud).",
        "  Kestrel: holds the advantage over Raider; in one hex with Raider.",
        "  Raider: in one hex with Kestrel; critical hit 1 (rolled 35).",
        "  Wren: shut down, without a slot; out of missiles.",
    ]


def test_a_board_says_who_has_whom_in_which_arc_at_what_range_and_which_zones_are_open() -> None:
    assert section(lines_of(REPORT.board(board())), "Who has whom in which arc")[:6] == [
        "                                                                 Weapons that",
        "  Starship  Target    Range      In its arc      Open zones      bear",
        "  ──────────────────────────────────────────────────────────────────────────────",
        "  Kestrel   Raider    0, close   as Kestrel      by the side     forward-lasers",
        "                                 names it        named",
        "  Kestrel   Corvette  3, medium  forward         forward         none",
    ]


def test_on_a_wide_page_each_line_of_sight_is_a_line() -> None:
    assert section(lines_of(REPORT.board(board()), 132), "Who has whom in which arc")[2:] == [
        "  Kestrel   Raider    0, close   as Kestrel names it  by the side named   forward-lasers",
        "  Kestrel   Corvette  3, medium  forward              forward             none",
        "  Raider    Kestrel   0, close   as Kestrel names it  by the side named   forward-lasers",
        "  Raider    Wren      2, short   aft                  forward             none",
        "  Corvette  Kestrel   3, medium  forward              forward             turret",
        "  Corvette  Wren      4, medium  forward, starboard   forward             turret, broadside",
        "  Wren      Raider    2, short   forward              aft                 forward-lasers",
        "  Wren      Corvette  4, medium  forward              forward, starboard  none",
    ]


def test_of_many_starships_only_those_are_listed_of_which_a_weapon_bears_unless_in_detail() -> None:
    there = board()
    for number in range(4):
        there.starships[f"Far{number}"] = evolve(
            there.starships["Raider"], name=f"Far{number}", place=Position(30 + number, 0)
        )
    in_short = section(lines_of(REPORT.board(there), 132), "Who has whom in which arc")
    assert in_short[-1] == "  19 pairs of starships of which no weapon bears are left out; --detail shows all."
    in_full = section(lines_of(REPORT.board(there, detail=True), 132), "Who has whom in which arc")
    assert any("30, out of range" in line for line in in_full)


def test_a_player_is_shown_only_what_that_players_starships_have_in_their_arcs() -> None:
    lines = section(lines_of(REPORT.board(board(), player="ben")), "Who has whom in which arc")
    assert {line.split()[0] for line in lines[2:] if line.startswith(("  R", "  C"))} == {
        "Raider",
        "Corvette",
    }


def test_the_terrain_is_listed_with_its_hexes_and_who_is_in_it() -> None:
    assert section(lines_of(REPORT.board(board())), "Terrain")[2:] == [
        "  Maw      gravity well    1        -2,2  -3,2",
        "  Shoals   asteroid field  2        0,-1  1,-1  1,-2",
        "  Veil     gas cloud       1        2,-3  2,-2        Corvette",
    ]


def test_the_map_shows_facings_and_terrain_and_no_starship_that_is_lost() -> None:
    scene = REPORT.scene(board())
    assert isinstance(scene, MapScene)
    assert [(each.name, each.label, each.pointer.azimuth if each.pointer else None) for each in scene.markers] == [
        ("Corvette", "C", 180),
        ("Kestrel", "K", 0),
        ("Raider", "R", 120),
        ("Wren", "W", 60),
    ]
    assert [(each.name, each.label, each.texture) for each in scene.regions] == [
        ("Maw", "M", "rings"),
        ("Shoals", "S", "stones"),
        ("Veil", "V", "waves"),
    ]


@pytest.mark.parametrize(
    ("change", "title", "waits"),
    [
        (
            {"stage": "initiative", "order": ()},
            "Round 2, initiative",
            "Initiative comes first; nobody orders anything.",
        ),
        (
            {"stage": "spend"},
            "Round 2, slot 1: Kestrel (Blue), what is spent",
            "anna can spend nothing for Kestrel.",
        ),
        ({"slot": 3}, "Round 2, slot 4: Wren (Blue)", "Nobody can act: Wren is shut down."),
        ({"over": True, "rounds": 2}, "The end of the game", "Round 2 was the last of the scenario."),
    ],
)
def test_a_board_says_what_it_waits_for(change: dict[str, Any], title: str, waits: str) -> None:
    lines = lines_of(REPORT.board(evolve(board(), **change)))
    assert lines[0].startswith(f"{title} ")
    assert lines[1] == waits


def flight_and_attack() -> Stage:
    """Kestrel flies through Shoals, then fires at Raider: 1 boost die was agreed on, and every die shows something."""
    there = board()
    there.starships["Raider"].place = Position(1, -3)
    fly = forms.FlyOrdered(starship="Kestrel", steps=("F", "F"))
    fire = forms.FireOrdered(starship="Kestrel", weapon="forward-lasers", target="Raider", boost=1, zone="starboard")
    # ability, 2 proficiency, 1 challenge, 2 setback; 2 ability, 1 proficiency, boost, 2 difficulty
    return played(there, fly, fire, faces=(6, 5, 2, 5, 0, 0, 3, 6, 11, 2, 1, 3))


def test_a_slot_is_told_with_its_flight_step_by_step() -> None:
    lines = lines_of(REPORT.exchange(flight_and_attack(), tell))
    assert lines[0].startswith("Round 2, slot 1: Kestrel (Blue) ")
    assert section(lines, "Orders")[0] == "  Blue (anna)"
    at = lines.index("What happens")
    assert lines[at + 1 : at + 5] == [
        "  Kestrel flies F F: 2 hexes for 2 movement, to 0,-2, facing A.",
        "      It begins in 0,0, facing A.",
        "    1 F: it enters 0,-1 (Shoals, asteroid field); movement so far 1.",
        "    2 F: it enters 0,-2; movement so far 2.",
    ]


def test_a_roll_is_drawn_in_symbols_and_words_with_the_reason_for_every_die() -> None:
    lines = lines_of(REPORT.exchange(flight_and_attack(), tell))
    at = lines.index("  Kestrel's Gunnery check (Raider):")
    assert lines[at + 1 : at + 15] == [
        "    Pool    ◆◆⬢■ ◇◇  2 ability 1 proficiency 1 boost 2 difficulty",
        "            ◆◆⬢      Kestrel's agility 3 and Gunnery 1: 3 dice, 1 of them",
        "                     upgraded",
        "            ◆◆⬢ ◇◇   silhouette 3 fires at silhouette 3: 2 difficulty dice",
        "            ◆◆⬢■ ◇◇  agreed on with the order: 1 boost die",
        "    Dice    ◆✓✓ ◆✓▲ ⬢★ ■✓ ◇✗ ◇▼",
        "            ability: 2 successes, success and advantage; proficiency: triumph;",
        "            boost: success; difficulty: failure, threat",
        "    Net     5 successes less 1 failure; 1 advantage less 1 threat; 1 triumph,",
        "            counted as a success too.",
        "    Result  It succeeds: 4 successes, 1 triumph.",
        "  Raider suffers 7 hull trauma from Kestrel's forward-lasers (9 damage less 2",
        "    for armour); its total is 11.",
        "  Raider is lost: its hull trauma is beyond its threshold.",
    ]


def test_symbols_are_letters_where_a_page_can_show_nothing_else() -> None:
    told = "\n".join(lines_of(REPORT.exchange(flight_and_attack(), tell), ascii_only=True))
    assert told.isascii()
    assert "Pool    AAPB DD  2 ability 1 proficiency 1 boost 2 difficulty" in told
    assert "Dice    A:ss A:sa P:T B:s D:f D:t" in told


def test_what_can_be_spent_is_told_with_what_a_critical_hit_costs() -> None:
    there = board()
    there.starships["Raider"].place, there.starships["Raider"].trauma = Position(0, -2), 0
    fire = forms.FireOrdered(starship="Kestrel", weapon="forward-lasers", target="Raider", zone="starboard")
    lines = lines_of(REPORT.exchange(played(there, fire, faces=(6, 6, 6, 0, 0)), tell))
    assert section(lines, "To spend") == [
        "  anna can spend 3 advantage of the Gunnery check for Kestrel.",
        "  A critical hit on Raider with forward-lasers costs 3 advantage or 1 triumph.",
    ]


def test_initiative_is_told_with_the_dice_of_each_starship() -> None:
    there = evolve(board(), stage="initiative", order=(), turn=1)
    for starship in there.starships.values():
        starship.initiative = (1, 0, 0)
    lines = lines_of(REPORT.exchange(played(there, faces=(1, 6, 0, 3)), tell))
    assert section(lines, "What happens") == [
        "  1       Wren: 2 successes  ◆✓✓",
        "  2       Kestrel: 1 success, 1 advantage  ◆✓▲",
        "  3       Corvette: 1 success  ◆✓",
        "  4       Raider: nothing  ◆·",
        "  The most successes act first, then the most advantage, then by name.",
    ]


def test_what_players_entered_is_told_line_by_line() -> None:
    entered = forms.TraumaEntered(starship="Raider", change=3)
    stage = Stage(label="2.1", before=board(), facts=(entered,), after=board())
    assert lines_of(REPORT.exchange(stage, tell))[1:] == ["  Raider's hull trauma goes up by 3, as its player enters."]


def test_a_round_tells_each_slot_in_short_and_shows_the_map() -> None:
    blocks = [*REPORT.turn([flight_and_attack()], tell)]
    lines = lines_of(blocks)
    assert lines[0].startswith("Round 2 ")
    assert lines[1] == "   1  Kestrel flies F F: 2 hexes for 2 movement, to 0,-2, facing A."
    assert any(isinstance(block, Picture) for block in blocks)


def test_several_rounds_have_a_heading_each_and_none_is_told_as_nothing() -> None:
    one = flight_and_attack()
    next_round = Stage(label="3.1", before=evolve(one.before, turn=3), facts=one.facts, after=one.after)
    lines = lines_of(REPORT.turn([one, next_round], tell))
    assert lines[0].startswith("Rounds 2 to 3 ")
    assert "Round 3" in lines
    assert lines_of(REPORT.turn([], tell)) == ["Nothing has been played."]


def test_facts_stand_under_what_they_belong_to() -> None:
    lines = lines_of(REPORT.steps(flight_and_attack().facts, lambda fact: type(fact).__name__))
    assert [line.split()[0] for line in lines if "──" in line] == ["Orders", "Flight", "Attack"]


def test_luck_is_reckoned_by_symbols_against_the_exact_average() -> None:
    assert average("ability", "success") == (Fraction(5, 8), Fraction(31, 64))
    assert average("setback", "advantage") == (Fraction(-1, 3), Fraction(2, 9))
    placed = next(fact for fact, _ in FACTS if isinstance(fact, motion.StarshipPlaced))
    rolls = [
        DiceRolled(actor="Kestrel", purpose="gunnery: ability", object="Raider", index=0, sides=8, faces=(6,)),
        DiceRolled(actor="Kestrel", purpose="gunnery: setback", object="Raider", index=0, sides=6, faces=(4,)),
        DiceRolled(actor="Kestrel", purpose="critical hit", object="Raider", index=0, sides=100, faces=(4,)),
        DiceRolled(actor="Nobody", purpose="gunnery: ability", object="Raider", index=0, sides=8, faces=(6,)),
    ]
    found = REPORT.luck([placed, *rolls])
    assert [(each.player, each.kind, each.rolls, each.observed, each.mean) for each in found] == [
        ("anna", "gunnery, success", 2, 1, Fraction(5, 8) - Fraction(1, 3)),
        ("anna", "gunnery, advantage", 2, 0, Fraction(5, 8) - Fraction(1, 3)),
    ]


def test_two_boards_differ_in_what_the_starships_are_and_nothing_differs_from_itself() -> None:
    one, other = board(), board()
    assert not REPORT.differences(one, other)
    other.starships["Kestrel"].trauma, other.starships["Kestrel"].place = 3, Position(1, 0)
    other.starships.pop("Scout")
    other.terrain.pop("Veil")
    other.order = ("Raider", "Kestrel")
    assert REPORT.differences(one, other) == [
        ("Kestrel", "hex", "0,0", "1,0"),
        ("Kestrel", "hull trauma", "0", "3"),
        ("Scout", "starship", "in the game", "not there"),
        ("initiative", "order", "Kestrel, Raider, Corvette, Wren, Scout", "Raider, Kestrel"),
        ("Veil", "terrain", "gas cloud, 2 hexes, setback 1", "not there"),
    ]


def test_a_board_is_told_to_programs_in_full() -> None:
    found = REPORT.standing(board())
    assert found["now"] == {"round": 2, "stage": "act", "slot": 1, "starship": "Kestrel", "to_spend": {}}
    assert found["starships"]["Raider"] == {
        "class": "Fighter",
        "player": "ben",
        "side": "Red",
        "hex": [0, 0],
        "facing": "C",
        "speed": 3,
        "hull_trauma": 4,
        "system_strain": 0,
        "shields": {"forward": 1, "aft": 1, "port": 0, "starboard": 0},
        "critical_hits": [{"number": 1, "result": 35, "text": ""}],
        "advantage_over": [],
        "notes": [],
        "shut_down": False,
        "lost": False,
    }
    assert found["terrain"]["Maw"] == {"kind": "gravity-well", "hexes": [[-2, 2], [-3, 2]], "setback": 1}


def test_what_to_try_names_the_game() -> None:
    assert all("ambush" in command for command, _ in REPORT.to_try("ambush"))
    assert all(len(why) <= 30 for _, why in REPORT.to_try("ambush"))
