"""A game in notation derived again: from its first facts, and the orders, nonces and decisions of each exchange."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.events import GameCreated, GameForked, OrdersDefaulted, PlayerJoined
from sits_es.game.fold import Fold
from sits_es.game.play import Given, Resolved, begin, enter_facts, play_exchange, read_forms
from sits_es.game.verify import STUMBLES
from sits_es.notation.agreed import AGREEABLE, FORKING, may_decide, results
from sits_es.notation.reading import faults_of
from sits_es.notation.score import GivenFact, GivenLines, ScorePart, ScoreSheet, Stream
from sits_es.notation.writing import result_line
from sits_es.service.forks import Inheritance
from sits_es.service.notation_compared import Faults, StoppedError, compare_end, compare_results, compare_seals
from sits_es.service.progress import HowFar, counter, nobody
from sits_es.service.session import Session
from sits_es.service.stored_form import as_data, created_from, from_data
from sits_es.store import Head
from sits_es.store.codec import Codec
from sits_es.versions import number_of

#: What goes wrong where facts are none of the game's, or not enough.
_REFUSALS = (GameError, NotImplementedError, *STUMBLES)


def derive(score: ScoreSheet, session: Session, source: str, text: str, done: HowFar = nobody) -> None:
    """Write every event of a score into a session's store, which is empty. source, text: of its file.

    done: told of exchanges.

    Raises OrderFaults with everything in which the file does not say what follows from what was given in it.
    """
    faults = Faults()
    count = counter(sum(len(stream.parts) for stream in score.streams), done)
    try:
        for stream in score.streams:
            _Derivation(session, stream, faults).run(count)
    except StoppedError:
        pass
    if faults.found:
        raise faults_of(faults.found, source, text)


@define
class _Derivation:
    """A stream that is derived again. fold: the game so far; head: its last event; number: of its event versions."""

    session: Session
    stream: Stream
    faults: Faults
    number: int = 1
    fold: Fold = field(factory=Fold)
    head: Head = field(default=Head("", -1, ""))

    @property
    def _codec(self) -> Codec:
        return self.session.store.in_versions(self.number)

    def run(self, seen: Callable[[object], None]) -> None:
        """All of it. seen: told of each part. Raises StoppedError where nothing after a fault can be looked at."""
        beginning, *parts = self.stream.parts
        if self.stream.first.name == "game.Created":
            self._root(beginning)
        else:
            self._fork(beginning)
        self._decided(beginning)
        seen(beginning)
        for part in parts:
            self._part(part)
            self._decided(part)
            seen(part)
        compare_end(self.faults, self.stream.head, self.head)

    def _root(self, part: ScorePart) -> None:
        created = self._first(self.stream.first)
        if not isinstance(created, GameCreated):
            raise self.faults.stop(self.stream.first.place, "A game does not begin with this.")
        self.number, self.head = number_of(created), Head(created.game, -1, "")
        given = self._facts_alone(part)
        joined = [fact for fact in given if isinstance(fact, PlayerJoined)]
        placed = [fact for fact in given if not isinstance(fact, PlayerJoined)]
        if part.started is None:
            raise self.faults.stop(part.place, "The game does not start.", "a line with start after its units")
        try:
            facts = begin(created, joined, placed)
        except _REFUSALS as fault:
            raise self.faults.stop(part.place, f"No game begins with these facts: {_said(fault)}") from fault
        if facts[1 : len(given) + 1] != given:
            said = "The players do not stand in order of their ids, before all else."
            raise self.faults.stop(part.given[0].place, said)
        self._write(facts)
        self.fold = Fold().add_all(facts)
        self._finish(part, facts, range(len(given) + 2, len(facts)))

    def _fork(self, part: ScorePart) -> None:
        root, place = self.session.names()[0], self.stream.first.place
        self.number = number_of(self.session.created(root))
        forked = self._first(self.stream.first)
        if not isinstance(forked, GameForked):
            raise self.faults.stop(place, "A variation does not begin with this.")
        parent, at = forked.parent, forked.at_version
        if not self.session.has(parent) or not 0 <= at <= self.session.head(parent).version:
            said = f"It leaves {parent} after event {at}, which is not above it."
            raise self.faults.stop(place, said, "the game that it leaves, as far as that event, first")
        if self.session.has(forked.branch):
            raise self.faults.stop(place, f"There is already a game named {forked.branch} above.")
        if (digest := self.session.store.digest_at(parent, at)) != forked.at_digest:
            said = f"It leaves another event {at} of {parent} than the one above."
            raise self.faults.stop(place, said, f".at_digest {digest}")
        if part.started is not None:
            raise self.faults.stop(part.started, "A variation goes on with a game that has started already.")
        opening = self._facts_alone(part)
        for fact, given in zip(opening, part.given, strict=True):
            if not isinstance(fact, FORKING) and not may_decide(fact):
                raise self.faults.stop(given.place, "No branch opens with this.", "what its players signed")
        facts = [forked, *opening]
        self.fold = self.session.fold(parent, at).copy().add_all(facts)
        self.head = self.session.store.fork(forked.branch, parent, at, facts, codec=self._codec)
        self._finish(part, facts, range(0))

    def _part(self, part: ScorePart) -> None:
        """One exchange, or one entry."""
        game, rules = self.fold.game, self.fold.system
        if game.ended is not None:
            raise self.faults.stop(part.place, f"{game.branch} is over: {game.ended}", "head")
        at = rules.read_moment(part.moment or "")
        if at != game.moment:
            said = f"The game stands at {rules.written(game.moment)}, and not at {rules.written(at)}."
            raise self.faults.stop(part.place, said, f"at {rules.written(game.moment)}")
        entries = [each for each in part.given if isinstance(each, GivenLines) and each.kind == "enter"]
        try:
            resolved = self._entry(part, entries[0]) if entries else self._exchange(part)
        except _REFUSALS as fault:
            raise self.faults.stop(part.place, f"This cannot be played: {_said(fault)}") from fault
        facts = resolved.facts
        self.fold = resolved.fold
        sound = compare_seals(self.faults, part, facts)
        self._write(facts)
        if not sound:
            raise StoppedError
        self._finish(part, facts, results(facts, rules.order_types))

    def _entry(self, part: ScorePart, entry: GivenLines) -> Resolved:
        for other in part.given:
            if other is not entry:
                raise self.faults.stop(other.place, "Where facts are entered, nothing else is given.")
        return enter_facts(self.fold.game, entry.player, tuple(line.text for line in entry.lines), entry.by)

    def _exchange(self, part: ScorePart) -> Resolved:
        before = len(self.faults.found)
        agreed: list[Event] = []
        acts = {each.player: each for each in part.given if isinstance(each, GivenLines) and each.kind == "open"}
        given: list[Given] = []
        for each in part.given:
            if isinstance(each, GivenFact):
                agreed.append(self._agreed(each))
            elif each.kind == "default":
                agreed.append(self._defaulted(each))
            elif each.kind == "orders":
                given.append(self._given(each, acts.pop(each.player, None)))
        for act in acts.values():
            said = f"{act.player} acts in the open, and there is no nonce of theirs."
            self.faults.add(act.place, said, f"a line such as: orders {act.player} NONCE")
        kept = self._kept(part)
        self._stop_after(before)
        return play_exchange(self.fold.game, given, kept, agreed)

    def _agreed(self, given: GivenFact) -> Event:
        fact = self._read(given)
        if not isinstance(fact, AGREEABLE) or isinstance(fact, OrdersDefaulted):
            raise self.faults.stop(given.place, "This is not agreed on within an exchange.", "what follows by itself")
        return fact

    def _defaulted(self, given: GivenLines) -> OrdersDefaulted:
        at = self.fold.game.moment
        lines = tuple(line.text for line in given.lines)
        return OrdersDefaulted(turn=at.turn, segment=at.segment, player=given.player, lines=lines, by=given.by)

    def _given(self, sealed: GivenLines, act: GivenLines | None) -> Given:
        """What a player sealed, or gave in the open with nothing but a nonce under the seal."""
        if act is not None and sealed.lines:
            said = f"{sealed.player} acts in the open, and seals no orders."
            self.faults.add(sealed.lines[0].place, said, "the orders above, below the line with open")
        source = sealed if act is None else act
        return Given(
            player=sealed.player,
            forms=self._forms(source),
            lines=tuple(line.text for line in source.lines),
            nonce=bytes.fromhex(sealed.nonce),
            in_the_open=act is not None,
        )

    def _forms(self, given: GivenLines) -> tuple[Event, ...]:
        """What lines order; each was read before, so that its faults are known."""
        return read_forms(self.fold.system, [line.text for line in given.lines], self.fold.game.moment.segment)

    def _kept(self, part: ScorePart) -> bytes | None:
        """The seed that a what-if keeps, where the file says that it does."""
        if part.seed is None or not part.seed.kept:
            return None
        seed = Inheritance(self.session, self.head.stream).seed(self.fold.game.moment)
        if seed is None or seed.hex() != part.seed.digits:
            said = "This seed is said to be kept, and the game that was left has another one here, or none."
            self.faults.add(part.seed.place, said, "without kept" if seed is None else f"{seed.hex()} kept")
        return seed

    def _decided(self, part: ScorePart) -> None:
        """What players decided after a part."""
        facts = []
        for given in part.decided:
            fact = self._read(given)
            if not may_decide(fact):
                raise self.faults.stop(given.place, "After an exchange nobody decides this.", "what follows by itself")
            facts.append(fact)
        if facts:
            self.fold = self.fold.copy().add_all(facts)
            self._write(facts)

    def _finish(self, part: ScorePart, facts: Sequence[Event], came: Sequence[int]) -> None:
        """Compare a part, once it is written, with what it says. came: which of its facts are results, 0 up."""
        first, before = self.head.version - len(facts) + 1, len(self.faults.found)
        rules, codec = self.fold.system, self._codec
        derived = [(first + at, facts[at]) for at in came]
        compare_results(
            self.faults, part, derived, lambda fact: result_line(rules, fact, lambda each: as_data(codec, each))
        )
        wrong = len(self.faults.found) > before
        # events that end in the digest of the file are right, whatever its results say, and can be gone on from
        if not compare_end(self.faults, part.end, self.head, quiet=wrong) and len(self.faults.found) > before:
            raise StoppedError

    def _facts_alone(self, part: ScorePart) -> list[Event]:
        """The facts of a beginning, in which nobody orders anything."""
        facts = []
        for given in part.given:
            if isinstance(given, GivenLines):
                raise self.faults.stop(given.place, "Nobody orders anything before the first exchange.", "at 1.1 first")
            facts.append(self._read(given))
        for digits in (*part.seals, *([part.seed] if part.seed else [])):
            raise self.faults.stop(digits.place, "Nobody seals anything before the first exchange.", "at 1.1 first")
        return facts

    def _first(self, given: GivenFact) -> Event:
        if given.name != "game.Created":
            return self._read(given)
        try:
            return created_from(self._codec, given.data)
        except _REFUSALS as fault:
            raise self.faults.stop(given.place, _said(fault)) from fault

    def _read(self, given: GivenFact) -> Event:
        try:
            return from_data(self._codec, given.name, given.data, self.number)
        except _REFUSALS as fault:
            raise self.faults.stop(given.place, _said(fault)) from fault

    def _stop_after(self, before: int) -> None:
        if len(self.faults.found) > before:
            raise StoppedError

    def _write(self, facts: Sequence[Event]) -> None:
        self.head = self.session.store.append(self.head.stream, facts, after=self.head.version, codec=self._codec)


def _said(fault: Exception) -> str:
    """A refusal, or what the rules stumbled over, as the end of a sentence."""
    text = " ".join(fault.problems) if isinstance(fault, GameError) else f"{type(fault).__name__}: {fault}"
    return f"{text.removesuffix('.')}."
