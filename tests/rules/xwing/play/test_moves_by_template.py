"""Moves by template as they are entered: worked out, contradicted, stopped, over objects; and attacks past objects."""

from __future__ import annotations

from attrs import evolve

from sits_es.events import Event
from sits_es.report.working import Context
from sits_es.rules.told import Told
from sits_es.rules.xwing.attacks.facts import AttackDeclared
from sits_es.rules.xwing.board import Board
from sits_es.rules.xwing.moves.facts import MoveEntered, ShipMoved
from sits_es.rules.xwing.report import REPORT
from sits_es.rules.xwing.setting_up.facts import ObjectLaid
from sits_es.rules.xwing.weapons import Weapon
from sits_es.rules.xwing.words import IN_ARC, OBSTRUCTED, TEMPLATES
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import HAWK, KESTREL, KITE, at, board, enter, lines, said
from tests.shared.rows import each_row

ROCK = ObjectLaid(name="Rock", kind="asteroid", x="0", y="150", radius="25")
WRECK = ObjectLaid(name="Wreck", kind="debris", corners=(("-10", "30"), ("10", "30"), ("10", "50"), ("-10", "50")))


def moved(stands: Board, player: str, *written: str) -> list[str]:
    """What is told of the moves of an entry."""
    _, followed = enter(stands, player, *written)
    return [SYSTEM.tell(fact) for fact in followed if isinstance(fact, ShipMoved)]


def test_a_move_that_names_its_template_alone_is_worked_out() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "300", "0"))
    after, followed = enter(stands, "red", "Kestrel: 2 bank left")
    assert followed[0] == ShipMoved(ship="Kestrel", template="2 bank left", x="-52.218", y="126.066", facing="315")
    assert str(after.ships["Kestrel"].stand) == "-52.218,126.066 facing 315"
    assert SYSTEM.tell(followed[0]) == "Kestrel moves by 2 bank left to -52.218,126.066 facing 315."


def test_moves_of_one_entry_follow_each_other() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Kite", "100", "0"), at("Hawk", "400", "0"))
    assert moved(stands, "red", "Kestrel: 1 straight", "Kite: 1 straight", "Kestrel: 1 turn right") == [
        "Kestrel moves by 1 straight to 0,80 facing 0.",
        "Kite moves by 1 straight to 100,80 facing 0.",
        "Kestrel moves by 1 turn right to 55,135 facing 90.",
    ]


@each_row(
    ("line", "told"),
    [
        ("2 straight to 0,120 facing 0", "Kestrel moves by 2 straight to 0,120 facing 0."),
        (
            "2 straight to 3,124 facing 0",
            "Kestrel moves by 2 straight to 3,124 facing 0. The place entered is 5 mm from the end of 2 straight.",
        ),
        (
            "2 straight to 0,120 facing 357.5",
            (
                "Kestrel moves by 2 straight to 0,120 facing 357.5. "
                "The place entered is 2.5 degrees from the end of 2 straight."
            ),
        ),
        (
            "1 turn left to -55,55.5 facing 90",
            (
                "Kestrel moves by 1 turn left to -55,55.5 facing 90. "
                "The place entered is 0.5 mm and 180 degrees from the end of 1 turn left."
            ),
        ),
        ('move "barrel roll" to 60,0 facing 0', "Kestrel moves by barrel roll to 60,0 facing 0."),
    ],
)
def test_an_entered_place_counts_and_how_far_it_contradicts_the_template_is_told(line: str, told: str) -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "300", "0"))
    assert moved(stands, "red", f"Kestrel: {line}") == [told]


def test_a_ship_in_the_way_stops_it_and_both_are_named() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", "140", "180"))
    stopped = (
        "Kestrel moves by 2 straight to 0,100 facing 0. Hawk is in its way. The ship stops at the last "
        "place where it fits."
    )
    assert moved(stands, "red", "Kestrel: 2 straight") == [stopped]
    assert moved(stands, "red", "Kestrel: 2 straight to 0,100 facing 0") == [stopped]
    assert moved(stands, "red", "Kestrel: 2 straight to 3,100 facing 0") == [
        "Kestrel moves by 2 straight to 3,100 facing 0. The place entered is 3 mm from the end of 2 straight."
    ]
    beside = board(at("Kestrel", "0", "0"), at("Hawk", "-30", "140", "180"), at("Heron", "50", "160"))
    assert moved(beside, "red", "Kestrel: 2 straight") == [
        (
            "Kestrel moves by 2 straight to 0,100 facing 0. Hawk and Heron are in its way. The ship "
            "stops at the last place where it fits."
        )
    ]


def test_nobody_is_in_their_own_way() -> None:
    stands = board(at("Heron", "0", "0"), at("Kestrel", "300", "0"))
    assert moved(stands, "blue", "Heron: 1 turn left") == ["Heron moves by 1 turn left to -75,75 facing 270."]


def test_an_entered_overlap_is_told_and_not_refused() -> None:
    stands = board(ROCK, at("Kestrel", "0", "0"), at("Hawk", "0", "140", "180"))
    assert moved(stands, "red", 'Kestrel: move "tractor beam" to 0,120 facing 0') == [
        "Kestrel moves by tractor beam to 0,120 facing 0. It overlaps Hawk and Rock."
    ]


def test_who_is_out_of_the_game_or_not_placed_is_in_nobodys_way() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", "140", "180"), at("Heron", "0", "150"))
    stands, _ = enter(stands, "blue", "Hawk: remove", "Heron: remove")
    assert moved(stands, "red", "Kestrel: 2 straight") == ["Kestrel moves by 2 straight to 0,120 facing 0."]


def test_objects_beneath_the_template_and_the_ship_are_told() -> None:
    stands = board(ROCK, WRECK, at("Kestrel", "0", "0"), at("Hawk", "300", "0"))
    assert moved(stands, "red", "Kestrel: 2 straight") == [
        "Kestrel moves by 2 straight to 0,120 facing 0. Its template lies on Wreck. It overlaps Rock."
    ]
    assert moved(stands, "red", "Kestrel: 1 straight") == [
        "Kestrel moves by 1 straight to 0,80 facing 0. Its template lies on Wreck."
    ]


@each_row(
    ("line", "answer"),
    [
        (
            "Kestrel: 5 straight",
            (
                "Kestrel: 0,240 is off the table, which reaches from -200,-200 to 200,200. "
                "If the ship leaves the table, enter remove."
            ),
        ),
        (
            "Kestrel: 2 straight to 0,201 facing 0",
            (
                "Kestrel: 0,201 is off the table, which reaches from -200,-200 to 200,200. "
                "If the ship leaves the table, enter remove."
            ),
        ),
        ("Kite: 1 straight", "Kite is not placed yet. Place the ship first: place at X,Y facing DEGREES."),
    ],
)
def test_what_ends_off_the_table_or_begins_nowhere_is_refused(line: str, answer: str) -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "100", "0"), table=("400", "400"))
    assert said(stands, "red", line) == [answer]


def test_a_way_beyond_every_place_that_is_kept_is_refused_and_an_entered_place_counts() -> None:
    stands = board(at("Kestrel", "0", "99930"), at("Hawk", "100", "0"))
    far = "Kestrel: 1 straight ends more than 100000 mm from the middle of the table."
    assert said(stands, "red", "Kestrel: 1 straight") == [f"{far} If the ship leaves the table, enter remove."]
    assert moved(stands, "red", "Kestrel: 1 straight to 0,99999 facing 0") == [
        "Kestrel moves by 1 straight to 0,99999 facing 0."
    ]
    # nor does a file of entries stumble over it
    assert "ship Kestrel" in SYSTEM.template(stands, "red", "table")


def test_a_huge_ship_goes_where_its_player_says() -> None:
    stands = board(at("Whale", "0", "0"), at("Kestrel", "300", "0"))
    assert said(stands, "blue", "Whale: 1 straight") == [
        "Whale is huge and uses no templates here. Write 1 straight to X,Y facing DEGREES."
    ]
    assert moved(stands, "blue", "Whale: 1 straight to 0,40 facing 5") == [
        "Whale moves by 1 straight to 0,40 facing 5."
    ]


def explained(stands: Board, fact: Event) -> tuple[str, tuple[str, ...]]:
    found = REPORT.explain(Context(event=fact, board=stands, earlier=(), later=()))
    return found.rule, found.steps


def test_a_move_by_template_is_explained_step_by_step() -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", "0", "140", "180"))
    _, (stopped, _) = enter(stands, "red", "Kestrel: 2 straight")
    assert explained(stands, stopped) == (
        TEMPLATES,
        (
            "Kestrel was at 0,0 facing 0.",
            "The middle of the base goes 20 mm ahead, then 80 mm of template, then another 20 mm ahead.",
            "The middle of the base is 100 mm from where it was.",
            "It keeps its facing.",
            "Hawk is in its way. The ship stops at the last place where it fits.",
        ),
    )
    _, (contradicted, _) = enter(stands, "red", "Kestrel: 1 turn left to -55,58 facing 270")
    assert explained(stands, contradicted)[1][2:4] == (
        "By the template, Kestrel would end at -55,55 facing 270.",
        "The place entered counts.",
    )


@each_row(
    ("template", "way", "hawk"),
    [
        ("2 kt", "80 mm of template", ("0", "140")),
        ("2 segnor's loop left", "45 degrees to the left on a radius of 130 mm", ("-52", "126")),
        ("2 talon roll right", "90 degrees to the right on a radius of 62.5 mm", ("82", "82")),
    ],
)
def test_a_stopped_ship_is_not_said_to_turn_at_the_end(template: str, way: str, hawk: tuple[str, str]) -> None:
    stands = board(at("Kestrel", "0", "0"), at("Hawk", *hawk, "180"))
    _, (stopped, _) = enter(stands, "red", f"Kestrel: {template}")
    steps = explained(stands, stopped)[1]
    assert steps[1] == f"The middle of the base goes 20 mm ahead, then {way}, then another 20 mm ahead."
    assert steps[2].startswith("The middle of the base is ")
    assert steps[-1] == "Hawk is in its way. The ship stops at the last place where it fits."


def test_what_is_entered_of_a_move_is_told_by_where_it_ends() -> None:
    (entered, placed) = lines("Kestrel: 2 bank left", "Kestrel: 2 bank left to 1,2 facing 3")
    assert isinstance(entered, MoveEntered)
    assert SYSTEM.tell(entered) == "Kestrel plans to move by 2 bank left."
    assert SYSTEM.tell(placed) == "Kestrel plans to move by 2 bank left to 1,2 facing 3."
    assert [*Told.of(entered).in_full(Context(event=entered, board=None, earlier=(), later=()))] == []


# attacks past objects, and at a weapon's ranges


def declared(stands: Board, line: str) -> AttackDeclared:
    _, followed = enter(stands, "red", line)
    (found,) = (fact for fact in followed if isinstance(fact, AttackDeclared))
    return found


def test_an_attack_whose_line_crosses_an_object_is_obstructed() -> None:
    stands = board(
        evolve(ROCK, y="100"),
        evolve(ROCK, name="Stone", x="26", y="60"),
        at("Kestrel", "0", "0"),
        at("Hawk", "3", "200"),
    )
    found = declared(stands, "Kestrel: attack Hawk with Lasers")
    assert found.obstructed == ("Rock",)
    assert SYSTEM.tell(found) == (
        "Attack 1: Kestrel attacks Hawk with Lasers in front at range 2; Hawk is in its front, bullseye and full-front "
        "arcs. Rock obstructs it."
    )
    assert SYSTEM.tell(evolve(found, obstructed=("Rock", "Stone"))).endswith(" arcs. Rock and Stone obstruct it.")
    after, _ = enter(stands, "red", "Kestrel: attack Hawk with Lasers")
    assert after.attacks[0].obstructed == ("Rock",)
    rule, steps = explained(after, found)
    assert rule == f"{IN_ARC}; {OBSTRUCTED}"
    assert steps[-1] == "The attack is obstructed: its line crosses Rock."


def test_the_line_runs_to_the_part_of_the_target_in_the_arc() -> None:
    """Hawk's nearest corner is in the right arc; the part that is in front lies farther to the left."""
    for y, obstructed in (("48", ()), ("68", ("Stone",))):
        stone = ObjectLaid(name="Stone", kind="asteroid", x="17", y=y, radius="5")
        stands = board(stone, at("Kestrel", "-60", "-20"), at("Hawk", "94", "120", "180"), ships=(KESTREL, HAWK))
        assert declared(stands, "Kestrel: attack Hawk with Lasers").obstructed == obstructed
        by = "Kestrel: attack Hawk with Lasers by ruling: its gun turns"  # to the closest point of the base
        assert declared(stands, by).obstructed == (() if obstructed else ("Stone",))


def test_an_attack_by_a_ruling_is_obstructed_by_what_lies_between_the_bases() -> None:
    stands = board(evolve(ROCK, y="-100"), at("Kestrel", "0", "0"), at("Hawk", "3", "-200"))
    found = declared(stands, "Kestrel: attack Hawk with Lasers by ruling: its gun turns")
    assert (found.arc, found.obstructed) == (None, ("Rock",))


TORPEDOES = Weapon(name="Torpedoes", kind="torpedo", arc="front", ranges="2-3")
RAM = Weapon(name="Ram", kind="special", arc="front", ranges="0")
BEAM = Weapon(name="Beam", kind="cannon", arc="bullseye", ranges="1")
ARMED = evolve(KITE, weapons=(TORPEDOES, RAM, BEAM))


@each_row(
    ("hawk", "weapon", "answer"),
    [
        (
            ("0", "140"),
            "Torpedoes",
            "Kite: Hawk is at range 1 in front, 100 mm away. Torpedoes attacks at range 2 to 3.",
        ),
        (("0", "140.001"), "Torpedoes", ""),
        (("0", "339.999"), "Torpedoes", ""),
        (("0", "340.001"), "Torpedoes", "Kite: Hawk is 300.001 mm away, beyond range 3."),
        (("0", "40"), "Ram", ""),
        (("0", "40.001"), "Ram", "Kite: Hawk is at range 1 in front, 0.001 mm away. Ram attacks at range 0."),
        (("0", "140"), "Beam", ""),
        (("0", "141"), "Beam", "Kite: Hawk is at range 2 in bullseye, 101 mm away. Beam attacks at range 1."),
        (
            ("40", "140"),
            "Beam",
            "Kite: Hawk is not in bullseye, where Beam attacks. It is in front and full-front, 100 mm away.",
        ),
    ],
)
def test_a_weapon_attacks_at_its_ranges_and_in_its_arc(hawk: tuple[str, str], weapon: str, answer: str) -> None:
    stands = board(at("Kite", "0", "0"), at("Hawk", *hawk), ships=(ARMED, HAWK))
    by = f" If you all agree on the attack, write by ruling: TEXT after {weapon}." if " attacks at " in answer else ""
    assert said(stands, "red", f"Kite: attack Hawk with {weapon}") == ([answer + by] if answer else [])
    assert said(stands, "red", f"Kite: attack Hawk with {weapon} by ruling: agreed") == []


def test_a_file_offers_what_each_attack_would_be_at_the_ranges_of_each_weapon() -> None:
    stands = board(evolve(ROCK, y="80"), at("Kite", "0", "0"), at("Hawk", "0", "200"), ships=(ARMED, HAWK))
    offered = [line for line in SYSTEM.template(stands, "red", "game").splitlines() if "attack" in line]
    assert offered[-1] == "  # attack Hawk with Torpedoes  # front, range 2, obstructed by Rock"
    assert "  # weapons: Torpedoes (front, range 2 to 3), Ram (front, range 0) and Beam (bullseye, range 1)\n" in (
        SYSTEM.template(stands, "red", "game")
    )


def test_a_file_tells_of_each_template_where_it_ends_and_what_is_there() -> None:
    stands = board(ROCK, WRECK, at("Kestrel", "0", "0"), at("Hawk", "0", "260"))
    offered = SYSTEM.template(stands, "red", "game")
    assert "  # 1 straight  # to 0,80 facing 0; through Wreck\n" in offered
    assert "  # 2 straight  # to 0,120 facing 0; over Rock; through Wreck\n" in offered
    assert "  # 5 straight  # to 0,220 facing 0; stopped by Hawk; through Rock and Wreck\n" in offered
    assert "  # 3 talon roll left  # to -110,110 facing 180; through Wreck\n" in offered
