"""A game of any system played on the command line by its plan."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from attrs import frozen

from commands.home import open_session
from sits_es.game.fold import Fold
from tests.shared.commands_told import Told, run
from tests.systems.plans import Plan, file_of, plans

#: The name of every game played here: dice hang on it.
GAME = "game"


@frozen
class Table:
    """A plan and the folder in which it is played. told: what each act printed; moments: where each stood."""

    plan: Plan
    system: str
    folder: Path
    told: tuple[Told, ...] = ()
    moments: tuple[str, ...] = ()

    def sits(self, *words: str) -> Told:
        """Run a command that has to succeed."""
        found = run(*words)
        assert found.code == 0, found
        return found

    def json(self, *words: str) -> Any:
        """What a command says to programs."""
        return self.sits(*words, "--json").json


def fold_of(name: str = GAME) -> Fold:
    """A game as it stands."""
    with open_session() as session:
        return session.open_game(name).fold()


def act(plan: Plan, folder: Path, name: str = GAME) -> Told:
    """Play or enter what the plan has next."""
    fold = fold_of(name)
    game = fold.game
    if (entry := plan.entry(fold)) is not None:
        who, text = entry
        file = write(folder / f"{who}.facts", file_of(fold, who, text))
        return run("record", name, file)
    files = [write(folder / f"{who}.orders", file_of(fold, who, plan.orders(fold, who))) for who in game.players]
    return run("play", name, *files, "--to", fold.system.label(game.moment))


def write(path: Path, text: str) -> str:
    """Write a file and give its name."""
    path.write_text(text, encoding="utf-8")
    return str(path)


def begun(which: str, folder: Path, rules: str | None = None) -> Table:
    """A game begun by a plan, in a folder. rules: the system, where it bears another name than the plan."""
    plan, system = plans()[which], rules or which.split(maxsplit=1)[0]
    text = plan.scenario if rules is None else re.sub(r'(?m)^rules = ".*"$', f'rules = "{rules}"', plan.scenario)
    scenario = write(folder / "scenario.toml", text)
    table = Table(plan, system, folder)
    return Table(plan, system, folder, (table.sits("new", scenario, "--rules", system, "--name", GAME),))


def played(which: str, folder: Path, rules: str | None = None) -> Table:
    """The same, with all of the plan played."""
    table = begun(which, folder, rules)
    told, moments = [*table.told], []
    for _ in range(table.plan.acts):
        fold = fold_of()
        moments.append(fold.system.label(fold.game.moment))
        told.append(act(table.plan, folder))
        assert told[-1].code == 0, told[-1]
    return Table(table.plan, table.system, folder, tuple(told), tuple(moments))
