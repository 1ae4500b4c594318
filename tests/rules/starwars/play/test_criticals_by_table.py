"""Critical hits that a table decides: what they do at once, what they take as long as they last, and how they are told.

Rule: rules.md, Critical hits. A Fighter has speed 5, armour 2, hull 40 and strain 6 here; its weapons are, in order,
forward-lasers, torpedoes and turret.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Coded, Event
from sits_es.report import Stage, report_of
from sits_es.report.working import Context
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.crews.facts import DamageRepaired, StarshipSlowed
from sits_es.rules.starwars.harm.facts import (
    CriticalMended,
    CriticalSuffered,
    ShieldsEntered,
    StarshipLost,
    StarshipRestored,
    StarshipShutDown,
    StrainSuffered,
    TraumaSuffered,
)
from sits_es.rules.starwars.harm.rules import enter
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.orders.template import template
from sits_es.rules.starwars.qualities.facts import Beam
from sits_es.rules.starwars.starship_class import Skill
from sits_es.rules.starwars.starwars import SYSTEM
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.views.board import about_starships, starships, state_of
from sits_es.rules.starwars.views.sights import sights
from tests.rules.starwars.crewed import effect
from tests.rules.starwars.fleets import starship, terrain
from tests.rules.starwars.order_refusals import faults, said
from tests.rules.starwars.play.at_play import kinds, of, ordered, played, voided
from tests.rules.starwars.tabled import (
    ALL,
    ARMOUR,
    GUNNERY,
    LOST,
    PILOTING,
    SHIELDS,
    SPEED,
    STOPPED,
    STRAIN,
    TABLE,
    TRAUMA,
    WEAPON,
    tabled,
)
from tests.shared.rows import each_row

REPORT = report_of("starwars")

#: Hawk's pilot hits with a triumph and one success besides; the forward-lasers do 5, and Kite has armour 2.
FIRE = "Hawk: fire forward-lasers at Kite"
TRIUMPH = "ability:blank ability:s proficiency:triumph difficulty:blank difficulty:blank"
SCORE = "Hawk: spend 1 triumph: critical hit"


def scored(result: int, **more: Any) -> tuple[Board, list[Event]]:
    """What comes of a critical hit of Hawk on Kite that is rolled so."""
    on = tabled(**more)
    played(on, FIRE, dice=TRIUMPH)
    return on, played(on, SCORE, dice=f"d100:{result}")


def left(on: Board, name: str = "Hawk") -> tuple[Any, ...]:
    """All that critical hits take from, as the board has it."""
    craft = on.starships[name]
    skills: tuple[Skill, ...] = ("piloting", "gunnery", "computers")
    setback = tuple(map(craft.setback_of, skills))
    weapons = tuple(weapon.name for weapon in on.weapons_of(craft))
    return on.armour_of(craft), on.speed_of(craft), craft.shields_left, setback, weapons


UNHURT = (2, 5, (2, 1, 0, 0), (0, 0, 0), ("forward-lasers", "torpedoes", "turret"))
SHIELDED = {"shields": (2, 1, 0, 0)}


# what lasts


@each_row(
    ("results", "leaves"),
    [
        ([], {}),
        ([ARMOUR], {0: 1}),
        ([ARMOUR, ARMOUR], {0: 0}),
        ([ARMOUR, ARMOUR, ARMOUR], {0: 0}),  # never below 0
        ([SPEED], {1: 4}),
        ([SPEED, ALL], {0: 0, 1: 0, 2: (1, 0, 0, 0), 3: (1, 1, 0), 4: ("torpedoes", "turret")}),
        ([ALL, ALL], {0: 0, 1: 0, 2: (0, 0, 0, 0), 3: (2, 2, 0), 4: ("turret",)}),  # nor is speed
        ([SHIELDS], {2: (1, 0, 0, 0)}),
        ([SHIELDS, SHIELDS, SHIELDS], {2: (0, 0, 0, 0)}),
        ([PILOTING], {3: (1, 0, 0)}),
        ([GUNNERY], {3: (0, 2, 0)}),
        ([PILOTING, PILOTING, GUNNERY], {3: (2, 2, 0)}),
        ([WEAPON], {4: ("torpedoes", "turret")}),
        ([WEAPON, WEAPON], {4: ("turret",)}),
        ([WEAPON, WEAPON, WEAPON, WEAPON], {4: ()}),
        ([TRAUMA, STRAIN], {}),
    ],
)
def test_what_critical_hits_take_is_worked_out_from_those_that_a_starship_has(
    results: list[int], leaves: dict[int, Any]
) -> None:
    expected = tuple(leaves.get(at, value) for at, value in enumerate(UNHURT))
    assert left(tabled(*results, hawk=SHIELDED)) == expected


RESULTS = st.lists(st.integers(1, 100), max_size=8)


@given(results=RESULTS, data=st.data())
def test_the_order_of_critical_hits_does_not_matter(results: list[int], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(results))
    assert left(tabled(*shuffled, hawk=SHIELDED)) == left(tabled(*results, hawk=SHIELDED))


@given(results=RESULTS, result=st.integers(1, 100), repaired=st.booleans())
def test_a_critical_hit_that_is_mended_or_repaired_gives_back_just_what_it_took(
    results: list[int], result: int, repaired: bool
) -> None:
    on = tabled(*results, hawk=SHIELDED)
    before, number = left(on), len(results) + 1
    on.wound("Hawk", number, result)
    mended: CriticalMended | DamageRepaired = CriticalMended(starship="Hawk", critical=number)
    if repaired:
        mended = DamageRepaired(starship="Hawk", what="critical", points=0, total=0, critical=number)
    mended.apply(on)
    assert left(on) == before


@given(results=RESULTS)
def test_no_more_critical_hits_ever_leave_more(results: list[int]) -> None:
    boards = [left(tabled(*results[:count], hawk=SHIELDED)) for count in range(len(results) + 1)]
    for before, after in pairwise(boards):
        assert all(now <= then for now, then in zip(after[:3], before[:3], strict=True))
        assert all(now >= then for now, then in zip(after[3], before[3], strict=True))
        assert set(after[4]) <= set(before[4])


def test_without_a_table_nothing_is_taken_and_its_players_look_it_up() -> None:
    on, facts = scored(ALL, critical_table=None)
    assert of(facts, CriticalSuffered)[0].text == ""
    assert kinds(facts) == ["ResultSpent", "CriticalSuffered"]
    assert left(on, "Kite") == (2, 5, (0, 0, 0, 0), (0, 0, 0), UNHURT[4])
    assert SYSTEM.tell(facts[-1]).endswith(": 95; look it up in your own table.")


# what comes of one at once

EVERYTHING = (
    "Hit 9 (armour -2, speed -4, shields -1 in each zone, Piloting +1 setback, Gunnery +1 setback and a weapon out)"
)


@each_row(
    ("result", "text"),
    [
        (1, "Hit 0 (armour -1)"),
        (10, "Hit 0 (armour -1)"),
        (11, "Hit 1 (speed -1)"),
        (50, "Hit 4 (Gunnery +2 setback)"),
        (51, "Hit 5 (a weapon out)"),
        (100, EVERYTHING),
    ],
)
def test_the_row_of_the_result_stands_on_the_critical_hit_at_once(result: int, text: str) -> None:
    on, facts = scored(result)
    (suffered,) = of(facts, CriticalSuffered)
    assert (suffered.result, suffered.text) == (result, text)
    (hit,) = on.starships["Kite"].criticals
    assert (hit.text, hit.row) == (text, TABLE.row_of(result))


def test_earlier_critical_hits_add_10_each_and_lead_to_a_later_row() -> None:
    on = tabled()
    on.wound("Kite", 1, ARMOUR)
    on.wound("Kite", 2, ARMOUR)
    played(on, FIRE, dice=TRIUMPH)
    (suffered,) = of(played(on, SCORE, dice="d100:40"), CriticalSuffered)
    assert (suffered.critical, suffered.added, suffered.result, suffered.text) == (3, 20, 60, "Hit 5 (a weapon out)")


def test_hull_trauma_and_strain_of_a_critical_hit_go_past_the_armour() -> None:
    """Kite has suffered 5 + 2 - 2 hull trauma of the attack itself."""
    _, facts = scored(TRAUMA)
    (trauma,) = of(facts, TraumaSuffered)
    why = Coded("critical", (1,))
    assert trauma == TraumaSuffered(starship="Kite", why=why, damage=3, armour=0, trauma=3, total=8)
    assert SYSTEM.tell(trauma) == "Kite suffers 3 hull trauma from critical hit 1; its total is 8."
    _, facts = scored(STRAIN)
    (strain,) = of(facts, StrainSuffered)
    assert strain == StrainSuffered(starship="Kite", why=why, strain=2, total=2)
    assert SYSTEM.tell(strain) == "Kite suffers 2 system strain from critical hit 1; its total is 2."


@each_row(
    ("result", "kite", "follows"),
    [
        (TRAUMA, {"trauma": 32}, ["TraumaSuffered"]),  # 32 + 5 + 3 = 40, the threshold
        (TRAUMA, {"trauma": 33}, ["TraumaSuffered", "StarshipLost"]),
        (STRAIN, {"strain": 4}, ["StrainSuffered"]),
        (STRAIN, {"strain": 5}, ["StrainSuffered", "StarshipShutDown"]),
        (STOPPED, {}, ["StarshipShutDown"]),
        (SPEED, {"speed": 5}, ["StarshipSlowed"]),
        (SPEED, {"speed": 4}, []),
        (ALL, {"speed": 2}, ["StarshipSlowed"]),
        (ARMOUR, {"speed": 5}, []),
    ],
)
def test_what_follows_from_a_critical_hit(result: int, kite: dict[str, int], follows: list[str]) -> None:
    _, facts = scored(result, kite=kite)
    assert kinds(facts) == ["ResultSpent", "CriticalSuffered", *follows]


def test_a_starship_that_is_faster_than_is_left_to_it_is_slowed() -> None:
    on, facts = scored(ALL, kite={"speed": 5})
    assert facts[-1] == StarshipSlowed(starship="Kite", speed=1, by="Hawk", critical=1)
    assert SYSTEM.tell(facts[-1]) == "Kite is slowed to speed 1 by critical hit 1."
    assert on.starships["Kite"].speed == 1
    CriticalMended(starship="Kite", critical=1).apply(on)
    assert (on.starships["Kite"].speed, on.speed_of(on.starships["Kite"])) == (1, 5), "it can go faster again"


def test_from_the_last_row_on_a_starship_is_lost() -> None:
    on = tabled()
    on.wound("Kite", 1, ARMOUR)
    played(on, FIRE, dice=TRIUMPH)
    facts = played(on, SCORE, dice="d100:91")
    assert facts[-1] == StarshipLost(starship="Kite", critical=2)
    assert SYSTEM.tell(facts[-1]) == "Kite is lost to critical hit 2."
    assert on.on_map("Kite") is None


def test_of_several_despairs_among_asteroids_none_is_rolled_once_the_starship_is_lost() -> None:
    """Ten critical hits already add 100; the second despair rolls nothing."""
    on = tabled(*[TRAUMA] * 10)
    on.terrain["Belt"] = terrain("Belt", "asteroid-field", "1A", setback=0)
    pool = "ability:blank proficiency:blank proficiency:blank challenge:despair challenge:despair"
    flown = played(on, "Hawk: fly F L F with 2 harder", dice=f"{pool} d100:1")
    assert kinds(flown)[-2:] == ["CriticalSuffered", "StarshipLost"]


def test_what_is_lost_is_not_slowed_as_well() -> None:
    end = evolve(TABLE.rows[0], most=None, lost=True, speed=5)
    _, facts = scored(1, critical_table=evolve(TABLE, rows=(end,)))
    assert kinds(facts) == ["ResultSpent", "CriticalSuffered", "StarshipLost"]


# shut down


def shut_down() -> Board:
    """Hawk, shut down by critical hit 1."""
    on = tabled(STOPPED)
    StarshipShutDown(starship="Hawk", critical=1).apply(on)
    return on


def test_a_starship_is_shut_down_until_the_critical_hit_is_entered_as_mended() -> None:
    _, facts = scored(STOPPED)
    assert facts[-1] == StarshipShutDown(starship="Kite", critical=1)
    told = "Kite shuts down because of critical hit 1; its speed is 0 and it has no slot."
    assert SYSTEM.tell(facts[-1]) == told
    on = shut_down()
    assert said(on, "fly F") == [
        "Hawk is shut down by critical hit 1. It acts again once the hit is entered as repaired."
    ]
    assert enter(on, "Anna", entered(on, "strain +1")) == []
    assert enter(on, "Anna", entered(on, "critical 1 mended")) == [StarshipRestored(starship="Hawk")]
    assert on.has_slot("Hawk")


def entered(on: Board, *lines: str) -> list[Any]:
    """Facts that a player enters, on the board."""
    facts = ordered(*(f"Hawk: {line}" for line in lines))
    for fact in facts:
        fact.apply(on)
    return facts


def test_strain_beyond_the_threshold_is_told_first_where_both_shut_it_down() -> None:
    on = shut_down()
    on.starships["Hawk"].strain = 7
    assert said(on, "fly F") == [
        "Hawk is shut down: strain 7, threshold 6. It acts again once its strain is entered as 6 or less."
    ]
    on.starships["Hawk"].strain = 6
    assert said(on, "fly F") == [
        "Hawk is shut down by critical hit 1. It acts again once the hit is entered as repaired."
    ]
    on.starships["Hawk"].strain = 7
    assert enter(on, "Anna", entered(on, "critical 1 mended")) == []
    assert enter(on, "Anna", entered(on, "strain -1")) == [StarshipRestored(starship="Hawk")]


def test_strain_within_the_threshold_restores_nobody_whom_a_critical_hit_has_shut_down() -> None:
    on = shut_down()
    on.starships["Hawk"].strain = 7
    assert enter(on, "Anna", entered(on, "strain -1")) == []
    on = tabled(STOPPED)
    assert enter(on, "Anna", entered(on, "strain +7")) == [StarshipShutDown(starship="Hawk")]


# armour, shields, dice


@each_row(("results", "trauma"), [([], 5), ([ARMOUR], 6), ([ARMOUR, ARMOUR], 7), ([ALL, ARMOUR], 7)])
def test_a_hit_does_more_to_cracked_armour(results: list[int], trauma: int) -> None:
    """Two successes with damage 5 against armour 2."""
    on = tabled()
    for number, result in enumerate(results, 1):
        on.wound("Kite", number, result)
    assert f"less {7 - trauma} armour;" in " ".join(forecast(on, "Anna", {1: ordered(FIRE)}))
    (suffered,) = of(played(on, FIRE, dice=TRIUMPH), TraumaSuffered)
    assert suffered.trauma == trauma


@each_row(("results", "trauma"), [([], 8), ([ARMOUR], 9)])
def test_asteroids_do_more_to_cracked_armour(results: list[int], trauma: int) -> None:
    on = tabled(*results)
    on.terrain["Belt"] = terrain("Belt", "asteroid-field", "1A", setback=0)
    line = "Hawk: fly F"
    assert f"each net threat would be {trauma} hull trauma" in " ".join(forecast(on, "Anna", {1: ordered(line)}))
    thrown = "ability:blank proficiency:blank proficiency:blank difficulty:t"
    (suffered,) = of(played(on, line, dice=thrown), TraumaSuffered)
    assert suffered.trauma == trauma


def test_fewer_shields_are_fewer_setback_dice_for_an_attack() -> None:
    on = tabled(kite={"shields": (2, 0, 0, 0)})
    on.wound("Kite", 1, SHIELDS)
    played(on, FIRE, dice=f"{TRIUMPH} setback:blank")
    on = tabled(kite={"shields": (1, 0, 0, 0)})
    on.wound("Kite", 1, SHIELDS)
    played(on, FIRE, dice=TRIUMPH)


def test_only_shields_that_are_left_can_be_angled() -> None:
    on = tabled(SHIELDS, hawk={"shields": (1, 2, 0, 0)})
    assert said(on, "angle shields from forward to port") == ["Hawk: the forward zone has no shields to give."]
    assert faults(on, "angle shields from aft to forward") == []
    played(on, "Hawk: angle shields from aft to forward")
    assert on.starships["Hawk"].shields_left == (1, 0, 0, 0)


def test_what_is_entered_of_shields_is_before_critical_hits() -> None:
    on = tabled(SHIELDS)
    fact = ShieldsEntered(starship="Hawk", zone="aft", shields=3)
    assert explained(on, fact) == (
        "The aft zone has 3 shields instead of 0.",
        "Critical hits leave 2 of them: 3 - 1, at least 0.",
    )
    fact.apply(on)
    assert on.starships["Hawk"].shields_left == (0, 2, 0, 0)
    assert explained(on, evolve(fact, shields=0))[-1] == "Critical hits leave 0 of them: 0 - 1, at least 0."
    assert len(explained(tabled(), fact)) == 1


@each_row(
    ("result", "line", "setback"),
    [
        (PILOTING, "check piloting difficulty 0", 1),
        (PILOTING, "check gunnery difficulty 0", 0),
        (PILOTING, "check computers difficulty 0", 0),
        (GUNNERY, "check gunnery difficulty 0", 2),
        (GUNNERY, "check piloting difficulty 0", 0),
        (GUNNERY, "check gunnery difficulty 0 by gunner", 2),
        (GUNNERY, "fire forward-lasers at Kite", 2),
        (GUNNERY, "fire turret at Kite by gunner", 2),
        (PILOTING, "fire forward-lasers at Kite", 0),
        (PILOTING, "fly F", 1),
        (GUNNERY, "fly F", 0),
        (PILOTING, "gain advantage on Kestrel", 1),
        (GUNNERY, "gain advantage on Kestrel", 0),
        (ARMOUR, "fly F", 0),
    ],
)
def test_critical_hits_put_setback_dice_on_the_starships_own_checks_of_a_skill(
    result: int, line: str, setback: int
) -> None:
    on = tabled(result)
    on.starships["Kestrel"] = starship("Kestrel", "1B")
    on.terrain["Belt"] = terrain("Belt", "asteroid-field", "1A", setback=0)
    said_ = " ".join(forecast(on, "Anna", {1: ordered(f"Hawk: {line}")}))
    assert f"{setback} setback di" in said_ if setback else "setback" not in said_


def test_the_dice_of_critical_hits_have_their_reason_in_the_pool() -> None:
    from sits_es.rules.starwars.checks.rules import attack_parts

    on = tabled(GUNNERY)
    parts = attack_parts(on, on.starships["Hawk"], on.starships["Kite"], "forward", 0)
    assert str(parts[-1]) == "Hawk's critical hits: 2 setback dice: 2 ability 1 proficiency 2 difficulty 2 setback."
    assert parts[-1].rule == "base game: critical hits; house: the table of critical hits that the game has on record"
    on.starships["Hawk"].effects = (effect("boost"),)
    *_, of_hits, spent = attack_parts(on, on.starships["Hawk"], on.starships["Kite"], "forward", 0)
    assert (of_hits, spent.pool) == (parts[-1], parts[-1].pool + Pool(boost=1))


# weapons


def test_the_first_weapons_of_the_card_are_out_and_the_others_fire() -> None:
    on = tabled(WEAPON)
    assert faults(on, FIRE) == [
        (
            "Hawk: a critical hit has put forward-lasers out of action. Fire another weapon, or have the hit repaired.",
            "weapon",
        )
    ]
    assert voided(played(on, FIRE)) == [("fire forward-lasers at Kite", "weapon-out", "forward-lasers")]
    assert said(tabled(WEAPON), "Hawk: fire torpedoes at Kite") == []
    assert said(tabled(WEAPON, WEAPON), "Hawk: fire torpedoes at Kite") == [
        "Hawk: a critical hit has put torpedoes out of action. Fire another weapon, or have the hit repaired."
    ]


@each_row("at", ["2A", ""])
def test_weapons_that_are_out_are_not_among_those_that_bear(at: str) -> None:
    on = tabled(WEAPON, WEAPON)
    on.starships["Kite"].place = starship("Kite", at).place
    (seen,) = [each for each in sights(on) if each.starship == "Hawk"]
    assert [name.split()[0] for name in seen.weapons] == ["turret"]
    assert "fire forward-lasers" not in template(on, "Anna", "duel")
    assert "fire turret" in template(on, "Anna", "duel")


def test_a_tractor_beam_that_is_out_holds_nobody() -> None:
    on = tabled(kite={"beams": (Beam(by="Hawk", weapon="forward-lasers", difficulty=2),)})
    kite = on.starships["Kite"]
    assert len(on.beams_on(kite)) == 1
    on.wound("Hawk", 1, WEAPON)
    assert on.beams_on(kite) == []


# speed


@each_row(
    ("results", "speed", "refused"),
    [
        ([], 4, []),
        ([], 5, ["Hawk flies at speed 5; its card allows 0 to 5."]),
        ([SPEED], 3, []),
        ([SPEED], 4, ["Hawk flies at speed 4; its critical hits allow 0 to 4."]),
        ([ALL], 1, ["Hawk flies at speed 1; its critical hits allow 0 to 1."]),
    ],
)
def test_a_starship_goes_no_faster_than_its_critical_hits_leave_it(
    results: list[int], speed: int, refused: list[str]
) -> None:
    on = tabled(*results, hawk={"speed": speed})
    assert said(on, "accelerate") == refused
    assert said(on, "decelerate") == []
    assert bool(voided(played(on, "Hawk: accelerate"))) == bool(refused)


def test_a_starship_that_is_too_fast_may_always_go_slower() -> None:
    assert said(tabled(ALL, hawk={"speed": 4}), "decelerate") == []


def test_a_flight_below_a_change_of_speed_that_is_refused_goes_no_farther_for_it() -> None:
    on = tabled(SPEED, hawk={"speed": 4})
    assert said(on, "accelerate", "fly L F F F F") == []
    assert said(on, "accelerate", "fly L F F F F F") == [
        "Hawk: step 6 of L F F F F F: speed 4 allows 4 movement, and this step makes the total 5."
    ]


def test_going_faster_is_told_with_what_critical_hits_leave() -> None:
    on = tabled(SPEED, hawk={"speed": 3})
    (fact,) = played(on.copy(), "Hawk: accelerate")
    assert explained(on, fact) == (
        "The starship's speed goes from 3 to 4; its card allows 0 to 5, and its critical hits allow 0 to 4.",
    )


# damage control


@each_row(("result", "difficulty"), [(ARMOUR, 1), (SPEED, 2), (SHIELDS, 3), (PILOTING, 4), (LOST, 4)])
def test_damage_control_on_a_critical_hit_is_as_difficult_as_the_table_says(result: int, difficulty: int) -> None:
    """The engineer has intellect 3 and Mechanics 1."""
    on = tabled(result)
    for line in ("repair critical 1 by engineer", f"repair critical 1 difficulty {difficulty} by engineer"):
        assert said(on, line) == []
    against = " ".join(["difficulty:blank"] * difficulty)
    facts = played(
        on, "Hawk: repair critical 1 by engineer", dice=f"ability:s ability:blank proficiency:blank {against}"
    )
    assert of(facts, DamageRepaired) == [
        DamageRepaired(starship="Hawk", what="critical", points=0, total=0, critical=1)
    ]
    assert on.starships["Hawk"].criticals == ()


def test_another_difficulty_than_the_tables_is_refused() -> None:
    assert faults(tabled(SPEED), "repair critical 1 difficulty 0") == [
        (
            "Hawk: critical hit 1 has difficulty 2 in this game's table, not 0. Leave the difficulty out.",
            "difficulty",
        )
    ]


def test_without_a_table_the_difficulty_is_written() -> None:
    on = tabled(critical_table=None)
    on.wound("Hawk", 7, SPEED)
    (told,) = said(on, "repair critical 7")
    assert told == (
        "Hawk: the difficulty of critical hit 7 is in your own table. Write: repair critical 7 difficulty N, "
        "with N from 0 to 5."
    )
    assert voided(played(on.copy(), "Hawk: repair critical 7")) == [("repair critical 7", "no-difficulty", "7")]
    assert said(on, "repair critical 7 difficulty 0") == []
    (order,) = ordered("Hawk: repair critical 7 difficulty 0")
    assert LANGUAGE.write(order) == "repair critical 7 difficulty 0"
    assert "  #   repair critical 7 difficulty 2  # " in template(on, "Anna", "duel")


def test_the_template_leaves_out_a_difficulty_that_the_table_says() -> None:
    file = template(tabled(SPEED), "Anna", "duel")
    assert "  #   repair critical 1  # 2 ability and 2 difficulty dice: success" in file


def test_the_template_says_how_fast_a_starship_can_be_and_what_armour_is_left() -> None:
    file = template(tabled(ALL, hawk={"speed": 1}), "Anna", "duel")
    assert "speed 1 of 1, silhouette 3" in file
    assert "armour 0; shields" in file


# what players see


def explained(on: Board, fact: Event) -> tuple[str, ...]:
    """The steps of a fact, on the board right before it."""
    return REPORT.explain(Context(event=fact, board=on, earlier=(), later=())).steps


def suffered(result: int, rolled: int = 0) -> CriticalSuffered:
    """A critical hit on Hawk."""
    text = str(TABLE.row_of(result))
    why = Coded("weapon", ("Kite", "turret"))
    die = rolled or result
    return CriticalSuffered(
        starship="Hawk", why=why, critical=3, rolled=die, added=result - die, result=result, text=text
    )


def test_a_critical_hit_is_told_with_its_roll_its_row_and_what_it_does() -> None:
    fact = suffered(SPEED, rolled=5)
    told = "Hawk suffers critical hit 3 from Kite's turret: 5 + 10 = 15, Hit 1 (speed -1)."
    assert SYSTEM.tell(fact) == told
    assert explained(tabled(ARMOUR), fact) == (
        "The percentile die shows 5.",
        "The starship already had 1 critical hit; each adds 10.",
        "5 + 10 = 15, row 11 to 20 of Plain hits: Hit 1 (speed -1).",
        "Damage control to repair this critical hit has difficulty 2.",
    )


@each_row(
    ("result", "step"),
    [
        (WEAPON, "torpedoes is out: it was the first working weapon."),
        (STOPPED, "The starship is shut down for as long as it has this critical hit."),
    ],
)
def test_a_weapon_that_is_out_is_named_and_so_is_how_long_it_lasts(result: int, step: str) -> None:
    assert explained(tabled(WEAPON), suffered(result))[-2] == step


def test_that_no_weapon_was_left_is_not_told_as_one() -> None:
    assert not any("Out is" in step for step in explained(tabled(WEAPON, WEAPON, WEAPON), suffered(WEAPON)))


@pytest.mark.parametrize("fact", [
    CriticalMended(starship="Hawk", critical=1),
    DamageRepaired(starship="Hawk", what="critical", points=0, total=0, critical=1),
])  # fmt: skip
def test_what_ends_with_a_critical_hit_is_explained(fact: Event) -> None:
    assert explained(tabled(SPEED, ARMOUR), fact)[-1] == "Hit 1 (speed -1): its lasting effect ends."


@each_row(
    ("fact", "steps"),
    [
        (
            StarshipLost(starship="Hawk", critical=3),
            ("Critical hit 3 causes this.", "The starship is out of the fight and off the map."),
        ),
        (
            StarshipSlowed(starship="Hawk", speed=4, by="Kite", critical=1),
            ("The starship's critical hits lower its top speed to 4, from 5 on its card.",),
        ),
    ],
)
def test_what_critical_hits_lead_to_is_explained_by_the_table(fact: Event, steps: tuple[str, ...]) -> None:
    working = REPORT.explain(Context(event=fact, board=tabled(SPEED), earlier=(), later=()))
    assert working.steps == steps
    assert working.rule == "base game: critical hits; house: the table of critical hits that the game has on record"


def row_of(on: Board, craft: Starship) -> tuple[str, ...]:
    """A starship's row of the board."""
    (row,) = starships(on, only=craft.name).rows
    return tuple(row)


def test_the_board_shows_what_is_left_and_why() -> None:
    on = tabled(ALL, WEAPON, hawk={"shields": (2, 1, 0, 0), "speed": 1})
    hawk = on.starships["Hawk"]
    assert row_of(on, hawk)[4:] == ("1/1", "0/40", "0/6", "1/0/0/0")
    assert state_of(on, hawk) == [
        f"critical hit 1 (rolled 95): {EVERYTHING}",
        "critical hit 2 (rolled 55): Hit 5 (a weapon out)",
        "armour 0 of 2",
        "speed at most 1 of 5",
        "forward-lasers: out",
        "torpedoes: out",
    ]
    allow = "Speed, hull trauma and strain are shown with the most that the card and critical hits allow."
    assert allow in about_starships(on)
    whole = tabled(ARMOUR)
    assert "with the most that the card allows." in about_starships(whole)
    whole = tabled()
    assert state_of(whole, whole.starships["Hawk"]) == []


def test_programs_are_told_what_is_left() -> None:
    found = REPORT.standing(tabled(ALL, hawk={"shields": (2, 1, 0, 0), "speed": 1}))["starships"]["Hawk"]
    assert (found["armour"], found["most_speed"], found["weapons"]) == (0, 1, ["torpedoes", "turret"])
    assert found["shields"] == {"forward": 1, "aft": 0, "port": 0, "starboard": 0}


def test_boards_differ_in_the_shields_that_are_left() -> None:
    one, other = tabled(hawk=SHIELDED), tabled(SHIELDS, hawk=SHIELDED)
    changed = ("Hawk", "shields", "forward 2, aft 1, port 0, starboard 0", "forward 1, aft 0, port 0, starboard 0")
    assert changed in (REPORT.differences(one, other) or ())


def test_what_a_critical_hit_will_be_rolled_by_is_foretold() -> None:
    on = tabled()
    played(on, FIRE, dice=TRIUMPH)
    assert "  #   spend 1 triumph: critical hit  # 1 to 100, by Plain hits\n" in template(on, "Anna", "duel")
    on.wound("Kite", 1, ARMOUR)
    on.wound("Kite", 2, ARMOUR)
    told = "  #   spend 1 triumph: critical hit  # 1 to 100, plus 20 for earlier critical hits, by Plain hits\n"
    assert told in template(on, "Anna", "duel")


def test_a_despairs_critical_hit_is_foretold_for_whoever_rolled_it() -> None:
    on = tabled(ARMOUR, hawk={"shields": (0, 0, 0, 0)})
    miss = "ability:blank ability:blank proficiency:blank difficulty:blank challenge:despair"
    played(on, f"{FIRE} with 1 harder", dice=miss)
    told = "  #   spend 1 despair: critical hit  # 1 to 100, plus 10 for earlier critical hits, by Plain hits\n"
    assert told in template(on, "Ben", "duel")
    facts = played(on, "Kite: spend 1 despair: critical hit", dice="d100:1")
    assert of(facts, CriticalSuffered)[0].text == "Hit 1 (speed -1)"
    assert of(facts, StarshipSlowed) == []


def test_a_glance_shows_what_is_left() -> None:
    on = tabled(ALL, hawk={"shields": (2, 1, 0, 0), "speed": 1})
    (hawk,) = [unit for unit in REPORT.glance([], on, SYSTEM.tell).units if unit.name == "Hawk"]
    told = " ".join(map(str, hawk.told))
    assert "shields 1/0/0/0" in told
    assert "armour 0 of 2; speed at most 1 of 5; forward-lasers: out" in told


def test_a_glance_shows_that_shields_have_fallen_to_a_critical_hit() -> None:
    before, after = tabled(hawk=SHIELDED), tabled(SHIELDS, hawk=SHIELDED)
    stage = Stage(label="1.1", before=before, facts=(), after=after)
    (hawk,) = [unit for unit in REPORT.glance([stage], after, SYSTEM.tell).units if unit.name == "Hawk"]
    told = " ".join(map(str, hawk.told))
    assert "shields 1/0/0/0" in told
    assert " down" in told
