"""Orders of SFB 'n3D: their forms, their language, and what the rules find wrong with them."""

__all__ = [
    "check",
    "entries",
    "forecast",
    "forms",
    "language",
    "lookout",
    "names",
    "reader",
    "template",
]
