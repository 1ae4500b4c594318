"""A game on record as its log plays it: the facts that follow from entries, each worked out once, and their digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import takewhile
from typing import Any, Final, Literal

from attrs import evolve, frozen
from msgspec import Struct

from sits_es.canonical import canonical
from sits_es.errors import GameError, UnreadableError
from sits_es.events import Coded, Event
from sits_es.game import events
from sits_es.game.fold import Fold
from sits_es.game.play import Given, enter_facts, play_exchange, read_forms
from sits_es.game.set_up import set_up
from sits_es.game.state import Game
from sits_es.orders.normal import standing_lines
from sits_es.post.log.packets import End, Enter, Invite, Join, Place, Readmit, Reseat, Rewind, Ruling, Signed
from sits_es.post.log.state import OnRecord, Played
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed, System
from sits_es.sentences import listed
from sits_es.store.chain import GENESIS, chained
from sits_es.store.codec import Codec

_CODEC: Final = Codec()


class RecordPoint(Struct, frozen=True, kw_only=True):
    """A point on record. stream: the branch; version: of its last event, -1 for none; digest: that event's."""

    stream: str
    version: int
    digest: str


class Stretch(Struct, frozen=True, kw_only=True):
    """Facts to write. after: the event they follow; stream: another if they open it; fold: the game after them."""

    after: RecordPoint
    stream: str
    facts: tuple[Event, ...]
    fold: Fold


#: A point on record, and the game there.
Juncture = tuple[RecordPoint, Fold]
#: Where an exchange of a branch was at hand, up to one of its events; None if it was not played.
Find = Callable[[str, Moment, int], Juncture | None]


@frozen(kw_only=True, eq=False)
class RecordedGame:
    """A course whose `unwritten` facts still have to be written. find: looks up an earlier exchange on record.

    played: earlier exchanges that are not on record yet, by branch; ends: the last event of each abandoned branch.
    """

    fold: Fold
    point: RecordPoint
    find: Find
    unwritten: tuple[Stretch, ...] = ()
    played: Mapping[tuple[str, Moment], Juncture] = {}
    ends: Mapping[str, int] = {}
    stopped: bool = False

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.fold.game

    @property
    def rules(self) -> System:
        """Its rule system."""
        return self.fold.system

    @property
    def record(self) -> str:
        return self.point.digest

    @property
    def root(self) -> str:
        return self.game.root

    @property
    def branch(self) -> str:
        """The branch as seals name it: that of the last rewind, whoever has kept the game since."""
        return self.game.sealed_as

    @cached_property
    def moment(self) -> Moment:
        return self.game.moment

    @property
    def over(self) -> bool:
        return self.game.ended is not None

    @cached_property
    def upcoming(self) -> Sequence[Owed]:
        """Exchanges that can be sealed now, up to the end of the next turn."""
        return tuple(takewhile(lambda owed: owed.moment.turn <= self.moment.turn + 1, self.game.upcoming))

    def lawful(self, player: str, lines: tuple[str, ...]) -> bool:
        """Whether lines are readable orders to the player's own units. The rules say what becomes of them."""
        try:
            forms = read_forms(self.rules, lines, self.moment.segment)
        except GameError:
            return False
        rules, board = self.rules, self.game.board
        return all(rules.owner(board, rules.language.unit_of(form)) == player for form in forms)

    def in_force(self, player: str, standing: tuple[str, ...]) -> tuple[str, ...]:
        """Standing orders as lines of an exchange; none if they can't be carried out in it."""
        try:
            lines = standing_lines(standing, self.rules.language, self.moment.segment)
        except GameError:
            return ()
        return lines if self.lawful(player, lines) else ()

    # on

    def play(self, played: Played) -> RecordedGame:
        game, at, rules = self.game, played.moment, self.rules
        lines = {**played.in_force, **played.lines, **played.act}
        forms = {each: read_forms(rules, lines[each], at.segment) for each in played.nonces}
        given = [
            Given(player=each, forms=forms[each], lines=lines[each], nonce=nonce, in_the_open=each in played.act)
            for each, nonce in played.nonces.items()
        ]
        agreed = [
            events.OrdersDefaulted(**_at(at), player=player, lines=lines.get(player, ()), by=game.out.get(player, ()))
            for player in game.sealers_of(self.upcoming[0])
            if player not in played.seals
        ]
        resolved = play_exchange(game, given, agreed=agreed)
        after = self._played()._with(resolved.facts, resolved.fold)  # noqa: SLF001 -- its own
        return evolve(after, stopped=any(rules.stops(fact) for fact in resolved.facts))

    def put_out(self, player: str, by: Sequence[str]) -> RecordedGame:
        """The game without a player. It ends if fewer than two are left."""
        at = self.moment
        facts = [_gone(at, player, tuple(sorted(by)) or (player,))]
        left = [each for each in self.game.still_in if each != player]
        if len(left) < 2:
            winner = self.game.people[left[0]].side if left else None
            facts.append(events.GameEnded(winner=winner, outcome=(Coded("resigned", (player, self.rules.label(at))),)))
        return self._happens(facts)

    def allows(self, decision: OnRecord) -> bool:
        match decision:
            case Enter(player=player, lines=lines):
                with suppress(GameError):
                    enter_facts(self.game, player, lines, ())
                    return True
                return False
            case Rewind(to=to, of=branch):
                return self.before(to, branch) is not None
            case Ruling(about=about):
                return self.before(about) is not None
        return not self.over

    def before(self, moment: Moment, branch: str | None = None) -> Juncture | None:
        """Where an exchange was or is at hand, and the game there. branch: an abandoned one. All find the same."""
        if branch is None or branch == self.point.stream:
            found = self._before(self.point.stream, moment, self.point.version)
            return found or ((self.point, self.fold) if moment == self.moment else None)
        return self._before(branch, moment, self.ends[branch]) if branch in self.ends else None

    def _before(self, stream: str, moment: Moment, last: int) -> Juncture | None:
        found = self.played.get((stream, moment))
        if found is not None:
            return found if found[0].version < last else None
        opened = (each.after for each in self.unwritten if each.stream == stream != each.after.stream)
        opens = next(opened, None)
        return self._before(opens.stream, moment, opens.version) if opens else self.find(stream, moment, last)

    def _played(self) -> RecordedGame:
        """The game, with this place remembered in case it comes back to it."""
        return evolve(self, played={(self.point.stream, self.moment): (self.point, self.fold), **self.played})

    def bookmark(self, version: int | None = None) -> str:
        """A bookmark in the record: an event of the present branch, the last one by default."""
        return f"{self.point.version if version is None else version}@{_short(self.point.stream)}"

    def event_at(self, bookmark: str) -> int:
        """The last event before a bookmark; if the game is on another branch now, the last that both have."""
        number, _, branch = bookmark.partition("@")
        version = int(number or -1)
        left = version if branch == _short(self.point.stream) else self.game.at_version
        return min(version, version if left is None else left)

    @property
    def has_stopped(self) -> bool:
        """Whether an unwritten fact stops what was plotted ahead."""
        return any(self.rules.stops(fact) for each in self.unwritten for fact in each.facts)

    def written(self) -> RecordedGame:
        """The game once all its facts are on record."""
        return evolve(self, unwritten=(), played={})

    def decide(self, decision: OnRecord, by: Sequence[str], digest: str) -> RecordedGame:
        who, at = tuple(sorted(by)), _at(self.moment)
        fact: Event
        match decision:
            case Enter(player=player, lines=lines):
                brought = enter_facts(self.game, player, lines, who)
                return self._played()._with(brought.facts, brought.fold)  # noqa: SLF001 -- its own
            case Rewind():
                return self._goes_back(decision, who, digest)
            case Ruling(about=about, words=words):
                fact = _ruling(self.moment, about, words, who, upheld=True)
            case Readmit(player=player):
                fact = events.PlayerReadmitted(**at, player=player, by=who)
            case Reseat(player=player, key=key, name=name):
                called = name or self.game.people[player].name
                fact = events.SeatTaken(**at, player=player, name=called, key=key, by=who)
            case End(winner=winner, words=words):
                fact = events.GameEnded(winner=winner, outcome=(Coded("agreed", (listed(who), words)),))
        return self._happens([fact])

    def kept_by(self, keeper: str, start: str, *, reads: bool) -> RecordedGame:
        return self._forked(self.moment, self.point, self.fold, start, keeper=keeper, reads=reads)

    def _goes_back(self, rewind: Rewind, by: tuple[str, ...], digest: str) -> RecordedGame:
        found = self.before(rewind.to, rewind.of)
        if found is None:
            raise LookupError(f"{rewind.to} was not played on {rewind.of or self.point.stream}")
        course = self._forked(rewind.to, *found, digest)
        ruling = _ruling(rewind.to, rewind.to, rewind.words, by, upheld=False)
        return course._happens([ruling, *self._people_since(found[1].game, rewind.to, by)])  # noqa: SLF001 -- its own

    def _people_since(self, then: Game, at: Moment, by: tuple[str, ...]) -> Iterator[Event]:
        """Who left, came back or took a seat since then: no rewind takes that back."""
        now = self.game
        for player in now.players:
            who, gone = now.people[player], now.out.get(player)
            if gone is not None and player not in then.out:
                yield _gone(at, player, gone)
            elif gone is None and player in then.out:
                yield events.PlayerReadmitted(**_at(at), player=player, by=by)
            if who.key is not None and who.key != then.people[player].key:
                yield events.SeatTaken(**_at(at), player=player, name=who.name, key=who.key, by=by)

    def _forked(
        self, at: Moment, point: RecordPoint, fold: Fold, digest: str, *, keeper: str | None = None, reads: bool = False
    ) -> RecordedGame:
        name = f"{self.root}~{digest[:16]}"
        leaves = {**_at(at), "parent": point.stream, "at_version": point.version, "at_digest": point.digest}
        forked = events.GameForked(**leaves, branch=name, what_if=False, keeper=keeper, reads=reads)
        ends = {**self.ends, self.point.stream: self.point.version}
        course = evolve(self, fold=fold, point=point, ends=ends, stopped=False)
        return course._happens([forked], name)  # noqa: SLF001 -- its own

    def _happens(self, facts: Sequence[Event], stream: str | None = None) -> RecordedGame:
        return self._with(facts, self.fold.copy().add_all(facts), stream)

    def _with(self, facts: Sequence[Event], fold: Fold, stream: str | None = None) -> RecordedGame:
        here, name = self.point, stream or self.point.stream
        rows = chained(bytes.fromhex(here.digest), name, here.version, _CODEC.encode_all(facts))
        last = here.version + len(rows)
        point = RecordPoint(stream=name, version=last, digest=rows[-1][5].hex()) if rows else here
        unwritten = (*self.unwritten, Stretch(after=here, stream=name, facts=tuple(facts), fold=fold))
        return evolve(self, fold=fold, point=point, unwritten=unwritten, stopped=False)


def _short(stream: str) -> str:
    return hashlib.sha256(stream.encode()).hexdigest()[:8]


def _at(moment: Moment) -> dict[str, Any]:
    return {"turn": moment.turn, "segment": moment.segment}


def _gone(at: Moment, player: str, by: tuple[str, ...]) -> Event:
    """The fact that a player is out. by: who signed it; the player alone if they resigned."""
    if by == (player,):
        return events.PlayerResigned(**_at(at), player=player)
    return events.PlayersPutOut(**_at(at), players=(player,), by=by)


def _ruling(at: Moment, about: Moment, words: str, by: tuple[str, ...], *, upheld: bool) -> Event:
    where = {"about_turn": about.turn, "about_segment": about.segment}
    return events.RulingMade(**_at(at), **where, upheld=upheld, words=words, by=by)


# how a game begins: facts that an invitation carries


def write_fact(fact: Event) -> dict[str, object]:
    """A fact as an invitation carries it: its stored name with the version, and its data."""
    topic, state = _CODEC.encode(fact)
    return {"topic": topic, "data": json.loads(state)}


def read_fact(written: Mapping[str, object]) -> Event:
    """A fact from an invitation. Raises UnreadableError."""
    return _CODEC.decode(str(written.get("topic")), canonical(written.get("data")))


def created(offer: Invite) -> events.GameCreated:
    """The fact by which an invitation creates its game. Raises UnreadableError if there is none."""
    fact = read_fact(offer.facts[0]) if offer.facts else None
    if not isinstance(fact, events.GameCreated):
        raise UnreadableError("The invitation does not create a game.")
    return fact


def first_course(offer: Invite, joined: Mapping[str, Signed], find: Find = lambda *_: None) -> RecordedGame:
    """The game that an invitation offers. joined: answers by seat. Raises UnreadableError if it can't begin."""
    people = [_person(offer, place, joined.get(place.id)) for place in offer.seats]
    facts = set_up(created(offer), people, [read_fact(each) for each in offer.facts[1:]])
    start = RecordPoint(stream=created(offer).game, version=-1, digest=GENESIS.hex())
    game = RecordedGame(fold=Fold(), point=start, find=find)
    return game._with(facts, Fold().add_all(facts))  # noqa: SLF001 -- its own


def _person(offer: Invite, place: Place, answer: Signed | None) -> events.PlayerJoined:
    keeps: Literal["umpire", "keeper"] = "umpire" if offer.terms.reads else "keeper"
    return events.PlayerJoined(
        player=place.id,
        name=answer.body.name if answer is not None and isinstance(answer.body, Join) else place.name,
        side=place.side,
        role=keeps if place.role == "keeper" else place.role,
        key=None if answer is None else answer.key,
    )
