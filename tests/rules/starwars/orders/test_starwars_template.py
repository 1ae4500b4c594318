"""Order files to fill in, stage by stage, as a player gets them."""

from __future__ import annotations

import re

from sits_es.orders.frame import read_sheet
from sits_es.rules.starwars.board import Board, CriticalHit
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.orders.template import template
from sits_es.rules.starwars.slots.rules import problems_at
from tests.rules.starwars.fleets import board, starship, terrain
from tests.rules.starwars.order_refusals import meeting
from tests.rules.starwars.slots_at_hand import check, declared, rolled
from tests.shared.rows import each_row


def chase() -> Board:
    """Hawk is wounded in an asteroid field; Kite is before it, Krait beside it, Kestrel in its hex."""
    return board(
        starship(
            "Hawk",
            trauma=3,
            criticals=(CriticalHit(number=1, result=42), CriticalHit(number=2, result=61, text="shields down")),
            notes=("owes Heron a boost",),
            advantage=("Kite",),
        ),
        starship("Heron", "3D"),
        starship("Kite", "2A", "D"),
        starship("Krait", "2F", advantage=("Hawk",)),
        starship("Kobold", "4A"),
        starship("Kelpie", facing="D"),
        terrain("Belt", "asteroid-field", "", "1A"),
        terrain("Well", "gravity-well", "1B"),
        turn=3,
    )


CHASE = """\
# Anna's orders for round 3. Text after # is a comment.
# Anna orders a manoeuvre and an action for Hawk, in either order.
# One manoeuvre and one action, carried out in the order written; both are optional.
game duel
turn 3
player Anna

starship Hawk
  # Fighter at 0,0 facing A, speed 3 of 5, silhouette 3
  # hull trauma 3 of 8, system strain 0 of 6, armour 2; shields forward 1, aft 1, port 0, starboard 0
  # holds the advantage over Kite
  # in Belt (asteroid field)
  # in one hex with Kelpie
  # critical hit 1 (rolled 42)
  # critical hit 2 (rolled 61): shields down
  # owes Heron a boost
  # Krait holds the advantage over it
  # may fly up to 3 movement, 1 for a hex and 2 for one in a gravity well, and turn three times by 60 degrees
  # Kelpie (Fighter): in the same hex; you name the side for an attack
  # Kite (Fighter): 2 hexes away, at short range, in the forward arc; open: forward (1 shield); bearing: forward-lasers and torpedoes
  # Krait (Fighter): 2 hexes away, at short range, in the forward and port arcs; open: aft (1 shield) and starboard (0 shields); bearing: forward-lasers and torpedoes
  # Kobold (Fighter): 4 hexes away, at medium range, in the forward arc; open: aft (1 shield); bearing: torpedoes
  # you can order now:
  #   fly F F F  # to 0,-3 facing A, 3 of 3 movement
  #   fly F F L F  # to -1,-2 facing F, 3 of 3 movement
  #   fly F F R F  # to 1,-3 facing B, 3 of 3 movement
  #   fly L  # to 0,0 facing F, 0 of 3 movement
  #   fly R  # to 0,0 facing B, 0 of 3 movement
  #   accelerate
  #   decelerate
  #   fire forward-lasers at Kelpie toward A  # 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%
  #   fire torpedoes at Kelpie toward A  # 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%
  #   fire forward-lasers at Kite  # 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%
  #   fire torpedoes at Kite  # 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%
  #   fire torpedoes at Kobold  # 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%
  #   fire forward-lasers at Krait zone aft  # 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%
  #   fire forward-lasers at Krait zone starboard  # 2 ability, 1 proficiency and 2 difficulty dice: success 7997/12288, 65.1%
  #   fire torpedoes at Krait zone aft  # 2 ability, 1 proficiency, 2 difficulty and 1 setback die: success 41767/73728, 56.7%
  #   fire torpedoes at Krait zone starboard  # 2 ability, 1 proficiency and 2 difficulty dice: success 7997/12288, 65.1%
  #   gain advantage on Kelpie  # 1 ability, 2 proficiency, 1 difficulty, 2 challenge and 1 setback die: success 383711/995328, 38.6%
  #   check computers difficulty 2: what it is for
  # you can add to a check, for example: with 1 boost 2 setback 1 upgrade 1 harder
"""  # noqa: E501 - as it is printed


def test_the_player_whose_slot_it_is_sees_the_starship_its_foes_and_what_it_could_do() -> None:
    assert template(chase(), "Anna", "duel") == CHASE


def test_nobody_else_orders_in_a_slot_and_the_file_says_whose_it_is() -> None:
    assert template(chase(), "Ben", "duel") == (
        "# Ben's orders for round 3. Text after # is a comment.\n"
        "# Anna orders a manoeuvre and an action for Hawk, in either order.\n"
        "# Ben has nothing to order now.\n"
        "game duel\nturn 3\nplayer Ben\n"
    )


def test_before_initiative_is_known_nobody_orders() -> None:
    assert template(meeting(stage="initiative", order=()), "Anna", "duel") == (
        "# Anna's orders for round 1. Text after # is a comment.\n"
        "# Initiative comes first; nobody gives orders.\n"
        "# Anna has nothing to order now.\n"
        "game duel\nturn 1\nplayer Anna\n"
    )


def test_a_starship_that_is_shut_down_has_nothing_to_order() -> None:
    on = board(starship("Hawk", strain=7, shut_down=True, speed=0))
    assert "starship Hawk" not in template(on, "Anna", "duel")
    assert (
        "# Hawk is shut down: strain 7, threshold 6. It acts again once its strain is entered as 6 or less.\n"
        in template(on, "Anna", "duel")
    )


SIDES = """\
# Ben's orders for round 1. Text after # is a comment.
# Hawk attacks Kite with torpedoes in one hex: Ben, for Kite, names the side on which the target lies.
# Name one side. If you give no order, the attacker chooses.
game duel
turn 1
player Ben

starship Kite
  # Fighter at 0,0 facing D, speed 3 of 5, silhouette 3
  # hull trauma 0 of 8, system strain 0 of 6, armour 2; shields forward 1, aft 1, port 0, starboard 0
  # holds the advantage over Hawk
  # in one hex with Hawk and Krait
  # Hawk facing A fires torpedoes, at the port zone if it is open
  # name the side of Hawk, as on the map, on which Kite lies
  # you can order now:
  #   side A  # Kite in Hawk's forward arc; open: forward (1 shield)
  #   side B  # Kite in Hawk's forward and starboard arcs; open: forward (1 shield) and starboard (0 shields)
  #   side C  # Kite in Hawk's aft and starboard arcs; outside the arcs of torpedoes
  #   side D  # Kite in Hawk's aft arc; outside the arcs of torpedoes
  #   side E  # Kite in Hawk's aft and port arcs; outside the arcs of torpedoes
  #   side F  # Kite in Hawk's forward and port arcs; open: forward (1 shield) and port (0 shields)
"""


def test_whoever_holds_the_advantage_sees_what_each_side_would_mean() -> None:
    """Rule: seed, "stay out of its firing arc"."""
    assert template(declared("port"), "Ben", "duel") == SIDES
    assert "# Anna has nothing to order now.\n" in template(declared(), "Anna", "duel")


SPENDING = """\
# Anna's orders for round 1. Text after # is a comment.
# Anna, for Hawk, can spend 3 advantage and 1 triumph from the Gunnery check.
# You may spend what is left; write what you spend it on.
game duel
turn 1
player Anna

starship Hawk
  # Fighter at 0,0 facing A, speed 3 of 5, silhouette 3
  # hull trauma 0 of 8, system strain 0 of 6, armour 2; shields forward 1, aft 1, port 0, starboard 0
  # you can order now:
  #   spend 1 advantage: what it is spent on
  #   spend 3 advantage: critical hit  # 1 to 100, looked up in your own table
  #   spend 1 triumph: what it is spent on
  #   spend 1 triumph: critical hit  # 1 to 100, looked up in your own table
"""


def test_what_the_rolls_brought_is_told_with_what_it_buys() -> None:
    assert template(rolled(check("flight", -2, 0), check()), "Anna", "duel") == SPENDING
    strained = rolled(check())
    strained.starships["Hawk"].shut_down = True
    assert "  # shut down, without a slot\n" in template(strained, "Anna", "duel")
    unhurt = template(rolled(check(), hurt=False), "Anna", "duel")
    assert "critical hit" not in unhurt
    assert "  #   spend 1 triumph: what it is spent on\n" in unhurt


@each_row("on", [chase(), meeting(), declared(), rolled(check("flight", 1, 0), check())])
@each_row("player", ["Anna", "Ben"])
def test_unedited_it_orders_nothing_and_each_example_can_be_ordered(on: Board, player: str) -> None:
    text = template(on, player, "duel")
    assert read_sheet(text, LANGUAGE).lines == ()
    for line in re.findall("  #   (.*)", text):
        sheet = read_sheet(text + f"  {line}\n", LANGUAGE)
        (order,) = sheet.at(1)
        assert isinstance(order, OfStarship)
        assert list(problems_at(on, 1, order, [order])) == [], line


def test_a_hex_that_is_barred_shortens_the_flights_offered() -> None:
    on = board(starship("Hawk"), starship("Kestrel", "2A", card="Corvette"), terrain("Well", "gravity-well", "1A"))
    flights = re.findall("  #   (fly .*)", template(on, "Anna", "duel"))
    assert flights == [
        "fly F  # to 0,-1 facing A, 2 of 3 movement",
        "fly F L F  # to -1,-1 facing F, 3 of 3 movement",
        "fly F R F  # to 1,-2 facing B, 3 of 3 movement",
        "fly L  # to 0,0 facing F, 0 of 3 movement",
        "fly R  # to 0,0 facing B, 0 of 3 movement",
    ]


def test_a_starship_without_speed_only_turns() -> None:
    found = template(board(starship("Hawk", card="Station")), "Anna", "duel")
    assert "  # has no speed: it may turn once by 60 degrees on the spot\n" in found
    assert re.findall("  #   (fly .*)", found) == [
        "fly L  # to 0,0 facing F, 0 of 0 movement",
        "fly R  # to 0,0 facing B, 0 of 0 movement",
    ]
