"""Checks by narrative dice, attacks, and what is spent of a roll."""

from __future__ import annotations

from attrs import frozen

from sits_es.events import event
from sits_es.rules.star_wars.orders.forms import FlyOrdered, OfStarship, Source, Spendable
from sits_es.rules.star_wars.starship_class import Arc, Band, HexSide, Skill


@event("starwars.AttackDeclared")
@frozen(kw_only=True)
class AttackDeclared(OfStarship):
    """An attack in one hex, of which a foe that holds the advantage names the side.

    Everything else is as ordered. by: who holds the advantage. then_fly: the flight that was ordered after the attack,
    None for none; then_speed: number by which its speed changes then, 0 for none.
    """

    by: str
    weapon: str
    target: str
    zone: Arc | None
    boost: int
    setback: int
    upgrades: int
    harder: int
    then_fly: FlyOrdered | None
    then_speed: int


@event("starwars.AttackAimed")
@frozen(kw_only=True)
class AttackAimed(OfStarship):
    """The proof of an attack.

    hexes: how many to the target; band: of range; toward: the side it is taken to lie on, in one hex. arcs: of the
    starship, that hold the target; zones: of the target, open to it; zone: the one attacked; shields: points of it that
    count, 0 in a gas cloud.
    """

    weapon: str
    target: str
    hexes: int
    band: Band
    toward: HexSide | None
    arcs: tuple[Arc, ...]
    zones: tuple[Arc, ...]
    zone: Arc
    shields: int


@event("starwars.CheckMade")
@frozen(kw_only=True)
class CheckMade(OfStarship):
    """A pool was rolled, each die an event before this one; this is what it comes to.

    source: whether it was the action's, or the flight's through an asteroid field. against: the starship that it was
    made against, None for nobody; about: the field that was flown through, or the player's words, or nothing. pool:
    dice in the order ability, proficiency, boost, difficulty, challenge, setback. success, advantage: net number,
    negative for failures and threats; triumph, despair: how many. Rule: rules.md, Dice.
    """

    source: Source
    skill: Skill
    against: str | None
    about: str
    pool: tuple[int, int, int, int, int, int]
    success: int
    advantage: int
    triumph: int
    despair: int


@event("starwars.AdvantageGained")
@frozen(kw_only=True)
class AdvantageGained(OfStarship):
    """It holds the advantage over another until that one gains it. Rule: rules.md, Gain the Advantage."""

    over: str


@event("starwars.ResultSpent")
@frozen(kw_only=True)
class ResultSpent(OfStarship):
    """Advantage or triumph was spent. text: on what, in the player's words."""

    number: int
    what: Spendable
    source: Source
    text: str
