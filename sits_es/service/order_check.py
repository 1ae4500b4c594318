"""Checking order files one by one, each against the game that it names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from sits_es.errors import GameError, UnreadableError
from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.orders.faults import OrderFault, OrderFaults, lines_of
from sits_es.orders.frame import read_sheet, scan_sheet
from sits_es.orders.names import same
from sits_es.orders.normal import write_sheet
from sits_es.rules import system, system_names
from sits_es.rules.system import System
from sits_es.sentences import unknown
from sits_es.service.files import read_text
from sits_es.service.order_files import lines_played, ordered_ahead, read_order_file
from sits_es.service.order_help import helps_with
from sits_es.service.session import Session

#: The line that says which game a file is for; what it means exactly is for the order language to say.
_GAME = re.compile(r'\s*game\s+("[^"]*"|[^\s#]+)', re.IGNORECASE)

#: Before each line that is foretold, below its heading.
INDENT: Final = "  "


@frozen(kw_only=True)
class Ahead:
    """Orders of a file that is in order, to be looked ahead from. system: its name; board: as the game stands.

    orders: the player's, by step, in a row from the one at hand on.
    """

    system: str
    board: Any
    player: str
    orders: Mapping[int, Sequence[Event]]


@frozen(kw_only=True)
class Checked:
    """What became of a file: its normal form, or every problem as a player reads it.

    forecast: where its orders lead, with the heading, None where nobody asked; empty where nothing can be foretold.
    problems: with those of them that are only warnings, if anything else is wrong; warned: of a file in order, as a
    player reads them. faults: problems and warnings whose place is known; helps: commands that say how the orders are
    written that could not be read. ahead: what the forecast was made of, None where nobody asked.
    """

    source: str
    normal: str = ""
    forecast: tuple[str, ...] | None = None
    problems: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    faults: tuple[OrderFault, ...] = ()
    helps: tuple[str, ...] = ()
    ahead: Ahead | None = None

    def in_words(self) -> str:
        """For people, without warnings of a file in order."""
        if self.problems:
            return "\n".join(self.problems)
        return f"{self.source}: these orders are in order.\n\n{self.normal}"

    def foretold(self) -> str:
        """Where the orders lead, for people; empty where nobody asked."""
        if self.forecast is None:
            return ""
        return "\n".join(self.forecast) or "Nothing can be foretold of these orders."

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


def check_files(
    session: Session, files: Sequence[Path], player: str | None, *, ahead: bool = False, at: str | None = None
) -> list[Checked]:
    """Check files, each against the game that it names. ahead: say where their orders lead, too.

    at: against the game as it stood then, as of `Session.version_of`.
    """
    return [_check(session, path, player, ahead=ahead, at=at) for path in files]


def foretold(rules: System, board: Any, player: str, orders: Mapping[int, Sequence[Event]]) -> tuple[str, ...]:
    """Where a player's orders lead, below what that takes for granted; nothing where nothing can be foretold.

    orders: by step, in a row from the one at hand on.
    """
    lines = rules.forecast(board, player, orders)
    return (rules.forecast_heading, *(INDENT + line for line in lines)) if lines else ()


def _check(session: Session, path: Path, player: str | None, *, ahead: bool, at: str | None) -> Checked:
    try:
        text = read_text(path)
    except GameError as fault:
        if not path.exists() and session.has(str(path)):
            said = (
                f"{path}: there is no such file. It is the name of a game: name order files alone, they say their game."
            )
            return Checked(source=str(path), problems=(said,))
        return Checked(source=str(path), problems=fault.problems)
    return check_text(session, str(path), text, player, ahead=ahead, at=at)


def check_text(
    session: Session, source: str, text: str, player: str | None, *, ahead: bool = False, at: str | None = None
) -> Checked:
    """Check what stands in an order file, or is to stand there, against the game that it names.

    source: what to call it; ahead, at: as of `check_files`.
    """
    fold = None
    try:
        fold = _game_of(session, source, text, at)
        branch = fold.game.branch
        found = read_order_file(
            fold, source, text, player, lines_played(session, branch), called=session.called(branch)
        )
    except OrderFaults as fault:
        helps = helps_with(fold.system, text, fault.faults) if fold is not None else ()
        return Checked(source=source, problems=fault.problems, faults=fault.faults, helps=helps)
    except GameError as fault:
        return Checked(source=source, problems=fault.problems)
    normal = write_sheet(found.sheet, fold.system.language)
    checked = Checked(source=source, normal=normal, warned=found.warned, faults=found.warnings)
    if not ahead:
        return checked
    board, orders = fold.game.board, ordered_ahead(fold, found.sheet, found.player)
    return evolve(
        checked,
        forecast=foretold(fold.system, board, found.player, orders),
        ahead=Ahead(system=fold.system.name, board=board, player=found.player, orders=orders),
    )


def game_named(text: str) -> str | None:
    """The game that an order file says it is for, as it writes it; None where it says none."""
    named = _named(text)
    return None if named is None else named[1][1].strip('"')


def _named(text: str) -> tuple[int, re.Match[str]] | None:
    """The first line that says so, by its number from 1."""
    found = ((number, _GAME.match(line)) for number, line in enumerate(lines_of(text), start=1))
    return next(((number, match) for number, match in found if match is not None), None)


def _game_of(session: Session, source: str, text: str, at: str | None) -> Fold:
    """The game that an order file names, as it stood at `at`. Raises OrderFaults when it names none that is here."""
    known = session.names()
    if (named := _named(text)) is not None:
        number, found = named
        name = found[1].strip('"')
        if (meant := same(name, known) or (name if session.has(name) else None)) is not None:
            session.as_of(meant, at)
            return session.fold(meant)
        place = OrderFault(number, found.start(1) + 1, unknown("game", name, known), length=len(found[1]))
        raise OrderFaults([place], source, text)
    # no game is named: the reader that knows most of its words says so, and whatever else is wrong
    languages = [system(name).language for name in system_names()]
    read_sheet(text, min(languages, key=lambda language: len(scan_sheet(text, language).faults)), source)
    raise UnreadableError(f"{source}: the file does not say which game it is for.")
