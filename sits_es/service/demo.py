"""Playing a bundled scenario with the orders that come with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Final

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.game.events import GameCreated, OrdersRevealed
from sits_es.game.seals import nonce_from
from sits_es.orders.frame import read_sheet
from sits_es.orders.names import same, written
from sits_es.rules import system, system_called, system_names, usual_system
from sits_es.rules.moments import Moment
from sits_es.rules.supplied import BundledScenario
from sits_es.rules.system import System
from sits_es.sentences import typed
from sits_es.service import replay
from sits_es.service.audit import Audited, verify
from sits_es.service.new_games import found_game
from sits_es.service.order_files import OrderFile
from sits_es.service.play import play
from sits_es.service.progress import HowFar, nobody
from sits_es.service.replay import Played
from sits_es.service.script import Script
from sits_es.service.session import Session


@frozen(kw_only=True)
class Demonstration:
    """A bundled scenario as it was played. again: it was on record already; audited: what an audit of it found.

    went_on: the moment at which it had broken off, and was played on from now; None where it had not. taken: the name
    that another game has, for which reason this one has another; None where it has its own.
    """

    name: str
    again: bool
    played: tuple[Played, ...]
    audited: Audited
    went_on: str | None = None
    taken: str | None = None

    @property
    def told(self) -> str:
        """What is to be known of it beside what was played; empty where it was just played under its own name."""
        if self.went_on is not None:
            return f"It had broken off at {self.went_on}, and has been played on from there."
        if self.again:
            return "It is on record here already; this is what was played."
        return "" if self.taken is None else f"There is already another game {self.taken}, so this one is {self.name}."


#: What is shown where nobody says what.
DEMO: Final = "duel"


def demonstrate(
    session: Session,
    scenario: str | None,
    name: str | None,
    rules_name: str | None = None,
    done: HowFar = nobody,
) -> Demonstration:
    """Play a bundled scenario as the game `name`, or find it played already, wholly or in part.

    scenario: None for the first with orders of the rules that are named, or for the duel. name: None for the
    scenario's, or where another game has that, for one made from it. rules_name: as a person calls the system, None
    where only one has the scenario. Raises NotAllowedError when there is no such scenario with orders, or when another
    game has the name that was given.
    done: told how far it has come: it is played in the first half, and checked in the second.
    """
    wanted = {"--scenario": scenario, "--system": rules_name}
    again = " ".join(["sits demo", *(f"{option} {typed(word)}" for option, word in wanted.items() if word)])
    rules, scenario = _shown(scenario, rules_name)
    bundle = rules.bundled()[scenario]
    for called in _names(scenario) if name is None else (name,):
        known = _known(session, called)
        ours = known == scenario and _begun_by(session, rules, called, bundle)
        if ours or (known is None and (name is not None or same(called, session.own.taken()) is None)):
            break
    else:
        raise NotAllowedError(f"There is already another game {name}. Give the demo a name: {again} --name NAME")
    if not ours:
        found_game(session, scenario, called, rules.name)
    before = session.head(called).version, session.fold(called).game.moment
    _play(session, rules, bundle, called, lambda part, whole: done(part, 2 * whole))
    run = replay.stretch(session, called)
    return Demonstration(
        name=called,
        again=ours,
        played=tuple(replay.played(session, called, run)),
        audited=verify(session, called, done=lambda part, whole: done(whole + part, 2 * whole)),
        went_on=rules.written(before[1]) if ours and before[0] < session.head(called).version else None,
        taken=scenario if name is None and called != scenario else None,
    )


def _names(scenario: str) -> Iterator[str]:
    """What a demonstration may be called: its scenario's name, or where that is taken one made from it."""
    yield scenario
    yield f"{scenario}-demo"
    yield from (f"{scenario}-demo-{number}" for number in count(2))


def _shown(scenario: str | None, rules_name: str | None) -> tuple[System, str]:
    """A scenario with orders to show, and the rule system that brings it."""
    named = None if rules_name is None else system_called(rules_name)
    # one after the other, the usual one first: the others are not even loaded for what it brings
    every = [named] if named is not None else sorted(system_names(), key=lambda name: (name != usual_system(), name))
    there: list[str] = []
    for rules in map(system, every):
        playable = [each for each, bundle in rules.bundled().items() if bundle.orders]
        wanted = scenario or (DEMO if named is None else next(iter(playable), None))
        if wanted in playable:
            return rules, wanted
        there += playable
    if named is not None and not there:
        raise NotAllowedError(f"{system(named).title} brings no scenario with orders to show.")
    listing = ", ".join(sorted(there)) or "none"
    raise NotAllowedError(f"There is no scenario {scenario or DEMO} with orders to show. There is: {listing}.")


def _known(session: Session, name: str) -> str | None:
    """The scenario of a game that is here already, None when there is none; a fork is never the demo."""
    if not session.has(name):
        return None
    (created,) = session.facts(name, 0, 0)
    forked = session.fold(name).game.parent is not None
    return created.scenario if isinstance(created, GameCreated) and not forked else ""


def _play(session: Session, rules: System, bundle: BundledScenario, name: str, done: HowFar) -> None:
    """Play, turn by turn, those of the bundled orders that are not played yet.

    They are not checked: a game of another name has other dice, after which some of them may have no effect. The
    rules say so on the record where they are carried out.
    """
    if rules.language.stepless:
        Script(rules, bundle, name).play_on(session, done)
        return
    files = _files(rules, bundle, name)
    turns = sorted({each.sheet.turn for each in files})
    whole = len(turns) * rules.most_steps
    for turn in turns:
        # play ends at a stop; the files order the rest of the turn as well
        while (game := session.fold(name).game).moment.turn == turn and game.owed is not None:
            for played in play(session, name, files, Moment(turn, rules.most_steps)):
                done(turns.index(turn) * rules.most_steps + played.moment.segment, whole)


def _files(rules: System, bundle: BundledScenario, name: str) -> list[OrderFile]:
    """The bundled order files, as files for the game `name`."""
    found = []
    for source, text in sorted(bundle.orders.items()):
        sheet = read_sheet(re.sub(r"(?m)^game .*$", f"game {written(name)}", text, count=1), rules.language, source)
        found.append(OrderFile(source=source, sheet=sheet, player=str(sheet.player)))
    return found


def _begun_by(session: Session, rules: System, name: str, bundle: BundledScenario) -> bool:
    """Whether a game's first exchange was played with the bundled orders; otherwise it is somebody's own game."""
    if rules.language.stepless:
        return Script(rules, bundle, name).left(session) is not None
    secrets = {each.player: each.sheet.secret for each in _files(rules, bundle, name) if each.sheet.turn == 1}
    first = next(iter(session.course(name).played()), None)
    facts = replay.facts_of(session, name, first) if first is not None else []
    own = {player: nonce_from(bytes.fromhex(str(secret)), player, Moment()).hex() for player, secret in secrets.items()}
    return {fact.player: fact.nonce for fact in facts if isinstance(fact, OrdersRevealed)} == own
