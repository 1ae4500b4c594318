"""What players may order, and how they write it."""

__all__ = ["forecast", "foreseen", "forms", "language", "problems", "template"]
