"""Games that are broken, or junk, set aside as evidence: their rows go to files, and no command trips over them.

Nothing on record is changed: on a server the owner takes whole streams out, and a file is written again without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from sits_es.disk import is_there, write
from sits_es.errors import GameError, NotNowError, UnreadableError
from sits_es.sentences import counted, listed
from sits_es.service.archive import remove
from sits_es.service.audit import audit_streams
from sits_es.service.session import Session
from sits_es.store import GameStore, Head

#: The folder, beside the record, with what was set aside.
SET_ASIDE: Final = "set-aside"


class Evidence(Struct, frozen=True, kw_only=True):
    """A game that can be set aside. heads: where it and what leaves it end, parents first; found: what is wrong.

    bundle: the file for its rows; a text with what was found lies beside that.
    """

    game: str
    heads: Mapping[str, Head]
    rows: int
    found: tuple[str, ...]
    bundle: Path

    def asked(self) -> str:
        """What was found, and the question to confirm it."""
        others = [name for name in self.heads if name != self.game]
        along = (
            f"{listed(others)} {'branches' if len(others) == 1 else 'branch'} off {self.game} and would go with it. "
            if others
            else ""
        )
        return "\n".join([*self.found, f"{along}Set {self.game} aside with {counted(self.rows, 'row')}?"])

    def told(self, when: str) -> str:
        """The text that lies beside its rows. when: ISO 8601."""
        ends = (f"  {name}: event #{head.version}, {head.digest}" for name, head in self.heads.items())
        return "\n".join(
            [
                f"{self.game} was set aside on {when} with {counted(self.rows, 'row')}. It ended at:",
                *ends,
                "What was found:",
                *(f"  {line}" for line in self.found),
                f"All rows, byte for byte: {self.bundle.name}",
                "",
            ]
        )

    def done(self) -> str:
        """What was done, for people."""
        return (
            f"{self.game} is set aside and is no longer listed. Its rows, byte for byte, are in {self.bundle}; the "
            f"findings are in {self.bundle.with_suffix('.txt')}."
        )


def plan(session: Session, name: str) -> Evidence:
    """What setting a game aside would do, sound or not, and what is wrong with it. NotAllowedError for an unknown name.

    What leaves it goes along: it can't be read without it.
    """
    store, stream = session.store, session.aliases.resolve(name)
    heads, streams = store.heads(), [stream]
    rows = sum(1 for _ in store.evidence(streams)) - 2
    if stream not in heads and not rows:
        session.open_game(name)
    for child, parent in store.forks():
        if parent in streams:
            streams.append(child)
    ends = {each: heads.get(each, Head(each, -1, "0" * 64)) for each in streams}
    there = session.folder / SET_ASIDE / f"{quote(stream, safe=' ')[:80]}-{ends[stream].digest[:16]}"
    return Evidence(
        game=stream,
        heads=ends,
        rows=sum(1 for _ in store.evidence(streams)) - 2,
        found=tuple(_found_in(session, [each for each in streams if each in heads]))
        or ("The rows belong to no game.",),
        bundle=next(path for path in _bundles(there) if not is_there(path) or _holds(path, store, streams)),
    )


def _bundles(there: Path) -> Iterator[Path]:
    """Names of files for rows: the first, and those for other rows that ended in the same way."""
    yield there.with_name(f"{there.name}.bundle")
    yield from (there.with_name(f"{there.name}-{number}.bundle") for number in count(2))


def _holds(bundle: Path, store: GameStore, streams: Sequence[str]) -> bool:
    """Whether a file holds these streams as they lie in the store."""
    return bundle.read_bytes() == "".join(store.evidence(streams)).encode()


def _found_in(session: Session, streams: Sequence[str]) -> list[str]:
    try:
        return list(dict.fromkeys(each.in_a_line() for each in audit_streams(session, streams))) if streams else []
    except GameError as fault:
        return list(fault.problems)


def set_aside(folder: Path, server: str | None, evidence: Evidence, forget: Callable[[str], None]) -> None:
    """Write a game's rows to files, check those, and take the game out of the store. forget: as for `delete`.

    A program that is stopped leaves the game whole, or its files. Raises NotNowError while another program uses the
    store or the game has gone on, NotAllowedError on a server for whoever is not its owner.
    """
    streams = [*evidence.heads]
    with Session(folder, server=server) as session:
        store = session.store
        if server is not None:
            # whoever may not is told so before there are files
            store.take_out({})
        if not is_there(evidence.bundle):
            write(evidence.bundle, "".join(store.evidence(streams)))
        if not _holds(evidence.bundle, store, streams):
            raise UnreadableError(
                f"{evidence.bundle} does not match the record of {evidence.game}. Nothing was set aside; check the "
                "game again."
            )
        if not is_there(text := evidence.bundle.with_suffix(".txt")):
            write(text, evidence.told(session.clock()))
        if server is not None:
            store.take_out(evidence.heads)
            for stream in streams:
                forget(stream)
            return
        heads, faults = store.heads(), session.faults()
    if any(heads.get(name, head) != head for name, head in evidence.heads.items()):
        raise NotNowError(f"{evidence.game} has changed in the meantime. Nothing was set aside; check the game again.")
    remove(folder, streams, heads, faults, forget)
