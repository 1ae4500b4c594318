"""Going back to an earlier branch of a game by mail, as all who are in sign it."""

from __future__ import annotations

from sits_es.errors import NotAllowedError
from sits_es.game.events import GameForked
from sits_es.post.decisions import open_again
from sits_es.post.protocol.leaving import is_careful
from sits_es.post.replica import Replica
from sits_es.service.names import branch_labels


def go_back(replica: Replica, branch: str, words: str | None) -> str:
    """Propose, or as the umpire decide, that an earlier branch is played on, from where it was left.

    branch: its id or label. Raises NotAllowedError for one that never was the game.
    """
    chain, session = replica.chain(), replica.desk.session
    if not is_careful(chain):
        raise NotAllowedError(f"The terms of {chain.called} say nothing of this; sits rewind --to is in them.")
    earlier = [
        each
        for each in dict.fromkeys((replica.game, *branch_labels(session.store, replica.game)))
        if each != chain.name
    ]
    name = session.aliases.resolve(branch)
    if name not in earlier:
        known = ", ".join(map(session.display_name, earlier)) or "none"
        called = chain.called
        said = (
            f"{branch} is what is played now"
            if name == chain.name
            else f"{branch} is not an earlier branch of {called}"
        )
        raise NotAllowedError(f"{said}. Earlier ones: {known}.")
    version = _left_at(replica, name)
    opened = session.open_game(name)
    at = opened.fold(version).game.moment
    point = version, opened.events(version, version)[0].digest
    said = words or f"Back to {opened.called}, from {chain.rules.label(at)} on."
    return open_again(replica, at, said, name, point)


def _left_at(replica: Replica, branch: str) -> int:
    """Up to which event everybody holds an earlier branch: up to the last signature for what came in its place."""
    own = replica.desk.journal.accepted(replica.game, kinds=("ruling", "without", "succession"), sender=replica.me)
    heads = [each.packet.head for each in own if each.packet.branch == branch]
    left = [span for span in replica.desk.session.store.forks() if span[1] == branch]
    forked = [fact.at_version for name, _ in left for fact in _forks_of(replica, name) if fact.parent == branch]
    return max((head.version for head in heads if head is not None), default=min(forked, default=0))


def _forks_of(replica: Replica, branch: str) -> list[GameForked]:
    facts = replica.desk.session.open_game(branch).facts()
    return [fact for fact in facts if isinstance(fact, GameForked) and fact.branch == branch and not fact.what_if]
