"""Files with exact decimals in them: a number may be written as it is or as a text, `12.5` or `"12.5"`."""

from __future__ import annotations

from decimal import Decimal

from sits_es.errors import UnreadableError
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.sfb.sums.numbers import read_decimal, written
from sits_es.toml import ABSENT, KeyPath

#: From this on a number is too large to be a number of the game, whatever it stands for.
TOO_LARGE = 10**18


class DecimalSheet(GameSheet):
    """A file of SFB 'n3D: a sheet that reads decimals too."""

    def decimal(self, path: KeyPath, what: str, least: int, most: int, *, rule: str, default: int | None = None) -> int:
        """A decimal in ten-thousandths, from `least` to `most`; a fault reads as `least`.

        what: what it is, for a fault, such as "a speed"; rule: where its limits stand, a rule number or house.
        """
        allowed = f"a number from {written(least)} to {written(most)} ({rule})"
        found = self.get(path)
        if found is ABSENT:
            return self._default(path, allowed, default, least)
        text = number_text(found)
        if text is None:
            self.wrong(path, "is not a number", allowed)
            return least
        try:
            read = read_decimal(text, what, rule=rule)
        except UnreadableError as refusal:
            self.fault(path, str(refusal))
            return least
        if not least <= read <= most:
            self.wrong(path, "is out of range", allowed)
            return least
        return read


def number_text(value: object) -> str | None:
    """A number as it was written, or a text that may hold one; None for what can't be a number."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    if isinstance(value, int):
        return str(value) if abs(value) < TOO_LARGE else None
    return str(value) if value.is_finite() else None
