"""Facts that people enter at one machine: checked as a whole, and written as one entry."""

from __future__ import annotations

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.events import Event
from sits_es.game.play import enter_facts, must_go_on
from sits_es.game.story import teller
from sits_es.orders.normal import write_line
from sits_es.rules.moments import Moment
from sits_es.sentences import typed
from sits_es.service.order_files import read_entry
from sits_es.service.session import Session


@frozen(kw_only=True)
class Entry:
    """What was entered. facts: the entry itself, each fact and what follows; told: the same in sentences."""

    moment: Moment
    facts: tuple[Event, ...]
    told: tuple[str, ...]


def record(session: Session, name: str, source: str, text: str, player: str | None = None) -> Entry:
    """Enter a file's facts in a hot-seat game or a what-if, all or none. source: what to call the file in a fault.

    player: who enters them, where the file does not say. Raises UnreadableError with every fault of the file,
    NotNowError when the game is over or has not begun, NotAllowedError where nothing can be entered, and in a game by
    mail, where the others are to confirm it.
    """
    head, fold = session.head(name).version, session.fold(name)
    game, rules = fold.game, fold.system
    must_go_on(game)
    # what can't be entered at all needs no reading
    if problems := [each.message for each in rules.entry_problems(game.board, player or min(game.players), ())]:
        raise NotAllowedError(problems)
    if game.play != "hot seat" and not game.what_if:
        raise NotAllowedError(f"{name} is played by mail. Propose your facts: sits record {typed(name)} FILE")
    who, entered = read_entry(fold, source, text, player)
    brought = enter_facts(game, who, [write_line(fact, rules.language) for fact in entered], [who])
    session.append(name, brought.facts, after=head, fold=brought.fold)
    tell = teller(rules)
    return Entry(moment=game.moment, facts=tuple(brought.facts), told=tuple(map(tell, brought.facts)))
