"""What happens in a segment, step by step."""

__all__ = [
    "aiming",
    "beams",
    "deck",
    "hits",
    "mending",
    "miracles",
    "missiles",
    "resolution",
]
