"""Stores of the sizes at which growth is measured: real games, founded, ordered, played and forked by the service.

Whatever the benchmark asks of the service stands in this file.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

from projections.read_models import open_read_models
from sits_es.orders.frame import read_sheet
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.service.audit import audit_game
from sits_es.service.forks import fork_game
from sits_es.service.orders import OrderFile, read_order_files
from sits_es.service.play import play
from sits_es.service.scenario import found_game
from sits_es.service.session import Session
from sits_es.service.snapshots import fingerprint
from tests.benchmarks.stopwatch import ROOT

SCENARIO: Final = """
title = "A running fight of cruisers"
text = "Two cruisers on one course exchange their missiles and then go on side by side for as long as anybody looks."
map = "Open space; the ships start 28 hexes and 3 levels apart and keep their distance."

[players.red]
name = "Red"
side = "red"

[players.blue]
name = "Blue"
side = "blue"

[[ships]]
name = "Fearless"
class = "Sample Light Cruiser"
player = "red"
at = "0,0"
vectors = "8A"
nose = "B"
roll = 0

[[ships]]
name = "Sirius"
class = "Sample Heavy Cruiser"
player = "blue"
at = "5,-28 alt +3"
vectors = "8A"
nose = "E"
roll = 0
"""


ROOMS: Final = (ROOT / "sits_es", ROOT / "projections")
SOURCES: Final = (".py", ".toml", ".lark", ".orders")

#: Turns of the running fight in which missiles are launched; in all later ones the ships turn and roll to and fro.
FIGHT: Final = 2
MISSILES: Final = {
    "red": "ship Fearless\n  1,5  launch port 2 salvoes at Sirius\n  1-8  decoy 1 if launched at\n",
    "blue": "ship Sirius\n  1,5  launch port 2 salvoes at Fearless\n  1-8  decoy 1 if launched at\n",
}
MANOEUVRES: Final = {
    "red": "ship Fearless\n  1  roll port 1\n  3  pivot to {}\n  6  roll starboard 1\n",
    "blue": "ship Sirius\n  1  roll port 1\n  3  pivot to {}\n  6  roll starboard 1\n",
}
#: The windows between which the noses go to and fro: in odd turns, in even ones.
NOSES: Final = {"red": ("A/B", "B"), "blue": ("D/E", "E")}

SIDES: Final = ("red", "blue")
SYSTEM: Final = "sits"
#: Who may read a scenario that lies in a player's folder: `sits doctor` looks.
PRIVATE: Final = 0o600
#: Exchanges of a turn, the turn break included.
SEGMENTS: Final = 9


def sheet(game: str, turn: int, player: str, lines: str = "") -> str:
    """An order file; without lines all ships go on as they do. The secret makes the dice the same every time."""
    return f"game {game}\nturn {turn}\nplayer {player}\nsecret {turn:064x}\n{lines}"


def _running_fight(session: Session, game: str, turn: int) -> list[OrderFile]:
    """Both sides' orders for a turn of the running fight, checked as a player's own are."""
    lines = MISSILES if turn <= FIGHT else {side: MANOEUVRES[side].format(NOSES[side][turn % 2]) for side in SIDES}
    texts = [(side, sheet(game, turn, side, lines[side])) for side in SIDES]
    return read_order_files(session.open_game(game).fold(), texts, {})


def _bundled(game: str, turn: int) -> list[OrderFile]:
    """Both sides' bundled orders for a turn of the squadron action.

    They are not checked: a game of another name has other dice, after which some of them may come to nothing.
    """
    rules = system(SYSTEM)
    orders = rules.bundled()["squadron"].orders
    texts = [(side, orders[f"{turn}-{side}.orders"].replace("game squadron", f"game {game}")) for side in SIDES]
    return [OrderFile(source=side, sheet=read_sheet(text, rules.language), player=side) for side, text in texts]


def _drift(session: Session, game: str, exchanges: int) -> None:
    for _ in range(exchanges):
        fold = session.open_game(game).fold()
        at = fold.game.moment
        files = read_order_files(fold, [(side, sheet(game, at.turn, side)) for side in SIDES], {})
        _play(session, game, files, at)


def _long(scenario: str) -> str:
    """A scenario that ends after ten turns, to be played for as long as it takes."""
    long = scenario.replace("turns = 10\n", "turns = 99\n")
    if long == scenario:
        raise ValueError("the scenario does not end after ten turns")
    return long


def _play(session: Session, game: str, files: Sequence[OrderFile], upto: Moment) -> None:
    for _ in play(session.open_game(game), files, upto):
        pass


@frozen
class Stores:
    """A folder in which stores are made once and kept, each in a folder of its own as `SITS_HOME` names it.

    What is kept is only good for the code that made it: other code may find no snapshot there that it can use.
    """

    root: Path

    def long_game(self, events: int, shorter: Sequence[int] = ()) -> Path:
        """A running fight, `duel`, of so many events or a few more; it goes on from the longest of the shorter ones."""
        before = self.long_game(shorter[-1], shorter[:-1]) if shorter else None

        def make(folder: Path) -> None:
            if before is not None:
                shutil.copytree(before, folder, dirs_exist_ok=True)
            with Session(folder) as session:
                if before is None:
                    found_game(session, str(_scenario(folder)), "duel", SYSTEM)
                while session.open_game("duel").head.version + 1 < events:
                    turn = session.open_game("duel").fold().game.moment.turn
                    _play(session, "duel", _running_fight(session, "duel", turn), Moment(turn, SEGMENTS))

        return self._made(f"long-{events}", make)

    def many_games(self, games: int, fewer: Sequence[int] = ()) -> Path:
        """So many bundled duels, `duel-0001` and on, in which orders for the first segment are owed."""
        before = self.many_games(fewer[-1], fewer[:-1]) if fewer else None

        def make(folder: Path) -> None:
            if before is not None:
                shutil.copytree(before, folder, dirs_exist_ok=True)
            with Session(folder) as session:
                for number in range(len(session.names()) + 1, games + 1):
                    found_game(session, "duel", f"duel-{number:04}", SYSTEM)

        return self._made(f"many-{games}", make)

    def forks(self, depth: int) -> Path:
        """`deep`, a fork of a fork so many deep, each with one exchange of its own before it was forked again.

        Beside it `shallow`, a fork of the game itself, after as many exchanges; orders for the same moment are owed.
        """

        def make(folder: Path) -> None:
            with Session(folder) as session:
                found_game(session, str(_scenario(folder)), "game", SYSTEM)
                parent = "game"
                for number in range(1, depth + 1):
                    child = "deep" if number == depth else f"fork-{number}"
                    fork_game(session.open_game(parent), f"#{session.open_game(parent).head.version}", child)
                    parent = child
                    if number < depth:
                        _drift(session, child, 1)
                _drift(session, "game", depth - 1)
                fork_game(session.open_game("game"), f"#{session.open_game('game').head.version}", "shallow")

        return self._made(f"forks-{depth}", make)

    def fights(self, games: int, turns: int) -> Path:
        """The bundled squadron action, fought for so many turns with the orders that come with it, by several names."""

        def make(folder: Path) -> None:
            with Session(folder) as session:
                for number in range(1, games + 1):
                    name = f"squadron-{number}"
                    found_game(session, "squadron", name, SYSTEM)
                    for turn in range(1, turns + 1):
                        if session.open_game(name).fold().game.ended is None:
                            _play(session, name, _bundled(name, turn), Moment(turn, SEGMENTS))

        return self._made(f"fights-{games}-{turns}", make)

    def squadron(self, events: int, shorter: Sequence[int] = ()) -> Path:
        """The bundled squadron action without its limit of turns, `squadron`, of so many events or a few more.

        When the orders that come with it are carried out the squadrons sail on as they are. It goes on from the longest
        of the shorter ones.
        """
        before = self.squadron(shorter[-1], shorter[:-1]) if shorter else None

        def make(folder: Path) -> None:
            path = folder / "squadron.toml"
            if before is not None:
                shutil.copytree(before, folder, dirs_exist_ok=True)
            path.write_text(_long(system(SYSTEM).bundled()["squadron"].text), encoding="utf-8")
            path.chmod(PRIVATE)
            with Session(folder) as session:
                if before is None:
                    found_game(session, str(path), "squadron", SYSTEM)
                while session.open_game("squadron").head.version + 1 < events:
                    game = session.open_game("squadron").fold().game
                    if game.ended is not None:
                        raise RuntimeError(f"the squadron action ended: {game.ended}")
                    turn = game.moment.turn
                    if f"{turn}-red.orders" in system(SYSTEM).bundled()["squadron"].orders:
                        _play(session, "squadron", _bundled("squadron", turn), Moment(turn, SEGMENTS))
                    else:
                        _drift(session, "squadron", SEGMENTS)

        return self._made(f"squadron-{events}", make)

    def _made(self, name: str, make: Callable[[Path], None]) -> Path:
        """A kept folder, made first where it is missing; one that was never finished is made again."""
        kept = self.root / _makers()
        folder, part = kept / name, kept / f"{name}.part"
        if not folder.exists():
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            make(part)
            part.rename(folder)
        return folder


@cache
def _makers() -> str:
    """A short digest of all code that has a part in making stores."""
    found = hashlib.sha256(fingerprint().encode())
    for path in sorted(path for room in ROOMS for path in room.rglob("*") if path.suffix in SOURCES):
        found.update(path.read_bytes())
    found.update(Path(__file__).read_bytes())
    return found.hexdigest()[:12]


def _scenario(folder: Path) -> Path:
    path = folder / "running-fight.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    path.chmod(PRIVATE)
    return path


@contextmanager
def opened(folder: Path) -> Iterator[Session]:
    """A session that was just opened and has read nothing."""
    with Session(folder) as session:
        yield session


def stands_at(folder: Path, game: str) -> tuple[int, int]:
    """Turn and segment whose orders are owed."""
    with Session(folder) as session:
        at = session.open_game(game).fold().game.moment
        return at.turn, at.segment


def move_in(folder: Path, game: str, turn: int, segment: int) -> int:
    """Number of the first event of an exchange by which a ship moves."""
    with Session(folder) as session:
        opened = session.open_game(game).version_of(f"{turn}.{segment}")
        events = session.store.read(game, after=opened)
        return next(each.version for each in events if type(each.event).__name__ == "ShipMoved")


def events_of(folder: Path, game: str) -> int:
    """How many events a game has."""
    with Session(folder) as session:
        return session.open_game(game).head.version + 1


def fork(session: Session, game: str, turn: int, segment: int, name: str) -> None:
    """Fork a game at a moment, as `sits fork` does."""
    fork_game(session.open_game(game), f"{turn}.{segment}", name)


def project(session: Session, path: Path) -> None:
    """Work every read model of every game out into a new file."""
    open_read_models(path, session.store).close()


def derive(session: Session, game: str) -> None:
    """Check every byte of a game and derive every exchange again, as `sits audit verify` does."""
    found = audit_game(session.open_game(game))
    if found.faults:
        raise AssertionError(found.in_words())
