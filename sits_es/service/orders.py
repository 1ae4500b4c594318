"""Order files: their templates, reading and checking against a game with every fault at once, and drafts of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve, field, frozen
from msgspec import Struct
from msgspec.structs import replace

from sits_es.disk import is_there, new_file, read_text
from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import OrdersGiven, OrdersRevealed
from sits_es.game.fold import Fold
from sits_es.game.play import enter_facts, read_forms
from sits_es.game.story import teller
from sits_es.orders.check import check_sheet, respell, unknown_units
from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace, lines_of, render_all
from sits_es.orders.frame import HEADERS, NO_GAME, Scanned, scan_sheet
from sits_es.orders.language import Language
from sits_es.orders.names import QUOTES_NEEDED, problem_of, same, written
from sits_es.orders.normal import comments, unbroken, write_line, write_sheet
from sits_es.orders.sheet import OrderLine, OrderSheet
from sits_es.rules import system, system_names
from sits_es.rules.moments import Moment
from sits_es.rules.refusals import Refusal
from sits_es.rules.system import System
from sits_es.rules.told import Told
from sits_es.sentences import either, nearest, quoted, shell, unknown, visible
from sits_es.service.names import continuations, order_file
from sits_es.service.order_help import help_commands
from sits_es.service.session import OpenGame, Session
from sits_es.values import Value

#: Orders of this turn that can't be changed any more, as they were played or sealed: (player, step) -> lines.
LinesSettled = Mapping[tuple[str, int], Sequence[str]]
#: None of them.
NONE_SETTLED: Final[LinesSettled] = MappingProxyType({})
#: What a player has sealed in a game, by what the game is called.
SealedIn = Callable[[str], LinesSettled]
#: The line that says which game a file is for; what it means exactly is for the order language to say.
_GAME = re.compile(r'\s*game\s+("[^"]*"|[^\s#]+)', re.IGNORECASE)
#: Games that a refusal names to somebody whose file names none.
_GAMES_SHOWN: Final = 5
#: Stands between a new order file and what was in its place.
_KEPT: Final = "# What this file held before:"
#: Before each line that is foretold, below its heading.
INDENT: Final = "  "


def nothing_sealed(_game: str) -> LinesSettled:
    """For a game at one table, or one looked at as it stood."""
    return NONE_SETTLED


@frozen(kw_only=True)
class OrderFile(Value):
    """An order file without faults. source: its name in faults; warned: the warnings as a player reads them."""

    source: str
    sheet: OrderSheet = field(repr=False)
    player: str
    warnings: tuple[OrderFault, ...] = ()
    warned: tuple[str, ...] = field(default=(), repr=False)


def played_lines(opened: OpenGame) -> dict[tuple[str, int], tuple[str, ...]]:
    """The orders played this turn so far: (player, step) -> lines."""
    fold, history = opened.fold(), opened.history
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    for exchange in history.played(Moment(fold.game.moment.turn, 1)):
        for fact in opened.facts(exchange.opened + 1, exchange.last):
            if isinstance(fact, OrdersRevealed | OrdersGiven):
                for step, lines in lines_by_step(fold.system, fact.segment, fact.lines):
                    found[fact.player, step] = lines
    return found


def lines_by_step(rules: System, first: int, lines: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """An exchange's lines by step: all of its first step, unless each line names its own."""
    if not rules.language.numbered:
        yield first, lines
        return
    found: dict[int, tuple[str, ...]] = {}
    for line, form in zip(lines, read_forms(rules, lines, first), strict=True):
        step = rules.language.step_of(form) or first
        found[step] = (*found.get(step, ()), line)
    yield from found.items()


def _forms_by_step(fold: Fold, player: str | None, sealed: LinesSettled) -> dict[int, tuple[Event, ...]]:
    """What a player has sealed, as orders by step."""
    return {step: read_forms(fold.system, lines, step) for (who, step), lines in sealed.items() if who == player}


def read_order_files(fold: Fold, texts: Sequence[tuple[str, str]], played: LinesSettled) -> list[OrderFile]:
    """Read order files, as (source, text), and check them against the game. UnreadableError with all faults of all."""
    files: list[OrderFile] = []
    problems: list[str] = []
    for source, text in texts:
        try:
            found = read_order_file(fold, source, text, played=played)
        except GameError as fault:
            problems += fault.problems
            continue
        if (twin := next((other for other in files if other.player == found.player), None)) is not None:
            problems.append(
                f"{source}: {found.player} has already given orders in {twin.source}. Give one file for each player."
            )
        files.append(found)
    if problems:
        raise UnreadableError(problems)
    return files


def read_order_file(
    fold: Fold,
    source: str,
    text: str,
    claimed: str | None = None,
    played: LinesSettled = NONE_SETTLED,
    scanned: Scanned | None = None,
    called: str | None = None,
    sealed: LinesSettled = NONE_SETTLED,
) -> OrderFile:
    """Read one order file and check it against the game as it stands. Raises UnreadableError with every fault.

    claimed: whose orders they are, if known; played: of exchanges that are over; called: the branch's display name;
    sealed: by mail, of exchanges that are still to come.
    """
    game, rules = fold.game, fold.system
    sheet, player, faults = _read_sheet(fold, source, text, claimed, scanned, called or game.called)
    faults += unknown_units(sheet, rules.language, _units(fold))
    faults += _settled_faults(fold, sheet, player, played, sealed)
    if player in game.players:
        faults += _foreign_faults(fold, sheet, player)
    judged = player if player in game.players else _owner_of(fold, _as_meant(fold, sheet, _units(fold)))
    if judged is not None:
        faults += _order_faults(fold, _as_meant(fold, sheet, rules.units(game.board, judged)), judged, sealed)
    if player is None or not all(fault.warns for fault in faults):
        raise OrderFaults(faults, source, text)
    warned = render_all(faults, source, text)
    return OrderFile(source=source, sheet=sheet, player=player, warnings=tuple(faults), warned=warned)


def _order_faults(fold: Fold, sheet: OrderSheet, player: str, sealed: LinesSettled) -> tuple[OrderFault, ...]:
    """What the rules find wrong with a player's orders for their own units, in every step that is not settled."""
    game, rules = fold.game, fold.system
    exchanges = [owed.steps for owed in game.upcoming if owed.moment.turn == sheet.turn]
    fixed, first = _forms_by_step(fold, player, sealed), _first_open(fold, sheet)
    given = sheet.by_step(exchanges) | fixed
    if rules.language.numbered:
        every_one = tuple(form for step in sorted(given) for form in given[step])
        given = dict.fromkeys(sheet.steps, every_one)
    else:
        given = {**sheet.by_step((step,) for step in sheet.steps), **given}
    units = [unit for unit in _units(fold) if rules.owner(game.board, unit) == player]
    own = {
        step: [form for form in forms if rules.language.unit_of(form) in units]
        for step, forms in ordered_ahead(fold, sheet, player, sealed).items()
    }
    foreseen = list(rules.future_problems(game.board, own))

    def find(step: int, form: Event) -> Iterator[Refusal]:
        if step >= first and step not in fixed:
            yield from rules.problems(game.board, step, form, given[step])
            yield from (problem for at, order, problem in foreseen if at == step and order is form)

    at_hand = game.owed.steps if game.owed is not None else ()
    lacking = rules.unordered(game.board, player, [form for step in at_hand for form in own.get(step, ())])
    return (
        *check_sheet(sheet, rules.language, find, units, exchanges),
        *(_of_unit(fold, sheet, unit, problem.message, warns=problem.warns) for unit, problem in lacking),
    )


def _of_unit(fold: Fold, sheet: OrderSheet, unit: str, said: str, *, warns: bool = False) -> OrderFault:
    """What is said of a unit, at the line that names it, or else at the first."""
    place = sheet.places.get(f"{fold.system.language.unit} {unit}", TextPlace(1, 1))
    return OrderFault.at(place, said, warns=warns)


def _as_meant(fold: Fold, sheet: OrderSheet, units: Iterable[str] = ()) -> OrderSheet:
    """A sheet with names in their known spelling. units: of which the one most like it is taken for an unknown unit."""
    rules, board = fold.system, fold.game.board
    return respell(sheet, rules.language, _units(fold), lambda form, word: rules.names(board, form, word), units)


def _owner_of(fold: Fold, sheet: OrderSheet) -> str | None:
    """The player who owns the first unit of a sheet that there is; None if it names none."""
    owners = (fold.system.owner(fold.game.board, unit) for unit in sheet.units)
    return next((owner for owner in owners if owner is not None), None)


def ordered_ahead(
    fold: Fold, sheet: OrderSheet, player: str | None, sealed: LinesSettled = NONE_SETTLED
) -> dict[int, tuple[Event, ...]]:
    """What a sheet orders by step, from the exchange at hand to the last one that a line of it names; sealed first."""
    steps = {step for line in sheet.lines if not line.whole_turn for step in line.steps}
    own = [owed for owed in fold.game.upcoming if owed.moment.turn == sheet.turn and player in owed.orders_by]
    last = max([fold.game.moment, *(owed.moment for owed in own if steps & {*owed.steps})])
    ahead = sheet.by_step(owed.steps for owed in own if owed.moment <= last)
    return dict(sorted((ahead | _forms_by_step(fold, player, sealed)).items()))


def read_entry(fold: Fold, source: str, text: str, claimed: str | None = None) -> tuple[str, tuple[Event, ...]]:
    """Read a file of facts that a player enters, and check it against the game: the player, the facts.

    claimed: as for orders. UnreadableError with every fault, NotAllowedError if there is nothing to enter.
    """
    game, rules = fold.game, fold.system
    # what can't be entered at all needs no reading
    if problems := [each.message for each in rules.entry_problems(game.board, claimed or min(game.players), ())]:
        raise NotAllowedError(problems)
    sheet, player, faults = _read_sheet(fold, source, text, claimed, None, game.called)
    judged = sheet if player not in game.players else _as_meant(fold, sheet, rules.units(game.board, player))
    # whatever step a line names: facts are entered at the moment at hand
    lines = [(line, fact) for line in judged.lines for fact in line.at(game.moment.segment)]
    if not lines and not faults:
        faults.append(OrderFault(1, 1, "The file holds no facts.", f"a {rules.language.unit} and facts below it"))
    if player in game.players:
        faults += _foreign_faults(fold, sheet, player)
        known = [(line, fact) for line, fact in lines if rules.owner(game.board, line.unit) == player]
        others = [unit for unit in sheet.units if rules.owner(game.board, unit) not in (None, player)]
        faults += unknown_units(sheet, rules.language, [*rules.units(game.board, player), *others])
        found = rules.entry_problems(game.board, player, tuple(fact for _, fact in known))
        faults += [_entry_fault(known[problem.at or 0][0], problem) for problem in found if known]
    if faults or player is None:
        raise OrderFaults(faults, source, text)
    return player, tuple(fact for _, fact in lines)


def _entry_fault(line: OrderLine, problem: Refusal) -> OrderFault:
    """What is wrong with a fact, at its words."""
    whole = TextPlace(line.line, line.column, max(line.end - line.column, 1))
    return OrderFault.at(line.places.get(problem.field or "", whole), problem.message)


def _read_sheet(
    fold: Fold, source: str, text: str, claimed: str | None, scanned: Scanned | None, here: str
) -> tuple[OrderSheet, str | None, list[OrderFault]]:
    """A file's sheet with names in their known spelling, whose it is, and its faults. OrderFaults for no sheet."""
    game, rules = fold.game, fold.system
    scanned = scanned or scan_sheet(text, rules.language)
    if scanned.sheet is None:
        raise OrderFaults(scanned.faults, source, text)
    claimed = claimed and (same(claimed, game.players) or claimed)
    sheet = _as_meant(fold, scanned.sheet)
    stumbles = [_one_name(fold, text, scanned.sheet, each) or each for each in scanned.faults]
    headed = same(sheet.player, game.players) if sheet.player is not None else None
    named = here if same(sheet.game, [here, *game.names]) is not None else sheet.game
    sheet = evolve(sheet, game=named, player=headed or sheet.player)
    player = claimed or sheet.player or _owner_of(fold, sheet)
    faults = [*stumbles, *_header_faults(fold, sheet, claimed, here), *_player_faults(fold, sheet, player)]
    return sheet, player, faults


def _one_name(fold: Fold, text: str, sheet: OrderSheet, fault: OrderFault) -> OrderFault | None:
    """A fault at the second word of what is one name of the game, such as `port laser`; None for any other."""
    line, at = lines_of(text)[fault.line - 1], fault.column - 1
    before = re.search(r"(\S+)\s+$", line[:at])
    places = sheet.places.items()
    above = [(place.line, word) for word, place in places if place.line < fault.line and word not in HEADERS]
    if before is None or fault.length > len(line) - at or not above:
        return None
    unit, both = max(above)[1].partition(" ")[2], (before[1], line[at : at + fault.length])
    end = at + fault.length
    for name in ("-".join(both), " ".join(both)):
        tried = f"{line[: before.start()]}{written(name)}{line[end:]}" if problem_of(name) is None else line
        head = f"game {written(sheet.game)}\nturn {sheet.turn}\n{fold.system.language.unit} {written(unit)}\n"
        found = scan_sheet(head + tried, fold.system.language)
        for each in found.sheet.lines if found.sheet is not None and not found.faults else ():
            for form in each.forms:
                for word in each.places:
                    known = fold.system.names(fold.game.board, form, word)
                    if (meant := same(str(getattr(form, word, "")), known)) and same(name, [meant]):
                        words = quoted(" ".join(both))
                        said = (
                            f"{words} is not a name. Did you mean {meant}?"
                            if written(meant) == meant
                            else f"{QUOTES_NEEDED}: {written(meant)}."
                        )
                        return OrderFault(fault.line, before.start() + 1, said, length=end - before.start())
    return None


def _units(fold: Fold) -> list[str]:
    return [unit for player in sorted(fold.game.players) for unit in fold.system.units(fold.game.board, player)]


def _first_open(fold: Fold, sheet: OrderSheet) -> int:
    """The first step of the sheet's turn that is not over; the rules judge nothing before it."""
    owed = fold.game.owed
    return min(owed.steps, default=1) if owed is not None and sheet.turn == owed.moment.turn else 1


def _header_faults(fold: Fold, sheet: OrderSheet, claimed: str | None, here: str) -> Iterator[OrderFault]:
    game, places = fold.game, sheet.places
    if sheet.game != here:
        said = f"These orders are for the game {sheet.game}, not for {here}."
        yield OrderFault.at(places["game"], said, f"game {here}")
    if sheet.turn != game.moment.turn:
        at = fold.system.label(game.moment)
        said = f"These orders are for turn {sheet.turn}; {here} is at {at}."
        yield OrderFault.at(places["turn"], said, f"turn {game.moment.turn}")
    if claimed is not None and sheet.player not in (None, claimed):
        yield OrderFault.at(places["player"], f"These orders are {sheet.player}'s.", f"player {claimed}")


def _player_faults(fold: Fold, sheet: OrderSheet, player: str | None) -> Iterator[OrderFault]:
    players = sorted(fold.game.players)
    if player is None:
        unit = fold.system.language.unit
        said = f"The file does not say whose orders it gives, and no {unit} in it shows whose they are."
        yield OrderFault(1, 1, said, " or ".join(f"player {name}" for name in players))
    elif player not in players:
        meant = nearest(player, players)
        hint = f" Did you mean {meant}?" if meant else ""
        said = f"There is no player {player} in {fold.game.called}.{hint} Players: {', '.join(players)}."
        yield OrderFault.at(sheet.places.get("player", TextPlace(1, 1)), said)


def _foreign_faults(fold: Fold, sheet: OrderSheet, player: str) -> Iterator[OrderFault]:
    """Orders for somebody else's units: one fault each, at the unit's line."""
    word = fold.system.language.unit
    own = ", ".join(fold.system.commanded(fold.game.board, player)) or f"no {word}"
    for unit in sorted(sheet.units):
        owner = fold.system.owner(fold.game.board, unit)
        if owner in (None, player):
            continue
        said = f"{unit} is {owner}'s {word}, but these are {player}'s orders. {player} commands {own}."
        yield _of_unit(fold, sheet, unit, said)


def _settled_faults(
    fold: Fold, sheet: OrderSheet, player: str | None, played: LinesSettled, sealed: LinesSettled
) -> Iterator[OrderFault]:
    """Orders for exchanges that are over or sealed and had others; a warning where all are for exchanges that are over.

    Lines for the whole turn hold for the rest of it.
    """
    if sheet.turn != fold.game.moment.turn:
        return
    rules, language, first = fold.system, fold.system.language, _first_open(fold, sheet)
    names, here = language.step_names, f"{fold.game.called} is at {rules.label(fold.game.moment)}"
    fixed, who = {step for each, step in sealed if each == player}, player or ""
    after, settled = max([first - 1, *fixed]), {**played, **sealed}
    faults = []
    for line in sheet.lines:
        late = [
            step
            for step in line.steps
            if (step < first or step in fixed)
            and not {write_line(form, language) for form in line.at(step)} <= {*settled.get((who, step), ())}
        ]
        if late and (language.stepless or not line.whole_turn):
            at = rules.label(fold.game.moment if language.stepless else Moment(sheet.turn, late[-1]))
            over = f"{player}'s orders for {at} are sealed and sent. A seal can't be changed."
            said = f"{at} is over; {here}." if late[-1] < first else over
            left = f"{language.step} {names[after]} or later" if after < len(names) - 1 else "".join(names[after:])
            faults.append(OrderFault.at(line.places["in_steps"], said, left))
    if sheet.lines and not faults and all(not line.whole_turn and max(line.steps) < first for line in sheet.lines):
        said = f"All of these orders have been played: {here}."
        faults.append(OrderFault.at(sheet.lines[-1].places["in_steps"], said, warns=True))
    yield from faults


def require_player(opened: OpenGame, player: str) -> Fold:
    """The game, for somebody to order in it. NotAllowedError for no player of it, NotNowError once it is over."""
    fold = opened.fold()
    if player not in fold.game.players:
        raise NotAllowedError(unknown("player", player, fold.game.players))
    _require_open(opened, fold)
    return fold


def _require_open(opened: OpenGame, fold: Fold) -> None:
    if fold.game.ended is not None:
        raise NotNowError(f"{opened.called} is over: {fold.game.ended}")


def new_orders(opened: OpenGame, player: str, sealed: LinesSettled = NONE_SETTLED) -> str:
    """A new order file: every unit, how it stands, what it may do. Raises as `require_player`.

    sealed: what the player can no longer change in a game by mail.
    """
    fold, called = require_player(opened, player), opened.called
    first, _, rest = fold.system.template(fold.game.board, player, called).partition("\n")
    # a letter's form goes without it: whoever answers there may not have this program
    heads = [f"How each order is written: sits orders help --game {shell(called)}"]
    helps = "\n".join(comments([*heads, *sealed_in_words(fold, player, sealed)]))
    return f"{first}\n{helps}\n{rest}"


def sealed_in_words(fold: Fold, player: str, sealed: LinesSettled) -> Iterator[str]:
    """Says what a player has sealed, if anything."""
    steps = {step: lines for (who, step), lines in sorted(sealed.items()) if who == player}
    if not steps:
        return
    at, stepless = fold.game.moment, fold.system.language.stepless
    label = {step: fold.system.label(at if stepless else Moment(at.turn, step)) for step in steps}
    told = "; ".join(f"{label[step]} {line}" for step, lines in steps.items() for line in lines) or "none"
    yield f"Your orders up to {label[max(steps)]} are sealed and sent; they can't be changed: {told}."


def above_earlier(text: str, before: str, language: Language) -> str:
    """A new order file above what stood in its place, as comments: but for what the new one says, and units alone."""
    new, kept, unit = {_KEPT, *(line.strip() for line in text.splitlines())}, list[str](), list[str]()
    for line in lines_of(before):
        if line.lstrip().lower().startswith(f"{language.unit} "):
            unit = [line]
        elif _is_comment(line) and line.strip() not in new:
            kept.append(line)
        elif line.strip() and line.strip() not in new:
            kept += [*unit, line]
            unit = []
    told = [line if _is_comment(line) else f"# {line}" for line in kept]
    return "\n".join([text, _KEPT, *told, ""]) if told else text


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def nothing_owed(fold: Fold, player: str) -> Iterator[str]:
    """Says who acts alone, and that a player owes nothing, where that is so."""
    owed = next(iter(fold.game.upcoming), None)
    if owed is None or owed.sealed or player in owed.orders_by:
        return
    acts = next((each for each in owed.orders_by if each not in fold.game.out), None)
    if acts is not None:
        yield f"{acts} acts alone at {owed.label}, in the open; {player} owes no orders there."


class ForecastInput(Struct, frozen=True, kw_only=True):
    """What a forecast is made of. board: as the game stands; orders: from the step at hand on, without a gap."""

    system: str
    board: Any
    player: str
    orders: Mapping[int, Sequence[Event]]


class OrderCheck(Struct, frozen=True, kw_only=True):
    """A file checked: its normal form, or every problem as a player reads it.

    forecast: empty if nothing can be foretold, None if nobody asked; record: the command that puts a file of facts on
    record; problems: of a faulty file; warned: of one in order; faults: what has a known place; helps: commands that
    explain misspelt orders.
    """

    source: str
    normal: str = ""
    forecast: tuple[str, ...] | None = None
    record: str = ""
    problems: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    faults: tuple[OrderFault, ...] = ()
    helps: tuple[str, ...] = ()
    ahead: ForecastInput | None = None

    def in_words(self) -> str:
        """For people, without warnings of a file in order."""
        if self.problems:
            return "\n".join(self.problems)
        return f"{self.source}: no mistakes.\n\n{self.normal}"

    def foretold(self) -> str:
        """Where the orders lead, for people; of facts how to record them too. Empty if nobody asked."""
        if self.forecast is None:
            return ""
        record = [f"\nTo record them: {self.record}"] if self.record else []
        return "\n".join([*self.forecast, *record]) or "Nothing can be predicted from these orders."

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        faults = [fault.as_data() for fault in self.faults if not fault.warns]
        told = {
            "file": self.source,
            "ok": not self.problems,
            "normal": self.normal,
            "faults": faults or [{"message": problem} for problem in self.problems],
            "warnings": [fault.as_data() for fault in self.faults if fault.warns],
        }
        if self.forecast is None:
            return told
        return told | {"forecast": [line.removeprefix(INDENT) for line in self.forecast[1:]]}


def forecast_lines(rules: System, board: Any, player: str, orders: Mapping[int, Sequence[Event]]) -> tuple[str, ...]:
    """Where orders, from the step at hand on, lead, below a heading; empty if nothing can be foretold."""
    lines = rules.forecast(board, player, orders)
    heading, language = rules.forecast_heading, rules.language
    if not language.stepless:
        heading = f"After each {language.step}, {heading[:1].lower()}{heading[1:]}"
    return (heading, *(INDENT + line for line in lines)) if lines else ()


def told_of_entry(rules: System, facts: Iterable[Event]) -> tuple[str, ...]:
    """The facts of an entry in sentences, without those that the facts after them tell better."""
    told = (fact for fact in facts if not hasattr(fact, "apply") or not Told.of(fact).retold())
    return tuple(map(teller(rules), told))


def _entered_alone(fold: Fold, found: OrderFile) -> list[Event]:
    """The facts of a file that holds nothing else, to be recorded now; none for a file of orders."""
    facts = [fact for line in found.sheet.lines for fact in line.at(fold.game.moment.segment)]
    return facts if all(isinstance(fact, fold.system.entry_types) for fact in facts) else []


def _if_recorded(fold: Fold, player: str, facts: Iterable[Event]) -> tuple[str, ...]:
    """What recording facts would tell, below a heading. Raises a GameError for those that can't be entered."""
    lines = [write_line(fact, fold.system.language) for fact in facts]
    told = told_of_entry(fold.system, enter_facts(fold.game, player, lines, [player]).facts[1:])
    return ("If these facts are recorded:", *(INDENT + line for line in told))


def check_file(
    session: Session,
    path: Path,
    player: str | None,
    *,
    game: str | None = None,
    at: str | None = None,
    sealed_in: SealedIn = nothing_sealed,
) -> OrderCheck:
    """Check a file against the game that it names, or another, as that stands or stood then; with a forecast.

    sealed_in: what the player can no longer change in a game by mail.
    """
    try:
        text = read_text(path)
    except GameError as fault:
        if not path.exists() and session.has(str(path)):
            said = (
                f"{path}: there is no such file. A game has that name, but this command takes order files; each "
                "file names its own game."
            )
            return OrderCheck(source=str(path), problems=(said,))
        return OrderCheck(source=str(path), problems=fault.problems)
    return check_text(session, str(path), text, player, ahead=True, game=game, at=at, sealed_in=sealed_in)


def check_text(
    session: Session,
    source: str,
    text: str,
    player: str | None,
    *,
    ahead: bool = False,
    game: str | None = None,
    at: str | None = None,
    sealed_in: SealedIn = nothing_sealed,
) -> OrderCheck:
    """Check the text of an order file as `check_file` does. source: its name; ahead: with a forecast."""
    fold, sealed = None, NONE_SETTLED
    try:
        opened = game_of_file(session, source, text, at) if game is None else session.open_game(game, at)
        fold = opened.fold()
        _require_open(opened, fold)
        sealed = sealed_in(opened.called)
        scanned = as_called(opened, scan_sheet(text, fold.system.language))
        found = read_order_file(fold, source, text, player, played_lines(opened), scanned, opened.called, sealed)
        facts = _entered_alone(fold, found)
        entry = _if_recorded(fold, found.player, facts) if ahead and facts else ()
    except OrderFaults as fault:
        helps = help_commands(fold.system, text, fault.faults) if fold is not None else ()
        return OrderCheck(source=source, problems=fault.problems, faults=fault.faults, helps=helps)
    except GameError as fault:
        return OrderCheck(source=source, problems=fault.problems)
    board, orders = fold.game.board, ordered_ahead(fold, found.sheet, found.player, sealed) if ahead else {}
    return OrderCheck(
        source=source,
        normal=write_sheet(found.sheet, fold.system.language),
        warned=found.warned,
        faults=found.warnings,
        forecast=entry or forecast_lines(fold.system, board, found.player, orders) if ahead else None,
        record=f"sits record {shell(opened.called)} {shell(source)}" if entry and at is None else "",
        ahead=ForecastInput(system=fold.system.name, board=board, player=found.player, orders=orders)
        if ahead
        else None,
    )


def game_named(text: str) -> str | None:
    """The game that an order file names, as it writes it; None if it names none."""
    named = _named(text)
    return None if named is None else named[1][1].strip('"')


def _named(text: str) -> tuple[int, re.Match[str]] | None:
    """The first line that names a game, by its number from 1."""
    found = ((number, _GAME.match(line)) for number, line in enumerate(lines_of(text), start=1))
    return next(((number, match) for number, match in found if match is not None), None)


def game_of_file(session: Session, source: str, text: str, at: str | None = None) -> OpenGame:
    """The game that an order file names, as it stood at `at`. Raises OrderFaults when it names none that is here."""
    shown = sorted(session.aliases.all_shown(session.names()).values())
    if (named := _named(text)) is not None:
        number, found = named
        name = found[1].strip('"')
        if session.has(name):
            return session.open_game(_goes_on_as(session, name) if at is None else name, at)
        place = OrderFault(number, found.start(1) + 1, unknown("game", name, shown), length=len(found[1]))
        raise OrderFaults([place], source, text)
    # no game is named: of the systems played here, the one that knows most of its words says so, and what else is wrong
    scans = (scan_sheet(text, system(each).language) for each in _systems_here(session) or system_names())
    faults = min((scan.faults for scan in scans), key=len)
    games = [f"game {written(each)}" for each in shown]
    lines = either([*games[:_GAMES_SHOWN], *(["another one here"] if games[_GAMES_SHOWN:] else [])])
    raise OrderFaults([_with_games(each, lines) for each in faults], source, text)


def _systems_here(session: Session) -> tuple[str, ...]:
    """The rule systems of the games that can be read here, each once."""
    found: dict[str, None] = {}
    for name in session.names():
        with suppress(GameError):
            found[session.open_game(name).created.system] = None
    return tuple(each for each in found if each in system_names())


def _with_games(fault: OrderFault, lines: str) -> OrderFault:
    """The fault of a file that names no game, with the lines that would; any other fault as it is."""
    return replace(fault, expected=lines) if lines and fault.message == NO_GAME else fault


def as_called(opened: OpenGame, scanned: Scanned) -> Scanned:
    """A file for a game, by any name and from under any keeper, as one that says what people call the game now."""
    sheet = scanned.sheet
    if sheet is None or not means(opened, sheet.game):
        return scanned
    return replace(scanned, sheet=evolve(sheet, game=opened.called))


def means(opened: OpenGame, name: str) -> bool:
    """Whether a game is meant by a name: one of its own, or one that it had under an earlier keeper."""
    stream, game = opened.session.aliases.resolve(name), opened.fold().game
    return stream in (opened.stream, *game.earlier) or same(name, [opened.called, *game.names]) is not None


def _goes_on_as(session: Session, name: str) -> str:
    """The branch in which a game goes on since another keeps its log; the name itself where none does."""
    stream = session.aliases.resolve(name)
    found = reversed(continuations(stream.partition("~")[0], session.store.forks()))
    return next((each for each in found if stream in session.open_game(each).fold().game.earlier), name)


class UnitLines(Struct, frozen=True):
    """The part of an order file about one unit. first: the line that names it, 0 up; lines: those below it."""

    unit: str
    first: int
    lines: tuple[str, ...]


def unit_blocks(text: str, language: Language) -> list[UnitLines]:
    """The parts of an order file by unit, in order; what stands above the first unit is left out."""
    head = re.compile(rf'\s*{re.escape(language.unit)}\s+("[^"]*"|[^#]*[^\s#])\s*(#.*)?', re.IGNORECASE)
    lines = text.split("\n")
    starts = [(at, found[1].strip('"')) for at, line in enumerate(lines) if (found := head.fullmatch(line)) is not None]
    ends = [*(at for at, _ in starts), len(lines)][1:]
    return [UnitLines(unit, at, tuple(lines[at + 1 : end])) for (at, unit), end in zip(starts, ends, strict=True)]


class Draft(Struct):
    """An order file that a player is writing. text: as it is now; kept: as it is on disk, None if it is not.

    sealed: what the player can no longer change in a game by mail.
    """

    opened: OpenGame
    player: str
    path: Path
    text: str
    kept: str | None = None
    sealed: LinesSettled = NONE_SETTLED

    @property
    def _language(self) -> Language:
        return self.opened.rules.language

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self.text != self.kept

    def check(self) -> OrderCheck:
        """What `sits orders check` would say of it, with where the orders lead."""
        sealed = self.sealed
        source = str(self.path)
        return check_text(self.opened.session, source, self.text, self.player, ahead=True, sealed_in=lambda _: sealed)

    def begin_again(self) -> None:
        """Put a new template in place of the text; the file stays as it is until it is saved."""
        self.opened = self.opened.reopen()
        self.text = _template(self.opened, self.player)

    def units(self) -> tuple[str, ...]:
        """The units that the player gives orders to."""
        fold = self.opened.fold()
        return fold.system.units(fold.game.board, self.player)

    def may_do(self, unit: str) -> tuple[str, ...]:
        """How a unit stands and what it may do, from a new order file; empty if that says nothing."""
        template = _template(self.opened, self.player)
        found = next((each for each in unit_blocks(template, self._language) if each.unit == unit), None)
        return (
            ()
            if found is None
            else tuple(line.strip().removeprefix("# ") for line in unbroken(found.lines) if line.strip())
        )

    def add(self, unit: str) -> None:
        """Add a unit at the end, unless the text names it."""
        if self.place_of(unit) is None:
            self.text = f"{self.text.rstrip()}\n\n{self._language.unit} {written(unit)}\n"

    def place_of(self, unit: str) -> int | None:
        """The line, 0 up, after which an order for a unit belongs; None if the text does not name it."""
        block = next((each for each in unit_blocks(self.text, self._language) if same(each.unit, [unit])), None)
        if block is None:
            return None
        said = [at for at, line in enumerate(block.lines, block.first + 1) if line.strip()]
        return said[-1] if said else block.first

    def unit_at(self, line: int) -> str | None:
        """The unit that a line is about, 0 up; None above the first."""
        blocks = reversed(unit_blocks(self.text, self._language))
        return next((each.unit for each in blocks if each.first <= line), None)

    def save(self) -> None:
        """Write the file. NotNowError for one that somebody else has written since it was read."""
        if not self.text.endswith("\n"):
            self.text += "\n"
        replaced = is_there(self.path)
        if replaced and read_text(self.path) != self.kept:
            raise NotNowError(f"{self.path} was changed by somebody else since you read it. Nothing was written.")
        with new_file(self.path, over=replaced) as file:
            file.write(self.text)
        self.kept = self.text


def open_draft(opened: OpenGame, player: str, path: Path | None = None, sealed: LinesSettled = NONE_SETTLED) -> Draft:
    """A player's order file for a game as it stands: the existing one, or a new template. sealed: see `check_file`.

    Raises NotAllowedError for an unknown player or a file for another game, NotNowError for a game that is over,
    UnreadableError for a file that isn't plain text.
    """
    called, fold = opened.called, require_player(opened, player)
    path = path or Path(order_file(called, player, "facts" if fold.game.owed is None else "orders"))
    if not is_there(path):
        return Draft(opened, player, path, _template(opened, player), sealed=sealed)
    text = read_text(path).replace("\r\n", "\n")
    if not text.replace("\n", "").replace("\t", "").isprintable():
        raise UnreadableError(
            f"{path} contains characters that are not text. Correct the file in another editor first."
        )
    named = game_named(text)
    if named is not None and not means(opened, named):
        another = f"sits watch {shell(called)} -o FILE"
        raise NotAllowedError(f"{path} is for the game {visible(named)}, not {called}. Name another file: {another}")
    return Draft(opened, player, path, text, kept=text, sealed=sealed)


def players_due(opened: OpenGame) -> tuple[str, ...]:
    """The players who owe a game orders, or all but the program's if nobody does."""
    found = opened.fold().game
    return found.asked or tuple(sorted(found.players.keys() - found.bots.keys()))


def _template(opened: OpenGame, player: str) -> str:
    return "\n".join(map(visible, new_orders(opened, player).split("\n")))
