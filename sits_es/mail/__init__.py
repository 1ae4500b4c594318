"""Play by mail: the armour of bundles, letters and how they travel. Nothing here knows a game."""

__all__ = ["armour", "blocks", "body_text", "letters", "reading", "servers", "sources", "transport"]
