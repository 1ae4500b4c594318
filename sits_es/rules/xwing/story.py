"""The facts of X-Wing, each told as one sentence, as it is said at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from sits_es.events import Coded, Event
from sits_es.rules.system import Outcome
from sits_es.rules.xwing.events import entered, followed, setup
from sits_es.rules.xwing.state import Stand
from sits_es.rules.xwing.sums.ranges import range_in_words
from sits_es.rules.xwing.weapons import Weapon
from sits_es.sentences import counted, listed, one_line, without_full_stop


def arcs_in_words(arcs: Sequence[str]) -> str:
    """`its front arc`, `its front and bullseye arcs`, `none of its arcs`."""
    if not arcs:
        return "none of its arcs"
    return f"its {listed(arcs)} {'arc' if len(arcs) == 1 else 'arcs'}"


def amounts_in_words(shields: int, hull: int) -> str:
    """`2 shields and 1 hull`."""
    return listed([*([counted(shields, "shield")] if shields else []), *([f"{hull} hull"] if hull else [])])


def unit_of(fact: Event) -> str | None:
    """The ship that a fact is about, or None."""
    return getattr(fact, "ship", None)


def tell(fact: Event) -> str:
    """One fact of X-Wing, or an outcome, as a sentence on one line, without markup. Raises KeyError for any other."""
    if isinstance(fact, Outcome):
        return one_line(_outcome(fact.why))
    return one_line(SENTENCES[type(fact)](fact))


def _outcome(why: Iterable[Coded]) -> str:
    return " ".join(_ENDINGS[each.code](*each.values) for each in why)


_ENDINGS: Final[Mapping[str, Callable[..., str]]] = {
    "last-side": lambda side: f"Only {side} has ships left.",
    "no-side": lambda: "No ship is left.",
}


def _listed(fact: setup.ShipListed) -> str:
    lines = "" if fact.half_angle is None else f" with arc lines at {fact.half_angle} degrees"
    turret = "" if fact.turret is None else f", {fact.turret} turret pointing {listed(fact.points)}"
    shaded = f", {listed(fact.shaded)} shaded" if fact.shaded else ""
    display = amounts_in_words(fact.shields, fact.hull)
    weapons = f"; {listed(map(_weapon, fact.weapons))}" if fact.weapons else ""
    return f"{fact.ship} of {fact.player} takes part: {fact.base} base{lines}{shaded}{turret}; {display}{weapons}."


def _weapon(weapon: Weapon) -> str:
    return f"{weapon.name} ({weapon.kind}, {weapon.arc}{', upgrade' if weapon.upgrade else ''})"


def _stand(fact: entered.ShipPlaced | entered.ShipMoved) -> Stand:
    return Stand(fact.x, fact.y, fact.facing)


def _rotated(fact: entered.TurretRotated) -> str:
    by = f", by a ruling: {without_full_stop(fact.ruling)}" if fact.ruling else ""
    return f"{fact.ship} rotates its turret to {listed(fact.points)}{by}."


def _attacks(fact: entered.AttackEntered) -> str:
    by = f" by a ruling: {without_full_stop(fact.ruling)}" if fact.ruling else ""
    return f"{fact.ship} attacks {fact.target} with {fact.weapon}{by}."


def _removed(fact: entered.ShipRemoved) -> str:
    return f"{fact.ship} is removed{f': {without_full_stop(fact.text)}' if fact.text else ''}."


def _ruled(fact: entered.RulingEntered) -> str:
    stands = "stands" if fact.stands else "does not stand"
    return f"{fact.ship}'s player enters the ruling that attack {fact.attack} {stands}: {without_full_stop(fact.text)}."


def _declared(fact: followed.AttackDeclared) -> str:
    where = f"{fact.target} is in {arcs_in_words(fact.arcs)}"
    how = f"by a ruling {_at_range(fact.range)}" if fact.arc is None else f"in {fact.arc} at range {fact.range}"
    return f"Attack {fact.attack}: {fact.ship} attacks {fact.target} with {fact.weapon} {how}; {where}."


def _at_range(band: int | None) -> str:
    return range_in_words(band) if band is None else f"at {range_in_words(band)}"


def _counted(fact: followed.EntryCounted) -> str:
    return f"Entry {fact.entry} of round {fact.turn} is complete{', and the round is over' if fact.last else ''}."


#: How each fact is told, by its class.
SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    setup.TableLaid: lambda fact: f"The table is {fact.width} by {fact.height} mm, its middle at 0,0.",
    setup.ShipListed: _listed,
    entered.ShipPlaced: lambda fact: f"{fact.ship} is placed at {_stand(fact)}.",
    entered.ShipMoved: lambda fact: f"{fact.ship} moves by {without_full_stop(fact.template)} to {_stand(fact)}.",
    entered.TurretRotated: _rotated,
    entered.AttackEntered: _attacks,
    entered.DamageEntered: lambda fact: f"{fact.ship} loses {amounts_in_words(fact.shields, fact.hull)}.",
    entered.DamageRegained: lambda fact: f"{fact.ship} regains {amounts_in_words(fact.shields, fact.hull)}.",
    entered.CriticalEntered: lambda fact: f"{fact.ship} takes a critical hit: {without_full_stop(fact.text)}.",
    entered.NoteEntered: lambda fact: f"Note of {fact.ship}: {without_full_stop(fact.text)}.",
    entered.ShipRemoved: _removed,
    entered.DisputeEntered: lambda fact: (
        f"{fact.ship}'s player disputes attack {fact.attack}: {without_full_stop(fact.text)}."
    ),
    entered.RulingEntered: _ruled,
    entered.RoundEndEntered: lambda fact: f"{fact.ship}'s player ends the round.",
    followed.AttackDeclared: _declared,
    followed.ShipLost: lambda fact: f"{fact.ship} is lost: it has no hull left.",
    followed.EntryCounted: _counted,
}
