"""What orders come to before the dice are thrown."""

from __future__ import annotations

from fractions import Fraction

from sits_es.rules.starwars.board import Board, copied
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.sums.chances import chance_in_words, odds
from sits_es.rules.starwars.sums.narrative_dice import Pool
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.order_refusals import meeting, orders_of
from tests.rules.starwars.slots_at_hand import check, declared, rolled
from tests.shared.rows import each_row


def foretold(on: Board, *lines: str, player: str = "Anna") -> list[str]:
    """What is foretold of a player's orders; the board stays as it is."""
    before = copied(on)
    found = forecast(on, player, {1: orders_of(*lines)})
    assert on == before
    return found


def test_a_flight_ends_somewhere_and_asteroids_ask_for_a_check() -> None:
    assert foretold(meeting(), "fly R F L") == ["Hawk flies R F L: to 1,-1 facing A, 2 of 3 movement"]
    assert foretold(meeting(), "fly F F with 1 boost") == [
        "Hawk flies F F: to 0,-2 facing A, 2 of 3 movement",
        (
            "   Piloting check through Belt: 1 ability, 2 proficiency, 1 boost, 1 challenge and 1 setback die: success "
            "1453/1944, 74.7%"
        ),
        "   each net threat would be 8 hull trauma and 1 system strain, and each despair a critical hit",
    ]


def test_an_attack_is_proved_from_where_the_flight_leads() -> None:
    assert foretold(meeting(), "fire torpedoes at Kite", "accelerate") == [
        (
            "Hawk fires torpedoes at Kite: 2 hexes away, at short range, in the forward arc; it attacks the forward "
            "zone: 1 shield"
        ),
        "   Gunnery check: 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%",
        "   a success does 7 plus 1 for each net success, less 2 armour; a critical hit costs 2 advantage or 1 triumph",
        "Hawk flies at speed 4",
    ]
    told = foretold(meeting(), "fly F", "fire forward-lasers at Kestrel zone aft with 1 upgrade 1 harder")
    assert told[-3:] == [
        (
            "Hawk fires forward-lasers at Kestrel: 2 hexes away, at short range, in the forward and starboard arcs; it "
            "attacks the aft zone, of aft and starboard: 1 shield"
        ),
        "   Gunnery check: 1 ability, 2 proficiency, 1 challenge and 1 setback die: success 3535/5184, 68.2%",
        "   a success does 5 plus 1 for each net success, less 4 armour; a critical hit costs 3 advantage or 1 triumph",
    ]


def test_in_one_hex_the_side_is_the_attackers_or_the_foes() -> None:
    mine = board(starship("Hawk"), starship("Kite", facing="D"))
    assert foretold(mine, "fire torpedoes at Kite zone starboard toward B")[0] == (
        "Hawk fires torpedoes at Kite: in the same hex, at close range, in the forward and starboard arcs; it attacks "
        "the starboard zone, of forward and starboard: 0 shields"
    )
    theirs = board(starship("Hawk"), starship("Kite", facing="D", advantage=("Hawk",)))
    assert foretold(theirs, "fire torpedoes at Kite") == [
        (
            "Hawk fires torpedoes at Kite: in the same hex, at close range; Kite holds the advantage, so Ben names "
            "the side before the roll"
        )
    ]


def test_checks_are_told_with_their_dice() -> None:
    assert foretold(meeting(), "check computers difficulty 2: the door") == [
        "Hawk makes a Computers check: 1 ability, 1 proficiency and 2 difficulty dice: success 257/512, 50.2%"
    ]
    on = board(starship("Hawk", speed=4), starship("Kite"))
    assert foretold(on, "gain advantage on Kite") == [
        (
            "Hawk tries to gain the advantage over Kite: 3 proficiency, 1 difficulty and 2 challenge dice: success "
            "63049/124416, 50.7%"
        )
    ]


def test_a_side_means_what_it_means() -> None:
    assert foretold(declared(), "Kite: side C", player="Ben") == [
        "side C: Kite in Hawk's aft and starboard arcs; outside the arcs of torpedoes"
    ]


#: How a critical hit is rolled in a game without a table of them.
BY_HAND = "1 to 100, looked up in your own table"


def test_what_is_left_after_spending_is_told() -> None:
    on = rolled(check("flight", 2, 0), check())
    lines = ["spend 1 advantage: cover", "spend 1 triumph: critical hit", "spend 2 advantage on flight: a look round"]
    assert foretold(on, *lines) == [
        "Hawk spends 1 advantage from its check for its action: cover; 2 left",
        f"Hawk spends 1 triumph from its check for its action: critical hit; 0 left; {BY_HAND}",
        "Hawk spends 2 advantage from its check in flight: a look round; 0 left",
    ]


def test_orders_that_cannot_be_given_and_those_of_others_are_left_out() -> None:
    assert foretold(meeting(), "fly F F F F", "Kite: fly F", "Nobody: fly F") == []
    assert foretold(meeting(), "fly F", player="Ben") == []
    # as play has it, an attack below a flight that comes to nothing is made from where the starship is
    assert foretold(meeting(), "fly F F F F", "fire torpedoes at Kite")[0].startswith(
        "Hawk fires torpedoes at Kite: 2 "
    )


@each_row(
    ("chance", "said"),
    [
        (Fraction(11, 24), "11/24, 45.8%"),
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 3), "1/3, 33.3%"),
        (Fraction(2, 3), "2/3, 66.7%"),
        (Fraction(1, 9999), "1/9999, below 0.1%"),
        (Fraction(9998, 9999), "9998/9999, above 99.9%"),
        (Fraction(1, 10**6 + 3), "below 0.1%"),  # nobody reads such a fraction
        (Fraction(10**6, 3 * 10**6 + 1), "33.3%"),
    ],
)
def test_a_chance_is_a_fraction_and_in_per_cent_and_of_very_many_rolls_in_per_cent_alone(
    chance: Fraction, said: str
) -> None:
    assert chance_in_words(chance) == said


def test_a_pool_is_told_with_its_exact_chance() -> None:
    assert odds(Pool(proficiency=1, difficulty=1)) == "1 proficiency and 1 difficulty die: success 11/24, 45.8%"
    assert odds(Pool()) == "no dice: success never"
    assert odds(Pool(setback=301)) == "301 setback dice"
