"""What people enter in X-Wing: its language, the file to fill in, and what the rules find wrong with it."""

__all__ = [
    "language",
    "problems",
    "reader",
    "template",
]
