"""Checking order files one by one, each against the game that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from sits_es.errors import GameError, UnreadableError
from sits_es.game.fold import Fold
from sits_es.orders.faults import OrderFault, OrderFaults, lines_of
from sits_es.orders.frame import read_sheet, scan_sheet
from sits_es.orders.names import same
from sits_es.orders.normal import write_sheet
from sits_es.rules import system, system_names
from sits_es.sentences import unknown
from sits_es.service.files import read_text
from sits_es.service.order_files import lines_played, read_order_file
from sits_es.service.session import Session

#: The line that says which game a file is for; what it means exactly is for the order language to say.
_GAME = re.compile(r'\s*game\s+("[^"]*"|[^\s#]+)', re.IGNORECASE)


@frozen(kw_only=True)
class Checked:
    """What became of a file: its normal form, or every problem as a player reads it."""

    source: str
    normal: str = ""
    problems: tuple[str, ...] = ()
    faults: tuple[dict[str, Any], ...] = ()

    def in_words(self) -> str:
        """For people."""
        if self.problems:
            return "\n".join(self.problems)
        return f"{self.source}: these orders are in order.\n\n{self.normal}"

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        found = list(self.faults) or [{"message": problem} for problem in self.problems]
        return {"file": self.source, "ok": not self.problems, "normal": self.normal, "faults": found}


def check_files(session: Session, files: Sequence[Path], player: str | None) -> list[Checked]:
    """Check files, each against the game that it names."""
    return [_check(session, path, player) for path in files]


def _check(session: Session, path: Path, player: str | None) -> Checked:
    source = str(path)
    try:
        text = read_text(path)
        fold = _game_of(session, source, text)
        found = read_order_file(fold, source, text, player, lines_played(session, fold.game.branch))
    except OrderFaults as fault:
        return Checked(source=source, problems=fault.problems, faults=tuple(asdict(each) for each in fault.faults))
    except GameError as fault:
        return Checked(source=source, problems=fault.problems)
    return Checked(source=source, normal=write_sheet(found.sheet, fold.system.language))


def _game_of(session: Session, source: str, text: str) -> Fold:
    """The game that an order file names. Raises OrderFaults when it names none that is here."""
    known = session.names()
    for number, line in enumerate(lines_of(text), start=1):
        if (found := _GAME.match(line)) is None:
            continue
        name = found[1].strip('"')
        if (meant := same(name, known)) is not None:
            return session.fold(meant)
        place = OrderFault(number, found.start(1) + 1, unknown("game", name, known), length=len(found[1]))
        raise OrderFaults([place], source, text)
    # no game is named: the reader that knows most of its words says so, and whatever else is wrong
    languages = [system(name).language for name in system_names()]
    read_sheet(text, min(languages, key=lambda language: len(scan_sheet(text, language).faults)), source)
    raise UnreadableError(f"{source}: the file does not say which game it is for.")
