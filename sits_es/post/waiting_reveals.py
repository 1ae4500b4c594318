"""Reveals that wait because their own players signed a list of missing seals: what people are told of that."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.holding_back import held_by
from sits_es.post.protocol.last_signer import place_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.seals import all_sealed
from sits_es.post.protocol.terms import terms_of
from sits_es.post.protocol.without import lists_of, signers_of, unsigned
from sits_es.sentences import listed, shell


def waiting_reveal(chain: Chain, ledger: Ledger, reader: str) -> str | None:
    """Why somebody's reveal waits though all seals are there, in a sentence to them; None where it does not."""
    found = _waits(chain, ledger, reader)
    if found is None:
        return None
    listed_ones, left = found
    where = f"{chain.called} {chain.rules.label(chain.game.moment)}"
    said = f"Your reveal of {where} waits: you signed that it goes on without {listed_ones}"
    return f"{said}, and {left} can still sign it."


def what_helps(chain: Chain, ledger: Ledger, reader: str) -> str:
    """What can be done where one's own list holds one's reveal back, in a sentence; or what one has done.

    Raises ValueError where no list does.
    """
    found, owed, version = _waits(chain, ledger, reader), chain.game.owed, chain.head.version
    if found is None or owed is None:
        raise ValueError(f"no list holds back what {reader} reveals")
    if signed := lists_of(ledger, owed.moment, version, "reveal", reader):
        players = signed[-1][1]
        left = unsigned(chain, ledger, owed.moment, version, players) or ()
        said = f"You have signed that the reveal of {listed(players)} is missing"
        return f"{said}; it counts once {listed(left)} {'has' if len(left) == 1 else 'have'} signed it too."
    held = [player for player in chain.game.still_in if _waits(chain, ledger, player) is not None]
    first = reader != max(held, key=lambda each: place_of(ledger, owed, version, each))
    others = "all who have revealed" if first else "the others"
    said = f"If {others} sign that the reveal of {found[1]} is missing, you can sign it {'too' if first else 'last'}"
    return f"{said}: sits without {shell(chain.called)}"


def waiting_reveals(chain: Chain, ledger: Ledger) -> Iterator[str]:
    """Whose reveal waits, for everybody, in sentences without their full stop."""
    where = chain.rules.label(chain.game.moment)
    for player in chain.game.still_in:
        if (found := _waits(chain, ledger, player)) is not None:
            said = f"{player} signed that {where} goes on without {found[0]}, and reveals nothing while {found[1]}"
            yield f"{said} can still sign it: others need not wait for that reveal"


def _waits(chain: Chain, ledger: Ledger, player: str) -> tuple[str, str] | None:
    """Who is on the list that holds somebody's reveal back, and who can still sign it."""
    game, version = chain.game, chain.head.version
    if terms_of(game) is None or game.play != "peers" or game.owed is None or player not in game.still_in:
        return None
    if not all_sealed(chain, ledger, game.moment):
        return None
    sheet = held_by(chain, ledger, game.owed, version, player)
    if sheet is None:
        return None
    signers = signers_of(chain, ledger, game.moment, version, sheet)
    return listed(sheet.players), listed([each for each in signers if each not in sheet.by])
