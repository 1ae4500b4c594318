"""The frame of order files for any rule system: headers, steps, faults with their places, normal form, template."""

__all__ = [
    "check",
    "choices",
    "faults",
    "frame",
    "language",
    "names",
    "normal",
    "parsing",
    "sheet",
    "syntax",
    "tables",
]
