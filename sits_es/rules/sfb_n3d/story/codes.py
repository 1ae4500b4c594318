"""Why orders came to nothing, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sits_es.rules.sfb_n3d.ending.facts import OrderVoided
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import end, hexes, points, seen
from sits_es.sentences import counted

#: What is near enough, by the first words of an order, the most first, with the rule.
_NEAR: Final = (
    ("bind", "less than 0.5 hexes apart (C14.20)"),
    ("move point", "less than 0.5 hexes from the point (G10.12)"),
    ("lay point", "less than 2 hexes from where the strand begins (G10.12, G10.211)"),
    ("join", "less than 2 hexes from the point (G10.12, G10.211)"),
    ("lay web", "less than 2 hexes from the other anchor (G10.211)"),
)

#: What an order needs the warp speed to be 0 for.
_STILL: Final = (("tac", "C5.3"), ("orbit", "P8.41"), ("bind", "C14.20"))


#: What is allowed, by what is beyond it.
_LIMITS: Final = {
    "speed": "A warp speed is 0 or more (C1.43)",
    "thrust": "Impulse thrust is 0 to 1 in a turn (C2.111)",
    "radius": "A sphere's radius is 0 to 3.9999 hexes (G23.41)",
    "strength": "Webs have a strength of 0 to 35 (G10.3)",
}


def why_in_words(fact: OrderVoided) -> str:
    """Why an order came to nothing: what is wrong, and what is allowed, with the rule's number."""
    return _REASONS[fact.why.code](fact.order.lower(), *fact.why.values)


def _starting(order: str, known: Sequence[tuple[str, str]], otherwise: str) -> str:
    return next((said for words, said in known if order.startswith(words)), otherwise)


def _no_arc(_order: str, group: str, yaw: int, pitch: int) -> str:
    return (
        f"nothing of {group} bears on the target, {seen(yaw, pitch)}. "
        "The target must lie within the yaw arc and the pitch arc of a mount (D2.1)"
    )


def _too_wide(_order: str, axis: str, asked: int, limit: int) -> str:
    said = f"it would turn {axis} {written(asked)}, and {written(limit)} is the most now"
    return f"{said}. Turn at most that much on each axis (C3.31, C5)"


def _moving(order: str, speed: int) -> str:
    rule = _starting(order, _STILL, "C5.3")
    return f"its warp speed is {written(speed)}. It takes warp speed 0 ({rule})"


def _no_thrust(_order: str, until: int) -> str:
    wait = f"{counted(until, 'impulse')} after its emergency deceleration are still to go"
    return f"{wait}. Until then no impulse energy moves it (C8.41)"


def _far_from_planet(_order: str, planet: str, exact: int) -> str:
    return f"{planet} is {hexes(exact)} away. A standard orbit begins within 3 hexes (P8.41)"


def _too_far(order: str, other: str, exact: int) -> str:
    return (
        f"{end(other)} is {hexes(exact)} away. It must be {_starting(order, _NEAR, 'less than 2 hexes away (G10.211)')}"
    )


def _short(_order: str, needed: int, given: int) -> str:
    return (
        f"it takes {points(needed)} of power, and {written(given)} is given. Give at least {written(needed)} (G10.211)"
    )


def _outside(_order: str, launcher: str, yaw: int, pitch: int) -> str:
    return (
        f"as {launcher} places it, its target is {seen(yaw, pitch)}. "
        "A seeking weapon is placed with its target within yaw -70 to 70 and pitch -60 to 60 (F1.24)"
    )


#: Every reason in words, from the order as written and the reason's values.
_REASONS: Final[Mapping[str, Callable[..., str]]] = {
    "unit-gone": lambda _: "it is not on the map any more. Only units on the map carry out orders (house)",
    "target-gone": lambda _, target: f"{target} is not on the map any more. Choose a target that is (house)",
    "does-not-bear": _no_arc,
    "planet-between": lambda _, body: f"{body} is in the way. The line to the target must pass it by (P2.1)",
    "web-between": lambda _, web: (
        f"{web} is in the way. The line to the target must stay 1 hex or more away from a web that lies "
        f"between (G10.61)"
    ),
    "turn-too-wide": _too_wide,
    "speed-not-zero": _moving,
    "no-thrust-yet": _no_thrust,
    "orbit-too-far": _far_from_planet,
    "orbit-not-level": lambda _, planet: (
        f"{planet} is not level with it. A standard orbit needs the planet at relative pitch 0 (P8.41)"
    ),
    "not-in-orbit": lambda _: "it is in no standard orbit. Only a ship in orbit leaves one (P8.4)",
    "too-far": _too_far,
    "power-short": _short,
    "no-web": lambda _, web: f"there is no {web} any more. Name a web that is there (G10)",
    "no-point": lambda _, web, point: f"{web} has no point {point}. Name one of its points (G10.12)",
    "not-nearer-middle": lambda _, web, point: (
        f"it is not nearer to the middle of {web} than point {point} is. A point moves inward only (G10.12)"
    ),
    "not-anchor": lambda _, name: (
        f"{name} is no anchor for it. A web is laid from valid anchors, and dropped by its own (G10.211, G10.117)"
    ),
    "all-fired": lambda _, group: (
        f"all weapons of {group} that bear have fired in this impulse. A weapon fires once in an impulse (house)"
    ),
    "no-helm": lambda _: (
        "nobody steers it. Bases rotate as they were set up to, mines and seeking weapons guide themselves "
        "(C3.71, F2.21)"
    ),
    "tac-under-way": lambda _, until: (
        f"its tactical manoeuvres go on to impulse {until}. Until then it uses no other energy to move (C5.3)"
    ),
    "orbit-in-middle": lambda _, planet: f"it is in the very middle of {planet}. An orbit goes round it (P8.41)",
    "no-trail": lambda _: "it has laid no point yet. Begin from an anchor: lay point from NAME (G10.12)",
    "has-not-moved": lambda _: "the last point is where it is. Move before the next point is laid (G10.12)",
    "strand-is-laid": lambda _, web: (
        f"that strand of {web} is there already, as long as it can be now. Lay another one (G10.211)"
    ),
    "web-has-power": lambda _, web: f"{web} has power. Points are laid and joined while it has none (G10.12)",
    "named-twice": lambda _, ship: f"{ship} is named twice. Web energy binds three ships together (C14.20)",
    "not-a-ship": lambda _, unit, kind: (
        f"{unit} is a {'seeking weapon' if kind == 'seeking' else kind}. Web energy binds ships (C14.20)"
    ),
    "other-side": lambda _, ship: f"{ship} is not on its side. Three ships of one side are bound (C14.20)",
    "still-moving": lambda _, ship, speed, thrust: (
        f"{ship} moves at warp speed {written(speed)} with thrust {written(thrust)}. Both must be 0 (C14.20)"
    ),
    "shields-wrong": lambda _, ship, one, other: (
        f"{ship} does not have one of {one} and {other} off its #3 shield and the other off its #5. "
        "Each of the three must (C14.20)"
    ),
    "no-shots": lambda _, launcher: f"{launcher} has launched all that it holds. Launch from another one (house)",
    "not-aboard": lambda _, carried: f"{carried} is not aboard. Only what is aboard goes out (A3.4)",
    "outside-fa": _outside,
    "sphere-is-up": lambda _: "its sphere is up. End it before it forms another (G23.41)",
    "no-sphere": lambda _: "it has no sphere. Only a sphere that is up can end (G23.41)",
    "in-orbit": lambda _, planet: f"it is in a standard orbit of {planet}. It must leave the orbit first (P8.41)",
    "beyond-limit": lambda _, what: f"its {what} is beyond what is allowed. {_LIMITS[what]}",
    "no-generator": lambda _, what: (
        "it lays no webs. Units with a web generator do (G10.0)"
        if what == "web"
        else "it forms no spheres. Units with a sphere generator do (G23.4)"
    ),
    "tac-begins": lambda _: "a manoeuvre by warp begins in impulse 1, 9, 17 or 25 (C5.21)",
    "no-het": lambda _, kind: f"it is a {kind}. High-energy turns are for ships (C6.0)",
    "no-weapon": lambda _, weapon: f"it has no weapon {weapon}. Name one of its own (D2.11)",
    "no-launcher": lambda _, launcher: f"it has no launcher {launcher}. Name one of its own (F1.24)",
    "no-orbit": lambda _, body, kind: (
        f"{body} is a {'black hole' if kind == 'hole' else kind}. "
        "Ships orbit planets, gas giants, moons, stars and asteroids (P8.41)"
    ),
    "turns-once": lambda _: "it has turned in this impulse. A high-energy turn is its only turn then (C6.0)",
    "just-released": lambda _: "it has come out in this impulse. It takes orders from the next one on (A3.4)",
    "own-unit": lambda _, target: f"{target} is its player's own. Name a unit of somebody else (house)",
    "not-your-web": lambda _, web: f"{web} is somebody else's web (G10.0)",
    "is-bound": lambda _: (
        "it is bound to two other ships by web energy, with no warp or impulse energy to move (C14.20)"
    ),
}
