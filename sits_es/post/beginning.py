"""A game by mail before its start: answers are gathered, and every replica begins with the same facts."""

from __future__ import annotations

from sits_es.errors import GameError
from sits_es.mail.packet import Signed, read_packet
from sits_es.post.clerk import Clerk
from sits_es.post.desk.facts import read_fact
from sits_es.post.joiners import unconfirmed
from sits_es.post.protocol.bodies import Start
from sits_es.post.protocol.fate import Fate, Judgement, refused
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.opening import Gathering, answer_all, first_facts, gather, judge_opening


class Beginning(Clerk):
    """A clerk of a game that may not have begun."""

    def gathering(self) -> Gathering:
        """The invitation and the answers so far."""
        invite = self.desk.journal.find(self.seat.invite)
        if invite is None:
            raise GameError(f"The invitation to {self.game} is not in the journal any more.")
        return gather(invite, self.desk.journal.accepted(self.game, kinds=("join",)))

    def gather_answers(self) -> bool:
        """Judge what came before the start, and begin the game when everybody has answered. Whether anything moved."""
        gathering = self.gathering()
        moved = False
        for sender, number in self.desk.journal.parked_places(self.game):
            if number != self.desk.journal.last_number(self.game, sender) + 1:
                continue
            for signed in self.desk.journal.parked(self.game, sender, number):
                try:
                    body = content_of(signed)
                except GameError as fault:
                    self.file(signed, refused(str(fault)), None)
                    moved = True
                    continue
                found = judge_opening(signed.packet, body, gathering)
                if isinstance(body, Start) and found.fate is Fate.ACCEPTED and self.seat.player is None:
                    found = Judgement(fate=Fate.WAITS, why="your own answer to the invitation is missing")
                if self.file(signed, found, body):
                    moved = True
                    if isinstance(body, Start):
                        self._begin(gathering, body, signed)
                    break
        if moved or self.seat.player is None:
            return moved
        return self._start(gathering)

    def _start(self, gathering: Gathering) -> bool:
        """The host starts the game once everybody has answered; a start that was accepted is carried out."""
        host = gathering.body.host.player
        own = self.desk.journal.at(self.game, host, 2)
        if own is not None:
            body = content_of(own)
            if isinstance(body, Start):
                self._begin(gathering, body, own)
                return True
        ready = host == self.seat.player and not unconfirmed(self, gathering)
        start = answer_all(gathering) if ready else None
        if start is not None:
            self.post(start)
        return start is not None

    def _begin(self, gathering: Gathering, start: Start, signed: Signed) -> None:
        for text in start.joins:
            self.desk.journal.put(read_packet(text.encode()), "accepted", source="the start", at=self.desk.clock())
        for person in start.people:
            self.desk.journal.write_address(self.game, person.player, person.address)
        facts = first_facts(gathering.body, start, read_fact)
        self.desk.session.begin(self.game, facts, command_id=bytes.fromhex(signed.digest))
