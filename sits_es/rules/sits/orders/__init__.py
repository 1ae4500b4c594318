"""What players may order, and how they write it."""

__all__ = ["forecast", "forms", "future_problems", "language", "problems", "template"]
