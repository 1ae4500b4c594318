"""What people at a table may decide whenever they like, each named by what and about whom, such as "reseat B"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sits_es.post.log.packets import Decide, Decision, End, Enter, NewKeeper, Readmit, Reseat, Resign, Rewind
from sits_es.post.log.state import State
from sits_es.rules.moments import Moment
from tests.post.log.world import Table, digest, key_of


def new_key(player: str) -> str:
    """The key that a seat has after its own is lost."""
    return key_of(f"{player} anew")


#: What each decision says about somebody.
DECISIONS: Final[dict[str, Callable[[str], Decision]]] = {
    "rewind": lambda _: Rewind(to=Moment(1, 1)),
    "enter": lambda who: Enter(player=who, lines=("facts",)),
    "readmit": lambda who: Readmit(player=who),
    "end": lambda _: End(winner=None),
    "reseat": lambda who: Reseat(player=who, key=new_key(who)),
    "keeper": lambda who: NewKeeper(id=who, name=who, key=key_of(who)),
    "reader": lambda who: NewKeeper(id=who, name=who, key=key_of(who), reads=True),
}


def signs(table: Table, by: str, state: State) -> Iterator[int]:
    """All that somebody may sign, by what the table's people may decide."""
    for each in table.setting.decisions:
        what, _, who = each.partition(" ")
        if what in DECISIONS:
            decision = DECISIONS[what](who)
            hand = state.hand if isinstance(decision, Enter) else None
            number = digest(each) if hand is None else None
            yield table.sign(by, Decide(decision=decision, hand=hand, number=number), state)
        elif (what, who) == ("resign", by):
            yield table.sign(by, Resign(), state)


def recovers(table: Table, by: str, state: State) -> Iterator[int]:
    """A new key that somebody names by their recovery key."""
    if f"recover {by}" in table.setting.decisions and state.seats[by].recovery is not None:
        body = Decide(decision=Reseat(player=by, key=new_key(by)), number=digest(f"recover {by}"))
        yield table.sign(by, body, key=state.seats[by].recovery)
