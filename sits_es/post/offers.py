"""What-if branches offered to the others: a player says where one leaves the game, and each may open the very same."""

from __future__ import annotations

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import GameForked
from sits_es.game.fold import Fold
from sits_es.post.protocol.bodies import ForkOffer
from sits_es.post.protocol.kinds import content_of
from sits_es.post.replica import Replica
from sits_es.service.forks import open_fork, plan_fork


def offer(replica: Replica, forked: GameForked) -> None:
    """Offer the others a what-if that is open here. Nothing of the game changes by it."""
    replica.post(
        ForkOffer(
            turn=forked.turn,
            segments=(forked.segment,),
            parent=forked.parent,
            version=forked.at_version,
            digest=forked.at_digest,
            name=forked.branch,
            options=dict(forked.options),
        )
    )


def open_offered(replica: Replica, name: str) -> tuple[Fold, GameForked]:
    """Open a what-if that somebody offered, when it leaves the record at an event that is the same here.

    Raises NotAllowedError or NotNowError, with nothing written.
    """
    session = replica.desk.session
    sender, body = _find(replica, name)
    version, parent = body.version, session.display_name(body.parent)
    if not session.has(parent):
        raise NotAllowedError(
            f"{name} leaves {parent}, which is not a branch here. Open that one first, if it is offered."
        )
    opened = session.open_game(parent)
    if (head := opened.head.version) < version:
        said = f"{name} leaves {parent} after event #{version}, and here {parent} has come to #{head}."
        raise NotNowError(f"{said} Take in your mail first: sits mail in")
    if opened.events(version, version)[0].digest != body.digest:
        said = f"Event #{version} of {parent} is not the one that {sender} has, so {name} would be another what-if."
        raise NotAllowedError(f"{said} Nothing was opened.")
    fold, forked = plan_fork(opened, f"#{version}", name, body.options)
    if (forked.at_version, forked.turn, forked.segment) != (version, body.turn, body.segments[0]):
        where = fold.system.label(body.moment)
        raise NotAllowedError(f"No exchange {where} of {parent} opens after event #{version}. Nothing was opened.")
    if session.has(name):
        same = session.open_game(name).facts(version + 1, version + 1) == [forked]
        raise (
            NotNowError(f"{name} is open here already.")
            if same
            else NotAllowedError(
                f"There is another game {name} here. Ask {sender} to offer the what-if under another name."
            )
        )
    open_fork(opened, forked)
    return fold, forked


def _find(replica: Replica, name: str) -> tuple[str, ForkOffer]:
    """Who offers a what-if of that name, and what it is."""
    found: dict[str, dict[str, ForkOffer]] = {}
    for signed in replica.desk.journal.accepted(replica.game, kinds=("fork-offer",)):
        body = content_of(signed)
        if isinstance(body, ForkOffer):
            found.setdefault(body.name, {})[signed.packet.sender] = body
    by = found.get(name, {})
    if not by:
        known = ", ".join(sorted(found)) or "nothing"
        raise NotNowError(f"Nobody has offered a what-if {name} of {replica.game}. Offered: {known}.")
    bodies = list(by.values())
    if any(body != bodies[0] for body in bodies):
        who = " and ".join(by)
        raise NotAllowedError(f"{who} offer different what-ifs called {name}. Ask one of them for another name.")
    return next(iter(by.items()))
