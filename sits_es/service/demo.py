"""Playing a bundled scenario with the orders that come with it; one that broke off goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count

from attrs import evolve, frozen
from msgspec import Struct

from sits_es.errors import GameError, NotAllowedError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, OrdersGiven, OrdersRevealed
from sits_es.game.fold import Fold
from sits_es.game.seals import nonce_from
from sits_es.orders.frame import read_sheet
from sits_es.orders.names import same, written
from sits_es.orders.normal import write_line
from sits_es.orders.sheet import OrderSheet
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.supplied import BundledScenario
from sits_es.rules.system import Owed, System
from sits_es.sentences import shell
from sits_es.service import replay
from sits_es.service.audit import GameAudit, audit_game
from sits_es.service.names import require_possible
from sits_es.service.orders import OrderFile, read_order_file
from sits_es.service.play import play, record
from sits_es.service.progress import Progress, silent
from sits_es.service.replay import PlayedExchange, facts_of
from sits_es.service.scenario import found_game, named_systems
from sits_es.service.session import OpenGame, Session


@frozen(kw_only=True)
class ScriptFile(OrderFile):
    """A file of a script. entered: whether all of it are entries; lines: what it says, in normal form, sorted."""

    text: str
    lines: tuple[str, ...]
    entered: bool


class Script:
    """The files that come with a scenario. A player's part in all dice comes from the first secret in their files."""

    def __init__(self, rules: System, bundle: BundledScenario, name: str) -> None:
        self._rules, self._name = rules, name
        self._files = [self._read(source, text) for source, text in sorted(bundle.orders.items())]
        self._secrets = {each.player: each.sheet.secret for each in self._files[::-1] if each.sheet.secret is not None}

    def _read(self, source: str, text: str) -> ScriptFile:
        text = re.sub(r"(?m)^game .*$", f"game {written(self._name)}", text, count=1)
        sheet = read_sheet(text, self._rules.language, source)
        forms = sheet.at(*sheet.steps)
        return ScriptFile(
            source=source,
            text=text,
            sheet=sheet,
            player=str(sheet.player),
            lines=tuple(sorted(write_line(form, self._rules.language) for form in forms)),
            entered=bool(forms) and all(isinstance(form, self._rules.entry_types) for form in forms),
        )

    # what is on record of it

    def begun(self, opened: OpenGame) -> bool:
        """Whether the game's first exchange was played with these files; if not, it is somebody's own game."""
        first = next(opened.history.played(), None)
        if first is None:
            return False
        return self._follow(list(self._files), opened.fold(first.opened), facts_of(opened, first))

    def left(self, opened: OpenGame) -> list[ScriptFile] | None:
        """The files that are yet to be played; none if the game left the script, None if it never followed it."""
        left = list(self._files)
        for at, exchange in enumerate(played := list(opened.history.played())):
            left = [each for each in left if each.sheet.turn >= exchange.moment.turn]
            if not left:
                break
            fold = opened.fold(exchange.opened)
            if not self._follow(left, fold, facts_of(opened, exchange)):
                return [] if at else None
        return left if played else None

    def _follow(self, left: list[ScriptFile], fold: Fold, facts: Sequence[Event]) -> bool:
        """Whether an exchange or entry follows the script; its files are taken out of `left`."""
        at, owed = fold.game.moment, fold.game.owed
        for fact in facts:
            if isinstance(fact, OrdersRevealed) and self._nonce(fact.player, at) not in (None, fact.nonce):
                return False
        for player, lines in _given(facts, owed):
            used = (each for each in left if (each.sheet.turn, each.player, each.lines) == (at.turn, player, lines))
            if (file := next(used, None)) is not None:
                left.remove(file)
            elif isinstance(facts[0], FactsRecorded):
                return False
        return True

    def _nonce(self, player: str, at: Moment) -> str | None:
        """A player's part in the dice of an exchange; None if their files give no secret."""
        secret = self._secrets.get(player)
        return None if secret is None else nonce_from(bytes.fromhex(secret), player, at).hex()

    # playing on

    def play_on(self, opened: OpenGame, told: Progress) -> None:
        """Play what is left of it. A game of another name has other dice: some orders may have no effect then."""
        if self._rules.language.stepless:
            self._play_files(opened, told)
            return
        most, turns = self._rules.most_steps, sorted({each.sheet.turn for each in self._files})
        for number, turn in enumerate(turns):
            # play ends at a stop; the files order the rest of the turn as well
            while (game := opened.fold().game).moment.turn == turn and game.owed is not None:
                for played in play(opened, self._files, Moment(turn, most)):
                    told(number * most + played.moment.segment, len(turns) * most)

    def _play_files(self, opened: OpenGame, told: Progress) -> None:
        """The same where lines name no step: what does not fit the exchange at hand waits while its turn lasts."""
        left = self.left(opened)
        left = list(self._files) if left is None else left
        while True:
            fold = opened.fold()
            left = [each for each in left if each.sheet.turn >= fold.game.moment.turn]
            if not left or fold.game.ended is not None:
                return
            done = self._step(opened, fold, [each for each in left if each.sheet.turn == fold.game.moment.turn])
            if done is None:
                return
            left = [each for each in left if each not in done]
            told(len(self._files) - len(left), len(self._files))

    def _step(self, opened: OpenGame, fold: Fold, files: Sequence[ScriptFile]) -> list[ScriptFile] | None:
        """Enter a file, or play the exchange at hand: the files that were used; None if nothing goes on."""
        owed = fold.game.owed
        for each in files if owed is None else [each for each in files[:1] if each.entered]:
            try:
                record(opened, each.source, each.text, each.player)
            except GameError:
                continue
            return [each]
        if owed is None:
            return None
        used: dict[str, ScriptFile] = {}
        given: dict[str, OrderFile] = {}
        for each in files:
            if each.player in owed.orders_by and each.player not in used:
                # a file that can't be given here waits
                with suppress(GameError):
                    given[each.player] = read_order_file(fold, each.source, each.text, each.player)
                    used[each.player] = each
        parts = [self._part(fold, player, owed, given.get(player)) for player in fold.game.players]
        list(play(opened, parts, owed.moment))
        return list(used.values())

    def _part(self, fold: Fold, player: str, owed: Owed, file: OrderFile | None) -> OrderFile:
        """A player's orders with their secret; without a file the secret alone."""
        empty = OrderSheet(game=fold.game.called, turn=owed.moment.turn, player=player)
        sheet = empty if file is None else file.sheet
        sheet = evolve(sheet, secret=self._secrets.get(player))
        return OrderFile(source="" if file is None else file.source, sheet=sheet, player=player)


def _given(facts: Sequence[Event], owed: Owed | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who entered or ordered what, the lines sorted."""
    acts = {fact.player for fact in facts if isinstance(fact, OrdersGiven)}
    ordered = () if owed is None else tuple(player for player in owed.orders_by if player not in acts)
    for fact in facts:
        match fact:
            case FactsRecorded(player=player, lines=lines) | OrdersGiven(player=player, lines=lines):
                yield player, tuple(sorted(lines))
            case OrdersRevealed(player=player, lines=lines) if player in ordered:
                yield player, tuple(sorted(lines))


class Demonstration(Struct, frozen=True, kw_only=True):
    """A bundled scenario as it was played. again: it was on record already; went_on: where it had broken off.

    taken: the scenario's name, if another game has it.
    """

    opened: OpenGame
    again: bool
    played: tuple[PlayedExchange, ...]
    audited: GameAudit
    went_on: str | None = None
    taken: str | None = None

    @property
    def told(self) -> str:
        """What is to be known of it beside what was played; empty if it was just played under its own name."""
        if self.went_on is not None:
            return f"The demo had stopped at {self.went_on} and was continued from there."
        if self.again:
            return "The demo was played here before; this is what happened."
        if self.taken is None:
            return ""
        return f"There is already another game {self.taken}, so this one is {self.opened.name}."


def demonstrate(
    session: Session,
    scenario: str | None,
    name: str | None,
    rules_name: str | None = None,
    done: Progress = silent,
) -> Demonstration:
    """Play a bundled scenario as the game `name`, or find it played already, wholly or in part.

    scenario: None for the demonstration of the named rules, or of the usual ones; name: None for the scenario's, or
    one made from it. Raises NotAllowedError for no such scenario, or where another game has the given name.
    """
    named = [shell(scenario)] if scenario else []
    again = " ".join(["sits demo", *named, *(["--rules", shell(rules_name)] if rules_name else [])])
    rules, scenario = _shown(scenario, rules_name)
    if name is not None:
        require_possible(name)
    for called in _names(scenario) if name is None else (name,):
        known = _known(session, called)
        script = Script(rules, rules.bundled()[scenario], called)
        ours = known == scenario and script.begun(session.open_game(called))
        if ours or (known is None and (name is not None or same(called, session.aliases.taken()) is None)):
            break
    else:
        raise NotAllowedError(f"There is already another game {name}. Give the demo a name: {again} --name NAME")
    opened = session.open_game(called) if ours else found_game(session, scenario, called, rules.name, drawn="")
    before = opened.head.version, opened.fold().game.moment
    script.play_on(opened, lambda part, whole: done(part, 2 * whole))
    run = replay.exchanges_between(opened)
    return Demonstration(
        opened=opened,
        again=ours,
        played=tuple(replay.play_back(opened, run)),
        audited=audit_game(opened, done=lambda part, whole: done(whole + part, 2 * whole)),
        went_on=rules.label(before[1]) if ours and before[0] < opened.head.version else None,
        taken=scenario if name is None and called != scenario else None,
    )


def _names(scenario: str) -> Iterator[str]:
    """Names for a demonstration: its scenario's, and others made from that."""
    yield scenario
    yield f"{scenario}-demo"
    yield from (f"{scenario}-demo-{number}" for number in count(2))


def _shown(scenario: str | None, rules_name: str | None) -> tuple[System, str]:
    """A scenario with orders to show, and the rule system that brings it."""
    there: list[str] = []
    # one after the other, the usual one first: the others are not even loaded for what it brings
    for rules in map(system, named_systems(rules_name)):
        playable = [each for each, bundle in rules.bundled().items() if bundle.orders]
        wanted = scenario or rules.demo or next(iter(playable), None)
        if wanted in playable:
            return rules, wanted
        there += playable
    if rules_name is not None and not there:
        raise NotAllowedError(f"{rules.title} has no scenario with orders to show.")
    listing = ", ".join(sorted(there)) or "none"
    raise NotAllowedError(f"There is no scenario {scenario} with orders to show. Choose from: {listing}.")


def _known(session: Session, name: str) -> str | None:
    """The scenario of an existing game, empty for a fork, which is never the demo; None if there is no such game."""
    if not session.has(name):
        return None
    opened = session.open_game(name)
    return opened.created.scenario if opened.fold().game.parent is None else ""
