"""The sentences of the first versions of events of SITS, frozen for ever: see `version_1`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from sits_es.rules.sits.play.plots import plots
from sits_es.space.avid import WINDOWS, Window
from sits_es.space.hexes import HexVector

Values = Sequence[str | int]

#: What took a ship out of the game.
CAUSES: Final = {"structure-gone": "its structure gave way", "exploded": "it exploded"}

#: How an attack ended; {} is its target.
ENDS: Final = {
    "struck": "missiles struck",
    "all-killed": "all missiles were killed",
    "stopped-by-sidewall": "the sidewall stopped them",
    "target-out": "{} is out of the game",
}

#: Why an order came to nothing, by code. {0} is a value, {0:kind} one of a kind, {0*:kind} this and all that follow it.
REASONS: Final = {
    "out-of-game": "{ship} is out of the game ({0:cause}).",
    "aims-at-itself": "{ship} cannot aim at itself.",
    "no-such-target": "{ship}: there is no ship {0}.",
    "target-out": "{ship}: {0} is out of the game ({1:cause}).",
    "launcher-off-arc": (
        "{ship}: the {0} launcher cannot bear on {1}, seen through {2} of the ship's frame ({3} on the map). "
        "The {0} mount bears through {4*:arc}."
    ),
    "weapon-off-arc": (
        "{ship}: {0} cannot bear on {1}, seen through {2} of the ship's frame ({3} on the map). "
        "The {4} mount bears through {5*:arc}."
    ),
    "behind-wedge": "{ship}: {0} shows its wedge ({1} of its own frame), and no beam goes through that.",
    "out-of-reach": "{ship}: {0} is at range {1:number}, and {2} reach {3:number}.",
    "no-such-weapon": "{ship} has no beam weapon {0}.",
    "weapon-destroyed": "{ship}: all of its {0} are destroyed.",
    "weapon-waits": "{ship}: {0} can fire again in {1:segment}.",
    "fired-twice": "{ship}: {0} are ordered to fire twice.",
    "no-such-launcher": "{ship} has no launcher {0}.",
    "tubes-destroyed": "{ship}: all tubes of its {0} mount are destroyed.",
    "too-many-tubes": ("{ship}: a salvo of {0:tube} is ordered, {1} has {2:number} that work. Order 1 to {2:number}."),
    "launcher-waits": "{ship}: the {0} tubes can launch again in {1:segment}.",
    "magazine-empty": "{ship}: the magazine of its {0} mount is empty.",
    "magazine-short": "{ship}: {0:salvo} from {1} would take {2:missile}, its magazine holds {3:number}.",
    "fire-control-destroyed": "{ship}: the fire control of its {0} mount is destroyed.",
    "too-many-salvoes": (
        "{ship}: {0:salvo is} ordered at {1}. Range {2:number} allows {3} in a turn, {4:number} more now."
    ),
    "no-bridge": (
        "{ship} has no bridge left. It takes no thrust, pivot or roll until damage control mends a box of bridge; "
        "its weapons fire under local control."
    ),
    "thrust-too-high": "{ship}: thrust {0:number} is plotted, its rating is {1:number}. {1:allowed thrust}.",
    "pivot-destroyed": "{ship} cannot pivot any more: its pivot track is destroyed.",
    "nose-there-already": "{ship}: its nose is in {0} already. Pivot to another window.",
    "roll-destroyed": "{ship} cannot roll any more: its roll track is destroyed.",
    "roll-too-far": "{ship}: a roll of {0:number} windows is ordered. Roll 1 to 11.",
    "no-plot": "{ship}: {0} is no plot for {1:dot} in {2:window}. Plot {1:allowed plots}.",
    "no-dots-there": "{ship}: {0} is plotted in {1}, where there are no dots. Dots are in {2*:windows}.",
    "too-many-decoys": "{ship}: {0:decoy is} ordered, it has {1:number} left.",
    "no-such-track": "{ship} has no {0}. Its tracks are {1*:names}.",
    "beyond-repair": "{ship}: damage control does not mend {0}.",
    "nothing-to-mend": "{ship}: no box of {0} is there to mend.",
    "too-many-parties": "{ship}: {0:number} parties are sent to {1}. At most 2 work on a box.",
    "too-few-parties": "{ship}: {0:number} working parties are sent, its damage control has {1:number}.",
    "no-miracle-cards": "{ship}: this game is played without miracle cards.",
    "commander-draws-none": ("{ship}: its commander is {0}; superb, excellent or legendary ones draw miracle cards."),
    "no-miracle": "{ship} has no miracle to spend: {0:hand}. 19, 20 or 21 is one.",
    "miracle-of-break": ("{ship}: repairs are tried again in the turn break. Write: break miracle repair again."),
    "miracle-of-segment": (
        "{ship}: the miracle {0} is for a segment, not for the turn break. "
        "There write repair again, or a text for a ruling."
    ),
}

#: More dots than this no window ever has.
MOST_DOTS: Final = 99

#: What a name looks like, and several of them; longer ones stay unread.
NAME: Final = ".{1,99}?"
_NAMES: Final = ".{1,4000}?"

#: The usual arcs of mounts, by facing.
_ARCS: Final = {
    facing: f"{columns}, level and one ring up or down"
    for facing, columns in (
        ("port", "D/E to F/A"),
        ("starboard", "A/B to C/D"),
        ("forward", "F to B"),
        ("aft", "C to E"),
    )
}


@frozen
class Value:
    """A kind of value. form: what it looks like; write: in words, given all values as well; read: from words."""

    form: str
    write: Callable[[Any, Values], str]
    read: Callable[[str], Any]


def counted(number: int, word: str) -> str:
    """`1 salvo`, `3 salvoes`."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word}{'es' if word.endswith(('o', 'x')) else 's'}"


def listed(words: Sequence[str]) -> str:
    """`port, forward and aft`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _noun(word: str) -> Value:
    return Value(rf"-?\d{{1,9}} {word}(?:e?s)?", lambda number, _: counted(number, word), _first_number)


def _with_verb(word: str) -> Value:
    def write(number: int, _: Values) -> str:
        return f"{counted(number, word)} {'is' if number == 1 else 'are'}"

    return Value(rf"-?\d{{1,9}} {word}(?:e?s)? (?:is|are)", write, _first_number)


def _first_number(text: str) -> int:
    return int(text.split(" ", maxsplit=1)[0])


def _named(words: Mapping[str, str]) -> Value:
    """A code and its words; any other words stand for themselves."""
    codes = {said: code for code, said in words.items()}
    return Value(NAME, lambda code, _: words.get(code, code), lambda said: codes.get(said, said))


def _arc(arc: Values, _: Values) -> str:
    return _ARCS.get(str(arc[0]) if arc else "", ", ".join(map(str, arc)))


def _read_arc(text: str) -> list[str]:
    return next(([facing] for facing, said in _ARCS.items() if said == text), text.split(", "))


def _hand(count: int, _: Values) -> str:
    return f"its hand counts {count}" if count else "it holds no card"


def _read_hand(text: str) -> int:
    return int(text.rsplit(" ", maxsplit=1)[-1]) if text.startswith("its") else 0


def _allowed_thrust(most: int, _: Values) -> str:
    return f"Plot 0 to {most}" if most else "Plot 0"


def _allowed_plots(dots: int, values: Values) -> str:
    window = str(values[2])
    known = window in WINDOWS and 0 <= dots <= MOST_DOTS
    return _in_words(plots(dots, Window(window))) if known else ""


def _in_words(allowed: Iterable[HexVector]) -> str:
    verticals: dict[HexVector, list[str]] = {}
    for plot in allowed:
        flat = HexVector(plot.a, plot.c)
        verticals.setdefault(flat, []).append(str(plot - flat))
    groups: dict[tuple[str, ...], list[str]] = {}
    for flat, ups in verticals.items():
        groups.setdefault(tuple(ups), []).append(str(flat))
    return "; or ".join(_group(flats, ups) for ups, flats in groups.items())


def _group(flats: list[str], ups: tuple[str, ...]) -> str:
    if len(ups) == 1:
        return _either([f"{flat} {ups[0]}".strip() or "still" for flat in flats])
    each = f"{_either(flats)}, each" if len(flats) > 1 else flats[0]
    alone = "alone or with " if "" in ups else "with "
    return f"{each} {alone}{_either([up for up in ups if up])}"


def _either(words: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


#: Every kind of value. The allowed ones follow from values that stand before them, and are not read.
KINDS: Final[Mapping[str, Value]] = {
    "number": Value(r"-?\d{1,9}", lambda number, _: str(number), int),
    "dot": Value(r"\d{1,2} dots?", lambda number, _: counted(number, "dot"), _first_number),
    **{word: _noun(word) for word in ("segment", "tube", "salvo", "missile")},
    **{f"{word} is": _with_verb(word) for word in ("salvo", "decoy")},
    "cause": _named(CAUSES),
    "window": Value(r"[A-F+/-]+?", lambda window, _: window, str),
    "arc": Value(_NAMES, _arc, _read_arc),
    "names": Value(_NAMES, lambda names, _: ", ".join(names), lambda text: text.split(", ")),
    "windows": Value(
        _NAMES,
        lambda windows, _: ", ".join(windows) or "no window",
        lambda text: [] if text == "no window" else text.split(", "),
    ),
    "hand": Value(r"it holds no card|its hand counts \d{1,9}", _hand, _read_hand),
    "allowed thrust": Value(
        "Plot 0(?: to -?\\d{1,9})?", lambda most, _: f"Plot 0 to {most}" if most else "Plot 0", str
    ),
    "allowed plots": Value(_NAMES, _allowed_plots, str),
}
