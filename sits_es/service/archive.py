"""Games archived, renamed on this machine, or deleted once they are in a bundle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from sits_es.disk import is_there, private_folder
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.game.state import line_number
from sits_es.sentences import counted, listed, shell
from sits_es.service.exports import export, same_as_stored
from sits_es.service.session import OpenGame, Session
from sits_es.store import Head
from sits_es.store.sqlite.faults import faults_of_file
from sits_es.store.sqlite.files import write_without
from sits_es.store.sqlite.shelf import call, drop, put_aside

#: The folder, beside the record, with the bundles of games that were deleted.
DELETED: Final = "deleted"
#: Letters of a game in the name of its file, escaped: a file system takes 255 bytes.
_MOST_LETTERS: Final = 180
#: Seconds to wait for other programs.
WAIT: Final = 5.0


def hidden(session: Session) -> frozenset[str]:
    """The streams of archived games, their branches included."""
    listed = session.aliases.listed
    return listed.hidden(session.store.forks()) if listed.aside else frozenset()


def archive(opened: OpenGame) -> Iterator[str]:
    """Archive a game with its branches, and say so."""
    game = line_number(opened.stream)[0]
    if game in hidden(opened.session):
        yield f"{opened.name} is already archived."
        return
    put_aside(opened.session.folder, game)
    yield f"{opened.name} is archived, with all its branches. You can still read it."
    yield f"To list it again: sits games restore {shell(opened.name)}"


def restore(opened: OpenGame) -> Iterator[str]:
    """Put a game back into the list, and say so. Raises NotAllowedError for a branch of an archived game."""
    archived, game = opened.session.aliases.listed.aside, line_number(opened.stream)[0]
    if game not in hidden(opened.session):
        yield f"{opened.name} is not archived."
        return
    if game not in archived:
        aside = next(name for name, _ in opened.store.line(opened.stream) if name in archived)
        raise NotAllowedError(
            f"{opened.name} is a branch of {aside}, which is archived with all its branches. To list that game again: "
            f"sits games restore {shell(aside)}"
        )
    put_aside(opened.session.folder, game, away=False)
    yield f"{opened.name} is in the list again."


def rename(opened: OpenGame, new: str) -> Iterator[str]:
    """Rename a game on this machine only, and say what that means. NotAllowedError for a name that cannot be had."""
    session, (stream, _) = opened.session, line_number(opened.stream)
    if session.aliases.current(stream) != opened.stream:
        raise NotAllowedError(
            f"{opened.called} is an old line of the game and keeps its number. Rename the game itself: {stream}."
        )
    if new == stream:
        call(session.folder, stream, None)
        yield f"{stream} already has that name."
        return
    session.aliases.require_free(new, stream)
    if (label := session.aliases.resolve(new)) != new and label not in (stream, opened.stream):
        root = session.open_stream(label).created.game
        raise NotAllowedError(f"{new} is the name of a branch of {root}. Choose another name.")
    call(session.folder, stream, new)
    yield f"{stream} is now called {new} on this machine only; the record is unchanged."
    yield f"Order files, letters and checkpoints still say {stream}. That name still works, and no other"
    yield f"game can have it. To remove the new name: sits games rename {shell(new)} {shell(stream)}"


class Deletion(Struct, frozen=True, kw_only=True):
    """A game that can be deleted. stream: its name on record; head: its last event; own: events of its own.

    sound: whether it can be folded, and taken back.
    """

    game: str
    stream: str
    head: Head
    own: int
    bundle: Path
    sound: bool

    def _what(self, article: str) -> str:
        return self.game if line_number(self.stream)[1] == 1 else f"{article} last rewind of {self.game}"

    def asked(self) -> str:
        """The question to confirm it."""
        what = f"{self._what('the')} with {counted(self.own, 'event')}"
        return f"Delete {what}? A copy goes to {self.bundle} first."

    def done(self) -> str:
        """What was done, for people."""
        back = f"; to restore it: sits import {shell(str(self.bundle))}" if self.sound else ""
        return f"{self._what('The')} is deleted. The copy is in {self.bundle}{back}"


def plan_deletion(opened: OpenGame, by_mail: Collection[str]) -> Deletion:
    """What deleting a game would do. Raises NotAllowedError for one that a fork or a game by mail needs."""
    game, stream, aliases = opened.name, opened.stream, opened.session.aliases
    aside = f"To hide it from the list: sits games archive {shell(game)}"
    if forks := [aliases.shown(child) for child, parent in opened.store.forks() if parent == stream]:
        leave = "branches off" if len(forks) == 1 else "branch off"
        them = "that one" if len(forks) == 1 else "those"
        raise NotAllowedError(
            f"{listed(forks)} {leave} {game} and can't be read without it. Nothing was deleted. Delete {them} first. "
            f"{aside}"
        )
    if stream in by_mail:
        raise NotAllowedError(
            f"{game} belongs to a game by mail, whose letters refer to it. Nothing was deleted. {aside}"
        )
    own = opened.head.version - opened.store.line(stream)[0][1]
    name = f"{quote(stream, safe=' ')[:_MOST_LETTERS]}-{opened.head.digest[:16]}.bundle"
    bundle = opened.session.folder / DELETED / name
    return Deletion(game=game, stream=stream, head=opened.head, own=own, bundle=bundle, sound=_is_sound(opened))


def _is_sound(opened: OpenGame) -> bool:
    try:
        opened.fold()
    except UnreadableError:
        return False
    return True


def delete(folder: Path, deletion: Deletion, forget: Callable[[str], None]) -> None:
    """Write a game to its bundle, check that, and write the store again without it.

    forget: drops a stream from the read models. A program that is stopped leaves the game whole, or its bundle. Raises
    UnreadableError for a damaged record, NotNowError while another program uses the store.
    """
    with Session(folder) as session:
        _bundle(session.open_stream(deletion.stream), deletion)
        heads, faults = session.store.heads(), session.faults()
    if heads[deletion.stream] != deletion.head:
        raise NotAllowedError(
            f"{deletion.game} has changed in the meantime. Nothing was deleted; check the game again."
        )
    remove(folder, [deletion.stream], heads, faults, forget)


def remove(
    folder: Path,
    streams: Sequence[str],
    heads: Mapping[str, Head],
    faults: Collection[str],
    forget: Callable[[str], None],
) -> None:
    """Write a folder's store again without some streams. heads: of all; faults: what is known to be wrong with it."""
    ends = {name: (head.version, head.digest) for name, head in heads.items()}

    def ready(part: Path) -> None:
        _check(part, {name: end for name, end in ends.items() if name not in streams}, faults)
        # before the files are exchanged: whoever is stopped here has lost nothing but what is worked out again
        for stream in streams:
            forget(stream)

    write_without(folder / "sits.db", streams, ends, WAIT, ready)
    for stream in streams:
        drop(folder, stream)


def _bundle(opened: OpenGame, deletion: Deletion) -> None:
    """Write the bundle, unless an interrupted deletion left it, and compare it with the record."""
    private_folder(deletion.bundle.parent)
    if not is_there(deletion.bundle):
        export(opened, deletion.bundle)
    if not same_as_stored(opened, deletion.bundle):
        raise UnreadableError(
            f"{deletion.bundle} does not match the record of {deletion.game}. Nothing was deleted. Move that file "
            "away, then try again."
        )


def _check(part: Path, heads: Mapping[str, tuple[int, str]], known: Collection[str]) -> None:
    """Raise UnreadableError for a damaged copy of the store, or one whose streams do not end at these heads.

    known: what was wrong with the store before.
    """
    faults = faults_of_file(part)
    try:
        with Session.over(part) as session:
            faults += [fault for fault in session.faults() if fault not in known]
            found = {name: (head.version, head.digest) for name, head in session.store.heads().items()}
    except GameError as fault:
        raise UnreadableError([*fault.problems, "Nothing was changed."]) from fault
    if faults:
        raise UnreadableError([*faults, "Nothing was changed."])
    if found != heads:
        raise UnreadableError("The copy of the game store is incomplete. Nothing was changed.")
