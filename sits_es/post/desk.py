"""The desk: a player's games, drawer and keys, opened together for one command."""

from __future__ import annotations

import hashlib
import os
import platform
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol

from sits_es.errors import GameError, NotAllowedError
from sits_es.keys.identity import Identity, identities, load_identity
from sits_es.orders.names import same
from sits_es.post.drawer import Drawer, GameHere
from sits_es.post.settings import PostSettings, post_settings
from sits_es.service.names import continuations
from sits_es.service.replay import PlayedExchange
from sits_es.service.session import Session, wall_clock
from sits_es.store.sqlite.faults import in_words

#: Nobody has answered yet.
UNANSWERED: Final = "[]"


class Printer(Protocol):
    """Prints what letters contain."""

    def played(self, system: str, run: Sequence[PlayedExchange]) -> Iterator[str]:
        """What was played in a game of a rule system, and how everything stands afterwards, in consecutive parts."""

    def lines(self, sentences: Iterable[str]) -> str:
        """Sentences, each beginning on a new line."""


class Desk(ExitStack):
    """What games by mail need; used in a `with` block. mail_was_read: by this command, so others can be late."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], str] = wall_clock,
        *,
        printer: Callable[[], Printer],
        server: str | None = None,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        super().__init__()
        self.folder, self.keys, self.clock, self.random = folder, folder / "keys", clock, random
        self._printer = printer
        self.mail_was_read = False
        #: The replica of each game that is open here, by name; see `replica_of`.
        self.replicas: dict[str, Any] = {}
        #: Why games could not go on, by name.
        self.troubles: dict[str, str] = {}
        path = folder / "mail.db"
        with ExitStack() as opened:
            opened.enter_context(in_words(str(path), "this program's file for games by mail", _HELPS))
            self.session = opened.enter_context(Session(folder, clock, server=server))
            self.drawer = opened.enter_context(closing(Drawer(path)))
            self.enter_context(opened.pop_all())

    @cached_property
    def printer(self) -> Printer:
        """What prints letters, made for the first one: most mail brings nothing new."""
        return self._printer()

    @contextmanager
    def apart(self, game: str) -> Iterator[None]:
        """Note a game's trouble in `troubles`, so that it does not hold up the other games."""
        try:
            yield
        except GameError as trouble:
            self.troubles[game] = str(trouble)

    def minutes(self) -> int:
        """The time now, in UTC minutes."""
        return int(datetime.fromisoformat(self.clock()).timestamp()) // 60

    @cached_property
    def settings(self) -> PostSettings:
        """What sits.toml says of the post. Raises what `post_settings` raises."""
        return post_settings(self.folder)

    def identity(self, name: str | None = None) -> Identity:
        """The identity with this name, or the only one. Raises NotAllowedError if it is not clear which."""
        known = identities(self.keys)
        if name is None and len(known) != 1:
            said = f"There are several keys here: {', '.join(known)}. Say which with --id." if known else ""
            raise NotAllowedError(said or "There is no key here yet. Make one: sits keys new NAME")
        if name is not None and name not in known:
            raise NotAllowedError(
                f"Your key {name} is not in {self.keys}. Restore it from a copy, or use your recovery key: "
                "sits docs ways-out"
            )
        return load_identity(self.keys, name or known[0])

    def game(self, name: str) -> GameHere:
        """A game by mail, by its root or its present branch. Raises NotAllowedError."""
        found = self.find_game(name)
        if found is None:
            known = ", ".join(each.name for each in self.drawer.games()) or "none"
            raise NotAllowedError(f"{name} is not played by mail here. Games by mail: {known}.")
        return found

    def branch(self, here: GameHere) -> str:
        """The branch of the record that is now the game."""
        return self.drawer.mark(here.name, "branch") or here.name

    def goes_on_as(self, branch: str) -> str | None:
        """The branch in which a game by mail goes on under another keeper; None for other branches."""
        found = (here for here in self.drawer.games() if self.drawer.mark(here.name, "sealed as") == branch)
        return next((self.branch(here) for here in found), None)

    def hold(self, here: GameHere) -> None:
        """If a game's record is on a server, bind it to this machine and folder. Raises NotAllowedError elsewhere."""
        store, folder, known = self.session.store, self.folder.resolve(), Path("/etc/machine-id")
        if not store.place:
            return
        hardware = known.read_text("ascii").strip() if known.is_file() else ""
        machine = hashlib.sha256(f"{hardware or uuid.getnode()} {folder}".encode()).hexdigest()
        other = store.bound_elsewhere(here.name, machine, f"{folder} on {platform.node()}")
        if other is not None:
            raise NotAllowedError(
                f"{here.name} is played by mail from {other}. A game on a server is bound to one folder, because two "
                f"folders would overwrite each other. Play it there. If that folder is gone, the owner of the database "
                f"can release the game: sits docs postgresql."
            )

    def needed(self) -> set[str]:
        """Branches of the record that letters of games by mail refer to, including games that are over."""
        store = self.session.store
        roots = [here.name for here in self.drawer.games()]
        found = {name for root in roots for name in (root, *continuations(root, store.forks()))}
        return found | {name for stream in found if store.knows(stream) for name, _ in store.line(stream)}

    def note_restored(self) -> None:
        """Note that this folder was restored from a copy: each game asks the others before it signs anything."""
        for here in self.drawer.games():
            self.drawer.put_mark(here.name, "answers", UNANSWERED)
        self.drawer.save()

    def find_game(self, name: str) -> GameHere | None:
        """A game by mail, found as by `game`; None if there is none."""
        games = {each.name: each for each in self.drawer.games()}
        found = games.get(name) or games.get(self.session.aliases.resolve(name).partition("~")[0])
        spelt = None if found or self.session.has(name) else same(name, games)
        return found if spelt is None else games[spelt]


_HELPS = "Restore a copy of the folder, or start a new one with your key: sits restore"


def time_of(minutes: int) -> str:
    """UTC minutes as a time in ISO 8601."""
    return datetime.fromtimestamp(minutes * 60, UTC).isoformat(timespec="minutes").replace("+00:00", "Z")
