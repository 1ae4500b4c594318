"""Who may send which kinds of packets, by how a game is played and by role. Rule: house, for play by mail."""

from __future__ import annotations

from sits_es.post.protocol.chain import Chain

#: Kinds that anybody may send, whatever their record says.
ANYTIME = ("note", "ack", "dispute", "bundle", "fork-offer")
#: Who may send what, by how the game is played and by role; anybody may send what ANYTIME names, bundles aside.
MAY = {
    ("peers", "player"): ("seal", "reveal", "deadline", "default", "ruling", "act", "record"),
    ("umpired", "player"): ("seal", "act", "record"),
    ("umpired", "umpire"): ("seal", "deadline", "default", "ruling", "record"),
}
#: What anybody may send besides, players who are out as well.
ALWAYS = ("standing", "succession", "decline")
#: What else they may send besides.
MAY_CAREFULLY = {
    ("peers", "player"): ("without", "share", "resign", "forfeit", "reseat", "readmit"),
    ("peers", "spectator"): ("share",),
    ("umpired", "player"): ("resign", "reseat", "readmit"),
    ("umpired", "umpire"): ("reseat", "readmit"),
}


def may_send(chain: Chain, role: str) -> tuple[str, ...]:
    """Kinds of packets that a role may send, aside from those that anybody may."""
    place = chain.game.play, role
    allowed = MAY.get(place, ())
    return allowed if chain.terms is None else (*allowed, *ALWAYS, *MAY_CAREFULLY.get(place, ()))
