"""An order file while it is written: what each unit may do, what a check says, and how it is saved over nothing."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, frozen

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.orders.names import same, written
from sits_es.sentences import typed, visible
from sits_es.service.files import is_there, new_file, read_text
from sits_es.service.new_orders import can_order, new_orders
from sits_es.service.order_check import Checked, check_text, game_named
from sits_es.service.session import Session

if TYPE_CHECKING:
    from sits_es.orders.language import Language


@frozen
class UnitLines:
    """Lines of an order file about one unit. first: the line that names it, 0 up; lines: those below it."""

    unit: str
    first: int
    lines: tuple[str, ...]


def unit_blocks(text: str, language: Language) -> list[UnitLines]:
    """The parts of an order file by unit, in order; none for what stands above the first."""
    head = re.compile(rf'\s*{re.escape(language.unit)}\s+("[^"]*"|[^#]*[^\s#])\s*(#.*)?', re.IGNORECASE)
    lines = text.split("\n")
    starts = [(at, found[1].strip('"')) for at, line in enumerate(lines) if (found := head.fullmatch(line)) is not None]
    ends = [*(at for at, _ in starts), len(lines)][1:]
    return [UnitLines(unit, at, tuple(lines[at + 1 : end])) for (at, unit), end in zip(starts, ends, strict=True)]


@define
class Draft:
    """An order file that a player writes. text: as it is now; kept: as it stands on disk, None where it does not."""

    session: Session
    game: str
    player: str
    path: Path
    text: str
    kept: str | None = None

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self.text != self.kept

    def check(self) -> Checked:
        """What `sits orders check` would say of it, with where the orders lead."""
        return check_text(self.session, str(self.path), self.text, self.player, ahead=True)

    def begin_again(self) -> None:
        """Put a new template in place of the text; the file stays as it is until it is saved."""
        self.text = _template(self.session, self.game, self.player)

    def units(self) -> tuple[str, ...]:
        """The units that the player gives orders to."""
        fold = self.session.fold(self.game)
        return fold.system.units(fold.game.board, self.player)

    def may_do(self, unit: str) -> tuple[str, ...]:
        """How a unit stands and what it may do, as a new order file says it; nothing where that says nothing."""
        template = _template(self.session, self.game, self.player)
        blocks = unit_blocks(template, self.session.rules(self.game).language)
        found = next((each for each in blocks if each.unit == unit), None)
        return () if found is None else tuple(line.strip().removeprefix("# ") for line in found.lines if line.strip())

    def add(self, unit: str) -> None:
        """Name a unit below all else, where the text does not name it yet."""
        if self.place_of(unit) is None:
            word = self.session.rules(self.game).language.unit
            self.text = f"{self.text.rstrip()}\n\n{word} {written(unit)}\n"

    def place_of(self, unit: str) -> int | None:
        """The line after which an order for a unit belongs, 0 up; None where the text does not name it."""
        language = self.session.rules(self.game).language
        block = next((each for each in unit_blocks(self.text, language) if same(each.unit, [unit])), None)
        if block is None:
            return None
        said = [at for at, line in enumerate(block.lines, block.first + 1) if line.strip()]
        return said[-1] if said else block.first

    def unit_at(self, line: int) -> str | None:
        """The unit that a line is about, 0 up; None above the first."""
        blocks = unit_blocks(self.text, self.session.rules(self.game).language)
        return next((each.unit for each in reversed(blocks) if each.first <= line), None)

    def overwrites(self) -> bool:
        """Whether saving replaces a file."""
        return is_there(self.path)

    def save(self, *, over: bool = False) -> None:
        """Write the file, its last line ended.

        over: whether one that is there may be replaced, if it is as it was read.

        Raises NotAllowedError for one that may not, NotNowError for one that somebody changed meanwhile.
        """
        if not self.text.endswith("\n"):
            self.text += "\n"
        if self.overwrites():
            if not over:
                raise NotAllowedError(f"{self.path} is there already. Nothing is written.")
            if read_text(self.path) != self.kept:
                raise NotNowError(f"{self.path} was changed by somebody else since it was read. Nothing is written.")
            aside = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
            try:
                with new_file(aside) as file:
                    file.write(self.text)
                aside.replace(self.path)
            finally:
                aside.unlink(missing_ok=True)
        else:
            with new_file(self.path) as file:
                file.write(self.text)
        self.kept = self.text


def open_draft(session: Session, game: str, player: str, path: Path | None = None) -> Draft:
    """A player's order file for a game as it stands: the one that is there, or a new template.

    path: None for the player's name in the current folder. Raises NotAllowedError for somebody who doesn't play or a
    file for another game, NotNowError for a game that is over, UnreadableError for a file that isn't plain text.
    """
    called, fold = session.called(game), can_order(session, game, player)
    path = path or Path(f"{player}.{'facts' if fold.game.owed is None else 'orders'}")
    if not is_there(path):
        return Draft(session, game, player, path, _template(session, game, player))
    text = read_text(path).replace("\r\n", "\n")
    if not text.replace("\n", "").replace("\t", "").isprintable():
        raise UnreadableError(f"{path} has characters that are not text. Mend it with an editor of your own first.")
    named = game_named(text)
    if named is not None and session.own.meant(named) != session.own.meant(game) and not same(named, [called]):
        another = f"sits watch {typed(called)} --orders FILE"
        raise NotAllowedError(f"{path} is for the game {visible(named)}, not {called}. Name another file: {another}")
    return Draft(session, game, player, path, text, kept=text)


def who_orders(session: Session, game: str) -> tuple[str, ...]:
    """The players whose orders a game waits for, by id; all of them where it waits for nobody's."""
    found = session.fold(game).game
    return (found.owed.orders_by if found.owed is not None else ()) or tuple(sorted(found.players))


def _template(session: Session, game: str, player: str) -> str:
    return "\n".join(map(visible, new_orders(session, game, player).split("\n")))
