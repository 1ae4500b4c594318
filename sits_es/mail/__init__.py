"""Play by mail: identities, the armour of bundles, letters and how they travel. Nothing here knows a game."""

__all__ = [
    "addresses",
    "armour",
    "blocks",
    "body_text",
    "guard",
    "identity",
    "letters",
    "locks",
    "mbox",
    "notes",
    "private",
    "prose",
    "reading",
    "servers",
    "sources",
    "tickets",
    "transport",
]
