"""What happens in a segment, step by step."""

__all__ = [
    "aiming",
    "beams",
    "deck",
    "helm",
    "hits",
    "long_orders",
    "mending",
    "miracles",
    "missiles",
    "movement",
    "plots",
    "resolution",
    "thrust_chart",
]
