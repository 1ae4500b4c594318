"""How starships are given orders, and how facts are entered of them."""

__all__ = [
    "entries",
    "expected",
    "firing",
    "forms",
    "language",
    "manoeuvres",
    "names",
    "outflanking",
    "problems",
    "reader",
    "spending",
    "whose_slot",
]
