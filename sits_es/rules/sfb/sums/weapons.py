"""What a weapon bears on: its yaw arcs with its mount. Rule: D2.1, D2.3, E8.23, house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums.arcs import ARCS, MOUNTS, PARTS, arcs_at, mounts_at
from sits_es.rules.sfb.sums.bearing import Bearing
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.sentences import listed, quoted, unknown

#: Swivel mounts of plasma torpedoes: the yaw of the mount's middle in degrees to the left. Rule: D2.34, both of them.
SWIVELS: Final[dict[str, int]] = {
    "FP": 0,
    "LP": 45,
    "RP": -45,
    "LS": 90,
    "RS": -90,
    "LRP": 135,
    "RRP": -135,
    "AP": 180,
}

#: Mounts that bear on any yaw above some pitch (degrees), and otherwise as a top mount: that pitch, the rule.
OVERHEAD: Final[dict[str, tuple[int, str]]] = {"wing": (60, "D2.32"), "rear-row": (30, "D2.33")}

#: Every mount that a weapon can have, as it is written.
ALL_MOUNTS: Final = (*MOUNTS, *OVERHEAD, "swivel")
#: How far a mauler reaches to each side, up and down, in degrees. Rule: E8.23.
MAULER: Final = 15


class Weapon(Struct, frozen=True):
    """A weapon's yaw arcs by name (or its one swivel) and its mount; a mauler has no arcs. Rule: D2.11, E8.23."""

    arcs: tuple[str, ...]
    mount: str

    def __str__(self) -> str:
        return f"{'+'.join(self.arcs)}/{self.mount}" if self.arcs else self.mount


def read_weapon(text: str) -> Weapon:
    """Read `FX/top`, `LF+L/centre`, `LP/swivel` or `mauler`. Raises UnreadableError with every fault. Rule: D2.11."""
    words = text.strip()
    if words.lower() == "mauler":
        return Weapon((), "mauler")
    names, slash, mount = (part.strip() for part in words.partition("/"))
    if not (names and slash and mount):
        raise UnreadableError(
            f'{quoted(text)} is not a weapon. Write its arc and its mount, such as FX/top or LF+L/centre, or "mauler" '
            "(D2.11)."
        )
    arcs, mount = tuple(name.strip().upper() for name in names.split("+")), mount.lower()
    problems = [] if mount in ALL_MOUNTS else [f"{unknown('mount', mount, ALL_MOUNTS)} (D2.11)"]
    if mount == "swivel":
        if len(arcs) > 1:
            problems.append(f"{quoted(names)} is more than one swivel. A swivel is one of {listed(SWIVELS)} (D2.34).")
        known, what, rule = tuple(SWIVELS), "swivel", "D2.34"
    else:
        known, what, rule = tuple(PARTS), "arc", "D2.12"
    problems += [f"{unknown(what, name, known)} ({rule})" for name in dict.fromkeys(arcs) if name not in known]
    problems += [
        f"{name} is given twice. Write it once ({rule})." for name in dict.fromkeys(arcs) if arcs.count(name) > 1
    ]
    if problems:
        raise UnreadableError(problems)
    return Weapon(arcs, mount)


def bears(weapon: Weapon, seen: Bearing | None) -> bool:
    """Whether a weapon bears on a bearing; in exactly the same place it does. Rule: D2.1, D2.3, E8.23, house."""
    return why_not(weapon, seen) is None


def bearing_of(arcs: tuple[str, ...], mounts: Sequence[str], seen: Bearing | None) -> list[int]:
    """Which weapons of a group bear on a bearing, by their number in it, 0 up. mounts: of each. Rule: D2.1, D2.11."""
    bear = {mount for mount in dict.fromkeys(mounts) if bears(Weapon(arcs, mount), seen)}
    return [number for number, mount in enumerate(mounts) if mount in bear]


def bears_steps(arcs: tuple[str, ...], mounts: Iterable[str], seen: Bearing | None) -> Iterator[str]:
    """Which weapons of a group bear on a bearing and why, mount by mount; nothing to say in exactly the same place.

    Rule: D2.1, D2.12, D2.3, E8.23.
    """
    if seen is None:
        return
    yield (
        f"Arcs that contain yaw {written(seen.yaw)}: {listed(arcs_at(seen.yaw))}; "
        f"mounts that reach pitch {written(seen.pitch)}: {listed(mounts_at(seen.pitch))}."
    )
    for mount in dict.fromkeys(mounts):
        weapon = Weapon(arcs, mount)
        reach = " (pitch {} to {})".format(*MOUNTS[mount]) if mount in MOUNTS else ""
        yield f"{str(weapon)[0].upper()}{str(weapon)[1:]}{reach}: {why_not(weapon, seen) or 'it bears'}."


def why_not(weapon: Weapon, seen: Bearing | None) -> str | None:
    """Why a weapon doesn't bear, in words with the rule number; None when it bears. Rule: D2.1, D2.3, E8.23, house."""
    if seen is None:
        return None
    if weapon.mount == "mauler":
        reasons = [
            f"the target is at {name} {written(angle)}, but a mauler reaches -{MAULER} to {MAULER} (E8.23)"
            for name, angle in (("yaw", seen.yaw), ("pitch", seen.pitch))
            if abs(angle) > MAULER * WHOLE
        ]
    elif weapon.mount == "swivel":
        reasons = _too_steep(seen.pitch, "a swivel mount", MOUNTS["centre"], "D2.34")
    elif weapon.mount in OVERHEAD:
        above, rule = OVERHEAD[weapon.mount]
        if seen.pitch > above * WHOLE:
            return None
        reasons = _off_arc(weapon.arcs, seen.yaw, f" up to pitch {above} ({rule})")
        reasons += _too_steep(seen.pitch, f"a {weapon.mount} mount", MOUNTS["top"], rule)
    else:
        reasons = _off_arc(weapon.arcs, seen.yaw, " (D2.12)")
        reasons += _too_steep(seen.pitch, f"a {weapon.mount} mount", MOUNTS[weapon.mount], "D2.12")
    return "; ".join(reasons) or None


def _off_arc(arcs: tuple[str, ...], yaw: int, end: str) -> list[str]:
    holding = arcs_at(yaw)
    if any(part in holding for arc in arcs for part in PARTS[arc]):
        return []
    reach = " and ".join(f"{low} to {high}" for low, high in reaches(arcs))
    return [f"the target is at yaw {written(yaw)}, but {'+'.join(arcs)} reaches {reach}{end}"]


def _too_steep(pitch: int, mount: str, reach: tuple[int, int], rule: str) -> list[str]:
    low, high = reach
    if low * WHOLE <= pitch <= high * WHOLE:
        return []
    return [f"the target is at pitch {written(pitch)}, but {mount} reaches {low} to {high} ({rule})"]


def reaches(arcs: tuple[str, ...]) -> list[tuple[int, int]]:
    """What yaw arcs reach together, in degrees from -180 to 180: pairs of ends, from right to left. Rule: D2.12."""
    pieces = []
    for name in dict.fromkeys(part for arc in arcs for part in PARTS[arc]):
        low, high = ARCS[name]
        if low > 180:
            low, high = low - 360, high - 360
        pieces += [(low, high)] if high <= 180 else [(low, 180), (-180, high - 360)]
    joined: list[tuple[int, int]] = []
    for low, high in sorted(pieces):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined
