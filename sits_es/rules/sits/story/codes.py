"""Codes of SITS in words: why orders came to nothing, what ended ships and attacks, consolidations, outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from sits_es.events import Coded
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.miracles.rules import DRAWS
from sits_es.rules.sits.reasons import FIELDS
from sits_es.rules.sits.repairs.rules import PARTIES_A_BOX
from sits_es.rules.sits.ship.tracks import lost_as
from sits_es.rules.sits.sums.deck import MIRACLE
from sits_es.rules.sits.sums.plots import in_words, plots
from sits_es.sentences import counted, either
from sits_es.space.arcs import DEFAULT_COLUMNS, MARKERS
from sits_es.space.attitude import ROLL_STEPS
from sits_es.space.avid import BEARINGS, PLACES, Window
from sits_es.space.vectors import Subtraction

#: The most dots in a window for which the plots that they allow are listed.
MOST_DOTS: Final = 99


def step_in_words(step: Coded) -> str:
    """A step of a consolidation as one sentence."""
    values: Any = step.values
    one, way, other, its, *more = values
    return Subtraction(((one, way), (other, its)), *more).in_words()


# why orders come to nothing


def reason_in_words(ship: str, reason: Coded) -> str:
    """Why an order can't be: who, what is wrong, what is allowed; one sentence or more."""
    return _REASONS[reason.code](ship, *reason.values)


def reasons_in_words(ship: str, reasons: Iterable[Coded]) -> str:
    """Several of them, one after the other."""
    return " ".join(reason_in_words(ship, each) for each in reasons)


def as_problem(ship: str, reason: Coded) -> Refusal:
    """A reason as whoever checks orders shows it, with the word that it is about."""
    return Refusal(reason_in_words(ship, reason), FIELDS.get(reason.code))


def _is_or_are(number: int, word: str) -> str:
    return f"{counted(number, word)} {'is' if number == 1 else 'are'}"


def _bearing(ship: str, what: str, target: str, seen: str, on_map: str, mount: str, arc: Sequence[str]) -> str:
    return (
        f"{ship}: {what} cannot bear on {target}, seen through {seen} of the ship's frame ({on_map} on the map). "
        f"The {mount} mount bears through {_arc(arc)}."
    )


def _arc(arc: Sequence[str]) -> str:
    """A mount's arc: the usual five columns by three rows of a facing, or window by window."""
    middle = {str(facing): window for facing, window in MARKERS.items()}.get(arc[0]) if len(arc) == 1 else None
    if middle is None:
        return ", ".join(arc)
    at = BEARINGS.index(middle)
    around = [BEARINGS[(at + step) % len(BEARINGS)] for step in range(-DEFAULT_COLUMNS, DEFAULT_COLUMNS + 1)]
    return f"{around[0]} to {around[-1]}, level and one ring up or down"


def _own_side(ship: str, target: str, side: str) -> str:
    allowed = "Name a ship of another side; only a scenario with own_side_targets allows one's own"
    return f"{ship}: {target} is of its own side, {side}. {allowed}."


def _launcher_off_arc(ship: str, mount: str, target: str, seen: str, on_map: str, *arc: str) -> str:
    return _bearing(ship, f"the {mount} launcher", target, seen, on_map, mount, arc)


def _weapon_off_arc(ship: str, weapon: str, target: str, seen: str, on_map: str, mount: str, *arc: str) -> str:
    return _bearing(ship, weapon, target, seen, on_map, mount, arc)


def _no_bridge(ship: str) -> str:
    steers = "It takes no thrust, pivot or roll until damage control mends a box of bridge"
    return f"{ship} has no bridge left. {steers}; its weapons fire under local control."


def _thrust(ship: str, thrust: int, most: int) -> str:
    allowed = f"Plot 0 to {most}" if most else "Plot 0"
    return f"{ship}: thrust {thrust} is plotted, its rating is {most}. {allowed}."


def _no_plot(ship: str, plot: str, dots: int, window: str) -> str:
    known = window in PLACES and 0 <= dots <= MOST_DOTS
    allowed = f" Plot {in_words(plots(dots, Window(window)))}." if known else ""
    return f"{ship}: {plot} is not a plot for {counted(dots, 'dot')} in {window}.{allowed}"


def _not_in_own_plots(ship: str, plot: str, dots: int, window: str, *allowed: str) -> str:
    listed_there = f"The game's own plots for {counted(dots, 'dot')} in {window} are {', '.join(allowed)}."
    return f"{ship}: {plot} is not a plot for {counted(dots, 'dot')} in {window}. {listed_there}"


def _no_dots(ship: str, plot: str, window: str, *others: str) -> str:
    where = ", ".join(others) or "no window"
    return f"{ship}: {plot} is plotted in {window}, where there are no dots. Dots are in {where}."


def _tubes(ship: str, ordered: int, mount: str, working: int) -> str:
    wanted = f"a salvo of {counted(ordered, 'tube')} is ordered"
    return f"{ship}: {wanted}, {mount} has {working} that work. Order 1 to {working}."


def _magazine(ship: str, salvoes: int, mount: str, missiles: int, held: int) -> str:
    asked = f"{counted(salvoes, 'salvo')} from {mount} would take {counted(missiles, 'missile')}"
    return f"{ship}: {asked}, its magazine holds {held}."


def _rows(ship: str, salvoes: int, mount: str, held: int) -> str:
    asked = f"{counted(salvoes, 'salvo')} from {mount} would take {counted(salvoes, 'row')}"
    return f"{ship}: {asked}, its magazine holds {held}."


def _salvoes(ship: str, salvoes: int, target: str, away: int, most: str, left: int) -> str:
    limit = f"Range {away} allows {most} in a turn, {left} more now."
    return f"{ship}: {_is_or_are(salvoes, 'salvo')} ordered at {target}. {limit}"


def _no_miracle(ship: str, count: int) -> str:
    held = f"its hand counts {count}" if count else "it holds no card"
    return f"{ship} has no miracle to spend: {held}. {either(MIRACLE)} is one."


def _of_segment(ship: str, miracle: str) -> str:
    said = f"the miracle {miracle} is for a segment, not for the turn break"
    return f"{ship}: {said}. There write repair again, or a text for a ruling."


#: Every reason in words, from the ship's name and the reason's values.
_REASONS: Final[Mapping[str, Callable[..., str]]] = {
    "out-of-game": lambda ship, cause: f"{ship} is out of the game ({lost_as(cause)}).",
    "aims-at-itself": lambda ship: f"{ship} cannot aim at itself.",
    "own-side": _own_side,
    "target-out": lambda ship, target, cause: f"{ship}: {target} is out of the game ({lost_as(cause)}).",
    "weapon-off-arc": _weapon_off_arc,
    "launcher-off-arc": _launcher_off_arc,
    "behind-wedge": lambda ship, target, window: (
        f"{ship}: {target} shows its wedge ({window} of its own frame), and no beam goes through that."
    ),
    "out-of-reach": lambda ship, target, away, weapon, reach: (
        f"{ship}: {target} is at range {away}, and {weapon} reach {reach}."
    ),
    "no-such-target": lambda ship, target: f"{ship}: there is no ship {target}.",
    "no-such-weapon": lambda ship, weapon: f"{ship} has no beam weapon {weapon}.",
    "no-such-launcher": lambda ship, mount: f"{ship} has no launcher {mount}.",
    "weapon-destroyed": lambda ship, weapon: f"{ship}: all of its {weapon} are destroyed.",
    "weapon-waits": lambda ship, weapon, left: f"{ship}: {weapon} can fire again in {counted(left, 'segment')}.",
    "fired-twice": lambda ship, weapon: f"{ship}: {weapon} are ordered to fire twice.",
    "tubes-destroyed": lambda ship, mount: f"{ship}: all tubes of its {mount} mount are destroyed.",
    "too-many-tubes": _tubes,
    "launcher-waits": lambda ship, mount, left: (
        f"{ship}: the {mount} tubes can launch again in {counted(left, 'segment')}."
    ),
    "magazine-empty": lambda ship, mount: f"{ship}: the magazine of its {mount} mount is empty.",
    "magazine-short": _magazine,
    "rows-short": _rows,
    "fire-control-destroyed": lambda ship, mount: f"{ship}: the fire control of its {mount} mount is destroyed.",
    "too-many-salvoes": _salvoes,
    "no-bridge": _no_bridge,
    "thrust-too-high": _thrust,
    "pivot-destroyed": lambda ship: f"{ship} cannot pivot any more: its pivot track is destroyed.",
    "nose-there-already": lambda ship, window: f"{ship}: its nose is in {window} already. Pivot to another window.",
    "roll-destroyed": lambda ship: f"{ship} cannot roll any more: its roll track is destroyed.",
    "roll-too-far": lambda ship, steps: f"{ship}: a roll of {steps} windows is ordered. Roll 1 to {ROLL_STEPS - 1}.",
    "no-plot": _no_plot,
    "not-in-own-plots": _not_in_own_plots,
    "no-dots-there": _no_dots,
    "too-many-decoys": lambda ship, count, left: f"{ship}: {_is_or_are(count, 'decoy')} ordered, it has {left} left.",
    "no-such-track": lambda ship, track, *tracks: f"{ship} has no {track}. Its tracks are {', '.join(tracks)}.",
    "beyond-repair": lambda ship, track: f"{ship}: damage control does not mend {track}.",
    "nothing-to-mend": lambda ship, track: f"{ship}: no box of {track} is there to mend.",
    "too-many-parties": lambda ship, parties, track: (
        f"{ship}: {parties} parties are sent to {track}. At most {PARTIES_A_BOX} work on a box."
    ),
    "too-few-parties": lambda ship, sent, crews: (
        f"{ship}: {sent} working parties are sent, its damage control has {crews}."
    ),
    "commander-draws-none": lambda ship, grade: (
        f"{ship}: its commander is {grade}; {either(DRAWS)} ones draw miracle cards."
    ),
    "no-miracle": _no_miracle,
    "miracle-of-break": lambda ship: (
        f"{ship}: repairs are tried again in the turn break. Write: break miracle repair again."
    ),
    "miracle-of-segment": _of_segment,
}
