"""What weapons do by their qualities. Rule: base game; rules.md, Weapon qualities.

Hawk faces Kite two hexes ahead, both of silhouette 3 with armour 2; its weapon has damage 5.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from sits_es.dice import DiceRolled
from sits_es.events import Coded
from sits_es.rules.starwars.attacks.facts import Attack
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.harm.facts import CriticalSuffered, StrainSuffered, TraumaSuffered
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.orders.template import template
from sits_es.rules.starwars.qualities.facts import Beam, Shot, StarshipCaught, WeaponGuided
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.spending.facts import ResultSpent
from sits_es.rules.starwars.sums.harm import weapon_harm
from sits_es.rules.starwars.views.board import effects_in_words
from sits_es.rules.starwars.views.standing import standing
from tests.rules.starwars.crewed import PILOT_MISSES, crewed, effect
from tests.rules.starwars.fleets import LASERS, card, place, starship
from tests.rules.starwars.order_refusals import said
from tests.rules.starwars.play.at_play import kinds, of, ordered, play, played, voided
from tests.shared.rows import each_row

FIRE = "Hawk: fire lasers at Kite"
#: Three advantage and one success; four advantage and no success; one success alone.
HIT = "ability:sa ability:aa proficiency:blank difficulty:blank difficulty:blank"
MISS = "ability:aa ability:aa proficiency:blank difficulty:blank difficulty:blank"
PLAIN = "ability:s ability:blank proficiency:blank difficulty:blank difficulty:blank"


def armed(*more: Any, kite: dict[str, Any] | None = None, **qualities: Any) -> Board:
    """The slot of Hawk, whose lasers have these qualities; both without shields."""
    on = crewed(*more, kite=kite)
    on.classes["Fighter"] = card("Fighter", hull=40, weapons=(evolve(LASERS, **qualities),))
    return on


# those that a hit has by itself


def test_an_ion_weapon_does_system_strain_in_place_of_hull_trauma() -> None:
    """5 and 1 success, less armour 2: 4 strain of 6, and no hull trauma."""
    on = armed(ion=True)
    (hurt,) = of(played(on, FIRE, dice=PLAIN), StrainSuffered)
    why = Coded("weapon", ("Hawk", "lasers"))
    assert hurt == StrainSuffered(starship="Kite", why=why, strain=4, total=4, damage=6, armour=2)
    kite = on.starships["Kite"]
    assert (kite.strain, kite.trauma) == (4, 0)


def test_strain_by_an_ion_weapon_beyond_the_threshold_shuts_a_starship_down() -> None:
    facts = played(armed(ion=True, kite={"strain": 3}), FIRE, dice=PLAIN)
    assert kinds(facts) == ["AttackAimed", "CheckMade", "StrainSuffered", "StarshipShutDown"]


def test_an_ion_weapon_that_came_through_scores_a_critical_hit_and_one_that_armour_stopped_does_not() -> None:
    on = armed(ion=True)
    played(on, FIRE, dice=HIT)
    assert of(played(on, "Hawk: spend 3 advantage: critical hit", dice="d100:7"), CriticalSuffered)
    on = armed(ion=True, damage=1)
    (hurt,) = of(played(on, FIRE, dice=HIT), StrainSuffered)
    assert (hurt.strain, hurt.damage, hurt.armour) == (0, 2, 2)
    assert said(on, "Hawk: spend 3 advantage: critical hit") == [
        "Hawk: a critical hit needs an attack in this slot that penetrated the armour."
    ]


def test_the_steps_of_a_hit_say_what_comes_through() -> None:
    assert weapon_harm(evolve(LASERS, ion=True), 1, 2).steps == (
        "lasers: damage 5 + 1 net success = 6.",
        "6 damage - 2 stopped by armour = 4 system strain.",
    )


@each_row(
    ("breach", "pierce", "armour", "stopped"),
    [
        (0, 0, 5, 5),
        (1, 0, 5, 4),
        (5, 0, 5, 0),
        (9, 0, 5, 0),
        (0, 9, 5, 5),  # nine of soak are not one of armour
        (0, 10, 5, 4),
        (0, 19, 5, 4),
        (2, 20, 5, 1),
        (0, 0, 9, 6),  # no more than there is
    ],
)
def test_breach_and_pierce_ignore_armour(breach: int, pierce: int, armour: int, stopped: int) -> None:
    harm = weapon_harm(evolve(LASERS, breach=breach, pierce=pierce), 1, armour)
    assert (harm.damage, harm.armour, harm.trauma) == (6, stopped, 6 - stopped)


def test_breach_counts_in_play_and_is_reckoned() -> None:
    (hurt,) = of(played(armed(breach=1), FIRE, dice=PLAIN), TraumaSuffered)
    assert (hurt.damage, hurt.armour, hurt.trauma) == (6, 1, 5)
    assert weapon_harm(evolve(LASERS, breach=1), 1, 2).steps == (
        "lasers: damage 5 + 1 net success = 6.",
        "The weapon ignores 1 of 2 armour, so 1 is left.",
        "6 damage - 1 stopped by armour = 5 hull trauma.",
    )


# linked weapons


def test_a_linked_weapon_hits_once_more_for_the_same_damage_as_often_as_its_number() -> None:
    on = armed(linked=1)
    (first,) = of(played(on, FIRE, dice=HIT), TraumaSuffered)
    spend = "Hawk: spend 2 advantage: another hit"
    assert said(on, spend, spend.replace("2 ad", "1 ad")) == ["Hawk: another hit costs 2 advantage or 1 triumph."]
    facts = played(on, spend)
    again = evolve(first, total=first.total + first.trauma)
    assert [fact for fact in facts if not isinstance(fact, ResultSpent)] == [again]
    assert on.starships["Kite"].trauma == 2 * first.trauma


def test_every_hit_of_a_linked_weapon_is_for_all_net_successes() -> None:
    on = armed(linked=1)
    played(on, FIRE, dice=HIT.replace("proficiency:blank", "proficiency:ss"))
    (again,) = of(played(on, "Hawk: spend 2 advantage: another hit"), TraumaSuffered)
    assert again.damage == 5 + 3


def test_an_attack_that_came_through_once_can_bring_a_critical_hit_whatever_its_other_hits_did() -> None:
    on = armed()
    on.attacks = {"action": Attack(weapon="lasers", target="Kite", zone="aft")}
    on.count_hit("lasers", hurt=True)
    on.count_hit("lasers", hurt=False)
    assert on.attacks["action"] == Attack(weapon="lasers", target="Kite", zone="aft", hits=2, hurt=True)


@each_row(
    ("linked", "dice"),
    [(0, HIT), (1, MISS)],
)
def test_what_is_not_linked_or_missed_does_not_hit_once_more(linked: int, dice: str) -> None:
    on = armed(linked=linked)
    played(on, FIRE, dice=dice)
    assert said(on, "Hawk: spend 2 advantage: another hit") == [
        (
            "Hawk: another hit needs a linked weapon that hit in this slot. The weapon's linked number is the most "
            "you can buy."
        )
    ]


def test_of_two_more_hits_as_many_are_checked_and_made_as_the_weapon_is_linked() -> None:
    spend, many = "Hawk: spend 2 advantage: another hit", HIT.replace("proficiency:blank", "proficiency:aa")
    for linked, refused in ((1, 1), (2, 0)):
        on = armed(linked=linked)
        played(on, FIRE, dice=many)
        assert len(said(on, spend, spend)) == refused
        facts = played(on, spend, spend)
        assert (len(voided(facts)), len(of(facts, TraumaSuffered))) == (refused, linked)


def test_nothing_more_is_done_to_what_is_lost() -> None:
    on = armed(starship("Krait", "6A"), linked=1, kite={"trauma": 38})
    played(on, FIRE, dice=HIT)
    assert said(on, "Hawk: spend 2 advantage: another hit") == ["Hawk: Kite is lost; nothing more can be done to it."]


# guided weapons

GUIDE = "Hawk: spend 3 advantage: guide"


def guided(*more: Any, **of_kite: Any) -> Board:
    """Hawk's guided lasers have missed Kite, and come again."""
    on = armed(*more, guided=3, kite=of_kite)
    played(on, FIRE, dice=MISS)
    assert said(on, GUIDE) == []
    facts = played(on, GUIDE)
    assert of(facts, WeaponGuided) == [WeaponGuided(starship="Hawk", weapon="lasers", target="Kite", zone="forward")]
    return on


def test_a_guided_weapon_that_missed_attacks_again_at_the_end_of_the_round() -> None:
    """Three ability dice against two of difficulty; 5 and 2 successes, less armour 2."""
    on = guided()
    assert [*effects_in_words(on, on.starships["Hawk"])] == ["lasers: comes again at Kite"]
    assert standing(on)["guided"] == [{"starship": "Hawk", "weapon": "lasers", "target": "Kite"}]
    facts = played(on, dice="ability:s ability:s ability:aa difficulty:blank difficulty:blank")
    assert kinds(facts) == ["SlotPassed", "CheckMade", "TraumaSuffered"]
    (made,) = of(facts, CheckMade)
    assert (made.starship, made.against, made.pool, made.advantage) == ("Hawk", "Kite", (3, 0, 0, 2, 0, 0), 2)
    assert on.starships["Kite"].trauma == 5
    # nothing of it is spent, and it does not come a third time
    assert (course.label(course.moment(on)), on.guided) == ("2.1", ())


def test_one_that_misses_again_does_nothing() -> None:
    facts = played(guided(), dice="ability:blank ability:a ability:blank difficulty:blank difficulty:blank")
    assert kinds(facts) == ["SlotPassed", "CheckMade"]


def test_of_several_on_their_way_each_comes_again_once() -> None:
    on = guided()
    (waiting,) = on.guided
    on.guided = (*on.guided, evolve(waiting, starship="Kite", target="Hawk"))
    miss = "ability:blank ability:blank ability:blank difficulty:blank difficulty:blank"
    made = of(played(on, dice=f"{miss} {miss}"), CheckMade)
    assert [each.starship for each in made] == ["Hawk", "Kite"]
    assert not on.guided
    on.guided = (*on.guided, evolve(waiting, starship="Kite", target="Hawk"))
    made[0].apply(on)
    assert [left.starship for left in on.guided] == ["Kite"]


def test_two_weapons_at_one_target_throw_dice_of_their_own() -> None:
    on = guided()
    (waiting,) = on.guided
    more = evolve(LASERS, name="rockets", guided=3)
    on.classes["Fighter"] = evolve(on.classes["Fighter"], weapons=(*on.classes["Fighter"].weapons, more))
    on.guided = (*on.guided, evolve(waiting, weapon="rockets"))
    miss = "ability:blank ability:blank ability:blank difficulty:blank difficulty:blank"
    purposes = [fact.purpose for fact in of(play(on, dice=f"{miss} {miss}"), DiceRolled)]
    assert list(dict.fromkeys(each.partition(":")[0] for each in purposes)) == ["guided lasers", "guided rockets"]


def test_in_the_last_round_it_comes_before_the_time_is_up() -> None:
    on = guided()
    on.rounds = 1
    dice = "ability:s ability:blank ability:blank difficulty:blank difficulty:blank"
    assert kinds(played(on, dice=dice)) == ["SlotPassed", "CheckMade", "TraumaSuffered", "TimeRanOut"]


def test_the_shields_of_the_zone_that_was_attacked_count_again_and_no_stance_does() -> None:
    on = guided()
    kite = on.starships["Kite"]
    kite.shields, kite.effects = (2, 0, 0, 0), (effect("evade"),)
    dice = "ability:blank ability:blank ability:blank difficulty:blank difficulty:blank setback:blank setback:blank"
    (made,) = of(played(on, dice=dice), CheckMade)
    assert made.pool == (3, 0, 0, 2, 0, 2)


def test_nothing_comes_of_a_guided_weapon_whose_target_is_lost_by_then() -> None:
    on = guided(starship("Krait", "6A"))
    on.order = ("Hawk", "Krait")
    on.starships["Kite"].gone = True
    assert kinds(played(on)) == ["SlotPassed"]
    assert not on.guided


def test_a_guided_weapon_flies_on_when_its_own_starship_is_lost() -> None:
    on = guided(starship("Heron", "6A"))
    on.starships["Hawk"].gone = True
    played(on)
    facts = played(on, dice="ability:s ability:blank ability:blank difficulty:blank difficulty:blank")
    assert kinds(facts) == ["SlotPassed", "CheckMade", "TraumaSuffered"]


@each_row(("number", "dice"), [(0, MISS), (3, HIT)])
def test_what_is_not_guided_or_hit_does_not_come_again(number: int, dice: str) -> None:
    on = armed(guided=number)
    played(on, FIRE, dice=dice)
    assert said(on, GUIDE) == ["Hawk: only a guided weapon that missed in this slot can attack again."]


def test_it_comes_again_once() -> None:
    on = armed(guided=3)
    played(on, FIRE, dice=MISS.replace("proficiency:blank", "proficiency:aa"))
    line = "Hawk: spend 3 advantage: guide"
    assert said(on, line, line) == ["Hawk: only a guided weapon that missed in this slot can attack again."]
    assert voided(played(on, line, line)) == [("spend 3 advantage: guide", "not-guided")]


# shots that are few, or slow


def test_a_weapon_has_as_many_attacks_as_its_ammunition() -> None:
    on = armed(ammunition=2)
    for left in (2, 1):
        assert [*effects_in_words(on, on.starships["Hawk"])] == [f"lasers: {left} shot{'s' * (left > 1)} left"]
        played(on, FIRE, dice=PILOT_MISSES)
        played(on)
    assert said(on, FIRE) == ["Hawk: lasers has none of its 2 shots left. Fire another weapon."]
    assert "fire lasers" not in template(on, "Anna", "duel")
    assert standing(on)["starships"]["Hawk"]["shots"] == [
        {"weapon": "lasers", "round": 1},
        {"weapon": "lasers", "round": 2},
    ]


def test_a_slow_weapon_waits_after_its_last_attack() -> None:
    on = armed(slow_firing=1)
    on.starships["Hawk"].shots = (Shot(weapon="lasers", turn=1), Shot(weapon="lasers", turn=3))
    on.turn = 4
    assert said(on, FIRE) == ["Hawk: slow-firing lasers can't fire again before round 5."]


@each_row(("slow", "ready"), [(1, 3), (2, 4)])
def test_a_slow_weapon_waits_its_rounds(slow: int, ready: int) -> None:
    on = armed(slow_firing=slow)
    played(on, FIRE, dice=PILOT_MISSES)
    played(on)
    while on.turn < ready:
        assert said(on, FIRE) == [f"Hawk: slow-firing lasers can't fire again before round {ready}."]
        assert [*effects_in_words(on, on.starships["Hawk"])] == [f"lasers: ready in round {ready}"]
        played(on)
        played(on)
    assert said(on, FIRE) == []


# tractor beams

CAUGHT = Beam(by="Kite", weapon="lasers", difficulty=2)


def held(*beams: Beam, **more: Any) -> Board:
    """Hawk is held by Kite, two hexes ahead, whose lasers are a tractor beam of difficulty 2."""
    on = armed(damage=0, tractor=2, **more)
    on.starships["Hawk"].beams = (CAUGHT, *beams)
    return on


def test_a_tractor_beam_holds_its_target_and_does_no_damage() -> None:
    on = armed(damage=0, tractor=3)
    facts = play(on, FIRE, dice=PLAIN)
    assert facts[-1] == StarshipCaught(starship="Kite", by="Hawk", weapon="lasers", difficulty=3)
    assert on.attacks["action"].hits == 1
    assert kinds(facts) == ["AttackAimed", "CheckMade", "StarshipCaught"]
    assert [*effects_in_words(on, on.starships["Kite"])] == ["held by Hawk's lasers, difficulty 3"]
    assert standing(on)["starships"]["Kite"]["tractor_beams"] == [{"by": "Hawk", "weapon": "lasers", "difficulty": 3}]


#: Hawk's agility 3 and Piloting 2 against two difficulty dice.
BREAKS = "ability:s proficiency:blank proficiency:blank difficulty:blank difficulty:blank"
FAILS = "ability:blank proficiency:blank proficiency:blank difficulty:blank difficulty:blank"


def test_a_starship_that_is_held_breaks_free_before_it_flies_or_loses_the_manoeuvre() -> None:
    on = held()
    facts = played(
        on, "Hawk: fly F", "Hawk: check computers difficulty 0", dice=f"{FAILS} ability:blank proficiency:blank"
    )
    assert kinds(facts) == ["CheckMade", "StarshipHeld", "CheckMade"]
    assert (on.starships["Hawk"].place, on.starships["Hawk"].beams) == (place(""), (CAUGHT,))
    on = held()
    assert kinds(played(on, "Hawk: fly F", dice=BREAKS)) == ["CheckMade", "StarshipFreed", "StarshipFlew"]
    assert (on.starships["Hawk"].place, on.starships["Hawk"].beams) == (place("1A"), ())


def test_a_second_manoeuvre_is_a_second_try() -> None:
    on = held()
    facts = play(on, "Hawk: fly F", "Hawk: fly F", dice=f"{FAILS} {BREAKS}")
    purposes = [fact.purpose for fact in of(facts, DiceRolled)]
    assert (purposes[0], purposes[-1]) == ("tractor: ability", "second tractor: difficulty")
    assert kinds(facts) == ["CheckMade", "StarshipHeld", "StrainSuffered", "CheckMade", "StarshipFreed", "StarshipFlew"]


def test_what_breaking_free_leaves_is_spent() -> None:
    on = held()
    played(on, "Hawk: fly F", dice=BREAKS.replace("proficiency:blank", "proficiency:aa", 1))
    assert said(on, "Hawk: spend 2 advantage on tractor: setback for Kite") == []


def test_a_starship_that_is_held_turns_fires_and_changes_speed_as_it_will_but_turning_is_flying() -> None:
    on = held()
    assert kinds(played(on, "Hawk: accelerate")) == ["SpeedChanged"]
    on = held()
    assert kinds(played(on, "Hawk: fly L", dice=FAILS)) == ["CheckMade", "StarshipHeld"]


def test_one_check_against_the_strongest_beam_frees_of_all() -> None:
    on = held(Beam(by="Kite", weapon="lasers", difficulty=3))
    (made,) = of(played(on, "Hawk: fly F", dice=f"{BREAKS} difficulty:blank"), CheckMade)
    assert made.pool == (1, 2, 0, 3, 0, 0)
    assert on.starships["Hawk"].beams == ()


@each_row(
    ("change", "holds"),
    [
        ({}, True),
        ({"gone": True}, False),
        ({"shut_down": True}, False),
        ({"place": place("3A")}, False),  # beyond its short range of 2 hexes
    ],
)
def test_a_beam_holds_as_long_as_its_starship_can_act_is_near_and_does_not_fire_it_again(
    change: dict[str, Any], holds: bool
) -> None:
    on = held()
    for name, value in change.items():
        setattr(on.starships["Kite"], name, value)
    assert bool(on.beams_on(on.starships["Hawk"])) == holds
    again = held()
    again.fire("Kite", "lasers")
    assert again.starships["Hawk"].beams == ()
    for by, weapon in (("Hawk", "lasers"), ("Kite", "torpedoes")):
        other = held()
        other.fire(by, weapon)
        assert other.starships["Hawk"].beams == (CAUGHT,)


def test_the_forecast_says_that_it_must_break_free_first() -> None:
    lines = forecast(held(), "Anna", {1: ordered("Hawk: fly F")})
    dice = "1 ability, 2 proficiency and 2 difficulty dice: success 6455/9216, 70.0%"
    held_ = f"   it is held: Piloting check to break free, or it does not move: {dice}"
    assert [line for line in lines if "held" in line] == [held_]
