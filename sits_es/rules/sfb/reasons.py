"""Why orders can't be given or come to nothing: each reason has one wording, for checks, forecasts and the story.

A sentence is about {it}, the unit: its name, or the word "it" where its name stands before the sentence already. Its
values are names, or numbers whole as they are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from sits_es.events import Coded
from sits_es.rules.refusals import Forms, Reason, Reasons, Refusal, worded
from sits_es.rules.sfb.sums.limits import limit_in_words
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.orbits import NO_ORBIT
from sits_es.rules.sfb.sums.words import end, hexes, kind_of, points, shields
from sits_es.sentences import article, unknown

#: How a value stands in a sentence, by what follows its number there: {1:hexes}. A number alone is ten-thousandths.
_FORMS: Final[Forms] = {
    "": lambda value: value if isinstance(value, str) else written(value),
    "whole": str,
    "hexes": hexes,
    "points": points,
    "end": end,
    "kind": lambda kind: article(kind_of(kind)),
}


def _none(kind: str, field: str, kinds: str = "") -> Reason:
    """A name that nothing has. Its values: the name, then the names that there are."""
    return Reason((str, str, ...), lambda _, name, *known: unknown(kind, name, known, kinds), field)


def _one_of(sayings: Mapping[str, str], otherwise: str = "") -> Callable[..., str]:
    """The saying of a reason's last value, in which the values before it stand."""
    return lambda it, *each: worded(sayings.get(each[-1], otherwise), it, each, _FORMS)


_TOO_WIDE: Final = "{0} {1} is over the limit of {2} degrees"
#: Every reason by its code.
REASONS: Final = Reasons(
    {
        # who takes orders. Rule: A3.4, C3.7, C3.71, F2.21, M2.40
        "unit-gone": Reason((), "{it} is out of the game. Leave its orders out (house).", "unit"),
        "aboard": Reason(
            (str,), "{it} is aboard {0}. It takes orders from the impulse after its release (A3.4).", "unit"
        ),
        "just-released": Reason(
            (), "{it} is released in this impulse. It takes orders from the next impulse (A3.4).", "unit"
        ),
        "no-helm": Reason(
            (str,),
            _one_of(
                {
                    "base": ("{it} is a base. It stays where it is and rotates as set before the game (C3.7, C3.71)."),
                    "seeking": "{it} guides itself. Seeking weapons take no orders (F2.21).",
                    "mine": "{it} is a mine. Mines take no orders (M2.40).",
                }
            ),
        ),
        # whom they name
        "no-target": _none("target", "target"),
        "target-gone": Reason((str,), "{0} is not on the map. Name a unit on the map (house).", "target"),
        "itself": Reason((), "{it} cannot name itself. Name another unit.", "target"),
        "own-side": Reason(
            (str, str),
            (
                "{0} is on the same side, {1}. Name a unit of another side; only a scenario with own_side_targets "
                "allows your own (house)."
            ),
            "target",
        ),
        # speed and thrust
        "beyond-limit": Reason((str, int), lambda _, what, number: limit_in_words(what, number)),
        "in-orbit": Reason((str,), "{it} is in orbit around {0}, and the orbit moves it. Leave orbit first (P8.413)."),
        "is-bound": Reason((str, str), "{it} is bound to {0} and {1}. Order speed or thrust to part them (C14.20)."),
        "no-thrust-yet": Reason(
            (int, int),
            (
                "{it} cannot use impulse energy up to and including {0:whole}.{1:whole}, after an emergency "
                "deceleration (C8.41)."
            ),
        ),
        "tac-under-way": Reason(
            (int,),
            (
                "{it} is in tactical manoeuvres up to impulse {0:whole}. "
                "Wait until the manoeuvres are over, or order `tac none` first (C5.3)."
            ),
        ),
        # turns
        "turn-too-wide": Reason(
            (str, int, int, str, int, str),
            _one_of(
                {
                    "sublight": f"{_TOO_WIDE} in sublight manoeuvres (C5.11).",
                    "warp": f"{_TOO_WIDE} in warp manoeuvres (C5.21).",
                    "both": f"{_TOO_WIDE} in sublight and warp manoeuvres (C5.32).",
                    "warp, crew": f"{_TOO_WIDE} in warp manoeuvres with an outstanding crew (G21.224).",
                    "both, crew": f"{_TOO_WIDE} in sublight and warp manoeuvres with an outstanding crew (G21.224).",
                },
                f"{_TOO_WIDE} for turn mode {{3}} at speed {{4}} (C3.31).",
            ),
            "turn",
        ),
        "tac-begins": Reason(
            (), "A warp manoeuvre lasts a quarter of a turn. Begin it in impulse 1, 9, 17 or 25 (C5.21).", "tac"
        ),
        "speed-not-zero": Reason(
            (int, str),
            _one_of(
                {
                    "tac": "{it} moves at speed {0}. A tactical manoeuvre needs warp speed 0 (C5.3).",
                    "orbit": "{it} moves at speed {0}. An orbit needs warp speed 0 (P8.41).",
                }
            ),
        ),
        "no-het": Reason((str,), "{it} is {0:kind}. High-energy turns are for ships (C6.0)."),
        "turns-once": Reason(
            (), "{it} makes another turn in this impulse. A high-energy turn must be a unit's only turn (C6.0)."
        ),
        # orbits
        "no-planet": _none("body", "planet", "bodies"),
        "orbit-too-far": Reason((str, int), lambda _, *each: NO_ORBIT["orbit-too-far"](*each), "planet"),
        "orbit-in-middle": Reason((str,), lambda _, *each: NO_ORBIT["orbit-in-middle"](*each), "planet"),
        "not-in-orbit": Reason((), "{it} is not in orbit (P8.41)."),
        # binding
        "no-mate": _none("unit", "first"),
        "named-twice": Reason((str,), "{0} is named twice. A web binds three ships together (C14.20)."),
        "not-a-ship": Reason((str, str), "{0} is {1:kind}. Web energy binds ships (C14.20)."),
        "other-side": Reason((str,), "{0} is on another side. Bind only ships of one side (C14.20)."),
        "bound-already": Reason(
            (str, str, str), "{0} is bound to {1} and {2}. Order speed or thrust to part them (C14.20)."
        ),
        "still-moving": Reason(
            (str, int, int), "{0} moves at speed {1} with thrust {2}. Set speed and thrust to 0 first (C14.20)."
        ),
        "far-apart": Reason(
            (str, str, int, int),
            "{0} and {1} are {2:hexes} apart. To be bound, ships must be less than {3:hexes} apart (C14.20).",
        ),
        "shields-wrong": Reason(
            (str, str, str), "{0} must have one of {1} and {2} off its shield #3 and the other off #5 (C14.20)."
        ),
        # generators
        "no-generator": Reason(
            (str,),
            _one_of(
                {
                    "web": "{it} has no web generator (G10.0).",
                    "sphere": "{it} has no expanding sphere generator (G23.4).",
                }
            ),
        ),
        "sphere-is-up": Reason((), "{it} has a sphere up. Order `sphere off` first (G23.4)."),
        "no-sphere": Reason((), "{it} has no sphere up (G23.4)."),
        # fire and launches
        "no-weapon": _none("weapon", "weapon"),
        "all-fired": Reason(
            (str,),
            (
                "all weapons of group {0} that bear have fired in this impulse. A weapon fires at most once in an "
                "impulse (house)."
            ),
            "weapon",
        ),
        "does-not-bear": Reason(
            (str, int, int),
            (
                "no weapon of group {0} bears on the target, seen at yaw {1} pitch {2}. "
                "The target must lie within the yaw arc and the pitch arc of a mount (D2.1)."
            ),
            "weapon",
        ),
        "planet-between": Reason(
            (str,), "{0} is in the way. The line to the target must stay clear of bodies (P2.1).", "target"
        ),
        "web-between": Reason(
            (str,),
            (
                "{0} is in the way. The line to the target must stay more than 1 hex away from any web in between "
                "(G10.61)."
            ),
            "target",
        ),
        "no-launcher": _none("launcher", "launcher"),
        "no-shots": Reason(
            (str, int),
            "{0} has used all of its shots ({1:whole}) by then. Launch from another launcher (F1.24).",
            "launcher",
        ),
        "outside-fa": Reason(
            (str, int, int),
            (
                "as {0} places it, the weapon sees its target at yaw {1} pitch {2}. "
                "A seeking weapon must be placed with its target within yaw -70 to 70 and pitch -60 to 60 (F1.24)."
            ),
            "launcher",
        ),
        "not-aboard": _none("unit aboard", "carried", "units aboard"),
        # tractor links and transporters
        "no-tractor-power": Reason((), "a tractor link needs power. Give it more than 0 (house).", "power"),
        "is-linked": Reason(
            (str,), "{it} already holds {0} with a tractor link. Order `end tractor` first (house).", "target"
        ),
        "no-tractor": Reason((str,), "{it} has no tractor link to {0} (house).", "target"),
        "link-too-short": Reason(
            (str, int, int), "{0} is {1:hexes} away. A tractor link of {2:hexes} is too short (house).", "target"
        ),
        "web-blocks": Reason(
            (str,),
            (
                "{0} is in the way. Tractors and transporters must pass more than 1 hex away from any web in between "
                "(G10.71)."
            ),
            "target",
        ),
        "shield-up": Reason(
            (str, str, ...),
            lambda _, unit, *numbers: (
                f"{unit} has {shields(numbers)}, entered as up, towards the other unit. Enter "
                f"{'them' if numbers[1:] else 'it'} as down, or turn another shield that way (house)."
            ),
            "target",
        ),
        "not-linked": Reason(
            (),
            "{it} is in no tractor link; only a held unit's place and inertia can be entered (house).",
        ),
        "beyond-link": Reason(
            (str, int, int), "{0} would be {1:hexes} away. The tractor link is {2:hexes} long (house).", "place"
        ),
        # webs
        "no-web": _none("web", "web"),
        "not-your-web": Reason((str,), "{0} is another player's web (G10.0).", "web"),
        "web-has-power": Reason((str,), "{0} has power. Lay and join points before a web has power (G10.12).", "web"),
        "no-point": Reason(
            (str, str, str, ...), lambda _, web, point, *known: f"{web}: {unknown('point', point, known)}", "point"
        ),
        "no-trail": Reason(
            (), "{it} has laid no web point to continue from. Begin at an anchor: lay point from ANCHOR (G10.12)."
        ),
        "no-anchor": _none("anchor", "to"),
        "not-anchor": Reason(
            (str, str),
            _one_of(
                {
                    "itself": "{it} cannot be both anchors. Name another (G10.211).",
                    "gone": "{0} is not on the map. Name another anchor (G10.211).",
                    "side": "{0} is on another side. Name another anchor (G10.211).",
                    "bare": "{0} cannot hold a web. Only bases and ships that lay webs can (G10.211).",
                },
                "{0} cannot be an anchor: it is {1:kind}, which cannot hold a web (G10.211).",
            ),
            "to",
        ),
        "not-its-anchor": Reason((str,), "{it} is not an anchor of {0} (G10.117).", "web"),
        "too-far": Reason(
            (str, int, int), "{0:end} is {1:hexes} away. It must be less than {2:hexes} away (G10.12, G10.211)."
        ),
        "power-short": Reason(
            (int, int), "it takes {0:points} of power, but {1} is given. Give at least {0} (G10.211).", "power"
        ),
        "has-not-moved": Reason(
            (), "the last point is at the ship's own place. Move before you lay the next point (G10.12)."
        ),
        "strand-is-laid": Reason(
            (str,), "that strand of {0} already exists and can't be lengthened now. Lay another one (G10.211)."
        ),
        "not-nearer-middle": Reason(
            (str, str),
            "{it} is not nearer to the middle of {0} than point {1} is. A point can only move inward (G10.12).",
        ),
    },
    forms=_FORMS,
)


def refused(unit: str, code: str, *values: str | int, **more: Any) -> Refusal:
    """A reason as whoever checks orders shows it, with the unit's name. more: other fields of the refusal."""
    found = REASONS.refusal(unit, Coded(code, values), **more)
    said = found.message
    return found if said.startswith(f"{unit} ") else replace(found, message=f"{unit}: {said}")
