"""Why orders can't be given or come to nothing: each reason has one wording, for checks, forecasts and the story.

A sentence is about `it`, the unit: its name, or the word "it" where its name stands before the sentence already.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from sits_es.events import Coded
from sits_es.rules.refusals import Reason, Reasons, Refusal
from sits_es.rules.sfb_n3d.sums.limits import limit_in_words
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.orbits import NO_ORBIT
from sits_es.rules.sfb_n3d.sums.words import end, hexes, kind_of, points, seen
from sits_es.sentences import article, listed, unknown

#: What is said to units of these kinds, whatever they are ordered. Rule: C3.7, C3.71, F2.21, M2.40.
_NO_HELM: Final = {
    "base": "is a base. It stays where it is, and rotates as it was set to before the game (C3.7, C3.71).",
    "seeking": "guides itself. Seeking weapons take no orders (F2.21).",
    "mine": "is a mine. Mines take no orders (M2.40).",
}
#: What takes warp speed 0.
_STILL: Final = {
    "tac": "A tactical manoeuvre takes warp speed 0 (C5.3).",
    "orbit": "An orbit takes warp speed 0 (P8.41).",
}
#: What a tactical manoeuvre is called, and the rule of its limit.
_TACS: Final = {
    "sublight": ("in sublight manoeuvres", "C5.11"),
    "warp": ("in warp manoeuvres", "C5.21"),
    "both": ("in sublight and warp manoeuvres", "C5.32"),
    "warp, crew": ("in warp manoeuvres with an outstanding crew", "G21.224"),
    "both, crew": ("in sublight and warp manoeuvres with an outstanding crew", "G21.224"),
}
_GENERATORS: Final = {"web": "web generator (G10.0)", "sphere": "expanding sphere generator (G23.4)"}
#: Why something is no anchor; of a body, what it is.
_NO_ANCHOR: Final = {
    "itself": "{it} cannot be both anchors. Name another (G10.211).",
    "gone": "{name} is not on the map. Name another anchor (G10.211).",
    "side": "{name} is not of its side. Name another anchor (G10.211).",
    "bare": "{name} holds no web. Ships that lay webs and bases do (G10.211).",
}


def _none(kind: str, field: str, kinds: str = "") -> Reason:
    """A name that nothing has. Its values: the name, then the names that there are."""
    return Reason((str, str, ...), lambda _, name, *known: unknown(kind, name, known, kinds), field)


def _no_anchor(it: str, name: str, why: str) -> str:
    said = _NO_ANCHOR.get(why, f"{{name}} is no anchor. {article(kind_of(why)).capitalize()} holds no web (G10.211).")
    return said.format(it=it, name=name)


def _too_wide(_: str, axis: str, asked: int, most: int, turn_class: str, speed: int, tac: str) -> str:
    how, rule = _TACS.get(tac, (f"for turn mode {turn_class} at speed {written(speed)}", "C3.31"))
    return f"{axis} {written(asked)} is over the limit of {written(most)} degrees {how} ({rule})."


def _too_far(_: str, other: str, exact: int, near: int) -> str:
    return f"{end(other)} is {hexes(exact)} away. It must be nearer than {hexes(near)} (G10.12, G10.211)."


def _no_arc(_: str, group: str, yaw: int, pitch: int) -> str:
    return (
        f"nothing of {group} bears on the target, {seen(yaw, pitch)}. "
        "The target must lie within the yaw arc and the pitch arc of a mount (D2.1)."
    )


def _outside(_: str, launcher: str, yaw: int, pitch: int) -> str:
    return (
        f"as {launcher} places it, its target is {seen(yaw, pitch)}. "
        "A seeking weapon is placed with its target within yaw -70 to 70 and pitch -60 to 60 (F1.24)."
    )


#: Every reason by its code. Values are names, or numbers whole as they are kept.
REASONS: Final = Reasons(
    {
        # who takes orders
        "unit-gone": Reason((), lambda it: f"{it} is out of the game. Leave its orders out (house).", "unit"),
        "aboard": Reason(
            (str,),
            lambda it, carrier: (
                f"{it} is aboard {carrier}. It takes orders from the impulse after its release on (A3.4)."
            ),
            "unit",
        ),
        "just-released": Reason(
            (), lambda it: f"{it} comes out in this impulse. It takes orders from the next one on (A3.4).", "unit"
        ),
        "no-helm": Reason((str,), lambda it, kind: f"{it} {_NO_HELM[kind]}"),
        # whom and what they name
        "no-target": _none("target", "target"),
        "target-gone": Reason(
            (str,), lambda _, target: f"{target} is not on the map. Name a unit that is (house).", "target"
        ),
        "itself": Reason((), lambda it: f"{it} cannot name itself. Name another unit.", "target"),
        "own-unit": Reason(
            (str,),
            lambda _, target: f"{target} belongs to the same player. Name a unit of somebody else (house).",
            "target",
        ),
        # speed and thrust
        "beyond-limit": Reason((str, int), lambda _, what, number: limit_in_words(what, number)),
        "in-orbit": Reason(
            (str,),
            lambda it, planet: f"{it} is in orbit of {planet}, which moves and turns it. Leave orbit first (P8.413).",
        ),
        "is-bound": Reason(
            (str, str),
            lambda it, *others: f"{it} is bound to {listed(others)}. Order speed or thrust, and they part (C14.20).",
        ),
        "no-thrust-yet": Reason(
            (int, int),
            lambda it, turn, impulse: (
                f"{it} uses no impulse energy up to {turn}.{impulse}, after an emergency deceleration (C8.41)."
            ),
        ),
        "tac-under-way": Reason(
            (int,),
            lambda it, until: (
                f"{it} is in tactical manoeuvres up to impulse {until}. "
                "Wait until they are over, or order `tac none` first (C5.3)."
            ),
        ),
        # turns
        "turn-too-wide": Reason((str, int, int, str, int, str), _too_wide, "turn"),
        "tac-begins": Reason(
            (),
            lambda _: "A manoeuvre by warp lasts a quarter of a turn. Begin it in impulse 1, 9, 17 or 25 (C5.21).",
            "tac",
        ),
        "speed-not-zero": Reason(
            (int, str), lambda it, speed, what: f"{it} moves at speed {written(speed)}. {_STILL[what]}"
        ),
        "no-het": Reason((str,), lambda it, kind: f"{it} is {article(kind)}. High-energy turns are for ships (C6.0)."),
        "turns-once": Reason(
            (), lambda it: f"{it} turns otherwise in this impulse. A high-energy turn is its only turn then (C6.0)."
        ),
        # orbits
        "no-planet": _none("planet", "planet"),
        "no-orbit": Reason(
            (str, str),
            lambda _, body, kind: (
                f"{body} is {article(kind_of(kind))}. "
                "Ships orbit planets, gas giants, moons, stars and asteroids (P8.41)."
            ),
            "planet",
        ),
        "orbit-too-far": Reason((str, int), lambda _, *values: NO_ORBIT["orbit-too-far"](*values), "planet"),
        "orbit-not-level": Reason((str, int, int), lambda _, *values: NO_ORBIT["orbit-not-level"](*values), "planet"),
        "orbit-in-middle": Reason((str,), lambda _, *values: NO_ORBIT["orbit-in-middle"](*values), "planet"),
        "not-in-orbit": Reason((), lambda it: f"{it} is in no orbit that it could leave (P8.41)."),
        # binding
        "no-mate": _none("unit", "first"),
        "named-twice": Reason(
            (str,), lambda _, ship: f"{ship} is named twice. A web binds three ships together (C14.20)."
        ),
        "not-a-ship": Reason(
            (str, str), lambda _, unit, kind: f"{unit} is {article(kind_of(kind))}. Web energy binds ships (C14.20)."
        ),
        "other-side": Reason((str,), lambda _, ship: f"{ship} is not of its side. Bind ships of one side (C14.20)."),
        "bound-already": Reason(
            (str, str, str),
            lambda _, ship, *others: (
                f"{ship} is bound to {listed(others)}. Order speed or thrust, and they part (C14.20)."
            ),
        ),
        "still-moving": Reason(
            (str, int, int),
            lambda _, ship, speed, thrust: (
                f"{ship} moves at speed {written(speed)} with thrust {written(thrust)}. "
                "Set both to 0 before it is bound (C14.20)."
            ),
        ),
        "far-apart": Reason(
            (str, str, int, int),
            lambda _, one, other, far, near: (
                f"{one} and {other} are {hexes(far)} apart. "
                f"Bring them nearer than {written(near)} to bind them (C14.20)."
            ),
        ),
        "shields-wrong": Reason(
            (str, str, str),
            lambda _, ship, *others: (
                f"{ship} must have one of {listed(others)} off its shield #3 and the other off #5 (C14.20)."
            ),
        ),
        # generators
        "no-generator": Reason((str,), lambda it, what: f"{it} has no {_GENERATORS[what]}."),
        "sphere-is-up": Reason((), lambda it: f"{it} has a sphere up. Order `sphere off` first (G23.4)."),
        "no-sphere": Reason((), lambda it: f"{it} has no sphere up (G23.4)."),
        # fire and launches
        "no-weapon": _none("weapon", "weapon"),
        "all-fired": Reason(
            (str,),
            lambda _, group: (
                f"all weapons of {group} that bear have fired in this impulse. "
                "A weapon fires once in an impulse (house)."
            ),
            "weapon",
        ),
        "does-not-bear": Reason((str, int, int), _no_arc, "weapon"),
        "planet-between": Reason(
            (str,), lambda _, body: f"{body} is in the way. The line to the target must pass it by (P2.1).", "target"
        ),
        "web-between": Reason(
            (str,),
            lambda _, web: (
                f"{web} is in the way. The line to the target must stay 1 hex or more away from a web that lies "
                "between (G10.61)."
            ),
            "target",
        ),
        "no-launcher": _none("launcher", "launcher"),
        "no-shots": Reason(
            (str, int),
            lambda _, launcher, shots: (
                f"{launcher} has launched all of its {shots} by then. Launch from another launcher (F1.24)."
            ),
            "launcher",
        ),
        "outside-fa": Reason((str, int, int), _outside, "launcher"),
        "not-aboard": _none("unit aboard", "carried", "units aboard"),
        # webs
        "no-web": _none("web", "web"),
        "not-your-web": Reason((str,), lambda _, web: f"{web} is somebody else's web (G10.0).", "web"),
        "web-has-power": Reason(
            (str,), lambda _, web: f"{web} has power. Points are laid and joined before it has (G10.12).", "web"
        ),
        "no-point": Reason(
            (str, str, str, ...),
            lambda _, web, point, *known: f"{web}: {unknown('point', point, known)}",
            "point",
        ),
        "no-trail": Reason(
            (),
            lambda it: f"{it} has laid no web point to go on from. Begin at an anchor: lay point from ANCHOR (G10.12).",
        ),
        "no-anchor": _none("anchor", "to"),
        "not-anchor": Reason((str, str), _no_anchor, "to"),
        "not-its-anchor": Reason((str,), lambda it, web: f"{it} is no anchor of {web} (G10.117).", "web"),
        "too-far": Reason((str, int, int), _too_far),
        "power-short": Reason(
            (int, int),
            lambda _, needed, given: (
                f"it takes {points(needed)} of power, and {written(given)} is given. "
                f"Give at least {written(needed)} (G10.211)."
            ),
            "power",
        ),
        "has-not-moved": Reason(
            (), lambda _: "the last point is where it is. Move before the next point is laid (G10.12)."
        ),
        "strand-is-laid": Reason(
            (str,),
            lambda _, web: (
                f"that strand of {web} is there already, as long as it can be now. Lay another one (G10.211)."
            ),
        ),
        "not-nearer-middle": Reason(
            (str, str),
            lambda it, web, point: (
                f"{it} is not nearer to the middle of {web} than point {point} is. A point moves inward only (G10.12)."
            ),
        ),
    }
)


def refused(unit: str, code: str, *values: str | int, **more: Any) -> Refusal:
    """A reason as whoever checks orders shows it, with the unit's name. more: other fields of the refusal."""
    found = REASONS.refusal(unit, Coded(code, values), **more)
    said = found.message
    return found if said.startswith(f"{unit} ") else evolve(found, message=f"{unit}: {said}")
