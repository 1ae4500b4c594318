"""Facts of X-Wing. Places are decimals in millimetres kept as text, facings degrees clockwise from up the table."""

__all__ = [
    "entered",
    "followed",
    "setup",
]
