"""How starships are given orders, and how facts are entered of them."""

__all__ = ["forms", "language", "reader"]
