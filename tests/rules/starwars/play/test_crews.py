"""What pilots and the rest of a crew do in a slot. Rule: base game; rules.md, Crews."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.rules.starwars.attacks.facts import AttackAimed, AttackDeclared
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.crews.facts import DamageRepaired, EffectBegan, EffectKind, ShieldsAngled
from sits_es.rules.starwars.crews.rules import repair_difficulty
from sits_es.rules.starwars.harm.facts import StrainSuffered
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.orders.template import template
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.starship_class import Crew, Skill
from sits_es.rules.starwars.views.board import awaited, state_of
from tests.rules.starwars.crewed import GUNNER_MISSES, PILOT_MISSES, crewed, effect
from tests.rules.starwars.fleets import starship, terrain
from tests.rules.starwars.order_refusals import faults, said
from tests.rules.starwars.play.at_play import kinds, of, ordered, play, played, voided
from tests.shared.rows import each_row

FIRE = "Hawk: fire forward-lasers at Kite"
TURRET = "Hawk: fire turret at Kite by gunner"


def pools(facts: list[object]) -> list[tuple[str, tuple[int, ...]]]:
    """Who made each check, and with what pool."""
    return [(made.source, made.pool) for made in facts if isinstance(made, CheckMade)]


def test_the_pilot_and_each_of_the_crew_have_an_action_of_their_own() -> None:
    facts = played(crewed(), FIRE, TURRET, dice=f"{PILOT_MISSES} {GUNNER_MISSES}")
    assert pools([*facts]) == [("action", (2, 1, 0, 2, 0, 0)), ("gunner", (0, 2, 0, 2, 0, 0))]
    assert [(aimed.weapon, aimed.member) for aimed in of(facts, AttackAimed)] == [
        ("forward-lasers", ""),
        ("turret", "gunner"),
    ]


def test_dice_of_several_of_the_crew_are_called_apart() -> None:
    on = crewed()
    facts = play(on, FIRE, TURRET, dice=f"{PILOT_MISSES} {GUNNER_MISSES}")
    purposes = {getattr(fact, "purpose", "").partition(":")[0] for fact in facts} - {""}
    assert purposes == {"gunnery", "gunner's gunnery"}


@each_row(
    ("lines", "message"),
    [
        (
            [TURRET, "Hawk: check gunnery difficulty 1 by gunner"],
            "Hawk: its gunner has only one action in a slot. Keep one.",
        ),
        ([FIRE, "Hawk: fire forward-lasers at Kite by gunner"],
         "Hawk: forward-lasers can fire only once in a slot."),
        (["Hawk: aim by gunner", TURRET],
         "Hawk: its gunner has only one action in a slot. Keep one."),
        ([FIRE, "Hawk: gain advantage on Kite"], "Hawk has only one action in a slot. Keep one."),
        (["Hawk: fire turret at Kite by cook"],
         "Hawk: There is no crew member cook. Crew members: engineer, gunner."),
        (["Hawk: fly L", "Hawk: fly R", "Hawk: aim"],
         "Hawk has at most two manoeuvres in a slot, and this is a third. Keep two."),
        (["Hawk: spend 1 threat: strain"], "Hawk: nothing has been rolled in this slot. Spend results after the roll."),
    ],
)  # fmt: skip
def test_what_is_one_of_a_kind_is_ordered_once(lines: list[str], message: str) -> None:
    assert message in said(crewed(), *lines)


def test_a_weapon_that_has_fired_does_not_fire_again_by_anybody_else() -> None:
    on = crewed()
    line = "fire forward-lasers at Kite by gunner"
    assert voided(played(on, FIRE, f"Hawk: {line}", dice=PILOT_MISSES)) == [(line, "fired-already", "forward-lasers")]


def test_a_second_manoeuvre_costs_2_strain_and_a_third_is_not_to_be_had() -> None:
    on = crewed()
    facts = played(on, "Hawk: fly F", "Hawk: accelerate", "Hawk: fly L")
    assert kinds(facts) == ["StarshipFlew", "StrainSuffered", "SpeedChanged", "OrderVoided"]
    (strain,) = of(facts, StrainSuffered)
    assert (strain.strain, strain.total, strain.why.code) == (2, 2, "manoeuvre")
    assert voided(facts) == [("fly L", "manoeuvred-twice")]


@each_row(("strain", "refused"), [(4, False), (5, True), (6, True)])  # the threshold of a Fighter is 6
def test_a_second_manoeuvre_goes_up_to_the_threshold_and_not_beyond(strain: int, refused: bool) -> None:
    on = crewed(hawk={"strain": strain})
    told = said(on, "Hawk: fly F", "Hawk: fly L")
    assert told == (
        [
            (
                f"Hawk has {strain} strain and a threshold of 6. A second manoeuvre costs 2, and strain must not go "
                "beyond the threshold."
            )
        ]
        * refused
    )
    assert bool(voided(played(on, "Hawk: fly F", "Hawk: fly L"))) == refused


def test_a_first_manoeuvre_costs_nothing_however_much_strain_there_is() -> None:
    on = crewed(hawk={"strain": 6})
    assert said(on, "Hawk: fly F") == []
    assert kinds(played(on, "Hawk: fly F")) == ["StarshipFlew"]


def test_what_a_second_manoeuvre_costs_is_foretold() -> None:
    given = ordered("Hawk: fly F", "Hawk: aim")
    assert forecast(crewed(), "Anna", {1: given}) == [
        "Hawk flies F: to 0,-1 facing A, 1 of 3 movement",
        "Hawk suffers 2 system strain for a second manoeuvre",
        "Hawk: aim; a boost die for its next attack",
    ]


def test_an_attack_below_two_flights_is_judged_from_where_both_lead() -> None:
    """Two hexes ahead Hawk shares Kite's hex, where a side is to be named."""
    assert said(crewed(), "Hawk: fly F", "Hawk: fly F", FIRE) == [
        "Hawk: Kite is in the same hex. Name the side on which Kite lies: write toward, then a letter from A to F."
    ]


def test_who_makes_a_check_and_what_was_agreed_stand_before_its_text() -> None:
    on = crewed()
    assert said(on, "Hawk: check computers difficulty 2: rally by gunner") == [
        'Hawk: "by gunner" after the colon has no effect. Write it before the colon, or use other words.'
    ]
    assert said(on, "Hawk: check computers difficulty 2 by gunner with 1 boost: rally, by all means") == []


def test_of_a_flight_that_is_refused_no_faults_of_place_follow() -> None:
    on = crewed()
    flight, shot = "Hawk: fly L L L L L L", "Hawk: fire forward-lasers at Kite"
    assert "Hawk: step 4 of L L L L L L: a silhouette 3 ship turns at most three times." in said(on, flight)
    assert said(on, flight, shot) == []
    assert said(on, flight, "Hawk: fire cannon at Kite") == said(on, "Hawk: fire cannon at Kite")


def test_without_crews_a_slot_is_as_on_the_printed_page() -> None:
    on = crewed()
    on.crews = False
    alone = "Hawk: this game has no crews, because options.crews is off."
    for line in ("evade", "aim", "angle shields from aft to port", "repair strain", "fire turret at Kite by gunner"):
        assert alone in said(on, f"Hawk: {line}"), line
    # one refusal, though it would be a second action too
    assert said(on, "Hawk: aim by gunner", "Hawk: aim by gunner") == [alone]
    assert said(on, "Hawk: fly L", "Hawk: fly L") == ["Hawk has only one manoeuvre in a slot. Keep one."]
    played(on, FIRE, dice=PILOT_MISSES.replace("difficulty:blank", "difficulty:tt", 1))
    assert course.label(course.moment(on)) == "1.2"


@each_row(
    ("skill", "value"),
    [
        ("piloting", 5),
        ("gunnery", 5),
        ("computers", 4),
        ("mechanics", 4),
        ("astrogation", 4),
        ("perception", 3),
        ("leadership", 2),
        ("cool", 2),
        ("vigilance", 1),
        ("discipline", 1),
    ],
)
def test_a_check_of_every_skill_goes_by_its_characteristic(skill: Skill, value: int) -> None:
    crew = Crew(agility=5, intellect=4, cunning=3, presence=2, willpower=1)
    dice = " ".join(["ability:blank"] * value)
    facts = played(crewed(hawk={"crew": crew}), f"Hawk: check {skill} difficulty 0", dice=dice)
    assert pools([*facts]) == [("action", (value, 0, 0, 0, 0, 0))]


def test_ranks_of_a_skill_upgrade_its_dice() -> None:
    crew = Crew(agility=1, intellect=3, cunning=1, mechanics=2)
    dice = "ability:blank proficiency:blank proficiency:blank"
    facts = played(crewed(hawk={"crew": crew}), "Hawk: check mechanics difficulty 0", dice=dice)
    assert pools([*facts]) == [("action", (1, 2, 0, 0, 0, 0))]


# stances


def test_evasive_manoeuvres_upgrade_the_difficulty_of_attacks_by_it_and_on_it() -> None:
    on = crewed()
    harder = PILOT_MISSES.replace("difficulty:blank difficulty:blank", "difficulty:blank challenge:blank")
    facts = played(on, "Hawk: evade", FIRE, dice=harder)
    assert of(facts, EffectBegan) == [EffectBegan(starship="Hawk", effect="evade", by="Hawk")]
    assert pools([*facts]) == [("action", (2, 1, 0, 1, 1, 0))]
    facts = played(on, "Kite: fire forward-lasers at Hawk", dice=harder)
    assert pools([*facts]) == [("action", (2, 1, 0, 1, 1, 0))]


def test_staying_on_target_upgrades_the_attackers_dice_in_attacks_by_it_and_on_it() -> None:
    on = crewed()
    better = PILOT_MISSES.replace("ability:blank ability:blank", "ability:blank proficiency:blank")
    facts = played(on, "Hawk: stay on target", FIRE, dice=better)
    assert pools([*facts]) == [("action", (1, 2, 0, 2, 0, 0))]
    facts = played(on, "Kite: fire forward-lasers at Hawk", dice=better)
    assert pools([*facts]) == [("action", (1, 2, 0, 2, 0, 0))]


def test_stances_hold_until_the_end_of_the_next_slot() -> None:
    on = crewed()
    hawk = on.starships["Hawk"]
    played(on, "Hawk: evade")
    assert on.number_of(hawk, "evade") == 1
    played(on)  # Kite's
    assert on.number_of(hawk, "evade") == 1
    played(on)  # Hawk's next one
    assert on.number_of(hawk, "evade") == 0
    assert hawk.effects == ()


@each_row(
    ("speed", "card", "right"), [(3, "Fighter", True), (2, "Fighter", False), (3, "Corvette", False)]
)  # silhouettes 3 and 5
def test_evading_and_staying_on_target_take_speed_3_and_silhouette_4(speed: int, card: str, right: bool) -> None:
    on = crewed(starship("Heron", "6D", card=card, speed=speed), order=("Heron", "Kite"))
    for line in ("Heron: evade", "Heron: stay on target"):
        assert (not said(on, line)) == right


def test_each_time_of_aiming_is_a_boost_die_for_the_next_attack_of_whoever_aims() -> None:
    on = crewed()
    aimed = PILOT_MISSES.replace("proficiency:blank", "proficiency:blank boost:blank boost:blank")
    facts = played(on, "Hawk: aim", "Hawk: aim", FIRE, TURRET, dice=f"{aimed} {GUNNER_MISSES}")
    assert pools([*facts]) == [("action", (2, 1, 2, 2, 0, 0)), ("gunner", (0, 2, 0, 2, 0, 0))]
    assert on.starships["Hawk"].effects == ()


def test_a_gunner_aims_in_one_slot_and_fires_in_the_next() -> None:
    on = crewed()
    played(on, "Hawk: aim by gunner")
    assert state_of(on, on.starships["Hawk"]) == ["gunner has aimed"]
    played(on)
    aimed = GUNNER_MISSES.replace("difficulty", "boost:blank difficulty", 1)
    assert pools([*played(on, TURRET, dice=aimed)]) == [("gunner", (0, 2, 1, 2, 0, 0))]


def test_the_pilots_attack_uses_up_no_aim_of_the_gunner_and_a_check_of_nobody_none_at_all() -> None:
    on = crewed()
    played(on, "Hawk: aim by gunner")
    played(on)
    aimed = GUNNER_MISSES.replace("difficulty", "boost:blank difficulty", 1)
    facts = played(on, FIRE, TURRET, dice=f"{PILOT_MISSES} {aimed}")
    assert pools([*facts]) == [("action", (2, 1, 0, 2, 0, 0)), ("gunner", (0, 2, 1, 2, 0, 0))]
    on = crewed()
    practice = "Hawk: check gunnery difficulty 0"
    played(on, "Hawk: aim", practice, dice="ability:blank ability:blank proficiency:blank")
    assert on.number_of(on.starships["Hawk"], "aim") == 1


@each_row(("line", "effects"), [("evade", 1), ("stay on target", 1), ("aim", 2)])
def test_what_holds_already_is_not_ordered_again(line: EffectKind, effects: int) -> None:
    on = crewed(hawk={"effects": (effect(line),) * effects})
    assert said(on, f"Hawk: {line}") == [f"Hawk: {line} is already in force."]


# shields


def test_a_point_of_shields_is_angled_from_zone_to_zone() -> None:
    on = crewed(hawk={"shields": (1, 2, 0, 0)})
    facts = played(on, "Hawk: angle shields from aft to forward by engineer")
    assert facts == [ShieldsAngled(starship="Hawk", taken="aft", zone="forward", member="engineer")]
    assert on.starships["Hawk"].shields == (2, 1, 0, 0)


@each_row(
    ("line", "message", "field"),
    [
        ("port to aft", "Hawk: the port zone has no shields to give.", "taken"),
        ("aft to forward", "Hawk: the forward zone has 4 shields; angling can bring it to at most 4.", "zone"),
        ("aft to aft", "Hawk: the aft zone is named twice. Name two zones.", "zone"),
    ],
)
def test_shields_that_cannot_be_angled(line: str, message: str, field: str) -> None:
    on = crewed(hawk={"shields": (4, 2, 0, 1)})
    assert faults(on, f"Hawk: angle shields from {line}") == [(message, field)]
    assert not said(on, "Hawk: angle shields from aft to starboard")


# damage control


@each_row(
    ("suffered", "threshold", "difficulty"),
    [(1, 6, 1), (2, 6, 1), (3, 6, 2), (6, 6, 2), (7, 6, 3), (2, 5, 1), (3, 5, 2)],
)
def test_damage_control_is_harder_the_more_there_is_to_mend(suffered: int, threshold: int, difficulty: int) -> None:
    assert repair_difficulty(suffered, threshold) == difficulty


def test_each_success_of_damage_control_takes_off_a_point() -> None:
    """The engineer has intellect 3 and Mechanics 1; 3 strain of 6 are half of it: difficulty 2."""
    on = crewed(hawk={"strain": 3})
    dice = "ability:ss ability:s proficiency:s difficulty:f difficulty:blank"
    facts = played(on, "Hawk: repair strain by engineer", dice=dice)
    assert facts[-1] == DamageRepaired(starship="Hawk", what="strain", points=3, total=0, critical=0)
    assert pools([*facts]) == [("engineer", (2, 1, 0, 2, 0, 0))]
    assert on.starships["Hawk"].strain == 0


def test_no_more_is_mended_than_there_is_and_nothing_where_the_check_fails() -> None:
    on = crewed(hawk={"strain": 1})
    facts = played(on, "Hawk: repair strain", dice="ability:ss ability:ss difficulty:blank")
    assert of(facts, DamageRepaired) == [DamageRepaired(starship="Hawk", what="strain", points=1, total=0, critical=0)]
    on = crewed(hawk={"strain": 1})
    assert not of(played(on, "Hawk: repair strain", dice="ability:blank ability:s difficulty:f"), DamageRepaired)


def test_on_the_hull_it_is_tried_once_in_a_game_whatever_comes_of_it() -> None:
    on = crewed(hawk={"trauma": 4})
    facts = played(on, "Hawk: repair hull", dice="ability:blank ability:s difficulty:f")
    assert facts[-1] == DamageRepaired(starship="Hawk", what="hull", points=0, total=4, critical=0)
    played(on)
    told = "Hawk has already tried damage control on the hull, which is allowed only once a game."
    assert said(on, "Hawk: repair hull") == [told]
    fresh = crewed(hawk={"trauma": 4})
    assert said(fresh, "Hawk: repair hull", "Hawk: repair hull by engineer") == [told]


def test_a_critical_hit_is_mended_against_the_difficulty_that_its_table_gives() -> None:
    on = crewed()
    on.wound("Hawk", 1, 40)
    assert said(on, "Hawk: repair critical 2 difficulty 1") == [
        "Hawk has no critical hit number 2. Its critical hits: 1."
    ]
    facts = played(on, "Hawk: repair critical 1 difficulty 2", dice="ability:s ability:s difficulty:f difficulty:blank")
    assert facts[-1] == DamageRepaired(starship="Hawk", what="critical", points=0, total=0, critical=1)
    assert on.starships["Hawk"].criticals == ()
    on.wound("Kite", 2, 40)
    facts = played(on, "Kite: repair critical 2 difficulty 1", dice="ability:s ability:blank difficulty:f")
    assert not of(facts, DamageRepaired)


@each_row(("what", "words"), [("hull", "hull trauma"), ("strain", "system strain")])
def test_there_must_be_something_to_mend(what: str, words: str) -> None:
    assert said(crewed(), f"Hawk: repair {what}") == [f"Hawk has no {words} to repair."]


# attacks in one hex


def test_everything_below_an_attack_of_which_a_foe_names_the_side_waits_for_it() -> None:
    on = crewed(kite={"advantage": ("Hawk",)})
    on.starships["Kite"].place = on.starships["Hawk"].place
    facts = played(on, "Hawk: fly L", FIRE, TURRET, "Hawk: aim")
    (declared,) = of(facts, AttackDeclared)
    assert declared.then == ("Hawk: fire turret at Kite by gunner", "Hawk: aim")
    facts = played(on, "Kite: side F", dice=f"{PILOT_MISSES} {GUNNER_MISSES}")
    assert kinds(facts) == ["AttackAimed", "CheckMade", "AttackAimed", "CheckMade", "StrainSuffered", "EffectBegan"]
    assert [aimed.toward for aimed in of(facts, AttackAimed)] == ["F", "F"]


# what players see


def test_the_template_offers_what_a_crew_can_do() -> None:
    file = template(crewed(hawk={"strain": 2, "shields": (1, 0, 0, 0)}), "Anna", "duel")
    for line in (
        "evade  # attacks on it and by it: difficulty upgraded once",
        "stay on target  # attacks by and on it: the attacker's dice upgraded once",
        "aim by gunner  # a boost die for its next attack",
        "angle shields from forward to aft  # forward 0, aft 1",
        "repair strain by engineer  # 2 ability, 1 proficiency and 1 difficulty die: success",
        "fire turret at Kite by gunner  #",
    ):
        assert f"  #   {line}" in file, line
    assert "A manoeuvre, a second for 2 system strain, and an action for the pilot and each crew member" in file


def test_a_second_flight_through_asteroids_has_dice_of_its_own() -> None:
    on = crewed(terrain("Belt", "asteroid-field", "", "1A", setback=0))
    thrown = "ability:blank proficiency:blank proficiency:blank difficulty:blank"
    facts = play(on, "Hawk: fly F", "Hawk: fly F", dice=f"{thrown} {thrown}")
    assert [made.source for made in of(facts, CheckMade)] == ["flight", "flight"]
    purposes = dict.fromkeys(roll.purpose.partition(":")[0] for roll in of(facts, DiceRolled))
    assert [*purposes] == ["flight", "second flight"]


def test_with_crews_a_slot_waits_for_manoeuvres_and_actions() -> None:
    assert awaited(crewed()) == "Anna orders manoeuvres and actions for Hawk, in any order."


def test_the_strain_of_a_second_manoeuvre_can_be_repaired_in_the_same_slot() -> None:
    lines = ("Hawk: fly L", "Hawk: fly R", "Hawk: repair strain by engineer")
    assert said(crewed(), *lines) == []
    assert said(crewed(), lines[0], lines[2]) == ["Hawk has no system strain to repair."]


def test_what_counts_for_a_next_check_is_forecast_for_the_first_alone() -> None:
    on = crewed(hawk={"effects": (effect("boost"),)})
    attacks = ("Hawk: fire forward-lasers at Kite", "Hawk: fire turret at Kite by gunner")
    lines = (*attacks, "Hawk: check mechanics difficulty 1 by engineer")
    pools = [line for line in forecast(on, "Anna", {1: ordered(*lines)}) if "check:" in line]
    assert [("boost" in line) for line in pools] == [True, False, False]
