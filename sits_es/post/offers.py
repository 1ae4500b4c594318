"""What-if branches offered to the others: a player says where one leaves the game, and each may open the very same."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import GameForked
from sits_es.game.fold import Fold
from sits_es.post import signing
from sits_es.post.log.packets import Note, WhatIf
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.service.forks import open_fork, plan_fork


def offer(replica: Replica, forked: GameForked) -> None:
    """Offer the others a what-if that is open here. Nothing of the game changes by it."""
    what_if = WhatIf(
        name=forked.branch,
        parent=forked.parent,
        at_version=forked.at_version,
        at_digest=forked.at_digest,
        exchange=Moment(forked.turn, forked.segment),
        options={name: str(value) for name, value in forked.options.items()},
    )
    signing.send(replica, Note(offer=what_if))


def open_offered(replica: Replica, name: str) -> tuple[Fold, GameForked]:
    """Open a what-if that somebody offered, when it leaves the record at an event that is the same here.

    Raises NotAllowedError or NotNowError, with nothing written.
    """
    session = replica.desk.session
    by, offered = _find(replica, name)
    version, parent = offered.at_version, session.display_name(offered.parent)
    if not session.has(offered.parent):
        raise NotAllowedError(
            f"{name} leaves {parent}, which is not a branch here. Open that one first, if it is offered."
        )
    opened = session.open_game(offered.parent)
    if (head := opened.head.version) < version:
        said = f"{name} leaves {parent} after event #{version}, and here {parent} has come to #{head}."
        raise NotNowError(f"{said} Take in your mail first: sits mail in")
    if opened.events(version, version)[0].digest != offered.at_digest:
        said = f"Event #{version} of {parent} is not the one that {by} has, so {name} would be another what-if."
        raise NotAllowedError(f"{said} Nothing was opened.")
    fold, forked = plan_fork(opened, f"#{version}", name, offered.options)
    if (forked.at_version, Moment(forked.turn, forked.segment)) != (version, offered.exchange):
        where = fold.system.label(offered.exchange)
        raise NotAllowedError(f"No exchange {where} of {parent} opens after event #{version}. Nothing was opened.")
    if session.has(name):
        if session.open_game(name).facts(version + 1, version + 1) == [forked]:
            raise NotNowError(f"{name} is open here already.")
        raise NotAllowedError(f"There is another game {name} here. Ask {by} to offer the what-if under another name.")
    open_fork(opened, forked)
    return fold, forked


def _find(replica: Replica, name: str) -> tuple[str, WhatIf]:
    """Who offers a what-if of that name, and what it is."""
    every = list(offers(replica))
    found = {by: what_if for by, what_if in every if what_if.name == name}
    if not found:
        known = ", ".join(sorted({what_if.name for _, what_if in every})) or "nothing"
        raise NotNowError(f"Nobody has offered a what-if {name} of {replica.called}. Offered: {known}.")
    by, first = next(iter(found.items()))
    if any(what_if != first for what_if in found.values()):
        who = " and ".join(found)
        raise NotAllowedError(f"{who} offer different what-ifs called {name}. Ask one of them for another name.")
    return by, first


def offers(replica: Replica) -> Iterator[tuple[str, WhatIf]]:
    """What-ifs that were offered, each with who did, the oldest first."""
    for packet, note in replica.notes():
        if note.offer is not None:
            yield packet.by, note.offer
