"""Every reason why an order can't be given, word for word."""

from __future__ import annotations

import pytest
from attrs import evolve

from sits_es.events import Coded
from sits_es.orders.check import check_sheet
from sits_es.orders.faults import render_all
from sits_es.orders.frame import read_sheet
from sits_es.rules.starwars.board import names
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.reasons import REASONS
from sits_es.rules.starwars.slots.rules import problems_at
from sits_es.rules.starwars.starship_class import StarshipWeapon
from tests.rules.starwars.fleets import board, card, starship, terrain
from tests.rules.starwars.order_refusals import REFUSED, faults, meeting, orders_of, said
from tests.shared.rows import each_row


@each_row(
    "lines",
    [
        ["fly F"],
        ["fly L"],
        ["fly F R F L"],
        ["fly F F F"],
        ["fly F with 2 boost 1 harder"],  # through an asteroid field
        ["fly L F F with 1 boost"],
        ["fly R F F"],  # a gravity well takes 2
        ["fly F F"],  # a small starship may share a hex
        ["accelerate"],
        ["decelerate"],
        ["fire forward-lasers at Kite"],
        ["fire forward-lasers at Kite zone forward with 1 boost"],
        ["fire torpedoes at Krait zone aft"],
        ["fire torpedoes at Krait zone starboard"],
        ["fire torpedoes at Kite", "fly L L"],
        ["fly F", "fire torpedoes at Kestrel zone aft"],
        ["fly F F", "fire torpedoes at Kite toward A"],
        ["fly F F", "fire torpedoes at Kite zone forward toward B"],
        ["fly F", "gain advantage on Kite with 1 upgrade"],
        ["fly F F", "gain advantage on Kite"],
        ["check computers difficulty 0"],
        ["check piloting difficulty 5 with 9 boost: a barrel roll", "fly F"],
    ],
)
def test_there_is_nothing_wrong_with_orders_that_can_be_carried_out(lines: list[str]) -> None:
    given = orders_of(*lines)
    assert [found for order in given for found in problems_at(meeting(), 1, order, given)] == []


@each_row(("lines", "why", "field"), REFUSED)
def test_an_order_that_cannot_be_given_is_refused_for_its_reason(
    lines: list[str], why: Coded, field: str | None
) -> None:
    assert faults(meeting(), *lines) == [(REASONS.told("Hawk", why), field)]


@each_row(
    ("line", "message", "field"),
    [
        (
            "Hawkk: fly F",
            (
                "There is no starship Hawkk. Did you mean Hawk? "
                "Starships: Hawk, Heron, Kea, Kelpie, Kestrel, Kite, Kobold, Krait."
            ),
            "starship",
        ),
        ("Heron: fly F", "Heron can't take orders now. This slot is for Hawk, and Anna gives the orders.", None),
        ("Kelpie: fly F", "Kelpie is lost. Leave out its orders.", "starship"),
        (
            "fly R F with 1 setback 2 harder",
            ("Hawk makes no check, because this flight meets no asteroid field. Leave out `with` and what follows it."),
            "setback",
        ),
    ],
)
def test_orders_of_others_and_dice_for_no_check_are_refused(line: str, message: str, field: str | None) -> None:
    assert faults(meeting(), line) == [(message, field)]


def test_of_an_order_too_many_everything_else_that_is_wrong_is_told_too() -> None:
    """Every fault at once, for by mail an answer takes a day. Rule: house."""
    assert faults(meeting(), "fire torpedoes at Kite", "gain advantage on Kite") == [
        ("Hawk has only one action in a slot. Keep one.", None),
        ("Hawk: Kite is 2 hexes away, at short range. Gain the Advantage needs close range, at most 1 hex.", "target"),
    ]


def test_every_fault_of_a_flight_is_told_once_at_its_first_step() -> None:
    assert faults(meeting(), "fly L L L L F F F F F") == [
        ("Hawk: step 4 of L L L L F F F F F: a silhouette 3 ship turns at most three times.", "step 4"),
        (
            "Hawk: step 8 of L L L L F F F F F: speed 3 allows 3 movement, and this step makes the total 4.",
            "step 8",
        ),
    ]


def test_a_starship_stands_in_nobodys_way_but_that_of_others() -> None:
    """Back in the hex where its flight began it meets nobody, however large it is."""
    on = board(starship("Hawk", card="Frigate", speed=3))
    assert faults(on, "fly F R R R F") == [
        ("Hawk: step 4 of F R R R F: a silhouette 6 ship turns at most twice.", "step 4")
    ]


@each_row(
    ("named", "steps", "message"),
    [
        ("Fighter", "L L L L", "step 4 of L L L L: a silhouette 3 ship turns at most three times"),
        ("Corvette", "R L R", "step 3 of R L R: a silhouette 5 ship turns at most twice"),
        ("Frigate", "F F L L L", "step 5 of F F L L L: a silhouette 6 ship turns at most twice"),
        ("Station", "L R", "step 2 of L R: a silhouette 8 ship turns at most once"),
    ],
)
def test_turns_are_counted_by_silhouette_and_the_step_too_many_is_named(named: str, steps: str, message: str) -> None:
    """Rule: seed, "can change their facing up 180-degrees (3 faces)", 120 (2 faces), 60 (1 face)."""
    on = board(starship("Hawk", card=named))
    assert said(on, f"fly {steps}") == [f"Hawk: {message}."]


def test_a_hex_with_a_starship_of_silhouette_5_is_entered_by_nobody() -> None:
    """Rule: seed, "cannot be entered by any other starship of any size"; small ones may share."""
    on = board(starship("Hawk"), starship("Kestrel", "1A", card="Corvette"), starship("Kite", "1B"))
    assert said(on, "fly F") == ["Hawk: step 1 of F: a silhouette 5 ship is there, and nobody else may enter its hex."]
    assert said(on, "fly R F") == []


def test_a_starship_of_silhouette_5_enters_no_hex_that_holds_another() -> None:
    """Rule: house, rules.md, Stacking."""
    on = board(starship("Hawk", card="Corvette"), starship("Kite", "1A"))
    assert said(on, "fly F") == [
        (
            "Hawk: step 1 of F: another ship is there, and a silhouette 5 ship enters only empty hexes (silhouette 4 "
            "or less may share one)."
        )
    ]


@each_row(
    ("speed", "line", "message"),
    [
        (5, "accelerate", "Hawk flies at speed 5; its card allows 0 to 5."),
        (0, "decelerate", "Hawk flies at speed 0; its card allows 0 to 5."),
        (0, "fly F", "Hawk: step 1 of F: speed 0 allows 0 movement, and this step makes the total 1."),
    ],
)
def test_speed_has_its_limits(speed: int, line: str, message: str) -> None:
    on = board(starship("Hawk", speed=speed))
    assert said(on, line) == [message]
    assert said(board(starship("Hawk", speed=4)), "accelerate") == []
    assert said(board(starship("Hawk", speed=1)), "decelerate") == []


def test_an_attack_is_told_all_its_faults_at_once() -> None:
    assert faults(meeting(), "fly R R R", "fire forward-lasers at Kestrel zone aft toward A") == [
        (
            (
                "Hawk: Kestrel is 3 hexes away, at medium range. "
                "The reach of forward-lasers is short range, up to 2 hexes."
            ),
            "target",
        ),
        (
            (
                "Hawk: Kestrel is 3 hexes away, at medium range. A side is named only when the target is in the same "
                "hex. Leave out toward."
            ),
            "toward",
        ),
        (
            "Hawk: the target lies in its aft arc, outside the arcs of forward-lasers. Fire a weapon that bears.",
            "weapon",
        ),
        ("Hawk can hit only Kestrel's starboard zone. The aft zone is not open to Hawk.", "zone"),
    ]
    assert faults(meeting(), "fire laser at Kit") == [
        ("Hawk: There is no weapon laser. Weapons: forward-lasers, torpedoes.", "weapon"),
        ("Hawk: There is no target Kit. Did you mean Kite? Targets: Kea, Kestrel, Kite, Kobold, Krait.", "target"),
    ]


def test_where_several_zones_are_open_the_attacker_chooses_among_them() -> None:
    """Rule: seed, "the attacker chooses the shield zone to be attacked"."""
    choose = "Hawk can hit only Krait's aft and starboard zones. Choose: zone aft or starboard."
    assert said(meeting(), "fire torpedoes at Krait") == [choose]
    assert said(meeting(), "fire torpedoes at Krait zone aft") == []
    assert said(meeting(), "fire torpedoes at Krait zone starboard") == []
    # one open zone need not be named
    assert said(meeting(), "fire torpedoes at Kite") == said(meeting(), "fire torpedoes at Kite zone forward") == []


def test_in_one_hex_the_attacker_chooses_how_they_lie() -> None:
    """Rule: seed, "the attacker chooses the relative positions of the starships during a combat check"."""
    on = board(starship("Hawk"), starship("Kite", facing="D"))
    bears = [side for side in "ABCDEF" if not said(on, f"fire torpedoes at Kite zone forward toward {side}")]
    assert bears == ["A", "B", "F"]


def test_the_attack_is_judged_where_the_lines_above_it_lead_and_not_those_below() -> None:
    message = (
        "Hawk: Kestrel is 3 hexes away, at medium range. The reach of forward-lasers is short range, up to 2 hexes."
    )
    attack = "fire forward-lasers at Kestrel zone aft"
    assert said(meeting(), "fly F", attack) == []
    given = orders_of(attack, "fly F")
    assert [found.message for found in problems_at(meeting(), 1, given[0], given)][:1] == [message]


def test_whoever_holds_the_advantage_names_the_side_in_one_hex() -> None:
    """Rule: seed, "you determine the relative positions of both starships during attacks against each other"."""
    on = board(starship("Hawk"), starship("Kite", facing="D", advantage=("Hawk",)))
    assert said(on, "fire torpedoes at Kite toward A") == [
        "Hawk: Kite holds the advantage, so Kite names the side. Leave out toward."
    ]
    assert said(on, "fire torpedoes at Kite") == said(on, "fire torpedoes at Kite zone port") == []
    mine = board(starship("Hawk", advantage=("Kite",)), starship("Kite", facing="D"))
    assert said(mine, "fire torpedoes at Kite toward A") == []
    assert said(mine, "fire torpedoes at Kite") == [
        "Hawk: Kite is in the same hex. Name the side on which Kite lies: write toward, then a letter from A to F."
    ]


@pytest.mark.parametrize(
    ("weapon", "last", "message"),
    [
        (
            "forward-lasers",
            2,
            "Hawk: Kite is 3 hexes away, at medium range. The reach of forward-lasers is short range, up to 2 hexes.",
        ),
        (
            "torpedoes",
            5,
            "Hawk: Kite is 6 hexes away, at long range. The reach of torpedoes is medium range, up to 5 hexes.",
        ),
    ],
)
def test_a_weapon_reaches_to_the_last_hex_of_its_band(weapon: str, last: int, message: str) -> None:
    """Rule: seed, the table of range bands."""
    near, far = (board(starship("Hawk"), starship("Kite", f"{hexes}A")) for hexes in (last, last + 1))
    assert said(near, f"fire {weapon} at Kite") == []
    assert said(far, f"fire {weapon} at Kite") == [message]


def test_a_reach_of_one_hex_is_told_in_the_singular() -> None:
    lasers = StarshipWeapon(name="point-lasers", arcs=("forward",), reach="close", damage=5, critical=3)
    there = board(starship("Hawk"), starship("Kite", "2A"))
    there.classes["Fighter"] = evolve(there.classes["Fighter"], weapons=(lasers,))
    assert said(there, "fire point-lasers at Kite") == [
        "Hawk: Kite is 2 hexes away, at short range. The reach of point-lasers is close range, up to 1 hex."
    ]


def test_gain_the_advantage_is_for_small_starships_and_all_its_faults_are_told() -> None:
    """Rule: seed, "Prerequisites: Silhouette 4 or lower, in Close Range to an enemy Starship"."""
    size = "Hawk has silhouette 5. Gain the Advantage needs silhouette 4 or less."
    on = board(starship("Hawk", card="Corvette"), starship("Kite", "1A"), starship("Krait", "3A"))
    assert faults(on, "gain advantage on Kite") == [(size, None)]
    assert faults(on, "gain advantage on Krait") == [
        (size, None),
        (
            "Hawk: Krait is 3 hexes away, at medium range. Gain the Advantage needs close range, at most 1 hex.",
            "target",
        ),
    ]
    # up to 4, and the opponent may be of any size
    four = board(starship("Hawk"), starship("Kite", "1A"), cards=[card("Fighter", silhouette=4)])
    assert said(four, "gain advantage on Kite") == []
    large = board(starship("Hawk"), starship("Kestrel", "1A", card="Corvette"))
    assert said(large, "gain advantage on Kestrel") == []


def test_before_initiative_is_known_nobody_orders() -> None:
    on = meeting(stage="initiative", order=())
    assert said(on, "fly F") == [
        "Hawk can't take orders now. Initiative is settled first, and nobody gives orders for it."
    ]


def test_a_starship_that_is_shut_down_waits_for_its_strain_to_be_entered() -> None:
    on = board(starship("Hawk", strain=7, shut_down=True, speed=0))
    assert faults(on, "fly L") == [
        (
            "Hawk is shut down: strain 7, threshold 6. It acts again once its strain is entered as 6 or less.",
            "starship",
        )
    ]


def test_names_in_any_case_of_letters_find_their_own_spelling() -> None:
    on, (order,) = meeting(), orders_of("fire torpedoes at Kite")
    assert names(on, order, "weapon") == ("forward-lasers", "torpedoes")
    assert names(on, order, "target") == tuple(sorted(on.starships))
    assert names(on, order, "zone") == ()
    (nobody,) = orders_of("Nobody: fire torpedoes at Kite")
    assert names(on, nobody, "weapon") == ()


def test_a_file_is_told_the_place_of_each_fault() -> None:
    text = (
        "game duel\nturn 1\nstarship Hawk\n  fly F F L L L L L\n  fire torpedoes at Kestral\n"
        "starship Heron\n  fly F\n  fly L\n"
    )
    on, sheet = meeting(), read_sheet(text, LANGUAGE)
    given = [order for order in sheet.at(1) if isinstance(order, OfStarship)]
    found = check_sheet(
        sheet,
        LANGUAGE,
        lambda _, order: problems_at(on, 1, order, given) if isinstance(order, OfStarship) else (),
        ["Hawk", "Heron"],
    )
    turns, now = "of F F L L L L L: a silhouette 3 ship turns at most three times.", "This slot is for Hawk"
    assert [(fault.line, fault.column, fault.length, fault.message) for fault in found] == [
        (4, 17, 1, f"Hawk: step 6 {turns}"),
        (
            5,
            21,
            7,
            "Hawk: There is no target Kestral. Did you mean Kestrel? Targets: Kea, Kestrel, Kite, Kobold, Krait.",
        ),
        (7, 3, 5, f"Heron can't take orders now. {now}, and Anna gives the orders."),
        (8, 3, 5, f"Heron can't take orders now. {now}, and Anna gives the orders."),
    ]


def test_asteroids_that_are_only_left_ask_for_a_check_too() -> None:
    """Rule: seed, "Flying through an asteroid field requires a Piloting check"; the hex it starts in counts, house."""
    on = board(starship("Hawk"), terrain("Belt", "asteroid-field", ""))
    assert said(on, "fly F with 1 boost") == []
    assert said(on, "fly L with 1 boost") == [
        "Hawk makes no check, because this flight meets no asteroid field. Leave out `with` and what follows it."
    ]


def test_a_step_too_many_is_shown_in_the_file() -> None:
    text = "game duel\nturn 1\nstarship Hawk\n  fly F F L L L\n"
    on, sheet = board(starship("Hawk", card="Frigate")), read_sheet(text, LANGUAGE)
    given = [order for order in sheet.at(1) if isinstance(order, OfStarship)]
    found = check_sheet(
        sheet, LANGUAGE, lambda _, order: problems_at(on, 1, given[0], given) if order else (), ["Hawk"]
    )
    assert render_all(found, "anna.txt", text) == (
        (
            "anna.txt:4:15: Hawk: step 5 of F F L L L: a silhouette 6 ship turns at most twice.\n"
            "      fly F F L L L\n"
            "                  ^"
        ),
    )
