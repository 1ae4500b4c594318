"""What follows from what people enter, and what proves it."""

__all__ = [
    "following",
    "proofs",
]
