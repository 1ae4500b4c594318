"""The desk of the post office: a player's games, journal, secrets and keys, opened together."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Protocol, Self

from sits_es.errors import NotAllowedError
from sits_es.mail.identity import Identity, identities, load_identity
from sits_es.mail.prose import Prose
from sits_es.post.desk.journal import Journal, Seat
from sits_es.post.desk.secrets import Secrets
from sits_es.service.replay import PlayedExchange
from sits_es.service.session import Session, wall_clock
from sits_es.store.sqlite.faults import TROUBLES, in_words, is_busy, is_held


class Printer(Protocol):
    """Prints what was played for letters. system: name of the game's rule system."""

    def exchange(self, system: str, played: PlayedExchange) -> Prose:
        """One exchange in full."""
        ...

    def turn(self, system: str, played: Sequence[PlayedExchange]) -> Prose:
        """The exchanges of one turn as a summary, without the map."""
        ...

    def overview(self, system: str, board: Any) -> Prose:
        """The map, and all units in a line each."""
        ...

    def dice(self, system: str, played: Sequence[PlayedExchange]) -> Prose:
        """Every roll of some exchanges; says nothing where there was none."""
        ...

    def lines(self, sentences: Iterable[str]) -> Prose:
        """Sentences, each from a line of its own on."""
        ...


class Desk:
    """Everything that the post office works with. Use it in a `with` block."""

    #: Whether programs send by themselves what is due.
    sends: ClassVar[bool] = True

    def __init__(
        self, folder: Path, clock: Callable[[], str] = wall_clock, *, printer: Printer, server: str | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.printer = printer
        self.clock = clock
        with ExitStack() as opened:
            self.session = opened.enter_context(Session(folder, clock, server=server))
            try:
                self.journal = opened.enter_context(Journal(folder / "mail.db"))
                self.secrets = opened.enter_context(Secrets(folder / "keys"))
            except TROUBLES as fault:
                self._in_words(fault).__exit__(type(fault), fault, fault.__traceback__)
                raise
            # all three are open: from here on the desk closes them, and not one of them alone
            opened.pop_all()
        #: The one replica of each game that is at work here, by game; see `replica_of`.
        self.replicas: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.secrets.__exit__(kind, fault, trace)
        self.journal.__exit__(kind, fault, trace)
        self.session.__exit__(kind, fault, trace)
        if isinstance(fault, TROUBLES):
            self._in_words(fault).__exit__(kind, fault, trace)

    def _in_words(self, fault: BaseException | None) -> in_words:
        """Puts a trouble of the databases beside the record in words; it names no file itself."""
        files = [self.folder / "mail.db", self.keys / "secrets.db"]
        if isinstance(fault, sqlite3.Error) and is_busy(fault):
            files = [path for path in files if is_held(path)] or files
        name = " or ".join(map(str, files))
        helps = (
            "Put back a copy of the folder; or begin in another one with your key, and have another player write you "
            "the game: sits mail out --bundle GAME --for YOU"
        )
        return in_words(name, "what a program for games by mail wrote", helps)

    @property
    def keys(self) -> Path:
        """The folder of keys and secrets."""
        return self.folder / "keys"

    def identity(self, name: str | None = None) -> Identity:
        """The identity of that name, or the only one. Raises NotAllowedError when it is not clear which."""
        known = identities(self.keys)
        if name is None and len(known) != 1:
            said = f"There are several keys here: {', '.join(known)}. Say which with --id." if known else ""
            raise NotAllowedError(said or "There is no key here yet. Make one: sits id new NAME")
        return load_identity(self.keys, name or known[0])

    def seat(self, game: str) -> Seat:
        """One's place in a game, which is named by its root or by the branch that is the game now."""
        if (found := self.find_seat(game)) is not None:
            return found
        known = ", ".join(seat.game for seat in self.journal.seats()) or "none"
        raise NotAllowedError(f"{game} is not played by mail here. Games by mail: {known}.")

    def find_seat(self, game: str) -> Seat | None:
        """The same; None where no game is called so. game: its root, or the id or label of the branch that it is."""
        for seat in self.journal.seats():
            if game in (seat.game, seat.branch) or self.session.aliases.resolve(game) in (seat.game, seat.branch):
                return seat
        return None

    def started(self, seat: Seat) -> bool:
        """Whether a game by mail has begun here."""
        return seat.player is not None and self.session.store.head(seat.branch).version >= 0

    def foreign(self, branch: str) -> str | None:
        """Whose record a branch is, where it is not one's own; it is kept to be compared: nobody vouches for it."""
        return self.journal.kept(f"foreign {branch}")

    def note_foreign(self, branch: str, whose: str) -> None:
        """Note that a branch is somebody else's record."""
        self.journal.keep(f"foreign {branch}", whose)
