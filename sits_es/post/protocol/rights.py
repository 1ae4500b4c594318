"""Who may send which kinds of packets, by how a game is played and by role. Rule: house, for play by mail."""

from __future__ import annotations

from sits_es.post.protocol.chain import SECOND, Chain

#: Kinds that anybody may send, whatever their record says.
ANYTIME = ("note", "ack", "dispute", "bundle", "fork-offer")
#: Who may send what, by how the game is played and by role; anybody may send what ANYTIME names, bundles aside.
MAY = {
    ("peers", "player"): ("seal", "reveal", "deadline", "default", "ruling"),
    ("umpired", "player"): ("seal",),
    ("umpired", "umpire"): ("seal", "deadline", "default", "ruling"),
}
#: What they may send besides in games of the second protocol.
MAY_ALSO = {
    ("peers", "player"): ("act", "record"),
    ("umpired", "player"): ("act", "record"),
    ("umpired", "umpire"): ("record",),
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
    allowed = MAY.get(place, ()) + (MAY_ALSO.get(place, ()) if chain.protocol >= SECOND else ())
    return allowed if chain.terms is None else (*allowed, *ALWAYS, *MAY_CAREFULLY.get(place, ()))
