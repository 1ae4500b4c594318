"""Desks beside the model: each takes what a program of the model took and said, and must come to the same record.

The model plays thousands of games in memory. That its proof is one of the desks as well, with their journals and
stores, is shown here: a desk that sends nothing gets the packets in the same order, at the same times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from attrs import Factory, define

from commands.render.reports import LetterPrinter
from sits_es.events import Event
from sits_es.mail.identity import save_identity
from sits_es.mail.packet import Signed
from sits_es.post.arrivals import arrive
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat as Place
from sits_es.post.desk.places import counted_doubles_of
from sits_es.post.protocol.content import Body
from sits_es.post.replica import Replica
from sits_es.service.session import OpenGame, Session
from sits_es.store.record import Recorded
from tests.post.model.beginning import KEYS
from tests.post.model.seat import Seat
from tests.post.model.table import Table
from tests.post.model.with_escrow import EscrowTable
from tests.shared.protocol_values import rows


@define
class Noting(Seat):
    """A program that notes what came and what it said.

    begun: how many facts its game began with; noted: the packets in order, with the time when they were new.
    """

    begun: int = Factory(lambda self: len(self.streams["duel"].facts), takes_self=True)
    noted: list[tuple[str, list[Signed]]] = Factory(list)
    _known: set[str] = Factory(set)

    def copy(self) -> Noting:
        """The same program, as it would be restored, whose notes are its own from here on."""
        found = super().copy()
        assert isinstance(found, Noting)
        found.noted, found._known = [*self.noted], {*self._known}
        return found

    def take(self, packets: Iterable[Signed]) -> None:
        """Note what comes, and take it."""
        given = list(packets)
        self._note(given)
        super().take(given)

    def _enter(self, signed: Signed, body: Body | None) -> None:
        if signed.packet.sender == self.player:
            self._note([signed])
        super()._enter(signed, body)

    def _note(self, packets: Sequence[Signed]) -> None:
        new = {each.digest: each for each in packets if each.digest not in self._known}
        if new:
            self._known |= {*new}
            self.noted.append((self.now, [*new.values()]))


class AsInTheModel(Session):
    """The games of a folder, whose facts have the digests that the model gives them."""

    begun: Sequence[Event] = ()

    def open_game(self, name: str, at: str | None = None) -> OpenGame:
        """A game with the digests of the model."""
        found = super().open_game(name, at)
        return GameInTheModel(self, found.stream, name, events=found._events, folds=found._folds, begun=self.begun)


@define(eq=False, kw_only=True)
class GameInTheModel(OpenGame):
    """A game whose facts have the digests that the model gives them."""

    begun: Sequence[Event] = ()

    def events(self, first: int = 0, last: int | None = None) -> list[Recorded]:
        """Events from one version to another."""
        found = super().events(first, last)
        begun = self.begun[first:]  # what was read of the store writes the terms in another order
        facts = [*begun, *(each.event for each in found[len(begun) :])][: len(found)]
        digests = [digest for _, _, digest in rows(facts, first - 1)]
        return [each._replace(digest=digest) for each, digest in zip(found, digests, strict=True)]


class Quiet(Desk):
    """A desk that sends nothing by itself."""

    sends: ClassVar[bool] = False

    def __init__(self, folder: Path, begun: Sequence[Event]) -> None:
        self.now = ""
        super().__init__(folder, lambda: self.now, printer=LetterPrinter())
        self.session.close()
        self.session = AsInTheModel(folder, self.clock)
        self.session.begun = begun


class FromTheFirst(Replica):
    """A replica of a game whose packets are counted from 1 on, as nobody was invited to it."""

    def counted_doubles(self) -> Iterator[tuple[Signed, Signed]]:
        """Two packets of which the first one counts, and the second follows the same packet, or is a first one too."""
        for first, second in counted_doubles_of(self.desk, self.chain(), self.game):
            if first.packet.body.get("previous") == second.packet.body.get("previous"):
                yield first, second


def played_beside(seat: Noting) -> tuple[str, tuple[str, ...]]:
    """The branch that is the game for a desk that took what a program took, and the digests of its facts."""
    facts = seat.streams["duel"].facts[: seat.begun]
    with TemporaryDirectory() as folder, Quiet(Path(folder), facts) as desk:
        desk.keys.mkdir(exist_ok=True)
        desk.keys.chmod(0o700)
        save_identity(KEYS[seat.player], desk.keys)
        desk.session.begin("duel", facts)
        place = Place(game="duel", player=seat.player, identity=seat.player, invite="", branch="duel")
        desk.journal.sit(place)
        replica = desk.replicas["duel"] = FromTheFirst(desk, place)
        for now, packets in seat.noted:
            desk.now = now
            for signed in packets:
                if signed.packet.sender == seat.player:
                    desk.journal.put(signed, "parked", mine=True, at=now)
                else:
                    arrive(desk, signed, "the model")
            replica.settle()
        chain = replica.chain()
        return chain.name, chain.digests


class WithDesks(Table):
    """A table where in the end desks take what the honest programs took."""

    program: ClassVar[type[Seat]] = Noting

    def records_are_one(self) -> None:
        """The records are the same, and the desks beside the programs have them as well."""
        super().records_are_one()
        for seat in self.people.values():
            assert isinstance(seat, Noting)
            branch, digests = played_beside(seat)
            there = f"{seat.player}'s desk is at event {len(digests)} of {branch}"
            model = f"the model at event {len(seat.record())} of {seat.branch}"
            assert (branch, digests) == (seat.branch, seat.record()), f"{there}, {model}"


class EscrowWithDesks(WithDesks, EscrowTable):
    """The same in games with an escrow."""
