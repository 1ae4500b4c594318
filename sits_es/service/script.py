"""The script of a demonstration: bundled files in order of name, each for the exchange or the entry at hand.

It is for languages whose lines name no step of the turn. What a game has of it already is read from its record, so a
demonstration that broke off goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, OrdersGiven, OrdersRevealed
from sits_es.game.fold import Fold
from sits_es.game.seals import nonce_from
from sits_es.orders.frame import read_sheet
from sits_es.orders.names import written
from sits_es.orders.normal import write_line
from sits_es.orders.sheet import OrderSheet
from sits_es.rules.moments import Moment
from sits_es.rules.supplied import BundledScenario
from sits_es.rules.system import Owed, System
from sits_es.service.entries import record
from sits_es.service.order_files import OrderFile, read_order_file
from sits_es.service.play import play
from sits_es.service.progress import HowFar, nobody
from sits_es.service.replay import facts_of
from sits_es.service.session import Session


@frozen(kw_only=True)
class ScriptFile:
    """One file of a script. source: its name; text: for the game that is played; player: whose it is.

    turn: that it is for, 1 up; lines: what it orders or enters, in normal form and in order of the alphabet; entered:
    all of it is what people enter beside orders.
    """

    source: str
    text: str
    player: str
    turn: int
    lines: tuple[str, ...]
    entered: bool


class Script:
    """The files that come with a scenario, for the game `name`.

    A player's part in all dice comes from the secret that the first of their files with one gives.
    """

    def __init__(self, rules: System, bundle: BundledScenario, name: str) -> None:
        self._rules, self._name = rules, name
        self._secrets: dict[str, str] = {}
        self._files = [self._read(source, text) for source, text in sorted(bundle.orders.items())]

    def _read(self, source: str, text: str) -> ScriptFile:
        text = re.sub(r"(?m)^game .*$", f"game {written(self._name)}", text, count=1)
        sheet = read_sheet(text, self._rules.language, source)
        forms, player = sheet.at(*sheet.steps), str(sheet.player)
        if sheet.secret is not None:
            self._secrets.setdefault(player, sheet.secret)
        return ScriptFile(
            source=source,
            text=text,
            player=player,
            turn=sheet.turn,
            lines=tuple(sorted(write_line(form, self._rules.language) for form in forms)),
            entered=bool(forms) and all(isinstance(form, self._rules.entry_types) for form in forms),
        )

    # what is on record of it

    def left(self, session: Session) -> list[ScriptFile] | None:
        """The files that the game has not come to; none where it went its own way since, None where it always did."""
        left = list(self._files)
        for at, exchange in enumerate(played := list(session.course(self._name).played())):
            left = [each for each in left if each.turn >= exchange.moment.turn]
            if not left:
                break
            fold = session.fold(self._name, exchange.opened)
            if not self._follow(left, fold, facts_of(session, self._name, exchange)):
                return [] if at else None
        return left if played else None

    def _follow(self, left: list[ScriptFile], fold: Fold, facts: Sequence[Event]) -> bool:
        """Whether an exchange or entry is the script's; the files that it was played with are taken out."""
        at, owed = fold.game.moment, fold.game.owed
        for fact in facts:
            if isinstance(fact, OrdersRevealed) and self._nonce(fact.player, at) not in (None, fact.nonce):
                return False
        for player, lines in _given(facts, owed):
            used = (each for each in left if (each.turn, each.player, each.lines) == (at.turn, player, lines))
            if (file := next(used, None)) is not None:
                left.remove(file)
            elif isinstance(facts[0], FactsRecorded):
                return False
        return True

    def _nonce(self, player: str, at: Moment) -> str | None:
        """A player's part in the dice of an exchange; None for one whose files give no secret."""
        secret = self._secrets.get(player)
        return None if secret is None else nonce_from(bytes.fromhex(secret), player, at).hex()

    # playing on

    def play_on(self, session: Session, told: HowFar = nobody) -> None:
        """Play what is left of it. What does not fit the exchange at hand waits while its turn lasts.

        told: of files that were used.

        An exchange without a file is played without orders: a game of another name has other dice, and what they show
        may leave somebody nothing to choose, or something else.
        """
        left = self.left(session)
        left = list(self._files) if left is None else left
        while True:
            fold = session.fold(self._name)
            left = [each for each in left if each.turn >= fold.game.moment.turn]
            if not left or fold.game.ended is not None:
                return
            done = self._step(session, fold, [each for each in left if each.turn == fold.game.moment.turn])
            if done is None:
                return
            left = [each for each in left if each not in done]
            told(len(self._files) - len(left), len(self._files))

    def _step(self, session: Session, fold: Fold, files: Sequence[ScriptFile]) -> list[ScriptFile] | None:
        """Enter a file, or play the exchange at hand: the files that were used; None where nothing goes on.

        Beside orders the next file alone is entered; where nobody owes any, the first that can be.
        """
        owed = fold.game.owed
        for each in files if owed is None else [each for each in files[:1] if each.entered]:
            try:
                record(session, self._name, each.source, each.text, each.player)
            except GameError:
                continue
            return [each]
        if owed is None:
            return None
        used: dict[str, ScriptFile] = {}
        given: dict[str, OrderFile] = {}
        for each in files:
            if (
                each.player in owed.orders_by
                and each.player not in used
                and (found := _fitting(fold, each)) is not None
            ):
                used[each.player], given[each.player] = each, found
        parts = [self._part(fold, player, owed, given.get(player)) for player in fold.game.players]
        list(play(session, self._name, parts, owed.moment))
        return list(used.values())

    def _part(self, fold: Fold, player: str, owed: Owed, file: OrderFile | None) -> OrderFile:
        """A player's orders with their secret; without a file the secret alone."""
        empty = OrderSheet(game=fold.game.branch, turn=owed.moment.turn, player=player)
        sheet = empty if file is None else file.sheet
        sheet = evolve(sheet, secret=self._secrets.get(player))
        return OrderFile(source="" if file is None else file.source, sheet=sheet, player=player)


def _fitting(fold: Fold, file: ScriptFile) -> OrderFile | None:
    """The file as orders for the exchange at hand; None where they can't be given there."""
    try:
        return read_order_file(fold, file.source, file.text, file.player)
    except GameError:
        return None


def _given(facts: Sequence[Event], owed: Owed | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who entered or ordered what, their lines in order of the alphabet."""
    acts = {fact.player for fact in facts if isinstance(fact, OrdersGiven)}
    ordered = () if owed is None else tuple(player for player in owed.orders_by if player not in acts)
    for fact in facts:
        match fact:
            case FactsRecorded(player=player, lines=lines) | OrdersGiven(player=player, lines=lines):
                yield player, tuple(sorted(lines))
            case OrdersRevealed(player=player, lines=lines) if player in ordered:
                yield player, tuple(sorted(lines))
