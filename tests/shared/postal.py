"""Games by mail in one process: everybody's folder with keys and settings, their programs, and a post that may fail.

Letters travel as bytes. The clock stands until a test turns it, and all chance comes from a seed, so that a game can be
played again as it was.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from attrs import Factory, define, field, frozen

from sits_es.errors import GameError
from sits_es.game.events import FactsRecorded
from sits_es.keys.identity import Identity, new_identity, save_identity
from sits_es.keys.recovery import recovery_key
from sits_es.post import agreement, carriage, listing, news, opening, orders, signing
from sits_es.post.day import Done, a_day, go_on, note_shown
from sits_es.post.desk import Desk, Printer
from sits_es.post.log.packets import Next, Without
from sits_es.post.log.state import Seat
from sits_es.post.record import RecordPoint
from sits_es.post.replica import Replica, replica_of
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.system import System
from tests.endurance.fleets import CRUISERS
from tests.shared.curt import Curt
from tests.shared.watch import NOON, Watch

GAME: Final = "ours"
#: Rounds of letters after which a game must have come to rest.
REST: Final = 80

Answer = TypeVar("Answer")
#: What a player does at their program, for their seat. Whether they did anything.
Hand = Callable[[Replica, str], bool]


@frozen(kw_only=True)
class Weather:
    """What becomes of letters, each as a share of one. slow: days, up to a month; doubled: comes two or three times."""

    lost: float = 0.0
    doubled: float = 0.0
    slow: float = 0.0


CALM: Final = Weather()
ROUGH: Final = Weather(lost=0.15, doubled=0.15, slow=0.15)


@frozen(kw_only=True)
class Sent:
    """A letter as it was written. hop: in which round of mails; readers: whose addresses it names."""

    hop: int
    writer: str
    readers: tuple[str, ...]
    content: bytes = field(repr=False)


@define(kw_only=True, repr=False)
class Table:
    """A game and everybody in it.

    players, neutral, mailboxes, spectators: seats, `mailboxes` those of players without a program; host: who invites.
    sent: every letter; boxes: letters to those who have no program. reads: where a neutral keeper is an umpire;
    recovery: secret halves of the keys that players keep elsewhere; servers: where records are that are in no file.
    """

    folder: Path
    scenario: str
    players: tuple[str, ...] = ("red", "blue")
    rules: str | None = None
    neutral: str | None = None
    reads: bool = False
    mailboxes: tuple[str, ...] = ()
    spectators: tuple[str, ...] = ()
    host: str = ""
    options: tuple[str, ...] = ()
    terms: dict[str, Any] = Factory(dict)
    weather: Weather = CALM
    seed: int = 1
    printer: Callable[[], Printer] = Curt
    watch: Watch = Factory(lambda: Watch(NOON))
    gone: set[str] = Factory(set)
    sent: list[Sent] = Factory(list)
    boxes: dict[str, list[bytes]] = Factory(dict)
    recovery: dict[str, str] = Factory(dict)
    servers: dict[str, str] = Factory(dict)
    hop: int = 0
    chance: Random = field(init=False, repr=False)
    _own: dict[str, Random] = Factory(dict)
    _bag: list[tuple[float, str, bytes]] = Factory(list)
    _stirred: set[str] = Factory(set)

    def __attrs_post_init__(self) -> None:
        self.host = self.host or self.neutral or self.players[0]
        self.chance = Random(self.seed)  # noqa: S311 -- to be the same again, not secret
        self.boxes = {who: [] for who in (*self.mailboxes, *self.spectators)}
        for who in self.programs:
            if not (self.folder / who).exists():  # it may be a copy of a table
                self.sit_down(who)

    # who

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody, with a program or without."""
        return (*self.players, *((self.neutral,) if self.neutral else ()), *self.spectators)

    @property
    def programs(self) -> tuple[str, ...]:
        """Those who have a program and take part."""
        return tuple(who for who in self.people if who not in {*self.mailboxes, *self.spectators})

    @property
    def awake(self) -> tuple[str, ...]:
        """Those who are not gone."""
        return tuple(who for who in self.programs if who not in self.gone)

    @property
    def minutes(self) -> float:
        """The time, in minutes."""
        return self.watch.time.timestamp() / 60

    def sit_down(self, who: str) -> Identity:
        """A folder with settings, letter boxes and a key."""
        home = self.folder / who
        for box in ("in", "out"):
            (home / box).mkdir(parents=True)
        settings = f'[post]\nname = "{who.title()}"\n[mail]\naddress = "{address(who)}"\ninbox = "in"\noutbox = "out"\n'
        (home / "sits.toml").write_text(settings, encoding="utf-8")
        identity = new_identity(who, Random(f"key of {who}").randbytes)  # noqa: S311 -- the same
        save_identity(identity, home / "keys")
        return identity

    # programs

    def desk(self, who: str) -> Desk:
        """Somebody's program, opened."""
        chance = self._own.setdefault(who, Random(f"{who} {self.seed}"))  # noqa: S311 -- to be the same, not secret
        server = self.servers.get(who)
        return Desk(self.folder / who, self.watch, printer=self.printer, server=server, random=chance.randbytes)

    @contextmanager
    def at(self, who: str, game: str = GAME) -> Iterator[Replica]:
        """Somebody sits at their program, and its letters go out when they get up."""
        with self.desk(who) as desk:
            yield replica_of(desk, game)
            self.post(desk, who)

    def of(self, who: str | None, question: Callable[[Replica], Answer]) -> Answer:
        """What somebody's program knows of the game; that of the first who is awake, where nobody is named."""
        with self.desk(who or self.awake[0]) as desk:
            return question(replica_of(desk, GAME))

    def post(self, desk: Desk, who: str, again: str | None = None) -> None:
        """Write all letters that are due, and give them to the postman."""
        go_on(desk, Done())
        carriage.write_out(desk, again)
        self.collect(who)

    def again(self, who: str) -> None:
        """Somebody writes the whole log to all once more, and letters are carried."""
        with self.desk(who) as desk:
            self.post(desk, who, again=GAME)
        self.carry()

    def look(self, who: str) -> Done:
        """Take mail in, and write letters."""
        with self.desk(who) as desk:
            return self.take_in(desk, who)

    def take_in(self, desk: Desk, who: str) -> Done:
        """The same, at somebody's desk."""
        done = a_day(desk, [], quiet=True)
        note_shown(desk, done)
        for letter in (self.folder / who / "in").iterdir():
            letter.unlink()
        self.collect(who)
        return done

    # the post

    def collect(self, who: str) -> None:
        """Take what somebody's program has written."""
        for letter in sorted((self.folder / who / "out").glob("*.eml"), key=lambda each: each.stat().st_mtime_ns):
            content = letter.read_bytes()
            letter.unlink()
            self.send(who, content)

    def send(self, who: str, content: bytes) -> None:
        """Take a letter along: each reader has a copy, which may be lost, come late, or twice."""
        mail, chance = message_from_bytes(content), self.chance
        to = f"{mail['To']}, {mail['Cc'] or ''}"
        readers = tuple(each for each in self.people if address(each) in to)
        self.sent.append(Sent(hop=self.hop, writer=who, readers=readers, content=content))
        for reader in readers:
            copies = chance.randint(2, 3) if chance.random() < self.weather.doubled else 1
            for _ in range(0 if chance.random() < self.weather.lost else copies):
                late = chance.randint(1, 30 * 24 * 60) if chance.random() < self.weather.slow else 0
                self._bag.append((self.minutes + late, reader, content))

    def deliver(self) -> set[str]:
        """Bring what has arrived by now, in any order where the post may fail. Who has got something."""
        came = [each for each in self._bag if each[0] <= self.minutes]
        self._bag = [each for each in self._bag if each[0] > self.minutes]
        if self.weather != CALM:
            self.chance.shuffle(came)
        for number, (_, reader, content) in enumerate(came):
            if reader in self.boxes:
                self.boxes[reader].append(content)
            else:
                (self.folder / reader / "in" / f"{self.hop:05}-{number:03}.eml").write_bytes(content)
        return {reader for _, reader, _ in came}

    def round(self) -> bool:
        """One round of mails: all that is under way arrives, and who got something looks. Whether anybody did."""
        self.hop += 1
        found = (self.deliver() | self._stirred) - self.gone - {*self.boxes}
        self._stirred.clear()
        for who in sorted(found, key=self.people.index):
            self.look(who)
        return bool(found)

    def carry(self) -> int:
        """Carry letters until nobody writes any more; in how many rounds."""
        for rounds in range(REST):
            if not self.round():
                return rounds
        raise AssertionError(f"the letters do not come to an end: {self.standing()}")

    def days(self, count: int = 1) -> None:
        """So many days go by, and everybody looks at their mail once a day."""
        for _ in range(count):
            self.watch.later(hours=24)
            self._stirred |= {*self.awake}
            self.carry()

    # the game's beginning

    @property
    def roles(self) -> dict[str, str]:
        """What each seat is that is no player's with a program."""
        roles = dict.fromkeys(self.mailboxes, "mailbox") | dict.fromkeys(self.spectators, "spectator")
        return roles | ({self.neutral: "umpire" if self.reads else "keeper"} if self.neutral else {})

    def begin(self) -> Table:
        """Invite, join, and carry letters until the game has begun everywhere."""
        self.invite()
        for who in self.programs:
            if who != self.host:
                self.recovery[who] = self.join(who)
        self.carry()
        self._stirred.add(self.host)
        self.carry()
        return self

    def invite(self) -> None:
        """The host invites, and the letters arrive."""
        with self.desk(self.host) as desk:
            wish = opening.Wish(
                scenario=self.scenario,
                rules=self.rules,
                name=GAME,
                me=self.host,
                others={who: address(who) for who in self.people if who != self.host},
                options=self.options,
                roles=self.roles,
                terms=self.terms,
            )
            opening.invite(desk, wish, opening.mine(desk, None, recovery_key(desk.random).key))
            self.post(desk, self.host)
        self.carry()

    def join(self, who: str) -> str:
        """Somebody takes their seat; the secret half of the key that they keep elsewhere."""
        with self.desk(who) as desk:
            recovery = recovery_key(desk.random)
            opening.answer(desk, GAME, opening.mine(desk, None, recovery.key))
            self.post(desk, who)
        return recovery.words

    # playing

    def give(self, who: str, text: str = "", upto: str | None = None) -> orders.Receipt:
        """Somebody gives orders: lines, to be put below a header. upto: the last exchange that they are for."""
        with self.at(who) as replica:
            to = None if upto is None else replica.course.rules.read_moment(upto)
            return orders.give(replica, f"{who}.orders", sheet(replica, who, text), to)

    def order(self, *people: str, ahead: int = 1, points: int = 2) -> None:
        """These cruisers thrust in the exchange at hand, or in some from there on; then letters are carried."""
        for who in people:
            with self.at(who) as replica:
                at = replica.course.moment
                text = sheet(replica, who, thrust(who, str(at.segment), points))
                orders.give(replica, who, text, Moment(at.turn, at.segment + ahead - 1))
        self.carry()

    def play(self, hand: Hand, most: int = 400) -> None:
        """All programs' owners do what they have to, and letters are carried, until nobody has anything to do."""
        for _ in range(most):
            self.carry()
            busy = False
            for who in self.awake:
                with self.at(who) as replica:
                    busy |= not replica.course.over and hand(replica, who)
            if not busy:
                return
        raise AssertionError(f"the game does not end: {self.standing()}")

    def decide(self, who: str, decision: Any, others: Sequence[str] | None = None) -> None:
        """Somebody proposes, and others agree where they are asked; all who are awake where none are named."""
        self.does(who, agreement.propose, decision)
        for other in self.awake if others is None else others:
            if other != who:
                self.does(other, agreed, other)

    def does(self, who: str, act: Callable[..., Answer], *how: object) -> Answer:
        """Somebody does something at their program, and letters are carried; what it says."""
        with self.at(who) as replica:
            said = act(replica, *how)
        self.carry()
        return said

    def without(self, who: str, player: str) -> str:
        """Somebody signs to go on without a player who owes something."""
        with self.at(who) as replica:
            found = next(each for each in news.waiting(replica) if each.seat == player)
            return agreement.propose(replica, Without(player=player, missing=found.what))

    def go_without(self, player: str, *people: str) -> None:
        """These sign, one after the other, to go on without a player who owes something."""
        for who in people:
            self.without(who, player)
            self.carry()

    def next_keeper(self, *people: str) -> None:
        """These ask for the next keeper, one after the other; the first one before the keeper is late."""
        for who in people:
            with self.at(who) as replica:
                signing.send(replica, Next(epoch=news.epoch_to_ask_for(replica) or 0, head=replica.state.link.has))
            self.carry()

    # what stands

    def standing(self) -> dict[str, str]:
        """What everybody's program says, for people."""
        said = {}
        for who in self.awake:
            with self.desk(who) as desk:
                said[who] = news.status_line(replica_of(desk, GAME)) if desk.game(GAME).begun else "not begun"
        return said

    def heads(self) -> dict[str, RecordPoint]:
        """Where the record of each who is awake ends."""
        return {who: self.of(who, lambda replica: replica.course.point) for who in self.awake}

    def check(self) -> None:
        """All records are equal, and every log holds when it is checked from its first entry."""
        assert len(set(self.heads().values())) == 1, self.standing()
        assert [self.of(who, listing.check_log).faults for who in self.awake] == [() for _ in self.awake]

    def stands(self, label: str) -> None:
        """Everybody's game is at this exchange, and all records and logs hold."""
        assert self.labels() == dict.fromkeys(self.awake, label)
        self.check()

    def label(self, who: str | None = None) -> str:
        """The exchange at hand, as people write it."""
        return self.of(who, lambda replica: replica.course.rules.label(replica.course.moment))

    def labels(self) -> dict[str, str]:
        """The exchange at hand for each who is awake."""
        return {who: self.label(who) for who in self.awake}

    def facts(self, kind: type, who: str | None = None) -> list[Any]:
        """Facts of a kind on somebody's record of the branch that is the game."""
        return [fact for fact in self.of(who, lambda replica: [*replica.opened.facts()]) if isinstance(fact, kind)]

    def is_over(self, who: str | None = None) -> bool:
        """Whether the game has ended for somebody."""
        return self.of(who, lambda replica: replica.course.over)

    def seat(self, player: str, who: str = "red") -> Seat:
        """A player's seat, as somebody's program has it."""
        return self.of(who, lambda replica: replica.state.seats[player])

    def letter(self, writer: str, number: int = -1) -> tuple[str, str]:
        """A letter of somebody: its subject, and all that it says to people, in one line."""
        mail = message_from_bytes([each.content for each in self.sent if each.writer == writer][number])
        return str(mail["Subject"]), " ".join(text_of(mail).partition("-----BEGIN")[0].split())

    # misfortunes

    def silent(self, who: str, days: int = 10) -> None:
        """Somebody is gone, for an exchange's time and its grace at least."""
        self.gone.add(who)
        self.days(days)

    def back(self, who: str) -> None:
        """They are there again, and read what came."""
        self.gone.discard(who)
        self.stir(who)
        self.carry()

    def lose(self, who: str) -> None:
        """Somebody's folder is gone, but for a copy of the key and the settings."""
        for path in [each for each in (self.folder / who).rglob("*") if each.is_file()]:
            if path.name != "sits.toml" and path.suffix != ".key":
                path.unlink()

    def copy(self, who: str) -> Path:
        """A copy of somebody's folder, to be put back later."""
        kept = self.folder / f"copy of {who} {self.hop}"
        shutil.rmtree(kept, ignore_errors=True)
        return shutil.copytree(self.folder / who, kept)

    def put_back(self, who: str, kept: Path, *, noted: bool = True) -> None:
        """Somebody's folder is an old copy again. noted: by `sits restore`, which notes that it is one."""
        shutil.rmtree(self.folder / who)
        shutil.copytree(kept, self.folder / who)
        if noted:
            with self.desk(who) as desk:
                desk.note_restored()

    def bring(self, who: str, content: bytes) -> None:
        """A mail comes to somebody, whoever sent it."""
        self._bag.append((self.minutes, who, content))

    def forget(self) -> None:
        """Whatever is under way is lost."""
        self._bag.clear()

    def stir(self, *people: str) -> None:
        """These look at their mail in the next round, mail or not; all who are awake if none is named."""
        self._stirred |= {*(people or self.awake)}


def address(who: str) -> str:
    """Where somebody's mail goes."""
    return f"{who}@example.org"


def sheet(replica: Replica, who: str, text: str) -> str:
    """An order file for the exchange at hand."""
    return f"game {replica.called}\nturn {replica.course.moment.turn}\nplayer {who}\n{text}\n"


def text_of(mail: Message) -> str:
    """The plain text of a mail."""
    part = next(each for each in mail.walk() if each.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode().replace("\r\n", "\n")


# what players do


def agreed(replica: Replica, who: str) -> bool:
    """Agree to whatever others have proposed. Whether there was anything."""
    if news.to_sign(replica, who):
        agreement.agree(replica)
        return True
    return False


def owes(replica: Replica, who: str) -> bool:
    """Whether a person has to order something now, and has not."""
    waits = any(each.seat == who and each.person for each in news.waiting(replica))
    return waits and replica.course.moment not in replica.plots(who)


@frozen
class Script:
    """A bundled scenario's orders, given as far as these dice let them, and nothing where they do not."""

    rules: System
    files: dict[str, str]
    used: set[str] = Factory(set)

    def __call__(self, replica: Replica, who: str) -> bool:
        """Do what a player has to. Whether there was anything."""
        if agreed(replica, who):
            return True
        if replica.state.owed is None:
            return not any(True for _ in news.proposals(replica)) and self.enter(replica, who)
        return owes(replica, who) and self._order(replica, who)

    def _fitting(self, replica: Replica, who: str) -> Iterator[tuple[str, str]]:
        """The files of a player for the turn that is played, without secrets."""
        for source, bundled in self.files.items():
            text = re.sub(r"(?m)^secret .*\n|^game .*$", "", bundled)
            named = re.search(r"(?m)^player (\S+)", text)
            turn = f"turn {replica.course.moment.turn}\n"
            if turn in text and named is not None and named[1] == who and source not in self.used:
                yield source, f"game {replica.called}\n{text}"

    def enter(self, replica: Replica, who: str) -> bool:
        """Propose a player's next facts. Whether it is their turn to enter any."""
        done = sum(isinstance(fact, FactsRecorded) for fact in replica.opened.facts())
        # what is sealed when a round begins is no fact
        entered = [each for each, text in self.files.items() if not re.search(r"(?m)^ +dial ", text)]
        source = next(iter(entered[done:]), "")
        if source.partition("-")[2] != f"{who}.orders":
            return False
        text = next(text for each, text in self._fitting(replica, who) if each == source)
        agreement.enter(replica, source, text, who)
        return True

    def _order(self, replica: Replica, who: str) -> bool:
        stepless, turn = self.rules.language.stepless, replica.course.moment.turn
        upto = None if stepless else [each.moment for each in replica.course.upcoming if each.moment.turn == turn][-1]
        for source, text in self._fitting(replica, who):
            try:
                orders.give(replica, source, text, upto)
            except GameError:
                continue
            self.used.update([source] if stepless else [])
            return True
        orders.give(replica, "nothing", sheet(replica, who, ""), upto)
        return True


def script(scenario: str) -> Script:
    """The orders that come with a bundled scenario."""
    rules = next(each for each in map(system, ("sits", "sfb", "starwars", "xwing")) if scenario in each.bundled())
    return Script(rules, dict(sorted(rules.bundled()[scenario].orders.items())))


# a small game: cruisers of SITS, far from each other


def cruisers(folder: Path, players: Sequence[str] = ("red", "blue", "green"), **how: Any) -> Table:
    """A game of SITS that has begun: a cruiser each. how: as `Table` takes it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cruisers.toml").write_text(CRUISERS.scenario(players), encoding="utf-8")
    return Table(folder=folder, scenario=str(folder / "cruisers.toml"), players=tuple(players), **how).begin()


def thrust(who: str, first: str = "1", points: int = 2) -> str:
    """Orders for a cruiser."""
    return f"ship {CRUISERS.ships[who]}\n  {first} thrust {points}"
