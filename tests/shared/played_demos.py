"""The bundled scenarios as their orders play them, each played once for all tests of a run."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from sits_es.rules import system
from sits_es.service.demo import demonstrate
from sits_es.service.forks import fork_game
from sits_es.service.orders import OrderFile, read_order_files
from sits_es.service.play import play
from sits_es.service.scenario import found_game
from sits_es.service.session import Session

#: Every rule system that is there, with what its bundled game is called.
DEMOS = {"sits": "duel", "sfb": "pursuit", "starwars": "ambush", "xwing": "beacon"}


@cache
def played_folder(scenario: str) -> Path:
    """A folder with a bundled scenario played under its own name. Copy it before anything is written there."""
    folder = Path(mkdtemp(prefix="played-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Session(folder) as session:
        demonstrate(session, scenario, None)
    return folder


@cache
def demos_folder() -> Path:
    """A folder with the bundled game of every system."""
    folder = Path(mkdtemp(prefix="demos-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Session(folder) as session:
        for scenario in DEMOS.values():
            demonstrate(session, scenario, None)
    return folder


@cache
def forked_folder() -> Path:
    """The duel, and a what-if from 1.3 that came to 1.6, in which red drifts."""
    folder = Path(mkdtemp(prefix="forked-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(played_folder("duel"), folder, dirs_exist_ok=True)
    with Session(folder) as session:
        fork_game(session.open_game("duel"), "1.3", "what-if")
        fold = session.open_game("what-if").fold()
        list(play(session.open_game("what-if"), [], fold.system.read_moment("1.5"), drift=("red",)))
    return folder


@cache
def branched_folder() -> Path:
    """The duel in its second turn, at 2.4, with four what-ifs: what-if, one that leaves that, and one that leaves that.

    `late` has another option, and so has `walls stop`, which restarts the game at 1.1.
    """
    folder = Path(mkdtemp(prefix="branched-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    stops = ("sidewall=stops", "mixed_walls=true")
    with Session(folder) as session:
        found_game(session, "duel", "duel", "sits")
        orders = system("sits").bundled()["duel"].orders
        for turn, upto in ((1, "1.break"), (2, "2.3")):
            texts = [(side, orders[f"{turn}-{side}.orders"]) for side in ("blue", "red")]
            _play(session, "duel", upto, read_order_files(session.open_game("duel").fold(), texts, {}))
        fork_game(session.open_game("duel"), "1.8", "what-if")
        _play(session, "what-if", "2.1")
        fork_game(session.open_game("what-if"), "1.8", "what-if-2")
        _play(session, "what-if-2", "1.break")
        fork_game(session.open_game("what-if-2"), "1.8", "late", stops)
        fork_game(session.open_game("duel"), "1.1", "walls stop", stops)
        _play(session, "walls stop", "1.2")
    return folder


def _play(session: Session, name: str, upto: str, files: Sequence[OrderFile] = ()) -> None:
    drift = () if files else ("blue", "red")
    list(play(session.open_game(name), files, session.open_game(name).fold().system.read_moment(upto), drift=drift))
