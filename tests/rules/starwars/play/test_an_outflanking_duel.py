"""A duel that is settled by Gain the Advantage, sentence by sentence. Rule: seed, Gain the Advantage."""

from __future__ import annotations

from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.board import Board
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.play.at_play import kinds, of, play, played, voided

WON = "ability:blank proficiency:s proficiency:blank difficulty:blank challenge:blank challenge:blank"
SHOT = "ability:blank ability:blank proficiency:blank difficulty:blank difficulty:blank"


def duel() -> Board:
    """Hawk in the middle, Kite in the same hex; both face A at speed 3."""
    return board(starship("Hawk"), starship("Kite"))


def test_gain_the_advantage_is_the_action_of_its_slot() -> None:
    """It is a starship's action: there is no attack besides it, and a manoeuvre there is."""
    on = duel()
    facts = played(on, "Hawk: fly F", "Hawk: gain advantage on Kite", "Hawk: fire torpedoes at Kite", dice=WON)
    assert kinds(facts) == ["StarshipFlew", "CheckMade", "AdvantageGained", "OrderVoided"]
    assert voided(facts) == [("fire torpedoes at Kite", "acted-already")]


def test_the_advantage_is_still_held_by_whoever_left_the_hex_and_came_back() -> None:
    """It lasts until the opponent succeeds: so Hawk still says where Kite lies when Kite attacks (house)."""
    on = duel()
    played(on, "Hawk: gain advantage on Kite", dice=WON)
    played(on, "Kite: fly F F")
    played(on, "Hawk: fly F F")
    assert on.starships["Hawk"].place == on.starships["Kite"].place
    assert kinds(played(on, "Kite: fire forward-lasers at Hawk")) == ["AttackDeclared"]
    # Hawk is taken to lie astern of Kite, where its lasers don't bear
    assert voided(played(on, "Hawk: side D")) == [
        ("fire forward-lasers at Hawk", "does-not-bear", "forward-lasers", "aft")
    ]
    # and Kite ahead of Hawk in Hawk's own attack, so that Hawk comes upon its aft shields
    facts = play(on, "Hawk: fire forward-lasers at Kite toward A", dice=f"{SHOT} setback:blank")
    (aimed,) = of(facts, AttackAimed)
    assert (aimed.arcs, aimed.zone) == (("forward",), "aft")


def test_once_the_opponent_succeeds_it_is_the_opponent_who_names_the_side() -> None:
    on = duel()
    played(on, "Hawk: gain advantage on Kite", dice=WON)
    played(on, "Kite: gain advantage on Hawk", dice=WON)
    assert kinds(play(on, "Hawk: fire forward-lasers at Kite")) == ["AttackDeclared"]
    assert voided(play(on, "Hawk: fire forward-lasers at Kite toward A")) == [
        ("fire forward-lasers at Kite toward A", "side-not-yours", "Kite")
    ]
