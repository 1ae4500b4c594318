"""Launchers of seeking weapons on a card: what they launch, how often, how it is placed. Rule: F1.24, FP3.1, D2.34."""

from __future__ import annotations

from typing import Any, Final, cast

from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.rules.sfb_n3d.sums.numbers import FULL_TURN, WHOLE, written
from sits_es.rules.sfb_n3d.sums.weapons import SWIVELS
from sits_es.rules.sfb_n3d.unit_class import Launcher, Placing
from sits_es.sentences import unknown
from sits_es.toml import ABSENT, KeyPath

LAUNCHER_KEYS: Final = ("launches", "shots", "placing", "yaw", "swivel")
PLACINGS: Final[tuple[Placing, ...]] = ("free", "fixed", "swivel")
MOST_SHOTS: Final = 9999

#: Rear-firing tubes that place their torpedo at one yaw: degrees to the left. Rule: D2.35.
REAR_FIRING: Final[dict[str, int]] = {"L/LR": 120, "R/RR": 240}


def launchers(sheet: DecimalSheet, path: KeyPath) -> tuple[Launcher, ...]:
    """Every launcher of a card, in order of name; a fault reads as something like it."""
    return tuple(_launcher(sheet, (*path, name), name) for name in sorted(sheet.table(path)))


def launcher_data(launcher: Launcher) -> dict[str, Any]:
    """A launcher in the shape of its table."""
    data: dict[str, Any] = {
        "launches": launcher.launches,
        "shots": launcher.shots,
        "placing": launcher.placing,
    }
    if launcher.placing == "fixed":
        data["yaw"] = written(launcher.yaw)
    if launcher.placing == "swivel":
        data["swivel"] = launcher.swivel
    return data


def _launcher(sheet: DecimalSheet, path: KeyPath, name: str) -> Launcher:
    sheet.word(path, name, "a launcher's", "drone")
    sheet.table(path, LAUNCHER_KEYS)
    placing = cast("Placing", sheet.choice((*path, "placing"), PLACINGS, "free"))
    known = sheet.get((*path, "placing")) in (ABSENT, *PLACINGS)
    for key, owner in (("yaw", "fixed"), ("swivel", "swivel")):
        if known and placing != owner and sheet.get((*path, key)) is not ABSENT:
            sheet.fault((*path, key), f'placing is "{placing}". Leave this out, or write placing = "{owner}" (FP3.1).')
    swivel = _swivel(sheet, (*path, "swivel")) if placing == "swivel" else ""
    yaw = 0
    if placing == "fixed":
        yaw = sheet.decimal((*path, "yaw"), "a yaw", -FULL_TURN // 2, FULL_TURN, rule="FP3.1", default=0) % FULL_TURN
    if swivel in REAR_FIRING:
        placing, yaw, swivel = "fixed", REAR_FIRING[swivel] * WHOLE, ""
    return Launcher(
        name=name,
        launches=sheet.name((*path, "launches"), "Sample drone"),
        shots=sheet.whole((*path, "shots"), 0, MOST_SHOTS, 0),
        placing=placing,
        yaw=yaw,
        swivel=swivel,
    )


def _swivel(sheet: DecimalSheet, path: KeyPath) -> str:
    """The mount of a swivel; a fault reads as FP. Rule: D2.34, D2.35."""
    known = (*SWIVELS, *REAR_FIRING)
    found = sheet.text(path, "FP")
    if isinstance(sheet.get(path), str) and found not in known:
        sheet.fault(path, f"{unknown('swivel', found, known)} (D2.34)")
    return found if found in known else "FP"
