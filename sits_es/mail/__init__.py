"""Play by mail: identities, signed packets, their armour, letters and how they travel; events as values, no rules."""

__all__ = [
    "addresses",
    "armour",
    "blocks",
    "body_text",
    "guard",
    "identity",
    "letters",
    "locks",
    "logins",
    "mbox",
    "notes",
    "packet",
    "packet_form",
    "private",
    "prose",
    "reading",
    "servers",
    "sources",
    "tickets",
    "transport",
]
