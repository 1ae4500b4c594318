"""The bundled scenarios as their orders play them, each played once for all tests of a run."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from sits_es.service.demo import demonstrate
from sits_es.service.forks import fork_game
from sits_es.service.play import play
from sits_es.service.session import Session

#: Every rule system that is there, with what its bundled game is called.
DEMOS = {"sits": "duel", "sfb_n3d": "pursuit", "star_wars": "ambush", "xwing": "beacon"}


@cache
def played_folder(scenario: str) -> Path:
    """A folder with a bundled scenario played under its own name. Copy it before anything is written there."""
    folder = Path(mkdtemp(prefix="played-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Session.open(folder) as session:
        demonstrate(session, scenario, None)
    return folder


@cache
def demos_folder() -> Path:
    """A folder with the bundled game of every system."""
    folder = Path(mkdtemp(prefix="demos-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Session.open(folder) as session:
        for scenario in DEMOS.values():
            demonstrate(session, scenario, None)
    return folder


@cache
def forked_folder() -> Path:
    """The duel, and a what-if from 1.3 that came to 1.6, in which red drifts."""
    folder = Path(mkdtemp(prefix="forked-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(played_folder("duel"), folder, dirs_exist_ok=True)
    with Session.open(folder) as session:
        fork_game(session, "duel", "1.3", "what-if")
        fold = session.fold("what-if")
        list(play(session, "what-if", [], fold.system.read_moment("1.5"), drift=("red",)))
    return folder
