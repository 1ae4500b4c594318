"""Order files: read, and checked as a whole against a game, every fault of every file at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import evolve, field, frozen

from sits_es.errors import GameError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import OrdersGiven, OrdersRevealed
from sits_es.game.fold import Fold
from sits_es.game.play import read_forms
from sits_es.orders.check import check_sheet, respell
from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace, render_all
from sits_es.orders.frame import Scanned, scan_sheet
from sits_es.orders.names import same
from sits_es.orders.normal import write_line
from sits_es.orders.sheet import OrderLine, OrderSheet
from sits_es.rules.moments import Moment
from sits_es.rules.system import Problem, System
from sits_es.sentences import nearest
from sits_es.service.session import Session

#: What was ordered in the exchanges of this turn that are over: (player, segment) -> their sealed lines.
LinesPlayed = Mapping[tuple[str, int], Sequence[str]]


@frozen(kw_only=True)
class OrderFile:
    """An order file without faults. source: what to call it; sheet: what it orders; player: whose it is.

    warnings: what is worth one, in order of place; warned: the same as a player reads it.
    """

    source: str
    sheet: OrderSheet = field(repr=False)
    player: str
    warnings: tuple[OrderFault, ...] = ()
    warned: tuple[str, ...] = field(default=(), repr=False)


def lines_played(session: Session, name: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """What was ordered in the exchanges of the turn at hand that are over: (player, step) -> lines."""
    fold, course = session.fold(name), session.course(name)
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    for exchange in course.played(Moment(fold.game.moment.turn, 1)):
        for fact in session.facts(name, exchange.opened + 1, exchange.last):
            if isinstance(fact, OrdersRevealed | OrdersGiven):
                for step, lines in _by_step(fold.system, fact):
                    found[fact.player, step] = lines
    return found


def _by_step(rules: System, fact: OrdersRevealed | OrdersGiven) -> Iterator[tuple[int, tuple[str, ...]]]:
    """An exchange's lines by step: all are its one step's, unless each line names its own."""
    if not rules.language.numbered:
        yield fact.segment, fact.lines
        return
    found: dict[int, tuple[str, ...]] = {}
    for line, form in zip(fact.lines, read_forms(rules, fact.lines, fact.segment), strict=True):
        step = rules.language.step_of(form) or fact.segment
        found[step] = (*found.get(step, ()), line)
    yield from found.items()


def read_order_files(fold: Fold, texts: Sequence[tuple[str, str]], played: LinesPlayed) -> list[OrderFile]:
    """Read order files, given as (source, text), and check them against the game as it stands.

    Raises UnreadableError with all faults of all files.
    """
    files: list[OrderFile] = []
    problems: list[str] = []
    for source, text in texts:
        try:
            found = read_order_file(fold, source, text, played=played)
        except GameError as fault:
            problems += fault.problems
            continue
        if (twin := next((other for other in files if other.player == found.player), None)) is not None:
            problems.append(f"{source}: {found.player} has already given orders in {twin.source}. Give one file each.")
        files.append(found)
    if problems:
        raise UnreadableError(problems)
    return files


def read_order_file(
    fold: Fold,
    source: str,
    text: str,
    claimed: str | None = None,
    played: LinesPlayed = MappingProxyType({}),
    scanned: Scanned | None = None,
    called: str | None = None,
) -> OrderFile:
    """Read one order file and check it against the game as it stands. Raises UnreadableError with every fault.

    claimed: whose orders they are, where that is known otherwise. played: a file may be played on with; what it orders
    for exchanges that are over must be what was ordered then. scanned: the text, where it was read before.
    called: what people see in place of the branch's name; a file may name either.
    """
    game, rules = fold.game, fold.system
    scanned = scanned or scan_sheet(text, rules.language)
    if scanned.sheet is None:
        raise OrderFaults(scanned.faults, source, text)
    every = [unit for known in sorted(game.players) for unit in rules.units(game.board, known)]
    here = called or game.branch
    sheet = _spelt(fold, scanned.sheet, here)
    player = claimed or sheet.player or _owner(fold, sheet)
    others = {unit for unit in sheet.units if rules.owner(game.board, unit) not in (None, player)}
    exchanges = [owed.steps for owed in game.coming if owed.moment.turn == sheet.turn]
    given, first = sheet.by_step(exchanges), _first_open(fold, sheet)
    if rules.language.numbered:
        every_one = tuple(form for step in sorted(given) for form in given[step])
        given = dict.fromkeys(sheet.steps, every_one)
    else:
        given = {**sheet.by_step((step,) for step in sheet.steps), **given}

    own = {
        step: [form for form in forms if rules.owner(game.board, rules.language.unit_of(form)) == player]
        for step, forms in ordered_ahead(fold, sheet, player).items()
    }
    foreseen = list(rules.foreseen(game.board, own))

    def find(step: int, form: Event) -> Iterator[Problem]:
        if rules.language.unit_of(form) not in others and step >= first:
            yield from rules.problems(game.board, step, form, given[step])
            yield from (problem for at, order, problem in foreseen if at == step and order is form)

    faults = [
        *scanned.faults,
        *_header_faults(fold, sheet, claimed, here),
        *_player_faults(fold, sheet, player),
        *_past_faults(fold, sheet, player, played),
    ]
    if player in game.players:
        faults += _foreign_faults(fold, sheet, str(player), others)
        faults += check_sheet(sheet, rules.language, find, every, exchanges)
    if player is None or not all(fault.warns for fault in faults):
        raise OrderFaults(faults, source, text)
    warned = render_all(faults, source, text)
    return OrderFile(source=source, sheet=sheet, player=player, warnings=tuple(faults), warned=warned)


def ordered_ahead(fold: Fold, sheet: OrderSheet, player: str | None) -> dict[int, tuple[Event, ...]]:
    """What a sheet orders by step, from the exchange at hand to the last that it orders anything for by itself."""
    steps = {step for line in sheet.lines if not line.whole_turn for step in line.steps}
    own = [owed for owed in fold.game.coming if owed.moment.turn == sheet.turn and player in owed.orders_by]
    last = max([fold.game.moment, *(owed.moment for owed in own if steps & {*owed.steps})])
    return sheet.by_step(owed.steps for owed in own if owed.moment <= last)


def read_entry(
    fold: Fold, source: str, text: str, claimed: str | None = None, called: str | None = None
) -> tuple[str, tuple[Event, ...]]:
    """Read a file of facts that a player enters, and check it against the game as it stands: whose it is, the facts.

    claimed: who enters them, where that is known otherwise; called: as for orders.
    Raises UnreadableError with every fault.
    """
    game, rules = fold.game, fold.system
    scanned = scan_sheet(text, rules.language)
    if scanned.sheet is None:
        raise OrderFaults(scanned.faults, source, text)
    here = called or game.branch
    sheet = _spelt(fold, scanned.sheet, here)
    player = claimed or sheet.player or _owner(fold, sheet)
    faults = [*scanned.faults, *_header_faults(fold, sheet, claimed, here), *_player_faults(fold, sheet, player)]
    # whatever step a line names: facts are entered at the moment at hand
    lines = [(line, fact) for line in sheet.lines for fact in line.at(game.moment.segment)]
    if not lines and not faults:
        faults.append(OrderFault(1, 1, "The file enters nothing.", f"a {rules.language.unit} and facts below it"))
    if player in game.players:
        others = {unit for unit in sheet.units if rules.owner(game.board, unit) not in (None, player)}
        faults += _foreign_faults(fold, sheet, str(player), others)
        known = [(line, fact) for line, fact in lines if line.unit not in others and rules.owner(game.board, line.unit)]
        every = rules.units(game.board, str(player))
        faults += check_sheet(sheet, rules.language, lambda *_: (), [*every, *others])
        found = rules.entry_problems(game.board, str(player), tuple(fact for _, fact in known))
        faults += [entry_fault(known[problem.at or 0][0], problem) for problem in found if known]
    if faults or player is None:
        raise OrderFaults(faults, source, text)
    return player, tuple(fact for _, fact in lines)


def entry_fault(line: OrderLine, problem: Problem) -> OrderFault:
    """What is wrong with a fact, at its words."""
    whole = TextPlace(line.line, line.column, max(line.end - line.column, 1))
    return OrderFault.at(line.places.get(problem.field or "", whole), problem.message)


def _spelt(fold: Fold, sheet: OrderSheet, here: str) -> OrderSheet:
    """A sheet with each name in its known spelling where only upper and lower case differ. here: the game's name."""
    game, rules = fold.game, fold.system
    every = [unit for known in sorted(game.players) for unit in rules.units(game.board, known)]
    sheet = respell(sheet, rules.language, every, lambda form, word: rules.names(game.board, form, word))
    headed = same(sheet.player, game.players) if sheet.player is not None else None
    named = here if same(sheet.game, [game.branch, here]) is not None else sheet.game
    return evolve(sheet, game=named, player=headed or sheet.player)


def _first_open(fold: Fold, sheet: OrderSheet) -> int:
    """The first step of the sheet's turn that is not over: what is over is no longer judged by the rules."""
    owed = fold.game.owed
    return min(owed.steps, default=1) if owed is not None and sheet.turn == owed.moment.turn else 1


def _owner(fold: Fold, sheet: OrderSheet) -> str | None:
    """Whose orders a file without a player line gives: the owner of its first unit that has one."""
    owners = (fold.system.owner(fold.game.board, unit) for unit in sheet.units)
    return next((owner for owner in owners if owner is not None), None)


def _header_faults(fold: Fold, sheet: OrderSheet, claimed: str | None, here: str) -> Iterator[OrderFault]:
    game, places = fold.game, sheet.places
    if sheet.game != here:
        said = f"These orders are for the game {sheet.game}, not for {here}."
        yield OrderFault.at(places["game"], said, f"game {here}")
    if sheet.turn != game.moment.turn:
        at = fold.system.written(game.moment)
        said = f"These orders are for turn {sheet.turn}; {here} stands at {at}."
        yield OrderFault.at(places["turn"], said, f"turn {game.moment.turn}")
    if claimed is not None and sheet.player not in (None, claimed):
        yield OrderFault.at(places["player"], f"These orders say that they are {sheet.player}'s.", f"player {claimed}")


def _player_faults(fold: Fold, sheet: OrderSheet, player: str | None) -> Iterator[OrderFault]:
    players = sorted(fold.game.players)
    if player is None:
        said = f"The file does not say whose orders it gives, and no {fold.system.language.unit} in it tells."
        yield OrderFault(1, 1, said, " or ".join(f"player {name}" for name in players))
    elif player not in players:
        meant = nearest(player, players)
        hint = f" Did you mean {meant}?" if meant else ""
        said = f"There is no player {player} in {fold.game.branch}.{hint} Players: {', '.join(players)}."
        yield OrderFault.at(sheet.places.get("player", TextPlace(1, 1)), said)


def _foreign_faults(fold: Fold, sheet: OrderSheet, player: str, others: set[str]) -> Iterator[OrderFault]:
    """Orders for somebody else's units: one fault each, at the unit's line."""
    word = fold.system.language.unit
    own = ", ".join(fold.system.units(fold.game.board, player)) or f"no {word}"
    for unit in sorted(others):
        owner = fold.system.owner(fold.game.board, unit)
        said = f"{unit} is {owner}'s {word}, and these are orders of {player}. {player} orders {own}."
        yield OrderFault.at(sheet.places.get(f"{word} {unit}", TextPlace(1, 1)), said)


def _past_faults(fold: Fold, sheet: OrderSheet, player: str | None, played: LinesPlayed) -> Iterator[OrderFault]:
    """Orders for exchanges that are over and had others; lines for the whole turn hold in what is left of it."""
    if sheet.turn != fold.game.moment.turn:
        return
    rules, language, first = fold.system, fold.system.language, _first_open(fold, sheet)
    names = language.step_names
    for line in sheet.lines:
        over = [
            step
            for step in line.steps
            if step < first
            and not {write_line(form, language) for form in line.at(step)} <= set(played.get((player or "", step), ()))
        ]
        if over and not line.whole_turn:
            last = rules.written(Moment(sheet.turn, over[-1]))
            said = f"{last} is over; {fold.game.branch} stands at {rules.written(fold.game.moment)}."
            left = f"{language.step} {names[first - 1]} or later" if first < len(names) else names[-1]
            yield OrderFault.at(line.places["in_steps"], said, left)
