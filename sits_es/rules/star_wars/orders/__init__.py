"""How starships are given orders, and how facts are entered of them."""

__all__ = [
    "attack",
    "entries",
    "expected",
    "forecast",
    "forms",
    "language",
    "lookout",
    "manoeuvres",
    "names",
    "outflanking",
    "problems",
    "reader",
    "spending",
    "suggestions",
    "template",
    "whose_slot",
]
