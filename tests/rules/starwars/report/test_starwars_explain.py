"""Every fact of Star Wars hex combat as a person would redo it on paper."""

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.report.working import Context
from sits_es.rules.starwars.advantage.facts import AdvantageGained
from sits_es.rules.starwars.attacks.facts import FireOrdered
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.flying.facts import FlyOrdered, StarshipFlew
from sits_es.rules.starwars.flying.told import start_of
from sits_es.rules.starwars.harm.facts import (
    CriticalSuffered,
    StarshipLost,
    StarshipShutDown,
    StrainSuffered,
    TraumaSuffered,
)
from sits_es.rules.starwars.slots.facts import InitiativeSet, OrderVoided
from sits_es.space.hexes import Position
from tests.rules.starwars.explained import AIMED, FLEW, REPORT, check, working
from tests.shared.rows import each_row
from tests.shared.starwars_order_lines import LINES
from tests.shared.starwars_samples import FACTS, board


def die(kind: str, face: int, purpose: str = "gunnery", sides: int = 8) -> DiceRolled:
    return DiceRolled(
        actor="Kestrel", purpose=f"{purpose}: {kind}", object="Raider", index=0, sides=sides, faces=(face,)
    )


@each_row("fact", [*(fact for fact, _ in FACTS), *(order for _, order in LINES), die("ability", 3)])
def test_every_fact_is_explained_with_steps_and_a_rule(fact: Event) -> None:
    found = working(fact)
    assert found.steps
    assert found.rule
    assert all(step.endswith((".", '"')) for step in found.steps), found.steps


@each_row("fact", [*(fact for fact, _ in FACTS), *(order for _, order in LINES)])
def test_rules_are_cited_as_players_know_them(fact: Event) -> None:
    found = working(fact)
    cited = " ".join((found.rule, *(each.rule for each in found.modifiers)))
    assert "seed" not in cited
    assert ".md" not in cited


@each_row(
    ("fact", "rule"),
    [
        (
            FLEW,
            (
                'the printed page, "Fly Maneuver", "Space Combat" and "Gravity Well"; house: large starships and '
                "occupied hexes"
            ),
        ),
        (
            AIMED,
            (
                'the printed page, "Range Band"; base game: how far a weapon reaches; the printed page, '
                '"Space Combat"; house: how arcs and zones are divided'
            ),
        ),
        (check((1, 0, 0, 0, 0, 0)), "base game: a check succeeds with at least one success left"),
        (
            AdvantageGained(starship="Kestrel", over="Raider"),
            'the printed page, "Gain the Advantage"; house: in one hex a side from A to F is named for each attack',
        ),
    ],
)
def test_a_rule_is_cited_by_its_heading_on_the_printed_page(fact: Event, rule: str) -> None:
    assert working(fact).rule == rule


@each_row("code", ["weapon", "manoeuvre", "threat"])
def test_harm_that_the_printed_page_does_not_speak_of_is_the_base_games(code: str) -> None:
    values = {"weapon": ("Kestrel", "forward-lasers"), "manoeuvre": (), "threat": ("Kestrel",)}[code]
    why = Coded(code, values)
    suffered = StrainSuffered(starship="Raider", why=why, strain=2, total=4, damage=2, armour=0)
    struck = CriticalSuffered(starship="Raider", why=why, critical=2, rolled=40, added=10, result=50)
    found = [suffered, struck, StarshipLost(starship="Raider"), StarshipShutDown(starship="Raider")]
    if code == "weapon":
        found.append(TraumaSuffered(starship="Raider", why=why, damage=9, armour=2, trauma=7, total=7))
    for fact in found:
        assert working(fact).rule.startswith("base game: ")


@each_row(
    ("why", "rule"),
    [
        (Coded("weapon", ("Kestrel", "forward-lasers")), "base game: critical hits"),
        (
            Coded("asteroids", ("Shoals",)),
            'base game: critical hits; the printed page, "Asteroid Field": one for each despair',
        ),
        (
            Coded("threat", ("Kestrel",)),
            "base game: critical hits; house: a despair can be a critical hit on the roller",
        ),
    ],
)
def test_a_critical_hit_is_explained_by_what_it_comes_of(why: Coded, rule: str) -> None:
    struck = CriticalSuffered(starship="Raider", why=why, critical=2, rolled=40, added=10, result=50)
    assert working(struck).rule == rule


@each_row("fact", [fact for fact, _ in FACTS])
def test_a_fact_is_explained_without_a_board_and_without_anything_before_it(fact: Event) -> None:
    bare = REPORT.explain(Context(event=fact, board=None, earlier=(), later=()))
    empty = REPORT.explain(Context(event=fact, board=Board(classes={}), earlier=(), later=()))
    assert bare.steps
    assert empty.steps


def test_an_event_of_another_kind_has_no_working() -> None:
    assert not working(Event()).steps


def test_a_check_tells_its_faces_what_cancels_out_and_its_exact_chances() -> None:
    dice = [die("ability", 6), die("ability", 3), die("difficulty", 6)]
    found = working(check((2, 0, 0, 1, 0, 0), "slice", "computers"), dice)
    assert found.steps == (
        "The pool: 2 ability 1 difficulty.",
        "The dice show ability: success and advantage, 2 successes; difficulty: 2 threat.",
        "3 successes less 0 failures; 1 advantage less 2 threat.",
        "It succeeds: 1 success, 2 threat.",
    )
    assert found.expected.startswith("chances of success ")


def test_triumph_counts_as_a_success_and_despair_as_a_failure_too() -> None:
    dice = [die("proficiency", 11, sides=12), die("challenge", 11, sides=12)]
    found = working(check((0, 1, 0, 0, 1, 0), "slice", "computers"), dice)
    assert found.steps[2] == (
        "1 success less 1 failure; 0 advantage less 0 threat; 1 triumph, counted as a success too; "
        "1 despair, counted as a failure too."
    )


def test_a_flight_is_told_step_by_step_from_where_it_began() -> None:
    assert start_of(FLEW) == (Position(0, 0), "A")
    found = working(FLEW)
    assert found.steps == (
        "The starship begins in 0,0, facing A.",
        "F: it enters 0,-1 (Shoals, asteroid field); movement so far 1.",
        "R: it turns 60 degrees to the right and faces B.",
        "F: it enters 1,-2 (Shoals, asteroid field); movement so far 2.",
        "L: it turns 60 degrees to the left and faces A.",
        "F: it enters 1,-3; movement so far 3.",
        "It ends in 1,-3, facing A.",
    )
    assert [(each.name, each.value, each.rule) for each in found.modifiers] == [
        ("movement", "3 of 4", "up to its speed"),
        ("turns", "2 of 3", "silhouette 3: at most three times"),
    ]


def test_a_hex_of_a_gravity_well_takes_two_movement() -> None:
    flew = StarshipFlew(starship="Wren", steps=("F",), path=((-2, 2),), q=-2, r=2, facing="D", movement=2)
    assert "F: it enters -2,2 (Maw, gravity well); movement so far 2 (2 for a hex in a gravity well)." in (
        working(flew).steps
    )


def test_an_attack_is_proved_by_range_arcs_facings_and_zones() -> None:
    assert working(AIMED).steps == (
        "Corvette is 3 hexes away, medium range: medium is 3 to 5 hexes.",
        "forward-lasers: up to short range, bearing forward.",
        "Kestrel faces A: Corvette is in the forward arc.",
        "Corvette faces D: the forward and starboard zones are open to the attacker.",
        "The attack is on the starboard zone, the one chosen; the shields there count as 2.",
    )


def test_a_flight_that_came_to_nothing_is_explained_with_every_fault() -> None:
    fly = FlyOrdered(starship="Kestrel", steps=("L", "L", "F", "L", "L", "F", "F", "F", "F"))
    why = Coded("flight-unlawful", (5, "turns", 4, "L L F L L F F F F", 3))
    voided = OrderVoided(starship="Kestrel", order="fly L L F L L F F F F", why=why)
    assert working(voided, [fly]).steps == (
        "Step 5 of L L F L L F F F F: a silhouette 3 ship turns at most three times.",
        "Step 9 of L L F L L F F F F: speed 4 allows 4 movement, and this step makes the total 5.",
    )


def test_a_weapon_that_does_not_bear_is_explained_with_its_arcs_and_reach() -> None:
    fire = FireOrdered(starship="Kestrel", weapon="forward-lasers", target="Corvette")
    why = Coded("out-of-range", ("Corvette", 3, "forward-lasers", "short"))
    voided = OrderVoided(starship="Kestrel", order="fire forward-lasers at Corvette", why=why)
    assert working(voided, [fire]).steps == (
        "Corvette is 3 hexes away, at medium range. The reach of forward-lasers is short range, up to 2 hexes.",
        "Kestrel faces A.",
        "forward-lasers: up to short range, bearing forward.",
    )


def test_equal_results_of_initiative_are_told_apart_by_advantage_and_then_by_name() -> None:
    known = InitiativeSet(order=("Kestrel", "Raider", "Wren"), rolled=((1, 1), (1, 0), (1, 0)))
    found = working(known, [die("ability", 6, "initiative")])
    assert found.steps == (
        "Kestrel: ability: success and advantage; that is 1 success, 1 advantage.",
        "Raider: no dice; that is 1 success.",
        "Wren: no dice; that is 1 success.",
        "Kestrel and Raider have equal successes: Kestrel is first by advantage.",
        "Raider and Wren have equal successes: Raider is first by name.",
    )


def test_armour_counts_against_each_net_threat_of_an_asteroid_field() -> None:
    rocks = Coded("asteroids", ("Shoals",))
    made = check((1, 2, 0, 1, 0, 0), "Shoals", "piloting", "flight")
    fact = TraumaSuffered(starship="Kestrel", why=rocks, damage=20, armour=4, trauma=16, total=16)
    assert working(fact, [made]).steps == (
        "2 net threat: 10 hull trauma for each.",
        "Armour 2 counts against each: 10 - 2, at least 0, is 8.",
        "20 damage - 4 stopped by armour = 16 hull trauma.",
        "Hull trauma so far: 0 + 16 = 16.",
    )


def test_a_weapons_damage_is_its_own_and_one_for_each_net_success() -> None:
    hit = Coded("weapon", ("Kestrel", "forward-lasers"))
    fact = TraumaSuffered(starship="Raider", why=hit, damage=6, armour=2, trauma=4, total=8)
    found = working(fact, [AIMED, check((2, 1, 0, 1, 0, 0))])
    assert found.steps[0] == "forward-lasers: damage 5 + 1 net success = 6."


def test_the_advantage_tells_the_roll_the_speeds_and_who_loses_it() -> None:
    there = board()
    there.starships["Raider"].advantage = ("Kestrel",)
    made = check((1, 3, 0, 1, 2, 0), skill="piloting")
    assert working(AdvantageGained(starship="Kestrel", over="Raider"), [made], there).steps == (
        (
            "The opposed Piloting check with 1 ability 3 proficiency 1 difficulty 2 challenge succeeded: 1 success, "
            "2 threat."
        ),
        "Kestrel flies at speed 4 and Raider at speed 3: Kestrel's dice were upgraded once.",
        "Raider loses the advantage.",
        "The advantage lasts until Raider gains it, even if the starships leave the hex.",
    )


def test_a_die_says_what_it_shows_and_its_average() -> None:
    found = working(die("ability", 6))
    assert found.steps[0] == "Ability die 1 of this pool shows success and advantage."
    assert found.expected == (
        "an ability die has 5/8 successes and 5/8 advantage on average, counting failures and threats as negative."
    )
