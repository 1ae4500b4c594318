"""Setting up a game from a bundled scenario or a player's own file."""

from __future__ import annotations

from pathlib import Path

from sits_es.errors import NotAllowedError
from sits_es.game.fold import Fold
from sits_es.game.play import found
from sits_es.orders.names import problem_of_new, same
from sits_es.rules import system, system_called, system_names
from sits_es.rules.system import System
from sits_es.sentences import nearest, typed
from sits_es.service.files import is_there, read_text
from sits_es.service.scenario_files import files_for, rules_of
from sits_es.service.session import Session


def found_game(session: Session, scenario: str, name: str, rules_name: str | None, ships: Path | None = None) -> Fold:
    """Write a new game's first facts and give it as it stands.

    scenario: name of a bundled one, or a file; rules_name: as a person calls the rule system, None where the scenario
    tells it; ships: folder of the player's own unit files, by default the rules' one beside the games, which need not
    exist.
    Raises NotAllowedError for a name that is taken or that no order file could hold, UnreadableError for bad files.
    """
    if problem := problem_of_new(name):
        raise NotAllowedError(f"{problem} Choose another name for the game.")
    if (taken := same(name, session.own.taken())) is not None:
        raise NotAllowedError(f"There is already a game {taken}. Choose another name, or see: sits show {typed(taken)}")
    rules, text = rules_and_text(scenario, rules_name)
    setup = rules.setup(text, scenario, files_for(rules, text, scenario, session.folder, ships))
    return session.begin(name, found(name, rules, setup))


def rules_and_text(scenario: str, rules_name: str | None) -> tuple[System, str]:
    """The rule system of a scenario, and its file's text.

    rules_name: as a person calls the system, None where the scenario tells it. A bundled scenario belongs to the system
    that brings it, a file to the one that it says. Raises NotAllowedError for a scenario that is not there, and where
    it can't be told whose it is.
    """
    every = [system(system_called(rules_name))] if rules_name is not None else [system(name) for name in system_names()]
    having = [rules for rules in every if scenario in rules.bundled()]
    if not having and not is_there(Path(scenario)):
        known = sorted({name for rules in every for name in rules.bundled()})
        meant = f"Did you mean {likely}? " if (likely := nearest(scenario, known)) is not None else ""
        raise NotAllowedError(
            f"There is no scenario {scenario}, neither bundled nor as a file. {meant}"
            f"Bundled: {', '.join(known) or 'none'}. See: sits scenario list"
        )
    if len(having) > 1:
        names = " or ".join(f"--rules {rules.name}" for rules in having)
        raise NotAllowedError(f"{scenario} can be played by several rules. Say which: {names}")
    if having:
        return having[0], having[0].bundled()[scenario].text
    text = read_text(Path(scenario))
    return rules_of(text, scenario, rules_name), text
