"""Orders of SFB 'n3D: their forms, their language, and what the rules find wrong with them."""

__all__ = [
    "entries",
    "expected",
    "forecast",
    "forms",
    "language",
    "lookout",
    "names",
    "problems",
    "reader",
    "shooting",
    "steering",
    "template",
    "weaving",
]
