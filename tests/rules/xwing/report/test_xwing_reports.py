"""What X-Wing shows of a board, what differs between two, and how each event is explained."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine, TextTable
from sits_es.report.scenes import ShapeScene
from sits_es.report.working import Context, Working
from sits_es.rules.chapters import facts_of
from sits_es.rules.xwing.attacks.facts import AttackDeclared
from sits_es.rules.xwing.board import Board
from sits_es.rules.xwing.dials.facts import DialsRevealed
from sits_es.rules.xwing.entries.facts import EntryCounted, ShipLost
from sits_es.rules.xwing.moves.facts import ShipMoved
from sits_es.rules.xwing.report import REPORT
from sits_es.rules.xwing.setting_up.facts import ObjectLaid, TableLaid
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import HAWK, HERON, KESTREL, KITE, at, board, enter, lines
from tests.shared.rows import each_row
from tests.shared.view_samples import forms_of
from tests.shared.xwing_order_lines import LINES

#: Kestrel's front arc holds a corner of Hawk, which is also in its right arc.
STANDS = (at("Kestrel", "-60", "-20"), at("Hawk", "94", "120", "180"))


def told(blocks: Iterable[Block]) -> dict[str, list[tuple[str, ...]]]:
    """The rows under each heading; lines as rows of one."""
    found: dict[str, list[tuple[str, ...]]] = {}
    heading = ""
    for block in blocks:
        match block:
            case Heading(text=text):
                heading = text
            case TextTable(rows=rows):
                found.setdefault(heading, []).extend(rows)
            case ReportLine():
                found.setdefault(heading, []).append((block.text,))
            case _:
                assert isinstance(block, Picture)
    return found


def test_a_board_shows_ships_firing_arcs_relations_and_attacks() -> None:
    stands, _ = enter(board(*STANDS, ships=(KESTREL, KITE, HAWK)), "red", "Kestrel: attack Hawk with Lasers")
    stands, _ = enter(stands, "blue", "Hawk: dispute 1: no", "Hawk: lose 1 hull", "Hawk: critical: Loose plate")
    assert told(REPORT.board(stands)) == {
        "Ships": [
            ("Hawk", "blue", "small", "94,120", "180", "", "0 of 0", "2 of 3"),
            ("Kestrel", "red", "small", "-60,-20", "0", "", "2 of 2", "3 of 3"),
            ("Kite", "red", "small", "not placed", "", "left", "2 of 2", "3 of 3"),
            ("Hawk has 1 critical hit: Loose plate",),
        ],
        "Who is in whose firing arcs": [
            ("Hawk", "Kestrel", "front at range 2", "151.644 mm"),
            ("Kestrel", "Hawk", "front at range 2", "151.644 mm"),
        ],
        "Who is behind, in front of or flanking whom": [
            ("Hawk", "in front of", "Kestrel"),
            ("Kestrel", "in front of", "Hawk"),
        ],
        "Attacks": [("1", "1.1", "Kestrel", "Hawk", "Lasers", "front", "2", "disputed by blue")],
    }


def test_behind_in_front_and_flanking_are_told_of_enemies() -> None:
    """A ship that crosses the midway line flanks; one in the full rear arc that does not is behind."""
    stands = board(
        at("Kestrel", "0", "0"), at("Hawk", "0", "-140", "90"), at("Heron", "200", "0"), ships=(KESTREL, HAWK, HERON)
    )
    rows = told(REPORT.board(stands))["Who is behind, in front of or flanking whom"]
    assert rows == [
        ("Hawk", "behind", "Kestrel"),
        ("Heron", "flanking", "Kestrel"),
        ("Kestrel", "flanking", "Hawk"),
        ("Kestrel", "flanking", "Heron"),
    ]


def test_a_player_sees_the_own_firing_arcs_and_in_detail_everybodys_weapons() -> None:
    stands = board(*STANDS, ShipLost(ship="Kite"), ships=(KESTREL, KITE, HAWK))
    mine = told(REPORT.board(stands, player="red", detail=True))
    assert [row[0] for row in mine["Who is in whose firing arcs"]] == ["Kestrel"]
    assert mine["Ships"][-1][3] == "lost"
    assert mine["Weapons"] == [
        ("Hawk", "Lasers", "primary", "front", ""),
        ("Kestrel", "Lasers", "primary", "front", ""),
        ("", "Torpedoes", "torpedo", "front", ""),
        ("Kite", "Lasers", "primary", "front", ""),
        ("", "Turret", "primary", "turret", ""),
    ]


def test_before_anybody_is_placed_there_are_only_ships() -> None:
    assert list(told(REPORT.board(board()))) == ["Ships"]


def test_the_picture_has_every_placed_ship_its_firing_arcs_and_the_table() -> None:
    stands = board(*STANDS, at("Kite", "0", "-200"), table=("914", "600"))
    scene: Any = REPORT.scene(stands)
    assert [thing.name for thing in scene.markers] == ["Hawk", "Kestrel", "Kite"]
    assert [(area.of, area.name) for area in forms_of(scene, "area")] == [
        ("Hawk", "front arc"),
        ("Kestrel", "front arc"),
        ("Kite", "front arc"),
        ("Kite", "left arc"),
    ]
    assert scene.edges == ((-457.0, -300.0), (457.0, 300.0))
    assert "turret left" in scene.markers[2].facts


def test_a_board_for_programs_keeps_decimals_as_texts() -> None:
    stands, _ = enter(board(*STANDS, ships=(KESTREL, HAWK)), "red", "Kestrel: attack Hawk with Lasers")
    found: Any = REPORT.standing(stands)
    assert found["now"] == {"round": 1, "entry": 2}
    assert found["ships"]["Kestrel"] == {
        "player": "red",
        "side": "red",
        "base": "small",
        "place": ["-60", "-20"],
        "facing": "0",
        "turret": [],
        "firing_arcs": ["front"],
        "shields": 2,
        "hull": 3,
        "criticals": [],
    }
    assert found["sightings"][1] == {
        "ship": "Kestrel",
        "enemy": "Hawk",
        "distance": "151.644",
        "range": 2,
        "arc_range": {"front": 2},
        "relation": "in front",
    }
    assert found["attacks"] == [
        {
            "attack": 1,
            "at": "1.1",
            "ship": "Kestrel",
            "target": "Hawk",
            "weapon": "Lasers",
            "arcs": ["front", "right", "full-front"],
            "arc": "front",
            "range": 2,
            "state": "declared",
        }
    ]
    gone: Any = REPORT.standing(board(ShipLost(ship="Kite")))["ships"]["Kite"]
    assert gone["gone"] == "lost"
    assert not gone.keys() & {"place", "facing"}


def test_once_a_game_is_over_no_entry_is_at_hand() -> None:
    stands = board(*STANDS, ShipLost(ship="Hawk"), ships=(KESTREL, HAWK))
    assert "now" not in REPORT.standing(stands)


def test_two_boards_differ_by_ship_and_by_attack() -> None:
    one = board(*STANDS, ships=(KESTREL, HAWK))
    other, _ = enter(one, "red", "Kestrel: attack Hawk with Lasers", "Kestrel: move on to 0,0 facing 90")
    other, _ = enter(other, "red", "Kestrel: lose 1 shield", "Kestrel: critical: Leak")
    assert REPORT.differences(one, one) == []
    assert REPORT.differences(one, other) == [
        ("Kestrel", "place", "-60,-20", "0,0"),
        ("Kestrel", "facing", "0", "90"),
        ("Kestrel", "shields", "2", "1"),
        ("Kestrel", "critical hits", "none", "Leak"),
        ("attack 1", "attack", "not there", "on record"),
    ]
    ruled, _ = enter(other, "red", "Kestrel: dispute 1: a", "Kestrel: ruling 1 stands: b")
    assert REPORT.differences(other, ruled) == [("attack 1", "state", "declared", "stands")]


def explained(stands: Board | None, fact: Event) -> Working:
    return REPORT.explain(Context(event=fact, board=stands, earlier=(), later=()))


def test_an_attack_is_explained_by_its_arcs_in_words_with_lengths() -> None:
    stands = board(*STANDS, ships=(KESTREL, HAWK))
    (fact,) = lines("Kestrel: attack Hawk with Lasers")
    found = explained(stands, fact)
    assert found.steps == (
        "Kestrel stands at -60,-20 facing 0, Hawk at 94,120 facing 180.",
        "The closest points of their bases are 151.644 mm apart: range 2.",
        "Hawk is in Kestrel's front arc with 6.0 mm2 of its base, the closest part 177.665 mm away: range 2.",
        "Hawk is in Kestrel's right arc with 1594.0 mm2 of its base, the closest part 151.644 mm away: range 2.",
        "Hawk is in Kestrel's full-front arc with 1600.0 mm2 of its base, the closest part 151.644 mm away: range 2.",
        "Lasers attacks in its front arc.",
        "So the attack is made in the front arc, at range 2.",
    )
    assert found.values["area"] == {"front": 6.0, "right": 1594.0, "full-front": 1600.0}
    after, followed_by = enter(
        stands, "red", "Kestrel: attack Hawk with Lasers", "Kestrel: move on to 300,300 facing 0"
    )
    (declared,) = (fact for fact in followed_by if isinstance(fact, AttackDeclared))
    assert explained(after, declared).steps == found.steps


def test_a_turret_attack_is_explained_by_where_the_turret_points() -> None:
    stands = board(at("Kite", "0", "0"), at("Hawk", "-140", "0"))
    (fact,) = lines("Kite: attack Hawk with Turret")
    assert explained(stands, fact).steps[-2] == "Turret attacks where its turret points: left."


def test_an_attack_by_a_ruling_says_by_which_and_one_beyond_range_that_it_is_in_no_arc() -> None:
    stands = board(at("Kite", "0", "0"), at("Hawk", "-900", "0"))
    (fact,) = lines("Kite: attack Hawk with Turret by ruling: a wormhole")
    assert explained(stands, fact).steps[1:] == (
        "The closest points of their bases are 860 mm apart: beyond range 3.",
        "Hawk is in none of Kite's arcs.",
        "A ruling allows it: a wormhole",
    )


def test_a_move_is_explained_by_how_far_and_from_where() -> None:
    stands = board(*STANDS, ships=(KESTREL, HAWK))
    ways = {"-30,20 facing 45": "It turns 45 degrees clockwise.", "-60,-20 facing 0": "It keeps its facing."}
    ways |= {
        "0,60 facing 315": "It turns 45 degrees counter-clockwise.",
        "0,0 facing 180": "It turns 180 degrees clockwise.",
    }
    far = {"-30,20 facing 45": "50", "-60,-20 facing 0": "0", "0,60 facing 315": "100", "0,0 facing 180": "63.246"}
    for to, way in ways.items():
        _, (fact, _) = enter(stands, "red", f"Kestrel: move on to {to}")
        assert explained(stands, fact).steps == (
            "Kestrel was at -60,-20 facing 0.",
            f"The middle of the base is {far[to]} mm from where it was.",
            way,
        )


@each_row(
    ("line", "steps"),
    [
        ("lose 1 shield 2 hull", ("Shields: 2 - 1 = 1.", "Hull: 3 - 2 = 1.")),
        ("regain 1 hull", ("Hull: 3 + 1 = 4.",)),
        (
            "rotate rear",
            ("Before, it pointed to left.", "Now it points to rear: a firing arc of Kite as well as a standard arc."),
        ),
        (
            "rotate rear by ruling: odd",
            (
                "Before, it pointed to left.",
                "By a ruling: odd",
                "Now it points to rear: a firing arc of Kite as well as a standard arc.",
            ),
        ),
        ("note: x", ()),
    ],
)
def test_what_displays_and_turrets_come_to_is_explained(line: str, steps: tuple[str, ...]) -> None:
    (fact,) = lines(f"Kite: {line}")
    assert explained(board(), fact).steps == steps


def test_a_ship_is_explained_by_its_firing_arcs_and_whence_each_is() -> None:
    """Firing arcs: shaded arcs on the token, turret arcs, and of upgrades a primary weapon's arc."""
    found = explained(None, KITE)
    assert found.steps == (
        "The ship's single turret arc indicator points to left at set-up.",
        "Front is a firing arc: it is shaded on the token.",
        "Left is a firing arc: the turret points toward it.",
    )


def test_a_dispute_and_a_ruling_are_explained_with_the_attack_measured_again() -> None:
    stands, _ = enter(board(*STANDS, ships=(KESTREL, HAWK)), "red", "Kestrel: attack Hawk with Lasers")
    dispute, stays, falls = lines("Hawk: dispute 1: a", "Hawk: ruling 1 stands: b", "Hawk: ruling 1 does not stand: b")
    assert explained(stands, dispute).steps[0] == "Attack 1: Kestrel at Hawk with Lasers; so far: declared."
    assert len(explained(stands, dispute).steps) == len(explained(stands, stays).steps) == 6
    assert explained(stands, falls).steps[-1] == "Correct the attack's effects with separate entries, such as regain."


def test_every_fact_of_the_rules_is_explained_by_a_rule() -> None:
    facts: list[Event] = [
        TableLaid(width="9", height="9"),
        KITE,
        *(fact for _, fact in LINES),
        ObjectLaid(name="Rock", kind="asteroid", radius="30"),
        DialsRevealed(dials=()),
        ShipMoved(ship="Kite", template="on", x="0", y="0", facing="0"),
        AttackDeclared(attack=1, ship="Kite", target="Hawk", weapon="Lasers", arcs=(), arc=None, range=None),
        ShipLost(ship="Kite"),
        EntryCounted(turn=1, entry=1, last=True),
        EntryCounted(turn=1, entry=1),
    ]
    assert {type(fact) for fact in facts} == set(facts_of("sits_es.rules.xwing"))
    assert all(explained(None, fact).rule for fact in facts)
    assert explained(None, facts[-2]).steps == ("Next comes round 2, entry 1.",)
    assert explained(None, facts[-1]).steps == ("Next comes round 1, entry 2.",)


def stage(before: Board, player: str, *written: str) -> Stage:
    """An entry as a report gets it."""
    after, followed_by = enter(before, player, *written)
    return Stage(label="1.1", before=before, facts=[*lines(*written), *followed_by], after=after)


def test_an_entry_is_reported_with_each_attacks_proof_and_its_picture() -> None:
    stands = board(at("Kestrel", "-60", "-140"), STANDS[1], ships=(KESTREL, HAWK))
    blocks = list(
        REPORT.exchange(
            stage(stands, "red", "Kestrel: move on to -60,-20 facing 0", "Kestrel: attack Hawk with Lasers"),
            SYSTEM.tell,
        )
    )
    found = told(blocks)
    assert found["Round 1, entry 1"] == [
        ("Kestrel moves by on to -60,-20 facing 0: 120 mm from -60,-140 facing 0.",),
        (
            (
                "Attack 1: Kestrel attacks Hawk with Lasers in front at range 2; "
                "Hawk is in its front, right and full-front arcs."
            ),
        ),
    ]
    assert found["Attack 1"][-1] == ("So the attack is made in the front arc, at range 2.",)
    (picture,) = [block.scene for block in blocks if isinstance(block, Picture)]
    assert isinstance(picture, ShapeScene)
    assert [thing.name for thing in picture.markers] == ["Kestrel", "Hawk"]
    assert [(area.name, area.weight) for area in forms_of(picture, "area")] == [
        ("front arc", "strong"),
        ("right arc", "open"),
        ("full front arc", "open"),
    ]
    (overlap,) = forms_of(picture, "overlap")
    assert (overlap.inside, overlap.of, overlap.name) == ("Hawk", "Kestrel", "front arc")


def test_an_attack_by_a_ruling_is_drawn_with_every_arc_that_holds_the_target() -> None:
    stands = board(at("Whale", "0", "0"), at("Kestrel", "200", "0"))
    blocks = REPORT.exchange(stage(stands, "blue", "Whale: attack Kestrel with Turret by ruling: it may"), SYSTEM.tell)
    (picture,) = [block.scene for block in blocks if isinstance(block, Picture)]
    assert isinstance(picture, ShapeScene)
    assert {area.weight for area in forms_of(picture, "area")} == {"strong"}
    assert [overlap.name for overlap in forms_of(picture, "overlap")] == [
        "right arc",
        "full front arc",
        "full rear arc",
    ]


def test_several_entries_are_reported_in_short_with_the_table_as_they_left_it() -> None:
    one = stage(board(ships=(KESTREL, HAWK)), "red", "Kestrel: place at 0,0 facing 0", "Kestrel: end round")
    two = stage(one.after, "blue", "Hawk: lose 1 hull")
    blocks = list(REPORT.turn([one, two], SYSTEM.tell))
    assert told(blocks) == {
        "Round 1, entry 1": [("Kestrel is placed at 0,0 facing 0.",), ("Kestrel's player ends the round.",)],
        "Round 2, entry 1": [("Hawk loses 1 hull.",)],
    }
    assert [type(block) for block in blocks[-2:]] == [Heading, Picture]
    assert told(REPORT.turn([], SYSTEM.tell)) == {"": [("Nothing has been entered.",)]}


def test_a_ship_is_headed_by_its_side_and_by_its_player_where_that_is_another_name() -> None:
    for player, title in (("red", "Kestrel: red"), ("anna", "Kestrel: red (anna)")):
        (head, *_) = REPORT.unit(board(ships=[evolve(KESTREL, player=player)]), "Kestrel")
        assert head == Heading(title, major=True)
