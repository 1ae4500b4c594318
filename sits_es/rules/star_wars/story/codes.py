"""Codes of Star Wars hex combat in words: why orders came to nothing, what harm came of, and how a game ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sits_es.events import Coded
from sits_es.rules.star_wars.events.motion import OrderVoided
from sits_es.rules.star_wars.sums.dice_in_words import counted_symbol
from sits_es.rules.star_wars.sums.words import zones
from sits_es.sentences import counted

#: What a step of a flight breaks, with what is allowed.
_FLIGHTS: Final = {
    "movement": (
        "its speed allows no more movement. A hex takes 1 movement, one of a gravity well 2, and the speed is the most"
    ),
    "occupied": (
        "another starship is there. Only starships of silhouette 4 or less share a hex; one of 5 or more leaves no room"
    ),
    "turns": (
        "it turns too often. A flight has at most 3 turns with silhouette 4 or less, 2 with 5 to 7, 1 with 8 or more"
    ),
}


def why_in_words(fact: OrderVoided) -> str:
    """Why an order came to nothing: what is wrong, and what is allowed."""
    return _REASONS[fact.why.code](fact.order, *fact.why.values)


def _flight(order: str, step: int, rule: str) -> str:
    steps = " ".join(word for word in order.partition(" with ")[0].split()[1:])
    of = f" of {steps}" if steps else ""
    return f"step {step}{of}: {_FLIGHTS.get(rule, f'it breaks the rule of {rule}')}"


def _too_far(order: str, target: str, hexes: int) -> str:
    allowed = (
        "Fire at one within the weapon's range" if order.startswith("fire") else "Be in its hex or in the next one"
    )
    return f"{target} is {counted(hexes, 'hex')} away. {allowed}"


def _no_side(order: str, other: str) -> str:
    if order.startswith("fire"):
        return f"{other} holds the advantage over it, so its player names the side. Fire without toward"
    return f"{other} holds the advantage, and names the side. Nobody else does"


def _each(names: str, word: str) -> str:
    """Arcs or zones, given as `forward, port`: `the forward and port arcs`."""
    return zones(filter(None, names.split(", ")), word)


#: Every reason in words, from the order as written and the reason's values.
_REASONS: Final[Mapping[str, Callable[..., str]]] = {
    "initiative-first": lambda _: "the order of initiative comes first. Nobody acts before the order is known",
    "not-its-slot": lambda _, other: f"the slot is {other}'s. Only the starship whose slot it is takes orders",
    "starship-gone": lambda _: "it is lost. Only starships on the map carry out orders",
    "shut-down": lambda _: "its systems are shut down. It acts again once its strain is within its threshold",
    "manoeuvred-already": lambda _: "it has had its manoeuvre. A slot has one",
    "acted-already": lambda _: "it has had its action. A slot has one",
    "flight-unlawful": _flight,
    "speed-beyond": lambda _, most: f"its speed would be out of bounds. Its card allows 0 to {most}",
    "no-weapon": lambda _, weapon: f"it has no weapon {weapon}. Name one of its own",
    "no-target": lambda _, target: f"{target} is not on the map. Name a starship that is",
    "out-of-range": _too_far,
    "does-not-bear": lambda _, weapon, arcs: (
        f"the target lies in {_each(arcs, 'arc')}, where {weapon} does not bear. It must lie in an arc of the weapon"
    ),
    "zone-not-open": lambda _, zone, open_: (
        f"the {zone} zone is not open to it. What is open is {_each(open_, 'zone')}"
    ),
    "zone-not-named": lambda _, open_: f"{_each(open_, 'zone')} are open. Name one of them",
    "side-not-named": lambda _, target: (
        f"{target} is in the same hex. Say on which side it is taken to lie: toward A to F"
    ),
    "side-not-yours": _no_side,
    "side-first": lambda _, other: (
        f"an attack waits for the side that {other}'s player names. Nothing else is done now"
    ),
    "side-named-already": lambda _: "a side has been named. An attack has one",
    "side-not-in-one-hex": lambda _, target: f"{target} is in another hex. A side is named in one hex only",
    "silhouette-too-large": lambda _, silhouette: (
        f"its silhouette is {silhouette}. Only one of 4 or less tries to Gain the Advantage"
    ),
    "not-an-enemy": lambda _, target: f"{target} is not an enemy. Name a starship of another side",
    "nothing-rolled": lambda _: "there was no such check in this slot. Spend what a roll of this slot came to",
    "nothing-declared": lambda _: "no attack waits for a side. It is named when one does",
    "not-so-much": lambda _, left, what: (
        f"it has {counted_symbol(left, what)} left to spend. Spend 1 or more, up to what is left"
    ),
    "no-critical": lambda _: "no hull trauma came of an attack in this slot. A critical hit needs an attack that hurts",
    "critical-costs-more": lambda _, cost: (
        f"a critical hit with this weapon costs {counted_symbol(cost, 'advantage')}, or 1 triumph. Spend that"
    ),
    "rolled-already": lambda _: "the dice are thrown. What is left of the slot is to spend what they came to",
}


def cause_in_words(why: Coded) -> str:
    """What harm comes of, to stand after it: `from Kestrel's lasers`, `among the asteroids of Shoals`."""
    return _CAUSES[why.code](*why.values)


_CAUSES: Final[Mapping[str, Callable[..., str]]] = {
    "weapon": lambda who, weapon: f"from {who}'s {weapon}",
    "asteroids": lambda field: f"among the asteroids of {field}",
    "entered": lambda: "as its player enters",
}


def outcome_in_words(outcome: Sequence[Coded]) -> str:
    """How a game ended, as a sentence or two. Codes of no meaning here stand there as they are."""
    said = (
        _OUTCOMES[each.code](*each.values) if each.code in _OUTCOMES else " ".join(map(str, (each.code, *each.values)))
        for each in outcome
    )
    return f"{'; '.join(said)}."


_OUTCOMES: Final[Mapping[str, Callable[..., str]]] = {
    "last-side": lambda *side: f"Only {side[0]} has starships left" if side else "Only one side has starships left",
    "no-side": lambda *_: "No side has starships left",
    "time-up": lambda *rounds: (
        f"Round {rounds[0]} was the last of the scenario" if rounds else "The last round is over"
    ),
}
