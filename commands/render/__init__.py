"""What the commands show: blocks, lists and pictures, of any rule system, and no rules."""

from typing import Final

#: Columns of a report: what mail programs show without wrapping.
WIDTH: Final = 76
