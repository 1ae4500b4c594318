"""Any facts that people could enter in X-Wing, whether they make sense or not: for tests by chance."""

from __future__ import annotations

from itertools import chain
from typing import Any

from hypothesis import strategies as st

from sits_es.events import Event
from sits_es.rules.xwing.attacks.facts import AttackEntered, DisputeEntered, RulingEntered
from sits_es.rules.xwing.dials.facts import DialOrdered
from sits_es.rules.xwing.entries.facts import (
    CriticalEntered,
    DamageEntered,
    DamageRegained,
    NoteEntered,
    RoundEndEntered,
    ShipRemoved,
)
from sits_es.rules.xwing.moves.facts import MoveEntered, ShipPlaced, TurretRotated
from sits_es.rules.xwing.sums.areas import STANDARD, in_order
from sits_es.rules.xwing.sums.template_moves import TEMPLATES


def decimals(least: int, most: int) -> st.SearchStrategy[str]:
    def written(thousandths: int) -> str:
        sign, rest = "-" if thousandths < 0 else "", abs(thousandths)
        return f"{sign}{rest // 1000}.{rest % 1000:03}".rstrip("0").rstrip(".")

    return st.integers(least * 1000, most * 1000 - 1).map(written)


NAMES = st.from_regex(r"[A-Za-z0-9\u00e9]([A-Za-z0-9 '#:.\u00e9-]{0,15}[A-Za-z0-9.])?", fullmatch=True)
WORDS = st.from_regex(r"[!-~\u00e9]([ -~\u00e9]{0,58}[!-~\u00e9])?", fullmatch=True)
PLACES: dict[str, Any] = {
    "x": decimals(-99_999, 99_999),
    "y": decimals(-99_999, 99_999),
    "facing": decimals(0, 360),
}
AMOUNTS = [
    {"shields": st.integers(1, 99), "hull": st.integers(0, 99)},
    {"shields": st.just(0), "hull": st.integers(1, 99)},
]
TEMPLATE_NAMES = st.sampled_from(TEMPLATES).map(str)
POINTS = st.sets(st.sampled_from(STANDARD), min_size=1).map(in_order)
NUMBERS = st.integers(1, 9999)


def ways_of(
    ships: st.SearchStrategy[str] = NAMES, weapons: st.SearchStrategy[str] = NAMES
) -> dict[type[Event], list[st.SearchStrategy[Any]]]:
    """What can be written of ships and with weapons of some names, by its form."""
    ruling = st.just("") | WORDS
    fields: dict[type[Event], list[dict[str, Any]]] = {
        DialOrdered: [{"template": TEMPLATE_NAMES}],
        ShipPlaced: [PLACES],
        MoveEntered: [{"template": TEMPLATE_NAMES}, {"template": TEMPLATE_NAMES | NAMES, **PLACES}],
        TurretRotated: [{"points": POINTS, "ruling": ruling}],
        AttackEntered: [{"target": ships, "weapon": weapons, "ruling": ruling}],
        DamageEntered: AMOUNTS,
        DamageRegained: AMOUNTS,
        CriticalEntered: [{"text": WORDS}],
        NoteEntered: [{"text": WORDS}],
        ShipRemoved: [{"text": ruling}],
        DisputeEntered: [{"attack": NUMBERS, "text": WORDS}],
        RulingEntered: [{"attack": NUMBERS, "stands": st.booleans(), "text": WORDS}],
        RoundEndEntered: [{}],
    }
    return {form: [st.builds(form, ship=ships, **each) for each in ways] for form, ways in fields.items()}


def facts(ships: st.SearchStrategy[str] = NAMES, weapons: st.SearchStrategy[str] = NAMES) -> st.SearchStrategy[Any]:
    """Any fact that can be written, of ships and with weapons of some names."""
    return st.one_of(*chain(*ways_of(ships, weapons).values()))
