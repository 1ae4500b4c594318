"""Play by mail: identities, the armour of bundles, letters and how they travel. Nothing here knows a game."""

__all__ = [
    "armour",
    "blocks",
    "body_text",
    "identity",
    "letters",
    "locks",
    "private",
    "prose",
    "reading",
    "servers",
    "sources",
    "transport",
]
