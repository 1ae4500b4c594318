"""Taking a bundle's rows into a store, within one transaction: what is here already must be the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import Factory, define

from sits_es.errors import NotAllowedError
from sits_es.store.branches import proved_tip_at, tip_at
from sits_es.store.bundle import CarriedStream
from sits_es.store.chain import ChainedRow
from sits_es.store.frontiers import add_rows
from sits_es.store.log import Statements, Tip, tip_of
from sits_es.store.refusals import check_name

#: Rows that are written at a time.
BATCH = 500


@define
class Taking:
    """A bundle on its way in. Its rows are checked already: each follows from the one before it."""

    _log: Statements
    _streams: Sequence[CarriedStream]
    _taken: dict[str, int] = Factory(dict)
    _waiting: list[ChainedRow] = Factory(list)

    def take(self, rows: Iterable[ChainedRow]) -> dict[str, int]:
        """Write the rows that are not here; how many, by stream. Raises NotAllowedError for what does not fit."""
        incoming = iter(rows)
        for stream in self._streams:
            here = self._opened(stream)
            self._taken[stream.stream] = 0
            for _ in range(stream.after + 1, stream.head + 1):
                self._take(next(incoming), here)
            self._write()
        # the closing line is read behind the last row
        for _ in incoming:
            raise NotAllowedError("There are more events in it than it says. Nothing of it was taken.")
        return self._taken

    def _opened(self, stream: CarriedStream) -> int:
        """The last version that is here of a stream; it is begun where it is not."""
        name = stream.stream
        check_name(name)
        tip = tip_of(self._log, name, hold=True)
        parent, at = next(iter(self._log.line(name)), (None, None))
        if tip.version >= 0:
            if (parent, at) != (stream.parent, stream.at_version):
                raise NotAllowedError(f"{name} is another branch here than in the bundle. Nothing of it was taken.")
        elif stream.parent is not None:
            tip = self._left(stream)
        if stream.after > tip.version or (stream.after >= 0 and not self._has(stream, tip)):
            raise NotAllowedError(
                f"The bundle goes on from event {stream.after} of {name}, which is not here. Nothing of it was taken: "
                "ask for a bundle that begins earlier."
            )
        return tip.version

    def _left(self, stream: CarriedStream) -> Tip:
        """Begin a fork after the event that it leaves, which must be here."""
        version = -1 if stream.at_version is None else stream.at_version
        at = proved_tip_at(self._log, str(stream.parent), version)
        if at is None or at.digest.hex() != stream.at_digest:
            raise NotAllowedError(
                f"{stream.stream} leaves {stream.parent} after event {version}, which is not here, or is another one. "
                "Nothing of it was taken."
            )
        self._log.branch_off(stream.stream, str(stream.parent), at)
        return at

    def _has(self, stream: CarriedStream, tip: Tip) -> bool:
        """Whether the event that a stream's rows follow is here, as the bundle has it."""
        found = tip if stream.after == tip.version else tip_at(self._log, stream.stream, stream.after)
        return found is not None and found.digest.hex() == stream.after_digest

    def _take(self, row: ChainedRow, here: int) -> None:
        stream, version = row[:2]
        if version > here:
            self._taken[stream] += 1
            self._waiting.append(row)
            if len(self._waiting) == BATCH:
                self._write()
        elif self._log.digest(stream, version) != row[5]:
            raise NotAllowedError(
                f"Event {version} of {stream} is another one here than in the bundle. Nothing of it was taken."
            )

    def _write(self) -> None:
        given: set[bytes] = set()
        for stream, version, _, _, _, _, command, _ in self._waiting:
            if command is None:
                continue
            if command in given or any(name == stream for name, _ in self._log.commanded(command)):
                raise NotAllowedError(
                    f"Event {version} of {stream} bears the mark of a command that an earlier one bears. Nothing of it "
                    "was taken."
                )
            given.add(command)
        if self._waiting:
            add_rows(self._log, self._waiting)
            self._waiting = []
